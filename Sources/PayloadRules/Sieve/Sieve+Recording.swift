/// Makes recordings.
extension Sieve {
  /// Shapes that are remembered at once.
  static let maximumTemplates = 16
  private static let maximumAutomata = 256

  /// Begins a recording once route and slots are known.
  func startRecording() {
    let recording = SieveRecording()
    for slot in 0..<states.count where states[slot] == 2 && isPosition(values[slot]) {
      recording.positions.append(
        SieveRecording.Position(
          slot: Int32(truncatingIfNeeded: slot), index: values[slot].index, source: values[slot].source))
    }
    recording.states = states.view.bytes
    self.recording = recording
  }

  /// Whether a value lies in a document or a header, so that its place is part of a request's shape.
  private func isPosition(_ value: SieveValue) -> Bool {
    switch value.source {
    case .payload, .tokenHeader, .tokenClaims: true
    case .texts: value.index >= 0
    default: false
    }
  }

  /// Keeps the recording of a request that was clean.
  func finishRecording() {
    guard let recording else { return }
    self.recording = nil
    if templates.count == Self.maximumTemplates { templates.removeLast() }
    templates.insert(SieveTemplate(recording, of: self), at: 0)
  }

  /// The patterns of several predicates as one, kept for the next template that asks for the same.
  func sharedAutomaton(of predicates: [Int]) -> PatternAutomaton? {
    if let known = automata[predicates] { return known }
    guard automata.count < Self.maximumAutomata, let made = automaton(of: predicates) else { return nil }
    automata[predicates] = made
    return made
  }

  /// Notes a test of a value that is there, and what it came to.
  func record(_ predicate: Int, _ value: SieveValue, _ truth: SieveTruth) {
    guard let recording else { return }
    var bases = dependencies(ofPredicate: predicate)
    var slot: Int32 = -1
    if value.source == .derived {
      bases |= dependencies(ofDerived: Int(value.index))
    } else {
      if value.source == .texts, value.index < 0 { slot = Int32(truncatingIfNeeded: self.slot(of: value)) }
      bases |= base(value, slot: slot)
    }
    let test = SieveRecording.Test(
      source: value.source, index: value.index, slot: slot, predicate: Int32(truncatingIfNeeded: predicate),
      truth: truth, isEarly: isInferring, bases: bases)
    let isKnown = recording.tests.contains {
      $0.source == test.source && $0.index == test.index && $0.slot == test.slot
        && $0.predicate == test.predicate && $0.isEarly == test.isEarly
    }
    if !isKnown { recording.tests.append(test) }
  }

  /// Notes that what an operand comes to decided something by itself: it must stay the same.
  func pin(operand: Int) { recording?.pinned |= dependencies(ofOperand: operand) }

  private func slot(of value: SieveValue) -> Int {
    for slot in 0..<states.count
    where states[slot] == 2 && values[slot].source == .texts && values[slot].start == value.start
      && values[slot].end == value.end && values[slot].index == value.index
    {
      return slot
    }
    return -1
  }

  /// The bit of a value's bytes; a value without a place is as restless as the clock.
  private func base(_ value: SieveValue, slot: Int32) -> UInt64 {
    guard let recording else { return 0 }
    if value.source == .texts, value.index < 0, slot < 0 { return SieveRecording.restless }
    if let known = recording.bases.firstIndex(where: {
      $0.source == value.source && $0.index == value.index && $0.slot == slot
    }) {
      return 1 << UInt64(known)
    }
    guard recording.bases.count < 62 else { return SieveRecording.restless }
    recording.bases.append(
      SieveRecording.Base(
        source: value.source, index: value.index, slot: slot,
        range: ByteRange(Int(value.start), Int(value.end))))
    return 1 << UInt64(recording.bases.count - 1)
  }

  // MARK: What a result rests on

  private func dependencies(ofSlot slot: Int) -> UInt64 {
    guard slot >= 0, states[slot] == 2 else { return 0 }
    let value = values[slot]
    if value.source == .derived { return dependencies(ofDerived: Int(value.index)) }
    return base(
      value, slot: value.source == .texts && value.index < 0 ? Int32(truncatingIfNeeded: slot) : -1)
  }

  private func dependencies(ofDerived number: Int) -> UInt64 {
    guard number >= 0 else { return number == Evaluator.clockIndex ? SieveRecording.restless : 0 }
    let record = code[code[.derivations] + number]
    switch code[record] {
    case SieveDerivation.standard:
      if code[record + 3] >= 0 { return dependencies(ofDerived: code[record + 3]) }
      return dependencies(ofSlot: code[record + 1])
    case SieveDerivation.row:
      return dependencies(ofFact: code[record + 1]) | dependencies(ofOperand: code[record + 2])
    case SieveDerivation.operand: return dependencies(ofOperand: code[record + 1])
    default: return dependencies(ofSlot: code[record + 1])
    }
  }

  private func dependencies(ofOperand operand: Int) -> UInt64 {
    switch code[operand] {
    case SieveOperand.literal, SieveOperand.anyOf: return 0
    case SieveOperand.fact: return dependencies(ofFact: code[operand + 1])
    case SieveOperand.place, SieveOperand.between: return dependencies(ofSlot: code[operand + 1])
    case SieveOperand.derived: return dependencies(ofDerived: code[operand + 1])
    case SieveOperand.join:
      var bases: UInt64 = 0
      for index in 0..<code[operand + 1] { bases |= dependencies(ofOperand: code[operand + 2 + index]) }
      return bases
    default: return SieveRecording.restless
    }
  }

  /// Route and push type are part of a recording; a host is a value.
  private func dependencies(ofFact number: Int) -> UInt64 {
    let keys = code[code[code[.facts] + number] + 3]
    var bases: UInt64 = 0
    for index in 0..<code[keys] where code[keys + 1 + index * 3] == SieveKey.host {
      bases |= dependencies(ofSlot: code[keys + 2 + index * 3])
    }
    return bases
  }

  private func dependencies(ofPredicate predicate: Int) -> UInt64 {
    guard predicate >= 0 else { return 0 }
    switch code[predicate] {
    case SievePredicate.range, SievePredicate.length, SievePredicate.bytes:
      var bases: UInt64 = 0
      for bound in 1...2 where code[predicate + bound] >= 0 {
        bases |= dependencies(ofOperand: code[predicate + bound])
      }
      if code[predicate] == SievePredicate.bytes, !document.nodes.isEmpty {
        // The size of the body changes with any of its values.
        bases |= base(value(0, .payload), slot: -1)
      }
      return bases
    case SievePredicate.oneOfFact: return dependencies(ofFact: code[predicate + 1])
    case SievePredicate.equals, SievePredicate.startsWith, SievePredicate.endsWith, SievePredicate.contains:
      return dependencies(ofOperand: code[predicate + 1])
    case SievePredicate.key: return dependencies(ofPredicate: code[predicate + 1])
    case SievePredicate.all, SievePredicate.any:
      var bases: UInt64 = 0
      for index in 0..<code[predicate + 1] {
        bases |= dependencies(ofPredicate: code[predicate + 2 + index])
      }
      return bases
    case SievePredicate.not: return dependencies(ofPredicate: code[predicate + 1])
    default: return 0
    }
  }
}
