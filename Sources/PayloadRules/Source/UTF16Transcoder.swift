/// Recognises UTF-16 and turns it into UTF-8, with a map back to the original bytes.
package enum UTF16Transcoder {
  package enum Order: Sendable, Hashable { case littleEndian, bigEndian }

  /// A text turned into UTF-8.
  package struct Transcoded: Sendable {
    package var bytes: [UInt8]
    /// From the UTF-8 text to the bytes of the original.
    package var map: OffsetMap
    package var order: Order
    /// Halves of surrogate pairs without their other half, and a last odd byte; each became U+FFFD.
    package var replacements: Int
  }

  /// The byte order of a text that is UTF-16, by its byte order mark or by zero bytes beside ASCII ones.
  package static func detect(_ text: ByteView) -> Order? {
    guard text.count >= 2 else { return nil }
    if text[0] == 0xFF, text[1] == 0xFE { return .littleEndian }
    if text[0] == 0xFE, text[1] == 0xFF { return .bigEndian }
    guard text.count >= 4 else { return nil }
    if text[0] != 0, text[1] == 0, text[2] != 0, text[3] == 0 { return .littleEndian }
    if text[0] == 0, text[1] != 0, text[2] == 0, text[3] != 0 { return .bigEndian }
    return nil
  }

  /// The text in UTF-8 without its byte order mark; nil where it is not UTF-16.
  package static func transcode(_ text: ByteView) -> Transcoded? {
    guard let order = detect(text) else { return nil }
    var result = Transcoded(bytes: [], map: OffsetMap(), order: order, replacements: 0)
    result.bytes.reserveCapacity(text.count / 2 + 16)
    var at = 0
    if unit(text, 0, order) == 0xFEFF { at = 2 }
    while at < text.count {
      let start = at
      var value: UInt32 = 0xFFFD
      if let first = unit(text, at, order) {
        at += 2
        if first & 0xF800 != 0xD800 {
          value = UInt32(first)
        } else if first < 0xDC00, let second = unit(text, at, order), second & 0xFC00 == 0xDC00 {
          at += 2
          value = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF)
        } else {
          result.replacements += 1
        }
      } else {
        at = text.count
        result.replacements += 1
      }
      let before = result.bytes.count
      UTF8Sequence.append(Unicode.Scalar(value) ?? "\u{FFFD}", to: &result.bytes)
      result.map.append(result.bytes.count - before, at: start, outerCount: at - start, isLinear: false)
    }
    return result
  }

  private static func unit(_ text: ByteView, _ index: Int, _ order: Order) -> UInt16? {
    guard index >= 0, index + 1 < text.count else { return nil }
    let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
    return order == .littleEndian ? second << 8 | first : first << 8 | second
  }
}
