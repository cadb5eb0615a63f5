/// Rules with their messages and fixes, and what each of them hangs on.
extension RuleSetBuilder {
  static let ruleKeys = [
    "id", "severity", "outcome", "reason", "certainty", "decides", "status", "when", "at", "check", "needs",
    "topic", "hides", "place", "profile", "message", "help", "documentation", "fix", "why", "source", "since",
    "formerly", "push-types", "examples", "note",
  ]

  mutating func readRule(_ node: Int) {
    if !isChecked { checkKeys(node, Self.ruleKeys, of: "a rule") }
    guard let idNode = tree.value("id", of: node), let id = tree.string(idNode),
      let number = set.ruleNumbers[id], set.rules[number].node == node, set.ruleSources[number] == source
    else { return }
    var rule = set.rules[number]
    if let value = tree.value("severity", of: node) {
      rule.severity = choice(value, "a severity", Severity.self) ?? .warning
    } else {
      report("the rule '\(id)' has no severity", at: idNode)
    }
    if let value = tree.value("outcome", of: node) {
      rule.outcome = choice(value, "an outcome", Outcome.self) ?? .advice
    }
    if let value = tree.value("status", of: node) {
      rule.status = choice(value, "a status", RuleStatus.self) ?? .stable
    }
    if let value = tree.value("certainty", of: node) {
      rule.certainty = choice(value, "a certainty", Prediction.Certainty.self) ?? .documented
    }
    if let value = tree.value("profile", of: node) { rule.profile = choice(value, "a profile", Profile.self) }
    if let value = tree.value("place", of: node) {
      rule.marking = choice(value, "what is marked", Marking.self)
    }
    rule.reason = tree.value("reason", of: node).flatMap { text($0, "a reason") }
    rule.decides = tree.value("decides", of: node).map { tree.kind($0) == .true } ?? false
    rule.topic = tree.value("topic", of: node).flatMap { text($0, "a topic") }
    rule.formerly = tree.value("formerly", of: node).map { texts($0, "a former id") } ?? []
    if let value = tree.value("when", of: node) { rule.condition = condition(value) ?? .any([]) }
    readCheck(&rule, node, idNode)
    if let value = tree.value("needs", of: node) {
      for element in tree.kind(value) == .array ? tree.elements(value) : [value] {
        if let place = place(element) { rule.needs.append(place) }
      }
    }
    if let value = tree.value("hides", of: node) { readHides(value, number, &rule) }
    if !isChecked { rule.words = words(node, id, idNode) }
    if !isChecked, tree.value("source", of: node) == nil {
      report("the rule '\(id)' names no source", at: idNode)
    }
    set.rules[number] = rule
  }

  private mutating func words(_ node: Int, _ id: String, _ idNode: Int) -> RuleWords {
    var words = RuleWords()
    if let value = tree.value("message", of: node) {
      let nodes = tree.kind(value) == .array ? tree.elements(value) : [value]
      words.messages = nodes.compactMap { message($0) }
    } else {
      report("the rule '\(id)' has no message", at: idNode)
    }
    words.documentation = tree.value("documentation", of: node).flatMap { text($0, "an address") }
    words.help = tree.value("help", of: node).flatMap { message($0) }
    words.fix = tree.value("fix", of: node).flatMap { fix($0) }
    return words
  }

  /// The words of a rule that was loaded without them.
  mutating func words(of number: Int) -> RuleWords {
    if let words = set.rules[number].words { return words }
    source = set.ruleSources[number]
    let place = set.words(ofRule: number)
    tree = place.tree
    let words = words(place.node, set.rules[number].id, place.node)
    set.rules[number].words = words
    return words
  }

  private mutating func readCheck(_ rule: inout Rule, _ node: Int, _ idNode: Int) {
    let (at, check) = (tree.value("at", of: node), tree.value("check", of: node))
    if let at {
      let nodes = tree.kind(at) == .array ? tree.elements(at) : [at]
      rule.places = nodes.compactMap { place($0) }
    }
    if let check { rule.check = predicate(check, of: rule.places.first?.place) }
    if (at == nil) != (check == nil) {
      report("a rule has both 'at' and 'check', or neither where shapes feed it", at: idNode)
    }
  }

