/// Custom data against the schema that the context names.
extension Evaluator {
  /// More violations of one schema than this tell nobody anything new.
  private static let maximumViolations = 20

  func schema(_ value: Value, _ key: String) -> Truth { check(value, key, limit: 1)?.truth ?? .unknown }

  func schemaDetail(_ candidate: Candidate) -> String? {
    guard case .schema(let key) = candidate.check else { return nil }
    return check(candidate.value, key, limit: 1)?.violations.first?.message
  }

  private func check(
    _ value: Value, _ key: String, limit: Int
  ) -> (truth: Truth, violations: [JSONSchema.Violation])? {
    guard let schema = subject.schemas[key], value.index >= 0, value.source != .texts,
      value.source != .derived
    else { return nil }
    return schema.check(
      document(value.source), node: value.index, text: view(value.source), limit: limit,
      allowsPlaceholders: subject.profile == .fixture,
      declaredPlaceholders: subject.placeholderSizes.map(\.pattern))
  }

  /// One candidate for each violation, where it is; nil for a check of another kind.
  func schemaCandidates(rule: Int, place: PlaceReference, value: Value, check predicate: Predicate)
    -> [Candidate]?
  {
    guard case .schema(let key) = predicate,
      let violations = check(value, key, limit: Self.maximumViolations)?.violations, !violations.isEmpty
    else { return nil }
    let nodes = document(value.source).nodes
    return violations.map { violation in
      var candidate = Candidate(
        rule: rule, place: place, value: self.value(violation.node, nodes[violation.node], value.source),
        check: predicate)
      // An element has no key, so that it is marked itself.
      let isUnnamed = violation.mark == .key && keyIndex(of: candidate.value) == nil
      candidate.marking =
        switch violation.mark {
        case .value: .value
        case .key: isUnnamed ? .value : .key
        case .object: .object
        }
      candidate.values[.detail] = violation.message
      return candidate
    }
  }
}
