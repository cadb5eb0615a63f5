/// Where the parts of a push lie in another service's message.
package struct EnvelopeReading: Sendable {
  /// One payload of the message.
  package struct Payload: Sendable {
    /// Its node in the tree.
    package var node: Int
    /// Whether it is JSON in a text.
    package var isText: Bool
    /// The key that it stands under.
    package var key: String
  }

  /// A header in the message.
  package struct Header: Sendable {
    package var name: String
    /// The node of its name, where that stands beside the value.
    package var key: Int?
    package var value: Int
  }

  /// The fact of the context that says under which key of its message a payload stands.
  package static let payloadKey = "payload-key"

  package let id: String
  package let kind: String
  /// The message as rules look at it: JSON in its text is part of it, and a part stands in the whole.
  package let tree: JSONTree
  /// From those bytes to the message's own.
  package let map: OffsetMap
  package let payloads: [Payload]
  package let headers: [Header]
  /// Whether the message has a set of headers, which may be empty.
  package let hasHeaders: Bool
  package let headerSet: Int?
  package let token: Int?
  package let addsHeaders: Bool
  /// Facts of the context, and the nodes that they were taken from.
  package let context: [(key: String, value: String, node: Int)]
  /// What pointers begin with that the message itself has not.
  private let lead: String
  /// The pointer of the text whose JSON became a part, and the bytes of that part.
  private let expansion: (pointer: String, range: ByteRange)?
  /// What is wrong with that JSON, in the message's own bytes.
  package private(set) var problems: [JSONProblem] = []

  init(_ envelope: Envelope, _ message: [UInt8]) {
    id = envelope.id
    kind = envelope.kind
    addsHeaders = envelope.addsHeaders
    var text = message
    var map = OffsetMap(linear: message.count, at: 0)
    var expansion: (pointer: String, range: ByteRange)?
    if let key = envelope.standsAt {
      (text, map) = Self.lifted(message, below: key)
      lead = "/" + JSONPointer.escape(key)
    } else {
      lead = ""
      if let key = envelope.expands, let expanded = Self.expanded(message, at: key) {
        problems = expanded.problems
        if !problems.isEmpty { brokenText = "/" + JSONPointer.escape(key) + "#" }
        if let bytes = expanded.bytes {
          (text, map) = (bytes, expanded.map)
          expansion = ("/" + JSONPointer.escape(key), expanded.range)
        }
      }
    }
    self.map = map
    self.expansion = expansion
    let tree = JSONTree(text)
    self.tree = tree
    func node(_ place: PlaceReference) -> Int? {
      var node = 0
      for step in place.place.steps {
        guard case .key(let key) = step, let next = Self.last(key, of: node, in: tree) else { return nil }
        node = next
      }
      return node
    }
    func found(_ places: [PlaceReference], isText: Bool) -> [Payload] {
      places.compactMap { place in
        guard let node = node(place), !isText || tree.kind(node) == .string else { return nil }
        return Payload(node: node, isText: isText, key: place.place.lastKey ?? "")
      }
    }
    payloads =
      (found(envelope.payload, isText: false) + found(envelope.payloadText, isText: true)).sorted {
        tree.range($0.node).start < tree.range($1.node).start
      }
    var headers: [Header] = []
    headerSet = envelope.headers.flatMap { node($0) }
    if let node = headerSet {
      for member in tree.members(node) {
        headers.append(Header(name: member.key, key: member.keyNode, value: member.value))
      }
    }
    for field in envelope.headerFields {
      if let node = node(field.place), tree.kind(node) != .null, tree.kind(node) != .object {
        headers.append(Header(name: field.name, value: node))
      }
    }
    self.headers = headers
    hasHeaders = headerSet != nil
    token = envelope.token.flatMap { node($0) }
    context = envelope.context.compactMap { entry in
      guard let node = node(entry.place), let text = tree.string(node) else { return nil }
      let segments = text.split(separator: "/", omittingEmptySubsequences: false)
      return segments.indices.contains(entry.segment)
        ? (entry.key, String(segments[entry.segment]), node) : nil
    }
  }

  /// The bytes of a payload.
  package func bytes(of payload: Payload) -> [UInt8] {
    if payload.isText { return Array(tree.text(payload.node).utf8) }
    let range = tree.range(payload.node)
    return Array(tree.bytes[range.start..<range.end])
  }

  /// What the message says of the subject, apart from payload and headers.
  package func describe(_ subject: inout LintSubject) {
    subject.envelope = tree.bytes
    subject.envelopeID = id
    subject.input = kind
    for fact in context where subject.context[fact.key] == nil { subject.context[fact.key] = fact.value }
  }

  /// The pointer of a node in the user's message; `#` stands behind a text whose JSON follows.
  package func pointer(to node: Int) -> String {
    tree.bytes.withByteView { written(JSONPointer.pointer(to: node, in: tree.document, text: $0)) }
  }

  /// The pointer that a rule gave, as the user's message has it.
  package func written(_ pointer: String) -> String {
    if !lead.isEmpty, pointer == lead || pointer.hasPrefix(lead + "/") {
      return String(pointer.dropFirst(lead.count))
    }
    guard let expansion, pointer == expansion.pointer || pointer.hasPrefix(expansion.pointer + "/") else {
      return pointer
    }
    return expansion.pointer + "#" + pointer.dropFirst(expansion.pointer.count)
  }

  /// The pointer of what stands in the text that is no JSON.
  package private(set) var brokenText = ""

  /// Whether a part of the tree's bytes lies in JSON that stands in a text.
  package func isInText(_ range: ByteRange) -> Bool {
    guard let expansion else { return false }
    return expansion.range.start <= range.start && range.end <= expansion.range.end
  }

  // MARK: Texts

  /// The last of the members with a key, which is the one that counts.
  private static func last(_ key: String, of node: Int, in tree: JSONTree) -> Int? {
    tree.members(node).last { $0.key == key }?.value
  }

  /// `{"KEY": message}`.
  private static func lifted(_ message: [UInt8], below key: String) -> ([UInt8], OffsetMap) {
    var bytes = Array("{".utf8)
    JSONWriter.appendQuoted(key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    var map = OffsetMap()
    map.append(bytes.count, at: 0, outerCount: 0, isLinear: false)
    bytes += message
    map.append(message.count, at: 0, outerCount: message.count, isLinear: true)
    bytes.append(UInt8(ascii: "}"))
    map.append(1, at: message.count, outerCount: 0, isLinear: false)
    return (bytes, map)
  }

  private struct Expanded {
    /// Nil where the text cannot be a part.
    var bytes: [UInt8]?
    var map = OffsetMap()
    var range = ByteRange(0, 0)
    var problems: [JSONProblem] = []
  }

  /// The message with the JSON of one of its texts in place of the text.
  private static func expanded(_ message: [UInt8], at key: String) -> Expanded? {
    let tree = JSONTree(message)
    guard !tree.isEmpty, let node = last(key, of: 0, in: tree), tree.kind(node) == .string else { return nil }
    let text = Array(tree.text(node).utf8)
    guard text.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) == UInt8(ascii: "{")
    else { return nil }
    let textMap = message.withByteView { JSONText.offsetMap(of: tree.document.nodes[node], in: $0) }
    let inner = JSONTree(text)
    if !inner.document.problems.isEmpty {
      let problems = inner.document.problems.map { problem in
        var problem = problem
        problem.range = textMap.outer(problem.range)
        return problem
      }
      guard inner.document.isWellFormed else { return Expanded(problems: problems) }
    }
    let range = tree.range(node)
    var result = Expanded()
    result.bytes = Array(message[..<range.start]) + text + message[range.end...]
    result.map.append(range.start, at: 0, outerCount: range.start, isLinear: true)
    for run in textMap.runs where run.innerCount > 0 {
      result.map.append(run.innerCount, at: run.outer, outerCount: run.outerCount, isLinear: run.isLinear)
    }
    let rest = message.count - range.end
    result.map.append(rest, at: range.end, outerCount: rest, isLinear: true)
    result.range = ByteRange(range.start, range.start + text.count)
    return result
  }
}
