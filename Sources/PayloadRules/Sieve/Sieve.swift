/// Tells in one pass whether any rule can have anything to say of a request, without allocating.
///
/// It makes the same tests as `Evaluator`, in the same three values, on the bytes themselves; where it cannot
/// make one it says `nil`, and the rules are asked. It never calls a request clean that a rule would object to:
/// a test holds both to each other over every example.
final class Sieve {
  let program: SieveProgram
  let code: SieveCode
  /// Rules that may run, by number: neither switched off nor in preview unless asked for.
  let active: FixedBuffer<UInt8>

  /// What is known of each slot: 0 unknown, 1 absent, 2 present.
  let states: FixedBuffer<UInt8>
  let values: FixedBuffer<SieveValue>
  /// Results of tests that were made, by leaf; 0 where none was.
  let memo: FixedBuffer<UInt8>
  let derivedStates: FixedBuffer<UInt8>
  let derivedScalars: FixedBuffer<SieveScalar>
  /// Rules that the class of a request leaves, by route and push type.
  var plans: [SievePlan?]
  /// Classes that came at least once.
  var classesMet: [Bool]

  var tokenHeaderBytes: [UInt8] = []
  var tokenClaimsBytes: [UInt8] = []
  var signatureBytes: [UInt8] = []
  var waiting: [SieveStepRecord] = []
  /// The rules and groups of shapes that may object to the last request; they count where `isNarrowed` is set.
  var suspects = SieveSuspects()
  /// Patterns that templates run together, by their predicates.
  var automata: [[Int]: PatternAutomaton] = [:]
  /// Hashes of shapes that were clean once: the second time is worth a recording.
  var seenShapes: [UInt64] = []
  /// The push type that was said last.
  var named = (
    from: SieveOrigin.none, type: -1, certainty: -1,
    knowledge: PushTypeKnowledge(value: nil, from: "none", certainty: nil)
  )
  /// States before anything is known of a request.
  let blankStates: FixedBuffer<UInt8>
  /// Those of the request at hand before it was taken the way of another.
  let initialStates: FixedBuffer<UInt8>
  /// What changes with each request.
  let memory = SieveMemory(SieveState())
  /// The names of topics that were met before, and which those are.
  var namedTopics: [Int] = []
  var topicNames: [String] = []

  init(_ program: SieveProgram, inactive: Set<Int> = [], runsPreview: (Int) -> Bool = { _ in false }) {
    self.program = program
    code = program.code
    states = .allocate(code[.slotCount], repeating: 1)
    blankStates = .allocate(code[.slotCount], repeating: 1)
    initialStates = .allocate(code[.slotCount], repeating: 1)
    values = .allocate(code[.slotCount], repeating: SieveValue())
    memo = .allocate(code[.leafCount], repeating: 0)
    derivedStates = .allocate(code[.derivedCount], repeating: 0)
    derivedScalars = .allocate(code[.derivedCount], repeating: .none)
    active = .allocate(code[.ruleCount], repeating: 1)
    for number in inactive where number < active.count { active[number] = 0 }
    let classCount = (code[.routeCount] + 1) * (code[code[.pushTypes]] + 1)
    plans = Array(repeating: nil, count: classCount)
    classesMet = Array(repeating: false, count: classCount)
    let context = code[.context]
    for index in 0..<code[context] { blankStates[code[context + 3 + index * 3]] = 0 }
    let derived = code[.derivedSlots]
    for index in 0..<code[derived] where code[derived + 1 + index * 2] >= 0 {
      let slot = code[derived + 1 + index * 2]
      blankStates[slot] = 2
      values[slot] = SieveValue(
        index: Int32(truncatingIfNeeded: code[derived + 2 + index * 2]), source: .derived)
    }
    let rules = code[.rules]
    for index in 0..<code[rules] {
      let rule = code[rules + 1 + index]
      if code[rule + SieveRule.isPreview] == 1, !runsPreview(code[rule]) { active[code[rule]] = 0 }
    }
  }

  deinit {
    memory.free()
    states.deallocate()
    blankStates.deallocate()
    initialStates.deallocate()
    values.deallocate()
    memo.deallocate()
    derivedStates.deallocate()
    derivedScalars.deallocate()
    active.deallocate()
  }
}

/// Words of a rule's record.
enum SieveRule {
  static let profile = 1
  static let isPreview = 2
  static let condition = 3
  static let check = 4
  static let hasTopic = 5
  static let topic = 6
  static let needs = 7
  static let places = 8
  static let saysOfAbsent = 9
  static let limit = 10
  /// The slot of its place, where there is one place only.
  static let slot = 11
}

/// What a request says outside headers and payload.
struct SieveFacts {
  /// Where a fact's text lies, or why there is none.
  enum Text {
    case unknown, absent
    case present(ByteRange)
  }

  var method = Text.unknown
  var host = Text.unknown
  var port = Text.unknown
  var path = Text.unknown
  var token = Text.unknown
  var providerToken = Text.unknown
  var input = ByteRange(0, 0)
  var profileText = ByteRange(0, 0)
  var credentialText = ByteRange(0, 0)
  var credential = Credential.unknown
  var statedPushType: ByteRange?
  var statedFrom = ""
  var profile = Profile.fixture
  var headersAreComplete = false
  var sizeBasis = SizeBasis.asSent
  var now: Double?
  var payloadIsUnknown = true
  /// Where the provider token lies, once found.
  var tokenRange: ByteRange?
  var tokenHeaderIndex = -1
  var hasSchemas = false
  /// Bits of the context keys that are known.
  var contextKeys: UInt64 = 0
  var signature = ByteRange(0, 0)
  var tokenIsRead = false
}

struct SieveHeaderField: BitwiseCopyable {
  var nameStart: Int32
  var nameEnd: Int32
  var valueStart: Int32
  var valueEnd: Int32

  var name: ByteRange { ByteRange(Int(nameStart), Int(nameEnd)) }
  var value: ByteRange { ByteRange(Int(valueStart), Int(valueEnd)) }
}

/// A key of an object that shapes speak of, and the shapes that know it.
struct SieveKeyRecord: BitwiseCopyable {
  var group: Int32
  var source: SieveSource
  /// Index of the key's node, or of the header.
  var index: Int32
  var known: UInt64
}

/// An object that is still to be walked, and its node in a key table.
struct SieveStepRecord: BitwiseCopyable {
  var node: Int32
  var place: Int32
}

/// Where a push type comes from.
enum SieveOrigin: Equatable {
  case none
  case inference(Int)
  case stated
}

/// The rules and shapes that a class of requests leaves: those that its route and push type do not rule out.
struct SievePlan {
  /// Offsets of rule records.
  var rules: [Int32]
  /// By group, the numbers of its shapes.
  var groups: [[Int32]]
}

/// Rules and groups of shapes, by number, outside of which nothing objects to a request.
struct SieveSuspects {
  var rules: [Int] = []
  var groups: [Int] = []
  /// What the rules beside them leave unchecked.
  var notChecked: [String] = []
  var limit: Int?
}
