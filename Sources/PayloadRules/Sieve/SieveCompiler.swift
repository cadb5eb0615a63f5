/// Writes a rule set down as a `SieveProgram`.
struct SieveCompiler {
  let set: RuleSet
  var words: [Int32] = []
  var pool: [UInt8] = []
  /// Records of more words than this are not looked for among those before.
  private static let maximumShared = 64
  private var records: [[Int]: Int] = [:]
  private var texts: [String: (start: Int, count: Int)] = [:]
  private var literalOffsets: [Literal: Int] = [:]
  private var placeOffsets: [PlaceReference: [(place: Place, offset: Int)]] = [:]
  private var topics: [String] = []
  var patterns: [String: Int] = [:]
  /// Predicate and place of each leaf, once met.
  private var leafPlaces: [Int32]

  static func program(_ set: RuleSet) -> (words: [Int32], pool: [UInt8]) {
    var compiler = SieveCompiler(set: set)
    return compiler.compile()
  }

  private init(set: RuleSet) {
    self.set = set
    leafPlaces = Array(repeating: 0, count: set.leafCount * 2)
  }

  // MARK: Writing

  /// Appends a record and returns its offset; one that was written before is the same, so that a test which
  /// several rules make is known to be one.
  mutating func write(_ record: [Int]) -> Int {
    if record.count <= Self.maximumShared, let known = records[record] { return known }
    let offset = words.count
    words.append(contentsOf: record.map { Int32(truncatingIfNeeded: $0) })
    if record.count <= Self.maximumShared { records[record] = offset }
    return offset
  }

  /// Writes `[count, element…]`.
  mutating func write(list: [Int]) -> Int { write([list.count] + list) }

  /// Start and length of a text in the pool.
  mutating func text(_ text: String) -> [Int] {
    if let known = texts[text] { return [known.start, known.count] }
    let start = pool.count
    pool.append(contentsOf: text.utf8)
    texts[text] = (start, pool.count - start)
    return [start, pool.count - start]
  }

  mutating func literal(_ literal: Literal) -> Int {
    if let known = literalOffsets[literal] { return known }
    let display = text(literal.display)
    let offset: Int
    switch literal {
    case .text: offset = write([SieveLiteral.text] + display + display)
    case .number(let number):
      let bits = number.bitPattern
      offset = write(
        [
          SieveLiteral.number, Int(Int32(truncatingIfNeeded: bits)),
          Int(Int32(truncatingIfNeeded: bits >> 32)),
        ] + display)
    case .boolean(let value): offset = write([SieveLiteral.boolean, value ? 1 : 0, 0] + display)
    case .null: offset = write([SieveLiteral.null, 0, 0] + display)
    }
    literalOffsets[literal] = offset
    return offset
  }

  mutating func literals(_ values: [Literal]) -> Int {
    let offsets = values.map { literal($0) }
    return write(list: offsets)
  }

  private mutating func topic(_ name: String) -> Int {
    if let known = topics.firstIndex(of: name) { return known }
    topics.append(name)
    return topics.count - 1
  }

  /// `[slot, root, is every header, count of steps, (step, text)…]`.
  mutating func place(_ reference: PlaceReference) -> Int {
    if let known = placeOffsets[reference]?.first(where: { $0.place == reference.place }) {
      return known.offset
    }
    var record = [
      reference.slot, Self.index(of: reference.place.root),
      reference.place.root == .headers && reference.place.steps == [.elements] ? 1 : 0, reference.rest.count,
    ]
    for step in reference.rest {
      switch step {
      case .key(let key): record += [SieveStep.key] + text(key)
      case .elements: record += [SieveStep.elements, 0, 0]
      case .members: record += [SieveStep.members, 0, 0]
      case .descendants: record += [SieveStep.descendants, 0, 0]
      }
    }
    let offset = write(record)
    placeOffsets[reference, default: []].append((reference.place, offset))
    return offset
  }

