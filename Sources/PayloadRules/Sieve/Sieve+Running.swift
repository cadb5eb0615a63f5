/// The run over one request.
extension Sieve {
  /// Whether no rule has anything to say of the request that was taken in; false as well where that could not
  /// be told. `payload` is nil where there is none, or none is known.
  mutating func isClean(_ payload: ByteView?) -> Bool {
    memo.fill(0)
    derivedStates.fill(0)
    guard takeIn(payload), readToken() else { return false }
    fillToken()
    fillHeaders()
    fillAuthorization()
    fillTexts()
    guard findRoute(), findPushType(), !isOpen, !mayHoldPlaceholders(), runRules(), runShapes() else {
      return false
    }
    return !isOpen
  }

  private mutating func takeIn(_ bytes: ByteView?) -> Bool {
    guard let bytes else {
      payload = .empty
      document.reset()
      if facts.payloadIsUnknown {
        mark(.payloadSlots, 0)
        markRoot(SieveRoots.payload, 0)
      }
      return true
    }
    payload = bytes
    guard !bytes.isEmpty else { return false }
    JSONScanner.scan(bytes, into: &document)
    guard document.problems.isEmpty, !document.nodes.isEmpty else { return false }
    fill(code[.payload], .payload)
    return true
  }

  private func fillAuthorization() {
    let slot = code[.authorization]
    guard slot >= 0, states[slot] != 2 else { return }
    states[slot] = facts.credential == .none || facts.credential == .certificate ? 1 : 0
  }

  // MARK: Rules

  private mutating func runRules() -> Bool {
    if let plan = plan() {
      for record in plan.rules where !passes(Int(record)) { return false }
      return true
    }
    let rules = code[.rules]
    for index in 0..<code[rules] where !passes(code[rules + 1 + index]) { return false }
    return true
  }

  /// Whether a rule has nothing to say.
  private mutating func passes(_ rule: Int) -> Bool {
    let slot = code[rule + SieveRule.slot]
    if code[rule + SieveRule.saysOfAbsent] == 0, slot >= 0, states[slot] == 1 { return true }
    guard active[code[rule]] == 1 else { return true }
    let profile = code[rule + SieveRule.profile]
    if profile >= 0, (profile == 1) != (facts.profile == .dispatch) { return true }
    let condition = truth(code[rule + SieveRule.condition])
    guard condition.contains(.yes) else { return true }
    let isExact = condition == .yes
    let places = code[rule + SieveRule.places]
    for index in 0..<code[places] {
      if !passes(rule, at: code[places + 1 + index], isExact: isExact) { return false }
    }
    return true
  }

  private mutating func passes(_ rule: Int, at place: Int, isExact: Bool) -> Bool {
    let needs = code[rule + SieveRule.needs]
    for index in 0..<code[needs] where states[code[needs + 1 + index]] == 0 {
      guard states[code[place]] != 1 else { return true }
      note(code[rule + SieveRule.topic])
      return isExact
    }
    if limit < 0, code[rule + SieveRule.limit] >= 0 {
      guard isExact else { return false }
      let resolved = resolve(code[rule + SieveRule.limit])
      if resolved.kind == .values, let size = Int(exactly: first(resolved).number) { limit = size }
    }
    let check = code[rule + SieveRule.check]
    let hasTopic = code[rule + SieveRule.hasTopic] == 1
    var passes = true
    forEachValue(place) { sieve, value in
      let truth = sieve.test(check, value, isCheck: true)
      if truth.contains(.no) { passes = false }
      if truth == .unknown, hasTopic {
        sieve.note(sieve.code[rule + SieveRule.topic])
        if !isExact { passes = false }
      }
    } none: { sieve, state in
      if state == 1, sieve.absent(check, isCheck: true) == .no { passes = false }
    }
    return passes
  }

  private mutating func note(_ topic: Int) {
    if !topics.contains(topic) { topics.append(topic) }
  }

  private mutating func runShapes() -> Bool {
    let groups = code[.shapeGroups]
    if let plan = plan() {
      for group in 0..<code[groups] where !plan.groups[group].isEmpty {
        if mayObject(group: group, shapes: plan.groups[group]) { return false }
      }
      return true
    }
    for group in 0..<code[groups] where mayObject(group: group, shapes: nil) { return false }
    return true
  }

