internal import PayloadRules

/// Splits a shell script, or pasted commands, into simple commands with the place of each character.
///
/// It reads what POSIX shells read, runs nothing, and never gives up: prose around a command is taken for
/// commands that nobody asks for.
struct ShellScanner {
  let text: [UInt8]
  var position: Int
  let end: Int
  var setting: ShellSetting
  /// Bytes that values of variables may still add, so that doubling them over and over ends.
  var budget: Int
  /// Conditions and loops that are open.
  var openBlocks = 0
  /// Variables set in them: what they hold afterwards, nobody knows.
  var unsure: Set<String> = []
  /// Whether the command being read runs only if another one did, or failed.
  var isConditional = false
  /// The command being read.
  var command = ShellCommand()
  /// Here-documents whose bodies follow the line, with the number of their command on it.
  var pendingDocuments: [PendingDocument] = []
  /// Ranges of command substitutions met on the line.
  var substitutions: [ByteRange] = []
  var troubles: [ShellTrouble] = []
  /// Closing signs that do not come any more.
  var unclosed = Unclosed()
  /// How many substitutions the text that is read lies in.
  var depth = 0
  /// Whether the command being read is one whose words matter.
  var isWanted = false
  /// The program whose calls matter.
  let program: [UInt8]

  struct PendingDocument {
    var delimiter: [UInt8]
    var isLiteral: Bool
    var stripsTabs: Bool
    var command: Int
    var place: ByteRange
  }

  struct Unclosed {
    var single = false
    var double = false
    /// How often the parenthesis of a substitution was sought to the end in vain.
    var parentheses = 0
  }

  init(_ text: [UInt8], range: ByteRange, program: String, setting: ShellSetting, budget: Int) {
    self.text = text
    position = range.start
    end = min(range.end, text.count)
    self.setting = setting
    self.program = Array(program.utf8)
    self.budget = budget
  }

  /// The commands of the next line, with the lines that it goes on in; nil at the end.
  mutating func nextLine() -> [ShellCommand]? {
    guard position < end else { return nil }
    var commands: [ShellCommand] = []
    start()
    while position < end {
      skipBlanks()
      guard position < end else { break }
      let byte = text[position]
      if byte == 0x0A {
        position += 1
        if isWanted, continuesWithoutBackslash() { continue }
        break
      }
      switch byte {
      case 0x3B, 0x28, 0x29:  // ; ( )
        let endsBranch = byte == 0x3B && isNext(0x3B, at: position + 1)
        position += endsBranch ? 2 : 1
        finish(&commands)
        if endsBranch { endBranch() }
      case 0x26 where !isNext(0x3E, at: position + 1):  // &
        let isAnd = isNext(0x26, at: position + 1)
        position += isAnd ? 2 : 1
        // What sets variables alone does not fail.
        let isSure = command.words.allSatisfy { ShellScanner.nameLength($0.text.bytes) != nil }
        finish(&commands)
        isConditional = isAnd && !isSure
      case 0x7C:  // |
        let isOr = isNext(0x7C, at: position + 1)
        position += isOr || isNext(0x26, at: position + 1) ? 2 : 1
        finish(&commands)
        command.isPiped = !isOr
        isConditional = isOr
        skipLineEnds()
      case 0x23 where isCommentStart: skipLine()
      case 0x3C, 0x3E, 0x26: readRedirection(commands.count)
      default:
        if byte >= 0x30, byte <= 0x39, let sign = descriptorLength() {
          position += sign
          readRedirection(commands.count)
        } else {
          readWord()
        }
      }
    }
    finish(&commands)
    readDocuments(&commands)
    return commands
  }

  private mutating func start() {
    command = ShellCommand()
    isWanted = false
    isConditional = false
  }

  /// Ends the command being read.
  private mutating func finish(_ commands: inout [ShellCommand]) {
    command.troubles = troubles
    troubles = []
    // Even one without words keeps its number: a here-document may wait for it.
    command.setting = setting
    command.end = position
    follow(command.words)
    commands.append(command)
    start()
  }

  // MARK: Between words

  func isNext(_ byte: UInt8, at index: Int) -> Bool { index < end && text[index] == byte }

  var isCommentStart: Bool {
    position == 0 || [0x20, 0x09, 0x0A, 0x3B, 0x28, 0x29, 0x26, 0x7C].contains(text[position - 1])
  }

  mutating func skipLine() {
    while position < end, text[position] != 0x0A { position += 1 }
  }

  private mutating func skipLineEnds() {
    while position < end, isWhite(text[position]) { position += 1 }
  }

  /// Blanks, and line ends that a backslash takes away.
  private mutating func skipBlanks() {
    while position < end {
      switch text[position] {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x5C, 0x5E:
        guard let length = continuationLength() else { return }
        position += length
        skipPrompt()
      default: return
      }
    }
  }

