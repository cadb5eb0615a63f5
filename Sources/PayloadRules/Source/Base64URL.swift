/// Decodes base64 of both alphabets (RFC 4648), padded or not.
package enum Base64URL {
  package enum Alphabet: Sendable {
    /// `-` and `_`, as in web tokens.
    case url
    /// `+` and `/`.
    case standard
    case either
  }

  /// Why a text is not base64.
  package enum Failure: Sendable, Hashable {
    /// The byte at this offset does not belong there; also padding anywhere but at the end.
    case badCharacter(at: Int)
    /// One character is left over, or the padding does not fill the last group of four.
    case badLength
  }

  /// Replaces `bytes` by what the text stands for, and keeps its memory; nil for success. After a failure
  /// `bytes` holds what came before it.
  package static func decode(
    _ text: ByteView, into bytes: inout [UInt8], alphabet: Alphabet = .url
  ) -> Failure? {
    bytes.removeAll(keepingCapacity: true)
    var end = text.count
    var padding = 0
    while padding < 2, end > 0, text[end - 1] == UInt8(ascii: "=") {
      end -= 1
      padding += 1
    }
    bytes.reserveCapacity(end / 4 * 3 + 2)
    var group: UInt32 = 0
    var filled = 0
    for index in 0..<end {
      guard let value = value(of: text[index], alphabet) else { return .badCharacter(at: index) }
      group = group << 6 | UInt32(value)
      filled += 1
      if filled == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
        filled = 0
      }
    }
    guard filled != 1, padding == 0 || (filled + padding) == 4 else { return .badLength }
    if filled == 2 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    } else if filled == 3 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    }
    return nil
  }

  @inline(__always)
  private static func value(of byte: UInt8, _ alphabet: Alphabet) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-") where alphabet != .standard: 62
    case UInt8(ascii: "_") where alphabet != .standard: 63
    case UInt8(ascii: "+") where alphabet != .url: 62
    case UInt8(ascii: "/") where alphabet != .url: 63
    default: nil
    }
  }
}
