/// Conditions and predicates in three-valued logic.
extension Evaluator {
  func truth(_ condition: Condition) -> Truth {
    switch condition {
    case .always: return .yes
    case .not(let inner): return !truth(inner)
    case .all(let parts):
      var result = Truth.yes
      for part in parts {
        switch truth(part) {
        case .no: return .no
        case .unknown: result = .unknown
        case .yes: break
        }
      }
      return result
    case .any(let parts):
      var result = Truth.no
      for part in parts {
        switch truth(part) {
        case .yes: return .yes
        case .unknown: result = .unknown
        case .no: break
        }
      }
      return result
    case .test(let place, let predicate, let leaf):
      if let known = leaves[leaf] { return known }
      let result = truth(place, predicate)
      leaves[leaf] = result
      return result
    }
  }

  private func truth(_ place: PlaceReference, _ predicate: Predicate) -> Truth {
    switch place.place.root {
    case .pushType: return truth(predicate, id: pushType.value, isKnown: pushType.value != nil)
    case .route: return truth(predicate, id: route, isKnown: hasRoute)
    default: break
    }
    if place.rest.isEmpty, place.place.root != .headers {
      return test(predicate, slots[place.slot], isCheck: false)
    }
    var result = Truth.no
    var isEmpty = true
    forEachValue(place) { value in
      isEmpty = false
      switch test(predicate, value, isCheck: false) {
      case .yes: result = .yes
      case .unknown: if result == .no { result = .unknown }
      case .no: break
      }
    }
    return isEmpty ? test(predicate, .absent, isCheck: false) : result
  }

  /// The push type and the route are ids, kept apart from the texts.
  private func truth(_ predicate: Predicate, id: String?, isKnown: Bool) -> Truth {
    guard isKnown else { return .unknown }
    switch predicate {
    case .present: return Truth(id != nil)
    case .absent: return Truth(id == nil)
    case .oneOf(let values): return Truth(id.map { values.contains(.text($0)) } ?? false)
    case .oneOfFact(let fact): return Truth(id.map { set.facts[fact].texts.contains($0) } ?? false)
    case .not(let inner): return !truth(inner, id: id, isKnown: isKnown)
    case .equals(let operand):
      return decide(operand) { values in Truth(id.map { values.contains(.text($0)) } ?? false) }
    default: return .unknown
    }
  }

  // MARK: One value

  /// Whether a predicate holds for a value; `isCheck` says what absence means (rule-language.md).
  func test(_ predicate: Predicate, _ value: Value, isCheck: Bool) -> Truth {
    switch value.state {
    case .unknown: return .unknown
    case .absent: return absent(predicate, isCheck: isCheck)
    case .opaque: return opaque(predicate)
    case .present: break
    }
    if value.source == .derived, scalar(value) == nil {
      return isUnknown(derived: value.index) ? .unknown : absent(predicate, isCheck: isCheck)
    }
    if value.node.kind == .null, value.source == .payload || value.source == .envelope {
      return null(predicate, isCheck: isCheck)
    }
    switch predicate {
    case .present: return .yes
    case .absent: return .no
    case .all(let parts):
      var result = Truth.yes
      for part in parts {
        let truth = test(part, value, isCheck: isCheck)
        if truth == .no { return .no }
        if truth == .unknown { result = .unknown }
      }
      return result
    case .any(let parts):
      var result = Truth.no
      for part in parts {
        let truth = test(part, value, isCheck: isCheck)
        if truth == .yes { return .yes }
        if truth == .unknown { result = .unknown }
      }
      return result
    case .not(let inner): return !test(inner, value, isCheck: isCheck)
    default: break
    }
    let result = leaf(predicate, value)
    guard result == .no, subject.profile == .fixture, isPlaceholder(value, predicate) else { return result }
    return .unknown
  }

  private func absent(_ predicate: Predicate, isCheck: Bool) -> Truth {
    switch predicate {
    case .present, .hasKeys, .hasAny: return .no
    case .absent: return .yes
    case .not(.present): return .yes
    case .not(.absent): return .no
    case .all(let parts):
      return parts.contains { absent($0, isCheck: isCheck) == .no } ? .no : .yes
    case .any(let parts):
      return parts.contains { absent($0, isCheck: isCheck) == .yes } ? .yes : .no
    default: return Truth(isCheck)
    }
  }

