/// Reads values: their text, number and scalar, and every value at a place with wildcards.
extension Evaluator {
  func view(_ source: Value.Source) -> ByteView {
    switch source {
    case .payload: payload
    case .envelope: envelope
    case .tokenHeader: tokenHeader
    case .tokenClaims: tokenClaims
    case .texts, .derived: texts
    }
  }

  func document(_ source: Value.Source) -> JSONDocument {
    switch source {
    case .envelope: envelopeDocument
    case .tokenHeader: tokenHeaderDocument
    case .tokenClaims: tokenClaimsDocument
    default: payloadDocument
    }
  }

  /// Calls `body` with the decoded text of a value that is a text; nil for another.
  func withText<Result>(_ value: Value, _ body: (ByteView) -> Result) -> Result? {
    guard value.isThere else { return nil }
    switch value.source {
    case .texts:
      guard value.node.kind == .string else { return nil }
      return body(texts[value.node.range])
    case .derived:
      guard case .text(let text) = scalar(value) else { return nil }
      return Array(text.utf8).withByteView(body)
    default:
      guard value.node.kind == .string || value.node.kind == .key else { return nil }
      let text = view(value.source)
      guard value.node.flags.contains(.hasEscapes) else {
        return body(text[JSONText.contentRange(value.node, in: text)])
      }
      var decoded: [UInt8] = []
      JSONText.decode(value.node, in: text, into: &decoded)
      return decoded.withByteView(body)
    }
  }

  func text(_ value: Value) -> String? { withText(value) { $0.string } }

  /// The value as something to compare with; nil where it is absent or unknown.
  func scalar(_ value: Value) -> Scalar? {
    guard value.state == .present else { return nil }
    if value.source == .derived { return derived(value.index) }
    switch value.node.kind {
    case .string, .key: return text(value).map(Scalar.text)
    case .number: return JSONNumber.double(value.node, in: view(value.source)).map(Scalar.number)
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .null: return .null
    default: return .compound
    }
  }

  /// A number: of JSON, or of a text outside JSON that is one.
  func number(_ value: Value) -> Double? {
    guard value.isThere else { return nil }
    switch value.source {
    case .derived:
      guard case .number(let number) = scalar(value) else { return nil }
      return number
    case .texts:
      return withText(value) { $0.isEmpty ? nil : JSONNumber.double($0) } ?? nil
    default:
      guard value.node.kind == .number else { return nil }
      return JSONNumber.double(value.node, in: view(value.source))
    }
  }

  // MARK: Derived values

  /// Indexes of values that are no entries of `derive`.
  static let clockIndex = -2
  static let pushTypeIndex = -4
  static let routeIndex = -5

  /// A derived value; nil where what it comes from is absent or unknown.
  func derived(_ number: Int) -> Scalar? {
    switch number {
    case Self.clockIndex: return subject.now.map(Scalar.number)
    case Self.pushTypeIndex: return pushType.value.map(Scalar.text)
    case Self.routeIndex: return route.map(Scalar.text)
    default: break
    }
    if let cached = derivedValues[number] { return cached == .compound ? nil : cached }
    // A value that comes from itself comes from nothing.
    derivedValues[number] = .some(.compound)
    let derivation = set.derivations[number].derivation
    if restsOnPlaceholder(derivation) {
      unknownDerived.insert(number)
      return nil
    }
    if !unknownDerived.isEmpty { unknownDerived.remove(number) }
    let result = derive(derivation)
    // `compound` marks "worked out, and nothing there".
    derivedValues[number] = .some(result ?? .compound)
    return result
  }

  private func derive(_ derivation: Derivation) -> Scalar? {
    switch derivation {
    case .standard(let place, let literal, let forPlaceholders):
      if forPlaceholders, holdsPlaceholder(place) { return Scalar(literal) }
      if place.place.root == .route { return route.map(Scalar.text) ?? Scalar(literal) }
      if place.place.root == .pushType { return pushType.value.map(Scalar.text) ?? Scalar(literal) }
      if case .derived(let inner) = derivedReference(place) { return derived(inner) ?? Scalar(literal) }
      return scalar(slots[place.slot]) ?? Scalar(literal)
    case .suffix(let place, let fact): return text(slots[place.slot]).map { .text(suffix(of: $0, fact)) }
    case .withoutSuffix(let place, let fact):
      return text(slots[place.slot]).map { text in
        .text(String(text.dropLast(suffix(of: text, fact).count)))
      }
    case .number(let place):
      let number = self.number(slots[place.slot]) ?? text(slots[place.slot]).flatMap(Double.init)
      return number.map(Scalar.number)
    case .seconds(let place):
      return self.number(slots[place.slot]).map { .number(Self.seconds($0)) }
    case .lowerCase(let place): return text(slots[place.slot]).map { .text($0.asciiLowercased) }
    case .hexDigits(let place):
      return text(slots[place.slot]).map { text in
        .text(String(decoding: text.utf8.filter(\.isHexDigit), as: UTF8.self))
      }
    case .row(let fact, let operand):
      guard case .values(let values) = resolve(operand), case .text(let key) = values.first else {
        return nil
      }
      let row = set.facts[fact].rows.first { $0.key == key }
      return (row?.values ?? set.facts[fact].standard).first.map { Scalar($0) }
    case .operand(let operand):
      guard case .values(let values) = resolve(operand) else { return nil }
      return values.first
    }
  }

