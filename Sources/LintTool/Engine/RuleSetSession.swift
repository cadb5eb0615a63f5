internal import PayloadRules

/// A rule engine's memory for one thread, with the settings of some files.
final class RuleSetSession: LintEngineSession {
  private var session: RuleEngineSession
  /// Only what a payload by itself can break, which is sooner compiled.
  private var payloadSession: RuleEngineSession?

  init(_ engine: RuleEngine, payloadsAlone: RuleEngine?) {
    session = engine.makeSession()
    payloadSession = payloadsAlone?.makeSession()
  }

  func evaluate(_ subject: LintSubject) -> Evaluation {
    if subject.isPayloadAlone, let evaluation = payloadSession?.evaluate(subject),
      evaluation.prediction == nil
    {
      return evaluation
    }
    // The reasons of the server are known to all rules only.
    return session.evaluate(subject)
  }
}
