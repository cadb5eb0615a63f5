/// The YAML 1.2 core schema: what a plain scalar stands for.
enum CoreSchema {
  enum Value: Equatable {
    case string, null, `true`, `false`
    /// A number whose letters are a JSON number.
    case number
    /// A number that JSON writes differently.
    case converted([UInt8])
    /// `.inf`, `-.inf`, `.nan`.
    case notFinite
    /// Hexadecimal or octal, more than 64 bits.
    case hugeNumber
  }

  private static let prefix = "tag:yaml.org,2002:"
  static let stringTag = prefix + "str"
  static let tags: Set<String> = Set(
    ["str", "int", "float", "bool", "null", "map", "seq"].map { prefix + $0 } + ["!", prefix + "merge"])

  private static let booleanWords: Set<[UInt8]> = words([
    "y", "Y", "n", "N", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
  ])
  private static let nullWords: Set<[UInt8]> = words(["", "~", "null", "Null", "NULL"])
  private static let trueWords: Set<[UInt8]> = words(["true", "True", "TRUE"])
  private static let falseWords: Set<[UInt8]> = words(["false", "False", "FALSE"])
  private static let notFiniteWords: Set<[UInt8]> = words(
    [".inf", ".Inf", ".INF"].flatMap { [$0, "+" + $0, "-" + $0] } + [".nan", ".NaN", ".NAN"])

  private static func words(_ list: [String]) -> Set<[UInt8]> { Set(list.map { Array($0.utf8) }) }

  /// Whether YAML 1.1 readers take the plain scalar for a boolean and YAML 1.2 readers for a text.
  static func isBooleanWord(_ text: [UInt8]) -> Bool { text.count <= 3 && booleanWords.contains(text) }

  /// What a scalar of this style, tag and text stands for.
  static func value(of text: [UInt8], style: YAMLScalarStyle, tag: String?) -> Value {
    if let tag {
      // A core tag on a text that does not fit it leaves the text a text.
      guard tag.hasPrefix(prefix), tag != stringTag else { return .string }
      return plainValue(text)
    }
    return style == .plain ? plainValue(text) : .string
  }

  private static func plainValue(_ text: [UInt8]) -> Value {
    if text.count <= 5 {
      if nullWords.contains(text) { return .null }
      if trueWords.contains(text) { return .true }
      if falseWords.contains(text) { return .false }
      if notFiniteWords.contains(text) { return .notFinite }
    }
    guard let first = text.first, isDigit(first) || first == minus || first == plus || first == point else {
      return .string
    }
    return number(text)
  }

  private static let minus = UInt8(ascii: "-")
  private static let plus = UInt8(ascii: "+")
  private static let point = UInt8(ascii: ".")
  private static let zero = UInt8(ascii: "0")

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }

  private static func number(_ text: [UInt8]) -> Value {
    if text.count > 2, text[0] == zero {
      if text[1] == UInt8(ascii: "x") { return based(text, radix: 16) }
      if text[1] == UInt8(ascii: "o") { return based(text, radix: 8) }
    }
    var offset = 0
    let isNegative = text[0] == minus
    if isNegative || text[0] == plus { offset = 1 }
    let whole = digits(text, from: &offset)
    var fraction: ArraySlice<UInt8> = []
    var hasPoint = false
    if offset < text.count, text[offset] == point {
      hasPoint = true
      offset += 1
      fraction = digits(text, from: &offset)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return .string }
    let exponent = text[offset...]
    if let letter = exponent.first {
      guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return .string }
      offset += 1
      if offset < text.count, text[offset] == minus || text[offset] == plus { offset += 1 }
      guard !digits(text, from: &offset).isEmpty, offset == text.count else { return .string }
    }
    let significant = whole.drop { $0 == zero }
    let needsWhole = whole.isEmpty || (whole.count > 1 && whole.first == zero)
    guard needsWhole || text[0] == plus || (hasPoint && fraction.isEmpty) else { return .number }
    var result: [UInt8] = isNegative ? [minus] : []
    result += significant.isEmpty ? [zero] : Array(significant)
    if hasPoint {
      result.append(point)
      result += fraction.isEmpty ? [zero] : Array(fraction)
    }
    result += exponent
    return .converted(result)
  }

  private static func digits(_ text: [UInt8], from offset: inout Int) -> ArraySlice<UInt8> {
    let start = offset
    while offset < text.count, isDigit(text[offset]) { offset += 1 }
    return text[start..<offset]
  }

  private static func based(_ text: [UInt8], radix: UInt64) -> Value {
    var value: UInt64 = 0
    var isHuge = false
    for byte in text[2...] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - zero
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return .string
      }
      guard UInt64(digit) < radix else { return .string }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { isHuge = true }
      value = sum
    }
    return isHuge ? .hugeNumber : .converted(Array(String(value).utf8))
  }
}
