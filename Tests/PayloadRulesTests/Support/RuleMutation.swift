@testable import PayloadRules

/// One change to a rule set that some example must notice.
struct RuleMutation {
  var name: String
  /// Rules whose examples must notice.
  var rules: [Int]
  /// Examples of other rules that hold this word may notice as well.
  var word: String?
  var apply: (inout RuleSet) -> Void
}

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
          name: "shape at \(place): \(name) (\(set.rules[rule].id))", rules: [rule], word: word,
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
      for (key, name) in clause.keys.enumerated() {
        add("misplaced \(name)", clause.rule, name) {
          $0.shapes[index].misplaced[number].keys.remove(at: key)
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
        add("unknown keys", rule, nil) { $0.shapes[index].known[number].keys.removeAll() }
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
            name: "push type \(number + 1), \(type): \(name)", rules: [], word: inferring, apply: apply))
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
          RuleMutation(name: "route \(route.id): assumed without \(name)", rules: [], word: inferring) {
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

/// Every constant of a fact or of a check, changed.
enum ConstantMutations {
  /// Facts that only readers outside the engine and the catalogue use; tests of the tool hold those.
  private static func isForReaders(_ name: String) -> Bool {
    name.hasPrefix("recognition-") || name == "facts-date"
  }

  static func facts(_ set: RuleSet) -> [RuleMutation] {
    var result: [RuleMutation] = []
    for (number, fact) in set.facts.enumerated() where !isForReaders(fact.name) {
      // A table that only shapes list keys from is read when they are compiled: their own changes cover it.
      let rules = rulesThatName(fact.name, set)
      guard !rules.isEmpty else { continue }
      func add(
        _ name: String, _ literal: Literal, row: String? = nil, _ apply: @escaping (inout RuleSet) -> Void
      ) {
        var word = row
        if word == nil, case .text(let text) = literal, text.utf8.count > 1 { word = text }
        result.append(
          RuleMutation(
            name: "fact \(fact.name)\(name): \(literal.display)", rules: rules, word: word, apply: apply))
      }
      for (index, literal) in fact.standard.enumerated() {
        add("", literal) { $0.facts[number].standard[index] = changed(literal) }
      }
      for (row, entry) in fact.rows.enumerated() {
        for (index, literal) in entry.values.enumerated() {
          add(", row \(entry.key)", literal, row: entry.key) {
            $0.facts[number].rows[row].values[index] = changed(literal)
          }
        }
      }
    }
    return result
  }

  /// Rules in whose text, or in a derived value of whose text, a fact is named.
  private static func rulesThatName(_ fact: String, _ set: RuleSet) -> [Int] {
    let tree = set.sources[0].tree
    func text(_ node: Int) -> String {
      String(decoding: tree.bytes[tree.range(node).start..<tree.range(node).end], as: UTF8.self)
    }
    var words = ["\"fact\":\"\(fact)\"", "{fact.\(fact)}"]
    if let node = tree.value("derive", of: 0) {
      for member in tree.members(node) where text(member.value).contains(words[0]) {
        words += ["\"derived\":\"\(member.key)\"", "derived.\(member.key)"]
      }
    }
    return set.rules.indices.filter { number in
      let rule = text(set.rules[number].node)
      return words.contains { rule.contains($0) }
    }
  }

  static func checks(_ set: RuleSet) -> [RuleMutation] {
    var result: [RuleMutation] = []
    for (number, rule) in set.rules.enumerated() {
      guard let check = rule.check else { continue }
      for (name, changed) in flipped(check) + without(check) {
        result.append(
          RuleMutation(name: "\(rule.id): check \(name)", rules: [number]) {
            $0.rules[number].check = changed
          })
      }
    }
    for (number, shape) in set.shapes.enumerated() {
      for (clauseNumber, clause) in shape.values.enumerated() {
        for (key, entry) in clause.keys.enumerated() {
          for (name, changed) in flipped(entry.predicate) + without(entry.predicate) {
            result.append(
              RuleMutation(
                name: "\(set.rules[clause.rule].id): \(entry.slot.key) \(name)",
                rules: [clause.rule]
              ) { $0.shapes[number].values[clauseNumber].keys[key].predicate = changed })
          }
        }
      }
    }
    return result
  }

  static func changed(_ literal: Literal) -> Literal {
    switch literal {
    // At both ends, so that no place that looks at one of them can miss it.
    case .text(let text): .text("~" + text + "~")
    case .number(let number): .number(number + 1)
    case .boolean(let value): .boolean(!value)
    case .null: .text("~")
    }
  }

  private static func changed(_ operand: Operand?) -> Operand? {
    switch operand {
    case .literal(let literal): .literal(changed(literal))
    case .now(let offset): .now(offset: offset + 1)
    case .between(let prefix, let place, let suffix): .between(prefix: prefix + "~", place, suffix: suffix)
    default: nil
    }
  }

  /// The predicate with one constant changed, for each constant.
  static func flipped(_ predicate: Predicate) -> [(name: String, changed: Predicate)] {
    func bounds(
      _ minimum: Operand?, _ maximum: Operand?, _ make: (Operand?, Operand?) -> Predicate
    ) -> [(String, Predicate)] {
      var result: [(String, Predicate)] = []
      if let low = changed(minimum) { result.append(("with another minimum", make(low, maximum))) }
      if let high = changed(maximum) { result.append(("with another maximum", make(minimum, high))) }
      return result
    }
    switch predicate {
    case .type(let types):
      return JSONTypeSet.names.filter { types.contains($0.type) }.map { name, type in
        var rest = types
        rest.remove(type)
        return ("with another type than \(name)", .type(rest))
      }
    case .oneOf(let values):
      return values.indices.map { index in
        var rest = values
        rest[index] = changed(values[index])
        return ("with another constant than \(values[index].json)", .oneOf(rest))
      }
    case .range(let minimum, let maximum):
      return bounds(minimum, maximum) { .range(minimum: $0, maximum: $1) }
    case .length(let minimum, let maximum):
      return bounds(minimum, maximum) { .length(minimum: $0, maximum: $1) }
    case .bytes(let measure, let minimum, let maximum):
      return bounds(minimum, maximum) { .bytes(of: measure, minimum: $0, maximum: $1) }
    case .equals(let operand): return changed(operand).map { [("with another operand", .equals($0))] } ?? []
    case .startsWith(let operand):
      return changed(operand).map { [("with another beginning", .startsWith($0))] } ?? []
    case .endsWith(let operand): return changed(operand).map { [("with another end", .endsWith($0))] } ?? []
    case .contains(let operand): return changed(operand).map { [("with another part", .contains($0))] } ?? []
    case .hasKeys(let keys):
      return lists(keys).map { ("with another key than \($0.name)", .hasKeys($0.changed)) }
    case .hasAny(let keys):
      return lists(keys).map { ("with another key than \($0.name)", .hasAny($0.changed)) }
    case .key(let inner): return flipped(inner).map { ($0.name, .key($0.changed)) }
    case .not(let inner): return flipped(inner).map { ($0.name, .not($0.changed)) }
    case .all(let parts): return nested(parts) { .all($0) }
    case .any(let parts): return nested(parts) { .any($0) }
    default: return []
    }
  }

  /// The predicate without one of its parts, for each part that stands beside others.
  static func without(_ predicate: Predicate) -> [(name: String, changed: Predicate)] {
    switch predicate {
    case .key(let inner): return without(inner).map { ($0.name, .key($0.changed)) }
    case .not(let inner): return without(inner).map { ($0.name, .not($0.changed)) }
    case .all(let parts): return left(parts) { .all($0) }
    case .any(let parts): return left(parts) { .any($0) }
    default: return []
    }
  }

  private static func left(
    _ parts: [Predicate], _ make: ([Predicate]) -> Predicate
  ) -> [(name: String, changed: Predicate)] {
    parts.indices.flatMap { index -> [(name: String, changed: Predicate)] in
      var rest = parts
      let part = rest.remove(at: index)
      let deeper = without(part).map { name, changed in
        var list = parts
        list[index] = changed
        return (name: name, changed: make(list))
      }
      return rest.isEmpty ? deeper : [("without part \(index + 1)", make(rest))] + deeper
    }
  }

  private static func lists(_ keys: [String]) -> [(name: String, changed: [String])] {
    keys.indices.map { index in
      var rest = keys
      rest[index] += "~"
      return (keys[index], rest)
    }
  }

  private static func nested(
    _ parts: [Predicate], _ make: ([Predicate]) -> Predicate
  ) -> [(name: String, changed: Predicate)] {
    parts.indices.flatMap { index in
      flipped(parts[index]).map { name, changed in
        var rest = parts
        rest[index] = changed
        return (name, make(rest))
      }
    }
  }
}
