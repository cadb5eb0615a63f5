internal import PayloadRules
internal import RuleFiles

/// Turns the bytes of one input into records.
struct InputReader {
  var recognition: Recognition
  var kind: InputKind
  var profile: Profile
  var now: Double?
  /// What options, then configuration, say.
  var facts: [(StatedFacts, isOption: Bool)]
  /// Reads a file named by an input, as seen from that input.
  var readFile: (String) throws(FileError) -> (source: SourceText, detections: [Detection])
  var clock: () -> Double
  /// Nil where the rules know no messages of other services.
  let envelopes: EnvelopeSource?

  var problems: [Problem] = []

  init(
    recognition: Recognition, kind: InputKind, profile: Profile, now: Double?,
    facts: [(StatedFacts, isOption: Bool)],
    readFile: @escaping (String) throws(FileError) -> (source: SourceText, detections: [Detection]),
    clock: @escaping () -> Double, envelopes: EnvelopeSource? = nil
  ) {
    self.recognition = recognition
    self.envelopes = envelopes ?? recognition.envelopes.map { EnvelopeSource($0) }
    self.kind = kind
    self.profile = profile
    self.now = now
    self.facts = facts
    self.readFile = readFile
    self.clock = clock
  }

  /// Reads one input; `name` decides its kind where `kind` is `auto`.
  mutating func read(
    _ bytes: [UInt8], path: String, name: String, isNamed: Bool
  ) throws(FileError) -> InputContents {
    let (source, detections) = InputReader.transcode(bytes, path: path)
    if source.fileMap == nil, InputShape.isBinary(bytes) {
      if isNamed { throw FileError(path: path, kind: .binary) }
      return .skipped
    }
    let shape = InputShape(recognition: recognition, name: name, isNamed: isNamed)
    var records = try contents(source, shape)
    guard case .records(var list) = records else { return records }
    // The encoding is the file's, so it is said once.
    if !list.isEmpty { list[0].subject.detections.insert(contentsOf: detections, at: 0) }
    records = .records(list)
    return records
  }

  /// UTF-16 in UTF-8, with a detection that says so.
  static func transcode(_ bytes: [UInt8], path: String) -> (source: SourceText, detections: [Detection]) {
    guard let transcoded = bytes.withByteView({ UTF16Transcoder.transcode($0) }) else {
      return (SourceText(path: path, bytes: bytes), [])
    }
    let order = transcoded.order == .littleEndian ? "UTF-16LE" : "UTF-16BE"
    var detection = Detection(
      detector: "json-utf-16", place: FindingPlace(source: .request, range: ByteRange(0, 0)),
      subject: .payload, pointer: "", values: ["actual": order])
    // A lone half of a character cannot be written in UTF-8; and a report need not hold a book.
    if transcoded.replacements == 0, transcoded.bytes.count <= longestRewriting {
      detection.edits = [
        Edit(
          range: ByteRange(0, transcoded.bytes.count), text: String(decoding: transcoded.bytes, as: UTF8.self)
        )
      ]
      detection.fixTitle = "write it in UTF-8"
    }
    return (SourceText(path: path, bytes: transcoded.bytes, fileMap: transcoded.map), [detection])
  }

  private static let longestRewriting = 1 << 16

  mutating func contents(
    _ source: SourceText, _ shape: InputShape
  ) throws(FileError) -> InputContents {
    let text = source.bytes
    var kind = kind
    var known: InputTree?
    if kind == .auto {
      if let form = shape.form(of: text) { return self.form(form, source, shape) }
      if InputShape.isMarkdownName(shape.name) {
        return notAPush(source, shape, detail: "documentation is read with --input markdown")
      }
      if shape.isYAMLName { return yaml(source, shape, kind: .auto) }
      let tree = InputTree(json: source)
      known = tree
      if InputReader.archiveEntries(of: tree) != nil { return archive(tree, shape) }
      if !InputShape.hasLinesName(shape.name), let records = envelopes(in: tree) { return .records(records) }
      if shape.isNamed, let records = tokenLines(source) { return .records(records) }
      if shape.holdsUnnamedLines(text) { return .records(lines(source, shape)) }
      switch shape.decide(tree, text: text) {
      case .notAPush:
        if shape.looksLikeYAMLRequest(text, known: recognition.payloadKeys) {
          return yaml(source, shape, kind: .auto)
        }
        // Files are handed over by hooks, pushes or not; what is piped in with a type was meant to be one.
        guard source.path == "-", saysPushType, tree.root?.kind == .object else {
          return notAPush(source, shape)
        }
        kind = .payload
      case .kind(let decided): kind = decided
      }
    }
    switch kind {
    case .payload, .simulator:
      if shape.isYAMLName { return yaml(source, shape, kind: kind) }
      return payload(known ?? InputTree(json: source), shape, kind: kind)
    case .token, .jwt: return .records([bare(source, kind: kind)])
    case .jsonl: return .records(lines(source, shape))
    case .curl, .http, .har, .markdown: return form(kind, source, shape)
    case .fcm, .sns, .expo, .envelope: return envelope(source, shape, kind)
    default:
      let first = text.first { !isWhite($0) && $0 < 0x80 }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      if shape.isYAMLName || !isJSON { return yaml(source, shape, kind: .request) }
      return .records(requests(known ?? InputTree(json: source), shape))
    }
  }