  private func null(_ predicate: Predicate, isCheck: Bool) -> Truth {
    switch predicate {
    case .type(let types): return types.contains(.null) ? .yes : Truth(isCheck)
    case .not(.type(let types)): return types.contains(.null) ? .no : Truth(isCheck)
    case .all(let parts): return parts.contains { null($0, isCheck: isCheck) == .no } ? .no : .yes
    case .any(let parts): return parts.contains { null($0, isCheck: isCheck) == .yes } ? .yes : .no
    default: return absent(predicate, isCheck: isCheck)
    }
  }

  private func opaque(_ predicate: Predicate) -> Truth {
    switch predicate {
    case .present, .placeholder(true): .yes
    case .absent: .no
    case .not(let inner): !opaque(inner)
    case .any(let parts): parts.contains { opaque($0) == .yes } ? .yes : .unknown
    case .all(let parts):
      parts.contains { opaque($0) == .no } ? .no : parts.allSatisfy { opaque($0) == .yes } ? .yes : .unknown
    default: .unknown
    }
  }

  private func isPlaceholder(_ value: Value, _ predicate: Predicate) -> Bool {
    let expectsFormat: Bool
    switch predicate {
    case .format, .range, .type, .matches: expectsFormat = true
    case .placeholder, .present, .absent, .key, .hasKeys, .hasAny, .unique, .schema: return false
    default: expectsFormat = false
    }
    return withText(value) { placeholder(in: $0, expectsFormat: expectsFormat) != nil } ?? false
  }

  private func leaf(_ predicate: Predicate, _ value: Value) -> Truth {
    switch predicate {
    case .type(let types): return Truth(type(types, value))
    case .oneOf(let values): return oneOf(values, value)
    case .oneOfFact(let fact): return decide(.fact(fact)) { values in oneOf(values, value) }
    case .range(let minimum, let maximum): return range(value, minimum, maximum)
    case .length(let minimum, let maximum):
      guard let length = length(value) else { return .unknown }
      return compare(Double(length), minimum, maximum)
    case .bytes(let measure, let minimum, let maximum): return bytes(value, measure, minimum, maximum)
    case .matches(let pattern): return withText(value) { Truth(pattern.matches($0)) } ?? .unknown
    case .format(let format): return withText(value) { Truth(format.matches($0)) } ?? .unknown
    case .equals(let operand): return decide(operand) { values in oneOf(values, value) }
    case .startsWith(let operand): return affix(value, operand) { $0.hasPrefix($1) }
    case .endsWith(let operand): return affix(value, operand) { $0.hasSuffix($1) }
    case .contains(let operand): return affix(value, operand) { $0.holds($1) }
    case .hasKeys(let keys):
      guard value.isObject else { return .unknown }
      return Truth(keys.allSatisfy { member($0, of: value) != nil || isFilled($0, in: value) })
    case .hasAny(let keys):
      guard value.isObject else { return .unknown }
      return Truth(keys.contains { member($0, of: value) != nil || isFilled($0, in: value) })
    case .unique(let what): return unique(value, what)
    case .schema(let key): return schema(value, key)
    case .key(let inner): return key(value, inner)
    case .sameAs(let place): return same(value, slots[place.slot])
    case .placeholder(let expected):
      let found = withText(value) { placeholder(in: $0, expectsFormat: false) != nil } ?? false
      return Truth(found == expected)
    default: return .unknown
    }
  }

  private func type(_ types: JSONTypeSet, _ value: Value) -> Bool {
    types.holds(value.node.kind) { number(value).map { $0.rounded(.towardZero) == $0 } ?? false }
  }

  private func oneOf(_ values: [Literal], _ value: Value) -> Truth { oneOf(values.map { Scalar($0) }, value) }

  private func oneOf(_ values: [Scalar], _ value: Value) -> Truth {
    guard let actual = scalar(value) else { return .unknown }
    // Values outside JSON are texts, whatever a rules file writes without quotes.
    if value.source == .texts, case .text(let text) = actual {
      return Truth(values.contains { $0.display == text })
    }
    return Truth(values.contains(actual))
  }

