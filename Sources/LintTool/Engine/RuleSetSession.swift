internal import PayloadRules

/// A rule engine's memory for one thread, with the settings of some files.
final class RuleSetSession: LintEngineSession {
  private let engine: RuleEngine
  /// Only what a payload by itself can break, which is sooner compiled.
  private let payloadEngine: RuleEngine?
  /// Whether the rules are written down for the sieve, so that a session costs nothing to make.
  private let isPrepared: Bool
  private var session: RuleEngineSession?
  private var payloadSession: RuleEngineSession?
  private var count = 0

  /// What serves all rules (writing them down for the sieve, compiling them to ask only those that may object) pays
  /// off only after so many records.
  private static let fewRecords = 32

  init(_ engine: RuleEngine, payloadsAlone: RuleEngine?, isPrepared: Bool) {
    self.engine = engine
    payloadEngine = payloadsAlone
    self.isPrepared = isPrepared
  }

  func evaluate(_ subject: LintSubject) -> Evaluation {
    count &+= 1
    if !isPrepared, count < RuleSetSession.fewRecords { return engine.evaluate(subject) }
    if session == nil { session = engine.makeSession() }
    if let clean = session?.sift(subject) { return clean }
    if count < RuleSetSession.fewRecords, subject.isPayloadAlone, let payloadEngine {
      if payloadSession == nil { payloadSession = payloadEngine.makeSession() }
      // The reasons of the server are known to all rules only.
      if let evaluation = payloadSession?.evaluateByRules(subject), evaluation.prediction == nil {
        return evaluation
      }
    }
    return session?.evaluateByRules(subject) ?? engine.evaluate(subject)
  }
}
