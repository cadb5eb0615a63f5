/// What stands at a place of one request.
struct Value: Sendable {
  enum State: UInt8, Sendable {
    case unknown, absent, present
    /// Present, but its value cannot be relied on: a placeholder, or guessed in mending.
    case opaque
  }

  enum Source: UInt8, Sendable {
    case payload, envelope, tokenHeader, tokenClaims
    /// The texts of the request: header values, host, path, …
    case texts
    case derived
  }

  var state: State
  var source = Source.texts
  /// Index of the node in its document, of the header, or of the derived value; -1 where none applies.
  var index = -1
  var node = JSONNode(kind: .string, start: 0, end: 0, next: 0)

  static let unknown = Value(state: .unknown)
  static let absent = Value(state: .absent)

  var isThere: Bool { state == .present || state == .opaque }
  var isObject: Bool { state == .present && node.kind == .object && source != .texts && source != .derived }
}

/// A scalar to compare with.
enum Scalar: Sendable, Hashable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// An object or array.
  case compound

  init(_ literal: Literal) {
    switch literal {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .null: self = .null
    }
  }

  var display: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.plainText
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .compound: "an object"
    }
  }

  var json: String {
    if case .text(let text) = self { return JSONWriter.quoted(text) }
    return display
  }

  var number: Double? {
    switch self {
    case .number(let number): number
    case .text(let text): Double(text)
    default: nil
    }
  }
}
