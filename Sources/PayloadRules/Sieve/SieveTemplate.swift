/// A recording laid flat in memory of its own, to compare the next request of its shape with in one walk.
final class SieveTemplate {
  /// A value outside the documents whose bytes tests rest on: of a header, or, below 0, at a slot.
  struct Text: BitwiseCopyable {
    var header: Int32
    var slot: Int32
    var start: Int32
    var count: Int32
    var bit: UInt64
  }

  /// Tests that rest on the same bases.
  struct TestGroup: BitwiseCopyable {
    var bases: UInt64
    var start: Int32
    var end: Int32
  }

  /// The patterns that one value was held to, all at once, and those that matched.
  struct PatternTest {
    var bases: UInt64
    var isEarly: Bool
    /// A test of the value, whichever.
    var first: SieveRecording.Test
    var automaton: PatternAutomaton
    var matching: UInt64
  }

  let shape: SieveShape
  let payload: SieveTemplateDocument
  let tokenHeader: SieveTemplateDocument
  let tokenClaims: SieveTemplateDocument
  /// Lengths and bytes of header names, in their order.
  let nameLengths: FixedBuffer<Int32>
  let names: FixedBuffer<UInt8>
  let texts: FixedBuffer<Text>
  let textBytes: FixedBuffer<UInt8>
  let positions: FixedBuffer<SieveRecording.Position>
  /// The state of each slot once the route is known.
  let states: FixedBuffer<UInt8>
  /// Those of tests made before the push type was known come first.
  let groups: FixedBuffer<TestGroup>
  let earlyGroupCount: Int
  let tests: FixedBuffer<SieveRecording.Test>
  let patternTests: [PatternTest]
  /// Bases that must not have changed at all.
  let pinned: UInt64

  let route: Int
  let hasRoute: Bool
  let pushTypeIndex: Int
  let pushTypeFrom: SieveOrigin
  let certainty: Int
  let topics: [Int]
  let limit: Int
  /// What may object to such a request.
  let suspects: SieveSuspects

  /// Keeps what a recording says of the request that `sieve` holds.
  init(_ recording: SieveRecording, of sieve: Sieve) {
    shape = sieve.shape
    payload = SieveTemplateDocument(sieve.document, sieve.payload, .payload, recording)
    tokenHeader = SieveTemplateDocument(sieve.tokenHeaderDocument, sieve.tokenHeader, .tokenHeader, recording)
    tokenClaims = SieveTemplateDocument(sieve.tokenClaimsDocument, sieve.tokenClaims, .tokenClaims, recording)
    var bytes: [UInt8] = []
    nameLengths = .allocate(
      sieve.headers.map { header in
        sieve.texts.view[header.name].append(to: &bytes)
        return Int32(truncatingIfNeeded: header.name.count)
      })
    names = .allocate(bytes)
    bytes = []
    texts = .allocate(
      recording.bases.enumerated().filter { $0.element.source == .texts }.map { number, base in
        let start = bytes.count
        sieve.texts.view[base.range].append(to: &bytes)
        return Text(
          header: base.slot < 0 ? base.index : -1, slot: base.slot, start: Int32(truncatingIfNeeded: start),
          count: Int32(truncatingIfNeeded: base.range.count), bit: 1 << UInt64(number))
      })
    textBytes = .allocate(bytes)
    positions = .allocate(recording.positions)
    states = .allocate(recording.states)
    let (single, joined) = Self.join(recording.tests, in: sieve)
    patternTests = joined
    let sorted = single.sorted {
      $0.isEarly == $1.isEarly ? $0.bases < $1.bases : $0.isEarly
    }
    tests = .allocate(sorted)
    var (groups, earlyCount): ([TestGroup], Int) = ([], 0)
    for (index, test) in sorted.enumerated() {
      let isNew =
        index == 0 || sorted[index - 1].isEarly != test.isEarly || sorted[index - 1].bases != test.bases
      if isNew {
        groups.append(TestGroup(bases: test.bases, start: Int32(index), end: Int32(index)))
        if test.isEarly { earlyCount += 1 }
      }
      groups[groups.count - 1].end += 1
    }
    self.groups = .allocate(groups)
    earlyGroupCount = earlyCount
    pinned = recording.pinned
    suspects = sieve.suspects
    (route, hasRoute, limit, topics) = (sieve.route, sieve.hasRoute, sieve.limit, sieve.topics)
    (pushTypeIndex, pushTypeFrom, certainty) = (sieve.pushTypeIndex, sieve.pushTypeFrom, sieve.certainty)
  }

  deinit {
    payload.deallocate()
    tokenHeader.deallocate()
    tokenClaims.deallocate()
    nameLengths.deallocate()
    names.deallocate()
    texts.deallocate()
    textBytes.deallocate()
    positions.deallocate()
    states.deallocate()
    groups.deallocate()
    tests.deallocate()
  }
}

extension SieveTemplate {
  /// Which value is tested, and when.
  private struct Subject: Hashable {
    var source: SieveSource
    var index: Int32
    var slot: Int32
    var isEarly: Bool
    var bases: UInt64
  }