  private func range(_ value: Value, _ minimum: Operand?, _ maximum: Operand?) -> Truth {
    guard let number = number(value) else { return .unknown }
    return compare(number, minimum, maximum)
  }

  private func compare(_ number: Double, _ minimum: Operand?, _ maximum: Operand?) -> Truth {
    var result = Truth.yes
    for (bound, isMinimum) in [(minimum, true), (maximum, false)] {
      guard let bound else { continue }
      let truth = decide(bound) { values in
        guard let limit = values.first?.number else { return .unknown }
        return Truth(isMinimum ? number >= limit : number <= limit)
      }
      if truth == .no { return .no }
      if truth == .unknown { result = .unknown }
    }
    return result
  }

  func length(_ value: Value) -> Int? {
    if value.isObject || (value.state == .present && value.node.kind == .array) {
      let nodes = document(value.source).nodes
      var (count, index) = (0, value.index + 1)
      while index < Int(value.node.next) {
        index = Int(nodes[value.node.kind == .object ? index + 1 : index].next)
        count += 1
      }
      return count
    }
    return withText(value) { text in
      var count = 0
      for index in 0..<text.count where text[index] & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  private func bytes(_ value: Value, _ measure: ByteMeasure, _ minimum: Operand?, _ maximum: Operand?)
    -> Truth
  {
    guard let size = size(value, measure) else { return .unknown }
    return compare(Double(size), minimum, maximum)
  }

  func size(_ value: Value, _ measure: ByteMeasure) -> Int? {
    switch measure {
    case .value: return withText(value) { $0.count }
    case .kept: return payload.count
    case .body:
      return subject.sizeBasis == .asSent ? payload.count : payload.count - payloadDocument.insignificantBytes
    case .worstCase:
      let size =
        subject.sizeBasis == .asSent ? payload.count : payload.count - payloadDocument.insignificantBytes
      return size + placeholderGrowth()
    case .compact:
      guard value.index >= 0, value.source != .texts, value.source != .derived else {
        return withText(value) { $0.count }
      }
      return compactSize(value)
    }
  }

  /// Size of a value without white space outside texts, summed over its nodes.
  private func compactSize(_ value: Value) -> Int {
    let nodes = document(value.source).nodes
    var size = 0
    for index in value.index..<Int(value.node.next) {
      let node = nodes[index]
      switch node.kind {
      case .object:
        size += 2 + 2 * max(0, length(self.value(index, node, value.source)) ?? 0)
        if Int(node.next) > index + 1 { size -= 1 }
      case .array:
        let count = length(self.value(index, node, value.source)) ?? 0
        size += 2 + max(0, count - 1)
      default: size += Int(node.end) - Int(node.start)
      }
    }
    return size
  }

  private func affix(_ value: Value, _ operand: Operand, _ test: (String, String) -> Bool) -> Truth {
    guard let text = text(value) else { return .unknown }
    return decide(operand) { values in Truth(values.contains { test(text, $0.display) }) }
  }

  /// The value of a member that counts: neither absent nor null.
  func member(_ key: String, of object: Value) -> Value? {
    let nodes = document(object.source).nodes
    // Two nodes a member at least: with few, looking through them is quicker.
    if Int(object.node.next) - object.index > 64 {
      return memberTable(of: object)[key].map { value($0, nodes[$0], object.source) }
    }
    var result: Value?
    forEachMember(of: object, nodes) { name, index in
      if name == key { result = value(index, nodes[index], object.source) }
    }
    return result
  }

  private func memberTable(of object: Value) -> [String: Int] {
    if let known = memberTables[object.source]?[object.index] { return known }
    var table: [String: Int] = [:]
    forEachMember(of: object, document(object.source).nodes) { table[$0] = $1 }
    memberTables[object.source, default: [:]][object.index] = table
    return table
  }

  /// The members that are not null, by the keys that they stand for.
  private func forEachMember(
    of object: Value, _ nodes: ContiguousArray<JSONNode>, _ body: (_ key: String, _ value: Int) -> Void
  ) {
    let text = view(object.source)
    var index = object.index + 1
    while index + 1 < Int(object.node.next) {
      if nodes[index + 1].kind != .null {
        body(meant(JSONText.string(nodes[index], in: text), in: object.source), index + 1)
      }
      index = Int(nodes[index + 1].next)
    }
  }

  /// Whether the service around the payload adds a key to this object.
  private func isFilled(_ key: String, in object: Value) -> Bool {
    !filledKeys.isEmpty && object.source == .payload && filledKeys[object.index]?.contains(key) == true
  }

  private func key(_ value: Value, _ predicate: Predicate) -> Truth {
    let text: String?
    if value.source == .texts, value.index >= 0 {
      text = headerNames[value.index]
    } else {
      text = keyIndex(of: value).map {
        JSONText.string(document(value.source).nodes[$0], in: view(value.source))
      }
    }
    guard let text else { return .unknown }
    return test(name: text, predicate)
  }

  /// A predicate about a name.
  func test(name: String, _ predicate: Predicate) -> Truth {
    let bytes = Array(name.utf8)
    switch predicate {
    case .oneOf(let values): return Truth(values.contains(.text(name)))
    case .oneOfFact(let fact): return Truth(set.facts[fact].texts.contains(name))
    case .startsWith(let operand):
      return decide(operand) { Truth($0.contains { name.hasPrefix($0.display) }) }
    case .endsWith(let operand): return decide(operand) { Truth($0.contains { name.hasSuffix($0.display) }) }
    case .contains(let operand): return decide(operand) { Truth($0.contains { name.holds($0.display) }) }
    case .matches(let pattern): return Truth(bytes.withByteView { pattern.matches($0) })
    case .format(let format): return Truth(bytes.withByteView { format.matches($0) })
    case .not(let inner): return !test(name: name, inner)
    case .all(let parts): return parts.contains { test(name: name, $0) == .no } ? .no : .yes
    case .any(let parts): return parts.contains { test(name: name, $0) == .yes } ? .yes : .no
    default: return .unknown
    }
  }

  private func unique(_ value: Value, _ what: Uniqueness) -> Truth {
    if what == .names, value.index < 0 { return Truth(Set(headerNames).count == headerNames.count) }
    guard value.index >= 0, value.source != .texts else { return .unknown }
    if what == .names { return Truth(duplicateKey(in: value) == nil) }
    guard value.node.kind == .array else { return .unknown }
    let nodes = document(value.source).nodes
    let text = view(value.source)
    var seen: Set<[UInt8]> = []
    var index = value.index + 1
    while index < Int(value.node.next) {
      if !seen.insert(text[nodes[index].range].bytes).inserted { return .no }
      index = Int(nodes[index].next)
    }
    return .yes
  }

  private func duplicateKey(in object: Value) -> Int? {
    let nodes = document(object.source).nodes
    var index = object.index + 1
    while index + 1 < Int(object.node.next) {
      if nodes[index].flags.contains(.duplicateKey) { return index }
      index = Int(nodes[index + 1].next)
    }
    return nil
  }

  /// Whether two values have the same compact text; equal objects with other key order are left apart.
  private func same(_ left: Value, _ right: Value) -> Truth {
    guard left.state == .present, right.state == .present, left.index >= 0, right.index >= 0 else {
      return .unknown
    }
    let (leftNodes, rightNodes) = (document(left.source).nodes, document(right.source).nodes)
    let leftCount = Int(left.node.next) - left.index
    guard leftCount == Int(right.node.next) - right.index else { return .no }
    for step in 0..<leftCount {
      let (one, other) = (leftNodes[left.index + step], rightNodes[right.index + step])
      guard one.kind == other.kind else { return .no }
      if one.kind == .object || one.kind == .array { continue }
      guard view(left.source)[one.range].equals(view(right.source)[other.range]) else { return .no }
    }
    return .yes
  }
}

extension String {
  func holds(_ part: String) -> Bool {
    let (text, sought) = (Array(utf8), Array(part.utf8))
    guard !sought.isEmpty else { return true }
    guard text.count >= sought.count else { return false }
    for start in 0...(text.count - sought.count) where text[start] == sought[0] {
      if Array(text[start..<start + sought.count]) == sought { return true }
    }
    return false
  }
}
