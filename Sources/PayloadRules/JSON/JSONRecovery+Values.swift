extension JSONRecovery {
  mutating func readValue() {
    let byte = text[at]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return readString(.string)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let stop = templateValueEnd() { return readPlaceholder(stop) }
      if let stop = placeholderEnd() {
        return isBlockTag(at, stop) ? readBlockTag(stop) : readPlaceholder(stop)
      }
      return openContainer(byte == UInt8(ascii: "{") ? .object : .array)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if open < 0 { return readJunk() }
      if isInObject { return readMissingValue() }
      return expectation == .value ? readTrailingComma() : readCloser()
    case UInt8(ascii: ","):
      if open < 0 { return readJunk() }
      return isInObject ? readMissingValue() : readExtraComma()
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ")"), UInt8(ascii: ";"):
      if open < 0 { return readJunk() }
      mistake(
        "json-unexpected", ByteRange(at, at + 1), node: container,
        fix: Mending("remove it", [Edit(range: ByteRange(at, at + 1), text: "")], .unsafe))
      at += 1
      return
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return readNumber()
    default: break
    }
    if JSONText.typographicQuoteLength(in: text, at: at) > 0 { return readString(.string) }
    if byte == UInt8(ascii: "<"), let stop = templateValueEnd() { return readPlaceholder(stop) }
    if let stop = placeholderEnd() {
      return isBlockTag(at, stop) ? readBlockTag(stop) : readPlaceholder(stop)
    }
    if isWordByte(byte) { return readWord() }
    readJunk()
  }

  /// A comma or closing bracket stands where a member's value belongs.
  private mutating func readMissingValue() {
    mistake("json-unexpected", ByteRange(at, at + 1), node: document.nodes.count - 1)
    append(.invalid, at, at, flags: .guessed)
    expectation = .separator
  }

  /// Skips bytes with no meaning: before the document, up to its first bracket; else to a separator.
  private mutating func readJunk() {
    let start = at
    let node = container
    if open < 0 {
      while at < end, text[at] != UInt8(ascii: "{"), text[at] != UInt8(ascii: "[") { at += 1 }
      if at < end {
        mistake("json-unexpected", ByteRange(start, trimmed(start, at)), node: 0)
        return
      }
    } else {
      while at < end {
        let byte = text[at]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
          || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        {
          break
        }
        at += 1
      }
      // Whatever it was, one byte is taken, so that the reader never stands still.
      if at == start { at += 1 }
    }
    let stop = trimmed(start, at)
    mistake("json-unexpected", ByteRange(start, stop), node: node)
    append(.invalid, start, stop, flags: .guessed)
    endValue()
  }

  /// The end of a range without the white space at its end.
  func trimmed(_ start: Int, _ stop: Int) -> Int {
    var stop = stop
    while stop > start, [0x20, 0x0A, 0x0D, 0x09].contains(text[stop - 1]) { stop -= 1 }
    return stop
  }

  /// Whether a byte may belong to a word without quotation marks.
  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "%"), 0x80...:
      true
    default: false
    }
  }

  /// Reads a word where a value belongs: a literal in some spelling, or a string that lost its quotes.
  private mutating func readWord() {
    let start = at
    while at < end, isWordByte(text[at]) { at += 1 }
    let word = text[ByteRange(start, at)]
    if word.count <= 9, endsValue() {
      switch word.string {
      case "true":
        append(.true, start, at)
        return endValue()
      case "false":
        append(.false, start, at)
        return endValue()
      case "null":
        append(.null, start, at)
        return endValue()
      case "NaN", "nan", "Nan", "NAN", "Infinity", "infinity", "inf", "Inf": return readNotANumber(start)
      case let other:
        if readLiteral(other.lowercased(), start) { return }
      }
    }
    readBareText(start)
  }

  /// Whether what follows the word at `at` can follow a value.
  func endsValue() -> Bool {
    var index = at
    while index < end, index - at < Self.reach {
      switch text[index] {
      case 0x20, 0x09: index += 1
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "/"), UInt8(ascii: "#"),
        UInt8(ascii: ";"), UInt8(ascii: "\""), 0x0A, 0x0D:
        return text[index] != UInt8(ascii: "\"") || index > at
      default: return false
      }
    }
    return true
  }

  /// Reads a literal of another language; false if the word is none.
  private mutating func readLiteral(_ word: String, _ start: Int) -> Bool {
    let meaning: (kind: JSONKind, text: String, safety: FixSafety)
    switch word {
    case "true": meaning = (.true, "true", .safe)
    case "false": meaning = (.false, "false", .safe)
    case "null", "none": meaning = (.null, "null", .safe)
    case "nil", "undefined": meaning = (.null, "null", .unsafe)
    default: return false
    }
    let range = ByteRange(start, at)
    let index = document.nodes.count
    mistake(
      "json-literal-case", range, node: index, expected: meaning.text,
      fix: Mending("write \(meaning.text)", [Edit(range: range, text: meaning.text)], meaning.safety))
    append(meaning.kind, start, at, flags: meaning.safety == .safe ? .mended : .guessed)
    endValue()
    return true
  }

  mutating func readNotANumber(_ start: Int) {
    mistake("json-not-a-number", ByteRange(start, at), node: document.nodes.count)
    append(.invalid, start, at, flags: .guessed)
    endValue()
  }

  /// Takes text without quotation marks, up to the end of the line or the next separator, as a string.
  mutating func readBareText(_ start: Int) {
    // Before the document, words are most likely an assignment or a heading.
    if open < 0 {
      var index = at
      while index < end, text[index] != UInt8(ascii: "{") { index += 1 }
      if index < end {
        at = index
        mistake("json-unexpected", ByteRange(start, trimmed(start, at)), node: 0)
        return
      }
    }
    while at < end {
      let byte = text[at]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        || byte == 0x0A || byte == 0x0D
      {
        break
      }
      if byte == UInt8(ascii: "\"") {
        // The opening mark is missing, or the next token begins.
        if at > start, text[at - 1] > 0x20 { at += 1 }
        break
      }
      at += 1
    }
    let stop = trimmed(start, at)
    let range = ByteRange(start, stop)
    let lostQuote = stop > start && text[stop - 1] == UInt8(ascii: "\"")
    var edits = [Edit(range: ByteRange(start, start), text: "\"")]
    if !lostQuote { edits.append(Edit(range: ByteRange(stop, stop), text: "\"")) }
    mistake(
      "json-literal-case", range, node: document.nodes.count,
      fix: Mending("quote it", edits, .unsafe))
    document.insignificantBytes += at - stop
    append(.string, start, stop, flags: [.guessed, .mended, .oddDelimiters])
    endValue()
  }

  // MARK: - Numbers

  private mutating func readNumber() {
    let start = at
    while at < end, isWordByte(text[at]) { at += 1 }
    let range = ByteRange(start, at)
    let lexeme = text[range]
    let index = document.nodes.count
    let digits = lexeme.at(0) == UInt8(ascii: "-") ? 1 : 0
    switch NumberForm(lexeme) {
    case .integer:
      if JSONNumber.isBeyondExactIntegers(lexeme[ByteRange(digits, lexeme.count)]) {
        hazard("json-large-integer", range, node: index)
      }
      append(.number, start, at, flags: .integer)
      return endValue()
    case .fraction:
      append(.number, start, at)
      return endValue()
    case .other: break
    }
    let sign = lexeme.at(0) == UInt8(ascii: "-") || lexeme.at(0) == UInt8(ascii: "+") ? 1 : 0
    if lexeme.count - sign <= 8 {
      let word = lexeme[ByteRange(sign, lexeme.count)].string.lowercased()
      if word == "infinity" || word == "nan" || word == "inf" { return readNotANumber(start) }
    }
    if endsValue(), let mended = JSONNumber.mended(lexeme) {
      mistake(
        "json-number-form", range, node: index, expected: mended,
        fix: Mending("write \(mended)", [Edit(range: range, text: mended)]))
      let isInteger = Array(mended.utf8).withByteView { NumberForm($0) == .integer }
      append(.number, start, at, flags: isInteger ? [.mended, .integer] : .mended)
      return endValue()
    }
    if endsValue(), NumberForm.isNearlyANumber(lexeme) {
      mistake("json-number-form", range, node: index)
      append(.number, start, at, flags: [.guessed, .mended])
      return endValue()
    }
    readBareText(start)
  }
}