  /// Takes the patterns out that one value is held to, where there are several.
  private static func join(
    _ tests: [SieveRecording.Test], in sieve: Sieve
  ) -> (single: [SieveRecording.Test], joined: [PatternTest]) {
    func isPattern(_ test: SieveRecording.Test) -> Bool {
      test.predicate >= 0 && sieve.code[Int(test.predicate)] == SievePredicate.matches
        && (test.truth == .yes || test.truth == .no)
    }
    var (single, joined): ([SieveRecording.Test], [PatternTest]) = ([], [])
    let groups = Dictionary(grouping: tests.filter(isPattern)) {
      Subject(source: $0.source, index: $0.index, slot: $0.slot, isEarly: $0.isEarly, bases: $0.bases)
    }
    for unordered in groups.values {
      let group = unordered.sorted { $0.predicate < $1.predicate }
      let predicates = group.map { Int($0.predicate) }
      guard (2...PatternAutomaton.maximumPatterns).contains(group.count),
        let automaton = sieve.sharedAutomaton(of: predicates)
      else {
        single += group
        continue
      }
      var matching: UInt64 = 0
      for (number, test) in group.enumerated() where test.truth == .yes { matching |= 1 << UInt64(number) }
      joined.append(
        PatternTest(
          bases: group[0].bases, isEarly: group[0].isEarly, first: group[0], automaton: automaton,
          matching: matching))
    }
    return (single + tests.filter { !isPattern($0) }, joined)
  }
}

/// What must be the same of two requests, outside headers, address and documents, for one to take the way of the other.
struct SieveShape: Equatable {
  var headerCount: Int
  /// Two bits for each text: unknown, absent, present.
  var presence: UInt32
  var contextKeys: UInt64
  var profile: Profile
  var credential: Credential
  var sizeBasis: SizeBasis
  var headersAreComplete: Bool
  var hasNow: Bool
  var payloadIsUnknown: Bool
  var hasToken: Bool
  var tokenIsRead: Bool
  var isBroken: Bool
}

/// A document of a request.
struct SieveTemplateDocument {
  struct Node: BitwiseCopyable {
    /// What it is and how far it reaches, without where it lies.
    var shape: UInt64
    /// The bit of its base; 0 where no test rests on it.
    var bit: UInt64
    var start: UInt32
    var count: UInt32
  }

  /// What came of a comparison.
  struct Comparison {
    /// Bits of the values whose bytes are others.
    var changed: UInt64 = 0
    /// Whether some text is another, with or without a bit.
    var hasOtherTexts = false
    /// Whether one of these texts holds a sign that a placeholder may begin with.
    var hasOtherSigns = false

    @inline(__always)
    func and(_ other: Comparison) -> Comparison {
      Comparison(
        changed: changed | other.changed, hasOtherTexts: hasOtherTexts || other.hasOtherTexts,
        hasOtherSigns: hasOtherSigns || other.hasOtherSigns)
    }
  }

  private let nodes: FixedBuffer<Node>
  private let bytes: FixedBuffer<UInt8>
  /// Bits of objects and arrays, whose bytes change with everything inside.
  private let containers: UInt64

  init(_ document: JSONDocument, _ text: ByteView, _ source: SieveSource, _ recording: SieveRecording) {
    var containers: UInt64 = 0
    var nodes = document.nodes.map { node in
      Node(shape: node.shape, bit: 0, start: node.start, count: node.end &- node.start)
    }
    for (number, base) in recording.bases.enumerated() where base.source == source {
      nodes[Int(base.index)].bit = 1 << UInt64(number)
      if document.nodes[Int(base.index)].isContainer { containers |= 1 << UInt64(number) }
    }
    self.nodes = .allocate(nodes)
    bytes = .allocate(text.bytes)
    self.containers = containers
  }

  func deallocate() {
    nodes.deallocate()
    bytes.deallocate()
  }

  /// What is other in a document of the same shape; nil where the shape is another.
  func comparison(with others: Span<JSONNode>, _ text: ByteView) -> Comparison? {
    guard others.count == nodes.count else { return nil }
    let known = bytes.view
    if text.count == known.count, text.equals(known) { return Comparison() }
    var result = Comparison()
    for index in others.indices {
      let (node, other) = (others[index], nodes[index])
      guard node.shape == other.shape else { return nil }
      if node.isContainer { continue }
      let (start, count) = (Int(node.start), Int(node.end &- node.start))
      if count == Int(other.count), text.has(count, at: start, of: known, at: Int(other.start)) { continue }
      if node.kind == .key { return nil }
      result.changed |= other.bit
      guard node.kind == .string else { continue }
      result.hasOtherTexts = true
      if !result.hasOtherSigns { result.hasOtherSigns = text.holdsPlaceholderSign(count, at: start) }
    }
    // Where no value changed, white space did, which may be what two sizes differ by.
    result.changed |= containers
    return result
  }
}

extension JSONNode {
  /// What a node is and how far it reaches, without where it lies.
  @inline(__always)
  var shape: UInt64 { UInt64(kind.rawValue) | UInt64(flags.rawValue) << 8 | UInt64(next) << 16 }

  @inline(__always)
  var isContainer: Bool { kind == .object || kind == .array }
}
