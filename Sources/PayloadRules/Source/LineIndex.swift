/// Where the lines of a text begin; turns byte offsets into lines and columns and back.
///
/// Lines end with LF, CRLF or a lone CR. Lines and columns count from 1. A byte order mark takes no column.
package struct LineIndex: Sendable {
  /// A place as people count it.
  package struct Position: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// What a column counts.
  package enum Unit: Sendable {
    case scalars
    /// As editors that speak the language server protocol count by default.
    case utf16
  }

  /// Offset of the first byte of each line.
  package let lineStarts: ContiguousArray<Int>
  /// Length of the text in bytes.
  package let count: Int
  private let hasByteOrderMark: Bool

  package init(_ text: ByteView) {
    var starts: ContiguousArray<Int> = [0]
    var at = 0
    while at < text.count {
      let byte = text[at]
      at += 1
      if byte == 0x0A {
        starts.append(at)
      } else if byte == 0x0D {
        if at < text.count, text[at] == 0x0A { at += 1 }
        starts.append(at)
      }
    }
    lineStarts = starts
    count = text.count
    hasByteOrderMark = text.has("\u{FEFF}", at: 0)
  }

  /// The index of a text that is one line, whatever stands in it.
  package init(oneLine text: ByteView) {
    lineStarts = [0]
    count = text.count
    hasByteOrderMark = false
  }

  package var lineCount: Int { lineStarts.count }

  /// The line, from 1, that holds the byte at `offset`; a line's end belongs to it.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Line and column of a byte; `text` is the one that the index was made of. An offset inside a scalar
  /// counts as that scalar's, one past the end as the end.
  package func position(at offset: Int, in text: ByteView, unit: Unit = .scalars) -> Position {
    let offset = min(max(offset, 0), count)
    let line = line(at: offset)
    var at = contentStart(of: line)
    var column = 1
    while at < offset {
      let (length, units) = step(text, at, unit)
      guard at + length <= offset else { break }
      at += length
      column += units
    }
    return Position(line: line, column: column)
  }

  /// The byte at a line and column; beyond the end of a line, its end.
  package func offset(of position: Position, in text: ByteView, unit: Unit = .scalars) -> Int {
    guard position.line >= 1 else { return 0 }
    guard position.line <= lineStarts.count else { return count }
    let end = contentRange(of: position.line, in: text).end
    var at = contentStart(of: position.line)
    var column = 1
    while at < end, column < position.column {
      let (length, units) = step(text, at, unit)
      // A column between the halves of a surrogate pair belongs to the scalar.
      guard column + units <= position.column else { break }
      at += length
      column += units
    }
    return min(at, end)
  }

  /// The bytes of a line, from 1, without its line end and byte order mark.
  package func contentRange(of line: Int, in text: ByteView) -> ByteRange {
    guard line >= 1, line <= lineStarts.count else { return ByteRange(count, count) }
    let start = contentStart(of: line)
    var end = line < lineStarts.count ? lineStarts[line] : count
    if line < lineStarts.count {
      let isCRLF = end - 2 >= start && text[end - 1] == 0x0A && text[end - 2] == 0x0D
      end -= isCRLF ? 2 : 1
    }
    return ByteRange(start, max(start, end))
  }

  /// The text of a line, from 1, without its line end.
  package func text(ofLine line: Int, in text: ByteView) -> String {
    text[contentRange(of: line, in: text)].string
  }

  private func contentStart(of line: Int) -> Int {
    let start = lineStarts[line - 1]
    return start == 0 && hasByteOrderMark ? 3 : start
  }

  /// Length in bytes and in columns of the scalar at `index`; an invalid byte counts as one.
  private func step(_ text: ByteView, _ index: Int, _ unit: Unit) -> (length: Int, units: Int) {
    let length = max(1, UTF8Sequence.length(in: text, at: index))
    return (length, unit == .utf16 && length == 4 ? 2 : 1)
  }
}