  private mutating func readHides(_ node: Int, _ number: Int, _ rule: inout Rule) {
    var ids: [(id: String, node: Int)] = []
    for element in tree.kind(node) == .array ? tree.elements(node) : [node] {
      if tree.kind(element) == .object {
        checkKeys(element, ["rests-on"], of: "'hides'")
        if let value = tree.value("rests-on", of: element) {
          if tree.string(value) == "push-type" {
            rule.hidesWhatRestsOnPushType = true
          } else {
            report("'rests-on' takes push-type", at: value)
          }
        }
      } else if let id = text(element, "a rule's id") {
        ids.append((id, element))
      }
    }
    pendingHides.append((number, ids, source))
  }

  // MARK: Messages

  mutating func message(_ node: Int) -> MessageTemplate? {
    guard let text = text(node, "a message") else { return nil }
    var result = MessageTemplate(parts: [])
    if MessageTemplate.isUnclosed(text) {
      report("a '{' without its '}'; a plain brace is written '{{'", at: node)
    }
    for part in MessageTemplate.split(text) {
      guard part.isPlaceholder else {
        result.parts.append(.text(part.text))
        continue
      }
      if let placeholder = placeholder(part.text, at: node) { result.parts.append(.value(placeholder)) }
    }
    return result
  }

  private mutating func placeholder(_ name: String, at node: Int) -> MessageTemplate.Placeholder? {
    if let named = MessageTemplate.Name(rawValue: name) { return .named(named) }
    if name.hasPrefix("fact.") {
      let fact = String(name.dropFirst(5))
      if let number = factNumbers[fact] { return .fact(number) }
      report(
        "no fact is called '\(fact)'", at: node,
        nearest: NearestMatch.nearest(to: fact, among: factNumbers.keys.sorted()))
      return nil
    }
    if name.utf8.contains(where: { $0 == 0x2E || $0 == 0x5B }) || PlaceRoot(rawValue: name) != nil {
      return place(name, at: node).map(MessageTemplate.Placeholder.place)
    }
    report(
      "no placeholder is called '{\(name)}'", at: node,
      nearest: NearestMatch.nearest(to: name, among: MessageTemplate.Name.allCases.map(\.rawValue)))
    return nil
  }

  // MARK: Fixes

  private static let fixOperations = [
    "set", "remove", "rename", "move", "retype", "append", "insert", "truncate",
  ]

  private mutating func fix(_ node: Int) -> FixTemplate? {
    checkKeys(node, Self.fixOperations + ["safety", "title", "at"], of: "a fix")
    let operations = tree.members(node).filter { Self.fixOperations.contains($0.key) }
    guard operations.count == 1, let member = operations.first else {
      report("a fix has exactly one operation", at: node)
      return nil
    }
    guard let operation = operation(member) else { return nil }
    guard let safety = tree.value("safety", of: node).flatMap({ choice($0, "a safety", FixSafety.self) })
    else {
      report("a fix says its safety, safe or unsafe", at: node)
      return nil
    }
    return FixTemplate(
      operation: operation, safety: safety, title: tree.value("title", of: node).flatMap { message($0) },
      place: tree.value("at", of: node).flatMap { place($0) })
  }

  private mutating func operation(_ member: JSONTree.Member) -> FixTemplate.Operation? {
    switch member.key {
    case "set": return operand(member.value).map(FixTemplate.Operation.set)
    case "remove": return .remove
    case "rename": return operand(member.value).map(FixTemplate.Operation.rename)
    case "move": return place(member.value).map(FixTemplate.Operation.move)
    case "append": return operand(member.value).map(FixTemplate.Operation.append)
    case "truncate": return .truncate
    case "retype":
      guard let type = text(member.value, "a type") else { return nil }
      guard ["number", "string", "boolean"].contains(type) else {
        report("'retype' takes number, string or boolean", at: member.value)
        return nil
      }
      return .retype(type)
    default:
      guard let key = tree.value("key", of: member.value).flatMap({ text($0, "a key") }),
        let value = tree.value("value", of: member.value).flatMap({ operand($0) })
      else {
        report("'insert' takes key and value", at: member.value)
        return nil
      }
      return .insert(key: key, value: value)
    }
  }

  // MARK: Dependencies

