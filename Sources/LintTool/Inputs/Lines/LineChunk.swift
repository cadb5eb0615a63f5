/// Some whole lines of a stream, with what must be known of the lines before them.
struct LineChunk: Sendable {
  enum Content: Sendable {
    /// Whole lines, each with its end but perhaps the last one of the stream.
    case lines
    /// The beginning of a line that is longer than any push; the rest of it was passed over.
    case overlong
  }

  var content = Content.lines
  var bytes: [UInt8]
  /// Number of its first line, from 1.
  var line: Int
  /// Where in the stream it begins.
  var offset: Int
  /// Number of its first record, from 1; blank lines are none.
  var record: Int
}

/// Cuts a stream into chunks of whole lines, holding no more than a line and a block of it.
struct LineSplitter {
  /// A line may have so many bytes, its end apart; the largest push has 5 KiB.
  static let maximumLineLength = 1 << 20
  /// What is kept of a longer one, to show where it stands.
  static let overlongHead = 1 << 10

  private let limit: Int
  private var rest: [UInt8] = []
  /// Whether the rest of an overlong line is passed over.
  private var isSkipping = false
  /// The first bytes, until it is known whether they are a byte order mark; nil from then on.
  private var head: [UInt8]? = []
  private var line = 1
  private var record = 1
  private var offset = 0

  init(limit: Int = maximumLineLength) { self.limit = limit }

  /// Takes the next block of the stream, and gives what is whole by now.
  mutating func split(_ block: [UInt8]) -> [LineChunk] {
    guard let head else { return splitLines(block) }
    let whole = head + block
    let mark = LineSplitter.byteOrderMark
    if whole.count < mark.count, mark.starts(with: whole) {
      self.head = whole
      return []
    }
    self.head = nil
    // The mark is the file's, and no part of the first push.
    guard whole.starts(with: mark) else { return splitLines(whole) }
    offset = mark.count
    return splitLines(Array(whole[mark.count...]))
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func splitLines(_ block: [UInt8]) -> [LineChunk] {
    var chunks: [LineChunk] = []
    var start = 0
    if isSkipping {
      guard let end = block.firstIndex(of: 0x0A) else {
        offset += block.count
        return []
      }
      isSkipping = false
      start = end + 1
      offset += start
      line += 1
    }
    if let end = LineSplitter.endOfLastLine(block, from: start) {
      rest.append(contentsOf: block[start..<end])
      // The lines are handed on with their memory, and the buffer begins anew.
      let whole = rest
      rest = Array(block[end...])
      chunks.append(take(whole))
    } else {
      rest.append(contentsOf: block[start...])
    }
    // A carriage return at the end is none of the line's bytes.
    if rest.count > limit + 1 {
      chunks.append(
        LineChunk(
          content: .overlong, bytes: Array(rest.prefix(LineSplitter.overlongHead)), line: line,
          offset: offset,
          record: record))
      offset += rest.count
      record += 1
      rest = []
      isSkipping = true
    }
    return chunks
  }

  /// The last line, where it has no end.
  mutating func finish() -> LineChunk? {
    rest += head ?? []
    head = nil
    guard !rest.isEmpty else { return nil }
    let whole = rest
    rest = []
    return take(whole)
  }

  private mutating func take(_ whole: [UInt8]) -> LineChunk {
    let chunk = LineChunk(bytes: whole, line: line, offset: offset, record: record)
    let (lines, records) = LineSplitter.count(whole)
    line += lines
    record += records
    offset += whole.count
    return chunk
  }

  private static func endOfLastLine(_ block: [UInt8], from start: Int) -> Int? {
    var end = block.count
    while end > start {
      if block[end - 1] == 0x0A { return end }
      end -= 1
    }
    return nil
  }

  /// Line ends, and lines that are not blank.
  private static func count(_ bytes: [UInt8]) -> (lines: Int, records: Int) {
    var lines = 0
    var records = 0
    forEachLine(bytes) { range, hasEnd in
      if hasEnd { lines += 1 }
      if !range.isEmpty { records += 1 }
    }
    return (lines, records)
  }

  /// Calls `body` for each line: the range without its end, empty for a blank line, and whether it has an end.
  static func forEachLine(_ bytes: [UInt8], _ body: (Range<Int>, _ hasEnd: Bool) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        let end = SystemCalls.firstIndex(of: 0x0A, in: buffer, from: start) ?? buffer.count
        var last = end
        if last > start, buffer[last - 1] == 0x0D { last -= 1 }
        var first = start
        while first < last, isWhite(buffer[first]) { first += 1 }
        body(first == last ? start..<start : start..<last, end < buffer.count)
        start = end + 1
      }
    }
  }
}
