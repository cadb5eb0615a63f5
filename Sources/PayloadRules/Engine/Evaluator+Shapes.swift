/// Shapes: what all that match at one place say together.
extension Evaluator {
  func collect(_ shapes: [Int], at place: PlaceReference) {
    var matching: [Shape] = []
    var possible: [Shape] = []
    for number in shapes {
      switch truth(set.shapes[number].condition) {
      case .yes: matching.append(set.shapes[number])
      case .unknown: possible.append(set.shapes[number])
      case .no: break
      }
    }
    guard !matching.isEmpty else { return }
    if place.place.root == .headers {
      collectHeaders(matching, possible, place)
      return
    }
    forEachValue(place) { value in
      if value.isObject { collect(matching, possible, place, value) }
    }
  }

  private func collect(_ matching: [Shape], _ possible: [Shape], _ place: PlaceReference, _ object: Value) {
    let isPlain = place.rest.isEmpty
    var missing: [(rule: Int, keys: [String])] = []
    for shape in matching {
      for clause in shape.required where isActive(clause.rule) {
        let absent = clause.keys.filter { slot in
          isPlain ? isMissing(slots[slot.place.slot]) : member(slot.key, of: object) == nil
        }
        add(absent.map(\.key), to: &missing, clause.rule)
      }
      for clause in shape.forbidden where isActive(clause.rule) {
        for slot in clause.keys {
          let value = isPlain ? slots[slot.place.slot] : member(slot.key, of: object) ?? .absent
          guard value.isThere, value.source == object.source, value.node.kind != .null else { continue }
          var candidate = Candidate(rule: clause.rule, place: slot.place, value: value)
          candidate.marking = .key
          candidates.append(candidate)
        }
      }
      for clause in shape.values where isActive(clause.rule) {
        for (slot, predicate) in clause.keys {
          let value = isPlain ? slots[slot.place.slot] : member(slot.key, of: object) ?? .absent
          guard value.source == object.source, test(predicate, value, isCheck: true) == .no else { continue }
          candidates.append(Candidate(rule: clause.rule, place: slot.place, value: value, check: predicate))
        }
      }
    }
    collectKeys(matching, possible, place, object)
    for entry in missing {
      var candidate = Candidate(rule: entry.rule, place: place, value: object)
      candidate.marking = .object
      candidate.missingKeys = entry.keys
      candidates.append(candidate)
    }
  }

  private func add(_ keys: [String], to missing: inout [(rule: Int, keys: [String])], _ rule: Int) {
    guard !keys.isEmpty else { return }
    if let index = missing.firstIndex(where: { $0.rule == rule }) {
      missing[index].keys += keys.filter { !missing[index].keys.contains($0) }
    } else {
      missing.append((rule, keys))
    }
  }

  private func isMissing(_ value: Value) -> Bool {
    value.state == .absent || (value.state == .present && value.node.kind == .null && value.source != .texts)
  }

  /// Unknown, misspelt and misplaced keys.
  private func collectKeys(_ matching: [Shape], _ possible: [Shape], _ place: PlaceReference, _ object: Value)
  {
    let clauses = matching.flatMap(\.known)
    let misplaced = matching.flatMap(\.misplaced)
    guard !clauses.isEmpty || !misplaced.isEmpty else { return }
    let known = Shape.Keys((clauses + possible.flatMap(\.known)).map(\.keys))
    let nodes = document(object.source).nodes
    let text = view(object.source)
    var index = object.index + 1
    while index + 1 < Int(object.node.next) {
      let value = self.value(index + 1, nodes[index + 1], object.source)
      let key = nodes[index]
      index = Int(nodes[index + 1].next)
      guard key.kind == .key, !key.flags.contains(.guessed) else { continue }
      let name = meant(JSONText.string(key, in: text), in: object.source)
      let letters = NearestMatch.letters(of: name)
      let isKnown = known.contains(name, letters: letters)
      if isKnown, misplaced.isEmpty { continue }
      if isTemplate(name) { continue }
      if collectMisplaced(name, letters, value, misplaced, place) { continue }
      if isKnown { continue }
      collectUnknown(name, value, clauses, place, known) { member($0, of: object) != nil }
    }
  }

  private func isTemplate(_ name: String) -> Bool {
    subject.profile == .fixture
      && Array(name.utf8).withByteView { placeholder(in: $0, expectsFormat: false) != nil }
  }