  /// Refuses derived values that come from themselves, over others or directly.
  mutating func refuseCircularDerivations() {
    for start in set.derivations.indices {
      var seen: Set<Int> = []
      var waiting = parts(of: set.derivations[start].derivation)
      while let part = waiting.popLast() {
        if part == start { break }
        if seen.insert(part).inserted { waiting += parts(of: set.derivations[part].derivation) }
        if waiting.isEmpty { seen.insert(-1) }
      }
      guard !seen.contains(-1), !parts(of: set.derivations[start].derivation).isEmpty else { continue }
      let name = set.derivations[start].name
      for (index, entry) in set.sources.enumerated() where !entry.tree.isEmpty {
        guard let derive = entry.tree.value("derive", of: 0), let node = entry.tree.value(name, of: derive)
        else { continue }
        (source, tree) = (index, entry.tree)
        report("the derived value '\(name)' comes from itself", at: node)
      }
      set.derivations[start].derivation = .operand(.literal(.null))
    }
  }

  /// The derived values that a derivation looks at.
  private func parts(of derivation: Derivation) -> [Int] {
    switch derivation {
    case .standard(let place, _, _), .suffix(let place, _), .withoutSuffix(let place, _), .number(let place),
      .seconds(let place), .lowerCase(let place), .hexDigits(let place):
      parts(of: .place(place))
    case .row(_, let operand), .operand(let operand): parts(of: operand)
    }
  }

  private func parts(of operand: Operand) -> [Int] {
    switch operand {
    case .derived(let number): [number]
    case .place(let place), .between(_, let place, _):
      place.place.root == .derived
        ? place.place.lastKey.flatMap { derivationNumbers[$0] }.map { [$0] } ?? [] : []
    case .join(let operands): operands.flatMap { parts(of: $0) }
    case .literal, .fact, .anyOf, .now: []
    }
  }

  /// Marks every rule whose report hangs on the push type, through conditions, tables and shapes.
  mutating func finishDependencies() {
    for index in set.rules.indices {
      let rule = set.rules[index]
      set.rules[index].restsOnPushType =
        rule.restsOnPushType || rests(rule.condition) || (rule.check.map { rests($0) } ?? false)
    }
    for shape in set.shapes where rests(shape.condition) {
      let fed =
        shape.required.map(\.rule) + shape.forbidden.map(\.rule) + shape.misplaced.map(\.rule)
        + shape.values.map(\.rule)
      for rule in fed { set.rules[rule].restsOnPushType = true }
    }
  }

  private func rests(_ condition: Condition) -> Bool {
    switch condition {
    case .always: false
    case .test(let place, let predicate, _): rests(place) || rests(predicate)
    case .all(let parts), .any(let parts): parts.contains { rests($0) }
    case .not(let inner): rests(inner)
    }
  }

  private func rests(_ place: PlaceReference) -> Bool {
    switch place.place.root {
    case .pushType: return true
    case .derived:
      guard let name = place.place.lastKey, let number = derivationNumbers[name] else { return false }
      switch set.derivations[number].derivation {
      case .standard(let place, _, _), .number(let place), .seconds(let place), .lowerCase(let place),
        .hexDigits(let place):
        return rests(place)
      case .suffix(let place, _), .withoutSuffix(let place, _): return rests(place)
      case .row(let fact, let operand): return rests(.fact(fact)) || rests(operand)
      case .operand(let operand): return rests(operand)
      }
    default: return false
    }
  }

  private func rests(_ operand: Operand) -> Bool {
    switch operand {
    case .literal, .now, .anyOf: return false
    case .fact(let number): return set.facts[number].keys.contains(.pushType)
    case .place(let place), .between(_, let place, _): return rests(place)
    case .derived(let number):
      return rests(reference(toDerived: number))
    case .join(let parts): return parts.contains { rests($0) }
    }
  }

  private func reference(toDerived number: Int) -> PlaceReference {
    PlaceReference(
      place: Place(root: .derived, steps: [.key(set.derivations[number].name)]), slot: -1, rest: [])
  }

  private func rests(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .range(let minimum, let maximum), .length(let minimum, let maximum),
      .bytes(_, let minimum, let maximum):
      (minimum.map { rests($0) } ?? false) || (maximum.map { rests($0) } ?? false)
    case .equals(let operand), .startsWith(let operand), .endsWith(let operand), .contains(let operand):
      rests(operand)
    case .oneOfFact(let number): set.facts[number].keys.contains(.pushType)
    case .sameAs(let place): rests(place)
    case .key(let inner), .not(let inner): rests(inner)
    case .all(let parts), .any(let parts): parts.contains { rests($0) }
    default: false
    }
  }
}
