/// Base64 in either alphabet, with or without padding.
enum Base64 {
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard text.count - end <= 2, end >= 2, end % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(end / 4 * 3 + 2)
    var value: UInt32 = 0
    var bits = 0
    for byte in text[..<end] {
      guard let digit = digit(byte) else { return nil }
      value = value << 6 & 0xFF_FFFF | digit
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte - 0x41)
    case 0x61...0x7A: UInt32(byte - 0x61) + 26
    case 0x30...0x39: UInt32(byte - 0x30) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
