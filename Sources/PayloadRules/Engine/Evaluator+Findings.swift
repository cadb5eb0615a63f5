/// Puts places and words to what was met.
extension Evaluator {
  func finding(_ candidate: Candidate) -> Finding {
    let rule = set.rules[candidate.rule]
    let standIn = candidate.standsFor.map { set.rules[$0] } ?? rule
    let located = locate(candidate)
    let ruleWords = words(of: candidate.rule)
    let words = Words(evaluator: self, candidate: candidate, rule: rule, ruleWords: ruleWords)
    var finding = Finding(
      rule: rule.id, severity: severity(of: candidate), outcome: standIn.outcome, reason: standIn.reason,
      message: words.message(ruleWords.messages), help: ruleWords.help.flatMap { words.text($0) },
      documentation: ruleWords.documentation, subject: located.subject, pointer: located.pointer,
      name: located.name,
      place: located.place)
    if let related = candidate.problem?.related {
      finding.notes = [
        FindingNote(message: "see here", place: FindingPlace(source: .payload, range: related))
      ]
    }
    finding.fix = fix(candidate, rule, words)
    finding.fingerprint = fingerprint(rule, candidate, located)
    return finding
  }

  /// What a rule says; places that only its words look at are unknown where nobody filled them.
  private func words(of number: Int) -> RuleWords {
    if let words = set.rules[number].words { return words }
    let words = reader.words(of: number)
    let missing = reader.set.slots.count - slots.count
    if missing > 0 { slots.append(contentsOf: repeatElement(.unknown, count: missing)) }
    return words
  }

  struct Located {
    var subject: FindingSubject
    var pointer: String?
    var name: String?
    var place: FindingPlace
  }

  func locate(_ candidate: Candidate) -> Located {
    if let detection = candidate.detection {
      var name: String?
      if case .headerValue(let index) = detection.place.source { name = headerNames[index] }
      if case .headerName(let index) = detection.place.source { name = headerNames[index] }
      return Located(
        subject: detection.subject, pointer: detection.pointer, name: name, place: detection.place)
    }
    if let problem = candidate.problem {
      let pointer =
        candidate.value.index >= 0
        ? payloadTrail.pointer(to: candidate.value.index, in: payloadDocument, text: payload) : ""
      return Located(
        subject: .payload, pointer: pointer, name: nil,
        place: FindingPlace(source: .payload, range: problem.range))
    }
    switch candidate.place.place.root {
    case .headers: return locateHeader(candidate)
    case .payload: return locateInPayload(candidate)
    case .jwt: return locateInToken(candidate)
    case .method: return Located(subject: .method, place: FindingPlace(source: .method, range: nil))
    case .host: return Located(subject: .host, place: FindingPlace(source: .host, range: nil))
    case .port: return Located(subject: .host, place: FindingPlace(source: .port, range: nil))
    case .token, .path: return locateInPath(candidate)
    case .context:
      let key = candidate.place.place.lastKey ?? ""
      let subject: FindingSubject = key.hasPrefix("certificate") ? .certificate : .key
      return Located(subject: subject, place: FindingPlace(source: .context(key), range: nil))
    case .credential:
      return Located(subject: .certificate, place: FindingPlace(source: .context("certificate"), range: nil))
    case .envelope: return locateInEnvelope(candidate)
    default: return Located(subject: .file, pointer: "", place: FindingPlace(source: .request, range: nil))
    }
  }

  private func locateHeader(_ candidate: Candidate) -> Located {
    let index = candidate.value.index
    guard candidate.value.isThere, index >= 0 else {
      let name = candidate.missingKeys.first ?? candidate.place.place.lastKey ?? repeatedHeader
      if let repeated = repeatedHeaderIndex, candidate.missingKeys.isEmpty,
        candidate.place.place.steps.isEmpty
      {
        return Located(
          subject: .header, name: headerNames[repeated],
          place: FindingPlace(source: .headerName(repeated), range: nil))
      }
      return Located(subject: .header, name: name, place: FindingPlace(source: .headers, range: nil))
    }
    let marking = candidate.marking ?? defaultMarking(candidate)
    return Located(
      subject: .header, name: headerNames[index],
      place: FindingPlace(source: marking == .key ? .headerName(index) : .headerValue(index), range: nil))
  }

  /// The first header that stands a second time.
  var repeatedHeader: String? { repeatedHeaderIndex.map { headerNames[$0] } }

