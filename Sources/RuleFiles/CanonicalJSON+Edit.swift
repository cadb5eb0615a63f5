package import PayloadRules

extension CanonicalJSON {
  /// The edit of the YAML text that does what `edit` does to the JSON text; nil where none is certain to.
  ///
  /// Scalars and keys are rewritten in their own style. In brackets everything that JSON can say is copied as
  /// it is. In block mappings one member can be removed or inserted; block lists are left alone.
  package func yamlEdit(
    for edit: Edit, in document: YAMLDocument, of source: [UInt8]
  ) -> Edit? {
    let range = edit.range
    guard range.start >= 0, range.start <= range.end, range.end <= bytes.count,
      var index = lastPlace(startingAtOrBefore: range.start)
    else { return nil }
    if range == places[index].json { return replacement(of: places[index], edit, document, source) }
    while range.start <= places[index].json.start || range.end >= places[index].json.end {
      index = places[index].parent
      guard index >= 0 else { return nil }
      if range == places[index].json { return replacement(of: places[index], edit, document, source) }
    }
    let node = document.nodes[places[index].node]
    // A container may hold shared nodes; the part that is edited must not.
    guard !isShared(ByteRange(node.range.start, node.range.start + 1), document), !node.isCopy,
      node.alias == nil
    else { return nil }
    if node.kind == .scalar { return fragment(in: places[index], edit, document, source) }
    guard !node.hasMerge else { return nil }
    if node.isFlow { return flowEdit(edit, in: node, of: source) }
    guard node.kind == .mapping else { return nil }
    return range.isEmpty
      ? insertion(into: index, edit, document, source) : removal(from: index, edit, document, source)
  }

  /// Whether a part of the range stands for something in several places of the document, through an alias.
  private func isShared(_ range: ByteRange, _ document: YAMLDocument) -> Bool {
    var low = 0
    var high = document.sharedRanges.count
    while low < high {
      let middle = (low + high) / 2
      if document.sharedRanges[middle].end <= range.start { low = middle + 1 } else { high = middle }
    }
    return low < document.sharedRanges.count && document.sharedRanges[low].start < range.end
  }

