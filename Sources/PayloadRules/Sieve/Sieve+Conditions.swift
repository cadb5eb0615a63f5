/// Conditions and predicates in three-valued logic, as `Evaluator` has them.
extension Sieve {
  func truth(_ condition: Int) -> SieveTruth {
    switch code[condition] {
    case SieveCondition.test: return truth(leaf: code[condition + 1])
    case SieveCondition.all:
      var result = SieveTruth.yes
      for index in 0..<code[condition + 1] {
        result = Self.both(result, truth(code[condition + 2 + index]))
        if result == .no { return .no }
      }
      return result
    case SieveCondition.any:
      var result = SieveTruth.no
      for index in 0..<code[condition + 1] {
        result = Self.either(result, truth(code[condition + 2 + index]))
        if result == .yes { return .yes }
      }
      return result
    case SieveCondition.not: return !truth(code[condition + 1])
    default: return .yes
    }
  }

  /// What `all` of two tests may come to.
  @inline(__always)
  static func both(_ left: SieveTruth, _ right: SieveTruth) -> SieveTruth {
    if left == .yes { return right }
    if right == .yes || left == .no { return left }
    if right == .no { return right }
    var result = left.union(right)
    // Only two tests that may both hold may hold together.
    if !left.contains(.yes) || !right.contains(.yes) { result.remove(.yes) }
    return result
  }

  @inline(__always)
  static func either(_ left: SieveTruth, _ right: SieveTruth) -> SieveTruth { !both(!left, !right) }

  func truth(leaf: Int) -> SieveTruth {
    let record = code[.leaves] + leaf * 2
    if isPlanning { return truth(code[record], code[record + 1]) }
    let known = memo[leaf]
    if known != 0 { return SieveTruth(rawValue: known) }
    let result = truth(code[record], code[record + 1])
    memo[leaf] = result.rawValue
    return result
  }

  private func truth(_ place: Int, _ predicate: Int) -> SieveTruth {
    let root = code[place + 1]
    switch root {
    case SieveRoots.pushType:
      return truth(predicate, id: pushType, isKnown: pushType != nil)
    case SieveRoots.route:
      return truth(predicate, id: route >= 0 ? routeScalar.text : nil, isKnown: hasRoute)
    default: if isPlanning { return .open }
    }
    let slot = code[place]
    if code[place + 3] == 0, root != SieveRoots.headers { return test(predicate, slot) }
    var result = SieveTruth.no
    var isEmpty = true
    forEachValue(place) { sieve, value in
      isEmpty = false
      result = Self.either(result, sieve.test(predicate, value, isCheck: false))
    } none: { sieve, state in
      isEmpty = false
      result = Self.either(
        result, state == 0 ? .unknown : sieve.absent(predicate, isCheck: false))
    }
    return isEmpty ? absent(predicate, isCheck: false) : result
  }

  @inline(__always)
  private func test(_ predicate: Int, _ slot: Int) -> SieveTruth {
    switch states[slot] {
    case 0: .unknown
    case 1: absent(predicate, isCheck: false)
    default: test(predicate, values[slot], isCheck: false)
    }
  }

  private func truth(_ predicate: Int, id: SieveText?, isKnown: Bool) -> SieveTruth {
    guard isKnown else { return .unknown }
    switch code[predicate] {
    case SievePredicate.present: return SieveTruth(id != nil)
    case SievePredicate.absent: return SieveTruth(id == nil)
    case SievePredicate.oneOf:
      guard let id else { return .no }
      return SieveTruth(holds(code[predicate + 1], view(id)))
    case SievePredicate.oneOfFact:
      guard let id else { return .no }
      return SieveTruth(holds(code[code[code[.facts] + code[predicate + 1]] + 2], view(id)))
    case SievePredicate.not: return !truth(code[predicate + 1], id: id, isKnown: isKnown)
    case SievePredicate.equals:
      return decide(code[predicate + 1]) { sieve, resolved in
        guard let id else { return .no }
        if resolved.list >= 0 { return SieveTruth(sieve.holds(resolved.list, sieve.view(id))) }
        return SieveTruth(
          resolved.scalar.kind == .text && sieve.view(resolved.scalar.text).equals(sieve.view(id)))
      }
    default: return .unknown
    }
  }

