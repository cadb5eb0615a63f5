/// Shapes: whether what matches at one place objects to anything.
extension Sieve {
  /// Whether some shape of a group may object.
  func mayObject(group number: Int, shapes: [Int32]?) -> Bool {
    let group = code[code[.shapeGroups] + 1 + number]
    let slot = code[group + 1]
    // A header that must be there is missed where no header is known as well.
    guard states[slot] == 2 || code[group] == SieveGroup.headers else { return false }
    let list = code[group + 2]
    var (matching, possible): (UInt64, UInt64) = (0, 0)
    let count = shapes?.count ?? code[list]
    let isOpenGroup = code[group] == SieveGroup.open
    for index in 0..<count {
      let local = shapes.map { Int($0[index]) } ?? index
      switch truth(code[code[list + 1 + local]]) {
      case .yes:
        if isOpenGroup { return true }
        matching |= 1 << UInt64(local)
      case .unknown: possible |= 1 << UInt64(local)
      case .no: break
      default: return true
      }
    }
    guard matching != 0 else { return false }
    let object = values[slot]
    let isHeaders = code[group] == SieveGroup.headers
    guard isHeaders || isObject(object) else { return false }
    if any(of: matching, in: list, { isHeaders ? headersMayFail($0) : membersMayFail($0, object) }) {
      return true
    }
    return code[group + 3] == 1 && keysMayFail(number, list, matching, possible)
  }

  private func membersMayFail(_ shape: Int, _ object: SieveValue) -> Bool {
    let required = code[shape + 1]
    for index in 0..<code[required] where active[code[required + 1 + index * 2]] == 1 {
      let slots = code[required + 2 + index * 2]
      for key in 0..<code[slots] where isMissing(code[slots + 1 + key]) { return true }
    }
    let forbidden = code[shape + 2]
    for index in 0..<code[forbidden] where active[code[forbidden + 1 + index * 2]] == 1 {
      let slots = code[forbidden + 2 + index * 2]
      for key in 0..<code[slots] {
        let slot = code[slots + 1 + key]
        if states[slot] == 2, values[slot].source == object.source, values[slot].kind != .null { return true }
      }
    }
    let values = code[shape + 3]
    for index in 0..<code[values] where active[code[values + 1 + index * 2]] == 1 {
      let pairs = code[values + 2 + index * 2]
      for pair in 0..<code[pairs] {
        let slot = code[pairs + 1 + pair * 2]
        guard states[slot] == 2, self.values[slot].source == object.source else { continue }
        if test(code[pairs + 2 + pair * 2], self.values[slot], isCheck: true).contains(.no) { return true }
      }
    }
    return false
  }

  private func isMissing(_ slot: Int) -> Bool {
    states[slot] == 1 || (states[slot] == 2 && values[slot].kind == .null && values[slot].source != .texts)
  }

  private func headersMayFail(_ shape: Int) -> Bool {
    let required = code[shape + 1]
    for index in 0..<code[required] where active[code[required + 1 + index * 2]] == 1 {
      let slots = code[required + 2 + index * 2]
      for key in 0..<code[slots] where states[code[slots + 1 + key]] == 1 { return true }
    }
    let forbidden = code[shape + 2]
    for index in 0..<code[forbidden] where active[code[forbidden + 1 + index * 2]] == 1 {
      let slots = code[forbidden + 2 + index * 2]
      for key in 0..<code[slots] where states[code[slots + 1 + key]] == 2 { return true }
    }
    // Values of headers may stand several times; no built-in shape asks for them.
    return code[code[shape + 3]] > 0
  }

  // MARK: Keys

