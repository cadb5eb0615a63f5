@testable import PayloadRules

/// Every deletion of a key from a clause of a shape.
enum ShapeMutations {
  static func all(_ set: RuleSet) -> [RuleMutation] {
    set.shapes.indices.flatMap { clauses($0, set) }
  }

  /// Keys that several shapes at one place allow stay known when one of them goes: only the whole clause counts.
  private static func clauses(_ index: Int, _ set: RuleSet) -> [RuleMutation] {
    let shape = set.shapes[index]
    let place = shape.place.place.text
    var result: [RuleMutation] = []
    func add(_ name: String, _ rule: Int, _ word: String?, _ apply: @escaping (inout RuleSet) -> Void) {
      result.append(
        RuleMutation(
          name: "shape at \(place): \(name) (\(set.rules[rule].id))", rules: [rule],
          words: word.map { [$0] } ?? [],
          apply: apply))
    }
    for (number, clause) in shape.required.enumerated() {
      for (key, slot) in clause.keys.enumerated() {
        add("required \(slot.key)", clause.rule, nil) {
          $0.shapes[index].required[number].keys.remove(at: key)
        }
      }
    }
    for (number, clause) in shape.forbidden.enumerated() {
      for (key, slot) in clause.keys.enumerated() {
        add("forbidden \(slot.key)", clause.rule, slot.key) {
          $0.shapes[index].forbidden[number].keys.remove(at: key)
        }
      }
    }
    for (number, clause) in shape.values.enumerated() {
      for (key, entry) in clause.keys.enumerated() {
        add("value of \(entry.slot.key)", clause.rule, entry.slot.key) {
          $0.shapes[index].values[number].keys.remove(at: key)
        }
      }
    }
    for (number, clause) in shape.misplaced.enumerated() {
      for (key, name) in clause.keys.names.enumerated() {
        add("misplaced \(name)", clause.rule, name) {
          $0.shapes[index].misplaced[number].keys.names.remove(at: key)
        }
      }
      if clause.absentThere {
        add("misplaced though there", clause.rule, nil) {
          $0.shapes[index].misplaced[number].absentThere = false
        }
      }
      if clause.exact {
        add("misplaced by a similar name", clause.rule, nil) {
          $0.shapes[index].misplaced[number].exact = false
        }
      }
    }
    for (number, clause) in shape.known.enumerated() {
      if let rule = clause.rule {
        add("unknown keys", rule, nil) { $0.shapes[index].known[number].keys.names.removeAll() }
        // Another shape at the place may name the same rule.
        let others = set.shapes.indices.filter { $0 != index && set.shapes[$0].place == shape.place }
        if !others.contains(where: { set.shapes[$0].known.contains { $0.rule == rule } }) {
          add("rule for unknown keys", rule, nil) { $0.shapes[index].known[number].rule = nil }
        }
        if let only = clause.only {
          add("only", rule, nil) { $0.shapes[index].known[number].only = nil }
          for (name, changed) in ConstantMutations.flipped(only) + ConstantMutations.without(only) {
            add("only \(name)", rule, nil) { $0.shapes[index].known[number].only = changed }
          }
        }
      }
      if let rule = clause.misspelt {
        let others = set.shapes.indices.filter { $0 != index && set.shapes[$0].place == shape.place }
        if !others.contains(where: { set.shapes[$0].known.contains { $0.misspelt == rule } }) {
          add("rule for misspelt keys", rule, nil) { $0.shapes[index].known[number].misspelt = nil }
        }
      }
    }
    return result
  }
}
