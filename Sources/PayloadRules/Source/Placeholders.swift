/// Recognises template placeholders that nobody filled in.
package enum Placeholders {
  /// The first placeholder in a text, or nil.
  ///
  /// `{{…}}`, `${…}`, `$NAME`, `$(…)`, `<…>` with a letter beyond f, `<%…%>`, `{%…%}`, `{name}`, `%@`, `%(name)s`
  /// count anywhere; SHOUTING_WORDS, `[WORDS]` and `%s` only where a format or a number is expected.
  package static func find(in text: [UInt8], expectsFormat: Bool) -> ByteRange? {
    text.withByteView { find(in: $0, expectsFormat: expectsFormat) }
  }

  /// The same in bytes of another; allocates nothing.
  static func find(in text: ByteView, expectsFormat: Bool) -> ByteRange? {
    guard text.holdsPlaceholderSign(text.count, at: 0) else { return expectsFormat ? shouting(text) : nil }
    var index = 0
    // Opening signs whose closing ones were sought to the end of the text need not be sought again.
    var unclosed = Unclosed()
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x7B:
        if let end = braces(text, index, &unclosed) { return ByteRange(index, end) }
      case 0x24:
        if let end = dollar(text, index, &unclosed) { return ByteRange(index, end) }
      case 0x3C:
        if let end = angle(text, index, &unclosed) { return ByteRange(index, end) }
      case 0x25:
        if index + 1 < text.count, text[index + 1] == 0x40 { return ByteRange(index, index + 2) }
        if let named = namedFormat(text, index), expectsFormat || !named.isCommon {
          return ByteRange(index, named.end)
        }
        if expectsFormat, index + 1 < text.count, text[index + 1] == 0x73 || text[index + 1] == 0x64 {
          return ByteRange(index, index + 2)
        }
      default: break
      }
      index += 1
    }
    return expectsFormat ? shouting(text) : nil
  }

  /// `%(name)s`, `%1$@` and `%1$d`; the last may as well be a price.
  static func namedFormat(_ text: ByteView, _ start: Int) -> (end: Int, isCommon: Bool)? {
    guard start + 3 < text.count else { return nil }
    let isNamed = text[start + 1] == 0x28
    var index = start + (isNamed ? 2 : 1)
    let first = index
    while index < text.count, index - first < 64, isNamed ? isWord(text[index]) : text[index].isDigit {
      index += 1
    }
    // After the name or number its closing sign, then the letter of a form.
    guard index > first, index + 1 < text.count, text[index] == (isNamed ? 0x29 : 0x24) else { return nil }
    switch text[index + 1] {
    case 0x40: return isNamed ? nil : (index + 2, false)
    case 0x64, 0x66, 0x69, 0x73, 0x75: return (index + 2, !isNamed)
    default: return nil
    }
  }

  /// Which closing signs do not come any more.
  private struct Unclosed {
    var braces = false
    var percent = false
    var brace = false
    var parenthesis = false
    var tag = false
  }

  private static func has(_ text: ByteView, _ index: Int, _ first: UInt8, _ second: UInt8) -> Bool {
    index + 1 < text.count && text[index] == first && text[index + 1] == second
  }

  /// `{{…}}`, `{%…%}` and `{name}`.
  private static func braces(_ text: ByteView, _ start: Int, _ unclosed: inout Unclosed) -> Int? {
    if has(text, start, 0x7B, 0x7B) {
      if unclosed.braces { return nil }
      let found = end(text, start + 2, 0x7D, 0x7D)
      unclosed.braces = found == nil
      return found
    }
    if has(text, start, 0x7B, 0x25) {
      if unclosed.percent { return nil }
      let found = end(text, start + 2, 0x25, 0x7D)
      unclosed.percent = found == nil
      return found
    }
    var index = start + 1
    while index < text.count, isWord(text[index]) || text[index] == 0x2E || text[index] == 0x2D { index += 1 }
    guard index > start + 1, index < text.count, text[index] == 0x7D, !text[start + 1].isDigit else {
      return nil
    }
    return index + 1
  }

  private static func end(_ text: ByteView, _ start: Int, _ first: UInt8, _ second: UInt8) -> Int? {
    var index = start
    while index + 1 < text.count {
      if has(text, index, first, second) { return index + 2 }
      index += 1
    }
    return nil
  }

  /// `${…}`, `$(…)` and `$NAME`.
  private static func dollar(_ text: ByteView, _ start: Int, _ unclosed: inout Unclosed) -> Int? {
    guard start + 1 < text.count else { return nil }
    let next = text[start + 1]
    if next == 0x7B || next == 0x28 {
      let isBrace = next == 0x7B
      if isBrace ? unclosed.brace : unclosed.parenthesis { return nil }
      guard let found = text.firstIndex(of: isBrace ? 0x7D : 0x29, from: start + 2) else {
        if isBrace { unclosed.brace = true } else { unclosed.parenthesis = true }
        return nil
      }
      return found + 1
    }
    guard next.isLetter || next == 0x5F else { return nil }
    var index = start + 2
    while index < text.count, isWord(text[index]) { index += 1 }
    return index
  }

  /// `<%…%>` and `<…>` with a letter beyond f in it: `<aabb ccdd>` is a token, `<ada@example.com>` an address.
  private static func angle(_ text: ByteView, _ start: Int, _ unclosed: inout Unclosed) -> Int? {
    if has(text, start, 0x3C, 0x25) {
      if unclosed.tag { return nil }
      let found = end(text, start + 2, 0x25, 0x3E)
      unclosed.tag = found == nil
      return found
    }
    var index = start + 1
    var hasLetter = false
    while index < text.count, text[index] != 0x3E {
      let byte = text[index]
      if byte == 0x3C || byte == 0x40 || byte < 0x20 || index - start > 80 { return nil }
      if byte.isLetter, !byte.isHexDigit { hasLetter = true }
      index += 1
    }
    let first = text.at(start + 1) ?? 0
    guard index < text.count, hasLetter, first.isLetter || first == 0x5F || first == 0x23 else {
      return nil
    }
    return index + 1
  }

  /// A whole text in capitals, with an underscore or in brackets.
  private static func shouting(_ text: ByteView) -> ByteRange? {
    guard text.count >= 3 else { return nil }
    let isBracketed = text[0] == 0x5B && text[text.count - 1] == 0x5D
    let inner = isBracketed ? text[ByteRange(1, text.count - 1)] : text
    guard inner[0] >= 0x41, inner[0] <= 0x5A else { return nil }
    var hasUnderscore = false
    for index in 0..<inner.count {
      let byte = inner[index]
      if byte == 0x5F || byte == 0x20 || byte == 0x2D {
        hasUnderscore = hasUnderscore || byte == 0x5F
      } else if !(byte >= 0x41 && byte <= 0x5A), !byte.isDigit {
        return nil
      }
    }
    guard isBracketed || hasUnderscore else { return nil }
    return ByteRange(0, text.count)
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x5F }
}
