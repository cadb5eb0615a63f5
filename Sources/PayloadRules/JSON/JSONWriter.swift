/// Appends compact JSON to bytes that it owns until they are taken.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("badge")
///     writer.number(1)
///     writer.endObject()      // {"badge":1}
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Whether the next key or element needs a comma before it.
  private var needsComma = false

  package init() {}

  /// Goes on writing behind `bytes`, which keep their memory.
  package init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a member's name; its value must follow.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    Self.appendQuoted(value, to: &bytes)
  }

  package mutating func number(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a double by its shortest exact form; JSON has none for infinity and not-a-number: `null`.
  package mutating func number(_ value: Double) {
    separate()
    guard value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    var digits = value.description
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    bytes.append(contentsOf: digits.utf8)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes bytes that are one JSON value already.
  package mutating func raw(_ value: ByteView) {
    separate()
    value.append(to: &bytes)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}

extension JSONWriter {
  /// The text as a JSON string, with its quotation marks.
  package static func quoted(_ value: String) -> String {
    var bytes: [UInt8] = []
    appendQuoted(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text as a JSON string, with its quotation marks.
  package static func appendQuoted(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 { appendEscaped(byte, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    let slash = UInt8(ascii: "\\")
    switch byte {
    case UInt8(ascii: "\""), slash: bytes += [slash, byte]
    case 0x08: bytes += [slash, UInt8(ascii: "b")]
    case 0x09: bytes += [slash, UInt8(ascii: "t")]
    case 0x0A: bytes += [slash, UInt8(ascii: "n")]
    case 0x0C: bytes += [slash, UInt8(ascii: "f")]
    case 0x0D: bytes += [slash, UInt8(ascii: "r")]
    case ..<0x20:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let low = byte & 0x0F
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    default: bytes.append(byte)
    }
  }

  /// The text without white space outside its strings; every other byte stays as it is.
  package static func compact(_ text: ByteView, _ document: JSONDocument) -> [UInt8] {
    guard document.insignificantBytes > 0 else { return text.bytes }
    var result: [UInt8] = []
    result.reserveCapacity(max(0, text.count - document.insignificantBytes))
    // Strings and other leaves are copied whole; between them only structure stays.
    var at = 0
    for node in document.nodes where node.kind != .object && node.kind != .array {
      appendStructure(text[ByteRange(at, Int(node.start))], to: &result)
      text[node.range].append(to: &result)
      at = max(at, Int(node.end))
    }
    appendStructure(text[ByteRange(at, text.count)], to: &result)
    return result
  }

  private static func appendStructure(_ text: ByteView, to bytes: inout [UInt8]) {
    for index in 0..<text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: bytes.append(text[index])
      }
    }
  }
}
