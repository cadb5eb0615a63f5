/// Something a rule objects to, before words are found for it.
struct Candidate {
  var rule: Int
  var place: PlaceReference
  var value: Value
  /// The check that did not hold, for the words about what was expected.
  var check: Predicate?
  /// The member or object that is marked instead of the value.
  var marking: Marking?
  /// Values for the message that the rule's own check does not give.
  var values: [MessageTemplate.Name: String] = [:]
  /// The keys that a required clause misses.
  var missingKeys: [String] = []
  /// The object (by slot) and the key that a misspelt or misplaced key was meant for.
  var meantKey: (slot: Int, key: String)?
  /// Whether the key that was meant is there as well, so that renaming would repeat it.
  var suggestionIsThere: Bool?
  /// The new name that mends a misspelt key.
  var renames: String?
  /// Whether another finding stands for this one.
  var isClaimed = false
  /// Severity, outcome and reason of another rule, whose missing key this finding stands for.
  var standsFor: Int?
  /// Whether another push type that the request may have would not draw this.
  var isOnlyLikely = false
  /// A fix that the engine, or a reader, worked out.
  var fix: Fix?
  /// A reader's place and pointer.
  var detection: Detection?
  /// A syntax problem of the payload.
  var problem: JSONProblem?

  init(rule: Int, place: PlaceReference, value: Value, check: Predicate? = nil) {
    self.rule = rule
    self.place = place
    self.value = value
    self.check = check
  }
}