  /// Whether a list of literals holds this text.
  func holds(_ list: Int, _ text: ByteView) -> Bool {
    for index in 0..<code[list] {
      let literal = code[list + 1 + index]
      if code[literal] == SieveLiteral.text, code.text(at: literal + 1).equals(text) { return true }
    }
    return false
  }

  // MARK: One value

  /// Whether a predicate holds for a value that is there.
  func test(_ predicate: Int, _ value: SieveValue, isCheck: Bool) -> SieveTruth {
    if value.source == .derived {
      let isMissing = derived(Int(value.index)).kind == .none
      if recording != nil { record(-1, value, SieveTruth(isMissing)) }
      if isMissing { return absent(predicate, isCheck: isCheck) }
    }
    if value.kind == .null, value.source == .payload { return null(predicate, isCheck: isCheck) }
    switch code[predicate] {
    case SievePredicate.present: return .yes
    case SievePredicate.absent: return .no
    case SievePredicate.all:
      var result = SieveTruth.yes
      for index in 0..<code[predicate + 1] {
        result = Self.both(result, test(code[predicate + 2 + index], value, isCheck: isCheck))
        if result == .no { return .no }
      }
      return result
    case SievePredicate.any:
      var result = SieveTruth.no
      for index in 0..<code[predicate + 1] {
        result = Self.either(result, test(code[predicate + 2 + index], value, isCheck: isCheck))
        if result == .yes { return .yes }
      }
      return result
    case SievePredicate.not: return !test(code[predicate + 1], value, isCheck: isCheck)
    default: break
    }
    guard recording != nil else { return settled(predicate, value) }
    isSettling = true
    let result = settled(predicate, value)
    isSettling = false
    if !isDecidedByShape(predicate, value, result) { record(predicate, value, result) }
    return result
  }

  /// Whether a test comes out the same for every request of one shape.
  private func isDecidedByShape(_ predicate: Int, _ value: SieveValue, _ result: SieveTruth) -> Bool {
    switch code[predicate] {
    case SievePredicate.hasKeys, SievePredicate.hasAny, SievePredicate.uniqueNames: true
    case SievePredicate.type:
      // In a fixture a text of the wrong type may be a placeholder; and 1.0 may count as whole.
      value.source != .derived
        && (value.kind != .string || result == .yes || facts.profile == .dispatch)
        && (value.kind != .number || value.flags.contains(.integer))
    default: false
    }
  }

  /// A test of what is there, by its text, number or size.
  func settled(_ predicate: Int, _ value: SieveValue) -> SieveTruth {
    let result = leaf(predicate, value)
    guard result == .no, facts.profile == .fixture, isPlaceholder(value, predicate) else { return result }
    return .unknown
  }

  func absent(_ predicate: Int, isCheck: Bool) -> SieveTruth {
    switch code[predicate] {
    case SievePredicate.present, SievePredicate.hasKeys, SievePredicate.hasAny: return .no
    case SievePredicate.absent: return .yes
    case SievePredicate.not:
      switch code[code[predicate + 1]] {
      case SievePredicate.present: return .yes
      case SievePredicate.absent: return .no
      default: return SieveTruth(isCheck)
      }
    case SievePredicate.all: return some(predicate, .no) { $0.absent($1, isCheck: isCheck) } ? .no : .yes
    case SievePredicate.any: return some(predicate, .yes) { $0.absent($1, isCheck: isCheck) } ? .yes : .no
    default: return SieveTruth(isCheck)
    }
  }

  private func null(_ predicate: Int, isCheck: Bool) -> SieveTruth {
    let types = Int(JSONTypeSet.null.rawValue)
    switch code[predicate] {
    case SievePredicate.type: return code[predicate + 1] & types != 0 ? .yes : SieveTruth(isCheck)
    case SievePredicate.not where code[code[predicate + 1]] == SievePredicate.type:
      return code[code[predicate + 1] + 1] & types != 0 ? .no : SieveTruth(isCheck)
    case SievePredicate.all: return some(predicate, .no) { $0.null($1, isCheck: isCheck) } ? .no : .yes
    case SievePredicate.any: return some(predicate, .yes) { $0.null($1, isCheck: isCheck) } ? .yes : .no
    default: return absent(predicate, isCheck: isCheck)
    }
  }

