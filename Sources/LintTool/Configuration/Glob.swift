/// A pattern over paths or ids, matched in time proportional to pattern times text.
///
/// `*` and `?` stand for anything but a slash, `**` for anything, `**/` also for nothing; `[a-z]`, `[!a]`
/// are classes, `{a,b}` alternatives, and a backslash takes the next character as it is.
package struct Glob: Sendable, Hashable {
  package let pattern: String

  enum Step: Sendable, Hashable {
    case scalar(UnicodeScalar)
    case anyButSlash
    case any
    case oneOf([ClosedRange<UnicodeScalar>], isNegated: Bool)
    case split(Int, Int)
    case jump(Int)
    case fail
    case match
  }

  /// Most patterns are a name or an ending, which need no machine.
  private enum Form: Sendable, Hashable {
    case literal([UInt8])
    /// `*` and these bytes.
    case ending([UInt8])
    case general([Step])
  }

  private let form: Form

  /// What a pattern is written in.
  enum Dialect {
    case configuration
    /// As in a `.gitignore`: braces are letters, and `**` counts only as a whole part of a path.
    case ignoreFile
  }

  static let maximumLength = 1000

  /// Why a text is no pattern.
  static func trouble(_ text: String) -> String {
    if text.isEmpty { return "a pattern cannot be empty" }
    if text.unicodeScalars.count > maximumLength {
      return "a pattern has at most \(maximumLength) characters"
    }
    return "'\(text)' is no pattern: a bracket or brace is not closed"
  }

  /// Nil for a pattern with an unclosed bracket or brace, an empty one, or a very long one.
  package init?(_ pattern: String) { self.init(pattern, dialect: .configuration) }

  init?(_ pattern: String, dialect: Dialect) {
    self.pattern = pattern
    let scalars = Array(pattern.unicodeScalars)
    guard !scalars.isEmpty, scalars.count <= Glob.maximumLength,
      let steps = GlobParser(scalars, dialect).steps
    else { return nil }
    form = Glob.form(of: steps)
  }

  private static func form(of steps: [Step]) -> Form {
    // The loop of a star is three steps: split, anything, back.
    let startsWithStar = steps.count > 3 && steps[0] == .split(1, 3) && steps[1] == .anyButSlash
    var text = String.UnicodeScalarView()
    for step in steps.dropLast().dropFirst(startsWithStar ? 3 : 0) {
      guard case .scalar(let scalar) = step else { return .general(steps) }
      text.append(scalar)
    }
    let bytes = Array(String(text).utf8)
    return startsWithStar ? .ending(bytes) : .literal(bytes)
  }

  /// Whether the pattern has any wildcard at all.
  package var isLiteral: Bool { !Glob.hasWildcard(pattern) }

  static func hasWildcard(_ text: String) -> Bool {
    text.unicodeScalars.contains { "*?[{\\".unicodeScalars.contains($0) }
  }

  package func matches(_ text: String) -> Bool {
    switch form {
    case .literal(let bytes): return text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes)
    case .ending(let bytes):
      let rest = text.utf8.count - bytes.count
      return rest >= 0 && text.utf8.suffix(bytes.count).elementsEqual(bytes)
        && !text.utf8.prefix(rest).contains(UInt8(ascii: "/"))
    case .general(let steps):
      var machine = GlobMachine(steps)
      return machine.matches(text)
    }
  }

  /// Whether a path matches; a pattern without a slash is tried on the last part of the path too.
  package func matches(path: String) -> Bool {
    if matches(path) { return true }
    return !pattern.utf8.contains(UInt8(ascii: "/")) && matches(Path.name(of: path))
  }
}

/// Runs a pattern's steps as a set of states, so that no pattern takes more than a look a step and letter.
private struct GlobMachine {
  private let steps: [Glob.Step]
  private var current: [Int] = []
  private var next: [Int] = []
  private var pending: [Int] = []
  /// The round in which each step was last entered.
  private var rounds: [Int]
  private var round = 0

  init(_ steps: [Glob.Step]) {
    self.steps = steps
    rounds = Array(repeating: -1, count: steps.count)
  }

  mutating func matches(_ text: String) -> Bool {
    enter(0)
    swap(&current, &next)
    for scalar in text.unicodeScalars {
      round += 1
      next.removeAll(keepingCapacity: true)
      for step in current where accepts(steps[step], scalar) { enter(step + 1) }
      if next.isEmpty { return false }
      swap(&current, &next)
    }
    return current.contains(steps.count - 1)
  }

  private func accepts(_ step: Glob.Step, _ scalar: UnicodeScalar) -> Bool {
    switch step {
    case .scalar(let wanted): wanted == scalar
    case .anyButSlash: scalar != "/"
    case .any: true
    case .oneOf(let ranges, let isNegated):
      scalar != "/" && ranges.contains { $0.contains(scalar) } != isNegated
    case .split, .jump, .fail, .match: false
    }
  }

  /// Adds a step and all that it leads to without reading.
  private mutating func enter(_ step: Int) {
    pending.append(step)
    while let step = pending.popLast() {
      guard rounds[step] != round else { continue }
      rounds[step] = round
      switch steps[step] {
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .jump(let target): pending.append(target)
      default: next.append(step)
      }
    }
  }
}
