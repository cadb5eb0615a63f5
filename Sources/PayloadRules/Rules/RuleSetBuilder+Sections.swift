/// Facts, routes, derived values, inference, envelopes, shapes and reasons.
extension RuleSetBuilder {
  mutating func readSection(_ name: String) {
    // What a server would answer is foretold by all rules only.
    if leavesOutRequests, name == "reasons" || name == "envelopes" { return }
    guard tree.kind(0) == .object, let node = tree.value(name, of: 0) else { return }
    let isMapping = name == "facts" || name == "derive"
    guard tree.kind(node) == (isMapping ? .object : .array) else {
      report("'\(name)' is a \(isMapping ? "mapping" : "list")", at: node)
      return
    }
    switch name {
    case "facts": for member in tree.members(node) { readFact(member) }
    case "routes": for entry in tree.elements(node) { readRoute(entry) }
    case "derive": for member in tree.members(node) { readDerivation(member) }
    case "rules": for entry in tree.elements(node) { readRule(entry) }
    case "shapes": for entry in tree.elements(node) { readShape(entry) }
    case "infer": for entry in tree.elements(node) { readInference(entry) }
    case "envelopes": for entry in tree.elements(node) { readEnvelope(entry) }
    default: for entry in tree.elements(node) { readReason(entry) }
    }
  }

  // MARK: Facts

  private static let factNotes = ["source", "since", "checked", "note", "section"]

  private mutating func readFact(_ member: JSONTree.Member) {
    guard let number = factNumbers[member.key] else { return }
    var fact = FactTable(name: member.key)
    let node = member.value
    guard tree.kind(node) == .object else {
      report("a fact is a mapping with a value and its source", at: node)
      return
    }
    if tree.value("source", of: node) == nil {
      report("the fact '\(member.key)' names no source", at: member.keyNode)
    }
    for entry in tree.members(node) {
      switch entry.key {
      case "source": fact.source = tree.text(entry.value)
      case "since", "checked", "note", "section": break
      case "by": fact.keys = factKeys(entry.value)
      case "value", "values", "default": fact.standard = literals(entry.value)
      default: fact.rows.append((entry.key, literals(entry.value)))
      }
    }
    if fact.keys.isEmpty, let row = fact.rows.first,
      let entry = tree.members(node).first(where: { $0.key == row.key })
    {
      report(
        "the fact '\(member.key)' has a row '\(row.key)' and says by no 'by' what it is keyed by",
        at: entry.keyNode,
        nearest: NearestMatch.nearest(
          to: row.key, among: Self.factNotes + ["value", "values", "by", "default"]))
      fact.rows = []
    }
    set.facts[number] = fact
  }

  private mutating func literals(_ node: Int) -> [Literal] {
    let nodes = tree.kind(node) == .array ? tree.elements(node) : [node]
    return nodes.compactMap { node in
      if let value = literal(node) { return value }
      report("a fact's values are texts, numbers, true, false or null", at: node)
      return nil
    }
  }

  private mutating func factKeys(_ node: Int) -> [FactTable.Key] {
    texts(node, "what a fact is keyed by").compactMap { name in
      switch name {
      case "route": return .route
      case "push-type": return .pushType
      case "host": return .host
      case "name": return .name
      default:
        if name.hasPrefix("path.") { return .pathPart(String(name.dropFirst(5))) }
        report(
          "a fact cannot be keyed by '\(name)'", at: node,
          nearest: NearestMatch.nearest(to: name, among: ["route", "push-type", "host", "name"]))
        return nil
      }
    }
  }

  // MARK: Routes and derived values

