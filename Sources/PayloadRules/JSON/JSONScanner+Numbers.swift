extension CleanPass {
  /// Moves past a number that keeps to the grammar and, as an integer, lies within ±2^53.
  @inline(__always)
  static func skipNumber(_ text: ByteView, _ at: inout Int, _ flags: inout JSONFlags) -> Bool {
    let end = text.count
    if text[at] == UInt8(ascii: "-") {
      at &+= 1
      guard at < end else { return false }
    }
    let digits = at
    skipDigits(text, &at)
    let count = at &- digits
    guard count > 0, count == 1 || text[digits] != UInt8(ascii: "0") else { return false }
    var isInteger = true
    if at < end, text[at] == UInt8(ascii: ".") {
      isInteger = false
      at &+= 1
      let fraction = at
      skipDigits(text, &at)
      guard at > fraction else { return false }
    }
    if at < end, text[at] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at &+= 1
      if at < end, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at &+= 1 }
      let exponent = at
      skipDigits(text, &at)
      guard at > exponent else { return false }
    }
    guard isInteger else { return true }
    flags.insert(.integer)
    return count < 16 || !JSONNumber.isBeyondExactIntegers(text[ByteRange(digits, at)])
  }

  @inline(__always)
  private static func skipDigits(_ text: ByteView, _ at: inout Int) {
    while at < text.count, text[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
  }
}
