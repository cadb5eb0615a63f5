/// Turns rules texts into a rule set, strictly: what it does not know is an error with its place.
struct RuleSetBuilder {
  var set = RuleSet()
  var factNumbers: [String: Int] = [:]
  var derivationNumbers: [String: Int] = [:]
  /// Whether rules and shapes that look at a request's headers, address and credentials are left out.
  var leavesOutRequests = false
  /// Places that were read before, by their text.
  private var knownPlaces: [String: PlaceReference] = [:]
  var leaves: [LeafKey: Int] = [:]
  /// The source and tree that are being read.
  var source = 0
  var tree: JSONTree
  private let sources: [RuleSet.Source]
  /// Rules that hide others, by id, until all ids are known.
  var pendingHides: [(rule: Int, ids: [(id: String, node: Int)], source: Int)] = []

  /// Conditions of routes, read once all routes and their path parts are known.
  var pendingRoutes: [(route: Int, node: Int, source: Int)] = []

  struct LeafKey: Hashable {
    var place: PlaceReference
    var predicate: Predicate
  }

  /// Whether the source that is being read was checked before.
  var isChecked: Bool { sources.indices.contains(source) && sources[source].isChecked }

  /// A builder that reads further texts of a set that is built.
  init(reading set: RuleSet) {
    self.set = set
    sources = set.sources
    tree = JSONTree([])
    for (number, fact) in set.facts.enumerated() { factNumbers[fact.name] = number }
    for (number, entry) in set.derivations.enumerated() { derivationNumbers[entry.name] = number }
  }

  init(_ sources: [RuleSet.Source]) {
    self.sources = sources
    tree = sources.first?.tree ?? JSONTree([])
  }

  static let sections = [
    "version", "facts", "routes", "envelopes", "infer", "derive", "shapes", "rules", "reasons", "places",
  ]

  mutating func build() -> RuleSet {
    set.sources = sources
    forEachSource { builder in builder.checkTop() }
    forEachSource { builder in builder.declare() }
    for section in ["facts", "routes", "derive", "rules", "shapes", "infer", "envelopes", "reasons"] {
      forEachSource { builder in builder.readSection(section) }
    }
    for pending in pendingRoutes {
      source = pending.source
      tree = sources[source].tree
      set.routes[pending.route].assumed = condition(pending.node)
    }
    resolveHides()
    if !sources.allSatisfy(\.isChecked) { refuseCircularDerivations() }
    finishDependencies()
    set.plan = Plan(set)
    return set
  }

  private mutating func forEachSource(_ body: (inout RuleSetBuilder) -> Void) {
    for (index, entry) in sources.enumerated() {
      source = index
      tree = entry.tree
      if !tree.isEmpty { body(&self) }
    }
  }

  // MARK: Errors

  mutating func report(_ message: String, at node: Int, nearest: String? = nil) {
    set.errors.append(
      RuleSetError(message: message, source: source, range: tree.range(node), nearest: nearest))
  }

  /// Reports keys that `what` does not have.
  mutating func checkKeys(_ node: Int, _ allowed: [String], of what: String) {
    if isChecked { return }
    guard tree.kind(node) == .object else {
      report("\(what) must be a mapping", at: node)
      return
    }
    for member in tree.members(node) where !allowed.contains(member.key) {
      report(
        "unknown key '\(member.key)' in \(what)", at: member.keyNode,
        nearest: NearestMatch.nearest(to: member.key, among: allowed))
    }
  }

  mutating func text(_ node: Int, _ what: String) -> String? {
    if let text = tree.string(node) { return text }
    report("\(what) must be a text\(booleanHint(node))", at: node)
    return nil
  }

  private func booleanHint(_ node: Int) -> String {
    switch tree.kind(node) {
    case .true, .false: "; put quotes around \(tree.text(node))"
    case .number: "; put quotes around the number"
    default: ""
    }
  }

  /// A text, or a list of texts, as a list.
  mutating func texts(_ node: Int, _ what: String) -> [String] {
    if tree.kind(node) == .array { return tree.elements(node).compactMap { text($0, what) } }
    return text(node, what).map { [$0] } ?? []
  }