/// How far a word keeps to the grammar of numbers.
enum NumberForm {
  case integer, fraction, other

  init(_ lexeme: ByteView) {
    var at = lexeme.at(0) == UInt8(ascii: "-") ? 1 : 0
    func digits(_ at: inout Int) -> Int {
      let start = at
      while let byte = lexeme.at(at), byte &- UInt8(ascii: "0") < 10 { at += 1 }
      return at - start
    }
    self = .other
    let first = at
    let whole = digits(&at)
    guard whole > 0, whole == 1 || lexeme.at(first) != UInt8(ascii: "0") else { return }
    var isInteger = true
    if lexeme.at(at) == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      guard digits(&at) > 0 else { return }
    }
    if let letter = lexeme.at(at), letter | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at += 1
      if let sign = lexeme.at(at), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
      guard digits(&at) > 0 else { return }
    }
    guard at == lexeme.count else { return }
    self = isInteger ? .integer : .fraction
  }

  /// Whether the word was meant as a number, though nobody can say which: digits with signs, points and an
  /// exponent in the wrong places, or a hexadecimal number.
  static func isNearlyANumber(_ lexeme: ByteView) -> Bool {
    var hasDigit = false
    var points = 0
    let isHexadecimal =
      lexeme.count > 2 && (lexeme[1] | 0x20 == UInt8(ascii: "x") || lexeme[2] | 0x20 == UInt8(ascii: "x"))
    for index in 0..<lexeme.count {
      let byte = lexeme[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        // A sign inside a word makes a date or an identifier of it, but for the one of an exponent.
        guard index == 0 || lexeme[index - 1] | 0x20 == UInt8(ascii: "e") else { return false }
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "_"): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): guard isHexadecimal || hasDigit else { return false }
      case UInt8(ascii: "x"), UInt8(ascii: "X"): guard isHexadecimal else { return false }
      default: guard isHexadecimal, JSONText.hexadecimalDigit(byte) != nil else { return false }
      }
    }
    return hasDigit ? points < 2 : lexeme.count == 1
  }
}
