/// Puts what is known of the request where rules look for it.
extension Evaluator {
  /// Gathers the texts of the request in one buffer, so that all of them can be read as bytes.
  func prepareTexts() {
    textBytes.removeAll(keepingCapacity: true)
    headerRanges.removeAll(keepingCapacity: true)
    headerNames.removeAll(keepingCapacity: true)
    foundRepeatedHeader = nil
    for header in subject.headers {
      let name = append(header.name)
      headerRanges.append((name, append(header.value)))
      headerNames.append(header.name.asciiLowercased)
    }
    // Room for every other text, so that `textBytes` is complete before views of it are made.
    extraTexts.removeAll(keepingCapacity: true)
    for text in [subject.method, subject.host, subject.port, subject.path, subject.token] {
      extraTexts.append(text.value.map { append($0) })
    }
    for entry in set.plan.context { extraTexts.append(subject.context[entry.key].map { append($0) }) }
    extraTexts.append(append(subject.input))
    extraTexts.append(append(subject.profile.rawValue))
    extraTexts.append(append(credential.rawValue))
    bareToken = append(subject.providerToken.value ?? "")
    extraTexts.append(append(tokenReading.signatureText))
  }

  private func append(_ text: String) -> ByteRange {
    let start = textBytes.count
    textBytes.append(contentsOf: text.utf8)
    return ByteRange(start, textBytes.count)
  }

  /// The credential as far as the request shows it.
  var credential: Credential {
    if subject.credential != .unknown { return subject.credential }
    if subject.context["certificate"] == "true" { return .certificate }
    if subject.headers.contains(where: { $0.name.asciiLowercased == ProviderTokenReading.headerName }) {
      return .token
    }
    if subject.context["certificate"] == "false" { return .none }
    return .unknown
  }

  func textValue(_ range: ByteRange, index: Int = -1) -> Value {
    Value(
      state: .present, source: .texts, index: index,
      node: JSONNode(kind: .string, start: range.start, end: range.end, next: 0))
  }

  private func textValue(_ fact: Fact<String>, _ range: ByteRange?) -> Value {
    switch fact {
    case .unknown: .unknown
    case .absent: .absent
    case .present: range.map { textValue($0) } ?? .unknown
    }
  }