  private mutating func form(
    _ kind: InputKind, _ source: SourceText, _ shape: InputShape
  ) -> InputContents {
    switch kind {
    case .curl: curl(source, shape)
    case .http: http(source, shape)
    case .har: archive(InputTree(json: source), shape)
    case .markdown: markdown(source, shape)
    default: notAPush(source, shape)
    }
  }

  // MARK: Kinds

  private func payload(_ tree: InputTree, _ shape: InputShape, kind: InputKind) -> InputContents {
    if kind == .payload, self.kind == .payload, !saysWhatItIs, isForeign(tree) {
      let goesElsewhere = tree.members(of: 0).contains { recognition.foreignKeys.contains($0.name) }
      return notAPush(tree.location.source, shape, input: goesElsewhere ? .auto : kind)
    }
    return .records([payloadRecord(tree, kind: kind, basis: kind == .simulator ? .asSent : .asKept)])
  }

  /// Whether options or configuration say what kind of push it is, so that its shape need not.
  var saysWhatItIs: Bool {
    facts.contains {
      !$0.0.headers.isEmpty || $0.0.pushType != nil || $0.0.topic != nil || !$0.0.context.isEmpty
    }
  }

  /// Whether an option says of which type or for which topic the push is.
  private var saysPushType: Bool { facts.contains { $0.1 && ($0.0.pushType != nil || $0.0.topic != nil) } }

  /// A sound object with members, none of which a push has.
  func isForeign(_ tree: InputTree) -> Bool {
    guard let root = tree.root, root.kind == .object, tree.document.isWellFormed else { return false }
    let names = tree.members(of: 0).map(\.name)
    return !names.isEmpty && !recognition.payloadKeys.isEmpty
      && names.allSatisfy { !recognition.payloadKeys.contains($0) && !recognition.simulatorKeys.contains($0) }
      && names.allSatisfy { NearestMatch.nearest(to: $0, among: recognition.payloadKeys) == nil }
  }

  func payloadRecord(_ tree: InputTree, kind: InputKind, basis: SizeBasis) -> InputRecord {
    var builder = RequestBuilder(source: tree.location.source, recognition: recognition, profile: profile)
    builder.subject.input = kind.rawValue
    builder.resolver.requestText = tree.location
    builder.setPayload(tree.bytes, at: tree.location, basis: basis)
    let start = tree.root.map { Int($0.start) } ?? 0
    builder.resolver.request = tree.location.map.outer(ByteRange(start, min(start + 1, tree.bytes.count)))
    return finish(&builder)
  }

  func finish(_ builder: inout RequestBuilder, isRequest: Bool = false) -> InputRecord {
    for (facts, isOption) in facts { builder.add(facts, isOption: isOption) }
    builder.settle(isRequest: isRequest, hasHeaders: false, now: now, clock: clock)
    return InputRecord(subject: builder.subject, resolver: builder.resolver)
  }

