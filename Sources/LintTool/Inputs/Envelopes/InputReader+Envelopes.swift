internal import PayloadRules

extension InputReader {
  /// The pushes in messages of other services; nil where a text is no such message.
  ///
  /// Of one kind where that is said; otherwise what the message looks like decides.
  func envelopes(in tree: InputTree, kind: InputKind = .auto) -> [InputRecord]? {
    guard let root = tree.root, let envelopes, kind == .auto || kind.isEnvelope else {
      return nil
    }
    let isList = root.kind == .array
    let roots = isList ? tree.elements(of: 0) : [0]
    let likely = roots.enumerated().filter { kind != .auto || mayBeEnvelope(tree, $0.element) }
    guard !likely.isEmpty else { return nil }
    let reader = envelopes.reader
    var records: [InputRecord] = []
    var problems = tree.document.problems[...]
    var message = 0
    for (number, node) in likely {
      let base = isList ? "/\(number)" : ""
      for (reading, start, pointer) in readings(reader, tree, node, base, kind.service) {
        message += 1
        let end = isList && number + 1 < roots.count ? Int(tree.node(roots[number + 1]).start) : Int.max
        let mine = problems.prefix { $0.range.start < end }
        problems = problems.dropFirst(mine.count)
        records += self.records(reading, tree, start, pointer, Array(mine), message)
      }
    }
    guard !records.isEmpty else { return nil }
    if records.count > 1 || isList {
      for index in records.indices { records[index].record = index + 1 }
    }
    return records
  }

  /// A text that is said to be such a message.
  mutating func envelope(_ source: SourceText, _ shape: InputShape, _ kind: InputKind) -> InputContents {
    let first = source.bytes.first { !isWhite($0) && $0 < 0x80 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      let records = envelopes(in: InputTree(json: source), kind: kind)
      return records.map { .records($0) } ?? notAPush(source, shape, input: kind)
    }
    if shape.isYAMLName { return yaml(source, shape, kind: kind) }
    let published = publishedMessages(source, ByteRange(0, source.bytes.count), kind: kind)
    if !published.isEmpty { return .records(InputReader.numbered(published)) }
    if kind == .envelope, let records = tokenLines(source) { return .records(records) }
    return yaml(source, shape, kind: kind)
  }

  /// Numbers the records of one file, where it has several.
  static func numbered(_ records: [InputRecord]) -> [InputRecord] {
    guard records.count > 1 else { return records }
    var result = records
    for index in result.indices { result[index].record = index + 1 }
    return result
  }

