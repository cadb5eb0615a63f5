/// Every test of a value that was made of a clean request, and what it came to.
///
/// A request of the same shape (the same keys and kinds of values, the same headers and known facts) takes the
/// same way through the rules as long as these tests come out the same; and a test need not be made again for
/// values that are the same to the byte. So a sender's next push costs a comparison and the tests of what changed.
/// A recording is made during one request; what is kept of it is a `SieveTemplate`.
final class SieveRecording {
  /// A value whose bytes tests rest on.
  struct Base {
    var source: SieveSource
    /// The node, or the header; below 0 the value at `slot`.
    var index: Int32
    var slot: Int32
    /// Where its bytes lie.
    var range: ByteRange
  }

  struct Test: BitwiseCopyable {
    var source: SieveSource
    var index: Int32
    var slot: Int32
    /// The predicate; -1 asks whether a derived value is there.
    var predicate: Int32
    var truth: SieveTruth
    /// Made before the push type was known.
    var isEarly: Bool
    /// Bits of the bases that it rests on; the highest one for what may change by itself.
    var bases: UInt64
  }

  /// A slot whose value is part of a request's shape.
  struct Position: BitwiseCopyable {
    var slot: Int32
    var index: Int32
    var source: SieveSource
  }

  var positions: [Position] = []
  /// The state of each slot once the route is known.
  var states: [UInt8] = []
  var bases: [Base] = []
  var tests: [Test] = []
  /// Bases that must not have changed at all.
  var pinned: UInt64 = 0

  /// The bit for what is no value of the request, such as the clock.
  static let restless: UInt64 = 1 << 63
}