  private func bare(_ source: SourceText, kind: InputKind) -> InputRecord {
    let mark = InputShape.byteOrderMarkLength(source.bytes)
    var line = InputShape.withoutLineEnd(source.bytes)
    // What was said to be a token is taken as it stands; what looks like a pasted one, without what is around it.
    let pasted = self.kind == .auto && kind == .token ? InputShape.pastedToken(in: source.bytes) : nil
    if let pasted { line = Array(source.bytes[..<pasted.end]) }
    // People paste the header's value: the scheme before the token is no part of it.
    let scheme = kind == .jwt ? InputShape.bearerSchemeLength(Array(line[mark...])) : 0
    let start = pasted?.start ?? mark + scheme
    let text = String(decoding: line[start...], as: UTF8.self)
    let location = InputTree.wholeLocation(of: source).part(ByteRange(start, line.count))
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = kind.rawValue
    builder.resolver.request = ByteRange(0, line.count)
    if mark > 0 {
      let range = ByteRange(0, mark)
      var detection = Detection(
        detector: "token-byte-order-mark", place: FindingPlace(source: .request, range: range),
        subject: kind == .token ? .token : .jwt, pointer: "")
      detection.edits = [Edit(range: range, text: "")]
      detection.fixTitle = "remove the byte order mark"
      builder.subject.detections.append(detection)
    }
    if kind == .token {
      builder.set("token", text, at: location)
    } else {
      builder.subject.providerToken = .present(text)
      builder.resolver.facts["context.jwt"] = location
    }
    return finish(&builder)
  }

  mutating func yaml(_ source: SourceText, _ shape: InputShape, kind: InputKind) -> InputContents {
    let documents: [YAMLDocument]
    do { documents = try YAMLReader.documents(in: source.bytes, mode: .lenient) } catch {
      // What only looks like it is no broken YAML.
      guard shape.isYAMLName || self.kind != .auto else { return notAPush(source, shape) }
      // Templates of other tools have the same suffix; only what the user named must be readable.
      guard shape.isNamed else { return .skipped }
      problems.append(Problem(ConfigurationError(error, file: source.path)))
      return .skipped
    }
    var records: [InputRecord] = []
    for document in documents {
      let canonical = CanonicalJSON(document, of: source.bytes) { path in
        InputReader.takesLetters(path)
      }
      var location = InputTree.wholeLocation(of: source)
      location.map = canonical.map
      location.canonicalMap = OffsetMap(linear: canonical.bytes.count, at: 0)
      location.layer = .yaml(YAMLOrigin(canonical: canonical, document: document))
      location.whole = canonical.map.outer(ByteRange(0, canonical.bytes.count))
      let tree = InputTree(canonical.bytes, at: location, isYAML: true)
      let notes = canonical.notes.map { note in
        Detection(
          detector: note.kind.rawValue, place: FindingPlace(source: .request, range: note.range),
          subject: .payload, pointer: "",
          values: ["actual": source.text(note.range)])
      }
      var found: [InputRecord]
      if var messages = envelopes(in: tree, kind: kind) {
        messages[0].subject.detections += notes
        records += messages
        continue
      }
      switch (kind, shape.decide(tree, text: canonical.bytes)) {
      case (.payload, _), (.simulator, _): found = [payloadRecord(tree, kind: kind, basis: .asKept)]
      case (.request, _), (.auto, .kind(.request)): found = requests(tree, shape)
      case (_, _) where kind.isEnvelope: continue
      case (_, .kind): found = [payloadRecord(tree, kind: .payload, basis: .asKept)]
      case (_, .notAPush): continue
      }
      if !found.isEmpty { found[0].subject.detections += notes }
      records += found
    }
    if records.isEmpty { return notAPush(source, shape) }
    if documents.count > 1 || records.count > 1 {
      for index in records.indices { records[index].record = index + 1 }
    }
    return .records(records)
  }

  /// Header values, tokens and the like are read by their letters.
  private static func takesLetters(_ path: [YAMLStep]) -> Bool {
    // Only fields of the request itself: below the payload, a number is a number.
    for step in path {
      guard case .key(let name) = step else { continue }
      return ["headers", "token", "path", "host", "method", "port", "context"].contains(
        String(decoding: name, as: UTF8.self))
    }
    return false
  }

  func notAPush(
    _ source: SourceText, _ shape: InputShape, input: InputKind? = nil, detail: String? = nil
  ) -> InputContents {
    guard shape.isNamed else { return .skipped }
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = (input ?? kind).rawValue
    builder.subject.detections = [
      Detection(
        detector: "not-a-push", place: FindingPlace(source: .request, range: ByteRange(0, 0)),
        subject: .file, pointer: "", values: detail.map { ["detail": $0] } ?? [:])
    ]
    return .records([InputRecord(subject: builder.subject, resolver: builder.resolver)])
  }
}
