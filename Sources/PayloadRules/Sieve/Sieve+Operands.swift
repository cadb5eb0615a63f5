/// What an operand comes to.
struct SieveResolved: BitwiseCopyable {
  enum Kind: UInt8 { case unknown, absent, values, either }

  var kind: Kind
  /// Offset of a list of literals, or -1 for the scalar.
  var list = -1
  var scalar = SieveScalar.none
  /// The fact that hangs on an unknown push type, for `either`.
  var fact = -1

  static let unknown = SieveResolved(kind: .unknown)
  static let absent = SieveResolved(kind: .absent)
}

extension Sieve {
  func resolve(_ operand: Int) -> SieveResolved {
    if recording != nil, !isSettling { pin(operand: operand) }
    switch code[operand] {
    case SieveOperand.literal, SieveOperand.anyOf:
      return SieveResolved(kind: .values, list: code[operand + 1])
    case SieveOperand.fact: return resolveFact(number: code[operand + 1])
    case SieveOperand.place: return resolve(slot: code[operand + 1], root: code[operand + 2])
    case SieveOperand.derived:
      let scalar = derived(code[operand + 1])
      return scalar.kind == .none ? .absent : SieveResolved(kind: .values, scalar: scalar)
    case SieveOperand.now:
      guard let now = facts.now else { return .unknown }
      return SieveResolved(
        kind: .values, scalar: SieveScalar(kind: .number, number: now + double(at: operand + 1)))
    case SieveOperand.join: return join(operand)
    default: return between(operand)
    }
  }

  private func resolve(slot: Int, root: Int) -> SieveResolved {
    switch root {
    case SieveRoots.pushType:
      return pushType.map { SieveResolved(kind: .values, scalar: SieveScalar(kind: .text, text: $0)) }
        ?? .unknown
    case SieveRoots.route:
      return route >= 0 ? SieveResolved(kind: .values, scalar: routeScalar) : .absent
    default: break
    }
    switch states[slot] {
    case 0: return .unknown
    case 1: return .absent
    default:
      let scalar = scalar(values[slot])
      return scalar.kind == .none ? .absent : SieveResolved(kind: .values, scalar: scalar)
    }
  }

  private func join(_ operand: Int) -> SieveResolved {
    // The parts are gathered first: working them out may make texts of its own.
    var parts = (SieveScalar.none, SieveScalar.none, SieveScalar.none)
    let count = code[operand + 1]
    guard count <= 3 else {
      isOpen = true
      return .unknown
    }
    for index in 0..<count {
      let resolved = resolve(code[operand + 2 + index])
      guard resolved.kind == .values else { return .unknown }
      let scalar = first(resolved)
      guard scalar.kind != .none else { return .unknown }
      guard scalar.kind == .text else {
        isOpen = true
        return .unknown
      }
      switch index {
      case 0: parts.0 = scalar
      case 1: parts.1 = scalar
      default: parts.2 = scalar
      }
    }
    let start = scratch.count
    if count > 0 { append(parts.0.text) }
    if count > 1 { append(parts.1.text) }
    if count > 2 { append(parts.2.text) }
    return SieveResolved(
      kind: .values,
      scalar: SieveScalar(kind: .text, text: SieveText(source: .scratch, start: start, end: scratch.count)))
  }

  private func append(_ text: SieveText) {
    scratch.reserve(text.end - text.start)
    for index in text.start..<text.end { scratch.append(view(text.source)[index]) }
  }

  private func between(_ operand: Int) -> SieveResolved {
    let slot = code[operand + 1]
    guard states[slot] == 2, var text = text(values[slot]) else {
      return states[slot] == 0 ? .unknown : .absent
    }
    let whole = view(text)
    // A path may stand before the prefix: only the last component counts.
    var end = whole.count
    while end > 0, whole[end - 1] == 0x2F { end -= 1 }
    if end > 0 {
      var start = end
      while start > 0, whole[start - 1] != 0x2F { start -= 1 }
      text = SieveText(source: text.source, start: text.start + start, end: text.start + end)
    }
    let (name, prefix, suffix) = (view(text), code.text(at: operand + 2), code.text(at: operand + 4))
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count >= prefix.count + suffix.count else {
      return .absent
    }
    let inner = SieveText(
      source: text.source, start: text.start + prefix.count, end: text.end - suffix.count)
    return SieveResolved(kind: .values, scalar: SieveScalar(kind: .text, text: inner))
  }

  /// The first value of what an operand came to.
  func first(_ resolved: SieveResolved) -> SieveScalar {
    guard resolved.list >= 0 else { return resolved.scalar }
    return code[resolved.list] > 0 ? scalar(literal: code[resolved.list + 1]) : .none
  }

