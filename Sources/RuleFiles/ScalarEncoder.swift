/// Writes text so that it can take the place of a YAML scalar, or of a part of one, without changing
/// anything around it.
package struct ScalarEncoder: Sendable {
  /// How the scalar is written.
  package let style: YAMLScalarStyle
  /// Whether it stands inside brackets, where commas and brackets end a plain scalar.
  package let isInFlow: Bool
  /// Whether it goes over several lines, so that blanks at a line's edge are lost.
  package let isMultiline: Bool

  package init(style: YAMLScalarStyle, isInFlow: Bool, isMultiline: Bool) {
    self.style = style
    self.isInFlow = isInFlow
    self.isMultiline = isMultiline
  }

  /// `fragment` written for the middle of the scalar; nil where that is not certain to read as meant.
  /// `whole` is the scalar's text after the replacement.
  package func fragment(_ fragment: [UInt8], resulting whole: [UInt8]) -> [UInt8]? {
    let text = String(decoding: fragment, as: UTF8.self)
    if style == .doubleQuoted { return fragment.isEmpty && isMultiline ? nil : doubleQuoted(text) }
    guard text.unicodeScalars.allSatisfy(ScalarEncoder.isPrintable) else { return nil }
    let hasBlankEdge = fragment.isEmpty || isBlank(fragment[0]) || isBlank(fragment[fragment.count - 1])
    switch style {
    case .plain:
      guard ScalarEncoder.isSafePlain(whole, isInFlow: isInFlow), !(isMultiline && hasBlankEdge) else {
        return nil
      }
      return fragment
    case .singleQuoted:
      guard !(isMultiline && hasBlankEdge) else { return nil }
      return Array(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''").utf8)
    case .literal:
      // The first line's blanks would be taken for its indentation.
      let first = whole.first { $0 != UInt8(ascii: "\n") }
      guard let first, !isBlank(first) else { return nil }
      // A last line left empty would be cut off with the line breaks at the end.
      let body = whole.last == UInt8(ascii: "\n") ? whole.dropLast() : whole[...]
      guard body.last != UInt8(ascii: "\n") else { return nil }
      return fragment
    case .folded: return hasBlankEdge || isBlank(whole[0]) ? nil : fragment
    case .doubleQuoted: return nil
    }
  }

  /// A whole scalar that reads as the text `text`, in this style if that is possible, else in double quotes.
  package func scalar(_ text: [UInt8]) -> [UInt8] {
    let string = String(decoding: text, as: UTF8.self)
    let isPrintable = string.unicodeScalars.allSatisfy(ScalarEncoder.isPrintable)
    if style == .plain, isPrintable, ScalarEncoder.isSafePlain(text, isInFlow: isInFlow) { return text }
    if style == .singleQuoted, isPrintable {
      let parts = string.split(separator: "'", omittingEmptySubsequences: false)
      return Array("'\(parts.joined(separator: "''"))'".utf8)
    }
    return [UInt8(ascii: "\"")] + doubleQuoted(string) + [UInt8(ascii: "\"")]
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Characters that stand for themselves in every style and begin no new line.
  private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private func doubleQuoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEdge = isMultiline && (index == 0 || index == scalars.count - 1)
      switch scalar {
      case "\"": result += Array("\\\"".utf8)
      case "\\": result += Array("\\\\".utf8)
      case "\n": result += Array("\\n".utf8)
      case "\r": result += Array("\\r".utf8)
      case "\t": result += Array("\\t".utf8)
      case " " where isEdge: result += Array("\\x20".utf8)
      default:
        if ScalarEncoder.isPrintable(scalar) {
          result += Array(String(scalar).utf8)
        } else {
          let digits = String(scalar.value, radix: 16)
          let isShort = digits.utf8.count <= 2
          let padding = String(repeating: "0", count: max((isShort ? 2 : 4) - digits.utf8.count, 0))
          result += Array("\\\(isShort ? "x" : "u")\(padding)\(digits)".utf8)
        }
      }
    }
    return result
  }

  /// Whether `text` may stand without quotes and is read as that text.
  private static func isSafePlain(_ text: [UInt8], isInFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last, isWordByte(first), last != UInt8(ascii: ":"),
      last != UInt8(ascii: " "), CoreSchema.value(of: text, style: .plain, tag: nil) == .string,
      !CoreSchema.isBooleanWord(text)
    else { return false }
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: " ") where previous == UInt8(ascii: ":"): return false
      case UInt8(ascii: "#") where previous == UInt8(ascii: " "): return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        if isInFlow { return false }
      case UInt8(ascii: "\t"): return false
      default: break
      }
      previous = byte
    }
    return true
  }

  /// A letter, a digit, `_`, `/` or a byte of a character beyond ASCII: nothing that YAML gives a meaning.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "/"), 0x80...:
      true
    default: false
    }
  }
}
