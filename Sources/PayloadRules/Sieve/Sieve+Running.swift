/// The run over one request.
extension Sieve {
  /// Whether no rule has anything to say of the request that was taken in; false as well where that could not
  /// be told. `payload` is nil where there is none, or none is known.
  func isClean(_ payload: ByteView?) -> Bool {
    memo.fill(0)
    derivedStates.fill(0)
    recording = nil
    isNarrowed = false
    guard scan(payload), readToken() else { return false }
    if isKnown() { return !narrow() }
    if payload == nil { markPayloadUnknown() } else { fill(code[.payload], .payload) }
    fillToken()
    fillHeaders()
    fillAuthorization()
    fillTexts()
    guard findRoute() else { return false }
    // What was worked out for the route is worked out anew, so that a recording holds it.
    memo.fill(0)
    derivedStates.fill(0)
    let shape = shapeHash()
    if seenShapes.contains(shape), facts.statedPushType == nil, !facts.hasSchemas, !isOpen {
      startRecording()
    }
    guard findPushType(), !isOpen, !mayHoldPlaceholders() else {
      recording = nil
      return false
    }
    preparePlan()
    runRules()
    runShapes()
    guard !isOpen else {
      recording = nil
      return false
    }
    if recording == nil { remember(shape) } else { finishRecording() }
    return !narrow()
  }

  /// Whether anything may object, now that it is known what; then only that is asked.
  private func narrow() -> Bool {
    isNarrowed = facts.isBroken || !suspects.rules.isEmpty || !suspects.groups.isEmpty
    return isNarrowed
  }

  /// Longer payloads are refused anyway, and no such is sent twice.
  private static let maximumKeptPayload = 8192

  private func scan(_ bytes: ByteView?) -> Bool {
    guard let bytes else {
      payload = .empty
      scannedPayload.removeAll()
      document.reset()
      return true
    }
    payload = bytes
    guard !bytes.isEmpty else { return false }
    // Senders of campaigns send one payload to many devices.
    if bytes.count == scannedPayload.count, bytes.equals(scannedPayload.view) { return true }
    scannedPayload.removeAll()
    JSONScanner.scan(bytes, into: &document)
    guard !document.nodes.isEmpty else { return false }
    guard document.problems.isEmpty else {
      // Whatever is wrong with the text itself, the rules are about what stands in it.
      facts.isBroken = true
      return isReadable
    }
    if bytes.count <= Self.maximumKeptPayload { _ = scannedPayload.append(bytes) }
    return true
  }

  /// Whether the values of a broken text are known as they stand, none guessed.
  private var isReadable: Bool {
    for node in document.nodes {
      if node.kind == .placeholder || node.kind == .invalid { return false }
      if !node.flags.isDisjoint(with: [.guessed, .oddDelimiters]) { return false }
      if node.kind == .number, node.flags.contains(.mended) { return false }
      let isText = node.kind == .string || node.kind == .key
      if isText, node.end &- node.start < 2 { return false }
    }
    return true
  }

  func markPayloadUnknown() {
    guard facts.payloadIsUnknown else { return }
    mark(.payloadSlots, 0)
    markRoot(SieveRoots.payload, 0)
  }

