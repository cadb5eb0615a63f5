package import PayloadRules

/// One step from a container to what it holds.
package enum YAMLStep: Sendable, Hashable {
  case key([UInt8])
  case index(Int)
}

/// A YAML document written as compact JSON, with a map from each byte back into the YAML text.
package struct CanonicalJSON: Sendable {
  /// Keys in the order of the document, aliases and merges expanded, equal keys kept.
  package private(set) var bytes: [UInt8] = []
  /// From `bytes` to the YAML text. Punctuation that YAML does without maps to an empty place.
  package private(set) var map = OffsetMap()
  /// What may surprise the writer of the YAML text, in its order.
  package private(set) var notes: [YAMLNote] = []

  /// Writes `document` of the text `text`. A plain scalar at a path for which `takesLetters` is true is
  /// written as a string of its letters, whatever it looks like.
  package init(
    _ document: YAMLDocument, of text: [UInt8], takesLetters: (([YAMLStep]) -> Bool)? = nil
  ) {
    source = text
    nodes = document.nodes
    notes = document.notes
    write(takesLetters)
    notes.sort { $0.range < $1.range }
    source = []
    nodes = []
  }

  /// Every value and key in the order of `bytes`, as a scanner of the JSON text would list them.
  package private(set) var places: [Place] = []

  /// Where a node of the YAML document stands in the JSON text.
  package struct Place: Sendable, Hashable {
    /// Its bytes, a string's quotes included.
    package var json: ByteRange
    /// Index of the YAML node.
    package var node: Int
    /// Index of the place of the container around it; -1 for the root.
    package var parent: Int
    package var isKey: Bool
  }

  private var source: [UInt8]
  private var nodes: [YAMLNode]

  /// A container that is being written.
  private struct Frame {
    var node: Int
    /// Index of the next key or element.
    var cursor: Int
    /// The members in place of the mapping's own, once a merge is resolved.
    var members: [(key: Int, value: Int)]?
    var written = 0
    var place: Int
    /// Where the part written last ends in the YAML text.
    var lastEnd: Int
  }

  private mutating func write(_ takesLetters: (([YAMLStep]) -> Bool)?) {
    guard !nodes.isEmpty else { return }
    var frames: [Frame] = []
    var path: [YAMLStep] = []
    writeValue(0, path, takesLetters, &frames)
    while var frame = frames.popLast() {
      let isMapping = nodes[frame.node].kind == .mapping
      if frame.written > 0 { path.removeLast() }
      let member: (key: Int, value: Int)?
      if let members = frame.members {
        member = frame.written < members.count ? members[frame.written] : nil
      } else if frame.cursor < nodes[frame.node].next {
        let value = isMapping ? nodes[frame.cursor].next : frame.cursor
        member = (frame.cursor, value)
        frame.cursor = nodes[value].next
      } else {
        member = nil
      }
      guard let member else {
        close(frame.node)
        places[frame.place].json.end = bytes.count
        continue
      }
      if frame.written > 0 { punctuation(",", after: frame.lastEnd) }
      if isMapping {
        let place = openPlace(member.key, in: frame.place, isKey: true)
        writeString(member.key)
        places[place].json.end = bytes.count
        punctuation(":", after: (nodes[member.key].alias ?? nodes[member.key].range).end)
        path.append(.key(nodes[member.key].text))
      } else {
        path.append(.index(frame.written))
      }
      frame.written += 1
      frame.lastEnd = (nodes[member.value].alias ?? nodes[member.value].range).end
      frames.append(frame)
      writeValue(member.value, path, takesLetters, &frames)
    }
  }

  private mutating func writeValue(
    _ node: Int, _ path: [YAMLStep], _ takesLetters: (([YAMLStep]) -> Bool)?, _ frames: inout [Frame]
  ) {
    let place = openPlace(node, in: frames.last?.place ?? -1, isKey: false)
    guard nodes[node].kind != .scalar else {
      writeScalar(node, path, takesLetters)
      places[place].json.end = bytes.count
      return
    }
    let isMapping = nodes[node].kind == .mapping
    let start = nodes[node].range.start
    punctuation(isMapping ? "{" : "[", at: ByteRange(start, start + (nodes[node].isFlow ? 1 : 0)))
    frames.append(
      Frame(
        node: node, cursor: node + 1, members: isMapping ? mergedMembers(of: node) : nil, place: place,
        lastEnd: start))
  }

  private mutating func close(_ node: Int) {
    let end = nodes[node].range.end
    punctuation(
      nodes[node].kind == .mapping ? "}" : "]",
      at: ByteRange(end - (nodes[node].isFlow && end > 0 ? 1 : 0), end))
  }

  private mutating func openPlace(_ node: Int, in parent: Int, isKey: Bool) -> Int {
    places.append(
      Place(json: ByteRange(bytes.count, bytes.count), node: node, parent: parent, isKey: isKey))
    return places.count - 1
  }

  /// Writes a comma or colon; it maps to the YAML text's own if that is what comes next there.
  private mutating func punctuation(_ character: UnicodeScalar, after end: Int) {
    var offset = end
    // Far away is not worth the search, which each copy of an anchored container repeats.
    let limit = min(source.count, end + 256)
    while offset < limit, source[offset] == UInt8(ascii: " ") || source[offset] == UInt8(ascii: "\n") {
      offset += 1
    }
    let isThere = offset < source.count && UInt32(source[offset]) == character.value
    punctuation(character, at: isThere ? ByteRange(offset, offset + 1) : ByteRange(end, end))
  }

  private mutating func punctuation(_ character: UnicodeScalar, at range: ByteRange) {
    bytes.append(UInt8(truncatingIfNeeded: character.value))
    map.append(1, at: range.start, outerCount: range.count, isLinear: range.count == 1)
  }

  private mutating func writeScalar(
    _ node: Int, _ path: [YAMLStep], _ takesLetters: (([YAMLStep]) -> Bool)?
  ) {
    let scalar = nodes[node]
    let value = CoreSchema.value(of: scalar.text, style: scalar.style, tag: scalar.tag)
    let isWord =
      scalar.style == .plain && scalar.tag == nil && scalar.text.count > 1
      && CoreSchema.isBooleanWord(scalar.text)
    guard value != .string || isWord else { return writeString(node) }
    if let takesLetters, takesLetters(path) { return writeString(node) }
    switch value {
    case .string:
      notes.append(YAMLNote(kind: .booleanWord, range: scalar.range, related: nil))
      writeString(node)
    case .null: writeLexeme(Array("null".utf8), scalar)
    case .true: writeLexeme(Array("true".utf8), scalar)
    case .false: writeLexeme(Array("false".utf8), scalar)
    case .number: writeLexeme(scalar.text, scalar)
    case .converted(let lexeme): writeLexeme(lexeme, scalar)
    case .notFinite:
      notes.append(YAMLNote(kind: .notFinite, range: scalar.range, related: nil))
      writeString(node)
    case .hugeNumber:
      notes.append(YAMLNote(kind: .hugeNumber, range: scalar.range, related: nil))
      writeString(node)
    }
  }

  private mutating func writeLexeme(_ lexeme: [UInt8], _ scalar: YAMLNode) {
    bytes += lexeme
    let range = scalar.range
    let isSame = range.count == lexeme.count && source[range.start..<range.end].elementsEqual(lexeme)
    map.append(lexeme.count, at: range.start, outerCount: range.count, isLinear: isSame)
  }

  // MARK: Strings

  private mutating func writeString(_ node: Int) {
    let scalar = nodes[node]
    let trace = ScalarTrace(scalar, in: source)
    punctuation("\"", at: ByteRange(scalar.range.start, max(scalar.range.start, trace.content.start)))
    for run in trace.map.runs {
      if run.isLinear { writeLinear(run, trace.text) } else { writeFolded(run, trace.text) }
    }
    let end = min(trace.content.end, scalar.range.end)
    punctuation("\"", at: ByteRange(end, scalar.range.end))
  }

  private mutating func writeLinear(_ run: OffsetMap.Run, _ text: [UInt8]) {
    var start = run.inner
    let end = run.inner + run.innerCount
    for offset in run.inner..<end {
      guard let escape = CanonicalJSON.escape(text[offset]) else { continue }
      copyLinear(text[start..<offset], at: run.outer + start - run.inner)
      bytes += escape
      map.append(escape.count, at: run.outer + offset - run.inner, outerCount: 1, isLinear: false)
      start = offset + 1
    }
    copyLinear(text[start..<end], at: run.outer + start - run.inner)
  }

  private mutating func copyLinear(_ part: ArraySlice<UInt8>, at outer: Int) {
    guard !part.isEmpty else { return }
    bytes += part
    map.append(part.count, at: outer, outerCount: part.count, isLinear: true)
  }

  private mutating func writeFolded(_ run: OffsetMap.Run, _ text: [UInt8]) {
    let start = bytes.count
    for byte in text[run.inner..<run.inner + run.innerCount] {
      if let escape = CanonicalJSON.escape(byte) { bytes += escape } else { bytes.append(byte) }
    }
    map.append(bytes.count - start, at: run.outer, outerCount: run.outerCount, isLinear: false)
  }

  /// How JSON writes `byte` in a string; nil where it stands for itself.
  static func escape(_ byte: UInt8) -> [UInt8]? {
    switch byte {
    case UInt8(ascii: "\""): return Array("\\\"".utf8)
    case UInt8(ascii: "\\"): return Array("\\\\".utf8)
    case UInt8(ascii: "\n"): return Array("\\n".utf8)
    case UInt8(ascii: "\r"): return Array("\\r".utf8)
    case UInt8(ascii: "\t"): return Array("\\t".utf8)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: return nil
    }
  }

  // MARK: Merges

  /// The members of a mapping with its merges resolved; nil if it has none.
  private mutating func mergedMembers(of mapping: Int) -> [(key: Int, value: Int)]? {
    guard nodes[mapping].hasMerge else { return nil }
    var taken: Set<[UInt8]> = []
    // The mapping's own keys win over merged ones, wherever they stand.
    var key = mapping + 1
    while key < nodes[mapping].next {
      if !nodes[key].isMergeKey { taken.insert(nodes[key].text) }
      key = nodes[nodes[key].next].next
    }
    var members: [(key: Int, value: Int)] = []
    key = mapping + 1
    while key < nodes[mapping].next {
      let value = nodes[key].next
      if nodes[key].isMergeKey, let sources = mergeSources(value) {
        appendMerged(sources, to: &members, taken: &taken)
      } else {
        members.append((key, value))
        if nodes[key].isMergeKey {
          notes.append(YAMLNote(kind: .mergeOfNoMapping, range: nodes[key].range, related: nil))
        }
      }
      key = nodes[value].next
    }
    return members
  }

  /// Adds the members of `sources` that are not taken yet: each one's own, then those that it merges in turn.
  private func appendMerged(
    _ sources: [Int], to members: inout [(key: Int, value: Int)], taken: inout Set<[UInt8]>
  ) {
    var open = Array(sources.reversed())
    while let mapping = open.popLast() {
      var merged: [Int] = []
      var key = mapping + 1
      while key < nodes[mapping].next {
        let value = nodes[key].next
        if nodes[key].isMergeKey, let further = mergeSources(value) {
          merged += further
        } else if taken.insert(nodes[key].text).inserted {
          members.append((key, value))
        }
        key = nodes[value].next
      }
      open += merged.reversed()
    }
  }

  private func mergeSources(_ value: Int) -> [Int]? {
    switch nodes[value].kind {
    case .mapping: return [value]
    case .scalar: return nil
    case .sequence:
      var sources: [Int] = []
      var element = value + 1
      while element < nodes[value].next {
        guard nodes[element].kind == .mapping else { return nil }
        sources.append(element)
        element = nodes[element].next
      }
      return sources
    }
  }
}
