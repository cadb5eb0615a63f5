internal import PayloadRules

extension InputReader {
  /// JSON Lines held as a whole: each line a payload or a request of its own.
  mutating func lines(_ source: SourceText, _ shape: InputShape) -> [InputRecord] {
    var records: [InputRecord] = []
    let bytes = source.bytes
    let whole = InputTree.wholeLocation(of: source)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var last = end
      if last > start, bytes[last - 1] == 0x0D { last -= 1 }
      if bytes[start..<last].contains(where: { !isWhite($0) }) {
        let tree = InputTree(Array(bytes[start..<last]), at: whole.part(ByteRange(start, last)))
        let number = records.last.map { ($0.record ?? 0) + 1 } ?? 1
        for var record in line(tree, shape) {
          record.record = number
          if record.message != nil { record.message = start }
          records.append(record)
        }
      }
      start = end + 1
    }
    return records
  }

  /// One line of JSON Lines; a message of another service may hold several pushes.
  mutating func line(_ tree: InputTree, _ shape: InputShape) -> [InputRecord] {
    if let messages = envelopes(in: tree) { return messages }
    var record: InputRecord
    if tree.root != nil, shape.isRequest(tree, 0) {
      record = request(tree, 0, problems: tree.document.problems.map { $0 }, shape)
    } else {
      record = payloadRecord(tree, kind: .jsonl, basis: .asSent)
      // What nobody took for a push must not count as a clean one.
      if !saysWhatItIs, isForeign(tree) {
        record.subject.detections.append(
          Detection(
            detector: "not-a-push", place: FindingPlace(source: .request, range: record.resolver.request),
            subject: .file, pointer: "", values: ["detail": "the line has no aps and no other key of a push"])
        )
      }
    }
    record.subject.input = InputKind.jsonl.rawValue
    return [record]
  }

  /// What is known of every payload in lines, before its bytes.
  func lineTemplate(path: String) -> InputRecord {
    payloadRecord(InputTree(json: SourceText(path: path, bytes: [])), kind: .jsonl, basis: .asSent)
  }

  /// A line that nobody reads to its end.
  func overlongLine(_ source: SourceText) -> InputRecord {
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = InputKind.jsonl.rawValue
    builder.subject.detections = [
      Detection(
        detector: "jsonl-line-too-long", place: FindingPlace(source: .request, range: ByteRange(0, 0)),
        subject: .file, pointer: "", values: ["limit": String(LineSplitter.maximumLineLength)])
    ]
    return InputRecord(subject: builder.subject, resolver: builder.resolver)
  }
}
