/// Comparing and searching eight bytes at a time.
extension ByteView {
  /// Whether `count` bytes from `start` on are those of `other` from `otherStart` on; false where either ends before.
  @inline(__always)
  func has(_ count: Int, at start: Int, of other: ByteView, at otherStart: Int) -> Bool {
    guard count >= 0, start >= 0, otherStart >= 0, start <= self.count &- count,
      otherStart <= other.count &- count
    else { return false }
    var index = 0
    while index &+ 32 <= count {
      let (left, right) = (start &+ index, otherStart &+ index)
      let first =
        (load64(at: left) ^ other.load64(at: right)) | (load64(at: left &+ 8) ^ other.load64(at: right &+ 8))
      let second =
        (load64(at: left &+ 16) ^ other.load64(at: right &+ 16))
        | (load64(at: left &+ 24) ^ other.load64(at: right &+ 24))
      if first | second != 0 { return false }
      index &+= 32
    }
    while index &+ 8 <= count {
      if load64(at: start &+ index) != other.load64(at: otherStart &+ index) { return false }
      index &+= 8
    }
    guard index < count else { return true }
    // The last bytes, overlapping those before; of a short text those from both ends.
    if count >= 8 {
      return load64(at: start &+ count &- 8) == other.load64(at: otherStart &+ count &- 8)
    }
    if count >= 4 {
      return load32(at: start) == other.load32(at: otherStart)
        && load32(at: start &+ count &- 4) == other.load32(at: otherStart &+ count &- 4)
    }
    while index < count {
      if load8(at: start &+ index) != other.load8(at: otherStart &+ index) { return false }
      index &+= 1
    }
    return true
  }

  /// Offset of the first `byte` from `start` on.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = max(start, 0)
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    while index &+ 8 <= count {
      let found = (load64(at: index) ^ pattern).zeroBytes
      if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count {
      if load8(at: index) == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// Unicode scalars of a valid text: bytes that do not carry on a scalar.
  var scalarCount: Int {
    var (index, carried) = (0, 0)
    while index &+ 8 <= count {
      let word = load64(at: index)
      // Bytes 10xxxxxx, a one each, summed up in the highest byte.
      let ones = (word &>> 7) & ~(word &>> 6) & 0x0101_0101_0101_0101
      carried &+= Int((ones &* 0x0101_0101_0101_0101) &>> 56)
      index &+= 8
    }
    while index < count {
      if load8(at: index) & 0xC0 == 0x80 { carried &+= 1 }
      index &+= 1
    }
    return count &- carried
  }

  /// Whether there are none but hexadecimal digits.
  var isHexadecimal: Bool {
    var index = 0
    while index &+ 8 <= count {
      let word = load64(at: index)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      let digits = word.bytes(from: 0x30, through: 0x39)
      let letters = (word | 0x2020_2020_2020_2020).bytes(from: 0x61, through: 0x66)
      guard digits | letters == 0x8080_8080_8080_8080 else { return false }
      index &+= 8
    }
    while index < count {
      guard load8(at: index).isHexDigit else { return false }
      index &+= 1
    }
    return true
  }

  /// Whether one of three bytes stands here.
  func holdsAny(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    var index = 0
    let ones: UInt64 = 0x0101_0101_0101_0101
    while index &+ 8 <= count {
      let word = load64(at: index)
      let found =
        (word ^ ones &* UInt64(first)).zeroBytes | (word ^ ones &* UInt64(second)).zeroBytes
        | (word ^ ones &* UInt64(third)).zeroBytes
      if found != 0 { return true }
      index &+= 8
    }
    while index < count {
      let byte = load8(at: index)
      if byte == first || byte == second || byte == third { return true }
      index &+= 1
    }
    return false
  }

  /// Whether a sign that a placeholder may begin with (`$`, `%`, `<`, `{`) stands among `count` bytes from `start` on.
  func holdsPlaceholderSign(_ count: Int, at start: Int) -> Bool {
    var index = max(start, 0)
    let end = min(index &+ count, self.count)
    while index &+ 8 <= end {
      let letters = load64(at: index)
      // `$` and `%` differ in their lowest bit only.
      let signs =
        ((letters & 0xFEFE_FEFE_FEFE_FEFE) ^ 0x2424_2424_2424_2424).zeroBytes
        | (letters ^ 0x3C3C_3C3C_3C3C_3C3C).zeroBytes | (letters ^ 0x7B7B_7B7B_7B7B_7B7B).zeroBytes
      if signs != 0 { return true }
      index &+= 8
    }
    while index < end {
      switch load8(at: index) {
      case 0x24, 0x25, 0x3C, 0x7B: return true
      default: index &+= 1
      }
    }
    return false
  }
}

extension UInt64 {
  /// The highest bit of each byte that is zero.
  @inline(__always)
  var zeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~((self & low &+ low) | self | low)
  }

  /// The highest bit of each byte within bounds, where all bytes are below 0x80.
  @inline(__always)
  func bytes(from first: UInt64, through last: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (self &+ ones &* (0x80 &- first)) & ~(self &+ ones &* (0x7F &- last)) & 0x8080_8080_8080_8080
  }
}
