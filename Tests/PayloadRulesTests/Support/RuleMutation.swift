@testable import PayloadRules

/// One change to a rule set that some example must notice.
struct RuleMutation {
  var name: String
  /// Rules whose examples must notice.
  var rules: [Int]
  /// Examples of other rules that hold one of these words may notice as well; the first word is the likeliest.
  var words: [String] = []
  var apply: (inout RuleSet) -> Void
}
