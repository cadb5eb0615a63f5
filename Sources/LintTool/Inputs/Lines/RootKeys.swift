/// Tells that a line is a payload by the keys at its root, without reading the rest of it.
enum RootKeys {
  /// Whether the line is an object in which one of `keys` stands at the root, as far as can be told from a
  /// sound text; a text with mistakes may be told wrong.
  static func hasAny(_ keys: [[UInt8]], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var depth = 0
    var expectsKey = false
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"):
        depth += 1
        expectsKey = depth == 1
      case UInt8(ascii: "["):
        // A list is no payload.
        if depth == 0 { return false }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): expectsKey = depth == 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < text.count else { return false }
        if expectsKey, keys.contains(where: { equals($0, text, start, index) }) { return true }
        expectsKey = false
      default:
        if depth == 0, !isWhite(text[index]) { return false }
      }
      index += 1
    }
    return false
  }

  private static func equals(
    _ key: [UInt8], _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    guard key.count == end - start else { return false }
    for offset in 0..<key.count where key[offset] != text[start + offset] { return false }
    return true
  }
}
