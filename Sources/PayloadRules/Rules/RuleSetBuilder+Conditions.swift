/// Conditions, predicates and operands.
extension RuleSetBuilder {
  mutating func condition(_ node: Int) -> Condition? {
    guard tree.kind(node) == .object else {
      report("a condition is a mapping from places to predicates", at: node)
      return nil
    }
    var parts: [Condition] = []
    for member in tree.members(node) {
      switch member.key {
      case "all", "any":
        guard tree.kind(member.value) == .array else {
          report("'\(member.key)' holds a list of conditions", at: member.value)
          continue
        }
        let conditions = tree.elements(member.value).compactMap { condition($0) }
        if member.key == "any" {
          parts.append(.any(conditions))
        } else {
          parts += conditions
        }
      case "not":
        if let inner = condition(member.value) { parts.append(.not(inner)) }
      default:
        guard let place = place(member.key, at: member.keyNode),
          let predicate = predicate(member.value, of: place.place, inCondition: true)
        else { continue }
        parts.append(.test(place, predicate, leaf: leaf(place, predicate)))
      }
    }
    if !isChecked { reportContradictions(parts, at: node) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func leaf(_ place: PlaceReference, _ predicate: Predicate) -> Int {
    // Where one payload is judged and the process ends, finding equal tests costs more than making them twice.
    if leavesOutRequests {
      set.leafCount += 1
      return set.leafCount - 1
    }
    let key = LeafKey(place: place, predicate: predicate)
    if let leaf = leaves[key] { return leaf }
    let leaf = leaves.count
    leaves[key] = leaf
    set.leafCount = leaves.count
    return leaf
  }

  /// Two different constants for one place under one `all` can never both hold.
  private mutating func reportContradictions(_ parts: [Condition], at node: Int) {
    var constants: [PlaceReference: Set<Literal>] = [:]
    func gather(_ condition: Condition) {
      switch condition {
      case .all(let inner): inner.forEach(gather)
      case .test(let place, .oneOf(let values), _):
        let these = Set(values)
        constants[place] = constants[place].map { $0.intersection(these) } ?? these
      default: break
      }
    }
    parts.forEach(gather)
    for place in constants.keys.sorted(by: { $0.slot < $1.slot }) where constants[place]?.isEmpty == true {
      report("contradictory values for '\(place.place.text)'", at: node)
    }
  }

  // MARK: Predicates

  static let predicateNames = [
    "type", "const", "one-of", "range", "length", "bytes", "matches", "format", "equals", "starts-with",
    "ends-with", "contains", "has-keys", "has-any", "unique", "schema", "detector", "key", "same-as",
    "placeholder", "all", "any", "not",
  ]

  mutating func predicate(_ node: Int, of place: Place?, inCondition: Bool = false) -> Predicate? {
    switch tree.kind(node) {
    case .object:
      var parts: [Predicate] = []
      for member in tree.members(node) {
        if let part = predicate(named: member, of: place, inCondition: inCondition) { parts.append(part) }
      }
      if tree.members(node).isEmpty { report("an empty predicate", at: node) }
      return parts.count == 1 ? parts[0] : .all(parts)
    case .array: return constants(node, of: place)
    default:
      if tree.string(node) == "present" { return .present }
      if tree.string(node) == "absent" { return .absent }
      if let word = tree.string(node), !isChecked,
        let nearest = NearestMatch.nearest(to: word, among: ["present", "absent"])
      {
        report(
          "'\(word)' would be a constant; write {const: \(word)} if it is one", at: node, nearest: nearest)
      }
      return constants(node, of: place)
    }
  }

  private mutating func predicate(
    named member: JSONTree.Member, of place: Place?, inCondition: Bool
  ) -> Predicate? {
    let node = member.value
    switch member.key {
    case "type": return types(node)
    case "const": return constants(node, of: place)
    case "one-of":
      if tree.kind(node) == .object { return factReference(node).map(Predicate.oneOfFact) }
      return constants(node, of: place)
    case "range":
      checkKeys(node, ["min", "max"], of: "a range")
      let (minimum, maximum) = (bound("min", node), bound("max", node))
      return .range(minimum: minimum, maximum: maximum)
    case "length":
      checkKeys(node, ["min", "max"], of: "a length")
      checkCounts(node)
      let (minimum, maximum) = (bound("min", node), bound("max", node))
      return .length(minimum: minimum, maximum: maximum)
    case "bytes":
      checkKeys(node, ["of", "min", "max"], of: "a size")
      checkCounts(node)
      let measure = tree.value("of", of: node).flatMap { choice($0, "what is measured", ByteMeasure.self) }
      let (minimum, maximum) = (bound("min", node), bound("max", node))
      return .bytes(of: measure ?? .value, minimum: minimum, maximum: maximum)
    case "matches": return pattern(node)
    case "format": return choice(node, "a format", TextFormat.self).map(Predicate.format)
    case "equals": return operand(node).map(Predicate.equals)
    case "starts-with": return operand(node).map(Predicate.startsWith)
    case "ends-with": return operand(node).map(Predicate.endsWith)
    case "contains": return operand(node).map(Predicate.contains)
    case "has-keys": return .hasKeys(keyList(node))
    case "has-any": return .hasAny(keyList(node))
    case "unique": return choice(node, "what is unique", Uniqueness.self).map(Predicate.unique)
    case "schema":
      checkKeys(node, ["context"], of: "a schema")
      return tree.value("context", of: node).flatMap { text($0, "a context key") }.map(Predicate.schema)
    case "detector":
      if inCondition { report("'detector' belongs to a check", at: member.keyNode) }
      return text(node, "a detector's id").map(Predicate.detector)
    case "key": return predicate(node, of: nil, inCondition: inCondition).map(Predicate.key)
    case "same-as": return self.place(node).map(Predicate.sameAs)
    case "placeholder": return .placeholder(tree.kind(node) == .true)
    case "all", "any":
      guard tree.kind(node) == .array else {
        report("'\(member.key)' holds a list of predicates", at: node)
        return nil
      }
      let parts = tree.elements(node).compactMap { predicate($0, of: place, inCondition: inCondition) }
      return member.key == "all" ? .all(parts) : .any(parts)
    case "not": return predicate(node, of: place, inCondition: inCondition).map(Predicate.not)
    default:
      report(
        "unknown predicate '\(member.key)'", at: member.keyNode,
        nearest: NearestMatch.nearest(to: member.key, among: Self.predicateNames))
      return nil
    }
  }

  private mutating func types(_ node: Int) -> Predicate? {
    var set: JSONTypeSet = []
    for name in texts(node, "a type") {
      if let type = JSONTypeSet.names.first(where: { $0.name == name })?.type {
        set.insert(type)
      } else {
        let names = JSONTypeSet.names.map(\.name)
        report("unknown type '\(name)'", at: node, nearest: NearestMatch.nearest(to: name, among: names))
      }
    }
    return .type(set)
  }

  private mutating func constants(_ node: Int, of place: Place?) -> Predicate? {
    let nodes = tree.kind(node) == .array ? tree.elements(node) : [node]
    var values: [Literal] = []
    for node in nodes {
      guard let value = literal(node) else {
        report("a constant is a text, a number, true, false or null", at: node)
        continue
      }
      checkMember(value, of: place, at: node)
      values.append(value)
    }
    return .oneOf(values)
  }

  /// Push types and routes are held to their tables, so that a misspelt one is no rule that never fires.
  private mutating func checkMember(_ value: Literal, of place: Place?, at node: Int) {
    guard let place, place.steps.isEmpty else { return }
    let (names, what): ([String], String)
    switch place.root {
    case .pushType: (names, what) = (set.pushTypes, "push type")
    case .route: (names, what) = (set.routes.map(\.id), "route")
    case .profile: (names, what) = (Profile.allCases.map(\.rawValue), "profile")
    default: return
    }
    guard case .text(let text) = value, !names.contains(text) else { return }
    report("no \(what) is called '\(text)'", at: node, nearest: NearestMatch.nearest(to: text, among: names))
  }

  /// Bytes, characters and elements are counted: a bound below 0, or between two numbers, is a mistake.
  private mutating func checkCounts(_ node: Int) {
    for key in ["min", "max"] {
      guard let value = tree.value(key, of: node), let number = tree.number(value) else { continue }
      if number < 0 || number.rounded(.towardZero) != number {
        report("'\(key)' is a whole number from 0 up", at: value)
      }
    }
  }

  private mutating func bound(_ key: String, _ node: Int) -> Operand? {
    guard let value = tree.value(key, of: node) else { return nil }
    let operand = operand(value)
    if case .literal(let literal) = operand, case .number = literal {
    } else if case .literal = operand {
      report("'\(key)' is a number, or an operand that comes to one", at: value)
    }
    guard key == "max", case .literal(.number(let maximum)) = operand,
      let low = tree.value("min", of: node).flatMap({ tree.number($0) }), low > maximum
    else { return operand }
    report("the minimum is above the maximum", at: node)
    return operand
  }

  private mutating func pattern(_ node: Int) -> Predicate? {
    guard let text = text(node, "a pattern") else { return nil }
    do {
      return .matches(try Pattern(text))
    } catch {
      report("in the pattern, at character \(error.offset + 1): \(error.message)", at: node)
      return nil
    }
  }

  /// A list of keys, or those of a fact.
  mutating func keyList(_ node: Int) -> [String] {
    if tree.kind(node) == .object { return factReference(node).map { set.facts[$0].texts } ?? [] }
    var keys: [String] = []
    for element in tree.elements(node) {
      if tree.kind(element) == .object {
        keys += factReference(element).map { set.facts[$0].texts } ?? []
      } else if let key = text(element, "a key") {
        keys.append(key)
      }
    }
    if tree.kind(node) != .array { report("keys are a list, or a fact", at: node) }
    return keys
  }

  /// `{fact: NAME}` as the fact's number.
  private mutating func factReference(_ node: Int) -> Int? {
    checkKeys(node, ["fact"], of: "a reference to a fact")
    guard let name = tree.value("fact", of: node) else { return nil }
    return factNumber(name)
  }

  // MARK: Operands

  static let operandNames = ["fact", "path", "derived", "context", "now", "any-of", "join", "between"]

  mutating func operand(_ node: Int) -> Operand? {
    guard tree.kind(node) == .object else {
      if let value = literal(node) { return .literal(value) }
      report("an operand is a literal or a mapping", at: node)
      return nil
    }
    let members = tree.members(node)
    guard members.count == 1, let member = members.first else {
      report("an operand has exactly one key", at: node)
      return nil
    }
    let value = member.value
    switch member.key {
    case "fact": return factNumber(value).map(Operand.fact)
    case "path": return place(value).map(Operand.place)
    case "derived":
      return text(value, "a derived value").flatMap { derivationNumber($0, at: value) }.map(Operand.derived)
    case "context":
      guard let key = text(value, "a context key") else { return nil }
      return .place(reference(Place(root: .context, steps: [.key(key)])))
    case "now":
      guard let seconds = tree.number(value) else {
        report("'now' takes a number of seconds", at: value)
        return nil
      }
      return .now(offset: seconds)
    case "any-of": return factReference(value).map { Operand.anyOf(fact: $0) }
    case "join": return .join(tree.elements(value).compactMap { operand($0) })
    case "between": return between(value)
    default:
      report(
        "unknown operand '\(member.key)'", at: member.keyNode,
        nearest: NearestMatch.nearest(to: member.key, among: Self.operandNames))
      return nil
    }
  }

  mutating func between(_ node: Int) -> Operand? {
    let parts = tree.elements(node)
    guard parts.count == 3, let prefix = text(parts[0], "a prefix"), let place = place(parts[1]),
      let suffix = text(parts[2], "a suffix")
    else {
      report("'between' takes a prefix, a place and a suffix", at: node)
      return nil
    }
    return .between(prefix: prefix, place, suffix: suffix)
  }
}
