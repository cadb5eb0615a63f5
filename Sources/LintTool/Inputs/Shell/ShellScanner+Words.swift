internal import PayloadRules

extension ShellScanner {
  /// Reads one word from its first byte on; nil where there is none.
  mutating func word() -> ShellWord? {
    let start = position
    var word = ShellWord(text: AssembledText(at: start), place: ByteRange(start, start))
    var expansions = 0
    var others = 0
    scan: while position < end {
      let byte = text[position]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x3B, 0x26, 0x7C, 0x28, 0x29: break scan
      case 0x0D where isNext(0x0A, at: position + 1): break scan
      case 0x3E: break scan
      case 0x3C:
        guard let length = placeholderLength(isInWord: position > start) else { break scan }
        word.text.append(text[position..<position + length], at: position)
        position += length
        others += 1
      case 0x27:
        others += 1
        readSingleQuotes(&word, from: start)
      case 0x22:
        others += 1
        word.isQuoted = true
        readDoubleQuotes(&word, open: 1)
      case 0x5C:
        if let length = continuationLength() {
          position += length
          continue scan
        }
        others += 1
        if position + 1 < end {
          let length = ShellScanner.scalarLength(text[position + 1])
          let last = min(position + 1 + length, end)
          word.text.append(text[position + 1..<last], standingFor: ByteRange(position, last))
          position = last
        } else {
          word.text.append(text[position..<end], at: position)
          position = end
        }
      case 0x24, 0x60:
        let before = position
        if isNext(0x27, at: position + 1) {
          others += 1
          readDollarQuotes(&word)
        } else if isNext(0x22, at: position + 1) {
          position += 1
          others += 1
          word.isQuoted = true
          readDoubleQuotes(&word, open: 1)
        } else if readExpansion(&word, isQuoted: false) {
          expansions += 1
        } else {
          others += 1
        }
        if position == before { position += 1 }
      case 0xE2 where isWanted && typographicQuote(at: position) != nil:
        others += 1
        readTypographicQuotes(&word)
      default:
        others += 1
        readBare(&word)
      }
    }
    word.place.end = position
    word.text.whole = ByteRange(start, position)
    if word.text.bytes.count != word.fileEnd { word.file = nil }
    if position == start { return nil }
    word.isOpen = word.isOpen || (expansions == 1 && others == 0)
    return word
  }

  static func scalarLength(_ first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  private mutating func readBare(_ word: inout ShellWord) {
    let start = position
    position += 1
    while position < end {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x3B, 0x26, 0x7C, 0x28, 0x29, 0x3C, 0x3E, 0x27, 0x22, 0x5C, 0x24, 0x60,
        0xE2:
        word.text.append(text[start..<position], at: start)
        word.text.addPiece(start, position, .plain)
        return
      default: position += 1
      }
    }
    word.text.append(text[start..<position], at: start)
    word.text.addPiece(start, position, .plain)
  }

  /// Length of a `<placeholder>` where a person means one; nil for a redirection.
  func placeholderLength(isInWord: Bool) -> Int? {
    var index = position + 1
    guard index < end, text[index].isLetter || text[index] == 0x5F else { return nil }
    while index < end, text[index] != 0x3E {
      let byte = text[index]
      if byte < 0x20 || byte == 0x3C || byte == 0x27 || byte == 0x22 || index - position > 80 { return nil }
      index += 1
    }
    guard index < end, text[index - 1] != 0x20 else { return nil }
    if !isInWord {
      // `<file>out` is a redirection; a placeholder ends where a word may.
      let next = index + 1 < end ? text[index + 1] : 0x0A
      guard next <= 0x20 || [0x22, 0x27, 0x2F, 0x3A, 0x2E, 0x5C].contains(next) else { return nil }
    }
    return index + 1 - position
  }

  // MARK: Quotes

  private mutating func readSingleQuotes(_ word: inout ShellWord, from start: Int) {
    let open = position
    // In prose an apostrophe stands behind a letter and does not close on its line.
    let isApostrophe = !isWanted && open > start && text[open - 1].isLetter
    guard var close = unclosed.single ? nil : closing(0x27, from: open + 1, withinLine: isApostrophe) else {
      if !isWanted {
        if !isApostrophe { unclosed.single = true }
        word.text.append(text[open...open], at: open)
        position += 1
        return
      }
      return giveUp(open)
    }
    word.isQuoted = true
    var first = open + 1
    let pieceStart = first
    while true {
      word.text.append(text[first..<close], at: first)
      // '\'' and '"'"' are how people write a quote inside quotes.
      let rest = text[(close + 1)..<end]
      let length =
        rest.starts(with: [0x5C, 0x27, 0x27]) ? 4 : rest.starts(with: [0x22, 0x27, 0x22, 0x27]) ? 5 : 0
      guard length > 0, let next = closing(0x27, from: close + length) else { break }
      word.text.append([0x27], standingFor: ByteRange(close, close + length))
      first = close + length
      close = next
    }
    word.text.addPiece(pieceStart, close, .singleQuoted)
    position = close + 1
  }

  private func closing(_ byte: UInt8, from start: Int, withinLine: Bool = false) -> Int? {
    var index = start
    while index < end {
      if text[index] == byte { return index }
      if withinLine, text[index] == 0x0A { return nil }
      index += 1
    }
    return nil
  }

  /// A quote of a wanted command that never closes: said once, and the next command is looked for.
  private mutating func giveUp(_ open: Int) {
    troubles.append(ShellTrouble(kind: .unclosedQuote, range: ByteRange(open, open + 1)))
    position = nextCall(after: open) ?? end
  }

  /// The line end before the next line that begins with a call of the program.
  private func nextCall(after start: Int) -> Int? {
    var index = start
    while index < end {
      if text[index] == 0x0A {
        var first = index + 1
        while first < end, [0x20, 0x09, 0x24].contains(text[first]) { first += 1 }
        let last = first + program.count
        if last < end, text[first..<last].elementsEqual(program), text[last] == 0x20 { return index }
      }
      index += 1
    }
    return nil
  }

  /// Text in double quotes, the first of which is `open` bytes long.
  mutating func readDoubleQuotes(_ word: inout ShellWord, open: Int) {
    let quote = position
    let saved = word
    if unclosed.double, !isWanted {
      word.text.append(text[quote..<quote + open], at: quote)
      position += open
      return
    }
    position += open
    var piece = position
    while position < end {
      switch text[position] {
      case 0x22:
        word.text.addPiece(piece, position, .doubleQuoted)
        position += 1
        return
      case 0x5C:
        readEscape(&word, special: [0x22, 0x24, 0x60, 0x5C])
      case 0x24, 0x60:
        let start = position
        word.text.addPiece(piece, start, .doubleQuoted)
        _ = readExpansion(&word, isQuoted: true)
        if position == start {
          word.text.append(text[start...start], at: start)
          position += 1
          piece = start
        } else {
          piece = position
        }
      default:
        let start = position
        while position < end, ![0x22, 0x5C, 0x24, 0x60].contains(text[position]) { position += 1 }
        word.text.append(text[start..<position], at: start)
      }
    }
    if isWanted { return giveUp(quote) }
    // Prose: the sign stands for itself.
    unclosed.double = true
    word = saved
    word.text.append(text[quote..<quote + open], at: quote)
    position = quote + open
  }

  /// A backslash in double quotes or a here-document.
  mutating func readEscape(_ word: inout ShellWord, special: [UInt8]) {
    let start = position
    guard start + 1 < end else {
      word.text.append(text[start..<end], at: start)
      position = end
      return
    }
    let next = text[start + 1]
    if next == 0x0A || (next == 0x0D && isNext(0x0A, at: start + 2)) {
      position = start + (next == 0x0A ? 2 : 3)
    } else if special.contains(next) {
      word.text.append([next], standingFor: ByteRange(start, start + 2))
      position = start + 2
    } else {
      word.text.append(text[start...start], at: start)
      position = start + 1
    }
  }

  // MARK: Quotes that no shell knows

  /// Length of a typographic quote, all of which take three bytes.
  private func typographicQuote(at index: Int) -> UInt8? {
    guard index + 2 < end, text[index] == 0xE2, text[index + 1] == 0x80,
      (0x98...0x9F).contains(text[index + 2])
    else { return nil }
    return text[index + 2]
  }

  /// Text between typographic quotes, which people paste from web pages; read as if they were straight.
  private mutating func readTypographicQuotes(_ word: inout ShellWord) {
    let open = position
    let isDouble = (typographicQuote(at: open) ?? 0) >= 0x9C
    var index = open + 3
    // Within a text a quote like this is a letter; it opens one at the beginning of a word only.
    let opens = open == word.place.start
    while opens, index < end, text[index] != 0x0A || !isDouble {
      if let other = typographicQuote(at: index), (other >= 0x9C) == isDouble {
        troubles.append(ShellTrouble(kind: .typographicQuote, range: ByteRange(open, open + 3)))
        word.isQuoted = true
        word.text.append(text[open + 3..<index], at: open + 3)
        word.text.addPiece(open + 3, index, .fixed)
        position = index + 3
        return
      }
      if index - open > 1 << 16 { break }
      index += 1
    }
    word.text.append(text[open..<open + 3], at: open)
    position = open + 3
  }
}
