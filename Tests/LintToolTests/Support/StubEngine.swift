import LintTool
import PayloadRules

/// An engine with a handful of made-up rules, enough to drive readers and reports.
///
/// It marks each occurrence of a word in the payload, in a header's value or in the token: `BAD` draws an
/// error, `ODD` a warning, `NIT` a note. Detections of the readers are handed on under their own names.
struct StubEngine: LintEngine {
  let factsDate = "2026-11-30"
  /// Answers every evaluation instead, where a test needs one finding exactly.
  var fixed: (@Sendable (LintSubject) -> Evaluation)?

  let catalogue = [
    RuleDescription(
      id: "bad-word", severity: .error, outcome: .rejected, reason: "BadWord", message: "no {actual}"),
    RuleDescription(id: "odd-word", severity: .warning, message: "odd", formerly: ["strange-word"]),
    RuleDescription(id: "nit-word", severity: .note, message: "nit"),
    RuleDescription(id: "not-a-push", severity: .note, message: "no push"),
    RuleDescription(id: "json-utf-16", severity: .error, message: "UTF-16"),
    RuleDescription(id: "request-unknown-field", severity: .warning, message: "unknown field"),
  ]

  let reasons = [
    ReasonDescription(
      id: "BadWord", status: 400, meaning: "A word was bad.",
      causes: [ReasonDescription.Cause(cause: "a typing error", likelihood: "common", tell: "read it aloud")])
  ]

  var recognition: Recognition {
    var recognition = Recognition()
    recognition.payloadKeys = ["aps"]
    recognition.mainKey = "aps"
    recognition.mainObjectKeys = ["alert", "badge", "sound"]
    recognition.simulatorKeys = ["Simulator Target Bundle"]
    recognition.headerPrefix = "apns-"
    recognition.authorizationHeader = "authorization"
    recognition.topicHeader = "apns-topic"
    recognition.priorityHeader = "apns-priority"
    recognition.pushTypeHeader = "apns-push-type"
    recognition.hosts = ["production": "api.push.example", "development": "api.sandbox.push.example"]
    recognition.serviceHosts = Set(recognition.hosts.values)
    recognition.hostSuffix = "push.example"
    recognition.foreignHostSuffixes = ["web.push.example"]
    recognition.pathPrefixes = ["/3/device/"]
    recognition.fieldAliases = ["deviceToken": "token", "pushType": "headers.apns-push-type"]
    return recognition
  }

  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation {
    if let fixed { return fixed(subject) }
    var evaluation = Evaluation()
    for (index, header) in subject.headers.enumerated() {
      mark(
        Array(header.value.utf8), .headerValue(index), .header, name: header.name.lowercased(), settings,
        &evaluation)
    }
    if let token = subject.token.value { mark(Array(token.utf8), .token, .token, settings, &evaluation) }
    if let host = subject.host.value { mark(Array(host.utf8), .host, .host, settings, &evaluation) }
    if let port = subject.port.value { mark(Array(port.utf8), .port, .host, settings, &evaluation) }
    if let payload = subject.payload.value {
      evaluation.bytes = payload.count
      mark(payload, .payload, .payload, settings, &evaluation)
    }
    for detection in subject.detections {
      var finding = Finding(
        rule: detection.detector, severity: severity(detection.detector, settings) ?? .note, outcome: .advice,
        message: detection.values["suggestion"].map { "did you mean \($0)?" } ?? detection.detector,
        subject: detection.subject, pointer: detection.pointer, place: detection.place)
      if !detection.edits.isEmpty {
        finding.fix = Fix(
          title: detection.fixTitle ?? "", safety: .safe, edits: detection.edits,
          source: detection.place.source)
      }
      evaluation.findings.append(finding)
    }
    return evaluation
  }

  private func severity(_ rule: String, _ settings: RuleSettings) -> Severity? {
    guard let entry = catalogue.first(where: { $0.id == rule }), settings.runs(entry) else { return nil }
    return settings.levels[rule].map(\.severity) ?? entry.severity
  }

  private func mark(
    _ text: [UInt8], _ source: FindingSource, _ subject: FindingSubject, name: String? = nil,
    _ settings: RuleSettings, _ evaluation: inout Evaluation
  ) {
    for (word, rule) in [("BAD", "bad-word"), ("ODD", "odd-word"), ("NIT", "nit-word")] {
      guard let severity = severity(rule, settings) else { continue }
      let letters = Array(word.utf8)
      var index = 0
      while index + letters.count <= text.count {
        defer { index += 1 }
        guard text[index] == letters[0], text[index..<(index + letters.count)] == letters[...] else {
          continue
        }
        let range = ByteRange(index, index + letters.count)
        evaluation.findings.append(
          Finding(
            rule: rule, severity: severity, outcome: .rejected, message: "the word \(word)", help: "drop it",
            subject: subject, pointer: source == .payload ? "/x" : nil, name: name,
            place: FindingPlace(source: source, range: range),
            fix: Fix(
              title: "write \"good\"", safety: .safe, edits: [Edit(range: range, text: "\"g\"")],
              source: source),
            fingerprint: "0123456789abcdef"))
      }
    }
  }
}
