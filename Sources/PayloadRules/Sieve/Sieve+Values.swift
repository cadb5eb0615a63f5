/// Texts, numbers and scalars of values.
extension Sieve {
  @inline(__always)
  func view(_ source: SieveSource) -> ByteView {
    switch source {
    case .payload: payload
    case .tokenHeader: tokenHeader
    case .tokenClaims: tokenClaims
    case .texts: texts.view
    case .scratch, .derived: scratch.view
    case .pool: code.pool
    }
  }

  @inline(__always)
  func view(_ text: SieveText) -> ByteView { view(text.source)[ByteRange(text.start, text.end)] }

  /// The text of a value; nil for what is none. Escapes are undone in the scratch bytes.
  @inline(__always)
  func text(_ value: SieveValue) -> SieveText? {
    switch value.source {
    case .texts:
      return SieveText(source: .texts, start: Int(value.start), end: Int(value.end))
    case .derived:
      let scalar = self.derived(Int(value.index))
      return scalar.kind == .text ? scalar.text : nil
    default:
      guard value.kind == .string || value.kind == .key else { return nil }
      guard value.flags.contains(.hasEscapes) else {
        return SieveText(source: value.source, start: Int(value.start) + 1, end: Int(value.end) - 1)
      }
      return decoded(value)
    }
  }

  private func decoded(_ value: SieveValue) -> SieveText {
    let content = view(value.source)[ByteRange(Int(value.start) + 1, Int(value.end) - 1)]
    let start = scratch.count
    var decoder = JSONText.Decoder(content)
    while let byte = decoder.next() { scratch.append(byte) }
    return SieveText(source: .scratch, start: start, end: scratch.count)
  }

  func scalar(_ value: SieveValue) -> SieveScalar {
    if value.source == .derived { return derived(Int(value.index)) }
    switch value.kind {
    case .string, .key:
      guard let text = text(value) else { return .none }
      return SieveScalar(kind: .text, text: text)
    case .number:
      guard let number = number(value) else { return .none }
      return SieveScalar(kind: .number, number: number)
    case .true: return SieveScalar(kind: .boolean, number: 1)
    case .false: return SieveScalar(kind: .boolean, number: 0)
    case .null: return SieveScalar(kind: .null)
    default: return SieveScalar(kind: .compound)
    }
  }

  /// A number: of JSON, or of a text outside JSON that is one.
  func number(_ value: SieveValue) -> Double? {
    switch value.source {
    case .derived:
      let scalar = derived(Int(value.index))
      return scalar.kind == .number ? scalar.number : nil
    case .texts:
      let text = texts.view[ByteRange(Int(value.start), Int(value.end))]
      return text.isEmpty ? nil : JSONNumber.double(text)
    default:
      guard value.kind == .number else { return nil }
      return JSONNumber.double(view(value.source)[ByteRange(Int(value.start), Int(value.end))])
    }
  }

  @inline(__always)
  func node(_ index: Int, _ source: SieveSource) -> JSONNode {
    switch source {
    case .tokenHeader: tokenHeaderDocument.nodes[index]
    case .tokenClaims: tokenClaimsDocument.nodes[index]
    default: document.nodes[index]
    }
  }

  func value(_ index: Int, _ source: SieveSource) -> SieveValue {
    let node = node(index, source)
    return SieveValue(
      index: Int32(truncatingIfNeeded: index), start: node.start, end: node.end, source: source,
      kind: node.kind,
      flags: node.flags)
  }

  func isObject(_ value: SieveValue) -> Bool {
    value.kind == .object && value.source != .texts && value.source != .derived
  }

  /// Whether an object has a member of this key that is not null.
  func hasMember(_ key: ByteView, of object: SieveValue) -> Bool {
    let text = view(object.source)
    var index = Int(object.index) + 1
    let end = Int(node(Int(object.index), object.source).next)
    while index + 1 < end {
      let member = node(index, object.source)
      let value = node(index + 1, object.source)
      if value.kind != .null, JSONText.equals(member, in: text, key) { return true }
      index = Int(value.next)
    }
    return false
  }

  // MARK: Derived values

  func derived(_ number: Int) -> SieveScalar {
    switch number {
    case Evaluator.clockIndex: return facts.now.map { SieveScalar(kind: .number, number: $0) } ?? .none
    case Evaluator.pushTypeIndex: return pushType.map { SieveScalar(kind: .text, text: $0) } ?? .none
    case Evaluator.routeIndex: return routeScalar
    default: break
    }
    guard derivedStates[number] == 0 else { return derivedScalars[number] }
    derivedStates[number] = 1
    derivedScalars[number] = .none
    let result = derive(code[code[.derivations] + number])
    derivedScalars[number] = result.kind == .compound ? .none : result
    return derivedScalars[number]
  }

  var routeScalar: SieveScalar {
    guard route >= 0 else { return .none }
    let record = code[code[.routes] + 1 + route]
    let start = code[record + 4]
    return SieveScalar(
      kind: .text, text: SieveText(source: .pool, start: start, end: start + code[record + 5]))
  }

