/// Custom data against the schema that the context names.
extension Evaluator {
  func schema(_ value: Value, _ key: String) -> Truth {
    guard let schema = subject.schemas[key] else { return .unknown }
    _ = schema
    return .unknown
  }

  func schemaDetail(_ candidate: Candidate) -> String? { nil }
}
