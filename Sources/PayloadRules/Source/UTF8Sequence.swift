/// The shape of UTF-8: which bytes may follow which.
package enum UTF8Sequence {
  /// Length of the valid sequence at `index`, or 0: overlong forms, surrogates, what lies past U+10FFFF,
  /// and sequences cut short are not valid.
  @inline(__always)
  package static func length(in text: ByteView, at index: Int) -> Int {
    let first = text[index]
    if first < 0x80 { return 1 }
    guard first >= 0xC2, first <= 0xF4, index &+ 1 < text.count else { return 0 }
    let second = text[index &+ 1]
    if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest, index &+ 2 < text.count, text[index &+ 2] & 0xC0 == 0x80
    else { return 0 }
    if first < 0xF0 { return 3 }
    guard index &+ 3 < text.count, text[index &+ 3] & 0xC0 == 0x80 else { return 0 }
    return 4
  }

  /// The scalar of the valid sequence at `index` and its length; nil where the bytes are not valid.
  static func scalar(in text: ByteView, at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard index >= 0, index < text.count else { return nil }
    let length = length(in: text, at: index)
    guard length > 0 else { return nil }
    var value = UInt32(text[index])
    if length > 1 {
      value &= UInt32(0x7F) >> UInt32(length)
      for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// Appends a scalar's bytes.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let value = scalar.value
    switch value {
    case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: value))
    case ..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    case ..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    }
  }
}
