internal import PayloadRules

/// How a piece of a file must be written so that it is read as the text it stands for.
enum WritingStyle: Sendable {
  case plain, singleQuoted, doubleQuoted, dollarQuoted, hereDocument
  /// A part that only a person can rewrite: an expansion, a bare word.
  case fixed

  /// The text as it is written in this style; nil where it cannot be.
  func written(_ text: String) -> String? {
    switch self {
    case .plain: return text
    case .fixed: return nil
    case .singleQuoted: return WritingStyle.replacing(text, "'", by: #"'\''"#)
    case .doubleQuoted: return WritingStyle.escaping(text, ["\"", "$", "`", "\\"])
    case .dollarQuoted: return WritingStyle.escaping(text, ["'", "\\"])
    case .hereDocument: return WritingStyle.escaping(text, ["$", "`", "\\"])
    }
  }

  private static func replacing(_ text: String, _ character: Unicode.Scalar, by other: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == character {
        result.append(contentsOf: other.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func escaping(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}

/// A stretch of a file that is written in one style.
struct WrittenPiece: Sendable {
  var range: ByteRange
  var style: WritingStyle
}

/// A text put together from parts of a file: quoted words, variables, lines without their comments.
struct AssembledText: Sendable {
  /// A stretch of the text that lies in one word of the file.
  struct Segment: Sendable {
    var range: ByteRange
    /// The first byte of the word.
    var origin: Int
  }

  private(set) var bytes: [UInt8] = []
  /// To where the bytes are written, through variables to their assignment.
  private(set) var map = OffsetMap()
  /// To where they are used.
  private(set) var uses = OffsetMap()
  private(set) var segments: [Segment] = []
  private(set) var pieces: [WrittenPiece] = []
  /// Where the text as a whole stands.
  var whole: ByteRange

  init(at start: Int) { whole = ByteRange(start, start) }

  var isEmpty: Bool { bytes.isEmpty }
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes that stand in the file as they are.
  mutating func append(_ slice: ArraySlice<UInt8>, at start: Int) {
    append(slice, standingFor: ByteRange(start, start + slice.count), isLinear: true)
  }

  /// Appends bytes that all of a stretch of the file stands for: an escape, a placeholder.
  mutating func append(_ text: some Collection<UInt8>, standingFor range: ByteRange) {
    append(text, standingFor: range, isLinear: false)
  }

  private mutating func append(_ text: some Collection<UInt8>, standingFor range: ByteRange, isLinear: Bool) {
    guard !text.isEmpty else { return }
    let start = bytes.count
    bytes.append(contentsOf: text)
    map.append(text.count, at: range.start, outerCount: range.count, isLinear: isLinear)
    uses.append(text.count, at: range.start, outerCount: range.count, isLinear: isLinear)
    addSegment(ByteRange(start, bytes.count), origin: whole.start, joins: true)
  }

  /// Appends the value of a variable, of which `range` is the use.
  mutating func append(_ value: AssembledText, usedAt range: ByteRange) {
    append(value, usedAt: range, joins: false)
    pieces += value.pieces
  }

  private mutating func append(_ value: AssembledText, usedAt range: ByteRange, joins: Bool) {
    guard !value.isEmpty else { return }
    let start = bytes.count
    bytes.append(contentsOf: value.bytes)
    for run in value.map.runs where run.innerCount > 0 {
      map.append(run.innerCount, at: run.outer, outerCount: run.outerCount, isLinear: run.isLinear)
    }
    uses.append(value.bytes.count, at: range.start, outerCount: range.count, isLinear: false)
    for (index, segment) in value.segments.enumerated() {
      addSegment(
        segment.range.shifted(by: start), origin: segment.origin, joins: joins || index > 0)
    }
  }

  /// The text without line ends and zero bytes.
  var withoutLineEnds: AssembledText {
    var result = AssembledText(at: whole.start)
    var start = 0
    for index in 0...bytes.count {
      guard index == bytes.count || [0x0A, 0x0D, 0].contains(bytes[index]) else { continue }
      if index > start {
        let line = part(ByteRange(start, index))
        result.append(line, usedAt: line.whole, joins: true)
      }
      start = index + 1
    }
    result.pieces = pieces
    result.whole = whole
    return result
  }

  /// One use of a variable twice in a row stays two segments, unless `joins`.
  private mutating func addSegment(_ range: ByteRange, origin: Int, joins: Bool) {
    if joins, let last = segments.last, last.origin == origin {
      segments[segments.count - 1].range.end = range.end
    } else {
      segments.append(Segment(range: range, origin: origin))
    }
  }

  mutating func addPiece(_ start: Int, _ end: Int, _ style: WritingStyle) {
    if start < end || style != .fixed {
      pieces.append(WrittenPiece(range: ByteRange(start, end), style: style))
    }
  }

  /// The part `range`, as a text of its own.
  func part(_ range: ByteRange) -> AssembledText {
    var result = AssembledText(at: whole.start)
    let start = min(max(range.start, 0), bytes.count)
    let end = min(max(range.end, start), bytes.count)
    let linear = OffsetMap(linear: end - start, at: start)
    result.bytes = Array(bytes[start..<end])
    result.map = linear.composed(with: map)
    result.uses = linear.composed(with: uses)
    for segment in segments where segment.range.end > start && segment.range.start < end {
      let clipped = ByteRange(max(segment.range.start, start), min(segment.range.end, end))
      result.segments.append(Segment(range: clipped.shifted(by: -start), origin: segment.origin))
    }
    result.pieces = pieces
    result.whole = start < end ? place(of: ByteRange(start, end)) : uses.outer(ByteRange(start, start))
    if bytes.isEmpty { result.whole = whole }
    return result
  }

  /// Where a stretch of the text stands: in one word as it is written, across several as it is used.
  func place(of range: ByteRange) -> ByteRange {
    TextAssembly(uses: uses, segments: segments, pieces: pieces).isOneWord(range)
      ? map.outer(range) : uses.outer(range)
  }

  /// The text as a fact of a request in `source`.
  func location(in source: SourceText, isOtherFile: Bool = false) -> TextLocation {
    var result = TextLocation(
      source: source, map: map,
      layer: .assembled(TextAssembly(uses: uses, segments: segments, pieces: pieces)),
      isOtherFile: isOtherFile, whole: whole)
    if bytes.isEmpty { result.map = OffsetMap() }
    return result
  }
}

/// How a text was put together: what leads a stretch of it back, and an edit into the quotes.
final class TextAssembly: Sendable {
  let uses: OffsetMap
  private let segments: [AssembledText.Segment]
  private let pieces: [WrittenPiece]

  init(uses: OffsetMap, segments: [AssembledText.Segment], pieces: [WrittenPiece]) {
    self.uses = uses
    self.segments = segments
    self.pieces = pieces
  }

  /// Whether a stretch of the text lies in one word of the file.
  func isOneWord(_ range: ByteRange) -> Bool {
    guard segments.count > 1 else { return true }
    let first = segments.first { range.start < $0.range.end }
    guard let first else { return true }
    return max(range.end, range.start) <= first.range.end
  }

  /// An edit of the file for one of the text, whose stretch lies at `outer`; nil where it crosses quotes.
  func edit(_ edit: Edit, at outer: ByteRange) -> Edit? {
    guard isOneWord(edit.range),
      let piece = pieces.first(where: { $0.range.contains(outer) }),
      let text = piece.style.written(edit.text)
    else { return nil }
    return Edit(range: outer, text: text)
  }

  /// The part `range` of the text.
  func part(_ range: ByteRange) -> TextAssembly {
    let linear = OffsetMap(linear: range.count, at: range.start)
    var clipped: [AssembledText.Segment] = []
    for segment in segments where segment.range.end > range.start && segment.range.start < range.end {
      let inner = ByteRange(max(segment.range.start, range.start), min(segment.range.end, range.end))
      clipped.append(
        AssembledText.Segment(range: inner.shifted(by: -range.start), origin: segment.origin))
    }
    return TextAssembly(uses: linear.composed(with: uses), segments: clipped, pieces: pieces)
  }

  /// The same, where the file is a part of another one.
  func lifted(by map: OffsetMap) -> TextAssembly {
    TextAssembly(
      uses: uses.composed(with: map), segments: segments,
      pieces: pieces.map { WrittenPiece(range: map.outer($0.range), style: $0.style) })
  }
}
