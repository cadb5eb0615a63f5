internal import PayloadRules
internal import Synchronization

/// Sessions that are not in use, so that a single call need not make one.
final class SessionPool: Sendable {
  /// A session in a box that can be handed from task to task.
  private final class Box: @unchecked Sendable {
    var session: LintSession

    init(_ engine: RuleEngine) { session = LintSession(engine) }
  }

  /// More than this many at once are thrown away after use.
  private static let maximumCount = 64

  private let engine: RuleEngine
  private let idle = Mutex<[Box]>([])

  init(_ engine: RuleEngine) { self.engine = engine }

  func lint(_ request: PushRequest, _ profile: Linter.Profile, now: Double?) -> LintReport {
    let box = idle.withLock { $0.popLast() } ?? Box(engine)
    defer {
      idle.withLock { boxes in
        if boxes.count < Self.maximumCount { boxes.append(box) }
      }
    }
    return box.session.lint(request, profile: profile, now: now)
  }
}
