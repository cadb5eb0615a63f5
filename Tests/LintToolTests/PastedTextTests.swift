import Testing

@testable import LintTool

/// What people paste on standard input: commands that do not begin with `curl`, and commands to other services.
@Suite struct PastedTextTests {
  private static let push =
    "curl --http2 -H 'apns-topic: com.example.app' -H 'authorization: bearer eyJ' -H 'apns-push-type: alert' "
    + #"-d '{"aps":{"alert":"x","badge":"1"}}' "#
    + "https://api.push.apple.com/3/device/8a1f0c4de2b7739f64a05e18cb92d37f0e6a5b41c8d29f73e40b6a1c5d8e92f7"

  @Test(arguments: [
    "\(push)", "for t in $TOKENS; do \(push); done", "TOKEN=1; \(push)", "JWT=abc \(push)",
    "user@mac ~ % \(push)", "/usr/bin/\(push)", "sudo \(push)", "time \(push) | jq .",
  ])
  func commandsAreReadWhereverTheyStandInALine(_ text: String) {
    let run = BuiltInRun(["--format", "compact", "-"], input: Array(text.utf8))
    #expect(run.output.contains("[badge-type]"), "\(run.output)")
    #expect(!run.output.contains("[json-"), "\(run.output)")
  }

  @Test(arguments: [
    (
      #"curl https://exp.host/--/api/v2/push/send -d '{"to":"ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]","badge":"1"}'"#,
      "[expo-member-type]"
    ),
    (
      #"curl https://fcm.googleapis.com/v1/projects/p/messages:send -d '{"message":{"token":"a","notification":{"title":"x"},"data":{"a":1}}}'"#,
      "[fcm-data-type]"
    ),
    (#"curl https://hooks.example.com/x -d '{"message":"hi","to":"me"}'"#, "[not-a-push]"),
    ("Please use curl to send it, or wget.", "[not-a-push]"),
  ])
  func commandsToOtherServicesAreNoBrokenPayloads(_ text: String, _ rule: String) {
    let run = BuiltInRun(["--format", "compact", "-"], input: Array(text.utf8))
    #expect(run.output.contains(rule), "\(run.output)")
    #expect(!run.output.contains("[json-"), "\(run.output)")
  }

  /// Two spellings of one key are two findings, but only one of them can take the name.
  @Test func twoSpellingsOfOneKeyAreRenamedOnce() {
    let text = #"{"aps":{"alert":"x","contentAvailable":1,"content_available":1}}"#
    let run = BuiltInRun(["--format", "json", "-"], input: Array(text.utf8))
    #expect(run.output.split(separator: "misspelt-aps-key").count > 2)
    #expect(
      run.output.split(separator: "rename to content-available", omittingEmptySubsequences: false).count == 2)
  }
}
