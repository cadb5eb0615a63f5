internal import PayloadRules

/// Requests, and payloads in a list.
extension InputReader {
  mutating func requests(_ tree: InputTree, _ shape: InputShape) -> [InputRecord] {
    guard let root = tree.root else { return [payloadRecord(tree, kind: .request, basis: .asKept)] }
    let isList = root.kind == .array
    let elements = (isList ? tree.elements(of: 0) : [0]).map { shape.recordedRequest(tree, $0) ?? $0 }
    // What stands among payloads is meant as one.
    let arePayloads = isList && kind == .auto && !shape.isRequestList(tree)
    var records: [InputRecord] = []
    var pending = tree.document.problems[...]
    for (number, element) in elements.enumerated() {
      // A problem belongs to the request in or before which it stands; what is left, to the last one.
      let end = number + 1 < elements.count ? Int(tree.node(elements[number + 1]).start) : Int.max
      let mine = pending.prefix { $0.range.start < end }
      pending = pending.dropFirst(mine.count)
      var record = request(tree, element, problems: Array(mine), shape, isAmongPayloads: arePayloads)
      record.record = isList ? number + 1 : nil
      records.append(record)
    }
    return records
  }

  mutating func request(
    _ tree: InputTree, _ element: Int, problems: [JSONProblem], _ shape: InputShape,
    isAmongPayloads: Bool = false
  ) -> InputRecord {
    let names = tree.members(of: element).map(\.name)
    let isPayload =
      !shape.isRequest(tree, element)
      && (isAmongPayloads || names.contains { recognition.payloadKeys.contains($0) })
    if isPayload, kind == .auto || kind == .jsonl {
      let (bytes, location) = tree.slice(element)
      var record = payloadRecord(
        InputTree(bytes, at: location, isYAML: tree.isYAML), kind: .payload, basis: .asKept)
      if kind == .auto { record.subject.detections += troubles(problems, around: element, of: tree) }
      return record
    }
    var reader = RequestReader(tree, recognition: recognition, profile: profile, readFile: readFile)
    reader.read(element)
    reader.addSyntaxProblems(problems)
    self.problems += reader.problems
    let (subject, resolver) = reader.finish(facts, now: now, clock: clock)
    return InputRecord(subject: subject, resolver: resolver)
  }

  /// What is wrong with a list around one of its payloads, which says itself what is wrong in it.
  private func troubles(_ problems: [JSONProblem], around element: Int, of tree: InputTree) -> [Detection] {
    let range = tree.node(element).range
    var reader = RequestReader(tree, recognition: recognition, profile: profile, readFile: readFile)
    reader.addSyntaxProblems(
      problems.filter { $0.node < element || $0.range.start < range.start || $0.range.end > range.end })
    return reader.builder.subject.detections.map { detection in
      var detection = detection
      // Edits would count in the payload's own text.
      detection.edits = []
      detection.fixTitle = nil
      return detection
    }
  }
}
