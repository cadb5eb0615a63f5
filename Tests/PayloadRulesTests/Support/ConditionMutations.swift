@testable import PayloadRules

/// Every test left out of a condition, of a rule or of a shape.
enum ConditionMutations {
  static func all(_ set: RuleSet) -> [RuleMutation] {
    var result: [RuleMutation] = []
    for (number, rule) in set.rules.enumerated() {
      for (name, changed) in without(rule.condition) {
        result.append(
          RuleMutation(name: "\(rule.id): when without \(name)", rules: [number]) {
            $0.rules[number].condition = changed
          })
      }
    }
    for (number, shape) in set.shapes.enumerated() {
      let fed = fedRules(shape, set)
      for (name, changed) in without(shape.condition) {
        let rules = fed.map { set.rules[$0].id }.joined(separator: ", ")
        result.append(
          RuleMutation(
            name: "shape at \(shape.place.place.text): when without \(name) (\(rules))", rules: fed
          ) { $0.shapes[number].condition = changed })
      }
    }
    return result
  }

  /// The rules by which a shape speaks.
  private static func fedRules(_ shape: Shape, _ set: RuleSet) -> [Int] {
    let fed =
      shape.required.map(\.rule) + shape.forbidden.map(\.rule) + shape.values.map(\.rule)
      + shape.misplaced.map(\.rule) + named(shape.known)
    guard fed.isEmpty else { return fed }
    // Keys that a shape only allows keep the rules of the other shapes at the place silent.
    return set.shapes.filter { $0.place == shape.place }.flatMap { named($0.known) }
  }

  private static func named(_ clauses: [Shape.Known]) -> [Int] {
    clauses.flatMap { [$0.rule, $0.misspelt].compactMap { $0 } }
  }

  /// Every constant of a condition changed, and every part of a predicate in it left out.
  static func constants(_ set: RuleSet) -> [RuleMutation] {
    var result: [RuleMutation] = []
    for (number, rule) in set.rules.enumerated() {
      for (name, changed) in flipped(rule.condition, leaf: set.leafCount) {
        result.append(
          RuleMutation(name: "\(rule.id): when \(name)", rules: [number]) {
            $0.leafCount += 1
            $0.rules[number].condition = changed
          })
      }
    }
    for (number, shape) in set.shapes.enumerated() {
      let fed = fedRules(shape, set)
      let rules = Set(fed).map { set.rules[$0].id }.sorted().joined(separator: ", ")
      for (name, changed) in flipped(shape.condition, leaf: set.leafCount) {
        result.append(
          RuleMutation(name: "shape at \(shape.place.place.text): when \(name) (\(rules))", rules: fed) {
            $0.leafCount += 1
            $0.shapes[number].condition = changed
          })
      }
    }
    return result
  }

  /// What decides the push type and the route: everything left out or changed once. Examples that say what they
  /// infer must notice.
  static func inferences(_ set: RuleSet) -> [RuleMutation] {
    let inferring = "\"infers\""
    var result: [RuleMutation] = []
    for (number, inference) in set.inferences.enumerated() {
      var type = "as the header says"
      if case .literal(let literal) = inference.pushType { type = literal.display }
      func add(_ name: String, _ apply: @escaping (inout RuleSet) -> Void) {
        result.append(
          RuleMutation(
            name: "push type \(number + 1), \(type): \(name)", rules: [],
            words: ["\(inferring):\"\(type)\"", inferring],
            apply: apply))
      }
      add("left out") { $0.inferences.remove(at: number) }
      if case .literal(let type) = inference.pushType {
        let other = Literal.text(type == .text("voip") ? "alert" : "voip")
        add("another type") { $0.inferences[number].pushType = .literal(other) }
      }
      for (name, changed) in without(inference.condition) where changed != .always {
        add("without \(name)") { $0.inferences[number].condition = changed }
      }
      for (name, changed) in flipped(inference.condition, leaf: set.leafCount) {
        add(name) {
          $0.leafCount += 1
          $0.inferences[number].condition = changed
        }
      }
    }
    for (number, route) in set.routes.enumerated() {
      guard let condition = route.assumed else { continue }
      for (name, changed) in without(condition) {
        result.append(
          RuleMutation(name: "route \(route.id): assumed without \(name)", rules: [], words: [inferring]) {
            $0.routes[number].assumed = changed
          })
      }
    }
    return result
  }

  /// The profile in which a rule runs.
  static func profiles(_ set: RuleSet) -> [RuleMutation] {
    set.rules.indices.filter { set.rules[$0].profile != nil }.map { number in
      RuleMutation(name: "\(set.rules[number].id): in either profile", rules: [number]) {
        $0.rules[number].profile = nil
      }
    }
  }

  /// Results of equal tests are kept by their leaf: a changed test needs one of its own.
  private static func flipped(_ condition: Condition, leaf: Int) -> [(name: String, changed: Condition)] {
    switch condition {
    case .always: return []
    case .test(let place, let predicate, _):
      return (ConstantMutations.flipped(predicate) + ConstantMutations.without(predicate)).map {
        ("\(place.place.text) \($0.name)", .test(place, $0.changed, leaf: leaf))
      }
    case .not(let inner): return flipped(inner, leaf: leaf).map { ("not " + $0.name, .not($0.changed)) }
    case .all(let list): return parts(list, leaf) { .all($0) }
    case .any(let list): return parts(list, leaf) { .any($0) }
    }
  }

  private static func parts(
    _ parts: [Condition], _ leaf: Int, _ make: ([Condition]) -> Condition
  ) -> [(name: String, changed: Condition)] {
    parts.indices.flatMap { index in
      flipped(parts[index], leaf: leaf).map { name, changed in
        var rest = parts
        rest[index] = changed
        return (name, make(rest))
      }
    }
  }

  /// The condition without one of its parts, for each part.
  private static func without(_ condition: Condition) -> [(name: String, changed: Condition)] {
    switch condition {
    case .always: return []
    case .test(let place, _, _): return [(place.place.text, .always)]
    case .not(let inner):
      if case .test(let place, _, _) = inner { return [("not " + place.place.text, .always)] }
      return without(inner).map { ("not " + $0.name, $0.changed == .always ? .always : .not($0.changed)) }
    case .all(let parts):
      return parts.indices.flatMap { index in
        without(parts[index]).map { name, changed in
          var rest = parts
          if changed == .always { rest.remove(at: index) } else { rest[index] = changed }
          return (name, .all(rest))
        }
      }
    case .any(let parts):
      return parts.indices.flatMap { index -> [(String, Condition)] in
        var rest = parts
        rest.remove(at: index)
        return [("alternative \(index + 1)", rest.isEmpty ? .always : .any(rest))]
      }
    }
  }
}