  private func collectMisplaced(
    _ name: String, _ letters: UInt32, _ value: Value, _ clauses: [Shape.Misplaced],
    _ place: PlaceReference
  ) -> Bool {
    for clause in clauses where isActive(clause.rule) {
      let isExact = clause.keys.contains(name, letters: letters)
      guard isExact || !clause.exact,
        let meant = isExact ? name : nearest(to: name, letters, among: clause.keys)
      else { continue }
      let target = slots[clause.belongs.slot]
      // An object that is not there has its own finding, which stands for this one.
      guard target.isObject else { continue }
      let isThere = member(meant, of: target) != nil
      if clause.absentThere, isThere { continue }
      var candidate = Candidate(rule: clause.rule, place: place, value: value)
      candidate.marking = .key
      candidate.values[.suggestion] = meant
      candidate.values[.key] = name
      candidate.meantKey = (clause.belongs.slot, meant)
      candidate.suggestionIsThere = isThere
      candidates.append(candidate)
      return true
    }
    return false
  }

  private func nearest(to name: String, _ letters: UInt32, among keys: Shape.Keys) -> String? {
    guard keys.letters.contains(where: { !KeyNearness.areApart(letters, $0) }) else { return nil }
    return NearestMatch.nearest(to: Array(name.utf8), among: keys.names, letters: keys.letters)
  }

  private func collectUnknown(
    _ name: String, _ value: Value, _ clauses: [Shape.Known], _ place: PlaceReference, _ known: Shape.Keys,
    _ isThere: (String) -> Bool
  ) {
    if let misspelt = clauses.lazy.compactMap(\.misspelt).first, isActive(misspelt),
      let meant = NearestMatch.nearest(to: Array(name.utf8), among: known.names, letters: known.letters)
    {
      var candidate = Candidate(rule: misspelt, place: place, value: value)
      candidate.marking = .key
      candidate.values[.suggestion] = meant
      candidate.values[.key] = name
      candidate.suggestionIsThere = isThere(meant)
      if isThere(meant) { candidate.values[.detail] = "\(meant) is there as well" }
      candidate.meantKey = (place.slot, meant)
      if candidate.suggestionIsThere != true { candidate.renames = meant }
      candidates.append(candidate)
      return
    }
    for clause in clauses {
      guard let rule = clause.rule, isActive(rule) else { continue }
      if let only = clause.only, test(name: name, only) != .yes { continue }
      var candidate = Candidate(rule: rule, place: place, value: value)
      candidate.marking = .key
      candidate.values[.key] = name
      candidates.append(candidate)
      return
    }
  }

  // MARK: Headers

  private func collectHeaders(_ matching: [Shape], _ possible: [Shape], _ place: PlaceReference) {
    var missing: [(rule: Int, keys: [String])] = []
    for shape in matching {
      for clause in shape.required where isActive(clause.rule) {
        add(
          clause.keys.filter { slots[$0.place.slot].state == .absent }.map(\.key), to: &missing, clause.rule)
      }
      for clause in shape.forbidden where isActive(clause.rule) {
        for slot in clause.keys where slots[slot.place.slot].state == .present {
          var candidate = Candidate(rule: clause.rule, place: slot.place, value: slots[slot.place.slot])
          candidate.marking = .key
          candidates.append(candidate)
        }
      }
      for clause in shape.values where isActive(clause.rule) {
        for (slot, predicate) in clause.keys {
          forEachValue(slot.place) { value in
            guard test(predicate, value, isCheck: true) == .no else { return }
            candidates.append(Candidate(rule: clause.rule, place: slot.place, value: value, check: predicate))
          }
        }
      }
    }
    let clauses = matching.flatMap(\.known)
    if !clauses.isEmpty {
      let known = Shape.Keys(
        (clauses + possible.flatMap(\.known)).flatMap(\.keys.names).map(\.asciiLowercased))
      for (index, name) in headerNames.enumerated() where !known.names.contains(name) && !isTemplate(name) {
        let value = textValue(headerRanges[index].value, index: index)
        collectUnknown(name, value, clauses, place, known) { headerNames.contains($0) }
      }
    }
    for entry in missing {
      var candidate = Candidate(rule: entry.rule, place: place, value: slots[place.slot])
      candidate.marking = .object
      candidate.missingKeys = entry.keys
      candidates.append(candidate)
    }
  }
}
