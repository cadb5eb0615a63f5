/// Makes engines; the one place where the tool meets the rules.
package struct EngineFactory: Sendable {
  /// Compiles built-in rules and a user's own.
  package var make: @Sendable (EngineRequest) throws(ConfigurationError) -> any LintEngine
  /// Runs the examples of a rules file, or of the built-in rules for nil.
  package var runExamples:
    @Sendable ((name: String, bytes: [UInt8])?) throws(ConfigurationError) -> ExampleOutcome

  package init(
    make: @escaping @Sendable (EngineRequest) throws(ConfigurationError) -> any LintEngine,
    runExamples:
      @escaping @Sendable (
        (name: String, bytes: [UInt8])?
      ) throws(ConfigurationError) -> ExampleOutcome
  ) {
    self.make = make
    self.runExamples = runExamples
  }

  /// An engine for the rules of a configuration and of `--rules`.
  func engine(_ configuration: Configuration?, rules: [String]) throws(ConfigurationError) -> any LintEngine {
    var request = EngineRequest()
    request.includesBuiltIn = configuration?.includesBuiltIn ?? true
    for (path, place) in configuration?.rules ?? [] {
      do { request.ruleFiles.append((path, try FileSystem.read(path))) } catch {
        throw ConfigurationError(
          "rules file '\(path)': \(error.message)", file: place.file, line: place.line, column: place.column)
      }
    }
    for path in rules {
      do { request.ruleFiles.append((path, try FileSystem.read(path))) } catch {
        throw ConfigurationError("--rules: " + error.message, file: path)
      }
    }
    return try make(request)
  }
}