  private func lastPlace(startingAtOrBefore offset: Int) -> Int? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].json.start <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Whether the YAML text can be cut where JSON offset `offset` leads.
  private func isBoundary(_ offset: Int) -> Bool { map.outerEnd(offset) <= map.outerStart(offset) }

  private func encoder(for place: Place, _ document: YAMLDocument, _ source: [UInt8]) -> ScalarEncoder {
    let node = document.nodes[place.node]
    let isInFlow = place.parent >= 0 && document.nodes[places[place.parent].node].isFlow
    let isMultiline = source[node.range.start..<node.range.end].contains(UInt8(ascii: "\n"))
    return ScalarEncoder(style: node.style, isInFlow: isInFlow, isMultiline: isMultiline)
  }

  // MARK: Scalars

  private func replacement(
    of place: Place, _ edit: Edit, _ document: YAMLDocument, _ source: [UInt8]
  ) -> Edit? {
    let node = document.nodes[place.node]
    guard !isShared(node.range, document), !node.isCopy, node.alias == nil, node.tag == nil,
      node.kind == .scalar || node.isFlow,
      // Where nothing is written, a space may be missing in front.
      !node.range.isEmpty
    else { return nil }
    let json = JSONFragment(Array(edit.text.utf8))
    guard json.isOneValue else { return nil }
    if let text = json.stringContent {
      // A comment in the header of a block scalar would be lost.
      let isBlock = node.kind == .scalar && (node.style == .literal || node.style == .folded)
      guard !isBlock || !text.isEmpty else { return nil }
      let written = encoder(for: place, document, source).scalar(text)
      return Edit(range: node.range, text: String(decoding: written, as: UTF8.self))
    }
    return place.isKey ? nil : Edit(range: node.range, text: edit.text)
  }

  private func fragment(
    in place: Place, _ edit: Edit, _ document: YAMLDocument, _ source: [UInt8]
  ) -> Edit? {
    let range = edit.range
    guard bytes[place.json.start] == UInt8(ascii: "\""), isBoundary(range.start), isBoundary(range.end),
      let fragment = JSONFragment.unescaped(Array(edit.text.utf8)[...]),
      let before = JSONFragment.unescaped(bytes[place.json.start + 1..<range.start]),
      let after = JSONFragment.unescaped(bytes[range.end..<place.json.end - 1])
    else { return nil }
    let node = document.nodes[place.node]
    let outer = map.outer(range)
    guard outer.start <= outer.end, outer.end <= source.count else { return nil }
    let isBlock = node.style == .literal || node.style == .folded
    if isBlock, source[outer.start..<outer.end].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
    let encoder = encoder(for: place, document, source)
    return encoder.fragment(fragment, resulting: before + fragment + after).map {
      Edit(range: outer, text: String(decoding: $0, as: UTF8.self))
    }
  }

  // MARK: Containers

  private func flowEdit(_ edit: Edit, in container: YAMLNode, of source: [UInt8]) -> Edit? {
    let range = edit.range
    guard isBoundary(range.start), isBoundary(range.end) else { return nil }
    if !range.isEmpty {
      // A comma that could not be found in the YAML text would stay there.
      for offset in [range.start, range.end - 1] where bytes[offset] == UInt8(ascii: ",") {
        guard !map.outer(ByteRange(offset, offset + 1)).isEmpty else { return nil }
      }
    }
    let start = map.outerStart(range.start)
    let outer = ByteRange(start, range.isEmpty ? start : map.outerEnd(range.end))
    // An alias inside the range leads elsewhere.
    guard container.range.start < outer.start, outer.start <= outer.end, outer.end < container.range.end,
      !edit.text.utf8.contains(0x0A),
      // An anchor may be needed elsewhere.
      !source[outer.start..<outer.end].contains(UInt8(ascii: "&"))
    else { return nil }
    return Edit(range: outer, text: edit.text)
  }

  /// Removes one of several members of a block mapping, with its lines.
  private func removal(
    from index: Int, _ edit: Edit, _ document: YAMLDocument, _ source: [UInt8]
  ) -> Edit? {
    var range = edit.range
    guard edit.text.isEmpty else { return nil }
    if bytes[range.start] == UInt8(ascii: ",") {
      range.start += 1
    } else if bytes[range.end - 1] == UInt8(ascii: ",") {
      range.end -= 1
    } else {
      return nil
    }
    guard let keyIndex = lastPlace(startingAtOrBefore: range.start), keyIndex + 1 < places.count,
      places[keyIndex].isKey, places[keyIndex].parent == index, places[keyIndex].json.start == range.start,
      places[keyIndex + 1].json.end == range.end
    else { return nil }
    let key = document.nodes[places[keyIndex].node]
    let value = document.nodes[places[keyIndex + 1].node]
    guard !key.isCopy else { return nil }
    var start = key.range.start
    let lineStart = lineStart(start, source)
    var end = (value.alias ?? value.range).end
    let prefix = source[lineStart..<start]
    if prefix.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      start = lineStart
      while end < source.count, source[end] != UInt8(ascii: "\n") { end += 1 }
      end = min(end + 1, source.count)
    } else {
      // The first member of a list's element: the next one moves up into its place.
      guard isListPrefix(prefix), let next = nextKey(after: keyIndex), !document.nodes[next].isCopy else {
        return nil
      }
      end = document.nodes[next].range.start
      guard isListPrefixOrBlank(source[self.lineStart(end, source)..<end]) else { return nil }
    }
    // An anchor may be needed elsewhere.
    guard start < end, !source[start..<end].contains(UInt8(ascii: "&")) else { return nil }
    return Edit(range: ByteRange(start, end), text: "")
  }

  private func nextKey(after keyIndex: Int) -> Int? {
    let end = places[keyIndex + 1].json.end
    guard let next = lastPlace(startingAtOrBefore: end + 1), places[next].isKey,
      places[next].json.start == end + 1, places[next].parent == places[keyIndex].parent
    else { return nil }
    return places[next].node
  }

  /// Inserts one member in front of a block mapping's first, on a line of its own.
  private func insertion(
    into index: Int, _ edit: Edit, _ document: YAMLDocument, _ source: [UInt8]
  ) -> Edit? {
    let first = document.nodes[places[index].node + 1]
    guard !first.isCopy else { return nil }
    let prefix = source[lineStart(first.range.start, source)..<first.range.start]
    guard isListPrefixOrBlank(prefix), let member = JSONFragment(Array(edit.text.utf8)).blockMember else {
      return nil
    }
    let lineEnd = source[first.range.start...].firstIndex(of: UInt8(ascii: "\n"))
    let isWindows = lineEnd.map { source[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let lineBreak = isWindows ? "\r\n" : "\n"
    let indentation = String(repeating: " ", count: prefix.count)
    return Edit(
      range: ByteRange(first.range.start, first.range.start),
      text: String(decoding: member, as: UTF8.self) + lineBreak + indentation)
  }

  private func lineStart(_ offset: Int, _ source: [UInt8]) -> Int {
    var start = offset
    while start > 0, source[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start == 0 && source.starts(with: YAMLPlace.byteOrderMark) ? YAMLPlace.byteOrderMark.count : start
  }

  private func isListPrefixOrBlank(_ prefix: ArraySlice<UInt8>) -> Bool {
    prefix.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
      && !prefix.starts(with: Array("---".utf8))
  }

  private func isListPrefix(_ prefix: ArraySlice<UInt8>) -> Bool {
    isListPrefixOrBlank(prefix) && prefix.contains(UInt8(ascii: "-"))
  }
}
