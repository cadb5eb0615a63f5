import LintTool
import PayloadRules
import Testing

/// Every answer of the service, down to an example that draws it.
@Suite struct ReasonCoverageTests {
  /// The answers that Apple documents, and the one that was observed: facts that rules.yaml must not lose.
  static let documented: [(id: String, status: Int?, offline: String)] = [
    ("BadCollapseId", 400, "yes"), ("BadDeviceToken", 400, "partly"), ("BadExpirationDate", 400, "partly"),
    ("BadMessageId", 400, "yes"), ("BadPriority", 400, "yes"), ("BadTopic", 400, "partly"),
    ("DeviceTokenNotForTopic", 400, "partly"), ("DuplicateHeaders", 400, "yes"), ("IdleTimeout", 400, "no"),
    ("InvalidPushType", 400, "partly"), ("MissingDeviceToken", 400, "yes"), ("MissingTopic", 400, "partly"),
    ("PayloadEmpty", 400, "yes"), ("TopicDisallowed", 400, "partly"), ("BadCertificate", 403, "partly"),
    ("BadCertificateEnvironment", 403, "partly"), ("ExpiredProviderToken", 403, "partly"),
    ("Forbidden", 403, "no"), ("InvalidProviderToken", 403, "partly"), ("MissingProviderToken", 403, "yes"),
    ("UnrelatedKeyIdInToken", 403, "no"), ("BadEnvironmentKeyIdInToken", 403, "partly"),
    ("BadPath", 404, "yes"), ("MethodNotAllowed", 405, "yes"), ("ExpiredToken", 410, "no"),
    ("Unregistered", 410, "no"), ("PayloadTooLarge", 413, "yes"),
    ("TooManyProviderTokenUpdates", 429, "no"), ("TooManyRequests", 429, "no"),
    ("InternalServerError", 500, "no"), ("ServiceUnavailable", 503, "no"), ("Shutdown", 503, "no"),
    ("FeatureNotEnabled", 400, "no"), ("MissingChannelId", 400, "yes"), ("BadChannelId", 400, "partly"),
    ("ChannelNotRegistered", 400, "no"), ("BadRequestParams", 400, "yes"),
    ("BadRequestPayload", 400, "yes"), ("MissingChannelQueueSize", nil, "yes"),
    ("MissingPushType", 400, "yes"), ("CannotCreateChannelConfig", 400, "no"), ("TopicMismatch", 403, "no"),
    ("BadTtl", nil, "yes"), ("BadUrgency", nil, "yes"), ("BadWebPushRequest", nil, "no"),
    ("BadWebPushTopic", nil, "yes"), ("VapidPkHashMismatch", nil, "no"),
    ("BadAuthorizationHeader", nil, "partly"), ("BadJwtToken", nil, "partly"),
    ("BadVapidPublicKey", nil, "partly"),
  ]

  private static let library = RuleLibrary.shared

  @Test(arguments: documented.indices)
  func everyAnswerIsThere(_ index: Int) throws {
    let (id, status, offline) = Self.documented[index]
    let reason = try #require(Self.library.reasons.first { $0.id == id && !$0.isSymptom }, "\(id)")
    #expect(reason.status == status, "\(id)")
    #expect(reason.offline == offline, "\(id)")
    #expect(!reason.meaning.isEmpty)
    #expect(!reason.causes.isEmpty, "\(id)")
    #expect(reason.retry != nil, "\(id)")
    #expect(reason.source != nil, "\(id)")
    for cause in reason.causes { #expect(cause.tell != nil, "\(id): \(cause.cause)") }
    if offline != "yes" {
      #expect(reason.note != nil || reason.causes.count > 0, "\(id) says what cannot be known")
    }
  }

  @Test func noAnswerIsMadeUp() {
    let known = Set(Self.documented.map(\.id))
    #expect(Self.library.reasons.filter { !$0.isSymptom && !known.contains($0.id) }.map(\.id) == [])
  }

  @Test(arguments: library.reasons.map(\.id))
  func everyAnswerHasItsRules(_ id: String) throws {
    let reason = try #require(Self.library.reasons.first { $0.id == id })
    for name in reason.rules + reason.causes.flatMap(\.rules) {
      #expect(Self.library.rule(name) != nil, "\(id) names \(name)")
    }
    guard !reason.isSymptom else { return }
    let named = Self.library.rules.filter { $0.reason == id }
    #expect(
      named.filter { !reason.rules.contains($0.id) }.map(\.id) == [], "\(id) leaves out rules of its own")
    switch reason.offline {
    case "no": #expect(reason.rules == [] && named.isEmpty, "\(id)")
    case "yes":
      #expect(drawn(id, by: named), "no example draws \(id)")
    default:
      let listed = reason.rules.compactMap { Self.library.rule($0) }
      #expect(drawn(id, by: named) || drawn(nil, by: listed), "no example draws \(id)")
    }
  }

  /// Whether a failing example of one of the rules draws it, with the reason if there is one to ask for.
  private func drawn(_ reason: String?, by rules: [RuleDescription]) -> Bool {
    rules.contains { rule in
      Self.library.runner.cases(of: rule.id).contains { example in
        !example.isPass
          && Self.library.runner.findings(example.subject, of: rule.id).contains {
            reason == nil || $0.reason == reason
          }
      }
    }
  }

  /// Reasons in rules are reasons that there are.
  @Test func rulesNameReasonsThatExist() {
    let names = Set(Self.library.reasons.flatMap { [$0.id] + $0.formerly })
    #expect(Self.library.rules.filter { $0.reason.map { !names.contains($0) } ?? false }.map(\.id) == [])
  }
}
