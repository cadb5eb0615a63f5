import Testing

/// Fields that a request has under other names elsewhere, and facts that contradict each other, are said at their
/// place: what is not read must not look checked.
@Suite struct RequestNamesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var findings: [String]
    var testDescription: String { text }
  }

  private static let headers = "headers: {apns-topic: com.example.app, apns-push-type: alert}"
  private static let payload = "payload: {aps: {alert: Hi}}"

  static let cases: [Case] = [
    Case(
      text: "device_token: aa\n\(headers)\n\(payload)",
      findings: ["1:1: warning: a request has no field device_token; did you mean token?"]),
    Case(
      text: "DeviceToken: aa\npush-type: alert\n\(payload)\nheaders: {apns-topic: a.b}",
      findings: [
        "1:1: warning: a request has no field DeviceToken; did you mean token?",
        "2:1: warning: a request has no field push-type; did you mean apns-push-type under headers?",
        "4:10: warning: there is no apns-push-type header",
      ]),
    Case(
      text: "url: https://api.push.apple.com/3/device/aa\n\(headers)\n\(payload)",
      findings: ["1:1: warning: a request has no field url; did you mean host and path?"]),
    Case(
      text: "key-id: A\nteam_id: B\n\(headers)\n\(payload)",
      findings: [
        "1:1: warning: a request has no field key-id; did you mean key-id under context?",
        "2:1: warning: a request has no field team_id; did you mean team-id under context?",
      ]),
    Case(
      text: "apns-collapse-id: a\n\(headers)\n\(payload)",
      findings: [
        "1:1: warning: a request has no field apns-collapse-id; did you mean apns-collapse-id under headers?"
      ]),
    // Nothing but a payload beside it: the record of another tool may be meant.
    Case(
      text: "push_type: news\n\(payload)",
      findings: ["1:1: note: push_type is no field of a request, so it was not read; if apns-push-type under"]
    ),
    // What is stated where it belongs needs no second word.
    Case(text: "push_type: alert\napns-topic: a.b\ntopic_id: x\n\(headers)\n\(payload)", findings: []),
    Case(text: "url: x\nhost: api.push.apple.com\n\(headers)\n\(payload)", findings: []),
    Case(text: "description: x\nid: 1\nexpected: [x]\n\(headers)\n\(payload)", findings: []),
    Case(
      text: "\(headers)\n\(payload)\ncontext: {environment: production, team-id: AAAAAAAAAA}",
      findings: [
        "3:11: warning: the context of a request has no fact environment; did you mean environment beside"
      ]),
    Case(
      text: "\(headers)\n\(payload)\ncontext: {environment: staging}",
      findings: ["3:11: note: environment is no fact that a request's context may hold; it was not read. If"]),
    Case(
      text: "host: API.push.apple.com\nenvironment: development\n\(headers)\n\(payload)",
      findings: ["2:14: warning: environment is development, but API.push.apple.com beside it is the host of"]
    ),
    Case(
      text: "host: api.development.push.apple.com:443\nenvironment: production\n\(headers)\n\(payload)",
      findings: ["2:14: warning: environment is production, but api.development.push.apple.com beside it is"]),
    Case(
      text: "host: api.sandbox.push.apple.com\nenvironment: development\n\(headers)\n\(payload)", findings: []
    ),
    Case(text: "host: push.example.com\nenvironment: development\n\(headers)\n\(payload)", findings: []),
  ]

  @Test(arguments: cases)
  func said(_ test: Case) {
    let run = BuiltInRun(
      ["-", "--stdin-filename", "a.yaml", "--input", "request", "--format", "compact"],
      input: Array((test.text + "\n").utf8))
    let lines = run.output.split(separator: "\n").map { String($0.dropFirst("a.yaml:".count)) }
    #expect(lines.count == test.findings.count, "\(run.output)\(run.errors)")
    for (line, expected) in zip(lines, test.findings) { #expect(line.hasPrefix(expected), "\(line)") }
  }

  @Test(
    "A name with the same meaning is renamed, one that says something else is not",
    arguments: [
      (#"{"device_token": "aa", "headers": {}, "payload": {"aps": {}}}"#, "\"token\""),
      (#"{"httpMethod": "POST", "headers": {}, "payload": {"aps": {}}}"#, "\"method\""),
      (#"{"sandbox": true, "headers": {}, "payload": {"aps": {}}}"#, nil),
      (#"{"key_id": "A", "headers": {}, "payload": {"aps": {}}}"#, nil),
      (#"{"enviroment": "production", "headers": {}, "payload": {"aps": {}}}"#, "\"environment\""),
    ] as [(String, String?)])
  func renamed(text: String, expected: String?) {
    let run = BuiltInRun(["-", "--input", "request", "--format", "json"], input: Array(text.utf8))
    let finding = run.findings.first { $0["rule"] as? String == "request-unknown-field" }
    #expect(finding != nil, "\(run.output)")
    let edits = (finding?["fix"] as? [String: Any])?["edits"] as? [[String: Any]]
    #expect(edits?.first?["text"] as? String == expected)
  }
}
