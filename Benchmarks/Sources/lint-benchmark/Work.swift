import APNsLint
import BenchmarkSupport

/// What one row measures: one push again and again, or a stream of them, and what is expected.
struct Work {
  var name: String
  var payloads: [String]
  var headers: [(name: String, value: String)]
  /// In the first push; nil where it is not the question.
  var findings: Int?
  var credential = PushRequest.Credential.addedLater
  /// Whether each push of the stream goes to a device of its own.
  var changesToken = false

  init(
    _ name: String, _ payload: String, _ headers: [(name: String, value: String)], findings: Int? = 0,
    credential: PushRequest.Credential = .addedLater
  ) {
    self.name = name
    payloads = [payload]
    self.headers = headers
    self.findings = findings
    self.credential = credential
  }

  /// A clean stream to many devices.
  init(
    _ name: String, stream payloads: [String], headers: [(name: String, value: String)] = Pushes.alertHeaders,
    credential: PushRequest.Credential = .addedLater
  ) {
    self.name = name
    self.payloads = payloads
    self.headers = headers
    self.credential = credential
    findings = 0
    changesToken = true
  }

  var bytes: Int { payloads[0].utf8.count }

  var requests: [PushRequest] {
    payloads.enumerated().map { number, payload in
      PushRequest(
        headers: headers, payload: Array(payload.utf8), credential: credential, host: "api.push.apple.com",
        path: "/3/device/" + (changesToken ? Pushes.deviceToken(number) : Pushes.deviceToken(0)))
    }
  }

  static func all(token: String) -> [Work] {
    let signed = Pushes.alertHeaders + [("authorization", "bearer " + token)]
    let every = signed + [("apns-collapse-id", "order-A-20261130-0042")]
    // `count-instructions` and notes name them by number: new ones go to the end.
    return [
      Work("clean payload, five headers", SamplePayload.small, Pushes.alertHeaders),
      Work("clean, 4000 bytes", Pushes.long, Pushes.alertHeaders),
      Work("Live Activity update", Pushes.activity, Pushes.activityHeaders),
      Work("clean with provider token", SamplePayload.small, signed, credential: .token),
      Work("three findings", Pushes.threeFindings, Pushes.alertHeaders, findings: 3),
      Work("syntax error", Pushes.broken, Pushes.alertHeaders, findings: 1),
      Work("every header and provider token", SamplePayload.small, every, credential: .token),
      Work("background push", Pushes.background, Pushes.backgroundHeaders),
      Work("payload as people indent it", SamplePayload.indented, Pushes.alertHeaders),
      Work("one finding", Pushes.oneFinding, Pushes.alertHeaders, findings: 1),
      Work("stream, another device each time", stream: Array(repeating: SamplePayload.small, count: 50)),
      Work("stream, another device and text each time", stream: (0..<50).map(Pushes.order)),
      Work(
        "stream with provider token, another device and text", stream: (0..<50).map(Pushes.order),
        headers: signed, credential: .token),
      Work("stream of three shapes", stream: (0..<51).map(Pushes.anyOfThree)),
    ] + Pathological.all
  }
}
