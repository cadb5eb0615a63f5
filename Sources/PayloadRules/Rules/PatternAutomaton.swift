/// A pattern as a table of states and letters, filled in as texts ask for it: one look a byte, and nothing
/// allocated once the states that such texts lead to are there.
struct PatternAutomaton {
  /// More states than these are not kept; the pattern is then run as it stands.
  private let maximumStates: Int
  private static let letterCount = 128
  private static let unknown = UInt16.max
  private static let dead: UInt16 = 1

  let pattern: Pattern
  /// The next state, by state and ASCII letter.
  private var transitions: [UInt16] = []
  private var isAccepting: [Bool] = []
  /// The pattern's instructions that each state stands for, in order.
  private var members: [[Int]] = []
  private var numbers: [[Int]: UInt16] = [:]

  init(_ pattern: Pattern, maximumStates: Int = 1024) {
    self.pattern = pattern
    self.maximumStates = maximumStates
    _ = state(closure(of: [0]))
    _ = state([])
  }

  /// Whether the whole of `subject`, UTF-8, matches.
  mutating func matches(_ subject: ByteView) -> Bool {
    var state: UInt16 = 0
    for index in 0..<subject.count {
      let byte = subject[index]
      // Other letters than ASCII are several bytes; they are rare where patterns are asked for.
      guard byte < Self.letterCount else { return pattern.matchesStepByStep(subject) }
      var next = transitions[Int(state) &* Self.letterCount &+ Int(byte)]
      if next == Self.unknown {
        guard let made = transition(from: state, byte) else { return pattern.matchesStepByStep(subject) }
        next = made
      }
      if next == Self.dead { return false }
      state = next
    }
    return isAccepting[Int(state)]
  }

  private mutating func transition(from state: UInt16, _ byte: UInt8) -> UInt16? {
    var reached: [Int] = []
    for member in members[Int(state)] {
      if case .characters(let characters) = pattern.instructions[member], characters.contains(UInt32(byte)) {
        reached.append(member + 1)
      }
    }
    let set = closure(of: reached)
    guard numbers[set] != nil || members.count < maximumStates else { return nil }
    let next = self.state(set)
    transitions[Int(state) * Self.letterCount + Int(byte)] = next
    return next
  }

  /// The number of a set of instructions, new or known.
  private mutating func state(_ set: [Int]) -> UInt16 {
    if let known = numbers[set] { return known }
    let number = UInt16(truncatingIfNeeded: members.count)
    numbers[set] = number
    members.append(set)
    isAccepting.append(set.contains { pattern.instructions[$0] == .match })
    transitions.append(contentsOf: repeatElement(Self.unknown, count: Self.letterCount))
    return number
  }

  /// All that a set of instructions leads to without reading, in order.
  private func closure(of start: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var waiting: [Int] = []
    for instruction in start { pattern.follow(instruction, &waiting) { seen.insert($0).inserted } }
    return seen.sorted()
  }
}
