internal import PayloadRules

/// Reads a `request` object: its fields into a subject, their places into a resolver.
struct RequestReader {
  static let fields = [
    "environment", "host", "port", "method", "path", "token", "headers", "payload", "body", "payload-file",
    "context", "http-version",
  ]

  static let contextKeys = ContextKey.all + ["http-version"]

  let tree: InputTree
  let recognition: Recognition
  /// Reads a file that a request names, as seen from the request.
  let readFile: (String) throws(FileError) -> (source: SourceText, detections: [Detection])

  var builder: RequestBuilder
  private(set) var hasHeaders = false
  /// Part of the tree's text that the payload takes up.
  private(set) var payloadRange: ByteRange?
  private(set) var problems: [Problem] = []

  init(
    _ tree: InputTree, recognition: Recognition, profile: Profile,
    readFile: @escaping (String) throws(FileError) -> (source: SourceText, detections: [Detection])
  ) {
    self.tree = tree
    self.recognition = recognition
    self.readFile = readFile
    builder = RequestBuilder(source: tree.location.source, recognition: recognition, profile: profile)
    builder.resolver.requestText = tree.location
    builder.subject.input = InputKind.request.rawValue
  }

  mutating func read(_ index: Int) {
    builder.resolver.request = tree.brace(of: index)
    let members = tree.members(of: index)
    let names = Set(members.map(\.name))
    var unknown: [(name: String, key: Int)] = []
    for (name, key, value) in members {
      switch name {
      case "headers": readHeaders(value)
      case "payload", "body", "payload-file":
        checkOneBody(name, key, members)
        readBody(name, value)
      case "context": readContext(value)
      case "environment": break
      case "host": readHost(value)
      case "http-version": setContext(name, value)
      case "port", "method", "path", "token":
        let (text, location) = tree.text(value)
        if tree.node(value).kind != .null, isText(value, of: name) { builder.set(name, text, at: location) }
      default:
        if let target = recognition.fieldAliases[name] {
          readAlias(target, key, value)
        } else {
          unknown.append((name, key))
        }
      }
    }
    // After the host, which says more.
    for member in members where member.name == "environment" { readEnvironment(member.value) }
    for field in unknown { checkField(field.name, field.key, beside: names) }
  }

  // MARK: Fields

  private mutating func readHeaders(_ index: Int) {
    let kind = tree.node(index).kind
    guard kind == .object || kind == .array else {
      // What was not read says nothing about the headers that are missing.
      checkHeaders(index)
      return
    }
    hasHeaders = true
    builder.resolver.headerSet = tree.brace(of: index)
    builder.resolver.headerInsertion = HeaderInsertion(tree, index)
    for (_, key, value) in tree.members(of: index) { addHeader(key, value) }
    for pair in tree.elements(of: index) {
      let parts = tree.elements(of: pair)
      if parts.count == 2 {
        addHeader(parts[0], parts[1])
      } else if tree.node(pair).kind != .object {
        checkHeaders(pair)
      }
      // A list of single-header objects says the same.
      for (_, key, value) in tree.members(of: pair) { addHeader(key, value) }
    }
  }

  private mutating func addHeader(_ key: Int, _ value: Int) {
    let (name, nameLocation) = tree.text(key)
    let values = tree.node(value).kind == .array ? tree.elements(of: value) : [value]
    for value in values where tree.node(value).kind != .null {
      let (text, location) = tree.text(value)
      builder.addHeader(name, text, at: PlaceResolver.Header(name: nameLocation, value: location))
    }
  }

  private mutating func readPayload(_ index: Int) {
    let node = tree.node(index)
    if node.kind == .string, !isPlaceholderText(tree.string(index)) {
      readText(index)
      return
    }
    payloadRange = node.range
    let (bytes, location) = tree.slice(index)
    builder.setPayload(bytes, at: location, basis: .asKept)
  }

  /// A whole payload that is a template's placeholder is a value of unknown type, not a text.
  private func isPlaceholderText(_ text: String) -> Bool { text.hasPrefix("{{") && text.hasSuffix("}}") }

  private mutating func readBody(_ name: String, _ index: Int) {
    // Recordings write down what there was not.
    if name != "payload", tree.node(index).kind == .null { return }
    switch name {
    case "payload-file": if isText(index, of: name) { readPayloadFile(index) }
    case "body" where tree.node(index).kind == .string: readText(index)
    default: readPayload(index)
    }
  }

  /// A payload in a string: its JSON text, or that in base64.
  private mutating func readText(_ index: Int) {
    let (text, location) = tree.text(index)
    payloadRange = tree.node(index).range
    let bytes = Array(text.utf8)
    if let decoded = RequestReader.encodedObject(bytes) {
      builder.setPayload(decoded, at: location.opaque(count: decoded.count), basis: .asSent)
      return
    }
    builder.setPayload(bytes, at: location, basis: .asSent)
  }

