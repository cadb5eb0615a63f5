public import PayloadRules

/// Why a YAML text could not be read, and where.
public struct YAMLError: Error, Sendable, Hashable {
  /// One sentence without a full stop; it does not repeat the place.
  public var message: String
  /// The bytes at fault; empty at the end of the text.
  public var range: ByteRange
  /// Line of the first byte at fault, from 1.
  public var line: Int
  /// Column of the first byte at fault, from 1, in Unicode scalars.
  public var column: Int
  /// An earlier place that explains this one: the first of two equal keys, where a list begins.
  public var related: ByteRange?
  /// The known name that the unknown one was probably meant to be.
  public var nearest: String?

  public init(
    message: String, range: ByteRange, line: Int, column: Int, related: ByteRange? = nil,
    nearest: String? = nil
  ) {
    self.message = message
    self.range = range
    self.line = line
    self.column = column
    self.related = related
    self.nearest = nearest
  }

  /// An error at `range` of `source`; line and column are counted here, once.
  package init(
    _ message: String, at range: ByteRange, of source: [UInt8], related: ByteRange? = nil,
    nearest: String? = nil
  ) {
    let place = YAMLPlace(offset: range.start, of: source)
    self.init(
      message: message, range: range, line: place.line, column: place.column, related: related,
      nearest: nearest)
  }
}

extension YAMLError: CustomStringConvertible {
  public var description: String { "\(line):\(column): \(message)" }
}

/// A line and a column, both from 1; the column counts Unicode scalars and leaves out a byte order mark.
package struct YAMLPlace: Sendable, Hashable {
  package var line: Int
  package var column: Int

  package init(offset: Int, of source: [UInt8]) {
    line = 1
    var lineStart = source.starts(with: YAMLPlace.byteOrderMark) ? YAMLPlace.byteOrderMark.count : 0
    let end = min(max(offset, lineStart), source.count)
    for index in lineStart..<end {
      let byte = source[index]
      let endsLine =
        byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r")
          && (index + 1 >= source.count || source[index + 1] != UInt8(ascii: "\n")))
      guard endsLine else { continue }
      line += 1
      lineStart = index + 1
    }
    column = 1
    for index in lineStart..<max(end, lineStart) where source[index] & 0xC0 != 0x80 { column += 1 }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
