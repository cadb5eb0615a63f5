package import PayloadRules

/// A file, or standard input, as its user knows it: a name, UTF-8 text and where its lines are.
package final class SourceText: Sendable {
  /// As the user wrote it; `-` for standard input without a name.
  package let path: String
  /// UTF-8; of a UTF-16 file, its transcription.
  package let bytes: [UInt8]
  /// From `bytes` to the file's own bytes, where they differ.
  package let fileMap: OffsetMap?
  private let index: LineIndex

  package init(path: String, bytes: [UInt8], fileMap: OffsetMap? = nil) {
    self.path = path
    self.bytes = bytes
    self.fileMap = fileMap
    index = bytes.withByteView { LineIndex($0) }
  }

  /// A place in the file.
  package struct Position: Sendable, Hashable {
    package var line: Int
    package var column: Int
    /// In bytes of the file.
    package var offset: Int
  }

  func position(at offset: Int) -> Position {
    let place = bytes.withByteView { index.position(at: offset, in: $0) }
    return Position(line: place.line, column: place.column, offset: fileMap?.outerStart(offset) ?? offset)
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
    bytes.withByteView { index.contentRange(of: line, in: $0) }
  }

  func line(at offset: Int) -> Int { index.line(at: offset) }

  func text(_ range: ByteRange) -> String { bytes.withByteView { $0[range].string } }
}
