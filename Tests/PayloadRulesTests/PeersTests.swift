import LintTool
import PayloadRules
import Testing

/// The checks that other tools have, or that users asked them for, and the rules that cover each.
@Suite struct PeersTests {
  static let checks: [(number: Int, check: String, rules: [String])] = [
    (
      1, "method, path",
      ["method-not-post", "channel-method", "channel-list-method", "unknown-path", "channel-id-in-path"]
    ),
    (
      2, "token is hex",
      [
        "device-token-not-hex", "device-token-odd", "device-token-short", "device-token-long",
        "device-token-missing",
      ]
    ),
    (3, "token kind fits push type", ["token-kind-for-push-type", "token-kind-for-live-activity"]),
    (4, "token environment = host", ["token-environment-for-host"]),
    (5, "topic present", ["topic-missing", "topic-missing-with-certificate", "topic-empty", "topic-shape"]),
    (
      6, "topic suffix fits push type",
      ["topic-suffix-for-push-type", "topic-suffix-unexpected", "topic-suffix-twice"]
    ),
    (7, "push type known", ["push-type-unknown", "push-type-newer", "push-type-case"]),
    (
      8, "push type present",
      ["push-type-missing", "push-type-missing-on-watchos", "broadcast-push-type-missing"]
    ),
    (9, "priority value", ["priority-value"]),
    (
      10, "priority fits type",
      [
        "background-priority", "background-priority-low", "background-priority-omitted",
        "push-to-talk-priority", "live-activity-priority",
      ]
    ),
    (
      11, "expiration",
      [
        "expiration-not-integer", "expiration-negative", "expiration-milliseconds", "expiration-duration",
        "expiration-past", "voip-expiration-late", "push-to-talk-expiration",
      ]
    ),
    (12, "collapse-id <= 64 bytes", ["collapse-id-size"]),
    (13, "apns-id is a UUID", ["apns-id-format", "apns-id-upper-case"]),
    (14, "duplicated or unknown headers", ["duplicate-header", "unknown-apns-header", "misspelt-header"]),
    (
      15, "JWT: alg, kid, iss, iat, age, signature",
      [
        "provider-token-algorithm", "provider-token-key-id-missing", "provider-token-key-id-length",
        "provider-token-team-id-missing", "provider-token-issued-at-missing", "provider-token-issued-at-type",
        "provider-token-expired", "provider-token-signature",
      ]
    ),
    (
      16, "certificate expiry, environment and topics; certificate fits the push",
      [
        "certificate-expired", "certificate-environment-for-host", "certificate-topic",
        "certificate-for-token-only-type", "certificate-for-push-type",
      ]
    ),
    (17, "payload size", ["payload-too-large", "payload-large-as-kept", "payload-large-when-filled"]),
    (
      18, "body is JSON",
      ["json-trailing-comma", "json-unclosed", "json-unexpected", "json-empty", "payload-not-object"]
    ),
    (
      19, "duplicate keys, BOM, bad UTF-8, lone surrogates, NaN",
      [
        "json-duplicate-key", "json-byte-order-mark", "json-invalid-utf-8", "json-lone-surrogate",
        "json-not-a-number",
      ]
    ),
    (20, "aps present and an object", ["aps-missing", "aps-not-object", "mdm-with-aps"]),
    (21, "unknown or misspelt aps key", ["unknown-aps-key", "misspelt-aps-key"]),
    (
      22, "custom data in aps, or Apple keys outside",
      ["unknown-aps-key", "misplaced-aps-key", "aps-word-beside-aps", "alert-beside-aps"]
    ),
    (
      23, "value types in aps",
      [
        "alert-type", "badge-type", "sound-type", "aps-text-type", "flag-type", "aps-date-type",
        "aps-object-type", "relevance-score-type",
      ]
    ),
    (
      24, "content-available and mutable-content are the number 1",
      ["flag-true", "flag-off", "flag-text", "flag-other-number", "background-content-available-value"]
    ),
    (
      25, "interruption-level enum",
      ["interruption-level-value", "interruption-level-spelling", "interruption-level-letter-case"]
    ),
    (26, "relevance-score range", ["relevance-score-range"]),
    (
      27, "sound dictionary",
      [
        "sound-object-type", "sound-volume-range", "sound-critical-boolean", "misspelt-sound-key",
        "sound-extension",
      ]
    ),
    (
      28, "loc-args need their loc-key, are arrays of strings",
      ["loc-args-without-key", "loc-args-type", "loc-args-element-type", "loc-args-number"]
    ),
    (
      29, "live activity: event, timestamp, content-state, attributes, dates",
      [
        "live-activity-missing-keys", "live-activity-event", "live-activity-timestamp-milliseconds",
        "live-activity-stale-date-milliseconds", "live-activity-dismissal-date-milliseconds",
        "content-state-schema",
      ]
    ),
    (30, "background push carries alert, badge or sound", ["background-user-visible"]),
    (31, "custom key named aps clobbers Apple's", ["json-duplicate-key"]),
  ]

  private static let library = RuleLibrary.shared

  @Test(arguments: checks.indices)
  func everyCheckHasRulesWithExamples(_ index: Int) {
    let check = Self.checks[index]
    #expect(check.number == index + 1)
    for id in check.rules {
      #expect(Self.library.rule(id) != nil, "\(check.number), \(check.check): no rule is called \(id)")
      let cases = Self.library.runner.cases(of: id)
      #expect(cases.contains { $0.isPass }, "\(id) has no passing example")
      #expect(cases.contains { !$0.isPass }, "\(id) has no failing example")
      for example in cases {
        let drawn = !Self.library.runner.findings(example.subject, of: id).isEmpty
        #expect(drawn == !example.isPass, "\(id)")
      }
    }
  }

  /// `aps` twice: the later one wins in most parsers, and the message names both.
  @Test func twoKeysNamedAps() throws {
    var vector = ConformanceVector(id: "two aps", verdict: .init(outcome: "unknown"), source: "", why: "")
    vector.body = Array(#"{"aps":{"alert":"Hi"},"order":7,"aps":{"kind":"order"}}"#.utf8)
    let findings = Self.library.engine.evaluate(vector.subject).findings
    let finding = try #require(findings.first { $0.rule == "json-duplicate-key" })
    #expect(finding.place.range.map { $0.start } == 32)
    #expect(!finding.notes.isEmpty)
  }
}
