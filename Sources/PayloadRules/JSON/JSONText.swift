/// The text of strings and keys: undoes escapes, and knows which bytes are delimiters.
package enum JSONText {
  /// The bytes between the delimiters.
  package static func contentRange(_ node: JSONNode, in text: ByteView) -> ByteRange {
    guard node.kind == .string || node.kind == .key else { return node.range }
    let (start, end) = (Int(node.start), Int(node.end))
    guard node.flags.contains(.oddDelimiters) else {
      return end - start >= 2 ? ByteRange(start + 1, end - 1) : ByteRange(start, end)
    }
    let first = start + min(delimiterLength(in: text, at: start), end - start)
    return ByteRange(first, end - closingDelimiterLength(in: text, from: first, to: end))
  }

  /// Length of the quotation mark of any kind at `index`, or 0.
  static func delimiterLength(in text: ByteView, at index: Int) -> Int {
    switch text.at(index) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return 1
    default: return typographicQuoteLength(in: text, at: index)
    }
  }

  /// Length of the curly or angled quotation mark at `index`, or 0.
  static func typographicQuoteLength(in text: ByteView, at index: Int) -> Int {
    guard let first = text.at(index) else { return 0 }
    if first == 0xC2 {
      return text.at(index + 1) == 0xAB || text.at(index + 1) == 0xBB ? 2 : 0
    }
    guard first == 0xE2, text.at(index + 1) == 0x80, let third = text.at(index + 2) else { return 0 }
    return third >= 0x98 && third <= 0x9F ? 3 : 0
  }

  private static func closingDelimiterLength(in text: ByteView, from start: Int, to end: Int) -> Int {
    for length in 1...3 where end - length >= start {
      guard delimiterLength(in: text, at: end - length) == length else { continue }
      var slashes = 0
      while end - length - slashes > start, text[end - length - slashes - 1] == UInt8(ascii: "\\") {
        slashes += 1
      }
      return slashes % 2 == 0 ? length : 0
    }
    return 0
  }

  /// The text of a string or key; of any other node, its bytes.
  package static func string(_ node: JSONNode, in text: ByteView) -> String {
    let content = text[contentRange(node, in: text)]
    guard node.flags.contains(.hasEscapes) else { return content.string }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    appendDecoded(content, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces `bytes` by the text of a string or key, and keeps its memory.
  package static func decode(_ node: JSONNode, in text: ByteView, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    let content = text[contentRange(node, in: text)]
    if node.flags.contains(.hasEscapes) {
      appendDecoded(content, to: &bytes)
    } else {
      content.append(to: &bytes)
    }
  }

  /// Whether the node's text is `expected`; allocates nothing.
  package static func equals(_ node: JSONNode, in text: ByteView, _ expected: ByteView) -> Bool {
    let content = text[contentRange(node, in: text)]
    guard node.flags.contains(.hasEscapes) else { return content.equals(expected) }
    var decoder = Decoder(content)
    var at = 0
    while let byte = decoder.next() {
      guard at < expected.count, expected[at] == byte else { return false }
      at += 1
    }
    return at == expected.count
  }

  /// Whether two nodes have the same text; allocates nothing.
  package static func equal(_ left: JSONNode, _ right: JSONNode, in text: ByteView) -> Bool {
    let leftContent = text[contentRange(left, in: text)]
    let rightContent = text[contentRange(right, in: text)]
    guard left.flags.union(right.flags).contains(.hasEscapes) else {
      return leftContent.equals(rightContent)
    }
    var first = Decoder(leftContent, hasEscapes: left.flags.contains(.hasEscapes))
    var second = Decoder(rightContent, hasEscapes: right.flags.contains(.hasEscapes))
    while true {
      let byte = first.next()
      guard byte == second.next() else { return false }
      if byte == nil { return true }
    }
  }

  /// A hash of the node's text, seeded anew by each process.
  static func hash(_ node: JSONNode, in text: ByteView) -> Int {
    var hasher = Hasher()
    let content = text[contentRange(node, in: text)]
    if node.flags.contains(.hasEscapes) {
      var decoded: [UInt8] = []
      appendDecoded(content, to: &decoded)
      decoded.withByteView { $0.hash(into: &hasher) }
    } else {
      content.hash(into: &hasher)
    }
    return hasher.finalize()
  }

  /// Where the bytes of the node's decoded text lie in the document.
  package static func offsetMap(of node: JSONNode, in text: ByteView) -> OffsetMap {
    let range = contentRange(node, in: text)
    guard node.flags.contains(.hasEscapes) else { return OffsetMap(linear: range.count, at: range.start) }
    var map = OffsetMap()
    var decoder = Decoder(text[range])
    while true {
      let before = decoder.at
      guard decoder.next() != nil else { break }
      let taken = decoder.at - before
      let length = 1 + decoder.pendingCount
      while decoder.pendingCount > 0 { _ = decoder.next() }
      map.append(length, at: range.start + before, outerCount: taken, isLinear: taken == length && taken == 1)
    }
    return map
  }

  /// Four hexadecimal digits as a number.
  static func hexadecimal(_ text: ByteView, at index: Int) -> UInt32? {
    guard index >= 0, index <= text.count - 4 else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = hexadecimalDigit(text[index + offset]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func appendDecoded(_ content: ByteView, to bytes: inout [UInt8]) {
    var decoder = Decoder(content)
    while let byte = decoder.next() { bytes.append(byte) }
  }
}

extension JSONText {
  /// Yields the bytes of a string's content with escapes undone. A lone surrogate becomes U+FFFD; an
  /// escape that does not exist stands for the characters after its backslash.
  struct Decoder {
    private let content: ByteView
    private let hasEscapes: Bool
    /// Offset of the next byte to read.
    private(set) var at = 0
    /// Bytes of the last escape that are still to be handed out, lowest first.
    private var pending: UInt32 = 0
    private(set) var pendingCount = 0

    init(_ content: ByteView, hasEscapes: Bool = true) {
      self.content = content
      self.hasEscapes = hasEscapes
    }

    mutating func next() -> UInt8? {
      if pendingCount > 0 {
        pendingCount -= 1
        let byte = UInt8(truncatingIfNeeded: pending)
        pending >>= 8
        return byte
      }
      guard at < content.count else { return nil }
      let byte = content[at]
      guard hasEscapes, byte == UInt8(ascii: "\\"), let letter = content.at(at + 1) else {
        at += 1
        return byte
      }
      at += 2
      switch letter {
      case UInt8(ascii: "b"): return 0x08
      case UInt8(ascii: "f"): return 0x0C
      case UInt8(ascii: "n"): return 0x0A
      case UInt8(ascii: "r"): return 0x0D
      case UInt8(ascii: "t"): return 0x09
      case UInt8(ascii: "u"): return unicodeEscape()
      default:
        // Whatever else follows stands for itself; all its bytes are handed out as they are.
        return letter
      }
    }

    /// The scalar of the escape whose four digits begin at `at`.
    private mutating func unicodeEscape() -> UInt8 {
      guard let unit = JSONText.hexadecimal(content, at: at) else { return UInt8(ascii: "u") }
      at += 4
      if unit & 0xFC00 == 0xD800, content.at(at) == UInt8(ascii: "\\"),
        content.at(at + 1) == UInt8(ascii: "u"), let low = JSONText.hexadecimal(content, at: at + 2),
        low & 0xFC00 == 0xDC00
      {
        at += 6
        return hand(out: 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
      }
      return hand(out: unit & 0xF800 == 0xD800 ? 0xFFFD : unit)
    }

    private mutating func hand(out scalar: UInt32) -> UInt8 {
      switch scalar {
      case ..<0x80:
        return UInt8(truncatingIfNeeded: scalar)
      case ..<0x800:
        pending = 0x80 | scalar & 0x3F
        pendingCount = 1
        return UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      case ..<0x10000:
        pending = 0x80 | (scalar >> 6 & 0x3F) | (0x80 | scalar & 0x3F) << 8
        pendingCount = 2
        return UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      default:
        pending = 0x80 | (scalar >> 12 & 0x3F)
        pending |= (0x80 | scalar >> 6 & 0x3F) << 8
        pending |= (0x80 | scalar & 0x3F) << 16
        pendingCount = 3
        return UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      }
    }
  }
}
