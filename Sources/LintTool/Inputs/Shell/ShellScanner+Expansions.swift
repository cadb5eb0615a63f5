internal import PayloadRules

extension ShellScanner {
  /// Reads what begins with `$` or a back quote: a value where it is known, otherwise a placeholder. False,
  /// with a sign taken as it is or nothing read, where it is no expansion.
  mutating func readExpansion(_ word: inout ShellWord, isQuoted: Bool) -> Bool {
    let start = position
    if text[start] == 0x60 { return readBackQuotes(&word) }
    guard start + 1 < end else { return take(&word, 1) }
    let next = text[start + 1]
    if next.isLetter || next == 0x5F {
      var last = start + 1
      while last < end, ShellScanner.isNameByte(text[last]) { last += 1 }
      position = last
      let name = String(decoding: text[start + 1..<last], as: UTF8.self)
      if !append(name, to: &word, usedAt: ByteRange(start, last)) {
        word.text.append(text[start..<last], at: start)
      }
      return true
    }
    switch next {
    case 0x7B: return readBraces(&word)
    case 0x28: return readSubstitution(&word)
    case 0x40, 0x2A, 0x23, 0x3F, 0x21, 0x30...0x39:  // @ * # ? ! 0-9
      position = start + 2
      if next == 0x40 || next == 0x2A { word.isOpen = true }
      word.text.append(Array("${\(Unicode.Scalar(next))}".utf8), standingFor: ByteRange(start, position))
      return true
    default: return take(&word, 1)
    }
  }

  private mutating func take(_ word: inout ShellWord, _ count: Int) -> Bool {
    word.text.append(text[position..<position + count], at: position)
    position += count
    return false
  }

  /// Appends the value of a variable; false where it is not known.
  private mutating func append(_ name: String, to word: inout ShellWord, usedAt range: ByteRange) -> Bool {
    if let file = setting.fileVariables[name], word.text.isEmpty {
      word.file = file
      word.text.append(Array("${\(name)}".utf8), standingFor: range)
      word.fileEnd = word.text.bytes.count
      return true
    }
    guard let value = setting.variables[name], value.bytes.count <= budget else { return false }
    budget -= value.bytes.count
    word.text.append(value, usedAt: range)
    return true
  }

  /// `${NAME}` and its kin.
  private mutating func readBraces(_ word: inout ShellWord) -> Bool {
    let start = position
    var last = start + 2
    var depth = 1
    // A lone sign in prose must not be sought to the end each time.
    let limit = min(start + 1024, end)
    while last < limit, text[last] != 0x0A {
      switch text[last] {
      case 0x5C: last += 1
      case 0x7B: depth += 1
      case 0x7D: depth -= 1
      default: break
      }
      if depth == 0 { break }
      last += 1
    }
    guard last < end, text[last] == 0x7D else { return take(&word, 1) }
    let inner = text[start + 2..<last]
    let name = inner.prefix { ShellScanner.isNameByte($0) }
    let rest = inner.dropFirst(name.count)
    let range = ByteRange(start, last + 1)
    position = last + 1
    if rest.contains(0x40) || rest.contains(0x2A), rest.first == 0x5B { word.isOpen = true }
    let keepsValue = rest.isEmpty || [0x2D, 0x3D, 0x3F].contains(rest.first { $0 != 0x3A } ?? 0)
    if keepsValue, !name.isEmpty, append(String(decoding: name, as: UTF8.self), to: &word, usedAt: range) {
      return true
    }
    if rest.isEmpty {
      word.text.append(text[start...last], at: start)
    } else {
      let shown = name.isEmpty ? "value" : String(decoding: name, as: UTF8.self)
      word.text.append(Array("${\(shown)}".utf8), standingFor: range)
    }
    return true
  }

