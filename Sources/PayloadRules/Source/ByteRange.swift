/// A half-open range of byte offsets in one text.
public struct ByteRange: Sendable, Hashable, Comparable {
  /// Offset of the first byte.
  public var start: Int
  /// Offset one past the last byte; equal to `start` for an empty range.
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  public var count: Int { end - start }
  public var isEmpty: Bool { end <= start }

  public func contains(_ other: ByteRange) -> Bool { start <= other.start && other.end <= end }

  /// The same range seen from a text in which this one begins at `offset`.
  package func shifted(by offset: Int) -> ByteRange { ByteRange(start + offset, end + offset) }

  public static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}
