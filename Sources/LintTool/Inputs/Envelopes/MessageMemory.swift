internal import PayloadRules

/// What was said of messages of other services, so that it is said once where a message holds several payloads.
struct MessageMemory {
  private var said: Set<String> = []

  /// Leads the findings' pointers into the message, and leaves out what was said of it before.
  mutating func settle(_ evaluation: inout Evaluation, of record: InputRecord) {
    guard let frame = record.resolver.frame else { return }
    for index in evaluation.findings.indices {
      evaluation.findings[index].pointer = frame.pointer(of: evaluation.findings[index])
    }
    guard let message = record.message else { return }
    evaluation.findings.removeAll { finding in
      finding.place.source != .payload
        && !said.insert("\(message) \(finding.rule) \(finding.pointer ?? "") \(finding.place)").inserted
    }
  }
}
