/// Reads a pattern's text into instructions.
struct PatternParser {
  private indirect enum Node {
    case characters(Pattern.Characters)
    case sequence([Node])
    case either([Node])
    case repeated(Node, Int, Int?)
  }

  private static let maximumDepth = 32
  private let scalars: [UInt32]
  private var index = 0
  private var depth = 0
  private var instructions: [Pattern.Instruction] = []
  /// Parts written out so far; empty groups are parts without instructions, and counts multiply them too.
  private var emittedParts = 0

  init(_ text: String) { scalars = text.unicodeScalars.map(\.value) }

  mutating func parse() throws(Pattern.Trouble) -> [Pattern.Instruction] {
    let node = try alternatives()
    if index < scalars.count { throw trouble("a ')' without its '('") }
    try emit(node)
    instructions.append(.match)
    return instructions
  }

  private func trouble(_ message: String) -> Pattern.Trouble {
    Pattern.Trouble(message: message, offset: index)
  }

  private var current: UInt32? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == character.value else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(Pattern.Trouble) -> Node {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw trouble("groups nest too deep") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .either(branches)
  }

  private mutating func sequence() throws(Pattern.Trouble) -> Node {
    var nodes: [Node] = []
    while let scalar = current, scalar != 0x7C, scalar != 0x29 {
      let atom = try atom()
      nodes.append(try repetition(of: atom))
    }
    return .sequence(nodes)
  }

  private mutating func repetition(of atom: Node) throws(Pattern.Trouble) -> Node {
    var node = atom
    var isRepeated = false
    while let scalar = current {
      let bounds: (Int, Int?)
      switch scalar {
      case 0x2A: bounds = (0, nil)
      case 0x2B: bounds = (1, nil)
      case 0x3F: bounds = (0, 1)
      case 0x7B: bounds = (-1, nil)
      default: return node
      }
      if isRepeated { throw trouble("a repetition of a repetition") }
      isRepeated = true
      index += 1
      node = bounds.0 < 0 ? try counted(node) : .repeated(node, bounds.0, bounds.1)
    }
    return node
  }

  /// Reads `m}`, `m,}` or `m,n}`.
  private mutating func counted(_ node: Node) throws(Pattern.Trouble) -> Node {
    guard let minimum = number() else { throw trouble("'{' is followed by a number; a plain brace is \\{") }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else { throw trouble("'{m,n' lacks its '}'") }
    if minimum > Pattern.maximumRepeat || (maximum ?? 0) > Pattern.maximumRepeat {
      throw trouble("a count above \(Pattern.maximumRepeat)")
    }
    if let maximum, maximum < minimum { throw trouble("a count whose minimum is above its maximum") }
    return .repeated(node, minimum, maximum)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = current, scalar >= 0x30, scalar <= 0x39 {
      value = min((value ?? 0) * 10 + Int(scalar - 0x30), 1_000_000)
      index += 1
    }
    return value
  }

  private mutating func atom() throws(Pattern.Trouble) -> Node {
    guard let scalar = current else { throw trouble("the pattern ends too early") }
    index += 1
    switch scalar {
    case 0x28:
      if take("?") {
        guard take(":") else { throw trouble("look-around and options are not supported") }
      }
      let node = try alternatives()
      guard take(")") else { throw trouble("a '(' without its ')'") }
      return node
    case 0x5B: return .characters(try characterClass())
    case 0x2E: return .characters(Pattern.Characters(ranges: [], isNegated: true))
    case 0x5C: return .characters(try escape())
    case 0x2A, 0x2B, 0x3F, 0x7B:
      index -= 1
      throw trouble("nothing to repeat")
    case 0x5E, 0x24:
      index -= 1
      throw trouble("patterns always match the whole value; leave ^ and $ out, or write \\^ and \\$")
    default: return .characters(Pattern.Characters(ranges: [scalar...scalar]))
    }
  }

