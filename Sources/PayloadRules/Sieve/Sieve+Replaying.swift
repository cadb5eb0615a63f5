/// Takes a request the way of one before it that had the same shape.
extension Sieve {
  /// Whether a recording shows the request to be clean; its state is as it was where none does.
  func isKnownClean() -> Bool {
    guard !recordings.isEmpty else { return false }
    for index in recordings.indices {
      let recording = recordings[index]
      guard hasShape(of: recording) else { continue }
      initialStates.copy(from: states)
      if replay(recording) {
        if index > 0 { recordings.swapAt(0, index) }
        return true
      }
      states.copy(from: initialStates)
      scratch.removeAll()
      derivedStates.fill(0)
      memo.fill(0)
      (pushType, pushTypeIndex, pushTypeFrom, certainty) = (nil, -1, .none, -1)
      (route, hasRoute, limit) = (-1, false, -1)
      isOpen = false
      return false
    }
    return false
  }

  // MARK: Shape

  private func hasShape(of recording: SieveRecording) -> Bool {
    guard document.nodes.count == recording.nodeCounts.0,
      tokenHeaderDocument.nodes.count == recording.nodeCounts.1,
      tokenClaimsDocument.nodes.count == recording.nodeCounts.2, headers.count == recording.headerCount,
      facts.profile == recording.profile, facts.credential == recording.credential,
      facts.headersAreComplete == recording.headersAreComplete, facts.hasSchemas == false,
      (facts.now != nil) == recording.hasNow, facts.statedPushType == nil,
      facts.payloadIsUnknown == recording.payloadIsUnknown, facts.sizeBasis == recording.sizeBasis
    else { return false }
    return recording.names.withByteView { names in
      var position = ShapePosition()
      guard isShape(document, payload, of: recording, names, &position),
        isShape(tokenHeaderDocument, tokenHeader, of: recording, names, &position),
        isShape(tokenClaimsDocument, tokenClaims, of: recording, names, &position)
      else { return false }
      for header in headers {
        guard position.takes(texts.view[header.name], recording, names) else { return false }
      }
      return true
    }
  }

  private struct ShapePosition {
    var node = 0
    var name = 0
    var byte = 0

    @inline(__always)
    mutating func takes(_ text: ByteView, _ recording: SieveRecording, _ names: ByteView) -> Bool {
      let count = text.count
      guard Int(recording.nameLengths[name]) == count, text.equals(names[ByteRange(byte, byte + count)])
      else {
        return false
      }
      name &+= 1
      byte &+= count
      return true
    }
  }

  private func isShape(
    _ document: JSONDocument, _ text: ByteView, of recording: SieveRecording, _ names: ByteView,
    _ position: inout ShapePosition
  ) -> Bool {
    for node in document.nodes {
      guard recording.nodes[position.node] == node.shape else { return false }
      position.node &+= 1
      if node.kind == .key, !position.takes(text[node.range], recording, names) { return false }
    }
    return true
  }

  // MARK: The way

  private func replay(_ recording: SieveRecording) -> Bool {
    if !facts.headersAreComplete { mark(.headerSlots, 0) }
    if document.nodes.isEmpty, facts.payloadIsUnknown { markPayloadUnknown() }
    if facts.tokenRange == nil || !facts.tokenIsRead { fillToken() } else { setTokenTexts() }
    fillHeaderRoot()
    for position in recording.positions {
      let slot = Int(position.slot)
      states[slot] = 2
      values[slot] =
        position.source == .texts
        ? headerValue(Int(position.index)) : value(Int(position.index), position.source)
    }
    fillAuthorization()
    fillTexts()
    guard findRoute(), route == recording.route, hasRoute == recording.hasRoute,
      recording.states.withByteView({ states.view.equals($0) })
    else { return false }
    let changed = changes(since: recording) | SieveRecording.restless
    guard recording.pinned & changed == 0, pass(recording, changed, isEarly: true) else { return false }
    (pushTypeIndex, pushTypeFrom, certainty) = (
      recording.pushTypeIndex, recording.pushTypeFrom, recording.certainty
    )
    pushType = pushTypeIndex >= 0 ? pushType(pushTypeIndex) : nil
    settlePushType()
    guard pass(recording, changed, isEarly: false), !mayHoldPlaceholders(), !isOpen else { return false }
    // Not its array itself, which would be copied when the next request empties it.
    topics.append(contentsOf: recording.topics)
    limit = recording.limit
    return true
  }

  /// Bits of the values whose bytes are others than in the recording.
  private func changes(since recording: SieveRecording) -> UInt64 {
    recording.bytes.withByteView { bytes in
      var changed: UInt64 = 0
      for index in recording.bases.indices {
        let base = recording.bases[index]
        let value = value(base.source, base.index, base.slot)
        let now = view(base.source)[ByteRange(Int(value.start), Int(value.end))]
        let start = Int(base.start)
        if !now.equals(bytes[ByteRange(start, start + Int(base.count))]) { changed |= 1 << UInt64(index) }
      }
      return changed
    }
  }

  private func value(_ source: SieveSource, _ index: Int32, _ slot: Int32) -> SieveValue {
    if slot >= 0 { return values[Int(slot)] }
    switch source {
    case .texts: return headerValue(Int(index))
    case .derived: return SieveValue(index: index, source: .derived)
    default: return value(Int(index), source)
    }
  }

  /// Whether the tests that rest on what changed come out as they did.
  private func pass(_ recording: SieveRecording, _ changed: UInt64, isEarly: Bool) -> Bool {
    let range = isEarly ? 0..<recording.earlyCount : recording.earlyCount..<recording.tests.count
    for index in range where recording.testBases[index] & changed != 0 {
      let test = recording.tests[index]
      let value = value(test.source, test.index, test.slot)
      let truth =
        test.predicate < 0
        ? SieveTruth(derived(Int(test.index)).kind == .none) : settled(Int(test.predicate), value)
      guard truth == test.truth else { return false }
    }
    return true
  }
}

extension JSONNode {
  /// What a node is and how far it reaches, without where it lies.
  var shape: UInt64 { UInt64(kind.rawValue) | UInt64(flags.rawValue) << 8 | UInt64(next) << 16 }
}
