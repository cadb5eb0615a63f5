/// Works fixes out as byte edits; one that cannot be exact is left out.
extension Evaluator {
  func fix(_ candidate: Candidate, _ rule: Rule, _ words: Words) -> Fix? {
    if let problem = candidate.problem {
      guard !problem.edits.isEmpty else { return nil }
      return Fix(
        title: problem.fixTitle ?? "mend the text", safety: problem.fixSafety, edits: problem.edits,
        source: .payload)
    }
    if let detection = candidate.detection {
      guard !detection.edits.isEmpty else { return nil }
      return Fix(
        title: detection.fixTitle ?? "mend", safety: .safe, edits: detection.edits,
        source: detection.place.source)
    }
    if let name = candidate.renames { return rename(candidate.value, to: name, safety: .safe, words) }
    guard let template = words.ruleWords.fix else { return nil }
    var value = candidate.value
    if let place = template.place {
      guard place.rest.isEmpty else { return nil }
      value = slots[place.slot]
      if case .insert(let key, let operand) = template.operation {
        return insert(key, operand, into: value, place.place, template, words)
      }
    }
    guard let fix = fix(template, value, candidate, words) else { return nil }
    return fix
  }

  private func fix(_ template: FixTemplate, _ value: Value, _ candidate: Candidate, _ words: Words) -> Fix? {
    let title = template.title.flatMap { words.text($0) }
    switch template.operation {
    case .set(let operand): return set(value, operand, template, title)
    case .remove: return remove(value, template, title)
    case .rename(let operand):
      guard case .values(let values) = resolve(operand), let name = values.first?.display else { return nil }
      return rename(value, to: name, safety: template.safety, words)
    case .move(let place): return move(value, to: slots[place.slot], template, title)
    case .retype(let type): return retype(value, type, template, title)
    case .append(let operand):
      guard case .values(let values) = resolve(operand), let end = values.first?.display,
        let text = text(value)
      else {
        return nil
      }
      return replace(value, with: .text(text + end), template.safety, title ?? "append \(end)")
    case .insert(let key, let operand):
      return insert(key, operand, into: value, candidate.place.place, template, words)
    case .truncate: return truncate(value, candidate, template, title)
    }
  }

  // MARK: Operations

  private func set(_ value: Value, _ operand: Operand, _ template: FixTemplate, _ title: String?) -> Fix? {
    guard case .values(let values) = resolve(operand), let new = values.first, new != .compound else {
      return nil
    }
    return replace(value, with: new, template.safety, title ?? "write \(shorten(new.display))")
  }

  private func replace(_ value: Value, with new: Scalar, _ safety: FixSafety, _ title: String) -> Fix? {
    guard value.isThere else { return nil }
    switch value.source {
    case .texts:
      guard let (source, range) = textPlace(value) else { return nil }
      return Fix(title: title, safety: safety, edits: [Edit(range: range, text: new.display)], source: source)
    case .payload, .envelope:
      guard value.index >= 0 else { return nil }
      return Fix(
        title: title, safety: safety, edits: [Edit(range: value.node.range, text: new.json)],
        source: value.source == .payload ? .payload : .envelope)
    default: return nil
    }
  }

  /// Where a text of the request lies: which text, and the bytes in it.
  private func textPlace(_ value: Value) -> (FindingSource, ByteRange)? {
    let range = value.node.range
    if value.index >= 0, value.index < headerRanges.count, headerRanges[value.index].value.contains(range) {
      return (.headerValue(value.index), range.shifted(by: -headerRanges[value.index].value.start))
    }
    let sources: [FindingSource] = [.method, .host, .port, .path, .token]
    for (number, source) in sources.enumerated() {
      if let whole = extraTexts[number], whole.contains(range) {
        return (source, range.shifted(by: -whole.start))
      }
    }
    return nil
  }

  private func remove(_ value: Value, _ template: FixTemplate, _ title: String?) -> Fix? {
    if value.source == .texts { return nil }
    guard let range = memberRange(value) else { return nil }
    let name = keyIndex(of: value).map { JSONText.string(payloadDocument.nodes[$0], in: payload) } ?? "it"
    return Fix(
      title: title ?? "remove \(shorten(name))", safety: template.safety,
      edits: [Edit(range: range, text: "")],
      source: .payload)
  }

  /// A member, or element, with one comma and the white space that goes with it.
  private func memberRange(_ value: Value) -> ByteRange? {
    guard value.source == .payload, value.index > 0, payloadDocument.isWellFormed else { return nil }
    let start = keyIndex(of: value).map { Int(payloadDocument.nodes[$0].start) } ?? Int(value.node.start)
    let end = Int(value.node.end)
    var before = start
    while before > 0, payload[before - 1].isJSONBlank { before -= 1 }
    var after = end
    while after < payload.count, payload[after].isJSONBlank { after += 1 }
    if before > 0, payload[before - 1] == 0x2C { return ByteRange(before - 1, end) }
    guard after < payload.count, payload[after] == 0x2C else { return ByteRange(before, end) }
    var next = after + 1
    while next < payload.count, payload[next].isJSONBlank { next += 1 }
    return ByteRange(start, next)
  }