  /// `` `command` ``.
  private mutating func readBackQuotes(_ word: inout ShellWord) -> Bool {
    let start = position
    var last = start + 1
    while last < end, text[last] != 0x60 {
      last += text[last] == 0x5C ? 2 : 1
      // No command of ours is this long; a lone sign in prose must not be sought to the end each time.
      if last - start > 4096 { break }
    }
    guard last < end, text[last] == 0x60 else { return take(&word, 1) }
    position = last + 1
    substitutions.append(ByteRange(start + 1, last))
    word.text.append(Array("$(command)".utf8), standingFor: ByteRange(start, last + 1))
    return true
  }

  /// `$(command)` and `$((arithmetic))`.
  private mutating func readSubstitution(_ word: inout ShellWord) -> Bool {
    let start = position
    guard unclosed.parentheses < 8, let close = closingParenthesis(from: start + 2) else {
      unclosed.parentheses += 1
      return take(&word, 1)
    }
    let range = ByteRange(start, close + 1)
    let inner = ByteRange(start + 2, close)
    position = close + 1
    if isNext(0x28, at: start + 2) {
      word.text.append(Array("$(number)".utf8), standingFor: range)
      return true
    }
    if let text = printedText(inner) {
      switch text {
      case .text(let value) where value.bytes.count <= budget:
        budget -= value.bytes.count
        word.text.append(value, usedAt: range)
        return true
      case .file(let name):
        if word.text.isEmpty || ShellScanner.nameLength(word.text.bytes) == word.text.bytes.count - 1 {
          word.file = name
        }
      default: break
      }
    }
    defer { if word.file != nil { word.fileEnd = word.text.bytes.count } }
    substitutions.append(inner)
    let isSimple = text[inner.start..<inner.end].allSatisfy {
      $0 >= 0x20 && ![0x22, 0x27, 0x28, 0x5C].contains($0)
    }
    if isSimple {
      word.text.append(text[start...close], at: start)
    } else {
      word.text.append(Array("$(command)".utf8), standingFor: range)
    }
    return true
  }

  /// What `cat` with a here-document, or a file, prints.
  private func printedText(_ range: ByteRange) -> ShellCommand.Input? {
    var first = range.start
    while first < range.end, isWhite(text[first]) { first += 1 }
    let isRead = first < range.end && text[first] == 0x3C
    guard depth < 2, isRead || text[first..<range.end].starts(with: Array("cat ".utf8)) else { return nil }
    var scanner = ShellScanner(
      text, range: ByteRange(first, range.end), program: "", setting: setting, budget: budget)
    scanner.depth = depth + 1
    guard let commands = scanner.nextLine(), scanner.isAtEnd,
      let command = commands.first(where: { !$0.words.isEmpty || $0.input != nil }),
      commands.allSatisfy({ $0.words.isEmpty || $0.words.first?.string == "cat" })
    else { return nil }
    if case .text(let value)? = command.input {
      // The shell takes line ends at the end of what a command prints away.
      var count = value.bytes.count
      while count > 0, value.bytes[count - 1] == 0x0A { count -= 1 }
      return .text(value.part(ByteRange(0, count)))
    }
    if case .file? = command.input { return command.input }
    guard command.words.count == 2 else { return nil }
    return .file(command.words[1].text)
  }

  private var isAtEnd: Bool { text[min(position, end)..<end].allSatisfy(isWhite) }