  mutating func literal(_ node: Int) -> Literal? {
    switch tree.kind(node) {
    case .string: .text(tree.text(node))
    case .number: tree.number(node).map(Literal.number)
    case .true: .boolean(true)
    case .false: .boolean(false)
    case .null: .null
    default: nil
    }
  }

  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ node: Int, _ what: String, _ type: Value.Type
  ) -> Value? where Value.RawValue == String {
    guard let text = text(node, what) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    report(
      "\(what) '\(text)' is none of \(names.joined(separator: ", "))", at: node,
      nearest: NearestMatch.nearest(to: text, among: names))
    return nil
  }

  // MARK: Names

  private mutating func checkTop() { checkKeys(0, Self.sections, of: "a rules file") }

  /// Gathers names before anything refers to them.
  private mutating func declare() {
    guard tree.kind(0) == .object else { return }
    if !leavesOutRequests, let node = tree.value("places", of: 0) {
      for element in tree.elements(node) {
        if case .success(let place) = Place.parse(tree.text(element)) { _ = reference(place) }
      }
    }
    if let node = tree.value("facts", of: 0) {
      for member in tree.members(node) {
        if factNumbers[member.key] != nil {
          report("the fact '\(member.key)' exists already", at: member.keyNode)
        } else {
          factNumbers[member.key] = set.facts.count
          set.facts.append(FactTable(name: member.key))
        }
      }
    }
    if let node = tree.value("derive", of: 0) {
      for member in tree.members(node) {
        if derivationNumbers[member.key] != nil {
          report("the derived value '\(member.key)' exists already", at: member.keyNode)
        } else {
          derivationNumbers[member.key] = set.derivations.count
          set.derivations.append((member.key, .operand(.literal(.null))))
        }
      }
    }
    if let node = tree.value("rules", of: 0) { for rule in tree.elements(node) { declareRule(rule) } }
  }

  /// Whether a rule or shape lies at a part of a request that a payload by itself has not.
  func isLeftOut(_ node: Int) -> Bool {
    guard leavesOutRequests, let at = tree.value("at", of: node) else { return false }
    guard tree.kind(at) == .array else { return isOfRequest(at) }
    return tree.elements(at).allSatisfy { isOfRequest($0) }
  }

  /// Whether a place lies in a part of a request that a payload by itself has not; by its first letters, so
  /// that nothing need be read of the rules that are left out.
  private func isOfRequest(_ place: Int) -> Bool {
    tree.hasPrefix("headers", place) || tree.hasPrefix("jwt", place) || tree.hasPrefix("token", place)
      || tree.hasPrefix("path", place) || tree.hasPrefix("method", place) || tree.hasPrefix("port", place)
      || tree.hasPrefix("envelope", place)
  }

  private mutating func declareRule(_ node: Int) {
    if isLeftOut(node) { return }
    guard let idNode = tree.value("id", of: node) else {
      report("a rule needs an id", at: node)
      return
    }
    guard let id = text(idNode, "a rule's id") else { return }
    let isWellNamed =
      isChecked
      || !id.isEmpty
        && id.utf8.allSatisfy {
          ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
        }
    if !isWellNamed {
      report("a rule's id is lower-case words joined by hyphens, not '\(id)'", at: idNode)
    }
    if let earlier = set.ruleNumbers[id] {
      let place =
        set.ruleSources[earlier] == source ? "in this file" : "in \(sources[set.ruleSources[earlier]].name)"
      report("the rule '\(id)' exists already \(place)", at: idNode)
      return
    }
    set.ruleNumbers[id] = set.rules.count
    var rule = Rule(id: id, severity: .warning)
    rule.node = node
    set.rules.append(rule)
    set.ruleSources.append(source)
  }

  /// The number of the rule with an id, or an error at `node`.
  mutating func ruleNumber(_ node: Int) -> Int? {
    guard let id = text(node, "a rule's id") else { return nil }
    if let number = set.ruleNumbers[id] { return number }
    if leavesOutRequests { return nil }
    report(
      "no rule is called '\(id)'", at: node,
      nearest: NearestMatch.nearest(to: id, among: Array(set.ruleNumbers.keys).sorted()))
    return nil
  }

  mutating func factNumber(_ node: Int) -> Int? {
    guard let name = text(node, "a fact's name") else { return nil }
    if let number = factNumbers[name] { return number }
    report(
      "no fact is called '\(name)'", at: node,
      nearest: NearestMatch.nearest(to: name, among: factNumbers.keys.sorted()))
    return nil
  }

  mutating func derivationNumber(_ name: String, at node: Int) -> Int? {
    if let number = derivationNumbers[name] { return number }
    report(
      "no derived value is called '\(name)'", at: node,
      nearest: NearestMatch.nearest(to: name, among: derivationNumbers.keys.sorted()))
    return nil
  }

  // MARK: Places

  mutating func reference(_ place: Place) -> PlaceReference {
    let (prefix, rest) = place.fixedPrefix
    if let slot = set.slots[prefix] { return PlaceReference(place: place, slot: slot, rest: rest) }
    let slot = set.slots.count
    set.slots[prefix] = slot
    return PlaceReference(place: place, slot: slot, rest: rest)
  }

  mutating func place(_ text: String, at node: Int) -> PlaceReference? {
    if let known = knownPlaces[text] { return known }
    let reference = newPlace(text, at: node)
    knownPlaces[text] = reference
    return reference
  }

  private mutating func newPlace(_ text: String, at node: Int) -> PlaceReference? {
    switch Place.parse(text) {
    case .success(let place):
      if place.root == .derived {
        guard let name = place.lastKey, place.steps.count == 1, derivationNumber(name, at: node) != nil else {
          return nil
        }
      }
      if place.root == .path, case .key(let name) = place.steps.first, !hasPathPart(name) {
        report("no route's path has a part {\(name)}", at: node)
        return nil
      }
      return reference(place)
    case .failure(.unknownRoot(let name)):
      report(
        "unknown place '\(text)': no root '\(name)'", at: node,
        nearest: NearestMatch.nearest(to: name, among: PlaceRoot.allCases.map(\.rawValue)))
    case .failure(.malformed(let message)):
      report("malformed place '\(text)': \(message)", at: node)
    }
    return nil
  }

  mutating func place(_ node: Int) -> PlaceReference? {
    guard let text = text(node, "a place") else { return nil }
    return place(text, at: node)
  }

  private func hasPathPart(_ name: String) -> Bool {
    set.routes.contains { $0.segments.contains(.named(name)) }
  }

  private mutating func resolveHides() {
    for pending in pendingHides {
      source = pending.source
      tree = sources[source].tree
      for (_, node) in pending.ids {
        if let hidden = ruleNumber(node) { set.rules[pending.rule].hides.append(hidden) }
      }
    }
    for start in set.rules.indices where hidesItself(start) {
      source = set.ruleSources[start]
      tree = sources[source].tree
      report(
        "the rule '\(set.rules[start].id)' hides itself, over others or directly", at: set.rules[start].node)
      set.rules[start].hides = []
    }
  }

  private func hidesItself(_ start: Int) -> Bool {
    var seen: Set<Int> = []
    var waiting = set.rules[start].hides
    while let rule = waiting.popLast() {
      if rule == start { return true }
      if seen.insert(rule).inserted { waiting += set.rules[rule].hides }
    }
    return false
  }
}
