internal import PayloadRules

/// The engine of the command line.
enum BuiltInEngine {
  static let factory = EngineFactory(
    make: { _ throws(ConfigurationError) in EmptyEngine() },
    runExamples: { _ throws(ConfigurationError) in ExampleOutcome(passed: 0, failures: []) })
}

/// An engine without rules, until the rules are there.
private struct EmptyEngine: LintEngine {
  let factsDate = ""
  let catalogue: [RuleEntry] = []
  let reasons: [ReasonEntry] = []
  let recognition = Recognition()

  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation { Evaluation() }
}
