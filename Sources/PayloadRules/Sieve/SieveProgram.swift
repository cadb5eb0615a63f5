/// The rules as numbers: all that is needed to tell a request that no rule objects to, and no more.
///
/// One list of 32-bit words and one of bytes, so that the built-in rules can lie ready in the program and need
/// no compiling. `words[…]` begins with a header (`SieveHeader`) of offsets into itself; what lies there is
/// described where it is written, in `SieveCompiler`.
package final class SieveProgram: Sendable {
  private let wordTable: FixedBuffer<Int32>
  private let poolTable: FixedBuffer<UInt8>

  package init(words: [Int32], pool: [UInt8]) {
    wordTable = .allocate(words)
    poolTable = .allocate(pool)
  }

  /// Writes a rule set down.
  package convenience init(_ set: RuleSet) {
    let program = SieveCompiler.program(set)
    self.init(words: program.words, pool: program.pool)
  }

  deinit {
    wordTable.deallocate()
    poolTable.deallocate()
  }

  var code: SieveCode { SieveCode(words: wordTable, pool: poolTable.view) }

  /// A copy of the words and of the bytes, for writing them down.
  var contents: (words: [Int32], pool: [UInt8]) {
    ((0..<wordTable.count).map { wordTable[$0] }, poolTable.view.bytes)
  }
}

// The tables are written once, in `init`, and read from then on.
extension FixedBuffer: @unchecked Sendable where Element: Sendable {}

/// A view of a program, without references to count; it lives as long as its program.
struct SieveCode {
  let words: FixedBuffer<Int32>
  let pool: ByteView

  @inline(__always)
  subscript(index: Int) -> Int { Int(words[index]) }

  @inline(__always)
  subscript(header: SieveHeader) -> Int { Int(words[header.rawValue]) }

  /// The text whose start and length stand at `index`.
  @inline(__always)
  func text(at index: Int) -> ByteView {
    let start = self[index]
    return pool[ByteRange(start, start + self[index + 1])]
  }
}

/// What the first words of a program are.
enum SieveHeader: Int, CaseIterable {
  case slotCount, leafCount, derivedCount, ruleCount, factCount
  /// `[count, offset of each rule record…]`, in the order of the files.
  case rules
  /// Two words a leaf: offsets of place and predicate.
  case leaves
  /// Offset of each fact's record.
  case facts
  /// Offset of each derivation.
  case derivations
  case routes, inferences, shapeGroups
  /// A key table whose children are slots of headers.
  case headers
  /// `[count, (text, slot)…]`.
  case context, pathParts
  /// Slot of each root, by its number in `SieveRoots`, or -1.
  case roots
  case payload, tokenHeader, tokenClaims
  /// Slots of `jwt.signature`, or -1.
  case tokenSignature
  /// Lists of slots by what they lie in: payload (without its root), provider token, its header, its claims.
  case payloadSlots, tokenSlots, tokenHeaderSlots, tokenClaimsSlots, headerSlots
  /// `[count, text…]`.
  case pushTypes, topics
  /// 1 where some rule asks for placeholders.
  case findsPlaceholders
  case routeCount
  /// `[count, (slot, number)…]`.
  case derivedSlots
  /// The slot of the header that carries credentials, or -1.
  case authorization
  /// Slots of payload places that some rule holds to a format.
  case formatSlots
}

/// One value, as a request shows it.
struct SieveValue: BitwiseCopyable {
  /// Index of the node, or of the header; -1 where neither applies.
  var index: Int32 = -1
  var start: UInt32 = 0
  var end: UInt32 = 0
  var source = SieveSource.texts
  var kind = JSONKind.string
  var flags: JSONFlags = []
}

/// Where a value or a text lies.
enum SieveSource: UInt8 {
  case payload, tokenHeader, tokenClaims, texts, pool, scratch, derived
}

/// A text, by where it lies.
struct SieveText: BitwiseCopyable {
  var source: SieveSource
  var start: Int
  var end: Int
}

/// A scalar to compare with.
struct SieveScalar: BitwiseCopyable {
  enum Kind: UInt8 { case none, text, number, boolean, null, compound }

  var kind: Kind
  var number = 0.0
  var text = SieveText(source: .pool, start: 0, end: 0)

  static let none = SieveScalar(kind: .none)
}

/// What is known of a test: a set of what its result may be.
struct SieveTruth: OptionSet, BitwiseCopyable {
  var rawValue: UInt8

  static let yes = SieveTruth(rawValue: 1)
  static let no = SieveTruth(rawValue: 2)
  static let unknown = SieveTruth(rawValue: 4)
  /// Nothing is known of the result; the rules themselves must be asked.
  static let open: SieveTruth = [.yes, .no, .unknown]

  @inline(__always)
  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inline(__always)
  init(_ value: Bool) { rawValue = value ? 1 : 2 }

  static prefix func ! (truth: SieveTruth) -> SieveTruth {
    SieveTruth(rawValue: (truth.rawValue & 1) << 1 | (truth.rawValue & 2) >> 1 | truth.rawValue & 4)
  }
}
