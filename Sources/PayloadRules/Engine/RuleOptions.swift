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
  private let makeSet: @Sendable () -> RuleSet
  package let options: RuleOptions
  private let program: SieveProgram?

  /// The rules, compiled when they are first needed.
  package var set: RuleSet { makeSet() }

  package init(_ set: RuleSet, options: RuleOptions = RuleOptions()) {
    makeSet = { set }
    self.options = options
    program = nil
  }

  /// `program` is the same rules written down, so that they need no compiling before a request breaks one.
  package init(
    program: SieveProgram, options: RuleOptions = RuleOptions(), set: @escaping @Sendable () -> RuleSet
  ) {
    makeSet = set
    self.options = options
    self.program = program
  }

  /// Scratch memory for judging one request after another; one a task.
  package func makeSession() -> RuleEngineSession { RuleEngineSession(self) }

  /// What tells clean requests; the rules are written down first where they are not.
  func makeSieve() -> Sieve {
    Sieve(program ?? SieveProgram(set), inactive: inactive) { number in
      if options.includesPreview { return true }
      return !options.selected.isEmpty && options.selected.contains(set.rules[number].id)
    }
  }

  /// Everything the rules say about one request.
  package func evaluate(_ subject: LintSubject) -> Evaluation {
    let evaluator = Evaluator(set: set, options: options)
    return evaluator.evaluate(subject)
  }

  /// Numbers of the rules that do not run.
  var inactive: Set<Int> {
    guard !options.severities.isEmpty || !options.selected.isEmpty || options.includesPreview else {
      return []
    }
    return Set(
      set.rules.indices.filter { number in
        if case .some(.none) = options.severities[set.rules[number].id] { return true }
        return false
      })
  }
}

/// The scratch memory of one task: it grows with the first requests and serves those that follow.
package struct RuleEngineSession: ~Copyable {
  private let engine: RuleEngine
  /// Made for the first request that is sifted.
  private var sieve: Sieve?
  private var evaluator: Evaluator?

  init(_ engine: RuleEngine) { self.engine = engine }

  /// Everything the rules say about one request.
  package mutating func evaluate(_ subject: LintSubject) -> Evaluation {
    sift(subject) ?? evaluateByRules(subject)
  }

  /// The same for a push that no rule objects to; nil where one may, and the rules have to be asked.
  package mutating func sift(_ subject: LintSubject) -> Evaluation? { readySieve().evaluation(of: subject) }

  private mutating func readySieve() -> Sieve {
    if let sieve { return sieve }
    let made = engine.makeSieve()
    sieve = made
    return made
  }

  /// Asks the rules themselves: for the request that was sifted last only those that may object.
  package mutating func evaluateByRules(_ subject: LintSubject) -> Evaluation {
    let evaluator = self.evaluator ?? Evaluator(set: engine.set, options: engine.options)
    self.evaluator = evaluator
    return evaluator.evaluate(subject, suspects: sieve?.narrowed())
  }

  /// What is said of a push that no rule objects to; nil where one may, and the rules have to be asked.
  /// Allocates nothing once its memory has grown.
  package mutating func sift(_ push: SieveRequest, _ profile: Profile, now: Double?) -> Evaluation? {
    readySieve().evaluation(of: push, profile, now: now)
  }
}
