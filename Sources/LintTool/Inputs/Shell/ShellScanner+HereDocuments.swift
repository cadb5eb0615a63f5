internal import PayloadRules

extension ShellScanner {
  /// The word after `<<`, where its text begins at `start`, and how many bytes it takes.
  func hereDelimiter(
    at start: Int
  ) -> (delimiter: (word: [UInt8], isLiteral: Bool, stripsTabs: Bool), length: Int) {
    var index = start
    let stripsTabs = isNext(0x2D, at: index)
    if stripsTabs { index += 1 }
    while isNext(0x20, at: index) || isNext(0x09, at: index) { index += 1 }
    var word: [UInt8] = []
    var isLiteral = false
    while index < end {
      let byte = text[index]
      if byte == 0x27 || byte == 0x22 {
        isLiteral = true
      } else if byte == 0x5C {
        isLiteral = true
      } else if ShellScanner.isNameByte(byte) || [0x2D, 0x2E, 0x21].contains(byte) || byte >= 0x80 {
        word.append(byte)
      } else {
        break
      }
      index += 1
    }
    return ((word, isLiteral, stripsTabs), index - start)
  }

  /// Takes note of a here-document for the command with a number on this line.
  mutating func readDelimiter(_ start: Int, _ number: Int) {
    let (delimiter, length) = hereDelimiter(at: position)
    position += length
    guard !delimiter.word.isEmpty else { return }
    pendingDocuments.append(
      PendingDocument(
        delimiter: delimiter.word, isLiteral: delimiter.isLiteral, stripsTabs: delimiter.stripsTabs,
        command: number, place: ByteRange(start, position)))
  }

  /// Where the body from `start` on ends, and where the script goes on; nil where its last line is missing.
  func hereBody(from start: Int, _ delimiter: [UInt8], stripsTabs: Bool) -> (end: Int, next: Int)? {
    var line = start
    while line < end {
      var lineEnd = line
      while lineEnd < end, text[lineEnd] != 0x0A { lineEnd += 1 }
      var first = line
      while stripsTabs, first < lineEnd, text[first] == 0x09 { first += 1 }
      let last = lineEnd > first && text[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
      if text[first..<last].elementsEqual(delimiter) { return (line, min(lineEnd + 1, end)) }
      line = lineEnd + 1
    }
    return nil
  }

  /// Reads the bodies that the line asked for, each into its command.
  mutating func readDocuments(_ commands: inout [ShellCommand]) {
    let pending = pendingDocuments
    pendingDocuments = []
    for document in pending {
      let found = hereBody(from: position, document.delimiter, stripsTabs: document.stripsTabs)
      let body = ByteRange(position, found?.end ?? end)
      let value = documentText(body, document)
      position = found?.next ?? end
      guard commands.indices.contains(document.command) else { continue }
      commands[document.command].input = .text(value)
      if found == nil {
        commands[document.command].troubles.append(
          ShellTrouble(kind: .unclosedHereDocument, range: document.place))
      }
      keep(value, of: commands[document.command])
    }
  }

  /// A variable that `read` fills, or a file that `cat` writes.
  private mutating func keep(_ value: AssembledText, of command: ShellCommand) {
    if let output = command.output,
      command.words.first?.string == "cat" || command.words.first?.string == "tee"
    {
      setting.files[output.string] = value
    }
    if command.words.first?.string == "read" || command.words.first?.string == "IFS=",
      let last = command.words.last?.string, command.words.count > 1
    {
      setting.variables[last] = value
    }
  }

  private mutating func documentText(_ range: ByteRange, _ document: PendingDocument) -> AssembledText {
    var word = ShellWord(text: AssembledText(at: range.start), place: range)
    let after = position
    position = range.start
    var piece = range.start
    let style: WritingStyle = document.isLiteral ? .plain : .hereDocument
    while position < range.end {
      if document.stripsTabs, position == range.start || text[position - 1] == 0x0A, text[position] == 0x09 {
        word.text.addPiece(piece, position, style)
        while position < range.end, text[position] == 0x09 { position += 1 }
        piece = position
        continue
      }
      let byte = text[position]
      if !document.isLiteral, byte == 0x5C {
        readEscape(&word, special: [0x24, 0x60, 0x5C])
      } else if !document.isLiteral, byte == 0x24 || byte == 0x60 {
        let start = position
        word.text.addPiece(piece, start, style)
        let isExpansion = readExpansion(&word, isQuoted: true)
        piece = isExpansion ? position : start
      } else {
        let start = position
        position += 1
        while position < range.end, text[position - 1] != 0x0A || !document.stripsTabs,
          document.isLiteral || ![0x5C, 0x24, 0x60].contains(text[position])
        { position += 1 }
        word.text.append(text[start..<position], at: start)
      }
    }
    word.text.addPiece(piece, min(position, range.end), style)
    word.text.whole = range
    position = after
    return word.text
  }
}
