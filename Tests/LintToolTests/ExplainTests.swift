import Foundation
import LintTool
import Testing

/// `explain` and `rules` on the built-in rules.
@Suite struct ExplainTests {
  /// What is asked for, and the first line of the answer.
  static let names: [(asked: String, heading: String)] = [
    ("background-user-visible", "background-user-visible: error, dropped"),
    ("Background-User-Visible", "background-user-visible: error, dropped"),
    ("BadDeviceToken", "BadDeviceToken (status 400)"),
    ("baddevicetoken", "BadDeviceToken (status 400)"),
    ("BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken (status 403)"),
    ("no-sound", "no-sound"), ("No sound", "no-sound"), ("no_sound", "no-sound"),
    ("Unregistered", "Unregistered (status 410)"),
    ("Service Unavailable", "ServiceUnavailable (status 503)"),
    // What people have at hand when they ask.
    (#"{"reason":"BadDeviceToken"}"#, "BadDeviceToken (status 400)"),
    (#"HTTP/2 410 {"reason":"Unregistered","timestamp":1788000000000}"#, "Unregistered (status 410)"),
    ("410", "Reasons that come with status 410:"), ("HTTP/2 410", "Reasons that come with status 410:"),
    ("200", "Symptoms that come with status 200:"),
  ]

  @Test(arguments: names)
  func findsNamesOfEveryKind(_ asked: String, _ heading: String) {
    let run = BuiltInRun(["explain", asked])
    #expect(run.status == .clean)
    #expect(run.output.split(separator: "\n").first.map(String.init) == heading)
  }

  /// The reasons of each status, and no other reason.
  @Test(
    arguments: [
      ("403", ["BadCertificate", "InvalidProviderToken", "TopicMismatch"], "Unregistered"),
      ("410", ["ExpiredToken", "Unregistered"], "BadDeviceToken"),
      ("413", ["PayloadTooLarge"], "PayloadEmpty"),
      ("429", ["TooManyProviderTokenUpdates", "TooManyRequests"], "Shutdown"),
    ])
  func aStatusNamesItsReasons(_ status: String, _ reasons: [String], _ other: String) {
    let text = BuiltInRun(["explain", status]).output
    for reason in reasons { #expect(text.contains("\n  \(reason)\n"), "\(reason)") }
    #expect(!text.contains("\n  \(other)\n"))
    #expect(text.contains("Retry: "))
  }

  @Test func withoutANameEverythingIsListed() {
    let run = BuiltInRun(["explain"])
    #expect(run.status == .clean)
    let lines = run.output.split(separator: "\n").map(String.init)
    // Each name begins a line of its own, behind its status or by itself.
    func isListed(_ name: String) -> Bool {
      lines.contains { $0.split(separator: " ").prefix(2).contains { $0 == name } }
    }
    let names = [
      "BadDeviceToken", "Unregistered", "TooManyRequests", "ChannelNotRegistered", "BadJwtToken", "no-sound",
      "silent-push-not-delivered", "works-from-xcode-not-testflight",
    ]
    for name in names { #expect(isListed(name), "\(name)") }
    #expect(lines.allSatisfy { $0.count <= 90 })
    // Sorted by status.
    let statuses = lines.compactMap { $0.hasPrefix("  ") ? Int($0.dropFirst(2).prefix(3)) : nil }
    #expect(statuses == statuses.sorted() && statuses.count > 40)
  }

  @Test func aSymptomNamesItsCausesByLikelihood() {
    let text = BuiltInRun(["explain", "no-sound"]).output
    let parts = [
      "The notification appears without a sound.", "Causes, the likeliest first:", "1. ", "(likely)",
      "How to tell: ", "Rules: ", "(possible)", "Seen before sending: in part.", "Cannot be known offline: ",
      "Source: Apple: ", "See: https://developer.apple.com/documentation/",
    ]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil, "\(part)")
      if let found { rest = rest[found.upperBound...] }
    }
  }

  /// A misspelt key beside the right one: which of them counts.
  @Test(
    arguments: [
      (
        #"{"aps":{"alert":"Hi","content-available":1,"content_available":1}}"#,
        "content-available is there as well and is the one that counts. Remove content_available"
      ),
      (
        #"{"aps":{"alert":{"title":"A","Title":"B"}}}"#,
        "title is there as well and is the one that counts. Remove Title"
      ),
      (#"{"aps":{"alert":"Hi","mutable_content":1}}"#, "it is ignored; write mutable-content"),
    ])
  func aKeyMisspeltBesideTheRightOne(_ payload: String, _ expected: String) {
    let run = BuiltInRun(["-", "--input", "payload"], input: Array(payload.utf8))
    #expect(run.output.contains(expected), "\(run.output)")
  }

  /// Push types that a rule can fire for, also where a condition excludes some or shapes feed it.
  @Test(
    arguments: [
      ("unknown-alert-key", "all"), ("aps-word-beside-aps", "all"), ("alert-type", "all"),
      (
        "topic-suffix-for-push-type",
        "complication,controls,fileprovider,liveactivity,location,nowplaying,pushtotalk,voip,widgets"
      ),
      ("live-activity-event", "liveactivity,nowplaying"), ("broadcast-path-suffix", "liveactivity"),
      (
        "sound-none",
        "alert,complication,controls,fileprovider,liveactivity,location,mdm,nowplaying,pushtotalk,voip,widgets"
      ),
    ])
  func rulesNameTheirPushTypes(_ rule: String, _ types: String) {
    let line = BuiltInRun(["rules"]).output.split(separator: "\n").first { $0.hasPrefix(rule + " ") }
    #expect(line?.split(separator: " ").last.map(String.init) == types)
  }

  @Test func anAnswerIsReadFromStandardInput() {
    let answer = Array("HTTP/2 400\napns-id: x\n\n{\"reason\":\"BadDeviceToken\"}\n".utf8)
    let run = BuiltInRun(["explain", "-"], input: answer)
    #expect(run.output == BuiltInRun(["explain", "BadDeviceToken"]).output)
    let other = BuiltInRun(["explain", "-"], input: Array("hello\n".utf8))
    #expect(other.status == .trouble)
    #expect(other.errors.contains("stands in what came on standard input"))
  }

  static let misspelt: [(asked: String, nearest: String)] = [
    ("BadDevicToken", "BadDeviceToken"), ("BadEnvironmentKeyInTokn", "BadEnvironmentKeyInToken"),
    ("background-user-visibel", "background-user-visible"), ("no_sounds", "no-sound"),
  ]

  @Test(arguments: misspelt)
  func namesTheNearest(_ asked: String, _ nearest: String) {
    let run = BuiltInRun(["explain", asked])
    #expect(run.status == .trouble)
    #expect(run.errors.contains("did you mean '\(nearest)'?"))
  }

  @Test func aRuleIsShownWithItsExampleAndItsFix() {
    let text = BuiltInRun(["explain", "background-user-visible"]).output
    let parts = [
      "Why: ", "What to do: ", "When: push type background", "This draws it:", "\"alert\": \"Hi\"", "^^^^^^^",
      "Fixed (unsafe: remove alert):", "{\"aps\": {\"content-available\": 1}}", "This is right:",
      "Explained under: silent-push-not-delivered", "Source: Apple: ",
    ]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil, "\(part)")
      if let found { rest = rest[found.upperBound...] }
    }
    #expect(!text.contains("facts 1"))
  }

  @Test func everyRuleIsListed() throws {
    let text = BuiltInRun(["rules", "--format", "json"]).output
    let members = ["id", "severity", "outcome", "reason", "status", "pushTypes", "source"]
    for member in members {
      #expect(text.components(separatedBy: "\"\(member)\":").count - 1 == Self.rules.count, "\(member)")
    }
  }

  /// Ids of the rules, from the list in text form.
  private static let rules: [String] = BuiltInRun(["rules"]).output.split(separator: "\n").dropFirst()
    .compactMap { $0.split(separator: " ").first.map(String.init) }
}