  private func derive(_ record: Int) -> SieveScalar {
    let slot = code[record + 1]
    switch code[record] {
    case SieveDerivation.standard: return standard(record)
    case SieveDerivation.suffix, SieveDerivation.withoutSuffix:
      guard let text = slotText(slot) else { return .none }
      let length = suffixLength(of: view(text), fact: code[record + 2])
      return code[record] == SieveDerivation.suffix
        ? SieveScalar(kind: .text, text: .init(source: text.source, start: text.end - length, end: text.end))
        : SieveScalar(
          kind: .text, text: .init(source: text.source, start: text.start, end: text.end - length))
    case SieveDerivation.number:
      guard states[slot] == 2 else { return .none }
      if let number = number(values[slot]) { return SieveScalar(kind: .number, number: number) }
      guard let text = slotText(slot), let number = plainNumber(view(text)) else { return .none }
      return SieveScalar(kind: .number, number: number)
    case SieveDerivation.seconds:
      guard states[slot] == 2, let number = number(values[slot]) else { return .none }
      return SieveScalar(kind: .number, number: Evaluator.seconds(number))
    case SieveDerivation.lowerCase:
      guard let text = slotText(slot) else { return .none }
      return lowered(text)
    case SieveDerivation.hexDigits:
      guard let text = slotText(slot) else { return .none }
      return hexDigits(text)
    case SieveDerivation.row: return row(record)
    default:
      let resolved = resolve(code[record + 1])
      return resolved.kind == .values ? first(resolved) : .none
    }
  }

  /// `Double` reads more forms than JSON has; those are left to the rules.
  private func plainNumber(_ text: ByteView) -> Double? {
    if text.isEmpty { return nil }
    if let number = JSONNumber.integer(text) { return Double(number) }
    isOpen = true
    return nil
  }

  func slotText(_ slot: Int) -> SieveText? {
    guard slot >= 0, states[slot] == 2 else { return nil }
    return text(values[slot])
  }

  private func standard(_ record: Int) -> SieveScalar {
    let literal = code[record + 4]
    switch code[record + 2] {
    case SieveRoots.route: return route >= 0 ? routeScalar : scalar(literal: literal)
    case SieveRoots.pushType:
      return pushType.map { SieveScalar(kind: .text, text: $0) } ?? scalar(literal: literal)
    default: break
    }
    if code[record + 3] >= 0 {
      let inner = derived(code[record + 3])
      return inner.kind == .none ? scalar(literal: literal) : inner
    }
    let slot = code[record + 1]
    guard states[slot] == 2 else { return scalar(literal: literal) }
    let found = scalar(values[slot])
    return found.kind == .none ? scalar(literal: literal) : found
  }

  func scalar(literal: Int) -> SieveScalar {
    switch code[literal] {
    case SieveLiteral.text:
      let start = code[literal + 1]
      return SieveScalar(
        kind: .text, text: SieveText(source: .pool, start: start, end: start + code[literal + 2]))
    case SieveLiteral.number: return SieveScalar(kind: .number, number: double(at: literal + 1))
    case SieveLiteral.boolean: return SieveScalar(kind: .boolean, number: Double(code[literal + 1]))
    default: return SieveScalar(kind: .null)
    }
  }

  func double(at index: Int) -> Double {
    let low = UInt64(UInt32(bitPattern: code.words[index]))
    let high = UInt64(UInt32(bitPattern: code.words[index + 1]))
    return Double(bitPattern: high << 32 | low)
  }

  private func suffixLength(of text: ByteView, fact: Int) -> Int {
    let list = code[code[code[.facts] + fact] + 2]
    var best = 0
    for index in 0..<code[list] {
      let literal = code[list + 1 + index]
      let suffix = code.text(at: literal + 1)
      if suffix.count > best, text.hasSuffix(suffix) { best = suffix.count }
    }
    return best
  }

  private func lowered(_ text: SieveText) -> SieveScalar {
    let bytes = view(text)
    var index = 0
    while index < bytes.count, !(bytes[index] >= 0x41 && bytes[index] <= 0x5A) { index += 1 }
    if index == bytes.count { return SieveScalar(kind: .text, text: text) }
    return made(text) { byte in byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
  }

  private func hexDigits(_ text: SieveText) -> SieveScalar {
    let bytes = view(text)
    if bytes.isHexadecimal { return SieveScalar(kind: .text, text: text) }
    return made(text) { byte in byte.isHexDigit ? byte : nil }
  }

  /// A text made byte by byte in the scratch bytes.
  private func made(_ text: SieveText, _ change: (UInt8) -> UInt8?) -> SieveScalar {
    scratch.reserve(text.end - text.start)
    let start = scratch.count
    for index in text.start..<text.end {
      if let byte = change(view(text.source)[index]) { scratch.append(byte) }
    }
    return SieveScalar(kind: .text, text: SieveText(source: .scratch, start: start, end: scratch.count))
  }

  private func row(_ record: Int) -> SieveScalar {
    let resolved = resolve(code[record + 2])
    guard resolved.kind == .values else { return .none }
    let key = first(resolved)
    guard key.kind == .text else { return .none }
    let fact = code[code[.facts] + code[record + 1]]
    let list = row(fact, named: view(key.text)) ?? code[fact]
    return code[list] > 0 ? scalar(literal: code[list + 1]) : .none
  }

  /// The literals of a fact's row of this name.
  func row(_ fact: Int, named name: ByteView) -> Int? {
    let rows = code[fact + 4]
    for index in 0..<code[rows] where code.text(at: rows + 1 + index * 3).equals(name) {
      return code[rows + 3 + index * 3]
    }
    return nil
  }
}

extension ByteView {
  func hasPrefix(_ other: ByteView) -> Bool {
    has(other.count, at: 0, of: other, at: 0)
  }

  func hasSuffix(_ other: ByteView) -> Bool {
    has(other.count, at: count &- other.count, of: other, at: 0)
  }

  func holds(_ other: ByteView) -> Bool {
    guard !other.isEmpty else { return true }
    guard count >= other.count else { return false }
    let first = other[0]
    var start = 0
    while let found = firstIndex(of: first, from: start), found <= count &- other.count {
      if has(other.count, at: found, of: other, at: 0) { return true }
      start = found &+ 1
    }
    return false
  }
}
