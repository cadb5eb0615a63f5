/// What a clean request looked like, and every test of a value that was made of it.
///
/// A request of the same shape (the same keys and kinds of values, the same headers and known facts) takes the
/// same way through the rules as long as these tests come out the same; and a test need not be made again for
/// values that are the same to the byte. So a sender's next push costs a comparison and the tests of what changed.
final class SieveRecording {
  /// A value whose bytes tests rest on.
  struct Base {
    var source: SieveSource
    /// The node, or the header; below 0 the value at `slot`.
    var index: Int32
    var slot: Int32
    /// Where its bytes lie in `bytes`.
    var start: Int32
    var count: Int32
  }

  struct Test {
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

  struct Position {
    var slot: Int32
    var index: Int32
    var source: SieveSource
  }

  /// The shape of each node: payload, token header and token claims one after the other.
  var nodes: [UInt64] = []
  var nodeCounts = (0, 0, 0)
  /// Lengths and bytes of keys and header names, in their order.
  var nameLengths: [Int32] = []
  var names: [UInt8] = []
  var headerCount = 0
  var profile = Profile.fixture
  var credential = Credential.unknown
  var sizeBasis = SizeBasis.asSent
  var headersAreComplete = false
  var hasNow = false
  var payloadIsUnknown = false

  var positions: [Position] = []
  /// The state of each slot once the route is known.
  var states: [UInt8] = []
  var route = -1
  var hasRoute = false
  var pushTypeIndex = -1
  var pushTypeFrom = SieveOrigin.none
  var certainty = -1
  var topics: [Int] = []
  var limit = -1

  var bases: [Base] = []
  var bytes: [UInt8] = []
  /// The early ones first.
  var tests: [Test] = []
  var earlyCount = 0
  /// The bases of each test, apart so that tests that need not be made cost a look each.
  var testBases: [UInt64] = []
  /// Bases that must not have changed at all.
  var pinned: UInt64 = 0

  /// The bit for what is no value of the request, such as the clock.
  static let restless: UInt64 = 1 << 63
}