  private var repeatedHeaderIndex: Int? {
    if let known = foundRepeatedHeader { return known }
    var seen: Set<String> = []
    let found = headerNames.indices.first { !seen.insert(headerNames[$0]).inserted }
    foundRepeatedHeader = .some(found)
    return found
  }

  private func defaultMarking(_ candidate: Candidate) -> Marking {
    switch set.rules[candidate.rule].marking {
    case .some(let marking): return marking
    case nil: break
    }
    if case .absent = candidate.check { return .key }
    if case .key = candidate.check { return .key }
    if case .not(.key) = candidate.check { return .key }
    return .value
  }

  private func locateInPayload(_ candidate: Candidate) -> Located {
    let value = candidate.value
    if value.state == .absent {
      let parent = nearestPresent(above: candidate.place.place)
      return place(ofObject: parent)
    }
    if case .bytes(let measure, _, let maximum) = candidate.check, measure != .value, measure != .compact {
      let limit = maximum.flatMap { resolve($0).firstNumber } ?? 0
      let start = min(Int(limit), payload.count)
      // Where white space would be left out, the first byte over the limit lies further back.
      var place = measure == .body && subject.sizeBasis == .asKept ? offset(ofCompact: Int(limit)) : start
      // The character that crosses the limit is marked whole.
      while place > 0, place < payload.count, payload[place] & 0xC0 == 0x80 { place -= 1 }
      return Located(
        subject: .payload, pointer: "",
        place: FindingPlace(source: .payload, range: ByteRange(place, payload.count)))
    }
    let marking = candidate.marking ?? defaultMarking(candidate)
    guard value.index >= 0, payloadDocument.nodes.indices.contains(value.index) else {
      return Located(
        subject: .payload, pointer: "",
        place: FindingPlace(source: .payload, range: ByteRange(0, payload.count)))
    }
    let pointer = payloadTrail.pointer(to: value.index, in: payloadDocument, text: payload)
    switch marking {
    case .key:
      let key = keyIndex(of: value).map { payloadDocument.nodes[$0].range } ?? value.node.range
      return Located(subject: .payload, pointer: pointer, place: FindingPlace(source: .payload, range: key))
    case .object: return place(ofObject: value)
    case .value:
      return Located(
        subject: .payload, pointer: pointer, place: FindingPlace(source: .payload, range: value.node.range))
    }
  }

  private func place(ofObject value: Value) -> Located {
    guard value.index >= 0, value.source == .payload else {
      return Located(
        subject: .payload, pointer: "",
        place: FindingPlace(source: .payload, range: ByteRange(0, min(1, payload.count))))
    }
    let start = Int(value.node.start)
    return Located(
      subject: .payload, pointer: payloadTrail.pointer(to: value.index, in: payloadDocument, text: payload),
      place: FindingPlace(source: .payload, range: ByteRange(start, min(start + 1, Int(value.node.end)))))
  }

  /// The deepest object on the way to a place that is there.
  private func nearestPresent(above place: Place) -> Value {
    var parent = place.parent
    while let current = parent {
      if let slot = set.slots[current], slots[slot].isThere { return slots[slot] }
      parent = current.parent
    }
    if place.root == .envelope, let root = envelopeDocument.nodes.first {
      return Value(state: .present, source: .envelope, index: 0, node: root)
    }
    guard let root = payloadDocument.nodes.first else { return Value(state: .present, source: .payload) }
    return Value(state: .present, source: .payload, index: 0, node: root)
  }

  /// Offset of the byte that would be number `count` if white space were left out.
  private func offset(ofCompact count: Int) -> Int {
    var (seen, index, isText) = (0, 0, false)
    while index < payload.count {
      let byte = payload[index]
      let isBlank = !isText && (byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D)
      if !isBlank {
        if seen == count { return index }
        seen += 1
      }
      if byte == 0x22 { isText.toggle() }
      if isText, byte == 0x5C, index + 1 < payload.count {
        index += 1
        if seen == count { return index }
        seen += 1
      }
      index += 1
    }
    return index
  }

  private func locateInPath(_ candidate: Candidate) -> Located {
    let isToken = candidate.place.place.root == .token || candidate.place.place.lastKey == "token"
    let subject: FindingSubject = isToken ? .token : .path
    guard candidate.value.isThere, candidate.value.index == -3, let path = extraTexts[3] else {
      let source: FindingSource = isToken && self.subject.token.value != nil ? .token : .path
      return Located(subject: subject, place: FindingPlace(source: source, range: nil))
    }
    let range = candidate.value.node.range.shifted(by: -path.start)
    return Located(subject: subject, place: FindingPlace(source: .path, range: range))
  }