  /// The number that stands for a root in a program.
  static func index(of root: PlaceRoot) -> Int {
    switch root {
    case .payload: SieveRoots.payload
    case .headers: SieveRoots.headers
    case .method: SieveRoots.method
    case .host: SieveRoots.host
    case .port: SieveRoots.port
    case .path: SieveRoots.path
    case .token: SieveRoots.token
    case .route: SieveRoots.route
    case .input: SieveRoots.input
    case .profile: SieveRoots.profile
    case .credential: SieveRoots.credential
    case .jwt: SieveRoots.jwt
    case .context: SieveRoots.context
    case .envelope: SieveRoots.envelope
    case .derived: SieveRoots.derived
    case .now: SieveRoots.now
    case .pushType: SieveRoots.pushType
    }
  }

  mutating func condition(_ condition: Condition) -> Int {
    switch condition {
    case .always: return write([SieveCondition.always])
    case .test(let place, let predicate, let leaf):
      if leafPlaces[leaf * 2] == 0 {
        let offsets = (self.place(place), self.predicate(predicate))
        leafPlaces[leaf * 2] = Int32(offsets.0)
        leafPlaces[leaf * 2 + 1] = Int32(offsets.1)
      }
      return write([SieveCondition.test, leaf])
    case .all(let parts):
      let offsets = parts.map { self.condition($0) }
      return write([SieveCondition.all, offsets.count] + offsets)
    case .any(let parts):
      let offsets = parts.map { self.condition($0) }
      return write([SieveCondition.any, offsets.count] + offsets)
    case .not(let inner):
      let offset = self.condition(inner)
      return write([SieveCondition.not, offset])
    }
  }

  // MARK: Everything

  private mutating func compile() -> (words: [Int32], pool: [UInt8]) {
    words = Array(repeating: -1, count: SieveHeader.allCases.count)
    var header: [SieveHeader: Int] = [
      .slotCount: set.slots.count, .leafCount: set.leafCount,
      .derivedCount: set.derivations.count, .ruleCount: set.rules.count, .routeCount: set.routes.count,
      .findsPlaceholders: set.plan.detectors[Evaluator.placeholderDetector] == nil ? 0 : 1,
    ]
    let facts = set.facts.map { fact($0) }
    header[.facts] = write(facts)
    let derivations = set.derivations.map { derivation($0.derivation) }
    header[.derivations] = write(derivations)
    let routes = set.routes.map { route($0) }
    header[.routes] = write(list: routes)
    let inferences = set.inferences.map { inference($0) }
    header[.inferences] = write(list: inferences)
    let rules = set.plan.checked.map { rule($0) }
    header[.rules] = write(list: rules)
    let groups = set.plan.shapeGroups.map { group($0.place, $0.shapes) }
    header[.shapeGroups] = write(list: groups)
    header.merge(keyTables()) { $1 }
    header.merge(slotLists()) { $1 }
    let pushTypes = set.pushTypes.map { text($0) }
    header[.pushTypes] = write([pushTypes.count] + pushTypes.flatMap { $0 })
    let topicTexts = topics.map { text($0) }
    header[.topics] = write([topicTexts.count] + topicTexts.flatMap { $0 })
    header[.leaves] = words.count
    words += leafPlaces
    for (entry, value) in header { words[entry.rawValue] = Int32(truncatingIfNeeded: value) }
    return (words, pool)
  }

  /// `[standard values, all values, texts, keys, rows]`, each an offset of a list.
  private mutating func fact(_ fact: FactTable) -> Int {
    var keys: [Int] = []
    for key in fact.keys {
      switch key {
      case .route: keys += [SieveKey.route, 0, 0]
      case .pushType: keys += [SieveKey.pushType, 0, 0]
      case .host: keys += [SieveKey.host, set.plan.roots[.host] ?? -1, 0]
      case .name: keys += [SieveKey.name, 0, 0]
      case .pathPart(let name):
        keys += [SieveKey.host, set.plan.pathParts.first { $0.name == name }?.slot ?? -1, 0]
      }
    }
    var rows: [Int] = []
    for row in fact.rows {
      let values = literals(row.values)
      rows += text(row.key) + [values]
    }
    let (standard, all) = (literals(fact.standard), literals(fact.allValues))
    let named = literals(
      fact.allValues.filter {
        if case .text = $0 { return true }
        return false
      })
    let keyList = write([fact.keys.count] + keys)
    let rowList = write([fact.rows.count] + rows)
    return write([standard, all, named, keyList, rowList])
  }

