/// Programs as text, so that the built-in one can lie ready in the executable.
extension SieveProgram {
  /// Six bits a letter, from `0` to `o`: five of a number and one that says whether more follow, lowest first;
  /// the lowest bit of a number is its sign. First the count of words, then the words, then the bytes in pairs
  /// of letters.
  package var encoded: String {
    let (words, pool) = contents
    var text: [UInt8] = []
    Self.append(Int32(words.count), to: &text)
    for word in words { Self.append(word, to: &text) }
    Self.append(Int32(pool.count), to: &text)
    for byte in pool { text += [0x30 + byte >> 4, 0x30 + byte & 15] }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ word: Int32, to text: inout [UInt8]) {
    var rest = UInt32(bitPattern: word << 1) ^ UInt32(bitPattern: word >> 31)
    while rest >= 32 {
      text.append(0x30 + UInt8(rest & 31 | 32))
      rest >>= 5
    }
    text.append(0x30 + UInt8(rest))
  }

  /// Reads a text that `encoded` made.
  package convenience init(encoded text: StaticString) {
    let program = text.withUTF8Buffer { buffer in
      let text = unsafe ByteView(buffer)
      var at = 0
      let count = Int(Self.number(text, &at))
      let words = unsafe [Int32](unsafeUninitializedCapacity: count) { words, filled in
        for index in 0..<count { unsafe words[index] = Self.number(text, &at) }
        filled = count
      }
      let size = Int(Self.number(text, &at))
      let pool = unsafe [UInt8](unsafeUninitializedCapacity: size) { pool, filled in
        for index in 0..<size {
          unsafe pool[index] = (text[at] - 0x30) << 4 | (text[at + 1] - 0x30)
          at += 2
        }
        filled = size
      }
      return (words: words, pool: pool)
    }
    self.init(words: program.words, pool: program.pool)
  }

  @inline(__always)
  private static func number(_ text: ByteView, _ at: inout Int) -> Int32 {
    var (value, shift): (UInt32, UInt32) = (0, 0)
    while true {
      let letter = UInt32(text[at]) &- 0x30
      at &+= 1
      value |= (letter & 31) << shift
      if letter < 32 { break }
      shift &+= 5
    }
    return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
  }
}