  private func rename(_ value: Value, to name: String, safety: FixSafety, _ words: Words) -> Fix? {
    let title = words.ruleWords.fix?.title.flatMap { words.text($0) } ?? "rename to \(shorten(name))"
    let safety = words.ruleWords.fix?.safety ?? safety
    if value.source == .texts, value.index >= 0 {
      let range = headerRanges[value.index].name
      return Fix(
        title: title, safety: safety, edits: [Edit(range: ByteRange(0, range.count), text: name)],
        source: .headerName(value.index))
    }
    guard value.source == .payload || value.source == .envelope, let key = keyIndex(of: value) else {
      return nil
    }
    return Fix(
      title: title, safety: safety,
      edits: [Edit(range: document(value.source).nodes[key].range, text: JSONWriter.quoted(name))],
      source: value.source == .payload ? .payload : .envelope)
  }

  private func move(_ value: Value, to object: Value, _ template: FixTemplate, _ title: String?) -> Fix? {
    guard let removal = memberRange(value), object.isObject, object.source == .payload,
      let key = keyIndex(of: value), object.index != 0 || keyIndex(of: value) != nil
    else { return nil }
    let name = JSONText.string(payloadDocument.nodes[key], in: payload)
    guard member(name, of: object) == nil else { return nil }
    let text = payload[ByteRange(Int(payloadDocument.nodes[key].start), Int(value.node.end))].string
    guard let insertion = insertion(of: text, into: object, besides: removal) else { return nil }
    // The removal takes a comma with it that the insertion may count on where both meet.
    guard insertion.range.end <= removal.start || removal.end <= insertion.range.start else { return nil }
    let edits = [Edit(range: removal, text: ""), insertion].sorted { $0.range < $1.range }
    return Fix(
      title: title ?? "move \(shorten(name))", safety: template.safety, edits: edits, source: .payload)
  }

  private func insert(
    _ key: String, _ operand: Operand, into object: Value, _ place: Place, _ template: FixTemplate,
    _ words: Words
  ) -> Fix? {
    guard case .values(let values) = resolve(operand), let new = values.first, new != .compound else {
      return nil
    }
    let title = template.title.flatMap { words.text($0) } ?? "add \(key)"
    if place.root == .headers {
      return Fix(
        title: title, safety: template.safety,
        edits: [Edit(range: ByteRange(0, 0), text: "\(key): \(new.display)")], source: .headers)
    }
    guard object.isObject, object.source == .payload, member(key, of: object) == nil,
      let edit = insertion(of: JSONWriter.quoted(key) + ": " + new.json, into: object, besides: nil)
    else { return nil }
    return Fix(title: title, safety: template.safety, edits: [edit], source: .payload)
  }

  /// Puts a member before the closing brace, in the style of the members that are there.
  private func insertion(of member: String, into object: Value, besides removal: ByteRange?) -> Edit? {
    let nodes = payloadDocument.nodes
    var lastEnd = Int(object.node.start) + 1
    var firstStart: Int?
    var index = object.index + 1
    while index + 1 < Int(object.node.next) {
      let memberRange = ByteRange(Int(nodes[index].start), Int(nodes[index + 1].end))
      if removal.map({ !$0.contains(memberRange) }) ?? true {
        if firstStart == nil { firstStart = memberRange.start }
        lastEnd = memberRange.end
      }
      index = Int(nodes[index + 1].next)
    }
    guard let first = firstStart else {
      return Edit(range: ByteRange(lastEnd, lastEnd), text: member)
    }
    var lead = first
    while lead > Int(object.node.start) + 1, payload[lead - 1].isJSONBlank { lead -= 1 }
    let separator = payload[ByteRange(lead, first)].string
    return Edit(
      range: ByteRange(lastEnd, lastEnd), text: "," + (separator.isEmpty ? " " : separator) + member)
  }

  private func retype(_ value: Value, _ type: String, _ template: FixTemplate, _ title: String?) -> Fix? {
    guard let scalar = scalar(value) else { return nil }
    let new: Scalar?
    switch (type, scalar) {
    case ("number", .boolean(let flag)): new = .number(flag ? 1 : 0)
    case ("number", .number(let number)): new = .number(number)
    case ("number", .text(let text)):
      let trimmed = Array(text.utf8)
      let isNumber = trimmed.withByteView { TextFormat.numberText.matches($0) }
      new = isNumber ? Double(text).map { .number($0) } : nil
    case ("string", .number), ("string", .boolean):
      new = .text(view(value.source)[value.node.range].string)
    case ("boolean", .number(let number)) where number == 0 || number == 1: new = .boolean(number == 1)
    case ("boolean", .text("true")), ("boolean", .text("1")): new = .boolean(true)
    case ("boolean", .text("false")), ("boolean", .text("0")): new = .boolean(false)
    default: new = nil
    }
    guard let new else { return nil }
    return replace(value, with: new, template.safety, title ?? "write \(new.json)")
  }

  /// Cuts a text to its limit in bytes, never inside a character.
  private func truncate(_ value: Value, _ candidate: Candidate, _ template: FixTemplate, _ title: String?)
    -> Fix?
  {
    guard let text = text(value), case .bytes(_, _, .some(let maximum)) = candidate.check,
      let limit = resolve(maximum).firstNumber
    else { return nil }
    var result = ""
    for character in text {
      if result.utf8.count + character.utf8.count > Int(limit) { break }
      result.append(character)
    }
    return replace(value, with: .text(result), template.safety, title ?? "cut to \(Int(limit)) bytes")
  }
}

extension UInt8 {
  var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
