/// What the server will most likely answer.
extension Evaluator {
  func prediction(_ findings: [Finding]) -> Prediction? {
    let decisive = zip(candidates, candidates.map { severity(of: $0) }).contains { candidate, severity in
      severity == .error && set.rules[candidate.rule].decides && isDecisive(candidate)
    }
    guard subject.isWholeRequest || decisive else { return nil }
    let refusals = findings.filter { $0.severity == .error && $0.outcome == .rejected }
    let named = refusals.filter { $0.reason != nil }
    if let first = named.min(by: { rank($0) < rank($1) }), let reason = first.reason {
      let others = named.compactMap(\.reason).filter { $0 != reason }
      var alternatives: [String] = []
      for other in others where !alternatives.contains(other) { alternatives.append(other) }
      let certainty = set.ruleNumbers[first.rule].map { set.rules[$0].certainty } ?? .documented
      return Prediction(
        outcome: .rejected, status: status(reason), reason: reason,
        certainty: alternatives.isEmpty && refusals.count == named.count ? certainty : .guess,
        alternatives: alternatives)
    }
    if !refusals.isEmpty || hasOpenPlaceholder || hidesCredential {
      return Prediction(outcome: .unknown)
    }
    let isInvisible = findings.contains { $0.severity == .error && $0.outcome == .dropped }
    return Prediction(outcome: isInvisible ? .acceptedInvisible : .accepted)
  }

  /// Whether the request is all there is to see, but for what it is let in by.
  private var hidesCredential: Bool { subject.headersAreComplete && credential == .unknown }

  /// Whether somebody is still to fill in what the answer may hang on.
  private var hasOpenPlaceholder: Bool {
    // About to be sent, the placeholder itself is what is sent.
    guard subject.profile == .fixture else { return false }
    return ownDetections.contains { $0.detector == Self.placeholderDetector }
      || payloadDocument.hasBarePlaceholders
  }

  /// A size decides alone only where it is over every limit that may apply.
  private func isDecisive(_ candidate: Candidate) -> Bool {
    guard case .bytes(let measure, _, .some(let maximum)) = candidate.check else { return true }
    guard case .fact(let number) = maximum, let size = size(candidate.value, measure) else { return true }
    return set.facts[number].allValues.allSatisfy { (Scalar($0).number ?? 0) < Double(size) }
  }

  private func rank(_ finding: Finding) -> Int {
    set.reasons.firstIndex { $0.id == finding.reason || $0.formerly.contains(finding.reason ?? "") }
      ?? set.reasons.count
  }

  private func status(_ reason: String) -> Int? { set.reasons.first { $0.id == reason }?.status }
}
