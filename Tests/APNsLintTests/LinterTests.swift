import APNsLint
import Testing

/// What a sender meets: correct pushes pass, wrong ones are named, a session answers as the linter does.
@Suite struct LinterTests {
  private static let now = 1_788_000_000.0
  private static let token = "3f9c1a77d0be4582c6e90b14f7a8d35e2b61c04d98ef7a31506bd2c9e4871fa6"

  private static func request(
    _ headers: [String: String], _ payload: String, _ credential: PushRequest.Credential = .addedLater
  ) -> PushRequest {
    PushRequest(token: token, headers: headers, payload: payload, credential: credential)
  }

  /// Headers, payload, and the first rule broken; nil for a push that is right.
  static let pushes: [(headers: [String: String], payload: String, rule: String?)] = [
    (["apns-topic": "com.example.app", "apns-push-type": "alert"], #"{"aps":{"alert":"Hi"}}"#, nil),
    (
      ["apns-topic": "com.example.app", "apns-push-type": "background", "apns-priority": "5"],
      #"{"aps":{"content-available":1},"sync":7}"#, nil
    ),
    (
      ["apns-topic": "com.example.app.voip", "apns-push-type": "voip", "apns-expiration": "0"],
      #"{"call":"7"}"#,
      nil
    ),
    (
      ["apns-topic": "com.example.app", "apns-push-type": "background", "apns-priority": "10"],
      #"{"aps":{"content-available":1}}"#, "background-priority"
    ),
    (["apns-push-type": "alert"], #"{"aps":{"alert":"Hi"}}"#, "topic-missing"),
    (
      ["apns-topic": "com.example.app", "apns-push-type": "voip", "apns-expiration": "0"], #"{"call":"7"}"#,
      "topic-suffix-for-push-type"
    ),
    (
      ["apns-topic": "com.example.app", "apns-push-type": "alert"], #"{"aps":{"alert":"Hi",}}"#,
      "json-trailing-comma"
    ),
  ]

  @Test(arguments: pushes.indices)
  func verdicts(_ index: Int) {
    let push = Self.pushes[index]
    let request = Self.request(push.headers, push.payload)
    let report = Linter().lint(request, now: Self.now)
    #expect(report.verdict.firstRule == push.rule, "\(report.findings.map(\.message))")
    #expect(report.isAcceptable == (push.rule == nil))
    #expect(report.json().utf8.first == UInt8(ascii: "{"))
  }

  @Test func aSessionAnswersAsTheLinterDoes() {
    let linter = Linter()
    var session = linter.makeSession()
    for _ in 0..<2 {
      for push in Self.pushes {
        let request = Self.request(push.headers, push.payload)
        #expect(session.lint(request, now: Self.now).json() == linter.lint(request, now: Self.now).json())
        #expect(session.verdict(request, now: Self.now).firstRule == push.rule)
      }
    }
  }

  @Test func theCredentialDecidesWhatIsMissed() {
    let linter = Linter()
    let bare = Self.request(["apns-push-type": "alert"], #"{"aps":{"alert":"Hi"}}"#, .certificate)
    #expect(linter.lint(bare, now: Self.now).isAcceptable)
    let token = Self.request(["apns-push-type": "alert"], #"{"aps":{"alert":"Hi"}}"#, .token)
    #expect(!linter.lint(token, now: Self.now).isAcceptable)
  }

  @Test func nothingCrashesOnWhatIsNoPush() {
    let linter = Linter()
    for payload in ["", "{", "[]", "null", "\u{0}", String(repeating: "[", count: 100_000)] {
      _ = linter.lint(PushRequest(headers: [:], payload: payload), now: Self.now)
    }
  }
}
