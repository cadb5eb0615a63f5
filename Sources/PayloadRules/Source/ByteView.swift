/// Borrowed bytes of one text.
///
/// The one wrapper through which the engine reads memory that it does not own, so that everything above
/// it is written without unsafe code. A view must not outlive the call that made it.
@safe
package struct ByteView {
  package let base: UnsafePointer<UInt8>
  package let count: Int

  /// Wraps a buffer that stays alive, and unchanged, for as long as the view is used.
  package init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address; any non-null one will do, since nothing is read from it.
    unsafe base = buffer.baseAddress ?? UnsafePointer(bitPattern: 1)!
    count = buffer.count
  }

  /// A view of nothing.
  package static var empty: ByteView { unsafe ByteView(UnsafeBufferPointer(start: nil, count: 0)) }

  private init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    // One comparison: a negative index is a huge one without its sign.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe base[index]
  }

  /// The part of this view in `range`, clamped to its bounds; offsets start from 0 again.
  package subscript(range: ByteRange) -> ByteView {
    let start = min(max(range.start, 0), count)
    let end = min(max(range.end, start), count)
    return unsafe ByteView(base: base + start, count: end - start)
  }

  package var isEmpty: Bool { count == 0 }

  /// The bytes as text; invalid UTF-8 is replaced by U+FFFD.
  package var string: String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  package var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  package func equals(_ other: [UInt8]) -> Bool { other.withByteView { equals($0) } }

  /// Compares eight bytes at a time, the last ones overlapping those before.
  package func equals(_ other: ByteView) -> Bool {
    count == other.count && has(count, at: 0, of: other, at: 0)
  }
}

extension [UInt8] {
  /// Calls `body` with a view of the elements.
  @inline(__always)
  package func withByteView<Result, Failure: Error>(
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      try unsafe body(ByteView(buffer))
    }
  }
}
