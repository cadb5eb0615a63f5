package import PayloadRules

/// A file, or standard input, as its user knows it: a name, UTF-8 text and where its lines are.
package final class SourceText: Sendable {
  /// As the user wrote it; `-` for standard input without a name.
  package let path: String
  /// UTF-8; of a UTF-16 file, its transcription.
  package let bytes: [UInt8]
  /// From `bytes` to the file's own bytes, where they differ.
  package let fileMap: OffsetMap?
  /// Number of the first line of `bytes`, and where in the file it begins, where they are one line of a file
  /// that nobody holds as a whole.
  private let firstLine: Int
  let fileOffset: Int
  private let index: LineIndex
  /// The first character of each block of the text with how many stand before it, where some line is so long that
  /// counting its columns one by one for each finding would take too long.
  private let blocks: [(offset: Int, count: Int)]
  private static let blockSize = 256
  private static let longLine = 1 << 10

  package convenience init(path: String, bytes: [UInt8], fileMap: OffsetMap? = nil) {
    self.init(
      path: path, bytes: bytes, fileMap: fileMap, index: bytes.withByteView { LineIndex($0) }, firstLine: 1,
      fileOffset: 0)
  }

  /// One line of a file, without its end.
  package convenience init(path: String, line bytes: [UInt8], number: Int, fileOffset: Int) {
    self.init(
      path: path, bytes: bytes, fileMap: nil, index: bytes.withByteView { LineIndex(oneLine: $0) },
      firstLine: number, fileOffset: fileOffset)
  }

  private init(
    path: String, bytes: [UInt8], fileMap: OffsetMap?, index: LineIndex, firstLine: Int, fileOffset: Int
  ) {
    self.path = path
    self.bytes = bytes
    self.fileMap = fileMap
    self.index = index
    self.firstLine = firstLine
    self.fileOffset = fileOffset
    var hasLongLine = false
    for (line, start) in index.lineStarts.enumerated() {
      let end = line + 1 < index.lineCount ? index.lineStarts[line + 1] : bytes.count
      hasLongLine = hasLongLine || end - start > SourceText.longLine
    }
    blocks = hasLongLine ? SourceText.blocks(bytes) : []
  }

  /// A place in the file.
  package struct Position: Sendable, Hashable {
    package var line: Int
    package var column: Int
    /// In bytes of the file.
    package var offset: Int
  }

  func position(at offset: Int) -> Position {
    let inFile = fileMap?.outerStart(offset) ?? offset + fileOffset
    let line = line(at: offset)
    let start = lineRange(line).start
    if offset - start > SourceText.longLine {
      let column = characters(before: offset) - characters(before: start) + 1
      return Position(line: line, column: column, offset: inFile)
    }
    let place = bytes.withByteView { index.position(at: offset, in: $0) }
    return Position(line: line, column: place.column, offset: inFile)
  }

  private static func blocks(_ bytes: [UInt8]) -> [(offset: Int, count: Int)] {
    bytes.withByteView { text in
      var result: [(offset: Int, count: Int)] = []
      result.reserveCapacity(text.count / blockSize + 1)
      var (at, count, next) = (0, 0, 0)
      while at < text.count {
        if at >= next {
          result.append((at, count))
          next += blockSize
        }
        at += length(at, text)
        count += 1
      }
      return result
    }
  }

  /// As `LineIndex` counts: an invalid byte is a character by itself.
  private static func length(_ index: Int, _ text: ByteView) -> Int {
    max(1, UTF8Sequence.length(in: text, at: index))
  }

  private func characters(before offset: Int) -> Int {
    let end = min(max(offset, 0), bytes.count)
    var block = min(end / SourceText.blockSize, blocks.count - 1)
    guard block >= 0 else { return 0 }
    if blocks[block].offset > end { block -= 1 }
    return bytes.withByteView { text in
      var (at, count) = blocks[block]
      while at < end {
        at += SourceText.length(at, text)
        // A place inside a character counts as that character's.
        if at <= end { count += 1 }
      }
      return count
    }
  }

  func positions(of range: ByteRange) -> (start: Position, end: Position) {
    let start = position(at: range.start)
    guard !range.isEmpty else { return (start, start) }
    var end = position(at: range.end)
    if let fileMap { end.offset = fileMap.outerEnd(range.end) }
    return (start, end)
  }

  /// The bytes of a line, counted from 1, without its line end.
  func lineRange(_ line: Int) -> ByteRange {
    bytes.withByteView { index.contentRange(of: line - firstLine + 1, in: $0) }
  }

  func line(at offset: Int) -> Int { index.line(at: offset) + firstLine - 1 }

  func text(_ range: ByteRange) -> String { bytes.withByteView { $0[range].string } }
}