  func fillSlots() {
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(.absent, count: set.slots.count))
    leaves.removeAll(keepingCapacity: true)
    leaves.append(contentsOf: repeatElement(nil, count: set.leafCount))
    derivedValues = Array(repeating: nil, count: set.derivations.count)
    notChecked.removeAll()
    limit = nil
    fillPayload()
    fill(set.plan.envelope, envelopeDocument, envelope, .envelope, root: 0)
    fillToken()
    fillTexts()
    fillFromEnvelope()
  }

  private func fillPayload() {
    switch subject.payload {
    case .unknown: markUnknown(.payload)
    case .absent: break
    case .present:
      if payloadDocument.nodes.isEmpty {
        if let slot = set.plan.roots[.payload] { slots[slot] = Value(state: .present, source: .payload) }
        markUnknown(.payload, includingRoot: false)
        if let slot = set.slots[Place(root: .payload)] {
          slots[slot] = Value(
            state: .present, source: .payload,
            node: JSONNode(kind: .invalid, start: 0, end: payload.count, next: 0))
        }
        return
      }
      fill(set.plan.payload, payloadDocument, payload, .payload, root: 0)
    }
  }

  private func markUnknown(_ root: PlaceRoot, includingRoot: Bool = true) {
    for (place, slot) in set.slots where place.root == root && (includingRoot || !place.steps.isEmpty) {
      slots[slot] = .unknown
    }
  }

  /// Walks a document and the tree of places in step; each object that rules look into is read once.
  private func fill(
    _ trie: PlaceTrie, _ document: JSONDocument, _ text: ByteView, _ source: Value.Source, root: Int
  ) {
    guard !document.nodes.isEmpty, !trie.isEmpty else { return }
    var waiting: [(node: Int, place: Int)] = [(root, 0)]
    while let (node, place) = waiting.popLast() {
      let slot = trie.nodes[place].slot
      let jsonNode = document.nodes[node]
      if slot >= 0 { slots[slot] = value(node, jsonNode, source) }
      guard jsonNode.kind == .object, !trie.nodes[place].children.isEmpty else {
        if jsonNode.kind == .placeholder || jsonNode.flags.contains(.guessed) {
          markUnknown(below: place, trie)
        }
        continue
      }
      var index = node + 1
      while index + 1 < Int(jsonNode.next) {
        let respells = source == .payload && node > root && !spelling.isEmpty
        let child = keyChild(trie, place, document.nodes[index], text, respells: respells)
        if child >= 0 { waiting.append((index + 1, child)) }
        index = Int(document.nodes[index + 1].next)
      }
    }
  }

  private func keyChild(
    _ trie: PlaceTrie, _ place: Int, _ key: JSONNode, _ text: ByteView, respells: Bool
  ) -> Int {
    if respells, let meant = spelling[JSONText.string(key, in: text)] {
      return Array(meant.utf8).withByteView { trie.child(of: place, key: $0) }
    }
    guard key.flags.contains(.hasEscapes) else {
      return trie.child(of: place, key: text[JSONText.contentRange(key, in: text)])
    }
    return Array(JSONText.string(key, in: text).utf8).withByteView { trie.child(of: place, key: $0) }
  }

  /// Whatever lies under a placeholder is unknown.
  private func markUnknown(below place: Int, _ trie: PlaceTrie) {
    var waiting = [place]
    while let place = waiting.popLast() {
      for children in trie.nodes[place].children.values {
        for child in children {
          let slot = trie.nodes[child.node].slot
          if slot >= 0 { slots[slot] = .unknown }
          waiting.append(child.node)
        }
      }
    }
  }

  func value(_ index: Int, _ node: JSONNode, _ source: Value.Source) -> Value {
    let isOpaque = node.kind == .placeholder || node.kind == .invalid || node.flags.contains(.guessed)
    return Value(state: isOpaque ? .opaque : .present, source: source, index: index, node: node)
  }

  private func fillToken() {
    guard tokenReading.isThere else {
      let isKnown = credential == .certificate || credential == .none
      for entry in tokenSlots { slots[entry.slot] = isKnown ? .absent : .unknown }
      return
    }
    if let slot = set.plan.roots[.jwt] { slots[slot] = textValue(tokenRange) }
    fill(set.plan.tokenHeader, tokenHeaderDocument, tokenHeader, .tokenHeader, root: 0)
    fill(set.plan.tokenClaims, tokenClaimsDocument, tokenClaims, .tokenClaims, root: 0)
    // What could not be decoded draws one finding of the reader, not one for each missing part.
    for entry in tokenSlots {
      if entry.part == "header", tokenHeaderDocument.nodes.isEmpty { slots[entry.slot] = .unknown }
      if entry.part == "claims", tokenClaimsDocument.nodes.isEmpty { slots[entry.slot] = .unknown }
    }
    if let slot = set.plan.tokenParts["signature"] {
      let range = extraTexts.last ?? nil
      slots[slot] = tokenReading.hasSignature ? range.map { textValue($0) } ?? .unknown : .unknown
    }
  }

  /// Where the provider token lies in the texts.
  var tokenRange: ByteRange {
    guard let header = tokenReading.headerIndex else { return bareToken }
    let range = headerRanges[header].value
    return ByteRange(range.start + tokenReading.offset, range.end)
  }

  private func fillTexts() {
    let facts = [subject.method, subject.host, subject.port, subject.path, subject.token]
    let roots: [PlaceRoot] = [.method, .host, .port, .path, .token]
    for (number, root) in roots.enumerated() {
      if let slot = set.plan.roots[root] { slots[slot] = textValue(facts[number], extraTexts[number]) }
    }
    for (number, entry) in set.plan.context.enumerated() {
      slots[entry.slot] = extraTexts[5 + number].map { textValue($0) } ?? .unknown
    }
    let rest = 5 + set.plan.context.count
    for (number, root) in [PlaceRoot.input, .profile, .credential].enumerated() {
      guard let slot = set.plan.roots[root], let range = extraTexts[rest + number] else { continue }
      slots[slot] = root == .credential && credential == .unknown ? .unknown : textValue(range)
    }
    if let slot = set.plan.roots[.now] {
      slots[slot] =
        subject.now == nil ? .unknown : Value(state: .present, source: .derived, index: Self.clockIndex)
    }
    if let slot = set.plan.roots[.headers] {
      slots[slot] = subject.headersAreComplete || !subject.headers.isEmpty ? Value(state: .present) : .unknown
    }
    for (name, slot) in set.plan.headers {
      if let index = headerNames.firstIndex(of: name) {
        slots[slot] = textValue(headerRanges[index].value, index: index)
      } else if name == ProviderTokenReading.headerName {
        slots[slot] = credential == .none || credential == .certificate ? .absent : .unknown
      } else {
        slots[slot] = subject.headersAreComplete ? .absent : .unknown
      }
    }
    for entry in set.plan.derived {
      slots[entry.slot] = Value(state: .present, source: .derived, index: entry.number)
    }
  }

  /// Which other spellings count in this payload: those that the envelope's service knows.
  func readSpelling() {
    spelling.removeAll()
    guard let id = subject.envelopeID, let fact = set.envelopes.first(where: { $0.id == id })?.spelling else {
      return
    }
    for row in set.factRows(set.facts[fact].name) { spelling[row.key] = row.value }
  }

  /// The key as rules write it.
  func meant(_ key: String, in source: Value.Source) -> String {
    source == .payload && !spelling.isEmpty ? spelling[key] ?? key : key
  }

  /// Payload places that the envelope's service fills from places of its own are there, their value unknown.
  private func fillFromEnvelope() {
    filledKeys.removeAll()
    guard let id = subject.envelopeID, let envelope = set.envelopes.first(where: { $0.id == id }) else {
      return
    }
    for (target, from) in envelope.fills where slots[from.slot].isThere && !slots[target.slot].isThere {
      slots[target.slot] = Value(state: .opaque, source: .envelope, index: slots[from.slot].index)
      // The objects on the way to it are there as well.
      var place = target.place.parent
      var key = target.place.lastKey
      while let parent = place, !parent.steps.isEmpty {
        if let slot = set.slots[parent], slots[slot].isObject, let key {
          filledKeys[slots[slot].index, default: []].insert(key)
        }
        key = parent.lastKey
        if let slot = set.slots[parent], !slots[slot].isThere {
          slots[slot] = Value(state: .opaque, source: .envelope, index: slots[from.slot].index)
        }
        place = parent.parent
      }
    }
  }

  // MARK: Route and push type

  func findRoute() {
    route = nil
    hasRoute = false
    if case .present = subject.path, let path = extraTexts[3] {
      hasRoute = true
      let segments = segments(of: path)
      route = set.routes.first { matches($0, segments) }?.id
    } else {
      route =
        set.routes.first { route in
          route.assumed.map { truth($0) == .yes } ?? false
        }?.id ?? set.routes.first?.id
      hasRoute = route != nil
      for entry in set.plan.pathParts { slots[entry.slot] = subject.path == .unknown ? .unknown : .absent }
      if case .present = subject.token, let slot = set.plan.roots[.token],
        let entry = set.plan.pathParts.first(where: { $0.name == "token" })
      {
        slots[entry.slot] = slots[slot]
      }
    }
  }

  /// Where the parts between slashes lie in the texts, without a query.
  private func segments(of path: ByteRange) -> [ByteRange] {
    let end = texts[path].firstIndex(of: 0x3F).map { path.start + $0 } ?? path.end
    var segments: [ByteRange] = []
    var start = path.start
    while let slash = texts.firstIndex(of: 0x2F, from: start), slash < end {
      segments.append(ByteRange(start, slash))
      start = slash + 1
    }
    segments.append(ByteRange(start, end))
    // What stands before the first slash is none.
    return Array(segments.dropFirst())
  }

  /// Whether the path is of this route; a method of the request chooses among routes of one path.
  private func matches(_ candidate: Route, _ segments: [ByteRange]) -> Bool {
    guard candidate.segments.count == segments.count else { return false }
    if case .present(let method) = subject.method, !candidate.methods.isEmpty,
      !candidate.methods.contains(method),
      set.routes.contains(where: { $0.pathText == candidate.pathText && $0.methods.contains(method) })
    {
      return false
    }
    for (segment, range) in zip(candidate.segments, segments) {
      if case .literal(let literal) = segment, !texts[range].equals(literal) { return false }
    }
    for (segment, range) in zip(candidate.segments, segments) {
      guard case .named(let name) = segment else { continue }
      let value = range.isEmpty ? Value.absent : textValue(range, index: -3)
      if let entry = set.plan.pathParts.first(where: { $0.name == name }) { slots[entry.slot] = value }
      if name == "token", let slot = set.plan.roots[.token], !slots[slot].isThere { slots[slot] = value }
    }
    return true
  }

  func findPushType() {
    if let hypothesis {
      pushType.value = hypothesis
    } else {
      pushType = inferPushType()
    }
    leaves = Array(repeating: nil, count: set.leafCount)
    derivedValues = Array(repeating: nil, count: set.derivations.count)
    if let slot = set.plan.roots[.pushType] {
      slots[slot] =
        pushType.value == nil
        ? .unknown : Value(state: .present, source: .derived, index: Self.pushTypeIndex)
    }
    if let slot = set.plan.roots[.route] {
      slots[slot] = route == nil ? .absent : Value(state: .present, source: .derived, index: Self.routeIndex)
    }
  }

  private func inferPushType() -> PushTypeKnowledge {
    pushType = PushTypeKnowledge(value: nil, from: "none", certainty: nil)
    for inference in set.inferences where inference.strength == .stated {
      if let found = knowledge(inference) { return found }
    }
    if let stated = subject.statedPushType {
      let isKnown = pushTypes.contains(stated.value)
      return PushTypeKnowledge(value: isKnown ? stated.value : nil, from: stated.from, certainty: .stated)
    }
    for inference in set.inferences where inference.strength != .stated {
      if let found = knowledge(inference) { return found }
    }
    return PushTypeKnowledge(value: nil, from: "none", certainty: nil)
  }

  private func knowledge(_ inference: Inference) -> PushTypeKnowledge? {
    guard truth(inference.condition) == .yes else { return nil }
    let certainty = PushTypeKnowledge.Certainty(rawValue: inference.strength.rawValue)
    guard case .values(let values) = resolve(inference.pushType), case .text(let type) = values.first,
      pushTypes.contains(type)
    else {
      return PushTypeKnowledge(value: nil, from: inference.from, certainty: certainty)
    }
    return PushTypeKnowledge(value: type, from: inference.from, certainty: certainty)
  }
}
