/// A text pattern that is matched in time linear in the text.
///
/// Literals, `.`, classes, `\d \w \s`, groups, `|` and `* + ? {m,n}` up to 64; always against the whole text.
/// Compiled to a list of instructions that is run as a set of states (no back-tracking), bounded in size.
package struct Pattern: Sendable, Hashable {
  /// Why a pattern is refused.
  package struct Trouble: Error, Equatable {
    package var message: String
    /// Offset in the pattern's text, in Unicode scalars.
    package var offset: Int
  }

  struct Characters: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    func contains(_ scalar: UInt32) -> Bool {
      ranges.contains { $0.contains(scalar) } != isNegated
    }
  }

  enum Instruction: Sendable, Hashable {
    case characters(Characters)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  static let maximumRepeat = 64
  static let maximumInstructions = 4096

  let text: String
  let instructions: [Instruction]

  package init(_ text: String) throws(Trouble) {
    var parser = PatternParser(text)
    self.text = text
    instructions = try parser.parse()
  }

  /// Texts from this length on are worth a table that is thrown away, of so many states at most.
  private static let longText = 256
  private static let fewStates = 64

  /// Whether the whole of `subject`, UTF-8, matches.
  package func matches(_ subject: ByteView) -> Bool {
    guard subject.count >= Pattern.longText else { return matchesStepByStep(subject) }
    return PatternAutomaton([self], maximumStates: Pattern.fewStates).matches(subject) != 0
  }

  /// The same without a table.
  func matchesStepByStep(_ subject: ByteView) -> Bool {
    var waiting: [Int] = []
    var current = StateSet(capacity: instructions.count)
    var next = StateSet(capacity: instructions.count)
    add(0, to: &current, &waiting)
    var index = 0
    while index < subject.count {
      if current.isEmpty { return false }
      let (scalar, length) = subject.scalar(at: index)
      index += length
      next.removeAll()
      for state in current.members {
        if case .characters(let characters) = instructions[state], characters.contains(scalar) {
          add(state + 1, to: &next, &waiting)
        }
      }
      swap(&current, &next)
    }
    return current.members.contains { instructions[$0] == .match }
  }

  /// The first part of a text that matches, or nil; one pass over the text.
  ///
  /// It ends where it first can, and goes on while each further letter still makes a match: `<<.+>>` takes one
  /// of two in a line, and `:\w+` the whole name.
  package func firstMatch(in text: ByteView) -> ByteRange? {
    var current: [(state: Int, start: Int)] = []
    var next = current
    // The place after the letter for which a state was last entered.
    var entered = Array(repeating: -1, count: instructions.count)
    var found: ByteRange?
    var waiting: [Int] = []
    var index = 0
    while index < text.count {
      if found == nil { enter(0, from: index, at: index, &current, &entered, &waiting) }
      let (scalar, length) = text.scalar(at: index)
      index += length
      next.removeAll(keepingCapacity: true)
      for (state, start) in current {
        if case .characters(let characters) = instructions[state], characters.contains(scalar) {
          enter(state + 1, from: start, at: index, &next, &entered, &waiting)
        }
      }
      let match = next.first { instructions[$0.state] == .match && $0.start < index }
      swap(&current, &next)
      if let match {
        found = ByteRange(match.start, index)
        current.removeAll { $0.start != match.start }
      } else if found != nil {
        return found
      }
    }
    return found
  }

  /// Adds a state and all that it leads to without reading, each once at one place: the earliest start wins.
  private func enter(
    _ state: Int, from start: Int, at place: Int, _ list: inout [(state: Int, start: Int)],
    _ entered: inout [Int], _ waiting: inout [Int]
  ) {
    follow(state, &waiting) { state in
      guard entered[state] != place else { return false }
      entered[state] = place
      switch instructions[state] {
      case .characters, .match: list.append((state, start))
      case .jump, .split: break
      }
      return true
    }
  }

  /// Goes to a state and to all that it leads to without reading, the first choice first; iterative. `enter` says
  /// whether a state is new; `waiting` is memory to work in.
  @inline(__always)
  func follow(_ state: Int, _ waiting: inout [Int], _ enter: (Int) -> Bool) {
    waiting.append(state)
    while let state = waiting.popLast() {
      guard enter(state) else { continue }
      switch instructions[state] {
      case .jump(let target): waiting.append(target)
      case .split(let first, let second):
        waiting.append(second)
        waiting.append(first)
      case .characters, .match: break
      }
    }
  }

  /// Adds a state and all that it leads to without reading, each once.
  private func add(_ state: Int, to set: inout StateSet, _ waiting: inout [Int]) {
    follow(state, &waiting) { set.insert($0) }
  }

  private struct StateSet {
    private(set) var members: [Int] = []
    private var marks: [Bool]

    init(capacity: Int) { marks = Array(repeating: false, count: capacity) }

    var isEmpty: Bool { members.isEmpty }

    mutating func insert(_ state: Int) -> Bool {
      if marks[state] { return false }
      marks[state] = true
      members.append(state)
      return true
    }

    mutating func removeAll() {
      for state in members { marks[state] = false }
      members.removeAll(keepingCapacity: true)
    }
  }
}

extension ByteView {
  /// The scalar at a byte offset and its length; a byte that begins no valid sequence counts as itself.
  func scalar(at index: Int) -> (UInt32, Int) {
    let first = self[index]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, index + length <= count else { return (UInt32(first), 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = self[index + offset]
      guard byte & 0xC0 == 0x80 else { return (UInt32(first), 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (value, length)
  }
}