  /// The same for a fact by its number; what hangs on route and push type alone is kept for the next time.
  func resolveFact(number: Int) -> SieveResolved {
    if factRowsPushType != pushTypeIndex || factRowsRoute != route {
      factRows.fill(-1)
      (factRowsPushType, factRowsRoute) = (pushTypeIndex, route)
    }
    let known = factRows[number]
    if known >= 0 { return SieveResolved(kind: .values, list: Int(known)) }
    let fact = code[code[.facts] + number]
    let resolved = resolveFact(fact)
    if resolved.kind == .values, resolved.list >= 0, !dependsOnText(fact) {
      factRows[number] = Int32(truncatingIfNeeded: resolved.list)
    }
    return resolved
  }

  private func dependsOnText(_ fact: Int) -> Bool {
    let keys = code[fact + 3]
    for index in 0..<code[keys] {
      let kind = code[keys + 1 + index * 3]
      if kind != SieveKey.route, kind != SieveKey.pushType { return true }
    }
    return false
  }

  /// The row of a table for this request, the most specific one first.
  func resolveFact(_ fact: Int) -> SieveResolved {
    let keys = code[fact + 3]
    guard code[keys] > 0 else { return SieveResolved(kind: .values, list: code[fact]) }
    for index in 0..<code[keys] where code[keys + 1 + index * 3] == SieveKey.pushType && pushType == nil {
      return resolveForEveryPushType(fact)
    }
    return SieveResolved(kind: .values, list: row(fact, pushType: pushType))
  }

  /// The row of a table that hangs on an unknown push type, where all of them agree.
  private func resolveForEveryPushType(_ fact: Int) -> SieveResolved {
    let types = code[.pushTypes]
    var list = -1
    for index in 0..<code[types] {
      let row = row(fact, pushType: self.pushType(index))
      if list >= 0, !areEqual(list, row) { return SieveResolved(kind: .either, fact: fact) }
      list = row
    }
    return list >= 0 ? SieveResolved(kind: .values, list: list) : SieveResolved(kind: .either, fact: fact)
  }

  private func areEqual(_ left: Int, _ right: Int) -> Bool {
    if left == right { return true }
    guard code[left] == code[right] else { return false }
    for index in 0..<code[left] where code[left + 1 + index] != code[right + 1 + index] { return false }
    return true
  }

  /// A push type by its number.
  func pushType(_ number: Int) -> SieveText {
    let entry = code[.pushTypes] + 1 + number * 2
    return SieveText(source: .pool, start: code[entry], end: code[entry] + code[entry + 1])
  }

  /// The literals of a fact's row for a push type.
  private func row(_ fact: Int, pushType: SieveText?) -> Int {
    let keys = code[fact + 3]
    let count = code[keys]
    var names: (SieveText?, SieveText?) = (nil, nil)
    guard count <= 2 else {
      isOpen = true
      return code[fact]
    }
    for index in 0..<count {
      let name: SieveText?
      switch code[keys + 1 + index * 3] {
      case SieveKey.route: name = route >= 0 ? routeScalar.text : nil
      case SieveKey.pushType: name = pushType
      case SieveKey.host: name = slotText(code[keys + 2 + index * 3])
      default: name = nil
      }
      if index == 0 { names.0 = name } else { names.1 = name }
    }
    let rows = code[fact + 4]
    if let one = names.0, let other = names.1 {
      for index in 0..<code[rows] {
        let key = code.text(at: rows + 1 + index * 3)
        let (first, second) = (view(one), view(other))
        if key.count == first.count + 1 + second.count, key.hasPrefix(first), key.hasSuffix(second),
          key[first.count] == 0x2F
        {
          return code[rows + 3 + index * 3]
        }
      }
    }
    if let one = names.0, let list = row(fact, named: view(one)) { return list }
    if let other = names.1, let list = row(fact, named: view(other)) { return list }
    return code[fact]
  }

  /// Decides by an operand; where it may come to several values, only if all of them decide alike.
  @inline(__always)
  func decide(
    _ operand: Int, _ test: (Sieve, SieveResolved) -> SieveTruth
  ) -> SieveTruth {
    let resolved = resolve(operand)
    return decide(resolved, test)
  }

  func decide(
    _ resolved: SieveResolved, _ test: (Sieve, SieveResolved) -> SieveTruth
  ) -> SieveTruth {
    switch resolved.kind {
    case .unknown, .absent: return .unknown
    case .values: return test(self, resolved)
    case .either:
      var result: SieveTruth = []
      let types = code[.pushTypes]
      for index in 0..<code[types] {
        let list = row(resolved.fact, pushType: self.pushType(index))
        let truth = test(self, SieveResolved(kind: .values, list: list))
        if result.rawValue == 0 { result = truth }
        if result != truth { return .unknown }
      }
      return result.rawValue == 0 ? .unknown : result
    }
  }
}
