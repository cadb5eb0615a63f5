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
    if !refusals.isEmpty || hasPlaceholderInAddress { return Prediction(outcome: .unknown) }
    let isInvisible = findings.contains { $0.severity == .error && $0.outcome == .dropped }
    return Prediction(outcome: isInvisible ? .acceptedInvisible : .accepted)
  }

  private var hasPlaceholderInAddress: Bool {
    ownDetections.contains { $0.detector == Self.placeholderDetector } || payloadDocument.hasBarePlaceholders
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
