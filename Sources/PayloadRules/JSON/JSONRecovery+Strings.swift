extension JSONRecovery {
  /// The family of quotation marks that a string began with.
  enum Quote {
    case plain
    case single(UInt8)
    case typographic
  }

  /// A string that is being read.
  struct Reading {
    var start: Int
    var quote: Quote
    /// Index that the string's node will have.
    var node: Int
    /// Quotation marks before this offset belong to the text.
    var innerUntil = 0
    var flags: JSONFlags = []
    /// The problem that speaks for all control characters of the string.
    var controlProblem: Int?
    /// Edits that make a string in single quotes a plain one.
    var requoting: [Edit] = []
  }

  mutating func readString(_ kind: JSONKind) {
    let mark = problemMark
    var reading = Reading(start: at, quote: quote(at), node: document.nodes.count)
    let opening = ByteRange(at, at + max(1, JSONText.delimiterLength(in: text, at: at)))
    at = opening.end
    if case .plain = reading.quote {} else { reading.flags.formUnion([.mended, .oddDelimiters]) }
    var isClosed = readContent(&reading)
    if !isClosed {
      reading.flags.formUnion([.mended, .oddDelimiters])
      reportUnclosedString(kind, reading)
    } else if case .plain = reading.quote {
      if let stop = shorterEnd(kind, reading) {
        restore(mark, at: stop.end)
        at = stop.next
        isClosed = stop.closingLength > 0
        reading.flags.formUnion([.mended, .oddDelimiters])
        if isClosed {
          let edit = Edit(range: ByteRange(stop.end - stop.closingLength, stop.end), text: "\"")
          reportTypographic([edit], node: reading.node)
        } else {
          let place = ByteRange(stop.end, stop.end)
          mistake(
            "json-unclosed", place, node: reading.node, expected: "\"", related: opening,
            fix: Mending("close the string", [Edit(range: place, text: "\"")], .unsafe))
        }
        document.nodes.append(
          JSONNode(
            kind: kind, start: reading.start, end: stop.end, next: reading.node + 1, flags: reading.flags))
        if reading.flags.contains(.hasEscapes) { document.hasEscapes = true }
        return endString(kind)
      }
      readInnerQuotes(kind, &reading)
    }
    var stop = at
    if !isClosed { stop = unclosedEnd(kind, reading) }
    reportRequoting(reading, opening: opening, isClosed: isClosed)
    if reading.flags.contains(.hasEscapes) { document.hasEscapes = true }
    document.nodes.append(
      JSONNode(kind: kind, start: reading.start, end: stop, next: reading.node + 1, flags: reading.flags))
    at = stop
    endString(kind)
  }

  private mutating func endString(_ kind: JSONKind) {
    if kind == .key {
      expectation = .colon
    } else {
      endValue()
    }
  }

  private func quote(_ index: Int) -> Quote {
    switch text[index] {
    case UInt8(ascii: "\""): return .plain
    case UInt8(ascii: "'"), UInt8(ascii: "`"): return .single(text[index])
    default: return .typographic
    }
  }

  // MARK: - Content

  /// Reads up to and past the closing mark; false at a place where the string ends without one.
  mutating func readContent(_ reading: inout Reading) -> Bool {
    while at < end {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""):
        if at < reading.innerUntil {
          at += 1
          continue
        }
        switch reading.quote {
        case .plain:
          at += 1
          return true
        case .single: reading.requoting.append(Edit(range: ByteRange(at, at), text: "\\"))
        case .typographic:
          reading.requoting.append(Edit(range: ByteRange(at, at + 1), text: "\""))
          at += 1
          return true
        }
        at += 1
      case UInt8(ascii: "'"), UInt8(ascii: "`"):
        at += 1
        guard case .single(let closer) = reading.quote, closer == byte else { continue }
        reading.requoting.append(Edit(range: ByteRange(at - 1, at), text: "\""))
        return true
      case UInt8(ascii: "\\"): readEscape(&reading)
      case 0x0A, 0x0D:
        if endsAtLineEnd(reading) { return false }
        readControlCharacter(&reading)
      case ..<0x20: readControlCharacter(&reading)
      case 0x80...:
        if case .typographic = reading.quote {
          let length = JSONText.typographicQuoteLength(in: text, at: at)
          if length > 0, isTypographicCloser(reading) {
            reading.requoting.append(Edit(range: ByteRange(at, at + length), text: "\""))
            at += length
            return true
          }
        }
        let length = UTF8Sequence.length(in: text, at: at)
        if length > 0 {
          at += length
        } else {
          reading.flags.insert(.mended)
          skipInvalidUTF8(node: reading.node)
        }
      default: at += 1
      }
    }
    return false
  }

  /// Whether the curly mark at `at` is of the family (single, double, angled) that the string began with.
  private func isTypographicCloser(_ reading: Reading) -> Bool {
    func family(_ index: Int) -> Int {
      guard text.at(index) == 0xE2, let third = text.at(index + 2) else { return 2 }
      return third < 0x9C ? 0 : 1
    }
    return family(reading.start) == family(at)
  }

  private mutating func readControlCharacter(_ reading: inout Reading) {
    let byte = text[at]
    let range = ByteRange(at, at + 1)
    at += 1
    reading.flags.insert(.mended)
    let escape: String
    switch byte {
    case 0x0A: escape = "\\n"
    case 0x0D: escape = "\\r"
    case 0x09: escape = "\\t"
    case 0x08: escape = "\\b"
    case 0x0C: escape = "\\f"
    default: escape = "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
    let edit = Edit(range: range, text: escape)
    if let problem = reading.controlProblem, problem < document.problems.count {
      document.problems[problem].edits.append(edit)
      return
    }
    reading.controlProblem = document.problems.count
    let digits = String(byte, radix: 16, uppercase: true)
    mistake(
      "json-control-character", range, node: reading.node,
      actual: "U+00" + (digits.count < 2 ? "0" : "") + digits, expected: escape,
      fix: Mending("write \(escape)", [edit]))
  }

  // MARK: - Escapes

  private mutating func readEscape(_ reading: inout Reading) {
    let start = at
    guard let letter = text.at(at + 1) else {
      at += 1
      return
    }
    reading.flags.insert(.hasEscapes)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"): readUnicodeEscape(&reading)
    case UInt8(ascii: "'") where isSingle(reading):
      reading.requoting.append(Edit(range: ByteRange(start, start + 1), text: ""))
      at += 2
    default:
      reading.flags.insert(.mended)
      // A control character after the backslash stays for the next turn, unless it is a line end.
      let length = max(1, UTF8Sequence.length(in: text, at: at + 1))
      at += letter < 0x20 && letter != 0x0A && letter != 0x0D ? 1 : 1 + length
      reportBadEscape(ByteRange(start, at), letter, reading)
    }
  }

  private func isSingle(_ reading: Reading) -> Bool {
    if case .single = reading.quote { return true }
    return false
  }

  private mutating func reportBadEscape(_ range: ByteRange, _ letter: UInt8, _ reading: Reading) {
    var fix: Mending?
    var expected: String?
    switch letter {
    case UInt8(ascii: "'"), UInt8(ascii: "`"):
      let mark = letter == UInt8(ascii: "'") ? "'" : "`"
      expected = mark
      fix = Mending("write \(mark)", [Edit(range: range, text: mark)])
    case UInt8(ascii: "0"):
      expected = "\\u0000"
      fix = Mending("write \\u0000", [Edit(range: range, text: "\\u0000")], .unsafe)
    case UInt8(ascii: "x"):
      if let high = text.at(range.end).flatMap(JSONText.hexadecimalDigit),
        let low = text.at(range.end + 1).flatMap(JSONText.hexadecimalDigit)
      {
        let digits = String(high, radix: 16) + String(low, radix: 16)
        let all = ByteRange(range.start, range.end + 2)
        expected = "\\u00" + digits
        at = all.end
        mistakeInString(
          "json-bad-escape", all, node: reading.node, expected: expected,
          fix: Mending("write \\u00\(digits)", [Edit(range: all, text: "\\u00" + digits)], .unsafe))
        return
      }
    case 0x0A, 0x0D:
      expected = "\\n"
      fix = Mending("write \\n", [Edit(range: range, text: "\\n")], .unsafe)
    default:
      if letter < 0x80, letter | 0x20 < UInt8(ascii: "a") || letter | 0x20 > UInt8(ascii: "z"), letter > 0x20
      {
        let plain = text[ByteRange(range.start + 1, range.end)].string
        fix = Mending("remove the backslash", [Edit(range: range, text: plain)], .unsafe)
      }
    }
    mistakeInString("json-bad-escape", range, node: reading.node, expected: expected, fix: fix)
  }

  private mutating func readUnicodeEscape(_ reading: inout Reading) {
    let start = at
    guard let unit = JSONText.hexadecimal(text, at: at + 2) else {
      reading.flags.insert(.mended)
      at += 2
      if text.at(at) == UInt8(ascii: "{"), readBracedEscape(start, reading) { return }
      while at < end, at < start + 6, JSONText.hexadecimalDigit(text[at]) != nil { at += 1 }
      mistakeInString("json-bad-escape", ByteRange(start, at), node: reading.node)
      return
    }
    at += 6
    guard unit & 0xF800 == 0xD800 else { return }
    if unit < 0xDC00, text.at(at) == UInt8(ascii: "\\"), text.at(at + 1) == UInt8(ascii: "u"),
      let low = JSONText.hexadecimal(text, at: at + 2), low & 0xFC00 == 0xDC00
    {
      at += 6
      return
    }
    hazard("json-lone-surrogate", ByteRange(start, at), node: reading.node)
  }

  /// Reads `\u{1F600}`, the form of other languages.
  private mutating func readBracedEscape(_ start: Int, _ reading: Reading) -> Bool {
    var index = at + 1
    var value: UInt32 = 0
    while let digit = text.at(index).flatMap(JSONText.hexadecimalDigit), index < at + 9 {
      value = value << 4 | UInt32(digit)
      index += 1
    }
    guard text.at(index) == UInt8(ascii: "}"), index > at + 1, let scalar = Unicode.Scalar(value) else {
      return false
    }
    at = index + 1
    let range = ByteRange(start, at)
    guard value >= 0x20, value != 0x22, value != 0x5C else {
      mistakeInString("json-bad-escape", range, node: reading.node)
      return true
    }
    let character = String(Character(scalar))
    mistakeInString(
      "json-bad-escape", range, node: reading.node, expected: character,
      fix: Mending("write \(character)", [Edit(range: range, text: character)]))
    return true
  }
}
