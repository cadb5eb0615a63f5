/// Turns the text of a pattern into the steps that a `Glob` runs.
struct GlobParser {
  private let scalars: [UnicodeScalar]
  private let dialect: Glob.Dialect
  private var index = 0
  private var made: [Glob.Step] = []
  private var groups: [(split: Int, jumps: [Int])] = []
  private var isBroken = false

  init(_ scalars: [UnicodeScalar], _ dialect: Glob.Dialect) {
    self.scalars = scalars
    self.dialect = dialect
    while index < scalars.count, !isBroken { readNext() }
    made.append(.match)
  }

  /// Nil for a pattern with an unclosed bracket or brace.
  var steps: [Glob.Step]? { isBroken || !groups.isEmpty ? nil : made }

  private mutating func readNext() {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "\\" where index < scalars.count:
      made.append(.scalar(scalars[index]))
      index += 1
    case "?": made.append(.anyButSlash)
    case "*": readStars()
    case "[":
      guard let step = characterClass() else {
        isBroken = true
        return
      }
      made.append(step)
    case "{" where dialect == .configuration:
      groups.append((made.count, []))
      made.append(.fail)
    case "," where !groups.isEmpty:
      groups[groups.count - 1].jumps.append(made.count)
      made.append(.fail)
      let split = groups[groups.count - 1].split
      made[split] = .split(split + 1, made.count)
      groups[groups.count - 1].split = made.count
      made.append(.fail)
    case "}" where !groups.isEmpty:
      let group = groups.removeLast()
      made[group.split] = .jump(group.split + 1)
      for jump in group.jumps { made[jump] = .jump(made.count) }
    default: made.append(.scalar(scalar))
    }
  }

  /// After a first star: a run of them says no more than two do.
  private mutating func readStars() {
    let start = index - 1
    while index < scalars.count, scalars[index] == "*" { index += 1 }
    let isAtStart = start == 0 || scalars[start - 1] == "/"
    let isFolders = index < scalars.count && scalars[index] == "/"
    let isWholePart = isAtStart && (isFolders || index == scalars.count)
    guard index - start > 1, dialect == .configuration || isWholePart else {
      loop(.anyButSlash)
      return
    }
    guard isFolders else {
      loop(.any)
      return
    }
    // Folders, or none at all.
    index += 1
    let split = made.count
    made.append(.fail)
    loop(.any)
    made.append(.scalar("/"))
    made[split] = .split(split + 1, made.count)
  }

  private mutating func loop(_ step: Glob.Step) {
    let start = made.count
    made.append(.split(start + 1, start + 3))
    made.append(step)
    made.append(.jump(start))
  }

  private mutating func characterClass() -> Glob.Step? {
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
}
