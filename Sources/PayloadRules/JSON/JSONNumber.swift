/// The value of number nodes, from their exact text.
package enum JSONNumber {
  /// The largest magnitude up to which a double holds every integer: 2^53.
  package static let exactIntegerLimit = 9_007_199_254_740_992

  /// The integer, where the text is one and fits; of a mended number, what it was mended to.
  package static func integer(_ node: JSONNode, in text: ByteView) -> Int? {
    guard node.kind == .number else { return nil }
    if node.flags.contains(.mended) {
      return mendedBytes(node, in: text).withByteView { integer($0) }
    }
    return integer(text[node.range])
  }

  /// The nearest double; infinite where the text is beyond all doubles.
  package static func double(_ node: JSONNode, in text: ByteView) -> Double? {
    guard node.kind == .number else { return nil }
    if node.flags.contains(.mended) {
      return mendedBytes(node, in: text).withByteView { double($0) }
    }
    return double(text[node.range])
  }

  /// Reads an optional minus sign and digits; nil for anything else, and beyond 64 bits.
  package static func integer(_ lexeme: ByteView) -> Int? {
    let isNegative = lexeme.at(0) == UInt8(ascii: "-")
    var at = isNegative ? 1 : 0
    guard at < lexeme.count else { return nil }
    var value = 0
    while at < lexeme.count {
      let digit = lexeme[at] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) =
        isNegative
        ? product.subtractingReportingOverflow(Int(digit)) : product.addingReportingOverflow(Int(digit))
      guard !overflowed, !carried else { return nil }
      value = sum
      at += 1
    }
    return value
  }

  /// Reads a JSON number; correctly rounded.
  package static func double(_ lexeme: ByteView) -> Double? {
    if lexeme.count < 16, let value = integer(lexeme) {
      return value == 0 && lexeme.at(0) == UInt8(ascii: "-") ? -0.0 : Double(value)
    }
    return Double(lexeme.string)
  }

  /// Whether digits without a sign amount to more than 2^53.
  static func isBeyondExactIntegers(_ digits: ByteView) -> Bool {
    guard digits.count >= 16 else { return false }
    guard let value = integer(digits) else { return true }
    return value > exactIntegerLimit
  }

  /// What a number in one of the known wrong forms was surely meant to be; nil where that is a guess.
  static func mended(_ lexeme: ByteView) -> String? {
    var isNegative = false
    var at = 0
    if let sign = lexeme.at(0), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      at = 1
    }
    let minus = isNegative ? "-" : ""
    if lexeme.at(at) == UInt8(ascii: "0"), let letter = lexeme.at(at + 1), letter | 0x20 == UInt8(ascii: "x")
    {
      var value = 0
      guard at + 2 < lexeme.count, lexeme.count - at - 2 <= 13 else { return nil }
      for index in (at + 2)..<lexeme.count {
        guard let digit = JSONText.hexadecimalDigit(lexeme[index]) else { return nil }
        value = value << 4 | Int(digit)
      }
      return minus + String(value)
    }
    var whole: [UInt8] = []
    var rest: [UInt8] = []
    while let byte = lexeme.at(at), byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") {
      if byte != UInt8(ascii: "_") { whole.append(byte) }
      at += 1
    }
    let zeros = whole.prefix { $0 == UInt8(ascii: "0") }.count
    if zeros > 0, whole.count > 1 {
      // With more than one digit left, some readers take the number as octal.
      let significant = whole.dropFirst(zeros)
      guard significant.count < 2, significant.first ?? UInt8(ascii: "0") < UInt8(ascii: "8") else {
        return nil
      }
      whole = significant.isEmpty ? [UInt8(ascii: "0")] : Array(significant)
    }
    if lexeme.at(at) == UInt8(ascii: ".") {
      at += 1
      rest.append(UInt8(ascii: "."))
      let start = at
      while let byte = lexeme.at(at), byte &- UInt8(ascii: "0") < 10 {
        rest.append(byte)
        at += 1
      }
      if at == start {
        guard !whole.isEmpty else { return nil }
        rest.append(UInt8(ascii: "0"))
      }
    }
    if whole.isEmpty {
      guard !rest.isEmpty else { return nil }
      whole = [UInt8(ascii: "0")]
    }
    if let letter = lexeme.at(at), letter | 0x20 == UInt8(ascii: "e") {
      rest.append(letter)
      at += 1
      if let sign = lexeme.at(at), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.append(sign)
        at += 1
      }
      let start = at
      while let byte = lexeme.at(at), byte &- UInt8(ascii: "0") < 10 {
        rest.append(byte)
        at += 1
      }
      guard at > start else { return nil }
    }
    guard at == lexeme.count else { return nil }
    return minus + String(decoding: whole + rest, as: UTF8.self)
  }

  private static func mendedBytes(_ node: JSONNode, in text: ByteView) -> [UInt8] {
    Array((mended(text[node.range]) ?? "").utf8)
  }
}
