import Testing

@testable import PayloadRules

/// Rules on headers against the same payload with its headers, bare, and in a message whose service adds headers.
@Suite struct ThreeValuesTests {
  /// Places that conditions and checks of a rule look at, derived values and shapes followed.
  private static func touchesHeaders(_ rule: Int, _ set: RuleSet) -> Bool {
    let entry = set.rules[rule]
    if entry.places.contains(where: { touches($0, set) }) || touches(entry.condition, set) { return true }
    return set.shapes.contains { shape in
      let fed =
        shape.required.map(\.rule) + shape.forbidden.map(\.rule) + shape.values.map(\.rule)
        + shape.misplaced.map(\.rule) + shape.known.flatMap { [$0.rule, $0.misspelt].compactMap { $0 } }
      return fed.contains(rule) && (touches(shape.place, set) || touches(shape.condition, set))
    }
  }

  private static func touches(_ place: PlaceReference, _ set: RuleSet) -> Bool {
    if place.place.root == .derived, let name = place.place.lastKey,
      let entry = set.derivations.first(where: { $0.name == name })
    {
      return touches(entry.derivation, set)
    }
    return place.place.root == .headers
  }

  private static func touches(_ derivation: Derivation, _ set: RuleSet) -> Bool {
    switch derivation {
    // A value that stands in for what is unknown is known without headers.
    case .standard: false
    case .suffix(let place, _), .withoutSuffix(let place, _), .number(let place), .seconds(let place),
      .lowerCase(let place):
      touches(place, set)
    default: false
    }
  }

  /// Whether a condition cannot hold without a header.
  private static func touches(_ condition: Condition, _ set: RuleSet) -> Bool {
    switch condition {
    case .always: false
    case .test(let place, _, _): touches(place, set)
    case .all(let parts): parts.contains { touches($0, set) }
    case .any(let parts): !parts.isEmpty && parts.allSatisfy { touches($0, set) }
    case .not(let inner): touches(inner, set)
    }
  }

  private static func failing(_ examples: BuiltInExamples) -> [BuiltInExamples.Entry] {
    let rules = Set(examples.set.rules.indices.filter { touchesHeaders($0, examples.set) })
    return examples.entries.filter { $0.isFail && rules.contains($0.rule) }
  }

  private static func fired(_ subject: LintSubject, _ rule: Int, _ set: RuleSet) -> [Finding] {
    var options = RuleOptions()
    options.includesPreview = true
    return RuleEngine(set, options: options).evaluate(subject).findings.filter {
      $0.rule == set.rules[rule].id
    }
  }

  /// The payload alone: nothing is said of headers or address.
  private static func bare(_ subject: LintSubject) -> LintSubject {
    var bare = LintSubject()
    bare.payload = subject.payload
    bare.sizeBasis = subject.sizeBasis
    bare.profile = subject.profile
    bare.now = subject.now
    return bare
  }

  @Test func manyRulesLookAtHeaders() throws {
    let examples = try #require(BuiltInExamples.shared)
    #expect(Self.failing(examples).count > 100)
  }

  @Test func bareIsSilent() throws {
    let examples = try #require(BuiltInExamples.shared)
    for entry in Self.failing(examples) {
      for profile in Profile.allCases {
        var subject = Self.bare(examples.subject(entry))
        subject.profile = profile
        let said = Self.fired(subject, entry.rule, examples.set).map(\.message)
        #expect(said == [], "\(examples.name(entry)), bare, \(profile.rawValue)")
      }
    }
  }

  /// A rule without a profile of its own speaks in both; one with a profile is silent in the other.
  @Test func profilesDecide() throws {
    let examples = try #require(BuiltInExamples.shared)
    for entry in Self.failing(examples) {
      let original = examples.subject(entry)
      for profile in Profile.allCases where profile != original.profile {
        var subject = original
        subject.profile = profile
        let speaks = !Self.fired(subject, entry.rule, examples.set).isEmpty
        let expected = examples.set.rules[entry.rule].profile.map { $0 == profile } ?? true
        #expect(speaks == expected, "\(examples.name(entry)) in \(profile.rawValue)")
      }
    }
  }