  /// Whether some part of an `all` or `any` comes to `sought`.
  private func some(
    _ predicate: Int, _ sought: SieveTruth, _ test: (Sieve, Int) -> SieveTruth
  ) -> Bool {
    for index in 0..<code[predicate + 1] where test(self, code[predicate + 2 + index]) == sought {
      return true
    }
    return false
  }

  private func isPlaceholder(_ value: SieveValue, _ predicate: Int) -> Bool {
    let expectsFormat: Bool
    switch code[predicate] {
    case SievePredicate.format, SievePredicate.range, SievePredicate.type, SievePredicate.matches:
      expectsFormat = true
    case SievePredicate.placeholder, SievePredicate.key, SievePredicate.hasKeys, SievePredicate.hasAny,
      SievePredicate.uniqueNames, SievePredicate.uniqueValues, SievePredicate.schema:
      return false
    default: expectsFormat = false
    }
    guard let text = text(value) else { return false }
    return Placeholders.find(in: view(text), expectsFormat: expectsFormat) != nil
  }

  // MARK: Places with wildcards

  /// Calls `body` with every value at a place; `none` once, with its state, for a plain place without one.
  func forEachValue(
    _ place: Int, _ body: (Sieve, SieveValue) -> Void, none: (Sieve, UInt8) -> Void
  ) {
    let slot = code[place]
    let state = states[slot]
    if code[place + 1] == SieveRoots.headers { return forEachHeader(place, state, body, none) }
    let steps = code[place + 3]
    guard state == 2 else {
      if steps == 0 || state == 0 { none(self, state) }
      return
    }
    let value = values[slot]
    guard steps > 0 else { return body(self, value) }
    guard value.index >= 0, value.source != .texts, value.source != .derived else { return }
    forEachValue(value, place + 4, steps, body)
  }

  private func forEachHeader(
    _ place: Int, _ state: UInt8, _ body: (Sieve, SieveValue) -> Void,
    _ none: (Sieve, UInt8) -> Void
  ) {
    if code[place + 2] == 1 {
      for index in headers.indices { body(self, headerValue(index)) }
      return
    }
    guard state == 2 else { return none(self, state) }
    let value = values[code[place]]
    guard value.index >= 0 else { return body(self, value) }
    let name = headers[Int(value.index)].name
    for index in headers.indices where texts.view[headers[index].name].equals(texts.view[name]) {
      body(self, headerValue(index))
    }
  }

  func headerValue(_ index: Int) -> SieveValue {
    let field = headers[index]
    return SieveValue(
      index: Int32(truncatingIfNeeded: index), start: UInt32(field.valueStart), end: UInt32(field.valueEnd))
  }

  /// The steps are a rule's, so the recursion is as deep as a rule is long.
  private func forEachValue(
    _ value: SieveValue, _ step: Int, _ steps: Int, _ body: (Sieve, SieveValue) -> Void
  ) {
    guard steps > 0 else { return body(self, value) }
    let source = value.source
    let end = Int(node(Int(value.index), source).next)
    var index = Int(value.index) + 1
    switch code[step] {
    case SieveStep.descendants:
      while index < end {
        let node = node(index, source)
        if node.kind != .key { body(self, self.value(index, source)) }
        index += 1
      }
    case SieveStep.elements:
      guard value.kind == .array else { return }
      while index < end {
        forEachValue(self.value(index, source), step + 3, steps - 1, body)
        index = Int(node(index, source).next)
      }
    default:
      guard value.kind == .object else { return }
      while index + 1 < end {
        if code[step] == SieveStep.members
          || JSONText.equals(node(index, source), in: view(source), code.text(at: step + 1))
        {
          forEachValue(self.value(index + 1, source), step + 3, steps - 1, body)
        }
        index = Int(node(index + 1, source).next)
      }
    }
  }
}
