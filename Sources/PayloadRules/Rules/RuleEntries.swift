/// A dated constant, list or table.
struct FactTable: Sendable {
  enum Key: Sendable, Hashable {
    case route, pushType, host
    /// Looked up by an explicit name only.
    case name
    case pathPart(String)
  }

  var name: String
  var keys: [Key] = []
  /// The values that hold where no row does (or all there are, without keys).
  var standard: [Literal] = []
  /// By key; two keys are joined by `/`.
  var rows: [(key: String, values: [Literal])] = []
  var source = ""

  /// Every value of the table, the standard ones first.
  var allValues: [Literal] { standard + rows.flatMap(\.values) }
}

/// How a path selects a route.
struct Route: Sendable {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case named(String)
  }

  var id: String
  var methods: [String]
  var segments: [Segment]
  var pathText: String
  /// Where no path is known, the route is taken to be this one if the condition holds.
  var assumed: Condition?
}

/// How a derived value comes about.
indirect enum Derivation: Sendable {
  case standard(PlaceReference, Literal, forPlaceholders: Bool)
  case suffix(PlaceReference, among: Int)
  case withoutSuffix(PlaceReference, among: Int)
  case number(PlaceReference)
  case seconds(PlaceReference)
  case lowerCase(PlaceReference)
  /// The hexadecimal digits of a text, everything else left out.
  case hexDigits(PlaceReference)
  case row(fact: Int, of: Operand)
  case operand(Operand)
}

struct Inference: Sendable {
  enum Strength: String, Sendable, CaseIterable { case stated, certain, likely }
  /// The push type; nil for one that leaves it unknown.
  var pushType: Operand
  var strength: Strength
  var from: String
  var condition: Condition
}

/// How another service's message holds a payload.
struct Envelope: Sendable {
  var id: String
  /// The kind of input that it is, as reports name it.
  var kind: String
  var condition: Condition
  /// Keys that lead from a text's root to the list whose elements are such messages; none for the root itself.
  var within: [String] = []
  /// The key under which the message would stand in the larger one that rules speak of.
  var standsAt: String?
  /// The key of a text in which the rest of the message stands as JSON.
  var expands: String?
  var payload: [PlaceReference] = []
  /// Payloads that are JSON in a text.
  var payloadText: [PlaceReference] = []
  var headers: PlaceReference?
  /// Headers that stand somewhere else by themselves.
  var headerFields: [(name: String, place: PlaceReference)] = []
  var token: PlaceReference?
  /// Facts of the context, each a segment between slashes of a text in the message.
  var context: [(key: String, place: PlaceReference, segment: Int)] = []
  var addsHeaders = false
  var fills: [(payload: PlaceReference, envelope: PlaceReference)] = []
  /// The table of other spellings of payload keys that the service turns into the right ones.
  var spelling: Int?
}

/// What a shape says of the object at its place.
struct Shape: Sendable {
  struct KeyedSlot: Sendable {
    var key: String
    var place: PlaceReference
  }
  struct Required: Sendable {
    var keys: [KeyedSlot]
    var rule: Int
  }
  struct Forbidden: Sendable {
    var keys: [KeyedSlot]
    var rule: Int
  }
  /// Names of keys, with their letters at hand to tell what a name may be near to.
  struct Keys: Sendable {
    var names: [String] { didSet { letters = names.map { NearestMatch.letters(of: $0) } } }
    private(set) var letters: [UInt32]

    init(_ names: [String]) {
      self.names = names
      letters = names.map { NearestMatch.letters(of: $0) }
    }

    /// All of several, in their order.
    init(_ parts: [Keys]) {
      names = parts.flatMap(\.names)
      letters = parts.flatMap(\.letters)
    }

    /// `letters` are those of `name`.
    func contains(_ name: String, letters: UInt32) -> Bool {
      for (index, other) in self.letters.enumerated() where other == letters && names[index] == name {
        return true
      }
      return false
    }
  }
  struct Known: Sendable {
    var keys: Keys
    var rule: Int?
    var misspelt: Int?
    var only: Predicate?
  }
  struct Misplaced: Sendable {
    var keys: Keys
    var belongs: PlaceReference
    var rule: Int
    var absentThere: Bool
    var exact: Bool
  }
  struct Values: Sendable {
    var rule: Int
    var keys: [(slot: KeyedSlot, predicate: Predicate)]
  }

  var place: PlaceReference
  var condition: Condition
  var required: [Required] = []
  var forbidden: [Forbidden] = []
  var known: [Known] = []
  var misplaced: [Misplaced] = []
  var values: [Values] = []
}

/// Which part of what was found a finding marks.
enum Marking: String, Sendable, CaseIterable { case key, value, object }

package enum RuleStatus: String, Sendable, CaseIterable { case preview, stable, deprecated }

/// One rule, compiled.
struct Rule: Sendable {
  var id: String
  var severity: Severity
  var outcome: Outcome = .advice
  var reason: String?
  var certainty: Prediction.Certainty = .documented
  var decides = false
  var status = RuleStatus.stable
  var profile: Profile?
  var condition: Condition = .always
  var places: [PlaceReference] = []
  var check: Predicate?
  var needs: [PlaceReference] = []
  var topic: String?
  var hides: [Int] = []
  var hidesWhatRestsOnPushType = false
  var marking: Marking?
  /// Message, help and fix; nil for a checked rule until a finding needs them.
  var words: RuleWords?
  /// Whether what it reports hangs on the push type, directly or through a table keyed by it.
  var restsOnPushType = false
  var formerly: [String] = []
  /// Node of the rule in the rules document, for texts that are read only when asked for.
  var node = 0
}

/// What a rule says, and how it mends.
struct RuleWords: Sendable {
  var messages: [MessageTemplate] = []
  var help: MessageTemplate?
  var documentation: String?
  var fix: FixTemplate?
}

/// How a fix changes what was found.
struct FixTemplate: Sendable {
  enum Operation: Sendable {
    case set(Operand)
    case remove
    case rename(Operand)
    case move(PlaceReference)
    case retype(String)
    case append(Operand)
    case insert(key: String, value: Operand)
    case truncate
  }

  var operation: Operation
  var safety: FixSafety
  var title: MessageTemplate?
  var place: PlaceReference?
}
