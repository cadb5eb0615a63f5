/// The kind of a node in a flat JSON tree.
public enum JSONKind: UInt8, Sendable, BitwiseCopyable {
  case object, array, string, number, `true`, `false`, null
  /// The name of a member; the member's value follows it.
  case key
  /// A bare template placeholder such as `{{count}}` where a value belongs: present, of unknown type.
  case placeholder
  /// Bytes where a value belongs that could not be read as one.
  case invalid
}

/// What the scanner learned about a node on its way past it.
public struct JSONFlags: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A string or key that holds at least one backslash escape, so that its text differs from its bytes.
  public static let hasEscapes = JSONFlags(rawValue: 1)
  /// The value had to be guessed in mending a syntax error; rules treat it as unknown.
  public static let guessed = JSONFlags(rawValue: 2)
  /// A number without fraction and exponent.
  public static let integer = JSONFlags(rawValue: 4)
  /// A key that repeats an earlier key of the same object (compared after escapes are undone).
  public static let duplicateKey = JSONFlags(rawValue: 8)
  /// A string, key or container in which a syntax error was mended; its text may not be as written.
  public static let mended = JSONFlags(rawValue: 16)
  /// A string whose delimiters are not the plain double quote (a mended one): its text is the bytes
  /// between the delimiters, whose lengths are `JSONDocument.contentRange`'s business.
  public static let oddDelimiters = JSONFlags(rawValue: 32)
}

/// One value or key of a JSON text: sixteen bytes in a flat array, in the order of the text.
///
/// `{"aps":{"badge":1}}` becomes
///
///     index  kind    start  end  next
///     0      object  0      19   5      the whole text; 5 is the index after everything inside it
///     1      key     1      6    2      "aps" with its quotes; its value follows
///     2      object  7      18   5
///     3      key     8      15   4
///     4      number  16     17   5
///
/// An object's nodes are key, value, key, value, …; an array's are its elements. `next` of a container
/// skips all that it holds, so that siblings are walked without recursion.
public struct JSONNode: Sendable, BitwiseCopyable {
  /// Offset of the first byte: of a string or key, its opening quote.
  public var start: UInt32
  /// Offset one past the last byte: of a string or key, past its closing quote.
  public var end: UInt32
  /// Index of the first node that is not inside this one.
  public var next: UInt32
  public var kind: JSONKind
  public var flags: JSONFlags

  public init(kind: JSONKind, start: Int, end: Int, next: Int, flags: JSONFlags = []) {
    self.kind = kind
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    self.flags = flags
  }

  public var range: ByteRange { ByteRange(Int(start), Int(end)) }
}