  private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  private static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  private static let space: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]

  private mutating func escape() throws(Pattern.Trouble) -> Pattern.Characters {
    guard let scalar = current else { throw trouble("a backslash at the end") }
    index += 1
    switch scalar {
    case 0x64: return Pattern.Characters(ranges: Self.digits)
    case 0x44: return Pattern.Characters(ranges: Self.digits, isNegated: true)
    case 0x77: return Pattern.Characters(ranges: Self.word)
    case 0x57: return Pattern.Characters(ranges: Self.word, isNegated: true)
    case 0x73: return Pattern.Characters(ranges: Self.space)
    case 0x53: return Pattern.Characters(ranges: Self.space, isNegated: true)
    case 0x6E: return Pattern.Characters(ranges: [0x0A...0x0A])
    case 0x72: return Pattern.Characters(ranges: [0x0D...0x0D])
    case 0x74: return Pattern.Characters(ranges: [0x09...0x09])
    case 0x30: return Pattern.Characters(ranges: [0...0])
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
      index -= 1
      throw trouble("an unknown escape")
    default: return Pattern.Characters(ranges: [scalar...scalar])
    }
  }

  private mutating func characterClass() throws(Pattern.Trouble) -> Pattern.Characters {
    var result = Pattern.Characters()
    if take("^") { result.isNegated = true }
    var isFirst = true
    while let scalar = current, isFirst || scalar != 0x5D {
      isFirst = false
      index += 1
      if scalar == 0x5C {
        let escaped = try escape()
        if escaped.isNegated { throw trouble("a negated class inside a class") }
        if escaped.ranges.count > 1 || escaped.ranges[0].count > 1 {
          result.ranges += escaped.ranges
          continue
        }
        result.ranges.append(try range(from: escaped.ranges[0].lowerBound))
      } else {
        result.ranges.append(try range(from: scalar))
      }
    }
    guard take("]") else { throw trouble("a '[' without its ']'") }
    return result
  }

  private mutating func range(from first: UInt32) throws(Pattern.Trouble) -> ClosedRange<UInt32> {
    guard current == 0x2D, index + 1 < scalars.count, scalars[index + 1] != 0x5D else { return first...first }
    index += 1
    var last = scalars[index]
    index += 1
    if last == 0x5C {
      let escaped = try escape()
      guard escaped.ranges.count == 1, escaped.ranges[0].count == 1, !escaped.isNegated else {
        throw trouble("a class as the end of a range")
      }
      last = escaped.ranges[0].lowerBound
    }
    guard first <= last else { throw trouble("a range whose end comes before its beginning") }
    return first...last
  }

  private mutating func emit(_ node: Node) throws(Pattern.Trouble) {
    emittedParts += 1
    if instructions.count > Pattern.maximumInstructions || emittedParts > 8 * Pattern.maximumInstructions {
      throw Pattern.Trouble(message: "the pattern is too large", offset: 0)
    }
    switch node {
    case .characters(let characters): instructions.append(.characters(characters))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .either(let branches): try emitBranches(branches)
    case .repeated(let node, let minimum, let maximum):
      for _ in 0..<minimum { try emit(node) }
      if let maximum {
        for _ in minimum..<max(maximum, minimum) { try emitOptional(node) }
      } else {
        let split = instructions.count
        instructions.append(.match)
        try emit(node)
        instructions.append(.jump(split))
        instructions[split] = .split(split + 1, instructions.count)
      }
    }
  }

  private mutating func emitOptional(_ node: Node) throws(Pattern.Trouble) {
    let split = instructions.count
    instructions.append(.match)
    try emit(node)
    instructions[split] = .split(split + 1, instructions.count)
  }

  private mutating func emitBranches(_ branches: [Node]) throws(Pattern.Trouble) {
    var exits: [Int] = []
    for (number, branch) in branches.enumerated() {
      guard number < branches.count - 1 else {
        try emit(branch)
        break
      }
      let split = instructions.count
      instructions.append(.match)
      try emit(branch)
      exits.append(instructions.count)
      instructions.append(.match)
      instructions[split] = .split(split + 1, instructions.count)
    }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
  }
}
