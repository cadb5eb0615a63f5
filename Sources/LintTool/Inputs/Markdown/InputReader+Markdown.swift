internal import PayloadRules

extension InputReader {
  /// The pushes in the fenced blocks of a documentation, each an input of its own.
  mutating func markdown(_ source: SourceText, _ shape: InputShape) -> InputContents {
    var records: [InputRecord] = []
    for fence in MarkdownFence.all(in: source.bytes) {
      guard let name = fence.name, recognition.mayHoldRequest(fence.bytes) else { continue }
      records += blockRecords(fence, name: name, in: source)
    }
    for index in records.indices {
      records[index].record = index + 1
      records[index].subject.input = InputKind.markdown.rawValue
    }
    return records.isEmpty ? notAPush(source, shape) : .records(records)
  }

  private mutating func blockRecords(
    _ fence: MarkdownFence, name: String, in source: SourceText
  ) -> [InputRecord] {
    let block = SourceText(path: source.path, bytes: fence.bytes)
    var reader = self
    reader.kind = .auto
    reader.problems = []
    // What is no push is passed over, as in a folder; a block without a language may be a command.
    let isBare = fence.language.isEmpty
    var name = isBare ? "block" : name
    if isBare,
      let form = InputShape(recognition: recognition, name: name, isNamed: true).form(of: block.bytes)
    {
      name = form == .http ? "block.http" : "block.sh"
    }
    let inner = InputShape(recognition: recognition, name: name, isNamed: false)
    guard case .records(let found)? = try? reader.contents(block, inner) else { return [] }
    problems += reader.problems
    return found.compactMap { record in
      InputReader.isSketch(record) ? nil : record.lifted(by: fence.map, into: source)
    }
  }

  /// Whether a payload leaves out parts with dots, as documentation does.
  private static func isSketch(_ record: InputRecord) -> Bool {
    guard let bytes = record.subject.payload.value else { return false }
    var document = JSONDocument()
    bytes.withByteView { JSONScanner.scan($0, into: &document) }
    return document.problems.contains { problem in
      let start = min(problem.range.start, bytes.count)
      // What is left out may stand in a comment.
      let text = bytes[start..<min(max(problem.range.end, start + 3), bytes.count)]
      let isComment = text.first == UInt8(ascii: "/") || text.first == UInt8(ascii: "#")
      let rest = isComment ? text.drop { [0x2F, 0x2A, 0x23, 0x20].contains($0) } : text
      return rest.starts(with: Array("...".utf8)) || rest.starts(with: Array("…".utf8))
    }
  }
}

extension InputRecord {
  /// The record of a text that is a part of `source`, with all its places in that; `isFixed` where nothing can be
  /// written into the part as it stands.
  func lifted(by map: OffsetMap, into source: SourceText, isFixed: Bool = false) -> InputRecord {
    var result = self
    let block = resolver.source
    func lift(_ location: TextLocation) -> TextLocation {
      guard location.source === block else { return location }
      var lifted = location.lifted(by: map, into: source)
      if isFixed { lifted.layer = .opaque }
      return lifted
    }
    result.resolver.source = source
    result.resolver.requestText = resolver.requestText.map(lift)
    result.resolver.headerInsertion = nil
    result.resolver.frame = resolver.frame.map { $0.moved(to: lift($0.location)) }
    result.resolver.payload = resolver.payload.map(lift)
    result.resolver.facts = resolver.facts.mapValues(lift)
    result.resolver.headers = resolver.headers.map {
      PlaceResolver.Header(name: $0.name.map(lift), value: $0.value.map(lift), from: $0.from)
    }
    result.resolver.headerSet = resolver.headerSet.map { map.outer($0) }
    result.resolver.request = map.outer(resolver.request)
    result.subject.detections = subject.detections.map { detection in
      guard [.request, .envelope].contains(detection.place.source) else { return detection }
      var lifted = detection
      lifted.place.range = detection.place.range.map { map.outer($0) }
      guard !isFixed else {
        lifted.edits = []
        return lifted
      }
      // With a text of the request's own, they count in that.
      guard resolver.requestText == nil else { return lifted }
      lifted.edits = detection.edits.map { Edit(range: map.outer($0.range), text: $0.text) }
      return lifted
    }
    return result
  }
}

extension TextLocation {
  /// The same text, where its source is a part of another.
  fileprivate func lifted(by map: OffsetMap, into source: SourceText) -> TextLocation {
    var result = self
    result.source = source
    result.map = self.map.composed(with: map)
    result.whole = map.outer(whole)
    switch layer {
    case .assembled(let assembly): result.layer = .assembled(assembly.lifted(by: map))
    // An edit of YAML is worked out in the block's own text.
    case .yaml, .yamlString: result.layer = .opaque
    default: break
    }
    return result
  }
}
