/// A departure from JSON's grammar, or a hazard in a text that keeps to it, as the scanner met it.
///
/// It has no severity and no wording: rules.yaml gives both, under the rule whose check names `detector`.
public struct JSONProblem: Sendable, Hashable {
  /// Identifier of the kind of problem, which begins with `json-`: `json-trailing-comma`.
  public var detector: String
  /// The offending bytes; empty at the end of the text.
  public var range: ByteRange
  /// Index of the node that the problem belongs to: the container it stands in, or the value or key
  /// itself for duplicate keys, escapes and numbers. Its pointer is the finding's pointer.
  public var node: Int
  /// The characters found, as they stand, for `{actual}`; may be empty.
  public var actual: String
  /// What belongs there, for `{expected}`, where that is certain.
  public var expected: String?
  /// An earlier place that explains this one: the first of two equal keys, the brace never closed.
  public var related: ByteRange?
  /// Edits that mend it where the fix is certain; ascending, not overlapping.
  public var edits: [Edit]
  /// What the edits do, in the imperative: `remove the comma`.
  public var fixTitle: String?
  public var fixSafety: FixSafety
  /// Whether the text is no JSON because of it; otherwise it keeps to the grammar, and is a hazard.
  public var breaksGrammar: Bool

  public init(
    detector: String, range: ByteRange, node: Int, actual: String = "", expected: String? = nil,
    related: ByteRange? = nil, edits: [Edit] = [], fixTitle: String? = nil, fixSafety: FixSafety = .safe,
    breaksGrammar: Bool = false
  ) {
    self.detector = detector
    self.range = range
    self.node = node
    self.actual = actual
    self.expected = expected
    self.related = related
    self.edits = edits
    self.fixTitle = fixTitle
    self.fixSafety = fixSafety
    self.breaksGrammar = breaksGrammar
  }
}
