/// Tests of one value.
extension Sieve {
  func leaf(_ predicate: Int, _ value: SieveValue) -> SieveTruth {
    switch code[predicate] {
    case SievePredicate.type: return SieveTruth(type(code[predicate + 1], value))
    case SievePredicate.oneOf: return oneOf(SieveResolved(kind: .values, list: code[predicate + 1]), value)
    case SievePredicate.oneOfFact:
      // `fact` as an operand, so that its rows count.
      let resolved = resolveFact(number: code[predicate + 1])
      return decide(resolved) { $0.oneOf($1, value) }
    case SievePredicate.range:
      guard let number = number(value) else { return .unknown }
      return compare(number, predicate)
    case SievePredicate.length:
      guard let length = length(value) else { return .unknown }
      return compare(Double(length), predicate)
    case SievePredicate.bytes:
      guard let size = size(value, ByteMeasure.allCases[code[predicate + 3]]) else { return .unknown }
      return compare(Double(size), predicate)
    case SievePredicate.matches:
      guard let text = text(value) else { return .unknown }
      return matches(predicate, view(text))
    case SievePredicate.format:
      guard let text = text(value) else { return .unknown }
      return SieveTruth(TextFormat.allCases[code[predicate + 1]].matches(view(text)))
    case SievePredicate.equals: return decide(code[predicate + 1]) { $0.oneOf($1, value) }
    case SievePredicate.startsWith: return affix(predicate, value) { $0.hasPrefix($1) }
    case SievePredicate.endsWith: return affix(predicate, value) { $0.hasSuffix($1) }
    case SievePredicate.contains: return affix(predicate, value) { $0.holds($1) }
    case SievePredicate.hasKeys, SievePredicate.hasAny:
      guard isObject(value) else { return .unknown }
      return SieveTruth(hasKeys(predicate, value))
    case SievePredicate.uniqueNames:
      if value.index < 0 { return SieveTruth(headerNamesDiffer) }
      return memory.state.document.hasDuplicateKeys ? .open : .yes
    case SievePredicate.key: return key(predicate, value)
    case SievePredicate.schema: return facts.hasSchemas ? .open : .unknown
    case SievePredicate.placeholder:
      var found = false
      if let text = text(value) { found = Placeholders.find(in: view(text), expectsFormat: false) != nil }
      return SieveTruth(found == (code[predicate + 1] == 1))
    default: return .open
    }
  }

  private func type(_ types: Int, _ value: SieveValue) -> Bool {
    JSONTypeSet(rawValue: UInt8(truncatingIfNeeded: types)).holds(value.kind) {
      if value.flags.contains(.integer) { return true }
      let number = JSONNumber.double(view(value.source)[ByteRange(Int(value.start), Int(value.end))])
      return number.map { $0.rounded(.towardZero) == $0 } ?? false
    }
  }

  func oneOf(_ resolved: SieveResolved, _ value: SieveValue) -> SieveTruth {
    let actual = scalar(value)
    guard actual.kind != .none else { return .unknown }
    guard resolved.list >= 0 else {
      return SieveTruth(equal(actual, resolved.scalar, value.source == .texts))
    }
    for index in 0..<code[resolved.list] {
      if equal(actual, code[resolved.list + 1 + index], isText: value.source == .texts) { return .yes }
    }
    return .no
  }

  private func equal(_ actual: SieveScalar, _ literal: Int, isText: Bool) -> Bool {
    // Values outside JSON are texts, whatever a rules file writes without quotes.
    if isText, actual.kind == .text { return code.text(at: literal + 3).equals(view(actual.text)) }
    switch actual.kind {
    case .text:
      return code[literal] == SieveLiteral.text && code.text(at: literal + 1).equals(view(actual.text))
    case .number: return code[literal] == SieveLiteral.number && double(at: literal + 1) == actual.number
    case .boolean:
      return code[literal] == SieveLiteral.boolean && Double(code[literal + 1]) == actual.number
    case .null: return code[literal] == SieveLiteral.null
    default: return false
    }
  }