  /// What a body that is no push of its own holds for another service.
  func messages(inBodyOf builder: RequestBuilder) -> [InputRecord] {
    guard case .present(let bytes) = builder.subject.payload, let location = builder.resolver.payload,
      let first = bytes.first(where: { !isWhite($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return [] }
    let tree = InputTree(bytes, at: location)
    guard var records = envelopes(in: tree) else { return [] }
    // A file may be a collection; a body is one request.
    let elements = tree.elements(of: 0)
    let kind = records[0].subject.input
    if let limit = recognition.listLimits[kind], elements.count > limit {
      records[0].subject.detections.append(
        Detection(
          detector: "envelope-list-too-long",
          place: FindingPlace(source: .request, range: tree.place(of: elements[limit])), subject: .envelope,
          pointer: "/\(limit)",
          values: ["actual": String(elements.count), "limit": String(limit), "detail": kind]))
    }
    return records
  }

  /// By the names at the root alone, so that other data costs nothing.
  private func mayBeEnvelope(_ tree: InputTree, _ node: Int) -> Bool {
    tree.node(node).kind == .object
      && tree.members(of: node).contains { recognition.envelopeKeys.contains($0.name) }
  }

  /// The messages in one text, with their first byte in the tree's text and their pointers.
  private func readings(
    _ reader: EnvelopeReader, _ tree: InputTree, _ root: Int, _ base: String, _ kind: String?
  ) -> [(reading: EnvelopeReading, start: Int, pointer: String)] {
    for path in reader.paths {
      var nodes = [(root, base)]
      if !path.isEmpty {
        var node: Int? = root
        for key in path { node = node.flatMap { tree.member(key, of: $0) } }
        guard let list = node else { continue }
        let pointer = base + path.map { "/" + JSONPointer.escape($0) }.joined()
        nodes = tree.elements(of: list).enumerated().map { ($0.element, "\(pointer)/\($0.offset)") }
      }
      let found = nodes.compactMap { node, pointer in
        let range = tree.node(node).range
        return tree.node(node).kind != .object
          ? nil
          : reader.read(Array(tree.bytes[range.start..<range.end]), within: path, kind: kind).map {
            (reading: $0, start: range.start, pointer: pointer)
          }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// A record for each payload of a message; one without a payload where it has none.
  private func records(
    _ reading: EnvelopeReading, _ tree: InputTree, _ start: Int, _ base: String, _ problems: [JSONProblem],
    _ message: Int
  ) -> [InputRecord] {
    let own = tree.location.part(ByteRange(start, start + reading.map.outerEnd(reading.tree.bytes.count)))
    var location = own
    location.map = reading.map.composed(with: own.map)
    location.canonicalMap = own.canonicalMap.map { reading.map.composed(with: $0) }
    let frame = EnvelopeFrame(reading: reading, base: base, location: location)
    var records: [InputRecord] = []
    for payload in reading.payloads.isEmpty ? [nil] : reading.payloads.map(Optional.init) {
      var builder = RequestBuilder(source: tree.location.source, recognition: recognition, profile: profile)
      reading.describe(&builder.subject)
      builder.resolver.frame = frame
      builder.resolver.requestText = tree.location
      builder.resolver.request = tree.location.map.outer(ByteRange(start, start + 1))
      addHeaders(reading, frame, to: &builder)
      if let payload { add(payload, reading, frame, to: &builder) }
      if records.isEmpty { add(problems, reading, tree, start, own, base, to: &builder) }
      var record = finish(&builder)
      record.message = message
      records.append(record)
    }
    return records
  }

  private func addHeaders(
    _ reading: EnvelopeReading, _ frame: EnvelopeFrame, to builder: inout RequestBuilder
  ) {
    for header in reading.headers {
      let text = reading.tree.text(header.value)
      var value = frame.location(of: header.value, isText: true)
      // What belongs into quotes cannot be written where none are.
      if reading.tree.kind(header.value) != .string { value = value.opaque(count: text.utf8.count) }
      let place = PlaceResolver.Header(
        name: header.key.map { frame.location(of: $0, isText: true) }, value: value)
      builder.addHeader(header.name, text, at: place)
      builder.resolver.frame?.headers.append(frame.base + reading.pointer(to: header.value))
    }
    if let node = reading.headerSet {
      let first = reading.tree.range(node).start
      builder.resolver.headerSet = frame.location.map.outer(ByteRange(first, first + 1))
    }
  }

  private func add(
    _ payload: EnvelopeReading.Payload, _ reading: EnvelopeReading, _ frame: EnvelopeFrame,
    to builder: inout RequestBuilder
  ) {
    var bytes = reading.bytes(of: payload)
    var location = frame.location(of: payload.node, isText: payload.isText)
    if payload.isText {
      if let decoded = RequestReader.encodedObject(bytes) {
        location = location.opaque(count: decoded.count)
        bytes = decoded
      }
      builder.setContext(EnvelopeReading.payloadKey, payload.key, at: location)
    }
    // The service writes it anew.
    builder.setPayload(bytes, at: location, basis: .asKept)
    builder.resolver.frame?.payload =
      frame.base + reading.pointer(to: payload.node) + (payload.isText ? "#" : "")
  }

  /// Hands on what the scanner found in the message outside its payloads, and in JSON inside its text.
  private func add(
    _ problems: [JSONProblem], _ reading: EnvelopeReading, _ tree: InputTree, _ start: Int,
    _ own: TextLocation, _ base: String, to builder: inout RequestBuilder
  ) {
    let payloads = reading.payloads.filter { !$0.isText }.map {
      reading.map.outer(reading.tree.range($0.node)).shifted(by: start)
    }
    for problem in problems
    where !payloads.contains(where: { $0.start <= problem.range.start && problem.range.end <= $0.end }) {
      let pointer = tree.bytes.withByteView {
        tree.document.nodes.indices.contains(problem.node)
          ? JSONPointer.pointer(to: problem.node, in: tree.document, text: $0) : ""
      }
      builder.detect(
        problem.detector, at: tree.location.map.outer(problem.range), pointer: pointer, problem.values,
        edits: tree.isYAML ? [] : problem.edits, fixTitle: problem.fixTitle)
    }
    for problem in reading.problems {
      builder.detect(
        problem.detector, at: own.map.outer(problem.range), pointer: base + reading.brokenText,
        problem.values)
    }
  }
}

extension InputKind {
  /// Whether it is a message of another service around a push.
  var isEnvelope: Bool {
    switch self {
    case .fcm, .sns, .expo, .envelope: true
    default: false
    }
  }

  /// The one kind of message that it is.
  fileprivate var service: String? { isEnvelope && self != .envelope ? rawValue : nil }
}

extension JSONProblem {
  /// What messages about the problem may name.
  fileprivate var values: [String: String] {
    var values = ["actual": actual]
    values["expected"] = expected
    return values
  }
}
