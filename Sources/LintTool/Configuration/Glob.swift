/// A pattern over paths or ids, matched in time proportional to pattern times text.
///
/// `*` and `?` stand for anything but a slash, `**` for anything, `**/` also for nothing; `[a-z]`, `[!a]`
/// are classes, `{a,b}` alternatives, and a backslash takes the next character as it is.
package struct Glob: Sendable, Hashable {
  package let pattern: String

  private enum Step: Sendable, Hashable {
    case scalar(UnicodeScalar)
    case anyButSlash
    case any
    case oneOf([ClosedRange<UnicodeScalar>], isNegated: Bool)
    case split(Int, Int)
    case jump(Int)
    case fail
    case match
  }

  private var steps: [Step] = []

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
  package init?(_ pattern: String) {
    self.pattern = pattern
    let scalars = Array(pattern.unicodeScalars)
    guard !scalars.isEmpty, scalars.count <= Glob.maximumLength else { return nil }
    var groups: [(split: Int, jumps: [Int])] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\\" where index < scalars.count:
        steps.append(.scalar(scalars[index]))
        index += 1
      case "?": steps.append(.anyButSlash)
      case "*":
        guard index < scalars.count, scalars[index] == "*" else {
          loop(.anyButSlash)
          break
        }
        index += 1
        if index < scalars.count, scalars[index] == "/" {
          // Folders, or none at all.
          index += 1
          let split = steps.count
          steps.append(.fail)
          loop(.any)
          steps.append(.scalar("/"))
          steps[split] = .split(split + 1, steps.count)
        } else {
          loop(.any)
        }
      case "[":
        guard let step = Glob.characterClass(scalars, &index) else { return nil }
        steps.append(step)
      case "{":
        groups.append((steps.count, []))
        steps.append(.fail)
      case "," where !groups.isEmpty:
        groups[groups.count - 1].jumps.append(steps.count)
        steps.append(.fail)
        let split = groups[groups.count - 1].split
        steps[split] = .split(split + 1, steps.count)
        groups[groups.count - 1].split = steps.count
        steps.append(.fail)
      case "}" where !groups.isEmpty:
        guard let group = groups.popLast() else { return nil }
        steps[group.split] = .jump(group.split + 1)
        for jump in group.jumps { steps[jump] = .jump(steps.count) }
      default: steps.append(.scalar(scalar))
      }
    }
    guard groups.isEmpty else { return nil }
    steps.append(.match)
  }

  private mutating func loop(_ step: Step) {
    let start = steps.count
    steps.append(.split(start + 1, start + 3))
    steps.append(step)
    steps.append(.jump(start))
  }

  private static func characterClass(_ scalars: [UnicodeScalar], _ index: inout Int) -> Step? {
    var isNegated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      isNegated = true
      index += 1
    }
    var ranges: [ClosedRange<UnicodeScalar>] = []
    let start = index
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "]", index > start {
        index += 1
        return .oneOf(ranges, isNegated: isNegated)
      }
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        guard scalar <= scalars[index + 2] else { return nil }
        ranges.append(scalar...scalars[index + 2])
        index += 3
      } else {
        ranges.append(scalar...scalar)
        index += 1
      }
    }
    return nil
  }

  /// Whether the pattern has any wildcard at all.
  package var isLiteral: Bool { !pattern.unicodeScalars.contains { "*?[{\\".unicodeScalars.contains($0) } }

  package func matches(_ text: String) -> Bool {
    var current = closure(of: [0])
    for scalar in text.unicodeScalars {
      var next: [Int] = []
      for step in current {
        switch steps[step] {
        case .scalar(let wanted): if wanted == scalar { next.append(step + 1) }
        case .anyButSlash: if scalar != "/" { next.append(step + 1) }
        case .any: next.append(step + 1)
        case .oneOf(let ranges, let isNegated):
          if scalar != "/", ranges.contains(where: { $0.contains(scalar) }) != isNegated {
            next.append(step + 1)
          }
        case .split, .jump, .fail, .match: break
        }
      }
      if next.isEmpty { return false }
      current = closure(of: next)
    }
    return current.contains(steps.count - 1)
  }

  /// Whether a path matches; a pattern without a slash is tried on the last part of the path too.
  package func matches(path: String) -> Bool {
    if matches(path) { return true }
    return !pattern.utf8.contains(UInt8(ascii: "/")) && matches(Path.name(of: path))
  }

  private func closure(of starts: [Int]) -> [Int] {
    var seen = [Bool](repeating: false, count: steps.count)
    var pending = starts
    var result: [Int] = []
    while let step = pending.popLast() {
      guard !seen[step] else { continue }
      seen[step] = true
      switch steps[step] {
      case .split(let first, let second): pending += [first, second]
      case .jump(let target): pending.append(target)
      default: result.append(step)
      }
    }
    return result
  }
}
