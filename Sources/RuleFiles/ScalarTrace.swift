internal import PayloadRules

/// A scalar's text read once more from the source, to learn where each of its bytes stands.
///
/// libyaml gives the text and the range of a scalar but not what lies between. The trace undoes quotes,
/// escapes, folding and indentation by itself; where its text is not libyaml's, the whole range stands for
/// the whole text, so that a mistake here costs precision but never gives a wrong place.
struct ScalarTrace {
  private(set) var text: [UInt8] = []
  /// From the text to the source.
  private(set) var map = OffsetMap()
  /// Where the text begins and ends in the source: inside the quotes, past the header of a block scalar.
  private(set) var content: ByteRange

  private let source: [UInt8]

  init(_ node: YAMLNode, in source: [UInt8]) {
    self.source = source
    content = node.range
    switch node.style {
    case .plain: traceFlow(node.range, quote: nil)
    case .singleQuoted: traceQuoted(node.range, quote: UInt8(ascii: "'"))
    case .doubleQuoted: traceQuoted(node.range, quote: UInt8(ascii: "\""))
    case .literal, .folded: traceBlock(node)
    }
    if text != node.text {
      text = node.text
      map = OffsetMap()
      content = node.range
      if !text.isEmpty {
        map.append(text.count, at: content.start, outerCount: content.count, isLinear: false)
      }
    }
  }

  private mutating func copy(_ range: ByteRange) {
    guard !range.isEmpty else { return }
    text += source[range.start..<range.end]
    map.append(range.count, at: range.start, outerCount: range.count, isLinear: true)
  }

