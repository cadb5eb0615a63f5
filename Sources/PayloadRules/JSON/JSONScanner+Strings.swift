extension CleanPass {
  /// Offset past the closing quote of the string whose content begins at `start`, and whether it holds
  /// escapes; a negative offset where something in it needs a word.
  ///
  /// Offsets go in and out by value here, so that they stay in registers.
  @inline(__always)
  static func endOfString(_ text: ByteView, _ start: Int) -> (end: Int, hasEscapes: Bool) {
    let at = endOfPlain(text, start)
    if at < text.count, text.load8(at: at) == UInt8(ascii: "\"") { return (at &+ 1, false) }
    return endOfRichString(text, at)
  }

  /// The same from the first byte that is not plain text.
  @inline(never)
  private static func endOfRichString(_ text: ByteView, _ start: Int) -> (end: Int, hasEscapes: Bool) {
    var at = start
    var hasEscapes = false
    while at < text.count {
      let byte = text.load8(at: at)
      if byte == UInt8(ascii: "\"") { return (at &+ 1, hasEscapes) }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        at = endOfEscape(text, at)
        guard at > 0 else { break }
      } else if byte >= 0x80 {
        let length = UTF8Sequence.length(in: text, at: at)
        guard length > 0 else { break }
        at &+= length
      } else {
        guard byte >= 0x20 else { break }
        at = endOfPlain(text, at)
      }
    }
    return (-1, hasEscapes)
  }

  /// Offset of the next byte from `start` on that is not plain text; the end if there is none.
  @inline(__always)
  private static func endOfPlain(_ text: ByteView, _ start: Int) -> Int {
    var at = start
    if at &+ 8 <= text.count {
      // Most keys end here, a few cycles sooner than with vectors: the offset of whatever follows hangs on it.
      let ones: UInt64 = 0x0101_0101_0101_0101
      let word = text.load64(at: at)
      // Sets the high bit of each byte that is not plain. Borrows may set bits above the first one, which
      // does no harm.
      let quotes = (word ^ ones &* 0x22) &- ones
      let slashes = (word ^ ones &* 0x5C) &- ones
      let controls = word &- ones &* 0x20
      let special = (quotes | slashes | controls | word) & (ones &* 0x80)
      if special != 0 { return at &+ special.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at &+ 16 <= text.count {
      let bytes = text.load128(at: at)
      // As signed numbers both control characters and bytes past ASCII lie below the space.
      let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
      let slashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
      let others = bytes .< SIMD16<Int8>(repeating: 0x20)
      let special = quotes .| slashes .| others
      let halves = unsafe unsafeBitCast(special, to: SIMD2<UInt64>.self)
      if halves.x != 0 { return at &+ halves.x.trailingZeroBitCount >> 3 }
      if halves.y != 0 { return at &+ 8 &+ halves.y.trailingZeroBitCount >> 3 }
      at &+= 16
    }
    while at < text.count {
      let byte = text.load8(at: at)
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
      at &+= 1
    }
    return at
  }

  /// Offset past the valid escape at `at`, with both halves of a surrogate pair; -1 for any other.
  private static func endOfEscape(_ text: ByteView, _ at: Int) -> Int {
    guard let letter = text.at(at &+ 1) else { return -1 }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at &+ 2
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexadecimal(text, at: at &+ 2) else { return -1 }
      if unit & 0xF800 != 0xD800 { return at &+ 6 }
      guard unit < 0xDC00, text.at(at &+ 6) == UInt8(ascii: "\\"), text.at(at &+ 7) == UInt8(ascii: "u"),
        let low = JSONText.hexadecimal(text, at: at &+ 8), low & 0xFC00 == 0xDC00
      else { return -1 }
      return at &+ 12
    default: return -1
    }
  }
}
