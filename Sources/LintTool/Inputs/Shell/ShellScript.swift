internal import PayloadRules

/// The commands of a script, those inside command substitutions included, in the order of their places.
enum ShellScript {
  /// Substitutions inside substitutions are read so deep.
  private static let maximumDepth = 3
  /// How many bytes the values of variables may add to a script in all: so many, or so many for each of its own.
  private static let leastGrowth = 1 << 18
  private static let growthForByte = 64

  /// Calls of `program`; each with the command before it in its pipeline, if there is one.
  static func calls(of program: String, in text: [UInt8], range: ByteRange? = nil) -> [ShellCall] {
    let range = range ?? ByteRange(0, text.count)
    var budget = max(leastGrowth, range.count * growthForByte)
    var calls: [ShellCall] = []
    collect(program, text, range, ShellSetting(), depth: 0, budget: &budget, into: &calls)
    return calls.sorted { $0.place.start < $1.place.start }
  }

  private static func collect(
    _ program: String, _ text: [UInt8], _ range: ByteRange, _ setting: ShellSetting, depth: Int,
    budget: inout Int, into calls: inout [ShellCall]
  ) {
    var scanner = ShellScanner(text, range: range, program: program, setting: setting, budget: budget)
    scanner.depth = depth
    while let commands = scanner.nextLine() {
      for (index, command) in commands.enumerated() {
        guard let call = command.call(of: program) else { continue }
        let before = command.isPiped && index > 0 ? commands[index - 1] : nil
        calls.append(ShellCall(command: command, index: call, before: before))
      }
      let inner = scanner.substitutions
      scanner.substitutions = []
      budget = scanner.budget
      if depth < maximumDepth {
        for range in inner {
          collect(
            program, text, range, scanner.setting, depth: depth + 1, budget: &budget, into: &calls)
        }
      }
      scanner.budget = budget
    }
  }
}

/// One call of a program in a script.
struct ShellCall: Sendable {
  var command: ShellCommand
  /// Index of the word that names the program.
  var index: Int
  /// The command whose output is its standard input.
  var before: ShellCommand?

  var place: ByteRange { command.words[index].place }
  var arguments: ArraySlice<ShellWord> { command.words[(index + 1)...] }

  /// What the program reads from standard input; nil where that is not known.
  var input: ShellCommand.Input? {
    if let input = command.input { return input }
    guard let before, let name = before.words.first?.string else { return nil }
    let words = before.words.dropFirst().drop { ["-n", "-e", "-E", "-ne", "--"].contains($0.string) }
    switch name {
    case "echo" where words.count == 1: return words.first.map { .text($0.text) }
    case "printf" where words.count == 1: return words.first.map { .text($0.text) }
    case "printf" where words.count == 2 && ["%s", "%s\\n"].contains(words.first?.string):
      return words.last.map { .text($0.text) }
    case "cat" where words.count == 1: return words.first.map { .file($0.text) }
    case "cat" where words.isEmpty: return before.input
    default: return nil
    }
  }
}
