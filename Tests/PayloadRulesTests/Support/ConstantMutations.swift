@testable import PayloadRules

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
            name: "fact \(fact.name)\(name): \(literal.display)", rules: rules,
            words: word.map { [$0] } ?? [], apply: apply))
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