  /// Length of a backslash, or on Windows `^`, that stands before a line end.
  mutating func continuationLength() -> Int? {
    guard text[position] == 0x5C || isWanted else { return nil }
    var index = position + 1
    if isNext(0x0D, at: index) { index += 1 }
    if isNext(0x0A, at: index) { return index + 1 - position }
    // Blanks between the two end the command there, which nobody means.
    guard isWanted, text[position] == 0x5C else { return nil }
    while index < end, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    guard index > position + 1, isNext(0x0A, at: index) else { return nil }
    troubles.append(ShellTrouble(kind: .blankAfterBackslash, range: ByteRange(position, index)))
    return index + 1 - position
  }

  /// The `> ` that a terminal shows before a line that goes on.
  private mutating func skipPrompt() {
    guard isWanted, isNext(0x3E, at: position), isNext(0x20, at: position + 1) else { return }
    var index = position + 2
    while index < end, text[index] == 0x20 { index += 1 }
    if index < end,
      [0x2D, 0x27, 0x22].contains(text[index]) || text[index...].starts(with: Array("http".utf8))
    {
      position = index
    }
  }

  /// Whether the next line begins with an option of the command, so that a backslash was lost.
  private mutating func continuesWithoutBackslash() -> Bool {
    guard command.words.count > 1 else { return false }
    var index = position
    while index < end, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    guard isNext(0x2D, at: index), index + 1 < end,
      text[index + 1].isLetter
        || text[index + 1] == 0x2D && isNext(0x2D, at: index + 1)
          && index + 2 < end && text[index + 2].isLetter
    else { return false }
    let lineEnd = position > 1 && text[position - 2] == 0x0D ? position - 2 : position - 1
    troubles.append(ShellTrouble(kind: .missingBackslash, range: ByteRange(lineEnd, lineEnd)))
    position = index
    return true
  }

  // MARK: Redirections

  /// Digits before `<` or `>`.
  private func descriptorLength() -> Int? {
    var index = position
    while index < end, text[index].isDigit { index += 1 }
    guard index < end, index - position < 3, text[index] == 0x3C || text[index] == 0x3E else { return nil }
    return index - position
  }

  private mutating func readRedirection(_ number: Int) {
    let start = position
    if text[position] == 0x3C, placeholderLength(isInWord: false) != nil { return readWord() }
    if text[position] == 0x26 { position += 1 }
    let isInput = text[position] == 0x3C
    position += 1
    if isInput, isNext(0x3C, at: position) {
      position += 1
      if isNext(0x3C, at: position) {
        position += 1
        skipBlanks()
        if let word = word() { command.input = .text(word.text) }
        return
      }
      return readDelimiter(start, number)
    }
    if isNext(0x28, at: position) {
      // `<(…)`: a command of its own.
      return
    }
    while isNext(0x3E, at: position) || isNext(0x26, at: position) || isNext(0x7C, at: position) {
      position += 1
    }
    skipBlanks()
    guard let word = word() else { return }
    if isInput { command.input = .file(word.text) } else { command.output = word.text }
  }

  // MARK: Words

  /// Reads a word into the command; an array of options becomes several.
  private mutating func readWord() {
    let start = position
    guard let word = word() else {
      position = max(position, start + 1)
      return
    }
    if isNext(0x28, at: position), word.text.bytes.last == UInt8(ascii: "="),
      let length = ShellScanner.nameLength(word.text.bytes), !word.isQuoted
    {
      return readArray(String(decoding: word.text.bytes[..<length], as: UTF8.self))
    }
    if let words = splitWords(word, from: start) {
      command.words += words
    } else {
      command.words.append(word)
    }
    isWanted = isWanted || word.text.bytes.suffix(program.count).elementsEqual(program)
  }

  /// What a bare variable, or all of an array, comes to as words.
  private func splitWords(_ word: ShellWord, from start: Int) -> [ShellWord]? {
    let written = Array(text[start..<position])
    if let name = ShellScanner.arrayName(written), let words = setting.arrays[name] { return words }
    guard !word.isQuoted, written.first == 0x24, written.dropFirst().allSatisfy(ShellScanner.isNameByte),
      setting.variables[String(decoding: written.dropFirst(), as: UTF8.self)] != nil
    else { return nil }
    let bytes = word.text.bytes
    guard bytes.contains(where: isWhite) else { return nil }
    var words: [ShellWord] = []
    var index = 0
    while index < bytes.count {
      let first = index
      while index < bytes.count, !isWhite(bytes[index]) { index += 1 }
      if index > first {
        words.append(ShellWord(text: word.text.part(ByteRange(first, index)), place: word.place))
      }
      index += 1
    }
    return words
  }

  /// The name in `"${NAME[@]}"`, with or without its quotes.
  private static func arrayName(_ written: [UInt8]) -> String? {
    var inner = written[...]
    if inner.first == 0x22, inner.last == 0x22, inner.count > 1 { inner = inner.dropFirst().dropLast() }
    for ending in ["[@]}", "[*]}"] where inner.starts(with: Array("${".utf8)) {
      let ending = Array(ending.utf8)
      if inner.count > ending.count + 2, inner.suffix(ending.count).elementsEqual(ending) {
        let name = inner.dropFirst(2).dropLast(ending.count)
        return name.allSatisfy(isNameByte) ? String(decoding: name, as: UTF8.self) : nil
      }
    }
    return nil
  }
}