  private mutating func derivation(_ derivation: Derivation) -> Int {
    switch derivation {
    case .standard(let place, let value, _):
      var inner = -1
      if place.place.root == .derived, let name = place.place.lastKey {
        inner = set.derivations.firstIndex { $0.name == name } ?? -1
      }
      return write([
        SieveDerivation.standard, place.slot, Self.index(of: place.place.root), inner, literal(value),
      ])
    case .suffix(let place, let fact): return write([SieveDerivation.suffix, place.slot, fact])
    case .withoutSuffix(let place, let fact): return write([SieveDerivation.withoutSuffix, place.slot, fact])
    case .number(let place): return write([SieveDerivation.number, place.slot])
    case .seconds(let place): return write([SieveDerivation.seconds, place.slot])
    case .lowerCase(let place): return write([SieveDerivation.lowerCase, place.slot])
    case .hexDigits(let place): return write([SieveDerivation.hexDigits, place.slot])
    case .row(let fact, let key):
      let offset = operand(key)
      return write([SieveDerivation.row, fact, offset])
    case .operand(let inner):
      let offset = operand(inner)
      return write([SieveDerivation.operand, offset])
    }
  }

  /// `[condition or -1, methods, segments, whether the method chooses]`; id texts stand for the route.
  private mutating func route(_ route: Route) -> Int {
    let methods = route.methods.map { text($0) }
    let methodList = write([methods.count] + methods.flatMap { $0 })
    var segments: [Int] = []
    for segment in route.segments {
      switch segment {
      case .literal(let literal): segments += [0] + text(literal) + [-1, 0]
      case .named(let name):
        segments +=
          [1] + text(name) + [
            set.plan.pathParts.first { $0.name == name }?.slot ?? -1, name == "token" ? 1 : 0,
          ]
      }
    }
    let segmentList = write([route.segments.count] + segments)
    // Another route of the same path may take the method; this one then leaves it to that.
    let rivals = set.routes.filter { $0.pathText == route.pathText }.flatMap(\.methods).map { text($0) }
    let rivalList = write([rivals.count] + rivals.flatMap { $0 })
    let assumed = route.assumed.map { condition($0) } ?? -1
    let id = text(route.id)
    return write([assumed, methodList, segmentList, rivalList] + id)
  }

  private mutating func inference(_ inference: Inference) -> Int {
    let (type, condition) = (operand(inference.pushType), self.condition(inference.condition))
    let strength = Inference.Strength.allCases.firstIndex(of: inference.strength) ?? 0
    return write([type, strength, condition] + text(inference.from))
  }

  private mutating func rule(_ number: Int) -> Int {
    let rule = set.rules[number]
    guard let check = rule.check else { return write([]) }
    let condition = self.condition(rule.condition)
    let predicate = self.predicate(check)
    let noted =
      rule.topic ?? rule.needs.first.map { $0.place.lastKey ?? $0.place.root.rawValue } ?? "rule"
    let needs = write(list: rule.needs.map(\.slot))
    let placeOffsets = rule.places.map { place($0) }
    let places = write(list: placeOffsets)
    var limit = -1
    if case .bytes(of: .body, minimum: _, maximum: .some(let maximum)) = check { limit = operand(maximum) }
    return write([
      number, rule.profile.map { $0 == .dispatch ? 1 : 0 } ?? -1, rule.status == .preview ? 1 : 0, condition,
      predicate, rule.topic == nil ? 0 : 1, topic(noted), needs, places,
      Self.holdsForAbsent(check) && limit < 0 ? 0 : 1,
      limit, rule.places.count == 1 ? rule.places[0].slot : -1,
    ])
  }

  /// Whether a check has nothing to say about what is absent.
  private static func holdsForAbsent(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .present, .hasKeys, .hasAny, .not(.absent): false
    case .all(let parts): parts.allSatisfy { holdsForAbsent($0) }
    case .any(let parts): parts.contains { holdsForAbsent($0) }
    default: true
    }
  }
}