  // MARK: Plans

  /// The plan for the class of this request; none for the first one of a class, which may be the last.
  private mutating func plan() -> SievePlan? {
    let class_ = (route + 1) * (code[code[.pushTypes]] + 1) + pushTypeIndex + 1
    return plans[class_]
  }

  /// Works out what the class of this request leaves.
  mutating func makePlan() {
    let number = (route + 1) * (code[code[.pushTypes]] + 1) + pushTypeIndex + 1
    guard plans[number] == nil else { return }
    isPlanning = true
    defer { isPlanning = false }
    var plan = SievePlan(rules: [], groups: [])
    let rules = code[.rules]
    for index in 0..<code[rules] {
      let rule = code[rules + 1 + index]
      guard active[code[rule]] == 1, truth(code[rule + SieveRule.condition]).contains(.yes) else { continue }
      plan.rules.append(Int32(rule))
    }
    let groups = code[.shapeGroups]
    for index in 0..<code[groups] {
      let list = code[code[groups + 1 + index] + 2]
      plan.groups.append(
        (0..<code[list]).filter { local in
          truth(code[code[list + 1 + local]]) != .no
        }.map { Int32($0) })
    }
    plans[number] = plan
  }

  // MARK: Placeholders

  /// Whether a placeholder may stand anywhere; what that means is for the rules to say.
  private mutating func mayHoldPlaceholders() -> Bool {
    guard code[.findsPlaceholders] == 1 else { return false }
    if facts.profile == .fixture {
      for header in headers
      where Placeholders.find(in: texts.view[header.value], expectsFormat: true) != nil {
        return true
      }
      if holdsPlaceholder(facts.method) || holdsPlaceholder(facts.host, expectsFormat: true)
        || holdsPlaceholder(facts.port)
        || holdsPlaceholder(facts.path) || holdsPlaceholder(facts.token, expectsFormat: true)
        || contextHoldsPlaceholder
        || someString(of: tokenHeaderDocument, tokenHeader)
        || someString(of: tokenClaimsDocument, tokenClaims)
      {
        return true
      }
    }
    let slots = code[.formatSlots]
    for index in 0..<code[slots] {
      let slot = code[slots + 1 + index]
      guard states[slot] == 2, values[slot].source == .payload, let text = text(values[slot]) else {
        continue
      }
      if Placeholders.find(in: view(text), expectsFormat: true) != nil { return true }
    }
    return holdsOpeningSigns() && someString(of: document, payload)
  }

  private var contextHoldsPlaceholder: Bool {
    let context = code[.context]
    for index in 0..<code[context] {
      let slot = code[context + 3 + index * 3]
      guard states[slot] == 2 else { continue }
      let text = texts.view[ByteRange(Int(values[slot].start), Int(values[slot].end))]
      if Placeholders.find(in: text, expectsFormat: false) != nil { return true }
    }
    return false
  }

  private func holdsPlaceholder(_ text: SieveFacts.Text, expectsFormat: Bool = false) -> Bool {
    guard case .present(let range) = text else { return false }
    return Placeholders.find(in: texts.view[range], expectsFormat: expectsFormat) != nil
  }

  /// Whether one of the signs that placeholders begin with stands in some text of the payload.
  private func holdsOpeningSigns() -> Bool {
    var braces = 0
    for index in 0..<payload.count {
      switch payload.load8(at: index) {
      case 0x24, 0x25, 0x3C: return true
      case 0x7B: braces &+= 1
      default: break
      }
    }
    guard braces > 0 else { return false }
    for node in document.nodes where node.kind == .object { braces &-= 1 }
    return braces != 0
  }

  private func someString(of document: borrowing JSONDocument, _ text: ByteView) -> Bool {
    for node in document.nodes where node.kind == .string {
      let content = text[ByteRange(Int(node.start) + 1, Int(node.end) - 1)]
      if Placeholders.find(in: content, expectsFormat: false) != nil { return true }
    }
    return false
  }
}