  private func locateInToken(_ candidate: Candidate) -> Located {
    let source: FindingSource = tokenReading.headerIndex.map { .headerValue($0) } ?? .context("jwt")
    let keys = candidate.place.place.steps.compactMap { step -> String? in
      if case .key(let key) = step { return key }
      return nil
    }
    var pointer = keys.map { "/" + JSONPointer.escape($0) }.joined()
    if candidate.value.isThere, candidate.value.index >= 0,
      candidate.value.source == .tokenHeader
        || candidate.value.source == .tokenClaims, !candidate.place.rest.isEmpty || candidate.marking == .key
    {
      pointer =
        (candidate.value.source == .tokenHeader ? "/header" : "/claims")
        + JSONPointer.pointer(
          to: candidate.value.index, in: document(candidate.value.source), text: view(candidate.value.source))
    } else if let missing = candidate.missingKeys.first {
      pointer += "/" + JSONPointer.escape(missing)
    }
    let segment =
      keys.first == "header" ? 0 : keys.first == "claims" ? 1 : keys.first == "signature" ? 2 : nil
    let range = segment.flatMap {
      tokenReading.segments.indices.contains($0) ? tokenReading.segments[$0] : nil
    }
    return Located(
      subject: .jwt, pointer: pointer,
      name: tokenReading.headerIndex.map { headerNames[$0] },
      place: FindingPlace(source: source, range: range?.shifted(by: tokenReading.offset)))
  }

  private func locateInEnvelope(_ candidate: Candidate) -> Located {
    var value = candidate.value
    var marking = candidate.marking ?? defaultMarking(candidate)
    if value.state == .absent {
      value = nearestPresent(above: candidate.place.place)
      marking = .object
    }
    guard value.source == .envelope, envelopeDocument.nodes.indices.contains(value.index) else {
      return Located(subject: .envelope, pointer: "", place: FindingPlace(source: .envelope, range: nil))
    }
    var range = value.node.range
    // Of an object that lacks something the opening brace.
    if marking == .object, value.node.kind == .object { range.end = range.start + 1 }
    if marking == .key, let key = keyIndex(of: value) { range = envelopeDocument.nodes[key].range }
    return Located(
      subject: .envelope,
      pointer: envelopeTrail.pointer(to: value.index, in: envelopeDocument, text: envelope),
      place: FindingPlace(source: .envelope, range: range))
  }

  // MARK: Order and identity

  func sortFindings(_ findings: inout [Finding]) {
    findings.sort { left, right in
      let (first, second) = (order(left.place), order(right.place))
      if first != second { return first.lexicographicallyPrecedes(second) }
      if left.severity != right.severity { return left.severity > right.severity }
      return left.rule < right.rule
    }
  }

  private func order(_ place: FindingPlace) -> [Int] {
    let range = place.range ?? ByteRange(0, 0)
    switch place.source {
    case .request, .context: return [0, 0, range.start, range.end]
    case .method: return [1, 0, range.start, range.end]
    case .host, .port: return [2, 0, range.start, range.end]
    case .path, .token: return [3, 0, range.start, range.end]
    case .headers: return [4, -1, range.start, range.end]
    case .headerName(let index): return [4, index, range.start, range.end]
    case .headerValue(let index): return [4, index, range.start, range.end]
    case .envelope: return [5, 0, range.start, range.end]
    case .payload: return [6, 0, range.start, range.end]
    }
  }

  /// 64-bit FNV-1a over rule, pointer shape (or name) and the kind and masked text of the value.
  private func fingerprint(_ rule: Rule, _ candidate: Candidate, _ located: Located) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0) &* 0x100_0000_01b3
    }
    add(rule.id)
    if candidate.value.source == .payload, candidate.value.index >= 0, candidate.detection == nil {
      add(payloadTrail.shape(of: candidate.value.index, in: payloadDocument, text: payload))
    } else {
      add(located.pointer ?? located.name ?? located.subject.rawValue)
    }
    add(
      candidate.missingKeys.isEmpty ? actual(candidate) ?? "" : candidate.missingKeys.joined(separator: ","))
    return unsafe String(unsafeUninitializedCapacity: 16) { buffer in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: hash >> UInt64(60 - index * 4)) & 15
        unsafe buffer[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
      return 16
    }
  }
}

extension Resolved {
  var firstNumber: Double? {
    switch self {
    case .values(let values): values.first?.number
    case .either(let alternatives): alternatives.compactMap { $0.first?.number }.max()
    default: nil
    }
  }
}