  /// In a message whose service adds headers, a header that is not there may still come.
  @Test func addedHeadersAreNeverMissing() throws {
    let examples = try #require(BuiltInExamples.shared)
    let envelope =
      #"{"envelopes":[{"id":"relay","when":{"envelope.relay":"present"},"payload":"relay.payload","headers":"relay.headers","adds-headers":true}]}"#
    let set = RuleSet(examples.set.sources + [RuleSet.Source(name: "relay", bytes: Array(envelope.utf8))])
    #expect(set.errors.map(\.description) == [])
    for entry in Self.failing(examples) {
      let original = examples.subject(entry)
      guard case .present(let payload) = original.payload, JSONTree(payload).document.isWellFormed else {
        continue
      }
      let headers = original.headers.map { JSONWriter.quoted($0.name) + ":" + JSONWriter.quoted($0.value) }
      let message =
        "{\"relay\":{\"headers\":{\(headers.joined(separator: ","))},\"payload\":\(String(decoding: payload, as: UTF8.self))}}"
      for profile in Profile.allCases {
        var subject = LintSubject()
        EnvelopeReader(set).read(Array(message.utf8), into: &subject)
        #expect(subject.envelopeID == "relay")
        subject.profile = profile
        subject.now = original.now
        let missing = RuleEngine(set).evaluate(subject).findings.filter { $0.place.source == .headers }
        #expect(missing.map(\.rule) == [], "\(examples.name(entry)), \(profile.rawValue)")
      }
    }
  }

  /// What a placeholder of a fixture leaves open: rules that look at the place itself say nothing, and what only
  /// hangs on "if nothing else is known" goes on as if nobody had written it.
  @Test(arguments: [
    (#"{"headers":{"apns-topic":"{{topic}}","apns-push-type":"alert"},"#, ["misspelt-aps-key"]),
    (
      #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"alert"},"host":"{{host}}","#,
      ["misspelt-aps-key"]
    ),
    (
      #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"alert"},"host":"APNS_HOST","method":"PUT","#,
      ["method-not-post", "misspelt-aps-key"]
    ),
    (
      #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"alert"},"host":"push.example.com","method":"PUT","#,
      ["misspelt-aps-key"]
    ),
    (
      #"{"headers":{"apns-topic":"com.example.app","apns-push-type":"{{type}}"},"#,
      ["misspelt-aps-key"]
    ),
  ])
  func placeholdersLeaveOthersToBeJudged(_ request: String, _ expected: [String]) throws {
    let examples = try #require(BuiltInExamples.shared)
    let text = request + #""payload":{"aps":{"alert":"Hi","mutable_content":1}}}"#
    let subject = ExampleRequest(JSONTree(Array(text.utf8)), 0, examples.set).subject
    let said = RuleEngine(examples.set).evaluate(subject).findings.filter { $0.severity > .note }
    #expect(said.map(\.rule).sorted() == expected.sorted())
  }

  /// A value derived from a placeholder is unknown, a default included: neither a condition nor its opposite holds.
  @Test(arguments: [
    (#"{"a":"x"}"#, ["when-x", "when-known"]), (#"{"a":"y"}"#, ["when-not-x", "when-known"]),
    (#"{}"#, ["when-not-x", "when-known"]), (#"{"a":"{{a}}"}"#, ["when-known"]),
    (#"{"a":{{a}}}"#, ["when-known"]),
  ])
  func derivedFromAPlaceholder(_ payload: String, _ expected: [String]) {
    let rules = """
      {"derive":{"a":{"default":["payload.a","none"]},"b":{"lower-case":"derived.a"},
      "c":{"default":["payload.a","none"],"placeholders":true}},
      "rules":[
      {"id":"when-x","severity":"note","message":"m","source":"s","when":{"derived.b":"x"},"at":"payload.z","check":"present"},
      {"id":"when-not-x","severity":"note","message":"m","source":"s","when":{"derived.b":{"not":{"const":"x"}}},"at":"payload.z","check":"present"},
      {"id":"when-known","severity":"note","message":"m","source":"s","when":{"derived.c":{"one-of":["x","y","none"]}},"at":"payload.z","check":"present"}]}
      """
    let set = RuleSet([RuleSet.Source(name: "test", bytes: Array(rules.utf8))])
    #expect(set.errors.map(\.description) == [])
    var subject = LintSubject()
    subject.payload = .present(Array(payload.utf8))
    #expect(RuleEngine(set).evaluate(subject).findings.map(\.rule).sorted() == expected.sorted())
  }
}
