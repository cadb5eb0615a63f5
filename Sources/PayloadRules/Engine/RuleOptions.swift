/// What a user changes about the rules: which run, and how grave they are.
package struct RuleOptions: Sendable {
  /// A severity by rule id; nil as the value leaves the rule out.
  package var severities: [String: Severity?] = [:]
  /// Rules whose severity was set by their very id: it is not lowered for a push type that is only likely.
  package var exact: Set<String> = []
  /// Runs rules whose status is preview.
  package var includesPreview = false
  /// Preview rules that run all the same, since they were named.
  package var selected: Set<String> = []
  /// Whether secrets are masked in messages.
  package var redacts = true

  package init() {}
}

/// Judges requests by a rule set; immutable, share one.
package struct RuleEngine: Sendable {
  package let set: RuleSet
  package let options: RuleOptions

  package init(_ set: RuleSet, options: RuleOptions = RuleOptions()) {
    self.set = set
    self.options = options
  }

  /// Scratch memory for judging one request after another; one a task.
  package func makeSession() -> RuleEngineSession { RuleEngineSession(Evaluator(set: set, options: options)) }

  /// Everything the rules say about one request.
  package func evaluate(_ subject: LintSubject) -> Evaluation {
    let evaluator = Evaluator(set: set, options: options)
    return evaluator.evaluate(subject)
  }
}

/// The scratch memory of one task: it grows with the first requests and serves those that follow.
package struct RuleEngineSession: ~Copyable {
  private let evaluator: Evaluator

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  package mutating func evaluate(_ subject: LintSubject) -> Evaluation { evaluator.evaluate(subject) }
}
