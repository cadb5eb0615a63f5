public import PayloadRules

/// The long answer about one push.
public struct LintReport: Sendable {
  /// In the order of the request: headers first, then the payload by position.
  public let findings: [Finding]
  /// The push type, declared or inferred; nil where it is unknown.
  public let pushType: String?
  /// Size of the payload in bytes.
  public let bytes: Int?
  /// The size limit in bytes; nil where it hangs on an unknown push type.
  public let limit: Int?
  /// What could not be checked for want of a fact: `environment`, `key`, `size`.
  public let notChecked: [String]
  /// The reason that the server would answer with; nil where it would accept, or is not known to refuse.
  public let predictedReason: String?

  init(_ evaluation: consuming Evaluation) {
    findings = evaluation.findings
    pushType = evaluation.pushType.value
    bytes = evaluation.bytes
    limit = evaluation.limit
    notChecked = evaluation.notChecked
    predictedReason = evaluation.prediction?.reason
  }

  /// No finding of severity error.
  public var isAcceptable: Bool { !findings.contains { $0.severity == .error } }

  public var verdict: Verdict {
    let first = findings.first { $0.severity == .error }
    return Verdict(
      isAcceptable: first == nil, firstRule: first?.rule, reason: predictedReason ?? first?.reason)
  }

  /// The findings as one line of JSON.
  public func json() -> String {
    var writer: [UInt8] = []
    func add(_ text: String) { writer.append(contentsOf: text.utf8) }
    func optional(_ text: String?) -> String { text.map { JSONWriter.quoted($0) } ?? "null" }
    add("{\"version\":1,\"acceptable\":\(isAcceptable),\"pushType\":\(optional(pushType)),")
    add("\"bytes\":\(bytes.map(String.init) ?? "null"),\"limit\":\(limit.map(String.init) ?? "null"),")
    add("\"reason\":\(optional(predictedReason)),")
    add("\"notChecked\":[\(notChecked.map { JSONWriter.quoted($0) }.joined(separator: ","))],\"findings\":[")
    for (number, finding) in findings.enumerated() {
      if number > 0 { add(",") }
      add("{\"rule\":\(JSONWriter.quoted(finding.rule)),\"severity\":\"\(finding.severity.rawValue)\",")
      add("\"outcome\":\"\(finding.outcome.rawValue)\",\"reason\":\(optional(finding.reason)),")
      add("\"message\":\(JSONWriter.quoted(finding.message)),\"help\":\(optional(finding.help)),")
      add("\"subject\":\"\(finding.subject.rawValue)\",\"pointer\":\(optional(finding.pointer)),")
      add("\"name\":\(optional(finding.name)),")
      let range = finding.place.source == .payload ? finding.place.range : nil
      add(
        "\"start\":\(range.map { String($0.start) } ?? "null"),\"end\":\(range.map { String($0.end) } ?? "null"),"
      )
      add("\"fingerprint\":\(JSONWriter.quoted(finding.fingerprint))}")
    }
    add("]}")
    return String(decoding: writer, as: UTF8.self)
  }
}
