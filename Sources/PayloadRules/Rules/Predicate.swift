/// A value that a rules file writes down.
enum Literal: Sendable, Hashable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null

  /// The literal as a person would write it in a message.
  var display: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.plainText
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  /// The literal as JSON text.
  var json: String {
    if case .text(let text) = self { return JSONWriter.quoted(text) }
    return display
  }
}

extension Double {
  /// Without the `.0` of a whole number, and without an exponent below 2^53.
  var plainText: String {
    if rounded(.towardZero) == self, abs(self) < 9_007_199_254_740_992 { return String(Int64(self)) }
    return String(self)
  }
}

/// A set of JSON types; `integer` is a number without fraction.
struct JSONTypeSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt8
  static let object = JSONTypeSet(rawValue: 1)
  static let array = JSONTypeSet(rawValue: 2)
  static let string = JSONTypeSet(rawValue: 4)
  static let number = JSONTypeSet(rawValue: 8)
  static let integer = JSONTypeSet(rawValue: 16)
  static let boolean = JSONTypeSet(rawValue: 32)
  static let null = JSONTypeSet(rawValue: 64)

  static let names: [(name: String, type: JSONTypeSet)] = [
    ("object", .object), ("array", .array), ("string", .string), ("number", .number),
    ("integer", .integer), ("boolean", .boolean), ("null", .null),
  ]

  /// Whether values of a kind belong to it; `isWhole` is asked of a number where only whole ones do. What could not
  /// be read may be of any type.
  @inline(__always)
  func holds(_ kind: JSONKind, isWhole: () -> Bool) -> Bool {
    switch kind {
    case .object: contains(.object)
    case .array: contains(.array)
    case .string, .key: contains(.string)
    case .true, .false: contains(.boolean)
    case .null: contains(.null)
    case .number: contains(.number) || (contains(.integer) && isWhole())
    case .placeholder, .invalid: true
    }
  }

  /// `object or string`.
  var display: String {
    let names = Self.names.filter { contains($0.type) }.map(\.name)
    guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// A value to compare with, found when a rule is evaluated.
indirect enum Operand: Sendable, Hashable {
  case literal(Literal)
  /// The row of a fact under what it is keyed by.
  case fact(Int)
  /// Any value of a fact.
  case anyOf(fact: Int)
  case place(PlaceReference)
  case derived(Int)
  case now(offset: Double)
  case join([Operand])
  case between(prefix: String, PlaceReference, suffix: String)
}

/// What a size in bytes is taken of.
enum ByteMeasure: String, Sendable, Hashable, CaseIterable {
  case value, body, compact, kept
  case worstCase = "worst-case"
}

enum Uniqueness: String, Sendable, Hashable, CaseIterable { case values, names }

/// A test of one value.
indirect enum Predicate: Sendable, Hashable {
  case present
  case absent
  case type(JSONTypeSet)
  case oneOf([Literal])
  case oneOfFact(Int)
  case range(minimum: Operand?, maximum: Operand?)
  case length(minimum: Operand?, maximum: Operand?)
  case bytes(of: ByteMeasure, minimum: Operand?, maximum: Operand?)
  case matches(Pattern)
  case format(TextFormat)
  case equals(Operand)
  case startsWith(Operand)
  case endsWith(Operand)
  case contains(Operand)
  case hasKeys([String])
  case hasAny([String])
  case unique(Uniqueness)
  case schema(context: String)
  case detector(String)
  case key(Predicate)
  case sameAs(PlaceReference)
  case placeholder(Bool)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
}

/// A place with its slot: where the engine keeps the value of its part without wildcards.
struct PlaceReference: Sendable, Hashable {
  var place: Place
  /// Index of the slot of `place.fixedPrefix`.
  var slot: Int
  /// The steps after the fixed prefix; empty for a single value.
  var rest: [PlaceStep]

  // The slot stands for the fixed part of the place, so that its texts need not be compared again.
  static func == (left: PlaceReference, right: PlaceReference) -> Bool {
    left.slot == right.slot && left.rest == right.rest
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(rest.count)
  }
}

/// A test of a request.
indirect enum Condition: Sendable, Hashable {
  case always
  /// The predicate at the place; `leaf` numbers equal tests, so that each is made once a request.
  case test(PlaceReference, Predicate, leaf: Int)
  case all([Condition])
  case any([Condition])
  case not(Condition)
}