  /// Whether a key is unknown, misspelt or misplaced.
  private func keysMayFail(_ group: Int, _ list: Int, _ matching: UInt64, _ possible: UInt64) -> Bool {
    let knowing = matching | possible
    let asks = any(of: matching, in: list) { code[code[$0 + 4]] > 0 }
    let misplaces = any(of: matching, in: list) { code[code[$0 + 5]] > 0 }
    guard asks || misplaces else { return false }
    for index in keys.indices where Int(keys[index].group) == group {
      let record = keys[index]
      let isKnown = record.known & knowing != 0
      if isKnown, !misplaces { continue }
      let name: ByteView
      if record.source == .texts {
        name = texts.view[headers[Int(record.index)].name]
      } else {
        let node = node(Int(record.index), record.source)
        // A key with escapes is rare enough to be asked about.
        if node.flags.contains(.hasEscapes) { return true }
        name = view(record.source)[ByteRange(Int(node.start) + 1, Int(node.end) - 1)]
      }
      let letters = KeyNearness.letters(name)
      if misplaces, isMisplaced(name, letters, list, matching) { return true }
      if !isKnown, asks, isUnknown(record, name, letters, list, matching, knowing) { return true }
    }
    return false
  }

  private func isMisplaced(_ name: ByteView, _ letters: UInt32, _ list: Int, _ matching: UInt64)
    -> Bool
  {
    any(of: matching, in: list) { shape in
      let clauses = code[shape + 5]
      for index in 0..<code[clauses] {
        let clause = clauses + 1 + index * 5
        let target = code[clause + 1]
        guard active[code[clause]] == 1, states[target] == 2, isObject(values[target]) else { continue }
        let absentIn = code[clause + 2] == 1 ? target : -1
        if isNear(name, letters, code[clause + 4], isExact: code[clause + 3] == 1, absentIn: absentIn) {
          return true
        }
      }
      return false
    }
  }

  /// Whether a name is, or may be near, one of a list of keys.
  private func isNear(
    _ name: ByteView, _ letters: UInt32, _ keys: Int, isExact: Bool, absentIn target: Int = -1
  ) -> Bool {
    for index in 0..<code[keys] {
      let key = keys + 1 + index * 3
      let others = UInt32(bitPattern: code.words[key + 2])
      if isExact ? letters != others : KeyNearness.areApart(letters, others) { continue }
      let known = code.text(at: key)
      guard name.equals(known) || (!isExact && KeyNearness.mayBeNear(name, known)) else { continue }
      // A key that is meant for an object which has it already is none of this clause's business; a name that
      // is near two keys may be meant for either.
      if target >= 0, name.equals(known), hasMember(known, of: values[target]) { return false }
      return true
    }
    return false
  }

  private func isUnknown(
    _ record: SieveKeyRecord, _ name: ByteView, _ letters: UInt32, _ list: Int, _ matching: UInt64,
    _ knowing: UInt64
  ) -> Bool {
    var asksForMisspelt = false
    let isRefused = any(of: matching, in: list) { shape in
      let clauses = code[shape + 4]
      for index in 0..<code[clauses] {
        let clause = clauses + 1 + index * 4
        if code[clause + 1] >= 0, active[code[clause + 1]] == 1 { asksForMisspelt = true }
        guard code[clause] >= 0, active[code[clause]] == 1 else { continue }
        guard code[clause + 2] >= 0 else { return true }
        if test(name: nameText(record), code[clause + 2]).contains(.yes) { return true }
      }
      return false
    }
    if isRefused || !asksForMisspelt { return isRefused }
    return any(of: knowing, in: list) { shape in
      let clauses = code[shape + 4]
      for index in 0..<code[clauses]
      where isNear(name, letters, code[clauses + 4 + index * 4], isExact: false) {
        return true
      }
      return false
    }
  }

  /// Whether a test holds for one of a group's shapes whose bits are set.
  @inline(__always)
  private func any(of shapes: UInt64, in list: Int, _ test: (Int) -> Bool) -> Bool {
    var rest = shapes
    while rest != 0 {
      if test(code[list + 1 + rest.trailingZeroBitCount]) { return true }
      rest &= rest &- 1
    }
    return false
  }

  private func nameText(_ record: SieveKeyRecord) -> SieveText {
    if record.source == .texts {
      let range = headers[Int(record.index)].name
      return SieveText(source: .texts, start: range.start, end: range.end)
    }
    let node = node(Int(record.index), record.source)
    return SieveText(source: record.source, start: Int(node.start) + 1, end: Int(node.end) - 1)
  }
}
