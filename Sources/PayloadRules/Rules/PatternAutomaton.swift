/// One or several patterns as a table of states and letters, filled in as texts ask for it: one look a byte for
/// all of them, and nothing allocated once the states that such texts lead to are there.
final class PatternAutomaton {
  /// More patterns than this do not go together.
  static let maximumPatterns = 64
  /// More states than this are not kept; the patterns are then run as they stand.
  private let maximumStates: Int

  private static let unknown = UInt32.max
  /// Nothing can match any more.
  private static let dead = UInt32.max - 1
  /// Other letters than ASCII are several bytes; they are rare where patterns are asked for.
  private static let foreign = UInt32.max - 2
  private static let firstSign = foreign

  private let patterns: [Pattern]
  /// The pattern of each instruction, and where its first one stands among all of them.
  private let owners: [Int]
  private let starts: [Int]
  /// The class of each byte: bytes that no pattern tells apart. Class 0 is of those outside ASCII.
  private let classes: FixedBuffer<UInt8>
  private let classCount: Int
  /// Where the row of the next state begins, by row and class.
  private var transitions: FixedBuffer<UInt32>
  /// Bits of the patterns that match at each state.
  private var matching: [UInt64] = []
  /// The instructions that each state stands for, in order.
  private var members: [[Int]] = []
  private var rows: [[Int]: UInt32] = [:]

  init(_ patterns: [Pattern], maximumStates: Int = 1024) {
    self.maximumStates = maximumStates
    self.patterns = Array(patterns.prefix(Self.maximumPatterns))
    var (owners, starts): ([Int], [Int]) = ([], [])
    for (number, pattern) in self.patterns.enumerated() {
      starts.append(owners.count)
      owners += Array(repeating: number, count: pattern.instructions.count)
    }
    (self.owners, self.starts) = (owners, starts)
    let table = Self.classes(of: self.patterns)
    classes = .allocate(table)
    classCount = Int(table.max() ?? 0) + 1
    transitions = .allocate(8 * classCount, repeating: Self.unknown)
    for row in 0..<8 { transitions[row * classCount] = Self.foreign }
    _ = row(closure(of: starts))
  }

  deinit {
    classes.deallocate()
    transitions.deallocate()
  }

  /// Bits of the patterns that match the whole of `subject`, UTF-8.
  func matches(_ subject: ByteView) -> UInt64 {
    var table = transitions
    let classes = classes
    var row = 0
    for index in 0..<subject.count {
      let letter = Int(classes[Int(subject.load8(at: index))])
      var next = table[row &+ letter]
      if next >= Self.firstSign {
        if next == Self.dead { return 0 }
        guard next == Self.unknown, let made = transition(from: row, subject.load8(at: index)) else {
          return matchesOneByOne(subject)
        }
        if made == Self.dead { return 0 }
        next = made
        table = transitions
      }
      row = Int(next)
    }
    return matching[row / classCount]
  }

  private func matchesOneByOne(_ subject: ByteView) -> UInt64 {
    var result: UInt64 = 0
    for (number, pattern) in patterns.enumerated() where pattern.matchesStepByStep(subject) {
      result |= 1 << UInt64(number)
    }
    return result
  }

  private func transition(from row: Int, _ byte: UInt8) -> UInt32? {
    var reached: [Int] = []
    for member in members[row / classCount] {
      if case .characters(let characters) = instruction(member), characters.contains(UInt32(byte)) {
        reached.append(member + 1)
      }
    }
    let set = closure(of: reached)
    guard rows[set] != nil || members.count < maximumStates else { return nil }
    let next = set.isEmpty ? Self.dead : self.row(set)
    transitions[row + Int(classes[Int(byte)])] = next
    return next
  }

  private func instruction(_ number: Int) -> Pattern.Instruction {
    let owner = owners[number]
    return patterns[owner].instructions[number - starts[owner]]
  }

  /// The row of a set of instructions, new or known.
  private func row(_ set: [Int]) -> UInt32 {
    if let known = rows[set] { return known }
    let row = UInt32(members.count * classCount)
    rows[set] = row
    members.append(set)
    var bits: UInt64 = 0
    for member in set where instruction(member) == .match { bits |= 1 << UInt64(owners[member]) }
    matching.append(bits)
    if members.count * classCount > transitions.count { widen() }
    return row
  }

  private func widen() {
    let count = transitions.count
    let wider = FixedBuffer<UInt32>.allocate(count * 2, repeating: Self.unknown)
    for index in 0..<count { wider[index] = transitions[index] }
    for row in 0..<(count / classCount) { wider[count + row * classCount] = Self.foreign }
    transitions.deallocate()
    transitions = wider
  }

  /// All that a set of instructions leads to without reading, in order.
  private func closure(of start: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var waiting: [Int] = []
    for member in start {
      let owner = owners[member]
      let first = starts[owner]
      patterns[owner].follow(member - first, &waiting) { seen.insert(first + $0).inserted }
    }
    return seen.sorted()
  }

  /// The class of each of 256 bytes.
  private static func classes(of patterns: [Pattern]) -> [UInt8] {
    var sets: Set<Pattern.Characters> = []
    for pattern in patterns {
      for case .characters(let characters) in pattern.instructions { sets.insert(characters) }
    }
    let ordered = Array(sets)
    var known: [[Bool]: UInt8] = [:]
    var result = Array(repeating: UInt8(0), count: 256)
    for byte in 0..<128 {
      let key = ordered.map { $0.contains(UInt32(byte)) }
      let letter = known[key] ?? UInt8(known.count + 1)
      known[key] = letter
      result[byte] = letter
    }
    return result
  }
}
