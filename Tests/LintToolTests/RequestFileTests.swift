import Foundation
import LintTool
import Testing

/// What a request file says in words that do not exist, or in a form that cannot be read, is reported at its
/// place with the nearest match.
@Suite struct RequestFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var rule: String
    /// The characters that the finding marks.
    var marked: String
    /// The file after the fix; nil where there is none.
    var fixed: String?
    var name = "request.json"

    var testDescription: String { "\(name): \(text)" }
  }

  static let cases: [Case] = [
    Case(
      text: "environment: prod\ntoken: aa\npayload: {aps: {}}\n", rule: "request-unknown-value",
      marked: "prod",
      fixed: "environment: production\ntoken: aa\npayload: {aps: {}}\n", name: "request.yaml"),
    Case(
      text: #"{"environment": "Sandbox", "token": "aa", "payload": {"aps": {}}}"#,
      rule: "request-unknown-value",
      marked: #""Sandbox""#, fixed: #"{"environment": "development", "token": "aa", "payload": {"aps": {}}}"#),
    Case(
      text: #"{"environment": "moon", "token": "aa", "payload": {"aps": {}}}"#, rule: "request-unknown-value",
      marked: #""moon""#),
    Case(
      text: "token: aa\ncontext: {teamid: X}\npayload: {aps: {}}\n", rule: "request-unknown-context",
      marked: "teamid", fixed: "token: aa\ncontext: {team-id: X}\npayload: {aps: {}}\n", name: "request.yaml"),
    Case(
      text: #"{"token": "aa", "context": {"team-id": "X", "colour": 1}, "payload": {"aps": {}}}"#,
      rule: "request-unknown-context", marked: #""colour""#),
    Case(
      text: #"{"token": "aa", "context": {"trace": 1}, "payload": {"aps": {}}}"#,
      rule: "request-foreign-context", marked: #""trace""#),
    Case(
      text: #"{"token": "aa", "context": {"now": "noon"}, "payload": {"aps": {}}}"#,
      rule: "request-unknown-value", marked: #""noon""#),
    Case(
      text: #"{"headers": "apns-topic: a", "payload": {"aps": {}}, "token": "aa"}"#,
      rule: "request-field-form",
      marked: #""apns-topic: a""#),
    Case(
      text: #"{"headers": ["apns-topic: a"], "payload": {"aps": {}}, "token": "aa"}"#,
      rule: "request-field-form", marked: #""apns-topic: a""#),
    Case(
      text: #"{"token": ["aa"], "payload": {"aps": {}}}"#, rule: "request-field-form", marked: #"["aa"]"#),
    Case(
      text: #"{"token": "aa", "payload": {"aps": {}}, "body": "{}"}"#, rule: "request-two-bodies",
      marked: #""body""#),
    Case(
      text: "token: aa\nbody: '{}'\npayload-file: push.json\n", rule: "request-two-bodies",
      marked: "payload-file", name: "request.yaml"),
  ]

  @Test(arguments: cases)
  func reported(_ test: Case) throws {
    let scratch = try Scratch([test.name: test.text, "push.json": #"{"aps": {}}"#])
    let run = ToolRun([scratch(test.name), "--input", "request", "--format", "json"])
    #expect(run.rules == [test.rule], "\(run.output)\(run.errors)")
    #expect(run.marked(in: Array(test.text.utf8)) == [test.marked])
    #expect(run.findings.first.flatMap { Self.fixed($0, test.text) } == test.fixed)
  }

  @Test(arguments: [
    #"{"environment": "{{stage}}", "token": "aa", "payload": {"aps": {}}}"#,
    #"{"environment": null, "token": "aa", "payload": {"aps": {}}, "body": null}"#,
    #"{"headers": "{{headers}}", "token": "aa", "payload": {"aps": {}}}"#,
    #"{"headers": [["apns-topic", "a"], {"apns-priority": 5}], "token": "aa", "payload": {"aps": {}}}"#,
    #"{"context": {"now": 1788000000, "certificate": true}, "token": "aa", "payload": {"aps": {}}}"#,
    #"{"recordedBy": "x", "attempt": 2, "token": "aa", "payload": {"aps": {}}}"#,
  ])
  func leftAlone(_ text: String) {
    let run = ToolRun(["-", "--input", "request", "--format", "json"], input: text)
    #expect(run.rules == [], "\(run.output)")
    #expect(run.problems.isEmpty)
  }

  @Test(arguments: ["headers:", "headers: null", "headers: ~"])
  func noHeaders(_ line: String) {
    let text = line + "\ntoken: aa\nenvironment:\npayload: {aps: {}}\nbody:\n"
    let run = ToolRun(
      ["-", "--stdin-filename", "a.yaml", "--input", "request", "--format", "json"], input: text)
    #expect(run.rules == [], "\(run.output)")
  }

  @Test("A recording that writes down which body there was not")
  func nullBodies() {
    let text = #"{"token": "aa", "payload": {"aps": {"alert": "BAD"}}, "body": null, "payload-file": null}"#
    let run = ToolRun(["-", "--input", "request", "--format", "json"], input: text)
    #expect(run.rules == ["bad-word"], "\(run.output)\(run.errors)")
    #expect(run.problems.isEmpty)
  }

  @Test(
    "A payload file out of the request's repository is not read",
    arguments: ["../../secret.json", "/etc/hostname", "a/../../../secret.json"])
  func outside(_ name: String) throws {
    let scratch = try Scratch([
      "in/.git/HEAD": "", "in/r/request.json": "{\"token\": \"aa\", \"payload-file\": \"\(name)\"}",
      "secret.json": #"{"aps": {"alert": "BAD"}}"#,
    ])
    let run = ToolRun([scratch("in/r/request.json"), "--format", "json"])
    #expect(run.status == .trouble)
    #expect(run.rules == [])
    let message = run.problems.first?["message"] as? String
    #expect(message?.contains("leads out of the repository of the request") == true)
    #expect(run.problems.first?["line"] as? Int == 1)
  }

  @Test("In another folder of the repository a payload is read, and nothing else")
  func elsewhereInTheRepository() throws {
    let scratch = try Scratch([
      "requests/a.json": #"{"token": "aa", "payload-file": "../payloads/a.json"}"#,
      "requests/b.json": #"{"token": "aa", "payload-file": "../account.json"}"#,
      "payloads/a.json": #"{"aps": {"alert": "BAD"}}"#,
      "account.json": #"{"private_key": "BAD", "aps": "BAD"}"#,
    ])
    let run = ToolRun([scratch("requests/a.json"), "--format", "json"])
    #expect(run.rules == ["bad-word"])
    #expect(run.marked(in: Array(scratch.text("payloads/a.json").utf8)) == ["BAD"])
    let other = ToolRun([scratch("requests/b.json"), "--format", "json"])
    #expect(other.rules == [] && other.status == .trouble)
    #expect(
      (other.problems.first?["message"] as? String)?.contains("holds no push, so it is not read") == true)
  }

  private static let pushAddress =
    "https://api.push.apple.com/3/device/9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"

  /// A missing header is written into the header set in the form that the set has.
  static let insertions: [(name: String, text: String, fixed: String?)] = [
    (
      "request.json",
      "{\n  \"headers\": {\n    \"apns-topic\": \"com.example.app\"\n  },\n  \"payload\": {\"aps\": {\"alert\": \"Hi\"}}\n}",
      "{\n  \"headers\": {\n    \"apns-topic\": \"com.example.app\",\n    \"apns-push-type\": \"alert\"\n  },\n  \"payload\": {\"aps\": {\"alert\": \"Hi\"}}\n}"
    ),
    (
      "request.json", #"{"headers": {}, "payload": {"aps": {"alert": "Hi"}}}"#,
      #"{"headers": {"apns-push-type": "alert"}, "payload": {"aps": {"alert": "Hi"}}}"#
    ),
    (
      "request.json",
      #"{"headers": [["apns-topic", "com.example.app"]], "payload": {"aps": {"alert": "Hi"}}}"#,
      #"{"headers": [["apns-topic", "com.example.app"], ["apns-push-type", "alert"]], "payload": {"aps": {"alert": "Hi"}}}"#
    ),
    (
      "request.json",
      #"{"headers": [{"apns-topic": "com.example.app"}], "payload": {"aps": {"alert": "Hi"}}}"#, nil
    ),
    (
      "request.yaml", "headers:\n  apns-topic: com.example.app\npayload: {aps: {alert: Hi}}\n",
      "headers:\n  \"apns-push-type\": \"alert\"\n  apns-topic: com.example.app\npayload: {aps: {alert: Hi}}\n"
    ),
    (
      "request.yaml", "headers: {apns-topic: com.example.app}\npayload: {aps: {alert: Hi}}\n",
      "headers: {apns-topic: com.example.app, \"apns-push-type\": \"alert\"}\npayload: {aps: {alert: Hi}}\n"
    ),
    (
      "push.sh", "x; curl --http2 -H 'apns-topic: a.b' -d '{\"aps\":{\"alert\":\"Hi\"}}' \(pushAddress)\n",
      "x; curl -H 'apns-push-type: alert' --http2 -H 'apns-topic: a.b' -d '{\"aps\":{\"alert\":\"Hi\"}}' \(pushAddress)\n"
    ),
    (
      "push.sh",
      "curl https://example.com --next -H 'apns-topic: a.b' -d '{\"aps\":{\"alert\":\"Hi\"}}' \(pushAddress)\n",
      nil
    ),
    (
      "push.http", "POST \(pushAddress)\r\napns-topic: a.b\r\n\r\n{\"aps\":{\"alert\":\"Hi\"}}\r\n",
      "POST \(pushAddress)\r\napns-topic: a.b\r\napns-push-type: alert\r\n\r\n{\"aps\":{\"alert\":\"Hi\"}}\r\n"
    ),
    (
      "push.http", "POST \(pushAddress)\n\n{\"aps\":{\"alert\":\"Hi\"}}\n",
      "POST \(pushAddress)\napns-push-type: alert\n\n{\"aps\":{\"alert\":\"Hi\"}}\n"
    ),
    ("push.http", "POST https://api.push.apple.com\n  /3/device/00\n\n{\"aps\":{\"alert\":\"Hi\"}}\n", nil),
    (
      "push.http",
      ":method = POST\n:authority = api.push.apple.com\n:path = /3/device/00\napns-topic = a.b\n\n{\"aps\":{\"alert\":\"Hi\"}}\n",
      nil
    ),
    (
      "requests.jsonl",
      "{\"aps\": {\"alert\": \"Hi\"}}\n{\"headers\": {}, \"payload\": {\"aps\": {\"alert\": \"Hi\"}}}\n",
      "{\"aps\": {\"alert\": \"Hi\"}}\n{\"headers\": {\"apns-push-type\": \"alert\"}, \"payload\": {\"aps\": {\"alert\": \"Hi\"}}}\n"
    ),
  ]

  @Test(arguments: insertions)
  func missingHeaderIsAdded(name: String, text: String, fixed: String?) {
    let run = BuiltInRun(["-", "--stdin-filename", name, "--format", "json"], input: Array(text.utf8))
    let finding = run.findings.first { $0["rule"] as? String == "push-type-missing" }
    #expect(finding != nil, "\(run.output)")
    #expect(finding.flatMap { Self.fixed($0, text) } == fixed)
  }

  @Test("A UTF-16 text is written anew as a whole, and never in part")
  func utf16() {
    let text = #"{"aps": {"alert": "é BAD"}}"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let run = ToolRun(["-", "--input", "payload", "--format", "json"], bytes: bytes)
    let fixes = run.findings.compactMap { $0["fix"] as? [String: Any] }
    #expect(fixes.count == 1)
    let edit = (fixes.first?["edits"] as? [[String: Any]])?.first
    #expect(edit?["start"] as? Int == 0)
    #expect(edit?["end"] as? Int == bytes.count)
    #expect(edit?["text"] as? String == text)
  }

  @Test("A payload file in UTF-16 is said to be so, at its place")
  func payloadFileInUTF16() throws {
    let scratch = try Scratch(["request.json": #"{"token": "aa", "payload-file": "push.json"}"#])
    try scratch.write("push.json", [0xFF, 0xFE] + #"{"aps": {}}"#.utf8.flatMap { [$0, 0] })
    let run = ToolRun([scratch("request.json"), "--format", "json"])
    #expect(run.rules == ["json-utf-16"])
    let range = run.findings.first?["range"] as? [String: Any]
    #expect((range?["file"] as? String)?.hasSuffix("push.json") == true)
    // Edits of a report count in the input's own file.
    #expect(run.findings.first?["fix"] is [String: Any] == false)
  }

  /// Payloads in a form that nothing reads: only who names the file can mean them.
  static let wrapped: [(name: String, text: String, rules: [String])] = [
    ("push.json", #"{"APS": {"alert": "Hi"}}"#, ["misspelt-aps-likely"]),
    ("push.json", #"{"aps ": {"alert": "Hi"}}"#, ["misspelt-aps-likely"]),
    ("push.json", #"[{"APS": {"alert": "Hi"}}]"#, ["misspelt-aps-likely"]),
    (
      "push.json", #"[{"APS": {"alert": "Hi"}}, {"APS": {"alert": "Hi"}}]"#,
      ["misspelt-aps-likely", "misspelt-aps-likely"]
    ),
    ("push.json", #""{\"aps\":{\"alert\":\"Hi\"}}""#, ["payload-encoded-twice"]),
    ("scores.json", #"{"APS": {"mean": 0.91}}"#, ["not-a-push"]),
    ("scores.json", #"[{"aps": 0.91}, {"aps": 0.87}]"#, ["not-a-push"]),
    ("text.json", #""aps""#, ["not-a-push"]),
  ]

  @Test(arguments: wrapped)
  func wrappedPayload(name: String, text: String, rules: [String]) throws {
    let scratch = try Scratch([name: text])
    let run = BuiltInRun([scratch(name), "--format", "json"])
    #expect(run.findings.compactMap { $0["rule"] as? String } == rules, "\(run.output)")
    let walked = BuiltInRun([scratch.path, "--format", "json"])
    #expect(walked.findings.isEmpty, "\(walked.output)")
  }

  /// Payloads in a list, with what each of them draws.
  static let payloadLists: [(name: String, text: String, rules: [String])] = [
    ("push.json", #"[{"aps": {"alert": "Hi", "mutable_content": 1}}]"#, ["misspelt-aps-key"]),
    (
      "push.json", #"[{"aps": {"alert": "Hi"}}, {"aps": {"alert": "Hi", "mutable_content": 1}}]"#,
      ["misspelt-aps-key"]
    ),
    ("push.json", #"[{"aps": {"alert": "Hi"}}, {"APS": {"alert": "Hi"}}]"#, ["misspelt-aps-likely"]),
    ("push.json", #"[{"aps": {"alert": "Hi"}}, 3]"#, ["payload-not-object"]),
    ("push.json", #"[{"aps": {"alert": "Hi"}}"#, ["json-unclosed"]),
    ("push.json", #"[{"aps": {"alert": "Hi"}} {"aps": {"alert": "Hi"}}]"#, ["json-missing-comma"]),
    ("push.json", #"[{"aps": {"alert": "Hi",}}]"#, ["json-trailing-comma"]),
    ("push.apns", #"[{"aps": {"alert": "Hi"}}]"#, ["payload-not-object"]),
    ("push.yaml", "- aps: {alert: Hi, mutable_content: 1}\n", ["misspelt-aps-key"]),
  ]

  @Test(
    "A list of payloads is judged alike whoever names it, and so is a list of one", arguments: payloadLists)
  func payloadList(name: String, text: String, rules: [String]) throws {
    let scratch = try Scratch([name: text])
    let file = scratch(name)
    for (arguments, input) in [
      ([file], ""), ([scratch.path], ""), ([scratch("*.*")], ""), (["--files-from", "-"], file + "\n"),
    ] {
      let run = BuiltInRun(arguments + ["--format", "json"], input: Array(input.utf8))
      #expect(run.findings.compactMap { $0["rule"] as? String } == rules, "\(arguments): \(run.output)")
    }
  }

  /// The text after a finding's fix; nil without one.
  private static func fixed(_ finding: [String: Any], _ text: String) -> String? {
    guard let fix = finding["fix"] as? [String: Any], let edits = fix["edits"] as? [[String: Any]] else {
      return nil
    }
    var bytes = Array(text.utf8)
    for edit in edits.reversed() {
      guard let start = edit["start"] as? Int, let end = edit["end"] as? Int,
        let new = edit["text"] as? String,
        start <= end, end <= bytes.count
      else { return nil }
      bytes.replaceSubrange(start..<end, with: Array(new.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
