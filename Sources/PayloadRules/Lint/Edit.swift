/// One replacement of bytes.
public struct Edit: Sendable, Hashable {
  /// The bytes to replace, in the text that the finding is about; empty for an insertion.
  public var range: ByteRange
  /// What takes their place; empty for a removal.
  public var text: String

  public init(range: ByteRange, text: String) {
    self.range = range
    self.text = text
  }
}

/// Whether a fix may be applied without asking.
public enum FixSafety: String, Sendable, CaseIterable {
  /// What the sender meant is certain, and nothing else changes.
  case safe
  /// A likely wish; somebody should look.
  case unsafe
}

/// A titled set of edits that mends one finding.
public struct Fix: Sendable, Hashable {
  /// What the fix does, in the imperative: `remove alert`.
  public var title: String
  public var safety: FixSafety
  /// Edits in ascending order that do not overlap, all in `place`'s text.
  public var edits: [Edit]
  /// The text that the edits' offsets count in.
  public var source: FindingSource

  public init(title: String, safety: FixSafety, edits: [Edit], source: FindingSource) {
    self.title = title
    self.safety = safety
    self.edits = edits
    self.source = source
  }
}
