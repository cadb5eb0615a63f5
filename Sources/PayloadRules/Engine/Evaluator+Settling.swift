/// From everything that was met to one finding a cause.
extension Evaluator {
  func settleCandidates() {
    claimMissingKeys()
    hide()
    removeDuplicates()
    keepOneRenameForEachName()
    lowerWhatIsOnlyLikely()
  }

  /// Of several keys that are meant for one, only the first can take its name.
  private func keepOneRenameForEachName() {
    var taken: Set<String> = []
    for index in candidates.indices {
      guard let name = candidates[index].renames else { continue }
      let (slot, source) = (candidates[index].place.slot, candidates[index].value.source.rawValue)
      if !taken.insert("\(source) \(slot) \(name)").inserted { candidates[index].renames = nil }
    }
  }

  /// A required key under another name, or at another level, is one finding: where it was found, with the
  /// severity of what is missing.
  private func claimMissingKeys() {
    let lacking = candidates.indices.filter { !candidates[$0].missingKeys.isEmpty }
    let absent = candidates.indices.filter { candidates[$0].value.state == .absent }
    guard !lacking.isEmpty || !absent.isEmpty else { return }
    for index in candidates.indices {
      guard let meant = candidates[index].meantKey, candidates[index].suggestionIsThere != true else {
        continue
      }
      for missing in lacking where candidates[missing].missingKeys.contains(meant.key) {
        guard candidates[missing].place.slot == meant.slot else { continue }
        candidates[missing].missingKeys.removeAll { $0 == meant.key }
        let rule = candidates[missing].rule
        if set.rules[rule].severity > set.rules[candidates[index].rule].severity {
          candidates[index].standsFor = rule
        }
        if candidates[missing].missingKeys.isEmpty { candidates[missing].isClaimed = true }
      }
      claimAbsentPlace(meant, index, among: absent)
    }
    candidates.removeAll { $0.isClaimed }
  }

  /// The same for a key that a rule of its own demands: `at` the key, `check: present`.
  private func claimAbsentPlace(_ meant: (slot: Int, key: String), _ index: Int, among absent: [Int]) {
    for missing in absent {
      let candidate = candidates[missing]
      guard candidate.place.place.lastKey == meant.key,
        let parent = candidate.place.place.parent, set.slots[parent] == meant.slot
      else { continue }
      if set.rules[candidate.rule].severity > set.rules[candidates[index].rule].severity {
        candidates[index].standsFor = candidate.rule
      }
      candidates[missing].isClaimed = true
    }
  }

  private func hide() {
    let fired = Set(candidates.map(\.rule))
    var hidden: Set<Int> = []
    for rule in fired { hidden.formUnion(set.rules[rule].hides) }
    // A doubt of the push type that is hidden itself hides nothing: otherwise two findings could hide each other.
    let coversPushType = fired.contains { set.rules[$0].hidesWhatRestsOnPushType && !hidden.contains($0) }
    candidates.removeAll { candidate in
      if hidden.contains(candidate.rule) { return true }
      return coversPushType && set.rules[candidate.rule].restsOnPushType
        && !set.rules[candidate.rule].hidesWhatRestsOnPushType
    }
  }

  private func removeDuplicates() {
    var seen: Set<Key> = []
    candidates = candidates.filter { seen.insert(key($0)).inserted }
  }

  private struct Key: Hashable {
    var rule: Int
    var source: Value.Source
    var index: Int
    var start: UInt32
    var detail: String
  }

  private func key(_ candidate: Candidate) -> Key {
    Key(
      rule: candidate.rule, source: candidate.value.source, index: candidate.value.index,
      start: candidate.problem.map { UInt32(truncatingIfNeeded: $0.range.start) }
        ?? candidate.value.node.start,
      detail: candidate.detection.map { "\($0.place)" } ?? candidate.missingKeys.joined(separator: ",")
        + (candidate.value.state == .absent ? candidate.place.place.text : ""))
  }

  /// Where the push type is only likely, an error that another type would not draw is a warning.
  private func lowerWhatIsOnlyLikely() {
    guard hypothesis == nil, pushType.certainty == .likely else { return }
    let resting = candidates.indices.filter { index in
      let rule = set.rules[candidates[index].rule]
      return severity(of: candidates[index]) == .error && !options.exact.contains(rule.id)
        && (rule.restsOnPushType || candidates[index].standsFor.map { set.rules[$0].restsOnPushType } == true)
    }
    guard !resting.isEmpty else { return }
    let kept = candidates
    let (keptType, keptTopics, keptLimit) = (pushType, notChecked, limit)
    var doubtful: Set<Int> = []
    for type in set.pushTypes where type != keptType.value {
      hypothesis = type
      findPushType()
      collect()
      claimMissingKeys()
      hide()
      let drawn = Set(candidates.map { key($0) })
      let severities = Dictionary(candidates.map { (key($0), severity(of: $0)) }, uniquingKeysWith: max)
      for index in resting where !drawn.contains(key(kept[index])) || severities[key(kept[index])] != .error {
        doubtful.insert(index)
      }
    }
    hypothesis = nil
    (pushType, notChecked, limit) = (keptType, keptTopics, keptLimit)
    candidates = kept
    leaves = Array(repeating: nil, count: set.leafCount)
    derivedValues = Array(repeating: nil, count: set.derivations.count)
    for index in doubtful { candidates[index].isOnlyLikely = true }
  }

  func severity(of candidate: Candidate) -> Severity {
    let rule = set.rules[candidate.rule]
    var severity = rule.severity
    if let other = candidate.standsFor { severity = max(severity, set.rules[other].severity) }
    if case .some(.some(let chosen)) = options.severities[rule.id] { severity = chosen }
    if candidate.isOnlyLikely, severity == .error, !options.exact.contains(rule.id) { severity = .warning }
    return severity
  }
}
