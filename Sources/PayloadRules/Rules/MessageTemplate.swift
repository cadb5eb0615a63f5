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

  /// Splits a text at its placeholders; `{{` and `}}` stand for braces.
  static func split(_ text: String) -> Result<[(isPlaceholder: Bool, text: String)], Trouble> {
    var parts: [(isPlaceholder: Bool, text: String)] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x7B || byte == 0x7D, index + 1 < bytes.count, bytes[index + 1] == byte {
        literal.append(byte)
        index += 2
        continue
      }
      if byte == 0x7D { return .failure(Trouble(message: "a '}' without its '{' (a plain one is '}}')")) }
      guard byte == 0x7B else {
        literal.append(byte)
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: 0x7D) else {
        return .failure(Trouble(message: "a '{' without its '}' (a plain one is '{{')"))
      }
      if !literal.isEmpty {
        parts.append((false, String(decoding: literal, as: UTF8.self)))
        literal = []
      }
      parts.append((true, String(decoding: bytes[index + 1..<end], as: UTF8.self)))
      index = end + 1
    }
    if !literal.isEmpty || parts.isEmpty { parts.append((false, String(decoding: literal, as: UTF8.self))) }
    return .success(parts)
  }

  struct Trouble: Error {
    var message: String
  }
}
