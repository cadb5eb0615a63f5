/// The words of a finding with places for what was found.
struct MessageTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    case value(Placeholder)
  }

  enum Placeholder: Sendable, Hashable {
    case named(Name)
    case place(PlaceReference)
    case fact(Int)
  }

  /// What a finding offers its message.
  enum Name: String, Sendable, CaseIterable {
    case actual, expected, limit, excess, size, suggestion, key, missing, route, type, date, distance, now
    case seconds, position, detail
    case pushType = "push-type"
  }

  var parts: [Part]

  /// Splits a text at its placeholders: `{name}` with a name of letters, digits and the signs of a place.
  /// Any other brace stands for itself, so that JSON can be shown as it is; so do `{{` and `}}`.
  static func split(_ text: String) -> [(isPlaceholder: Bool, text: String)] {
    var parts: [(isPlaceholder: Bool, text: String)] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x7B || byte == 0x7D, index + 1 < bytes.count, bytes[index + 1] == byte,
        !isDoubled(bytes, index)
      {
        literal.append(byte)
        index += 2
        continue
      }
      guard byte == 0x7B, let end = placeholderEnd(bytes, index) else {
        literal.append(byte)
        index += 1
        continue
      }
      if !literal.isEmpty {
        parts.append((false, String(decoding: literal, as: UTF8.self)))
        literal = []
      }
      parts.append((true, String(decoding: bytes[index + 1..<end], as: UTF8.self)))
      index = end + 1
    }
    if !literal.isEmpty || parts.isEmpty { parts.append((false, String(decoding: literal, as: UTF8.self))) }
    return parts
  }

  /// Whether a text has an opening brace that is never closed, or a placeholder's name that runs on without one.
  static func isUnclosed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let lastBrace = bytes.lastIndex(of: 0x7D) ?? -1
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x7B else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == 0x7B {
        index += 2
        continue
      }
      if index > lastBrace { return true }
      var end = index + 1
      while end < bytes.count, bytes[end].isLetter || bytes[end] == 0x2D { end += 1 }
      if end < bytes.count, bytes[end] == 0x20,
        Name(rawValue: String(decoding: bytes[index + 1..<end], as: UTF8.self)) != nil
      {
        return true
      }
      index += 1
    }
    return false
  }

  /// Two closing braces that end nested JSON stand for two: only `{{` and a `}}` after it are escapes.
  private static func isDoubled(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == 0x7D && !bytes[..<index].contains(0x7B)
      || bytes[index] == 0x7D && !holdsEscapedBrace(bytes[..<index])
  }

  private static func holdsEscapedBrace(_ bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0x7B && $1 == 0x7B }
  }

  /// The closing brace of a placeholder that begins at `start`; nil if none does.
  private static func placeholderEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start + 1
    guard index < bytes.count, bytes[index] >= 0x61, bytes[index] <= 0x7A else { return nil }
    while index < bytes.count, bytes[index] != 0x7D {
      let byte = bytes[index]
      guard byte.isLetter || byte.isDigit || "-_.[]*".utf8.contains(byte) else { return nil }
      index += 1
    }
    return index < bytes.count ? index : nil
  }
}
