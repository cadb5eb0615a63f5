package import PayloadRules

/// An engine's scratch memory for judging one request after another; one a thread.
package protocol LintEngineSession: AnyObject {
  func evaluate(_ subject: LintSubject) -> Evaluation
}

/// The session of an engine that has no memory of its own.
private final class PlainEngineSession: LintEngineSession {
  private let engine: any LintEngine
  private let settings: RuleSettings

  init(_ engine: any LintEngine, _ settings: RuleSettings) {
    self.engine = engine
    self.settings = settings
  }

  func evaluate(_ subject: LintSubject) -> Evaluation { engine.evaluate(subject, settings: settings) }
}

extension LintEngine {
  package func makeSession(settings: RuleSettings) -> any LintEngineSession {
    PlainEngineSession(self, settings)
  }
}
