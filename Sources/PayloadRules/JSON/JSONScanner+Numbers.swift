extension CleanPass {
  /// Offset past the number at `start`, and whether it is an integer; -1 unless it keeps to the grammar and,
  /// as an integer, lies within ±2^53.
  @inline(__always)
  static func endOfNumber(_ text: ByteView, _ start: Int) -> (end: Int, isInteger: Bool) {
    let end = text.count
    var at = start
    if text.load8(at: at) == UInt8(ascii: "-") { at &+= 1 }
    let digits = at
    at = endOfDigits(text, at)
    let count = at &- digits
    guard count > 0, count == 1 || text.load8(at: digits) != UInt8(ascii: "0") else { return (-1, false) }
    var isInteger = true
    if at < end, text.load8(at: at) == UInt8(ascii: ".") {
      isInteger = false
      let fraction = at &+ 1
      at = endOfDigits(text, fraction)
      guard at > fraction else { return (-1, false) }
    }
    if at < end, text.load8(at: at) | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at &+= 1
      if at < end, text.load8(at: at) == UInt8(ascii: "+") || text.load8(at: at) == UInt8(ascii: "-") {
        at &+= 1
      }
      let exponent = at
      at = endOfDigits(text, exponent)
      guard at > exponent else { return (-1, false) }
    }
    if isInteger, count >= 16, JSONNumber.isBeyondExactIntegers(text[ByteRange(digits, at)]) {
      return (-1, true)
    }
    return (at, isInteger)
  }

  @inline(__always)
  private static func endOfDigits(_ text: ByteView, _ start: Int) -> Int {
    var at = start
    while at < text.count, text.load8(at: at) &- UInt8(ascii: "0") < 10 { at &+= 1 }
    return at
  }
}
