/// A scanned JSON text: the flat tree and what was wrong with the text. It does not hold the bytes.
///
/// Reused from text to text, so that scanning allocates nothing once its arrays have grown.
public struct JSONDocument: Sendable {
  /// The tree in the order of the text; the root is node 0. Empty only for a text without any value.
  public internal(set) var nodes: ContiguousArray<JSONNode> = []
  /// What was wrong, in the order of the text; empty for a clean one.
  public internal(set) var problems: [JSONProblem] = []

  public init() {}

  /// Whether every problem found leaves the text valid JSON (duplicate keys, lone surrogates, …).
  public internal(set) var isWellFormed = true
  /// Whether a `null` stands anywhere.
  package internal(set) var hasNull = false
  /// Whether any string or key holds an escape.
  package internal(set) var hasEscapes = false
  /// Whether some object holds two equal keys.
  package internal(set) var hasDuplicateKeys = false
  /// Whether a template placeholder stands bare, outside a string: the text is a template of JSON.
  package internal(set) var hasBarePlaceholders = false
  /// White-space bytes outside strings: what a compact form of the text saves.
  package internal(set) var insignificantBytes = 0

  /// Hash table of the keys of one large object, kept for its memory.
  var keyTable: ContiguousArray<UInt32> = []

  /// Empties the document and keeps its memory.
  mutating func reset() {
    nodes.removeAll(keepingCapacity: true)
    if !problems.isEmpty { problems.removeAll(keepingCapacity: true) }
    isWellFormed = true
    hasNull = false
    hasEscapes = false
    hasDuplicateKeys = false
    hasBarePlaceholders = false
    insignificantBytes = 0
  }
}

extension JSONDocument {
  /// Fills the document from a text, and keeps its memory from the text before.
  public mutating func read(_ text: Span<UInt8>, maximumDepth: Int = 512) {
    unsafe text.withUnsafeBufferPointer { buffer in
      unsafe JSONScanner.scan(ByteView(buffer), into: &self, maximumDepth: maximumDepth)
    }
  }
}