  /// The JSON object that a text is in base64; nil for any other text.
  static func encodedObject(_ text: [UInt8]) -> [UInt8]? {
    guard let first = text.first, first != UInt8(ascii: "{") else { return nil }
    var decoded: [UInt8] = []
    let failure = text.withByteView { Base64URL.decode($0, into: &decoded, alphabet: .either) }
    return failure == nil && decoded.first { !isWhite($0) } == UInt8(ascii: "{") ? decoded : nil
  }

  private mutating func readPayloadFile(_ index: Int) {
    let name = tree.string(index)
    do {
      var (source, detections) = try readFile(name)
      for number in detections.indices {
        detections[number].place = FindingPlace(source: .payload, range: ByteRange(0, 0))
      }
      builder.subject.detections += detections
      let location = InputTree.wholeLocation(of: source, isOtherFile: true)
      builder.setPayload(source.bytes, at: location, basis: .asKept)
    } catch {
      let place = tree.location.source.position(at: tree.place(of: index).start)
      problems.append(
        Problem(
          "payload-file '\(name)': \(error.message)", file: tree.location.source.path, line: place.line,
          column: place.column))
    }
  }

  private mutating func readHost(_ index: Int) {
    guard isText(index, of: "host") else { return }
    let (text, location) = tree.text(index)
    let bytes = Array(text.utf8)
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count,
      bytes[(colon + 1)...].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else {
      builder.set("host", text, at: location)
      return
    }
    let host = String(decoding: bytes[..<colon], as: UTF8.self)
    let port = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    builder.set("host", host, at: location.part(ByteRange(0, colon)))
    builder.set("port", port, at: location.part(ByteRange(colon + 1, bytes.count)))
  }

  private mutating func readEnvironment(_ index: Int) {
    let (word, location) = tree.text(index)
    guard let host = recognition.hosts[word] else {
      checkEnvironment(word, index)
      return
    }
    if let stated = builder.subject.host.value { return checkEnvironment(word, of: stated, index) }
    // The host is not in the file, only the word that stands for it.
    builder.set("host", host, at: location.opaque(count: host.utf8.count))
  }

  private mutating func readContext(_ index: Int) {
    let members = tree.members(of: index)
    let names = Set(members.map(\.name))
    var unknown: [(name: String, key: Int)] = []
    for (name, key, value) in members {
      if RequestReader.contextKeys.contains(name) {
        setContext(name, value)
      } else {
        unknown.append((name, key))
      }
    }
    checkContext(unknown, all: names)
  }

  private mutating func setContext(_ key: String, _ value: Int) {
    guard tree.node(value).kind != .null, isText(value, of: key) else { return }
    let (text, location) = tree.text(value)
    if key == "now" { checkTime(text, value) }
    builder.setContext(key, text, at: location)
  }

  /// A field of another tool's record: `headers.NAME` or the name of a field.
  private mutating func readAlias(_ target: String, _ key: Int, _ value: Int) {
    guard tree.node(value).kind != .null else { return }
    if target.hasPrefix("headers.") {
      let (text, location) = tree.text(value)
      let (_, nameLocation) = tree.text(key)
      builder.addHeader(
        String(target.dropFirst("headers.".count)), text,
        at: PlaceResolver.Header(name: nameLocation, value: location))
    } else {
      let (text, location) = tree.text(value)
      builder.set(target, text, at: location)
    }
  }

  /// Hands on what the scanner found in the text outside the payload.
  mutating func addSyntaxProblems(_ problems: [JSONProblem]) {
    for problem in problems {
      if let payload = payloadRange, payload.start <= problem.range.start, problem.range.end <= payload.end {
        continue
      }
      let map = tree.location.map
      var values = ["actual": problem.actual]
      if let expected = problem.expected { values["expected"] = expected }
      builder.subject.detections.append(
        Detection(
          detector: problem.detector,
          place: FindingPlace(source: .request, range: map.outer(problem.range)), subject: .envelope,
          pointer: tree.bytes.withByteView {
            tree.document.nodes.indices.contains(problem.node)
              ? JSONPointer.pointer(to: problem.node, in: tree.document, text: $0) : ""
          },
          values: values,
          edits: tree.isYAML ? [] : problem.edits,
          fixTitle: problem.fixTitle))
    }
  }

  mutating func finish(
    _ facts: [(StatedFacts, isOption: Bool)], now: Double?, clock: () -> Double
  ) -> (subject: LintSubject, resolver: PlaceResolver) {
    for (facts, isOption) in facts { builder.add(facts, isOption: isOption) }
    builder.settle(isRequest: true, hasHeaders: hasHeaders, now: now, clock: clock)
    return (builder.subject, builder.resolver)
  }
}
