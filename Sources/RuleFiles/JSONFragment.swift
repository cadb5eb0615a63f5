/// A piece of JSON text that a fix puts in; well formed as far as strings and brackets go.
struct JSONFragment {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it is a single value on one line: no comma or colon outside brackets.
  var isOneValue: Bool { JSONFragment.isOneValue(bytes[...]) }

  private static func isOneValue(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first != UInt8(ascii: " ") else { return false }
    var depth = 0
    var values = 0
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      if depth == 0, offset == bytes.startIndex { values += 1 }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        guard let end = stringEnd(bytes, from: offset) else { return false }
        if depth == 0, offset > bytes.startIndex { return false }
        offset = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "): if depth == 0 { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
        break
      default: return false
      }
      if depth < 0 { return false }
      offset += 1
    }
    return depth == 0 && values == 1
  }

  /// Offset past the closing quote of the string that begins at `start`.
  private static func stringEnd(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    var offset = start + 1
    while offset < bytes.endIndex {
      switch bytes[offset] {
      case UInt8(ascii: "\\"): offset += 2
      case UInt8(ascii: "\""): return offset + 1
      case 0..<0x20: return nil
      default: offset += 1
      }
    }
    return nil
  }

  /// The text of a string, its quotes and escapes undone; nil for any other value.
  var stringContent: [UInt8]? {
    guard bytes.first == UInt8(ascii: "\""), let end = JSONFragment.stringEnd(bytes[...], from: 0),
      end == bytes.count
    else { return nil }
    return JSONFragment.unescaped(bytes[1..<end - 1])
  }

  /// `"key":value` with a comma at one end, written for a block mapping: `"key": value`.
  var blockMember: [UInt8]? {
    var member = bytes[...]
    if member.first == UInt8(ascii: ",") {
      member = member.dropFirst()
    } else if member.last == UInt8(ascii: ",") {
      member = member.dropLast()
    }
    member = member.drop { $0 == UInt8(ascii: " ") }
    guard member.first == UInt8(ascii: "\""),
      let keyEnd = JSONFragment.stringEnd(member, from: member.startIndex), keyEnd < member.endIndex,
      member[keyEnd] == UInt8(ascii: ":")
    else { return nil }
    let value = member[(keyEnd + 1)...].drop { $0 == UInt8(ascii: " ") }
    guard JSONFragment.isOneValue(value) else { return nil }
    return member[..<keyEnd] + Array(": ".utf8) + value
  }

  /// The text that the inside of a JSON string stands for; nil for a broken or lone surrogate escape.
  static func unescaped(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var offset = content.startIndex
    while offset < content.endIndex {
      let byte = content[offset]
      guard byte == UInt8(ascii: "\\") else {
        guard byte >= 0x20 else { return nil }
        result.append(byte)
        offset += 1
        continue
      }
      guard offset + 1 < content.endIndex else { return nil }
      let letter = content[offset + 1]
      offset += 2
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(letter)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard var value = hexadecimal(content, &offset) else { return nil }
        if value & 0xFC00 == 0xD800 {
          guard offset + 1 < content.endIndex, content[offset] == UInt8(ascii: "\\"),
            content[offset + 1] == UInt8(ascii: "u")
          else { return nil }
          offset += 2
          guard let low = hexadecimal(content, &offset), low & 0xFC00 == 0xDC00 else { return nil }
          value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        }
        guard let scalar = UnicodeScalar(value) else { return nil }
        result += Array(String(scalar).utf8)
      default: return nil
      }
    }
    return result
  }

  private static func hexadecimal(_ content: ArraySlice<UInt8>, _ offset: inout Int) -> UInt32? {
    guard offset + 4 <= content.endIndex else { return nil }
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      guard let digit = Character(UnicodeScalar(content[index])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    offset += 4
    return value
  }
}