  /// Tells shapes apart well enough to know when one comes again.
  private func shapeHash() -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: headers.count &* 64 &+ route &* 2 &+ (facts.isBroken ? 1 : 0))
    for node in document.nodes {
      hash = (hash ^ UInt64(node.kind.rawValue)) &* 0x100_0000_01b3
      guard node.kind == .key else { continue }
      hash ^= UInt64(node.end &- node.start) << 32
      hash ^= UInt64(truncatingIfNeeded: SieveKeyTable.hash(payload[node.range], parent: 0))
    }
    return hash
  }

  private func remember(_ shape: UInt64) {
    if seenShapes.count == 64 { seenShapes.removeFirst() }
    seenShapes.append(shape)
  }

  func fillAuthorization() {
    let slot = code[.authorization]
    guard slot >= 0, states[slot] != 2 else { return }
    states[slot] = facts.credential == .none || facts.credential == .certificate ? 1 : 0
  }

  // MARK: Rules

  private func runRules() {
    if let plan = plan() {
      for record in plan.rules where !passes(Int(record)) { suspects.rules.append(code[Int(record)]) }
      return
    }
    let rules = code[.rules]
    for index in 0..<code[rules] where !passes(code[rules + 1 + index]) {
      suspects.rules.append(code[code[rules + 1 + index]])
    }
  }

  /// Whether a rule has nothing to say.
  private func passes(_ rule: Int) -> Bool {
    let slot = code[rule + SieveRule.slot]
    if code[rule + SieveRule.saysOfAbsent] == 0, slot >= 0, states[slot] == 1 { return true }
    guard active[code[rule]] == 1 else { return true }
    let profile = code[rule + SieveRule.profile]
    if profile >= 0, (profile == 1) != (facts.profile == .dispatch) { return true }
    let condition = truth(code[rule + SieveRule.condition])
    guard condition.contains(.yes) else { return true }
    let isExact = condition == .yes
    let places = code[rule + SieveRule.places]
    var passes = true
    for index in 0..<code[places] {
      if !self.passes(rule, at: code[places + 1 + index], isExact: isExact) { passes = false }
    }
    return passes
  }

  private func passes(_ rule: Int, at place: Int, isExact: Bool) -> Bool {
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

  private func note(_ topic: Int) {
    if !topics.contains(topic) { topics.append(topic) }
  }

  private func runShapes() {
    let groups = code[.shapeGroups]
    let plan = plan()
    for group in 0..<code[groups] {
      let shapes = plan?.groups[group]
      if shapes?.isEmpty == true { continue }
      if mayObject(group: group, shapes: shapes) { suspects.groups.append(group) }
    }
  }

  // MARK: Plans

  /// The plan for the class of this request; none for the first one of a class.
  private func plan() -> SievePlan? { plans[planNumber] }

  private var planNumber: Int { (route + 1) * (code[code[.pushTypes]] + 1) + pushTypeIndex + 1 }

  /// Works out what the class of this request leaves, once it comes a second time: the first may be the last.
  private func preparePlan() {
    let number = planNumber
    guard plans[number] == nil else { return }
    guard classesMet[number] else {
      classesMet[number] = true
      return
    }
    isPlanning = true
    // What decides a plan is part of every recording.
    let kept = recording
    recording = nil
    defer {
      isPlanning = false
      recording = kept
    }
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
  /// `comparison` is of the documents with those of a request without any.
  func mayHoldPlaceholders(_ comparison: SieveTemplateDocument.Comparison? = nil) -> Bool {
    let hasOtherTexts = comparison?.hasOtherTexts ?? true
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
        || hasOtherTexts
          && (someString(of: tokenHeaderDocument, tokenHeader)
            || someString(of: tokenClaimsDocument, tokenClaims))
      {
        return true
      }
    }
    guard hasOtherTexts else { return false }
    let slots = code[.formatSlots]
    for index in 0..<code[slots] {
      let slot = code[slots + 1 + index]
      guard states[slot] == 2, values[slot].source == .payload, let text = text(values[slot]) else {
        continue
      }
      if Placeholders.find(in: view(text), expectsFormat: true) != nil { return true }
    }
    return (comparison?.hasOtherSigns ?? holdsOpeningSigns()) && someString(of: document, payload)
  }

  private var contextHoldsPlaceholder: Bool {
    guard facts.contextKeys != 0 else { return false }
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
    for node in document.nodes where node.kind == .string {
      if payload.holdsPlaceholderSign(Int(node.end &- node.start), at: Int(node.start)) { return true }
    }
    return false
  }

  private func someString(of document: borrowing JSONDocument, _ text: ByteView) -> Bool {
    for node in document.nodes where node.kind == .string {
      let content = text[ByteRange(Int(node.start) + 1, Int(node.end) - 1)]
      if Placeholders.find(in: content, expectsFormat: false) != nil { return true }
    }
    return false
  }
}
