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
      findings: [
        "1:1: note: device_token is no field of a request, so it was not read; if token is meant, write"
      ]),
    Case(
      text: "environment: production\ndevice_token: aa\n\(headers)\n\(payload)",
      findings: ["2:1: warning: a request has no field device_token; did you mean token?"]),
    Case(
      text: "DeviceToken: aa\npush-type: alert\n\(payload)\nheaders: {apns-topic: a.b}",
      findings: [
        "1:1: note: DeviceToken is no field of a request, so it was not read; if token is meant",
        "2:1: note: push-type is no field of a request, so it was not read; if apns-push-type under headers is",
        "4:10: warning: there is no apns-push-type header",
      ]),
    Case(
      text: "url: api.push.apple.com\n\(headers)\n\(payload)",
      findings: [
        "1:1: note: url is no field of a request, so it was not read; if host and path is meant, write"
      ]),
    // An address of the service is read for what it is.
    Case(
      text: "url: https://api.push.apple.com/3/device/00aa\n\(headers)\n\(payload)",
      findings: ["1:42: warning: the device token"]),
    Case(
      text: "uri: https://api.push.apple.com/2/device\n\(headers)\n\(payload)",
      findings: ["1:32: error: "]),
    // The names under which HTTP clients have bodies; one is near to a name of ours.
    Case(
      text: "\(headers)\njson: {aps: {alert: Hi}}",
      findings: [
        "2:1: note: json is no field of a request, so it was not read; if payload is meant, write that"
      ]),
    Case(
      text: "\(headers)\ncontent: {aps: {alert: Hi}}\ncontext: {}",
      findings: ["2:1: warning: a request has no field content; did you mean payload?"]),
    Case(text: "\(headers)\njson: {aps: {alert: Hi}}\n\(payload)", findings: []),
    Case(
      text: "key-id: A\nteam_id: B\n\(headers)\n\(payload)",
      findings: [
        "1:1: note: key-id is no field of a request, so it was not read; if key-id under context is meant",
        "2:1: note: team_id is no field of a request, so it was not read; if team-id under context is meant",
      ]),
    Case(
      text: "apns-collapse-id: a\n\(headers)\n\(payload)",
      findings: [
        "1:1: note: apns-collapse-id is no field of a request, so it was not read; if apns-collapse-id under"
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
    let rules = ["request-unknown-field", "request-foreign-field"]
    let finding = run.findings.first { rules.contains($0["rule"] as? String ?? "") }
    #expect(finding != nil, "\(run.output)")
    let edits = (finding?["fix"] as? [String: Any])?["edits"] as? [[String: Any]]
    #expect(edits?.first?["text"] as? String == expected)
  }
}