  private mutating func readRoute(_ node: Int) {
    checkKeys(
      node, ["id", "method", "methods", "path", "hosts", "ports", "assumed-when", "source", "since", "note"],
      of: "a route")
    guard let id = tree.value("id", of: node).flatMap({ text($0, "a route's id") }),
      let path = tree.value("path", of: node).flatMap({ text($0, "a route's path") })
    else {
      report("a route has an id and a path", at: node)
      return
    }
    if set.routes.contains(where: { $0.id == id }) { report("the route '\(id)' exists already", at: node) }
    let methods = tree.value("method", of: node) ?? tree.value("methods", of: node)
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      segment -> Route.Segment in
      segment.first == "{" && segment.last == "}"
        ? .named(String(segment.dropFirst().dropLast())) : .literal(String(segment))
    }
    set.routes.append(
      Route(id: id, methods: methods.map { texts($0, "a method") } ?? [], segments: segments, pathText: path))
    if let when = tree.value("assumed-when", of: node) {
      pendingRoutes.append((set.routes.count - 1, when, source))
    }
  }

  private static let derivationNames = [
    "default", "suffix", "without-suffix", "join", "between", "number", "seconds", "row", "lower-case",
    "hex-digits",
  ]

  private mutating func readDerivation(_ member: JSONTree.Member) {
    guard let number = derivationNumbers[member.key], let derivation = derivation(member.value) else {
      return
    }
    set.derivations[number].derivation = derivation
  }

  private mutating func derivation(_ node: Int) -> Derivation? {
    guard tree.kind(node) == .object,
      let member = tree.members(node).first(where: {
        !["among", "of", "placeholders"].contains($0.key)
      })
    else {
      report("a derived value is one operation", at: node)
      return nil
    }
    let allowed: [String]
    switch member.key {
    case "suffix", "without-suffix": allowed = ["among"]
    case "row": allowed = ["of"]
    case "default": allowed = ["placeholders"]
    default: allowed = []
    }
    checkKeys(node, allowed + [member.key], of: "'\(member.key)'")
    let among = tree.value("among", of: node).flatMap { operand($0) }
    switch member.key {
    case "default":
      let parts = tree.elements(member.value)
      guard parts.count == 2, let place = place(parts[0]), let value = literal(parts[1]) else {
        report("'default' takes a place and a literal", at: member.value)
        return nil
      }
      let flag = tree.value("placeholders", of: node)
      let forPlaceholders = flag.map { tree.kind($0) == .true } ?? false
      if let flag, !forPlaceholders, tree.kind(flag) != .false {
        report("'placeholders' is true or false", at: flag)
      }
      return .standard(place, value, forPlaceholders: forPlaceholders)
    case "suffix", "without-suffix":
      guard case .fact(let fact) = among, let place = place(member.value) else {
        report("'\(member.key)' needs 'among: {fact: …}'", at: node)
        return nil
      }
      return member.key == "suffix" ? .suffix(place, among: fact) : .withoutSuffix(place, among: fact)
    case "number": return place(member.value).map(Derivation.number)
    case "seconds": return place(member.value).map(Derivation.seconds)
    case "lower-case": return place(member.value).map(Derivation.lowerCase)
    case "hex-digits": return place(member.value).map(Derivation.hexDigits)
    case "row":
      guard case .fact(let fact) = operand(member.value),
        let key = tree.value("of", of: node).flatMap({ operand($0) })
      else {
        report("'row' takes {fact: …} and 'of: OPERAND'", at: node)
        return nil
      }
      return .row(fact: fact, of: key)
    case "join", "between": return operand(node).map(Derivation.operand)
    default:
      report(
        "unknown operation '\(member.key)'", at: member.keyNode,
        nearest: NearestMatch.nearest(to: member.key, among: Self.derivationNames))
      return nil
    }
  }

  // MARK: Inference and envelopes

  private mutating func readInference(_ node: Int) {
    checkKeys(node, ["push-type", "strength", "from", "when", "source", "note"], of: "an inference")
    guard let typeNode = tree.value("push-type", of: node), let type = operand(typeNode),
      let when = tree.value("when", of: node), let condition = condition(when)
    else {
      report("an inference has push-type, strength and when", at: node)
      return
    }
    if case .literal(.text(let text)) = type, !set.pushTypes.contains(text) {
      report(
        "no push type is called '\(text)'", at: typeNode,
        nearest: NearestMatch.nearest(to: text, among: set.pushTypes))
    }
    let strength = tree.value("strength", of: node).flatMap {
      choice($0, "a strength", Inference.Strength.self)
    }
    let from = tree.value("from", of: node).flatMap { text($0, "'from'") } ?? Self.origin(of: condition)
    set.inferences.append(
      Inference(pushType: type, strength: strength ?? .likely, from: from, condition: condition))
  }

  /// Where an inference looks, in the words of a report.
  private static func origin(of condition: Condition) -> String {
    switch condition {
    case .always: "none"
    case .all(let parts), .any(let parts):
      parts.map { origin(of: $0) }.min { rank($0) < rank($1) } ?? "payload"
    case .not(let inner): origin(of: inner)
    case .test(let place, _, _):
      switch place.place.root {
      case .headers: "topic"
      case .route, .path: "path"
      default: "payload"
      }
    }
  }

  private static func rank(_ origin: String) -> Int {
    ["topic", "path", "payload"].firstIndex(of: origin) ?? 3
  }

  private mutating func readEnvelope(_ node: Int) {
    let keys = [
      "id", "kind", "when", "within", "stands-at", "expands", "payload", "payload-text", "headers",
      "header-fields", "token", "context", "adds-headers", "fills", "spelling", "source",
    ]
    checkKeys(node, keys, of: "an envelope")
    guard let id = tree.value("id", of: node).flatMap({ text($0, "an envelope's id") }),
      let when = tree.value("when", of: node), let condition = condition(when)
    else {
      report("an envelope has id and when", at: node)
      return
    }
    func word(_ builder: inout RuleSetBuilder, _ key: String) -> String? {
      builder.tree.value(key, of: node).flatMap { builder.text($0, "'\(key)'") }
    }
    var envelope = Envelope(id: id, kind: word(&self, "kind") ?? id, condition: condition)
    envelope.within = word(&self, "within")?.split(separator: ".").map { String($0) } ?? []
    envelope.standsAt = word(&self, "stands-at")
    envelope.expands = word(&self, "expands")
    envelope.payload = envelopePlaces("payload", node)
    envelope.payloadText = envelopePlaces("payload-text", node)
    envelope.headers = envelopePlaces("headers", node).first
    envelope.token = envelopePlaces("token", node).first
    envelope.addsHeaders = tree.value("adds-headers", of: node).map { tree.kind($0) == .true } ?? false
    for member in tree.value("header-fields", of: node).map({ tree.members($0) }) ?? [] {
      guard let place = envelopePlace(member.value) else { continue }
      envelope.headerFields.append((member.key, place))
    }
    for member in tree.value("context", of: node).map({ tree.members($0) }) ?? [] {
      checkKeys(member.value, ["segment", "of"], of: "a fact of the context")
      guard let place = tree.value("of", of: member.value).flatMap({ envelopePlace($0) }),
        let segment = tree.value("segment", of: member.value).flatMap({ tree.number($0) }), segment >= 0,
        segment < 100
      else {
        report("a fact of the context has segment and of", at: member.value)
        continue
      }
      envelope.context.append((member.key, place, Int(segment)))
    }
    for member in tree.value("fills", of: node).map({ tree.members($0) }) ?? [] {
      guard let target = place(member.key, at: member.keyNode), let from = envelopePlace(member.value) else {
        continue
      }
      envelope.fills.append((target, from))
    }
    if let spelling = tree.value("spelling", of: node) { envelope.spelling = factNumber(spelling) }
    set.envelopes.append(envelope)
  }

  private mutating func envelopePlaces(_ key: String, _ node: Int) -> [PlaceReference] {
    guard let value = tree.value(key, of: node) else { return [] }
    var places: [PlaceReference] = []
    for place in tree.kind(value) == .array ? tree.elements(value) : [value] {
      if let place = envelopePlace(place) { places.append(place) }
    }
    return places
  }

  /// A place inside the message; `.` is all of it.
  private mutating func envelopePlace(_ node: Int) -> PlaceReference? {
    guard let text = text(node, "a place") else { return nil }
    if text == "." { return place("envelope", at: node) }
    return place("envelope" + (text.hasPrefix("[") ? "" : ".") + text, at: node)
  }

  // MARK: Shapes

  private mutating func readShape(_ node: Int) {
    if isLeftOut(node) { return }
    checkKeys(
      node, ["at", "when", "required", "forbidden", "known", "misplaced", "values", "note", "source"],
      of: "a shape")
    guard let placeNode = tree.value("at", of: node), let place = place(placeNode) else {
      report("a shape needs a place, 'at'", at: node)
      return
    }
    var shape = Shape(place: place, condition: .always)
    if let when = tree.value("when", of: node) { shape.condition = condition(when) ?? .any([]) }
    for clause in clauses("required", node, ["keys", "rule"]) {
      guard let rule = clauseRule("rule", clause) else { continue }
      shape.required.append(.init(keys: keyedSlots(clause, place), rule: rule))
    }
    for clause in clauses("forbidden", node, ["keys", "rule"]) {
      guard let rule = clauseRule("rule", clause) else { continue }
      shape.forbidden.append(.init(keys: keyedSlots(clause, place), rule: rule))
    }
    for clause in clauses("known", node, ["keys", "rule", "misspelt", "only"]) {
      shape.known.append(
        .init(
          keys: Shape.Keys(tree.value("keys", of: clause).map { keyList($0) } ?? []),
          rule: clauseRule("rule", clause, isOptional: true),
          misspelt: clauseRule("misspelt", clause, isOptional: true),
          only: tree.value("only", of: clause).flatMap { predicate($0, of: nil) }))
    }
    for clause in clauses("misplaced", node, ["keys", "belongs", "rule", "absent-there", "exact"]) {
      guard let rule = clauseRule("rule", clause),
        let belongs = tree.value("belongs", of: clause).flatMap({ self.place($0) })
      else { continue }
      func flag(_ key: String) -> Bool { tree.value(key, of: clause).map { tree.kind($0) == .true } ?? false }
      shape.misplaced.append(
        .init(
          keys: Shape.Keys(tree.value("keys", of: clause).map { keyList($0) } ?? []), belongs: belongs,
          rule: rule,
          absentThere: flag("absent-there"), exact: flag("exact")))
    }
    for clause in clauses("values", node, ["keys", "rule"]) {
      guard let rule = clauseRule("rule", clause), let keys = tree.value("keys", of: clause) else { continue }
      var values = Shape.Values(rule: rule, keys: [])
      for member in tree.members(keys) {
        let target = place.place.appending(
          place.place.root == .headers ? member.key.asciiLowercased : member.key)
        guard let predicate = predicate(member.value, of: target) else { continue }
        values.keys.append((.init(key: member.key, place: reference(target)), predicate))
      }
      shape.values.append(values)
    }
    set.shapes.append(shape)
  }

  private mutating func clauses(_ name: String, _ node: Int, _ keys: [String]) -> [Int] {
    guard let value = tree.value(name, of: node) else { return [] }
    let clauses = tree.kind(value) == .array ? tree.elements(value) : [value]
    for clause in clauses { checkKeys(clause, keys, of: "'\(name)'") }
    return clauses.filter { tree.kind($0) == .object }
  }

  private mutating func clauseRule(_ key: String, _ clause: Int, isOptional: Bool = false) -> Int? {
    guard let node = tree.value(key, of: clause) else {
      if !isOptional { report("the clause names no rule", at: clause) }
      return nil
    }
    return ruleNumber(node)
  }

  private mutating func keyedSlots(_ clause: Int, _ place: PlaceReference) -> [Shape.KeyedSlot] {
    guard let node = tree.value("keys", of: clause) else {
      report("the clause names no keys", at: clause)
      return []
    }
    return keyList(node).map { key in
      let name = place.place.root == .headers ? key.asciiLowercased : key
      return .init(key: key, place: reference(place.place.appending(name)))
    }
  }

  // MARK: Reasons

  private mutating func readReason(_ node: Int) {
    let keys = [
      "id", "status", "kind", "meaning", "causes", "retry", "offline", "rules", "formerly", "source",
      "documentation", "note",
    ]
    checkKeys(node, keys, of: "a reason")
    guard let id = tree.value("id", of: node).flatMap({ text($0, "a reason's id") }) else {
      report("a reason needs an id", at: node)
      return
    }
    if set.reasons.contains(where: { $0.id == id }) {
      report("the reason '\(id)' exists already", at: tree.value("id", of: node) ?? node)
    }
    if let causes = tree.value("causes", of: node) {
      for cause in tree.elements(causes) {
        checkKeys(cause, ["cause", "likelihood", "tell", "rules"], of: "a cause")
      }
    }
    let named = tree.value("rules", of: node).map { tree.elements($0) } ?? []
    for rule in named { _ = ruleNumber(rule) }
    set.reasons.append(
      ReasonEntry(
        id: id, formerly: tree.value("formerly", of: node).map { texts($0, "a former id") } ?? [],
        status: tree.value("status", of: node).flatMap { tree.number($0) }.flatMap { Int(exactly: $0) },
        isSymptom: tree.value("kind", of: node).map { tree.text($0) == "symptom" } ?? false,
        source: source, node: node))
  }
}
