extension CleanPass {
  /// Moves past the closing quote of the string whose content begins at `at`; false where something in it
  /// needs a word.
  @inline(__always)
  static func skipString(_ text: ByteView, _ at: inout Int, _ flags: inout JSONFlags) -> Bool {
    let end = text.count
    while true {
      if skipPlain(text, &at) {
        at &+= 1
        return true
      }
      guard at < end else { return false }
      let byte = text.load8(at: at)
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

  /// Moves to the next byte that is not plain text, or to the last few bytes of the document; true at a
  /// quotation mark.
  @inline(__always)
  private static func skipPlain(_ text: ByteView, _ at: inout Int) -> Bool {
    while at &+ 16 <= text.count {
      let bytes = text.load128(at: at)
      // As signed numbers both control characters and bytes past ASCII lie below the space.
      let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
      let slashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
      let others = bytes .< SIMD16<Int8>(repeating: 0x20)
      let special = quotes .| slashes .| others
      let halves = unsafe unsafeBitCast(special, to: SIMD2<UInt64>.self)
      if halves.x != 0 {
        at &+= halves.x.trailingZeroBitCount >> 3
        return text.load8(at: at) == UInt8(ascii: "\"")
      }
      if halves.y != 0 {
        at &+= 8 &+ halves.y.trailingZeroBitCount >> 3
        return text.load8(at: at) == UInt8(ascii: "\"")
      }
      at &+= 16
    }
    let ones: UInt64 = 0x0101_0101_0101_0101
    while at &+ 8 <= text.count {
      let word = text.load64(at: at)
      // The high bit of each byte that is a quotation mark, a backslash, a control character or not ASCII.
      // Borrows may set bits above the first one, which does no harm.
      let quotes = (word ^ ones &* 0x22) &- ones
      let slashes = (word ^ ones &* 0x5C) &- ones
      let special = (quotes | slashes | (word &- ones &* 0x20) | word) & (ones &* 0x80)
      if special != 0 {
        at &+= special.trailingZeroBitCount >> 3
        return text.load8(at: at) == UInt8(ascii: "\"")
      }
      at &+= 8
    }
    return false
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
