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
}
