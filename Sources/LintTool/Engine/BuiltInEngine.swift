internal import APNsLint
internal import PayloadRules
internal import RuleFiles

/// The engine of the command line: the built-in rules and a user's own.
package enum BuiltInEngine {
  package static let factory = EngineFactory(make: make, runExamples: runExamples)

  private static func make(_ request: EngineRequest) throws(ConfigurationError) -> any LintEngine {
    if request.ruleFiles.isEmpty, request.includesBuiltIn {
      return RuleSetEngine(builtIn: ())
    }
    let loaded = try RulesLoading(files: request.ruleFiles, includesBuiltIn: request.includesBuiltIn)
    if let error = loaded.firstError { throw error }
    let includesBuiltIn = request.includesBuiltIn
    return RuleSetEngine(loaded.set) { includesBuiltIn ? [0: BuiltInRules.examples] : [:] }
  }

  /// Examples of one file, judged with the built-in rules beside it unless it stands by itself.
  private static func runExamples(
    _ file: (name: String, bytes: [UInt8])?
  ) throws(ConfigurationError) -> ExampleOutcome {
    guard let file else {
      let set = BuiltInRules.set
      let outcome = ExampleRunner(set, exampleTexts: [0: BuiltInRules.examples]).run()
      return ExampleOutcome(
        passed: outcome.exampleCount - outcome.failures.count,
        failures: outcome.failures.map { "\($0.rule), example \($0.example): \($0.message)" })
    }
    // A file that defines the push types itself is complete; any other adds to the built-in rules.
    let isComplete = try RulesLoading.definesPushTypes(file)
    let loaded = try RulesLoading(files: [file], includesBuiltIn: !isComplete)
    if let error = loaded.firstError { throw error }
    let outcome = ExampleRunner(loaded.set).run(source: loaded.firstFileSource)
    var failures = outcome.failures.map { failure in
      let place = loaded.place(source: failure.source, range: failure.range)
      return
        "\(file.name):\(place.line):\(place.column): \(failure.rule), example \(failure.example): \(failure.message)"
    }
    failures += outcome.withoutExamples.map { "\(file.name): \($0) needs a passing and a failing example" }
    return ExampleOutcome(passed: max(0, outcome.exampleCount - outcome.failures.count), failures: failures)
  }
}
