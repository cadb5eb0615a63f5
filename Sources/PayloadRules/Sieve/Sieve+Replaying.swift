/// Takes a request the way of one before it that had the same shape.
extension Sieve {
  /// Whether a template shows what the rules come to; the state is as it was where none does.
  func isKnown() -> Bool {
    guard !templates.isEmpty, facts.statedPushType == nil, !facts.hasSchemas else { return false }
    let shape = shape
    for index in 0..<templates.count {
      let template = templates[index]
      guard template.shape == shape, hasNames(of: template),
        let payload = template.payload.comparison(with: memory.state.document.nodes.span, payload),
        let header = template.tokenHeader.comparison(
          with: memory.state.tokenHeaderDocument.nodes.span, tokenHeader),
        let claims = template.tokenClaims.comparison(
          with: memory.state.tokenClaimsDocument.nodes.span, tokenClaims)
      else { continue }
      initialStates.copy(from: states)
      if replay(template, payload.and(header).and(claims)) {
        if index > 0 { templates.swapAt(0, index) }
        return true
      }
      states.copy(from: initialStates)
      scratch.removeAll()
      derivedStates.fill(0)
      memo.fill(0)
      (pushType, pushTypeIndex, pushTypeFrom, certainty) = (nil, -1, .none, -1)
      (route, hasRoute, limit) = (-1, false, -1)
      isOpen = false
      return false
    }
    return false
  }

  // MARK: Shape

  var shape: SieveShape {
    let presence =
      facts.method.presence | facts.host.presence << 2 | facts.port.presence << 4 | facts.path.presence << 6
      | facts.token.presence << 8
    return SieveShape(
      headerCount: headers.count, presence: presence, contextKeys: facts.contextKeys,
      profile: facts.profile, credential: facts.credential, sizeBasis: facts.sizeBasis,
      headersAreComplete: facts.headersAreComplete, hasNow: facts.now != nil,
      payloadIsUnknown: facts.payloadIsUnknown, hasToken: facts.tokenRange != nil,
      tokenIsRead: facts.tokenIsRead, isBroken: facts.isBroken)
  }

  private func hasNames(of template: SieveTemplate) -> Bool {
    let (names, texts) = (template.names.view, texts.view)
    var start = 0
    for index in 0..<headers.count {
      let header = headers[index]
      let count = Int(header.nameEnd &- header.nameStart)
      guard count == Int(template.nameLengths[index]),
        texts.has(count, at: Int(header.nameStart), of: names, at: start)
      else { return false }
      start &+= count
    }
    return true
  }

  // MARK: The way

  private func replay(_ template: SieveTemplate, _ comparison: SieveTemplateDocument.Comparison) -> Bool {
    states.copy(from: template.states)
    setTokenTexts()
    fillHeaderRoot()
    for index in 0..<template.positions.count {
      let position = template.positions[index]
      values[Int(position.slot)] =
        position.source == .texts
        ? headerValue(Int(position.index)) : value(Int(position.index), position.source)
    }
    fillTexts()
    guard findRoute(), route == template.route, hasRoute == template.hasRoute,
      hasSamePathParts(as: template)
    else { return false }
    let changed = comparison.changed | changedTexts(since: template) | SieveRecording.restless
    guard template.pinned & changed == 0, pass(template, changed, 0..<template.earlyGroupCount),
      match(template, changed, isEarly: true)
    else { return false }
    (pushTypeIndex, pushTypeFrom, certainty) = (
      template.pushTypeIndex, template.pushTypeFrom, template.certainty
    )
    pushType = pushTypeIndex >= 0 ? pushType(pushTypeIndex) : nil
    settlePushType()
    guard pass(template, changed, template.earlyGroupCount..<template.groups.count),
      match(template, changed, isEarly: false),
      !mayHoldPlaceholders(comparison), !isOpen
    else { return false }
    // Not its array itself, which would be copied when the next request empties it.
    if !template.topics.isEmpty { topics.append(contentsOf: template.topics) }
    limit = template.limit
    if !template.suspects.rules.isEmpty { suspects.rules.append(contentsOf: template.suspects.rules) }
    if !template.suspects.groups.isEmpty { suspects.groups.append(contentsOf: template.suspects.groups) }
    return true
  }

  /// Whether the path leaves the same parts empty.
  private func hasSamePathParts(as template: SieveTemplate) -> Bool {
    let token = root(SieveRoots.token)
    if token >= 0, states[token] != template.states[token] { return false }
    let parts = code[.pathParts]
    for index in 0..<code[parts] {
      let slot = code[parts + 3 + index * 3]
      if states[slot] != template.states[slot] { return false }
    }
    return true
  }

  /// Bits of headers and other texts whose bytes are others than in the template.
  private func changedTexts(since template: SieveTemplate) -> UInt64 {
    let (known, texts) = (template.textBytes.view, texts.view)
    var changed: UInt64 = 0
    for index in 0..<template.texts.count {
      let text = template.texts[index]
      let value = text.slot >= 0 ? values[Int(text.slot)] : headerValue(Int(text.header))
      let count = Int(value.end &- value.start)
      if count != Int(text.count) || !texts.has(count, at: Int(value.start), of: known, at: Int(text.start)) {
        changed |= text.bit
      }
    }
    return changed
  }

  /// Whether the tests that rest on what changed come out as they did.
  private func pass(_ template: SieveTemplate, _ changed: UInt64, _ groups: Range<Int>) -> Bool {
    for number in groups {
      let group = template.groups[number]
      guard group.bases & changed != 0 else { continue }
      for index in Int(group.start)..<Int(group.end) {
        let test = template.tests[index]
        let truth =
          test.predicate < 0
          ? SieveTruth(derived(Int(test.index)).kind == .none)
          : settled(Int(test.predicate), value(test.source, test.index, test.slot))
        guard truth == test.truth else { return false }
      }
    }
    return true
  }

  /// Whether the same patterns match the values that changed.
  private func match(_ template: SieveTemplate, _ changed: UInt64, isEarly: Bool) -> Bool {
    for index in template.patternTests.indices {
      guard template.patternTests[index].bases & changed != 0,
        template.patternTests[index].isEarly == isEarly
      else { continue }
      let test = template.patternTests[index].first
      guard let text = text(value(test.source, test.index, test.slot)),
        template.patternTests[index].automaton.matches(view(text)) == template.patternTests[index].matching,
        facts.profile == .dispatch || Placeholders.find(in: view(text), expectsFormat: true) == nil
      else { return false }
    }
    return true
  }

  private func value(_ source: SieveSource, _ index: Int32, _ slot: Int32) -> SieveValue {
    if slot >= 0 { return values[Int(slot)] }
    switch source {
    case .texts: return headerValue(Int(index))
    case .derived: return SieveValue(index: index, source: .derived)
    default: return value(Int(index), source)
    }
  }
}

extension SieveFacts.Text {
  /// 0 unknown, 1 absent, 2 present.
  fileprivate var presence: UInt32 {
    switch self {
    case .unknown: 0
    case .absent: 1
    case .present: 2
    }
  }
}