  /// Whether a derived value is not known, since nobody filled in the placeholder that it comes from.
  func isUnknown(derived number: Int) -> Bool {
    number >= 0 && derived(number) == nil && unknownDerived.contains(number)
  }

  private func restsOnPlaceholder(_ derivation: Derivation) -> Bool {
    switch derivation {
    case .standard(let place, _, let forPlaceholders): !forPlaceholders && holdsPlaceholder(place)
    case .suffix(let place, _), .withoutSuffix(let place, _), .number(let place), .seconds(let place),
      .lowerCase(let place), .hexDigits(let place):
      holdsPlaceholder(place)
    case .row(_, let operand), .operand(let operand): holdsPlaceholder(operand)
    }
  }

  private func holdsPlaceholder(_ operand: Operand) -> Bool {
    switch operand {
    case .place(let place), .between(_, let place, _): holdsPlaceholder(place)
    case .derived(let number): isUnknown(derived: number)
    case .join(let parts): parts.contains { holdsPlaceholder($0) }
    default: false
    }
  }

  private func holdsPlaceholder(_ place: PlaceReference) -> Bool {
    if case .derived(let number) = derivedReference(place) { return isUnknown(derived: number) }
    if place.place.root == .pushType || place.place.root == .route { return false }
    let value = slots[place.slot]
    if value.state == .opaque { return true }
    // About to be sent, a placeholder is what will be sent.
    guard value.state == .present, subject.profile == .fixture else { return false }
    // An address is a form of its own: there a name in capitals is a placeholder too.
    let expectsFormat = place.place.root == .host || place.place.root == .token
    return withText(value) { text in
      mayHoldPlaceholder(text) && placeholder(in: text, expectsFormat: expectsFormat) != nil
    } ?? false
  }

  private func derivedReference(_ place: PlaceReference) -> Operand? {
    guard place.place.root == .derived, let name = place.place.lastKey else { return nil }
    return set.derivations.firstIndex { $0.name == name }.map { Operand.derived($0) }
  }

  /// Milliseconds, twelve digits and more, as whole seconds.
  static func seconds(_ number: Double) -> Double {
    abs(number) >= 100_000_000_000 ? (number / 1000).rounded(.down) : number
  }

  private func suffix(of text: String, _ fact: Int) -> String {
    var best = ""
    for suffix in set.facts[fact].texts where suffix.utf8.count > best.utf8.count && text.hasSuffix(suffix) {
      best = suffix
    }
    return best
  }

  // MARK: Places with wildcards

  /// Calls `body` with every value at a place; once with what is absent or unknown for a plain place.
  func forEachValue(_ place: PlaceReference, _ body: (Value) -> Void) {
    let value = slots[place.slot]
    if place.place.root == .headers { return forEachHeader(place, value, body) }
    guard !place.rest.isEmpty else { return body(value) }
    guard value.isThere else {
      if value.state == .unknown { body(.unknown) }
      return
    }
    guard value.state == .present else { return body(.unknown) }
    forEachValue(value, place.rest[...], body)
  }

  private func forEachHeader(_ place: PlaceReference, _ value: Value, _ body: (Value) -> Void) {
    if place.place.steps == [.elements] {
      for (index, ranges) in headerRanges.enumerated() { body(textValue(ranges.value, index: index)) }
      return
    }
    guard value.state == .present, value.index >= 0, let name = place.place.lastKey else {
      return body(value)
    }
    for (index, ranges) in headerRanges.enumerated() where headerNames[index] == name {
      body(textValue(ranges.value, index: index))
    }
  }

  /// The steps are a rule's, so the recursion is as deep as a rule is long.
  private func forEachValue(_ value: Value, _ steps: ArraySlice<PlaceStep>, _ body: (Value) -> Void) {
    guard let step = steps.first else { return body(value) }
    guard value.index >= 0 else { return }
    let nodes = document(value.source).nodes
    let rest = steps.dropFirst()
    let end = Int(nodes[value.index].next)
    var index = value.index + 1
    switch step {
    case .descendants:
      while index < end {
        if nodes[index].kind != .key { body(self.value(index, nodes[index], value.source)) }
        index += 1
      }
    case .elements:
      guard value.node.kind == .array else { return }
      while index < end {
        forEachValue(self.value(index, nodes[index], value.source), rest, body)
        index = Int(nodes[index].next)
      }
    case .members, .key:
      guard value.node.kind == .object else { return }
      while index + 1 < end {
        let matches: Bool
        if case .key(let key) = step {
          matches = JSONText.string(nodes[index], in: view(value.source)) == key
        } else {
          matches = true
        }
        if matches { forEachValue(self.value(index + 1, nodes[index + 1], value.source), rest, body) }
        index = Int(nodes[index + 1].next)
      }
    }
  }

  /// The index of the key that a member's value stands under; nil for an element or a root.
  func keyIndex(of value: Value) -> Int? {
    guard value.index > 0, value.source != .texts, value.source != .derived else { return nil }
    let nodes = document(value.source).nodes
    guard value.index < nodes.count, nodes[value.index - 1].kind == .key else { return nil }
    return value.index - 1
  }
}
