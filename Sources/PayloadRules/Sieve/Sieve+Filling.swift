/// Takes a request in: what each slot holds.
extension Sieve {
  /// Forgets the request before.
  func begin() {
    texts.removeAll()
    scratch.removeAll()
    headers.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    topics.removeAll(keepingCapacity: true)
    suspects.rules.removeAll(keepingCapacity: true)
    suspects.groups.removeAll(keepingCapacity: true)
    isNarrowed = false
    facts = SieveFacts()
    (route, hasRoute, limit, isOpen, isPlanning) = (-1, false, -1, false, false)
    (pushType, pushTypeIndex, pushTypeFrom, certainty) = (nil, -1, .none, -1)
    states.copy(from: blankStates)
  }

  func addHeader(_ name: String, _ value: String) {
    let (nameRange, valueRange) = (texts.append(name), texts.append(value))
    texts.lowerCase(nameRange)
    headers.append(
      SieveHeaderField(
        nameStart: Int32(truncatingIfNeeded: nameRange.start),
        nameEnd: Int32(truncatingIfNeeded: nameRange.end),
        valueStart: Int32(truncatingIfNeeded: valueRange.start),
        valueEnd: Int32(truncatingIfNeeded: valueRange.end)))
  }

  /// A fact that nobody can see in the request.
  func addContext(_ key: String, _ value: String) {
    let list = code[.context]
    let (keyRange, valueRange) = (texts.append(key), texts.append(value))
    for index in 0..<code[list] where code.text(at: list + 1 + index * 3).equals(texts.view[keyRange]) {
      set(code[list + 3 + index * 3], valueRange)
      facts.contextKeys |= 1 << UInt64(min(index, 63))
    }
  }

  func text(_ fact: Fact<String>) -> SieveFacts.Text {
    switch fact {
    case .unknown: .unknown
    case .absent: .absent
    case .present(let text): .present(texts.append(text))
    }
  }

  /// A text at a slot; index -1 is no header.
  @inline(__always)
  func set(_ slot: Int, _ range: ByteRange, index: Int = -1) {
    guard slot >= 0 else { return }
    states[slot] = 2
    values[slot] = SieveValue(
      index: Int32(truncatingIfNeeded: index), start: UInt32(truncatingIfNeeded: range.start),
      end: UInt32(truncatingIfNeeded: range.end))
  }

  func setDerived(_ slot: Int, _ number: Int) {
    guard slot >= 0 else { return }
    states[slot] = 2
    values[slot] = SieveValue(index: Int32(truncatingIfNeeded: number), source: .derived)
  }

  func mark(_ header: SieveHeader, _ state: UInt8) {
    let list = code[header]
    for index in 0..<code[list] { states[code[list + 1 + index]] = state }
  }

  func root(_ root: Int) -> Int { code[code[.roots] + root] }

  // MARK: Documents

  /// Walks a document and the table of its keys in step; each object that rules look into is read once.
  func fill(_ table: Int, _ source: SieveSource) {
    let text = view(source)
    waiting.removeAll(keepingCapacity: true)
    waiting.append(SieveStepRecord(node: 0, place: 0))
    let (nodes, entries, mask) = (code[table + 1], code[table + 2], code[table])
    while let step = waiting.popLast() {
      let (index, place) = (Int(step.node), Int(step.place))
      let record = nodes + place * SieveKeyTable.nodeWords
      let object = node(index, source)
      if code[record] >= 0 {
        states[code[record]] = 2
        values[code[record]] = value(index, source)
      }
      guard object.kind == .object, code[record + 1] == 1 else { continue }
      let group = code[record + 2]
      var member = index + 1
      let end = Int(object.next)
      while member + 1 < end {
        let key = node(member, source)
        var known: UInt64 = 0
        var entry = -1
        if key.flags.contains(.hasEscapes) {
          isOpen = true
        } else {
          entry = find(text[ByteRange(Int(key.start) + 1, Int(key.end) - 1)], place, entries, mask)
        }
        if entry >= 0 {
          waiting.append(
            SieveStepRecord(node: Int32(truncatingIfNeeded: member + 1), place: code.words[entry + 3]))
          known = mask64(entry)
        }
        if group >= 0 {
          keys.append(
            SieveKeyRecord(
              group: Int32(group), source: source, index: Int32(truncatingIfNeeded: member), known: known))
        }
        member = Int(node(member + 1, source).next)
      }
    }
  }

  private func mask64(_ entry: Int) -> UInt64 {
    UInt64(UInt32(bitPattern: code.words[entry + 5])) << 32
      | UInt64(UInt32(bitPattern: code.words[entry + 4]))
  }

  /// The entry of a key below a place, or -1.
  @inline(__always)
  private func find(_ key: ByteView, _ place: Int, _ entries: Int, _ mask: Int) -> Int {
    var index = SieveKeyTable.hash(key, parent: place) & mask
    while true {
      let entry = entries + index * SieveKeyTable.entryWords
      let parent = code[entry]
      if parent == 0 { return -1 }
      if parent == place + 1, code[entry + 2] == key.count, code.text(at: entry + 1).equals(key) {
        return entry
      }
      index = (index + 1) & mask
    }
  }

  func fillHeaders() {
    if !facts.headersAreComplete { mark(.headerSlots, 0) }
    let table = code[.headers]
    let (nodes, entries, mask) = (code[table + 1], code[table + 2], code[table])
    if facts.headersAreComplete || !headers.isEmpty {
      fillHeaderRoot()
    } else {
      markRoot(SieveRoots.headers, 0)
    }
    let group = code[nodes + 2]
    for index in headers.indices {
      let entry = find(texts.view[headers[index].name], 0, entries, mask)
      var known: UInt64 = 0
      if entry >= 0 {
        known = mask64(entry)
        let slot = code[nodes + Int(code.words[entry + 3]) * SieveKeyTable.nodeWords]
        // The first of several counts where one is asked for.
        if slot >= 0, states[slot] != 2 { set(slot, headers[index].value, index: index) }
      }
      if group >= 0 {
        keys.append(
          SieveKeyRecord(
            group: Int32(group), source: .texts, index: Int32(truncatingIfNeeded: index), known: known))
      }
    }
  }

  func fillHeaderRoot() {
    guard facts.headersAreComplete || !headers.isEmpty else { return markRoot(SieveRoots.headers, 0) }
    let slot = root(SieveRoots.headers)
    guard slot >= 0 else { return }
    states[slot] = 2
    values[slot] = SieveValue()
  }

  func markRoot(_ root: Int, _ state: UInt8) {
    let slot = self.root(root)
    if slot >= 0 { states[slot] = state }
  }

  /// Method, host, port, path, token, input, profile, credential and clock; derived values are always there.
  func fillTexts() {
    fill(SieveRoots.method, facts.method)
    fill(SieveRoots.host, facts.host)
    fill(SieveRoots.port, facts.port)
    fill(SieveRoots.path, facts.path)
    fill(SieveRoots.token, facts.token)
    set(root(SieveRoots.input), facts.input)
    set(root(SieveRoots.profile), facts.profileText)
    if facts.credential == .unknown {
      markRoot(SieveRoots.credential, 0)
    } else {
      set(root(SieveRoots.credential), facts.credentialText)
    }
    if facts.now == nil {
      markRoot(SieveRoots.now, 0)
    } else {
      setDerived(root(SieveRoots.now), Evaluator.clockIndex)
    }
  }

  private func fill(_ root: Int, _ text: SieveFacts.Text) {
    switch text {
    case .unknown: markRoot(root, 0)
    case .absent: markRoot(root, 1)
    case .present(let range): set(self.root(root), range)
    }
  }
}