  private mutating func put(_ bytes: [UInt8], for range: ByteRange) {
    guard !bytes.isEmpty else { return }
    text += bytes
    map.append(bytes.count, at: range.start, outerCount: range.count, isLinear: false)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
  private static let backslash = UInt8(ascii: "\\")

  /// Length of the line break at `offset`; 0 where there is none.
  private func breakLength(_ offset: Int, _ end: Int) -> Int {
    guard offset < end else { return 0 }
    if source[offset] == ScalarTrace.lineFeed { return 1 }
    guard source[offset] == ScalarTrace.carriageReturn else { return 0 }
    return offset + 1 < end && source[offset + 1] == ScalarTrace.lineFeed ? 2 : 1
  }

  private func isBlank(_ offset: Int) -> Bool {
    source[offset] == ScalarTrace.space || source[offset] == ScalarTrace.tab
  }

  // MARK: Plain and quoted

  private mutating func traceQuoted(_ range: ByteRange, quote: UInt8) {
    guard range.count >= 2, source[range.start] == quote, source[range.end - 1] == quote else { return }
    content = ByteRange(range.start + 1, range.end - 1)
    traceFlow(content, quote: quote)
  }

  /// Text whose line breaks fold: one becomes a space, several lose one; blanks around them go.
  private mutating func traceFlow(_ range: ByteRange, quote: UInt8?) {
    var offset = range.start
    var runStart = offset
    while offset < range.end {
      if isBlank(offset) || breakLength(offset, range.end) > 0 {
        let blankStart = offset
        let breaks = skipBlanksAndBreaks(&offset, range.end)
        guard breaks > 0 else { continue }
        copy(ByteRange(runStart, blankStart))
        fold(breaks, ByteRange(blankStart, offset))
        runStart = offset
      } else if quote == UInt8(ascii: "'"), source[offset] == UInt8(ascii: "'") {
        copy(ByteRange(runStart, offset))
        put([UInt8(ascii: "'")], for: ByteRange(offset, min(offset + 2, range.end)))
        offset = min(offset + 2, range.end)
        runStart = offset
      } else if quote == UInt8(ascii: "\""), source[offset] == ScalarTrace.backslash {
        copy(ByteRange(runStart, offset))
        escape(&offset, range.end)
        runStart = offset
      } else {
        offset += 1
      }
    }
    copy(ByteRange(runStart, range.end))
  }

  private func skipBlanksAndBreaks(_ offset: inout Int, _ end: Int) -> Int {
    var breaks = 0
    while offset < end {
      let length = breakLength(offset, end)
      if length > 0 {
        breaks += 1
        offset += length
      } else if isBlank(offset) {
        offset += 1
      } else {
        break
      }
    }
    return breaks
  }

  private mutating func fold(_ breaks: Int, _ range: ByteRange) {
    put(
      breaks == 1 ? [ScalarTrace.space] : Array(repeating: ScalarTrace.lineFeed, count: breaks - 1),
      for: range)
  }

  private mutating func escape(_ offset: inout Int, _ end: Int) {
    let start = offset
    guard offset + 1 < end else {
      offset = end
      return
    }
    if breakLength(offset + 1, end) > 0 {
      // An escaped line break joins two lines; further empty lines count in full.
      offset += 1
      let breaks = skipBlanksAndBreaks(&offset, end)
      put(
        Array(repeating: ScalarTrace.lineFeed, count: max(breaks - 1, 0)), for: ByteRange(start, offset))
      return
    }
    let letter = source[offset + 1]
    offset += 2
    let digits: Int
    switch letter {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default:
      put(Array(String(ScalarTrace.meaning(of: letter)).utf8), for: ByteRange(start, offset))
      return
    }
    var value: UInt32 = 0
    for _ in 0..<digits where offset < end {
      guard let digit = Character(UnicodeScalar(source[offset])).hexDigitValue else { break }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    let scalar = UnicodeScalar(value) ?? "\u{FFFD}"
    put(Array(String(scalar).utf8), for: ByteRange(start, offset))
  }

  private static func meaning(of letter: UInt8) -> UnicodeScalar {
    switch UnicodeScalar(letter) {
    case "0": "\0"
    case "a": "\u{7}"
    case "b": "\u{8}"
    case "t", "\t": "\t"
    case "n": "\n"
    case "v": "\u{B}"
    case "f": "\u{C}"
    case "r": "\r"
    case "e": "\u{1B}"
    case "N": "\u{85}"
    case "_": "\u{A0}"
    case "L": "\u{2028}"
    case "P": "\u{2029}"
    case let other: other
    }
  }

  // MARK: Block scalars

  private mutating func traceBlock(_ node: YAMLNode) {
    let end = node.contentEnd
    var offset = node.range.start
    var chomping: UInt8 = 0
    while offset < end, breakLength(offset, end) == 0, source[offset] != UInt8(ascii: "#") {
      if source[offset] == UInt8(ascii: "-") || source[offset] == UInt8(ascii: "+") {
        chomping = source[offset]
      }
      offset += 1
    }
    while offset < end, breakLength(offset, end) == 0 { offset += 1 }
    offset += breakLength(offset, end)
    content = ByteRange(offset, max(offset, node.range.end))
    let indentation = indentation(of: node, from: offset)

    // Breaks are held back until it is known what follows them.
    var firstBreak: ByteRange?
    var otherBreaks = skipEmptyLines(&offset, end, indentation)
    var previousIsIndented = false
    while offset < end {
      let isIndented = isBlank(offset)
      if node.style == .folded, let pending = firstBreak, !previousIsIndented, !isIndented {
        if otherBreaks.isEmpty { put([ScalarTrace.space], for: ByteRange(pending.start, offset)) }
      } else if let pending = firstBreak {
        putBreak(pending)
      }
      for pending in otherBreaks { putBreak(pending) }
      previousIsIndented = isIndented
      let lineStart = offset
      while offset < end, breakLength(offset, end) == 0 { offset += 1 }
      copy(ByteRange(lineStart, offset))
      let length = breakLength(offset, end)
      firstBreak = length > 0 ? ByteRange(offset, offset + length) : nil
      offset += length
      otherBreaks = skipEmptyLines(&offset, end, indentation)
      if length == 0 { break }
    }
    if chomping != UInt8(ascii: "-"), let firstBreak { putBreak(firstBreak) }
    if chomping == UInt8(ascii: "+") { for pending in otherBreaks { putBreak(pending) } }
  }

  private mutating func putBreak(_ range: ByteRange) {
    if source[range.start] == ScalarTrace.lineFeed {
      copy(range)
    } else {
      put([ScalarTrace.lineFeed], for: range)
    }
  }

  /// Skips indentation and the breaks of lines that hold nothing beyond it; stops at a line's content.
  private func skipEmptyLines(_ offset: inout Int, _ end: Int, _ indentation: Int) -> [ByteRange] {
    var breaks: [ByteRange] = []
    while offset < end {
      var column = 0
      while offset < end, column < indentation, source[offset] == ScalarTrace.space {
        offset += 1
        column += 1
      }
      let length = breakLength(offset, end)
      guard length > 0 else { break }
      breaks.append(ByteRange(offset, offset + length))
      offset += length
    }
    return breaks
  }

  /// The columns that the first line with a visible character has in the source but not in the text.
  private func indentation(of node: YAMLNode, from start: Int) -> Int {
    leadingSpaces(source, start, node.contentEnd) - leadingSpaces(node.text, 0, node.text.count)
  }

  private func leadingSpaces(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var spaces = 0
    for offset in start..<max(start, end) {
      switch bytes[offset] {
      case ScalarTrace.space: spaces += 1
      case ScalarTrace.lineFeed, ScalarTrace.carriageReturn: spaces = 0
      default: return spaces
      }
    }
    return spaces
  }
}
