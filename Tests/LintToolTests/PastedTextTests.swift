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

  private static let token = "9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"

  /// A token as it is copied from logs, code and mails; what is around it is no part of it.
  @Test(
    arguments: [
      (token, []), ("\"\(token)\"\n", []), ("'\(token)'", []), ("  \(token) \r\n\n", []),
      (
        "<9f8a1c5e 7b3d2f60 418297a3 c5d7e9fb 0a1b2c3d 4e5f6071 8293a4b5 c6d7e8f9>\n",
        ["device-token-description"]
      ),
      ("\(token.prefix(32)) \(token.suffix(32))", ["device-token-blank"]),
      ("\(token.prefix(32))\n\(token.suffix(32))\n", ["device-token-blank"]),
      ("\(token)\n\(token)\n", ["not-a-push"]), ("\"\(token.prefix(40))\"", ["not-a-push"]),
      ("<\(token)", ["not-a-push"]), ("cafe babe", ["not-a-push"]),
    ] as [(String, [String])])
  func tokensAreReadWithoutWhatIsAroundThem(_ text: String, _ rules: [String]) {
    let run = BuiltInRun(["--format", "json", "-"], input: Array(text.utf8))
    #expect(run.rules == rules, "\(run.output)")
    #expect(run.results.first?["input"] as? String == (rules == ["not-a-push"] ? "auto" : "token"))
  }

  /// What was said to be a token is taken by its letters.
  @Test func aTokenByNameKeepsItsQuotes() {
    let run = BuiltInRun(
      ["--format", "json", "--input", "token", "-"], input: Array("\"\(Self.token)\"".utf8))
    #expect(run.rules.contains("device-token-not-hex"), "\(run.rules)")
  }

  @Test(
    arguments: [
      (
        "headers: {apns-topic: com.example.app, apns-push-type: alert}\npayload: {aps: {alert: Hi, badge: '1'}}\n",
        ["badge-type"], "request"
      ),
      (
        "- headers: {apns-topic: com.example.app, apns-push-type: alert}\n  method: POST\n  payload: {aps: {alert: Hi, badge: '1'}}\n",
        ["badge-type"], "request"
      ),
      ("aps:\n  alert: Hi\n  badge: '1'\n", ["badge-type"], "payload"),
      (
        "{\"aps\":{\"alert\":\"Hi\"}}\n\n{\"aps\":{\"alert\":\"Hi\",\"badge\":\"1\"}}\r\n", ["badge-type"],
        "jsonl"
      ),
      (
        "{\"aps\":{\"alert\":\"Hi\"}}\n{\"aps\":{\"alert\":\"Hi\",\"badge\":\"1\"}\n", ["json-trailing-text"],
        "payload"
      ),
      ("{\"a\":1}\n{\"aps\":{\"alert\":\"Hi\",\"badge\":\"1\"}}\n", ["not-a-push"], "auto"),
      ("Subject: a push\nbody: not a: push: at all\nheaders: x\n", ["not-a-push"], "auto"),
      ("token: aa\nhost: b\n", ["not-a-push"], "auto"),
    ] as [(String, [String], String)])
  func requestsAndLinesAreToldByTheirLooks(_ text: String, _ rules: [String], _ input: String) {
    let run = BuiltInRun(["--format", "json", "-"], input: Array(text.utf8))
    #expect(run.rules.sorted() == rules, "\(run.output)\(run.errors)")
    #expect(run.results.first?["input"] as? String == input)
    #expect(run.problems.isEmpty)
  }

  @Test(arguments: [
    ("curl -K push.curlrc", "curl takes options from push.curlrc, which is not read"),
    (
      "bash -c \"curl -K push.curlrc\"", "what stands in quotes behind -c sends no push"
    ),
    (
      "aws sns publish --message file://gone.json --message-structure json",
      "the message in gone.json cannot be read"
    ),
  ])
  func whatIsNotReadIsSaid(_ text: String, _ detail: String) {
    let run = BuiltInRun(["--format", "compact", "-"], input: Array(text.utf8))
    #expect(run.output.contains("this is no push: \(detail) [not-a-push]"), "\(run.output)")
  }

  /// Of a script in quotes the places are true, and nothing is to be written into it.
  @Test(arguments: [
    #"bash -c "curl --http2 -H 'apns-topic: a.b' -H 'apns-push-type: alert' -d '{\"aps\":{\"badge\":\"1\"}}' \#(url)""#,
    #"sudo sh -ec 'set -e; curl --http2 -H "apns-topic: a.b" -H "apns-push-type: alert" -d "{\"aps\":{\"badge\":\"1\"}}" \#(url)'"#,
  ])
  func aScriptInQuotesIsRead(_ text: String) {
    let run = BuiltInRun(["--format", "json", "--context", "certificate=true", "-"], input: Array(text.utf8))
    #expect(run.rules == ["badge-type"], "\(run.output)")
    #expect(run.marked("badge-type", in: Array(text.utf8)) == Array(#"\"1\""#.utf8))
    #expect(run.findings.first?["fix"] is [String: Any] == false)
    #expect(run.results.first?["input"] as? String == "curl")
  }

  private static let url =
    "https://api.push.apple.com/3/device/8a1f0c4de2b7739f64a05e18cb92d37f0e6a5b41c8d29f73e40b6a1c5d8e92f7"

  @Test func aPublishedMessageIsReadFromItsFile() throws {
    let scratch = try Scratch([
      "a.sh":
        "aws sns publish --target-arn arn:aws:sns:us-east-1:1:endpoint/APNS/app/1 --message-structure json "
        + "--message file://m.json\n",
      "m.json": #"{"default":"x","APNS":"{\"aps\":{\"alert\":\"Hi\",\"badge\":\"1\"}}"}"#,
    ])
    let run = BuiltInRun(["--format", "json", scratch("a.sh")])
    #expect(run.rules == ["badge-type"])
    #expect(run.findings.first?["pointer"] as? String == "/Message#/APNS#/aps/badge")
    #expect(run.marked("badge-type", in: Array(scratch.text("a.sh").utf8)) == Array("file://m.json".utf8))
    #expect(run.findings.first?["fix"] is [String: Any] == false)
  }

  /// Two spellings of one key are two findings, but only one of them can take the name.
  @Test func twoSpellingsOfOneKeyAreRenamedOnce() {
    let text = #"{"aps":{"alert":"x","contentAvailable":1,"content_available":1}}"#
    let run = BuiltInRun(["--format", "json", "-"], input: Array(text.utf8))
    #expect(run.output.split(separator: "misspelt-aps-key").count > 2)
    #expect(
      run.output.split(separator: "rename to content-available", omittingEmptySubsequences: false).count == 2)
  }

  /// What is said to be of a type, or of a log of pushes, is none that nobody looked at.
  @Test(arguments: [
    (["--push-type", "alert"], #"{"alert":"Hi","badge":1}"#, "error [aps-missing]"),
    (["--push-type", "voip"], #"{"callId":"abc"}"#, ""),
    (["--topic", "com.example.app"], "[1]", "note [not-a-push]"),
    ([], #"{"alert":"Hi","badge":1}"#, "note [not-a-push]"),
    (["--input", "payload"], #"{"callId":"abc"}"#, "warning [payload-is-no-push]"),
    (["--input", "jsonl"], "{\"alert\":\"Hi\"}\n{\"aps\":{\"alert\":\"Hi\"}}\n", "note [not-a-push]"),
    (["--input", "jsonl", "--push-type", "voip"], "{\"callId\":\"abc\"}\n", ""),
    (
      [],
      #"{"method":"GET","host":"api-manage-broadcast.push.apple.com","port":2196,"#
        + #""path":"/1/apps/com.example.app/channels","headers":{}}"#,
      "error [channel-id-missing]"
    ),
    (["--input", "jsonl"], "{\"mdm\":\"5A7C-MAGIC\"}\n", ""),
  ])
  func whatIsSaidToBeAPushIsJudged(_ options: [String], _ text: String, _ expected: String) {
    let run = BuiltInRun(["--format", "compact", "-"] + options, input: Array(text.utf8))
    let found = run.output.split(separator: "\n").map { line in
      let severity = line.split(separator: " ").dropFirst().first?.dropLast() ?? ""
      return "\(severity) \(line.split(separator: " ").last ?? "")"
    }
    #expect(found == (expected.isEmpty ? [] : [expected]), "\(run.output)")
  }
}