  private func equal(_ left: SieveScalar, _ right: SieveScalar, _ isText: Bool) -> Bool {
    if isText, left.kind == .text, right.kind != .text {
      // The other one's words would have to be made first.
      isOpen = true
      return false
    }
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .text: return view(left.text).equals(view(right.text))
    case .number, .boolean: return left.number == right.number
    case .null: return true
    default: return false
    }
  }

  private func compare(_ number: Double, _ predicate: Int) -> SieveTruth {
    var result = SieveTruth.yes
    for bound in 0...1 where code[predicate + 1 + bound] >= 0 {
      let truth = decide(code[predicate + 1 + bound]) { sieve, resolved in
        let limit = sieve.first(resolved)
        switch limit.kind {
        case .number: return SieveTruth(bound == 0 ? number >= limit.number : number <= limit.number)
        case .text:
          guard let limit = JSONNumber.integer(sieve.view(limit.text)) else { return .open }
          return SieveTruth(bound == 0 ? number >= Double(limit) : number <= Double(limit))
        default: return .unknown
        }
      }
      result = Self.both(result, truth)
      if result == .no { return .no }
    }
    return result
  }

  private func length(_ value: SieveValue) -> Int? {
    if value.source != .texts, value.source != .derived, value.kind == .object || value.kind == .array {
      return memberCount(Int(value.index), value.source)
    }
    guard let text = text(value) else { return nil }
    return view(text).scalarCount
  }

  private func memberCount(_ container: Int, _ source: SieveSource) -> Int {
    let node = node(container, source)
    var (count, index) = (0, container + 1)
    while index < Int(node.next) {
      index = Int(self.node(node.kind == .object ? index + 1 : index, source).next)
      count += 1
    }
    return count
  }

  private func size(_ value: SieveValue, _ measure: ByteMeasure) -> Int? {
    switch measure {
    case .value: return text(value).map { $0.end - $0.start }
    case .kept: return payload.count
    case .body, .worstCase:
      // Declared sizes of placeholders keep a request from being sifted at all.
      return facts.sizeBasis == .asSent ? payload.count : payload.count - document.insignificantBytes
    case .compact:
      guard value.index >= 0, value.source != .texts, value.source != .derived else {
        return text(value).map { $0.end - $0.start }
      }
      return compactSize(value)
    }
  }

  private func compactSize(_ value: SieveValue) -> Int {
    var size = 0
    for index in Int(value.index)..<Int(node(Int(value.index), value.source).next) {
      let node = node(index, value.source)
      switch node.kind {
      case .object:
        let count = memberCount(index, value.source)
        size += 2 + 2 * count - (count > 0 ? 1 : 0)
      case .array: size += 2 + max(0, memberCount(index, value.source) - 1)
      default: size += Int(node.end) - Int(node.start)
      }
    }
    return size
  }

  @inline(__always)
  private func affix(
    _ predicate: Int, _ value: SieveValue, _ test: (ByteView, ByteView) -> Bool
  ) -> SieveTruth {
    guard let text = text(value) else { return .unknown }
    let operand = code[predicate + 1]
    if code[operand] == SieveOperand.literal || code[operand] == SieveOperand.anyOf {
      return affix(text, list: code[operand + 1], test)
    }
    return decide(operand) { sieve, resolved in sieve.affix(text, resolved, test) }
  }

  private func affix(
    _ text: SieveText, _ resolved: SieveResolved, _ test: (ByteView, ByteView) -> Bool
  ) -> SieveTruth {
    guard resolved.list >= 0 else {
      guard resolved.scalar.kind == .text else {
        return .open
      }
      return SieveTruth(test(view(text), view(resolved.scalar.text)))
    }
    return affix(text, list: resolved.list, test)
  }

  @inline(__always)
  private func affix(_ text: SieveText, list: Int, _ test: (ByteView, ByteView) -> Bool) -> SieveTruth {
    let text = view(text)
    for index in 0..<code[list] {
      if test(text, code.text(at: code[list + 1 + index] + 3)) { return .yes }
    }
    return .no
  }

  private func matches(_ predicate: Int, _ text: ByteView) -> SieveTruth {
    let number = code[predicate + 1]
    if number >= patterns.count || patterns[number] == nil {
      while patterns.count <= number { patterns.append(nil) }
      patterns[number] = automaton(of: [predicate])
    }
    return patterns[number].map { SieveTruth($0.matches(text) == 1) } ?? .open
  }

  /// The patterns of several predicates as one; nil where one cannot be read.
  func automaton(of predicates: [Int]) -> PatternAutomaton? {
    var patterns: [Pattern] = []
    for predicate in predicates {
      guard let pattern = try? Pattern(code.text(at: predicate + 2).string) else { return nil }
      patterns.append(pattern)
    }
    return PatternAutomaton(patterns)
  }

  private func hasKeys(_ predicate: Int, _ value: SieveValue) -> Bool {
    let isAll = code[predicate] == SievePredicate.hasKeys
    for index in 0..<code[predicate + 1] {
      let has = hasMember(code.text(at: predicate + 2 + index * 2), of: value)
      if has != isAll { return has }
    }
    return isAll
  }

  /// More headers than this are left to the rules, which do not compare each with each.
  private static let maximumHeaders = 64

  private var headerNamesDiffer: Bool {
    guard headers.count <= Self.maximumHeaders else {
      isOpen = true
      return true
    }
    let names = texts.view
    for index in headers.indices {
      for other in 0..<index where names[headers[index].name].equals(names[headers[other].name]) {
        return false
      }
    }
    return true
  }

  private func key(_ predicate: Int, _ value: SieveValue) -> SieveTruth {
    let name: SieveText?
    if value.source == .texts {
      guard value.index >= 0 else { return .unknown }
      let range = headers[Int(value.index)].name
      name = SieveText(source: .texts, start: range.start, end: range.end)
    } else {
      guard value.source != .derived, value.index > 0 else { return .unknown }
      let key = self.value(Int(value.index) - 1, value.source)
      guard key.kind == .key else { return .unknown }
      name = text(key)
    }
    guard let name else { return .unknown }
    return test(name: name, code[predicate + 1])
  }

  /// A predicate about a name.
  func test(name: SieveText, _ predicate: Int) -> SieveTruth {
    switch code[predicate] {
    case SievePredicate.oneOf: return SieveTruth(holds(code[predicate + 1], view(name)))
    case SievePredicate.oneOfFact:
      return SieveTruth(holds(code[code[code[.facts] + code[predicate + 1]] + 2], view(name)))
    case SievePredicate.startsWith:
      return decide(code[predicate + 1]) { $0.affix(name, $1) { $0.hasPrefix($1) } }
    case SievePredicate.endsWith:
      return decide(code[predicate + 1]) { $0.affix(name, $1) { $0.hasSuffix($1) } }
    case SievePredicate.contains:
      return decide(code[predicate + 1]) { $0.affix(name, $1) { $0.holds($1) } }
    case SievePredicate.matches: return matches(predicate, view(name))
    case SievePredicate.format:
      return SieveTruth(TextFormat.allCases[code[predicate + 1]].matches(view(name)))
    case SievePredicate.not: return !test(name: name, code[predicate + 1])
    case SievePredicate.all:
      for index in 0..<code[predicate + 1] {
        let truth = test(name: name, code[predicate + 2 + index])
        if truth.contains(.no) { return truth == .no ? .no : .open }
      }
      return .yes
    case SievePredicate.any:
      for index in 0..<code[predicate + 1] {
        let truth = test(name: name, code[predicate + 2 + index])
        if truth.contains(.yes) { return truth == .yes ? .yes : .open }
      }
      return .no
    default: return .unknown
    }
  }
}
