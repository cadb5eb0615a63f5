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

  /// What an instruction of all the patterns does, numbers of instructions counted through.
  private enum Step {
    /// Reads a letter of a set, by number, and goes on to the next instruction.
    case read(Int)
    case split(Int, Int)
    case jump(Int)
    case match(UInt64)
  }

  private let patterns: [Pattern]
  private let steps: [Step]
  /// The class of each byte: bytes that no pattern tells apart. Class 0 is of those outside ASCII.
  private let classes: FixedBuffer<UInt8>
  private let classCount: Int
  /// Whether the letters of a class belong to a set, by set and class.
  private let accepts: [Bool]
  /// Where the row of the next state begins, by row and class.
  private var transitions: FixedBuffer<UInt32>
  /// Bits of the patterns that match at each state.
  private var matching: [UInt64] = []
  /// The instructions that each state reads a letter with, in order.
  private var members: [[Int32]] = []
  /// Rows by the instructions that were reached, before what these lead to without reading.
  private var rows: [[Int32]: UInt32] = [:]
  /// The round in which each instruction was entered last, and what is still to be entered.
  private var entered: [UInt32]
  private var round: UInt32 = 0
  private var waiting: [Int] = []
  private var reached: [Int32] = []

  init(_ patterns: [Pattern], maximumStates: Int = 1024) {
    self.maximumStates = maximumStates
    self.patterns = Array(patterns.prefix(Self.maximumPatterns))
    var sets: [Pattern.Characters: Int] = [:]
    var (steps, starts): ([Step], [Int32]) = ([], [])
    for (number, pattern) in self.patterns.enumerated() {
      let first = steps.count
      starts.append(Int32(first))
      for instruction in pattern.instructions {
        switch instruction {
        case .characters(let characters):
          let set = sets[characters] ?? sets.count
          sets[characters] = set
          steps.append(.read(set))
        case .split(let one, let other): steps.append(.split(first + one, first + other))
        case .jump(let target): steps.append(.jump(first + target))
        case .match: steps.append(.match(1 << UInt64(number)))
        }
      }
    }
    self.steps = steps
    let ordered = sets.sorted { $0.value < $1.value }.map(\.key)
    let (table, accepted) = Self.classes(of: ordered)
    classes = .allocate(table)
    classCount = Int(table.max() ?? 0) + 1
    accepts = accepted.flatMap { $0 }
    entered = Array(repeating: 0, count: steps.count)
    transitions = .allocate(8 * classCount, repeating: Self.unknown)
    for row in 0..<8 { transitions[row * classCount] = Self.foreign }
    _ = row(starts)
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
    let letter = Int(classes[Int(byte)])
    reached.removeAll(keepingCapacity: true)
    for member in members[row / classCount] {
      guard case .read(let set) = steps[Int(member)], accepts[set * classCount + letter] else { continue }
      reached.append(member + 1)
    }
    let next: UInt32
    if reached.isEmpty {
      next = Self.dead
    } else if let known = rows[reached] {
      next = known
    } else {
      guard members.count < maximumStates else { return nil }
      next = self.row(reached)
    }
    transitions[row + letter] = next
    return next
  }

  /// The row of a new state: of instructions, and all that these lead to without reading.
  private func row(_ start: [Int32]) -> UInt32 {
    let row = UInt32(members.count * classCount)
    rows[start] = row
    round &+= 1
    var (reading, bits): ([Int32], UInt64) = ([], 0)
    for first in start {
      waiting.append(Int(first))
      while let instruction = waiting.popLast() {
        guard entered[instruction] != round else { continue }
        entered[instruction] = round
        switch steps[instruction] {
        case .read: reading.append(Int32(instruction))
        case .split(let one, let other):
          waiting.append(other)
          waiting.append(one)
        case .jump(let target): waiting.append(target)
        case .match(let bit): bits |= bit
        }
      }
    }
    members.append(reading)
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

  /// The class of each of 256 bytes, and by set of characters whether it holds the letters of each class.
  private static func classes(of sets: [Pattern.Characters]) -> (table: [UInt8], accepted: [[Bool]]) {
    var known: [[Bool]: UInt8] = [:]
    var table = Array(repeating: UInt8(0), count: 256)
    var accepted = sets.map { _ in [false] }
    for byte in 0..<128 {
      let key = sets.map { $0.contains(UInt32(byte)) }
      if let letter = known[key] {
        table[byte] = letter
        continue
      }
      let letter = UInt8(known.count + 1)
      known[key] = letter
      table[byte] = letter
      for (number, isIn) in key.enumerated() { accepted[number].append(isIn) }
    }
    return (table, accepted)
  }
}
