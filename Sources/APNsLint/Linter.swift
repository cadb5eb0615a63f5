// Findings are part of what a sender sees, so that one import is enough.
@_exported public import PayloadRules

/// Checks pushes against what Apple documents; immutable, `Sendable`, share one.
///
///     let linter = Linter()
///     let report = linter.lint(request, profile: .dispatch)
///     if !report.isAcceptable { … }
public struct Linter: Sendable {
  /// Whether fixtures are checked, or what is about to be sent.
  public enum Profile: Sendable {
    /// Placeholders and old timestamps are fine.
    case fixture
    /// Clock rules run, placeholders fail the format they stand in.
    case dispatch

    var engineProfile: PayloadRules.Profile { self == .dispatch ? .dispatch : .fixture }
  }

  private let engine: RuleEngine
  private let sessions: SessionPool

  /// A linter with the built-in rules, which are compiled once a process.
  public init() {
    engine = RuleEngine(program: BuiltInRules.sieve) { BuiltInRules.set }
    sessions = SessionPool(engine)
  }

  /// Everything the rules say about a push. `now` is in seconds since 1970; in the dispatch profile the
  /// system clock is read once where it is nil.
  public func lint(_ request: PushRequest, profile: Profile = .dispatch, now: Double? = nil) -> LintReport {
    sessions.lint(request, profile, now: now)
  }

  /// Scratch memory for linting one push after another; one a task.
  public func makeSession() -> LintSession { LintSession(engine) }
}

/// Reusable scratch memory for one task; nothing is allocated for a push that no rule objects to.
public struct LintSession: ~Copyable {
  private var session: RuleEngineSession

  init(_ engine: RuleEngine) { session = engine.makeSession() }

  /// Everything the rules say about a push, as `Linter.lint` does.
  public mutating func lint(
    _ request: PushRequest, profile: Linter.Profile = .dispatch, now: Double? = nil
  ) -> LintReport {
    let clock = now ?? (profile == .dispatch ? SystemClock.secondsSince1970() : nil)
    if let clean = session.sift(request.push, profile.engineProfile, now: clock) { return LintReport(clean) }
    return LintReport(session.evaluateByRules(request.subject(profile, now: clock)))
  }

  /// Whether a push is acceptable, and if not, the first rule of severity error that it breaks.
  public mutating func verdict(
    _ request: PushRequest, profile: Linter.Profile = .dispatch, now: Double? = nil
  ) -> Verdict {
    lint(request, profile: profile, now: now).verdict
  }
}

/// The short answer about one push.
public struct Verdict: Sendable, Hashable {
  /// No finding of severity error.
  public let isAcceptable: Bool
  /// Id of the first rule of severity error that the push breaks.
  public let firstRule: String?
  /// The reason that the server would answer with, where it is known.
  public let reason: String?
}
