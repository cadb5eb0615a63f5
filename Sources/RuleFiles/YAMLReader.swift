internal import PayloadRules

/// Reads YAML texts into flat trees with the byte range of every key and value.
package struct YAMLReader {
  /// Nodes that aliases may add to one text.
  package static let maximumExpandedNodes = 10_000
  /// Bytes of scalars that aliases may add to one text.
  package static let maximumExpandedBytes = 1 << 20
  /// Containers within containers.
  package static let maximumDepth = 512

  /// The documents of `source`; none for a text without any. In strict mode a second one is an error.
  package static func documents(
    in source: [UInt8], mode: YAMLMode
  ) throws(YAMLError) -> [YAMLDocument] {
    try refuseOtherEncodings(source)
    var reader = YAMLReader(source: source, mode: mode)
    // Nothing is allocated for an empty buffer, and libyaml wants an address.
    let terminated = source.isEmpty ? [UInt8(ascii: "\n")] : source
    try terminated.withUnsafeBufferPointer { (buffer) throws(YAMLError) in
      // libyaml skips a byte order mark only when it may guess the encoding.
      try reader.read(UnsafeBufferPointer(rebasing: buffer[min(reader.index.base, buffer.count)...]))
    }
    return reader.documents
  }

  /// An open container.
  private struct Frame {
    var node: Int
    var isMapping: Bool
    /// The next child of a mapping is a key.
    var expectsKey = true
    /// Keys met so far and their nodes.
    var keys: [[UInt8]: Int] = [:]
    /// Where the last child so far ends.
    var lastEnd = 0
  }

  private let source: [UInt8]
  private let mode: YAMLMode
  private let index: CharacterIndex
  private var documents: [YAMLDocument] = []
  private var nodes: [YAMLNode] = []
  private var notes: [YAMLNote] = []
  private var frames: [Frame] = []
  private var anchors: [String: Int] = [:]
  private var sharedRanges: [ByteRange] = []
  private var expandedNodes = 0
  private var expandedBytes = 0

  private init(source: [UInt8], mode: YAMLMode) {
    self.source = source
    self.mode = mode
    index = CharacterIndex(source)
  }

  private static func refuseOtherEncodings(_ source: [UInt8]) throws(YAMLError) {
    guard source.count >= 2 else { return }
    let first = source[0]
    let second = source[1]
    let hasMark = (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)
    guard hasMark || first == 0 || second == 0 else { return }
    throw YAMLError(
      message: "this YAML is not UTF-8 but looks like UTF-16 or UTF-32; save it as UTF-8",
      range: ByteRange(0, 2), line: 1, column: 1)
  }

  private mutating func read(_ buffer: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    do {
      let parser = try EventParser(buffer)
      while true {
        let event: YAMLEvent
        event = try parser.next()
        if event.kind == .streamEnd { return }
        try take(event)
      }
    } catch let failure as EventFailure {
      throw error(for: failure)
    } catch let error as YAMLError {
      throw error
    } catch {
      throw YAMLError("\(error)", at: ByteRange(0, 0), of: source)
    }
  }

  private mutating func take(_ event: YAMLEvent) throws(YAMLError) {
    let range = byteRange(event)
    switch event.kind {
    case .streamStart, .streamEnd: break
    case .documentStart:
      if mode == .strict, !documents.isEmpty {
        throw YAMLError("a second document begins here; only one is allowed", at: range, of: source)
      }
      nodes = []
      notes = []
      sharedRanges = []
      anchors = [:]
    case .documentEnd:
      documents.append(YAMLDocument(nodes: nodes, sharedRanges: disjointSharedRanges(), notes: notes))
    case .alias: try expand(event, at: range)
    case .scalar: try addScalar(event, at: range)
    case .mappingStart, .sequenceStart: try open(event, at: range)
    case .mappingEnd, .sequenceEnd: close(end: range.end)
    }
  }

  private mutating func addScalar(_ event: YAMLEvent, at range: ByteRange) throws(YAMLError) {
    let start = contentStart(range)
    let whole = ByteRange(start, max(start, range.end))
    let isBlock = event.style == .literal || event.style == .folded
    let node = nodes.count
    nodes.append(
      YAMLNode(
        kind: .scalar, style: event.style, isFlow: false,
        range: ByteRange(start, isBlock ? visibleEnd(whole) : whole.end), contentEnd: whole.end,
        next: node + 1, text: event.text, tag: event.tag))
    try checkTag(node)
    if mode == .strict, event.style == .plain, event.tag == nil, CoreSchema.isBooleanWord(event.text) {
      let word = nodes[node].string
      throw YAMLError(
        "\(word) is a boolean for some readers of YAML and a text for others: write true or false, or '\(word)' in quotes",
        at: nodes[node].range, of: source)
    }
    try placed(node)
    if let anchor = event.anchor { anchors[anchor] = node }
  }

  private mutating func open(_ event: YAMLEvent, at range: ByteRange) throws(YAMLError) {
    let start = contentStart(range)
    guard frames.count < YAMLReader.maximumDepth else {
      throw YAMLError(
        "nested more than \(YAMLReader.maximumDepth) levels deep", at: ByteRange(start, start), of: source)
    }
    let node = nodes.count
    nodes.append(
      YAMLNode(
        kind: event.kind == .mappingStart ? .mapping : .sequence, style: .plain, isFlow: event.isFlow,
        range: ByteRange(start, start), contentEnd: start, next: 0, text: [], tag: event.tag))
    try checkTag(node)
    if let frame = frames.last, frame.isMapping, frame.expectsKey {
      throw YAMLError(
        "a key must be a text, not a mapping or a list", at: ByteRange(start, start), of: source)
    }
    try placed(node)
    if let anchor = event.anchor { anchors[anchor] = node }
    frames.append(Frame(node: node, isMapping: event.kind == .mappingStart))
  }

  private mutating func close(end: Int) {
    guard let frame = frames.popLast() else { return }
    let node = frame.node
    nodes[node].next = nodes.count
    if nodes[node].isFlow {
      nodes[node].range.end = max(end, nodes[node].range.start)
    } else if node + 1 < nodes.count {
      // libyaml ends a block container where the next thing begins; its last child says it better.
      if nodes[node].kind == .mapping { nodes[node].range.start = outerRange(node + 1).start }
      nodes[node].range.end = max(nodes[node].range.start, frame.lastEnd)
    }
    nodes[node].contentEnd = nodes[node].range.end
    if !frames.isEmpty { frames[frames.count - 1].lastEnd = nodes[node].range.end }
  }

  /// The range that a node takes up where it stands: of an alias, the alias.
  private func outerRange(_ node: Int) -> ByteRange { nodes[node].alias ?? nodes[node].range }

  /// Notes that `node` has taken the next place of the open container; a key is checked for an earlier equal.
  private mutating func placed(_ node: Int) throws(YAMLError) {
    guard !frames.isEmpty else { return }
    let top = frames.count - 1
    frames[top].lastEnd = outerRange(node).end
    guard frames[top].isMapping else { return }
    defer { frames[top].expectsKey.toggle() }
    guard frames[top].expectsKey else { return }
    let key = nodes[node]
    if key.isMergeKey { nodes[frames[top].node].hasMerge = true }
    guard key.kind == .scalar else {
      throw YAMLError("a key must be a text, not a mapping or a list", at: outerRange(node), of: source)
    }
    if mode == .strict, key.isMergeKey {
      throw YAMLError("merging with << is not supported here; write the keys out", at: key.range, of: source)
    }
    guard let earlier = frames[top].keys.updateValue(node, forKey: key.text) else { return }
    frames[top].keys[key.text] = earlier
    let related = outerRange(earlier)
    if mode == .strict {
      let line = YAMLPlace(offset: related.start, of: source).line
      throw YAMLError(
        "the key \(key.string) stands twice in this mapping, first in line \(line)", at: outerRange(node),
        of: source, related: related)
    }
    notes.append(YAMLNote(kind: .duplicateKey, range: outerRange(node), related: related))
  }

  private mutating func checkTag(_ node: Int) throws(YAMLError) {
    guard let tag = nodes[node].tag, !CoreSchema.tags.contains(tag) else { return }
    if mode == .strict {
      throw YAMLError("the tag \(tag) is not supported here", at: nodes[node].range, of: source)
    }
    notes.append(YAMLNote(kind: .unknownTag, range: nodes[node].range, related: nil))
  }

  /// Puts a copy of the anchored nodes in the place of an alias.
  private mutating func expand(_ event: YAMLEvent, at range: ByteRange) throws(YAMLError) {
    let name = event.anchor ?? ""
    guard let origin = anchors[name] else {
      throw YAMLError("there is no anchor &\(name) before this alias", at: range, of: source)
    }
    let end = nodes[origin].next
    guard end > origin else {
      throw YAMLError(
        "the alias *\(name) stands inside what it stands for", at: range, of: source,
        related: nodes[origin].range)
    }
    // Checked before the copy is made, so that a bomb costs nothing.
    expandedNodes += end - origin
    guard expandedNodes <= YAMLReader.maximumExpandedNodes else {
      throw YAMLError(
        "aliases stand for more than \(YAMLReader.maximumExpandedNodes) values in all", at: range, of: source)
    }
    // Folding makes a text shorter than its source, which is read again for each copy.
    for node in origin..<end where nodes[node].kind == .scalar {
      expandedBytes += max(nodes[node].text.count, nodes[node].contentEnd - nodes[node].range.start)
    }
    guard expandedBytes <= YAMLReader.maximumExpandedBytes else {
      throw YAMLError(
        "aliases stand for more than \(YAMLReader.maximumExpandedBytes) bytes in all", at: range, of: source)
    }
    sharedRanges.append(nodes[origin].range)
    let copy = nodes.count
    let distance = copy - origin
    nodes.reserveCapacity(max(nodes.capacity, copy + end - origin))
    for node in origin..<end {
      var copied = nodes[node]
      copied.next += distance
      copied.isCopy = true
      nodes.append(copied)
    }
    nodes[copy].alias = range
    try placed(copy)
  }

  /// The anchored places of the document in ascending order, those inside others left out.
  private func disjointSharedRanges() -> [ByteRange] {
    var result: [ByteRange] = []
    for range in sharedRanges.sorted() {
      guard let last = result.last, range.start < last.end else {
        result.append(range)
        continue
      }
      result[result.count - 1].end = max(last.end, range.end)
    }
    return result
  }

  // MARK: Places

  private func byteRange(_ event: YAMLEvent) -> ByteRange {
    let start = index.byteOffset(ofCharacter: event.start, in: source)
    return ByteRange(start, max(start, index.byteOffset(ofCharacter: event.end, in: source)))
  }

  /// Where a value itself begins, past the tag and the anchor in front of it.
  private func contentStart(_ range: ByteRange) -> Int {
    var offset = range.start
    let end = max(range.end, range.start)
    var isPastProperty = false
    while offset < end {
      let byte = source[offset]
      if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "&") {
        isPastProperty = true
        while offset < end, !isWhiteSpace(source[offset]) { offset += 1 }
      } else if isPastProperty, isWhiteSpace(byte) {
        offset += 1
      } else if isPastProperty, byte == UInt8(ascii: "#") {
        while offset < end, source[offset] != UInt8(ascii: "\n"), source[offset] != UInt8(ascii: "\r") {
          offset += 1
        }
      } else {
        break
      }
    }
    return offset
  }

  private func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }

  /// Where the last visible byte of a block scalar ends.
  private func visibleEnd(_ range: ByteRange) -> Int {
    var end = range.end
    while end > range.start, isWhiteSpace(source[end - 1]) { end -= 1 }
    return end
  }

  /// Where the broken character begins of which libyaml names a later byte.
  private func characterStart(_ offset: Int) -> Int {
    var start = offset
    while start > max(0, offset - 3), start >= source.count || source[start] < 0xC0 {
      start -= 1
      guard source[start] >= 0x80 else { return offset }
    }
    return source.indices.contains(start) && source[start] >= 0xC0 ? start : offset
  }

  private func error(for failure: EventFailure) -> YAMLError {
    let start =
      failure.byteOffset.map { characterStart(min($0 + index.base, source.count)) }
      ?? index.byteOffset(ofCharacter: failure.character, in: source)
    var end = min(start + 1, source.count)
    while end < source.count, source[end] & 0xC0 == 0x80 { end += 1 }
    var message = failure.problem
    var related: ByteRange?
    if let context = failure.context {
      message += " \(context)"
      if let character = failure.contextCharacter {
        let place = index.byteOffset(ofCharacter: character, in: source)
        related = ByteRange(place, min(place + 1, source.count))
        let line = YAMLPlace(offset: place, of: source).line
        if line != YAMLPlace(offset: start, of: source).line { message += " that begins in line \(line)" }
      }
    }
    return YAMLError(message, at: ByteRange(start, end), of: source, related: related)
  }
}