  /// The parenthesis that closes a substitution whose text begins at `start`.
  private func closingParenthesis(from start: Int) -> Int? {
    // Open parentheses, and between them the double quotes (true) that they stand in.
    var open = [false]
    var delimiters: [(word: [UInt8], stripsTabs: Bool)] = []
    var index = start
    while index < end {
      let byte = text[index]
      if open[open.count - 1] {
        if byte == 0x5C {
          index += 1
        } else if byte == 0x22 {
          open.removeLast()
        } else if byte == 0x24, isNext(0x28, at: index + 1) {
          open.append(false)
          index += 1
        }
        index += 1
        continue
      }
      switch byte {
      case 0x5C: index += 1
      case 0x22: open.append(true)
      case 0x27:
        guard let close = text[(index + 1)..<end].firstIndex(of: 0x27) else { return nil }
        index = close
      case 0x28: open.append(false)
      case 0x29:
        open.removeLast()
        if open.isEmpty { return index }
      case 0x3C where isNext(0x3C, at: index + 1) && !isNext(0x3C, at: index + 2):
        let (delimiter, length) = hereDelimiter(at: index + 2)
        if !delimiter.word.isEmpty { delimiters.append((delimiter.word, delimiter.stripsTabs)) }
        index += 1 + length
      case 0x0A where !delimiters.isEmpty:
        for (word, stripsTabs) in delimiters {
          guard let body = hereBody(from: index + 1, word, stripsTabs: stripsTabs) else { return nil }
          index = body.next - 1
        }
        delimiters.removeAll()
      default: break
      }
      index += 1
    }
    return nil
  }

  // MARK: $'…'

  /// Text in `$'…'`, with the escapes of C.
  mutating func readDollarQuotes(_ word: inout ShellWord) {
    let open = position
    var index = open + 2
    var close = index
    while close < end, text[close] != 0x27 { close += text[close] == 0x5C ? 2 : 1 }
    guard close < end else {
      guard isWanted else {
        _ = take(&word, 1)
        return
      }
      troubles.append(ShellTrouble(kind: .unclosedQuote, range: ByteRange(open, open + 2)))
      position = end
      return
    }
    word.isQuoted = true
    word.text.addPiece(index, close, .dollarQuoted)
    while index < close {
      if text[index] != 0x5C {
        let first = index
        while index < close, text[index] != 0x5C { index += 1 }
        word.text.append(text[first..<index], at: first)
        continue
      }
      let (bytes, length) = cEscape(at: index, before: close)
      word.text.append(bytes, standingFor: ByteRange(index, index + length))
      index += length
    }
    position = close + 1
  }

  private static let cEscapes: [UInt8: UInt8] = [
    0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x5C: 0x5C, 0x27: 0x27, 0x22: 0x22, 0x3F: 0x3F, 0x61: 0x07,
    0x62: 0x08,
    0x65: 0x1B, 0x45: 0x1B, 0x66: 0x0C, 0x76: 0x0B,
  ]

  /// The bytes that an escape stands for, and its length.
  private func cEscape(at start: Int, before close: Int) -> (bytes: [UInt8], length: Int) {
    guard start + 1 < close else { return ([0x5C], 1) }
    let kind = text[start + 1]
    if let byte = ShellScanner.cEscapes[kind] { return ([byte], 2) }
    func digits(_ from: Int, _ most: Int, _ base: UInt32) -> (value: UInt32, count: Int) {
      var (value, count): (UInt32, Int) = (0, 0)
      while count < most, from + count < close, let digit = text[from + count].hexValue, UInt32(digit) < base
      {
        value = value &* base &+ UInt32(digit)
        count += 1
      }
      return (value, count)
    }
    switch kind {
    case 0x78:  // \xHH
      let (value, count) = digits(start + 2, 2, 16)
      return count > 0 ? ([UInt8(truncatingIfNeeded: value)], 2 + count) : ([0x5C, kind], 2)
    case 0x75, 0x55:  // \uHHHH \UHHHHHHHH
      let (value, count) = digits(start + 2, kind == 0x75 ? 4 : 8, 16)
      guard count > 0, let scalar = Unicode.Scalar(value) else { return ([0x5C, kind], 2) }
      return (Array(String(Character(scalar)).utf8), 2 + count)
    case 0x30...0x37:
      let (value, count) = digits(start + 1, 3, 8)
      return ([UInt8(truncatingIfNeeded: value)], 1 + count)
    default: return ([0x5C, kind], 2)
    }
  }
}
