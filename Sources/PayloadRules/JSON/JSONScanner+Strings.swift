extension CleanPass {
  /// Moves past the closing quote of the string whose content begins at `at`; false where something in it
  /// needs a word.
  @inline(__always)
  static func skipString(_ text: ByteView, _ at: inout Int, _ flags: inout JSONFlags) -> Bool {
    let end = text.count
    while true {
      while at &+ 8 <= end {
        let word = text.load64(at: at)
        let special = Self.specialBytes(word)
        guard special == 0 else {
          at &+= special.trailingZeroBitCount >> 3
          break
        }
        at &+= 8
      }
      guard at < end else { return false }
      let byte = text[at]
      if byte == UInt8(ascii: "\"") {
        at &+= 1
        return true
      }
      if byte == UInt8(ascii: "\\") {
        flags.insert(.hasEscapes)
        guard skipEscape(text, &at) else { return false }
      } else if byte >= 0x80 {
        let length = UTF8Sequence.length(in: text, at: at)
        guard length > 0 else { return false }
        at &+= length
      } else {
        guard byte >= 0x20 else { return false }
        at &+= 1
      }
    }
  }

  /// The high bit of each byte that is a quote, a backslash, a control character or not ASCII. Bits above
  /// the first one set may be wrong, which does no harm.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | (word &- ones &* 0x20) | word
    return found & (ones &* 0x80)
  }

  /// Moves past a valid escape, with both halves of a surrogate pair.
  @inline(never)
  static func skipEscape(_ text: ByteView, _ at: inout Int) -> Bool {
    guard let letter = text.at(at &+ 1) else { return false }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at &+= 2
      return true
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexadecimal(text, at: at &+ 2) else { return false }
      if unit & 0xF800 != 0xD800 {
        at &+= 6
        return true
      }
      guard unit < 0xDC00, text.at(at &+ 6) == UInt8(ascii: "\\"), text.at(at &+ 7) == UInt8(ascii: "u"),
        let low = JSONText.hexadecimal(text, at: at &+ 8), low & 0xFC00 == 0xDC00
      else { return false }
      at &+= 12
      return true
    default: return false
    }
  }
}
