import Testing

@testable import PayloadRules

/// One cause gives one finding: what a finding hides is not reported beside it.
@Suite struct HidingTests {
  /// Both of a hider and what it hides, by their numbers.
  private static func pairs(_ set: RuleSet) -> [(hider: Int, hidden: Int)] {
    set.rules.indices.flatMap { hider in set.rules[hider].hides.map { (hider, $0) } }
  }

  /// Requests with both mistakes, for pairs whose examples make none together.
  private static let both: [(hider: String, hidden: String, request: String)] = [
    (
      "topic-suffix-for-push-type", "topic-shape",
      #"{"payload":{"caller":"Ada"},"headers":{"apns-push-type":"voip","apns-topic":"orchard","apns-expiration":"0"}}"#
    ),
    (
      "topic-suffix-twice", "topic-suffix-unexpected",
      #"{"payload":{"aps":{"alert":"Hi"}},"headers":{"apns-push-type":"alert","apns-topic":"com.example.app.voip.voip"}}"#
    ),
    (
      "push-to-talk-expiration", "expiration-milliseconds",
      #"{"payload":{"speaker":"Ada"},"headers":{"apns-push-type":"pushtotalk","apns-topic":"com.example.app.voip-ptt","apns-expiration":"1788003600000"}}"#
    ),
    (
      "push-to-talk-expiration", "expiration-past",
      #"{"payload":{"speaker":"Ada"},"headers":{"apns-push-type":"pushtotalk","apns-topic":"com.example.app.voip-ptt","apns-expiration":"1787990000"},"now":1788000000}"#
    ),
    (
      "device-token-constant", "device-token-short", #"{"payload":{"aps":{"alert":"Hi"}},"token":"00000000"}"#
    ),
    (
      "device-token-constant", "device-token-udid",
      #"{"payload":{"aps":{"alert":"Hi"}},"token":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#
    ),
    (
      "device-token-constant", "device-token-long",
      "{\"payload\":{\"aps\":{\"alert\":\"Hi\"}},\"token\":\"\(String(repeating: "00", count: 101))\"}"
    ),
    (
      "authorization-form", "provider-token-form",
      #"{"payload":{"aps":{"alert":"Hi"}},"headers":{"apns-push-type":"alert","apns-topic":"com.example.app","authorization":"abc.def"}}"#
    ),
    (
      "background-priority", "fcm-priority-type",
      #"{"envelope":{"message":{"token":"t","apns":{"headers":{"apns-push-type":"background","apns-priority":10},"payload":{"aps":{"content-available":1}}}}}}"#
    ),
    (
      "fcm-data-only-priority", "fcm-priority-type",
      #"{"envelope":{"message":{"token":"t","data":{"a":"b"},"apns":{"headers":{"apns-priority":10},"payload":{"aps":{"target-content-id":"x"}}}}}}"#
    ),
    ("aps-missing", "null-value", #"{"payload":{"aps":null},"push-type":"alert"}"#),
    ("unknown-aps-key", "alert-nothing-to-show", #"{"payload":{"aps":{"senderId":44}},"push-type":"alert"}"#),
    (
      "alert-beside-aps", "alert-nothing-to-show",
      #"{"payload":{"alert":{"title":"Hi"},"aps":{"thread-id":"t"}},"push-type":"alert"}"#
    ),
    (
      "alert-beside-aps", "alert-type-for-silent-push",
      #"{"payload":{"alert":{"title":"Hi"},"aps":{"content-available":1}},"headers":{"apns-push-type":"alert","apns-topic":"com.example.app"}}"#
    ),
    (
      "other-service-key", "alert-nothing-to-show",
      #"{"payload":{"aps":{"click_action":"news"}},"push-type":"alert"}"#
    ),
    (
      "flag-type", "mutable-content-without-alert",
      #"{"payload":{"aps":{"content-available":"yes","mutable-content":1,"badge":1}}}"#
    ),
    (
      "flag-off", "mutable-content-without-alert",
      #"{"payload":{"aps":{"content-available":0,"mutable-content":1,"badge":1}}}"#
    ),
    (
      "flag-other-number", "mutable-content-without-alert",
      #"{"payload":{"aps":{"content-available":2,"mutable-content":1,"badge":1}}}"#
    ),
    ("alert-text-object", "alert-empty", #"{"payload":{"aps":{"alert":{"title":{}}}},"push-type":"alert"}"#),
    (
      "sound-critical-boolean", "sound-object-not-critical",
      #"{"payload":{"aps":{"alert":"Hi","sound":{"critical":false,"name":"siren.wav"}}}}"#
    ),
    (
      "channel-body-not-json", "json-invalid-utf-8",
      #"{"body-hex":"7b2278223a22fc227d","headers":{},"method":"POST","path":"/1/apps/com.example.app/channels"}"#
    ),
    ("sound-path", "sound-extension", #"{"payload":{"aps":{"alert":"Hi","sound":"sounds/bell.mp3"}}}"#),
    (
      "content-changed-in-notification", "alert-nothing-to-show",
      #"{"payload":{"aps":{"content-changed":true}},"push-type":"alert"}"#
    ),
    (
      "payload-too-large", "live-activity-content-state-size",
      #"{"payload":{"aps":{"event":"update","timestamp":1788000000,"content-state":{"x":"y"}}},"push-type":"liveactivity","pad":{"at":"payload.aps.content-state.x","to-bytes":6000}}"#
    ),
    (
      "yaml-duplicate-key", "json-duplicate-key",
      #"{"body":"{\"aps\":{\"alert\":\"Hi\",\"badge\":1,\"badge\":2}}","detect":[{"detector":"yaml-duplicate-key"}]}"#
    ),
  ]

  private static func fired(_ subject: LintSubject, _ set: RuleSet) -> Set<Int> {
    var options = RuleOptions()
    options.includesPreview = true
    return Set(
      RuleEngine(set, options: options).evaluate(subject).findings.compactMap { set.ruleNumbers[$0.rule] })
  }

  private static func text(_ tree: JSONTree, _ node: Int) -> String {
    String(decoding: tree.bytes[tree.range(node).start..<tree.range(node).end], as: UTF8.self)
  }

  /// The members of two JSON objects as one, those of the first winning.
  private static func merged(_ first: JSONTree, _ a: Int, _ second: JSONTree, _ b: Int) -> String {
    guard first.kind(a) == .object, second.kind(b) == .object else {
      let range = first.range(a)
      return String(decoding: first.bytes[range.start..<range.end], as: UTF8.self)
    }
    var members: [String] = []
    for member in first.members(a) {
      let other = second.value(member.key, of: b)
      let value =
        other.map { merged(first, member.value, second, $0) }
        ?? merged(first, member.value, first, member.value)
      members.append(JSONWriter.quoted(member.key) + ":" + value)
    }
    for member in second.members(b) where first.value(member.key, of: a) == nil {
      let range = second.range(member.value)
      members.append(
        JSONWriter.quoted(member.key) + ":"
          + String(decoding: second.bytes[range.start..<range.end], as: UTF8.self))
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Requests in which two rules may both have something to say: examples of each, and each pair as one.
  private static func requests(_ hider: Int, _ hidden: Int, _ examples: BuiltInExamples) -> [LintSubject] {
    let (first, second) = (
      examples.examples(of: hider).filter(\.isFail), examples.examples(of: hidden).filter(\.isFail)
    )
    var result = (first + second).map { examples.subject($0) }
    for entry in both
    where entry.hider == examples.set.rules[hider].id && entry.hidden == examples.set.rules[hidden].id {
      result.append(ExampleRequest(JSONTree(Array(entry.request.utf8)), 0, examples.set).subject)
    }
    for left in first {
      for right in second {
        for (one, other) in [(left, right), (right, left)] {
          let tree = JSONTree(Array(merged(examples.tree, one.request, examples.tree, other.request).utf8))
          result.append(ExampleRequest(tree, 0, examples.set).subject)
        }
        // A provider token given by itself goes into the headers, beside all else that the first states.
        var members = examples.tree.members(left.request).filter {
          $0.key != "headers" && $0.key != "payload"
        }
        .map { JSONWriter.quoted($0.key) + ":" + text(examples.tree, $0.value) }
        members.append("\"headers\":{}")
        let frame = JSONTree(Array("{\(members.joined(separator: ","))}".utf8))
        let tree = JSONTree(Array(merged(examples.tree, right.request, frame, 0).utf8))
        result.append(ExampleRequest(tree, 0, examples.set).subject)
      }
    }
    return result
  }

  @Test func bothMistakesAtOnceGiveOneFinding() throws {
    let examples = try #require(BuiltInExamples.shared)
    var unmet: [String] = []
    for (hider, hidden) in Self.pairs(examples.set) {
      let name = "\(examples.set.rules[hider].id) hides \(examples.set.rules[hidden].id)"
      var open = examples.set
      open.rules[hider].hides.removeAll { $0 == hidden }
      open.rules[hidden].hidesWhatRestsOnPushType = false
      var met = 0
      for subject in Self.requests(hider, hidden, examples) where met < 3 {
        guard Self.fired(subject, open).isSuperset(of: [hider, hidden]) else { continue }
        met += 1
        let said = Self.fired(subject, examples.set)
        #expect(said.contains(hider) && !said.contains(hidden), "\(name)")
      }
      if met == 0 { unmet.append(name) }
    }
    #expect(unmet == [], "no example, and no two as one, draw both when nothing is hidden")
  }

  @Test func eachAloneIsReported() throws {
    let examples = try #require(BuiltInExamples.shared)
    for (hider, hidden) in Self.pairs(examples.set) {
      for rule in [hider, hidden] {
        let alone = examples.examples(of: rule).contains { entry in
          entry.isFail && Self.fired(examples.subject(entry), examples.set).contains(rule)
        }
        #expect(alone, "\(examples.set.rules[rule].id)")
      }
    }
  }

  /// A rule that doubts the push type itself hides what rests on that type.
  @Test func doubtsOfThePushTypeHideWhatRestsOnIt() throws {
    let examples = try #require(BuiltInExamples.shared)
    for hider in examples.set.rules.indices where examples.set.rules[hider].hidesWhatRestsOnPushType {
      for entry in examples.examples(of: hider) where entry.isFail {
        let said = Self.fired(examples.subject(entry), examples.set)
        #expect(said.contains(hider), "\(examples.name(entry))")
        for rule in said where rule != hider {
          let other = examples.set.rules[rule]
          #expect(
            !other.restsOnPushType || other.hidesWhatRestsOnPushType,
            "\(examples.name(entry)) with \(other.id)")
        }
      }
    }
  }

  /// Without the fact that it needs, a rule is silent and its topic is named.
  @Test func whatIsNeededAndUnknownIsSaid() throws {
    let examples = try #require(BuiltInExamples.shared)
    var topics: Set<String> = []
    for (number, rule) in examples.set.rules.enumerated() where !rule.needs.isEmpty {
      for entry in examples.examples(of: number) where entry.isFail {
        // A condition on the fact itself is not met without it, and then there is nothing to say.
        for need in rule.needs where !Self.reads(rule.condition, need.place) {
          var subject = examples.subject(entry)
          switch need.place.root {
          case .now: subject.now = nil
          case .context: subject.context[need.place.lastKey ?? ""] = nil
          default:
            Issue.record("\(rule.id) needs \(need.place.text), for which this test has no way to hide it")
          }
          let result = RuleEngine(examples.set).evaluate(subject)
          let topic = rule.topic ?? need.place.lastKey ?? need.place.root.rawValue
          topics.insert(topic)
          #expect(!result.findings.contains { $0.rule == rule.id }, "\(examples.name(entry))")
          #expect(result.notChecked.contains(topic), "\(examples.name(entry)) does not say '\(topic)'")
        }
      }
    }
    #expect(topics.isSuperset(of: ["environment", "key", "clock"]))
  }

  private static func reads(_ condition: Condition, _ place: Place) -> Bool {
    switch condition {
    case .always: false
    case .test(let tested, _, _): tested.place == place
    case .all(let parts), .any(let parts): parts.contains { reads($0, place) }
    case .not(let inner): reads(inner, place)
    }
  }

  /// Over the smaller limit and under the larger one, the size hangs on a push type that nobody stated.
  @Test func aSizeBetweenTheLimitsIsNotChecked() throws {
    let examples = try #require(BuiltInExamples.shared)
    let sizes: [(count: Int, said: [String], rule: Bool)] = [
      (4096, [], false), (4097, ["size"], false), (5120, ["size"], false), (5121, [], true),
    ]
    for (count, said, isReported) in sizes {
      let frame = #"{"aps":{},"x":""}"#
      var subject = LintSubject()
      subject.payload = .present(
        Array((frame.dropLast(2) + String(repeating: "x", count: count - frame.utf8.count) + "\"}").utf8))
      let result = RuleEngine(examples.set).evaluate(subject)
      #expect(result.bytes == count)
      #expect(result.notChecked.filter { $0 == "size" } == said, "\(count) bytes")
      #expect(result.findings.contains { $0.rule == "payload-too-large" } == isReported, "\(count) bytes")
    }
  }
}
