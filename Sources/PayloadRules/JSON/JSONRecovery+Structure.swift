extension JSONRecovery {
  /// Moves past white space, and past comments and spaces of other kinds, which it reports.
  mutating func skipBlank() {
    while at < end, mistakes < Self.maximumProblems {
      switch text[at] {
      case 0x20, 0x0A, 0x0D, 0x09:
        document.insignificantBytes += 1
        at += 1
      case UInt8(ascii: "/") where text.at(at + 1) == UInt8(ascii: "/"): skipComment(isBlock: false)
      case UInt8(ascii: "/") where text.at(at + 1) == UInt8(ascii: "*"): skipComment(isBlock: true)
      case UInt8(ascii: "#") where !(expectation == .value && isInObject): skipComment(isBlock: false)
      case 0x0B, 0x0C: skipOddSpace(1)
      case 0x80...:
        let length = UTF8Sequence.length(in: text, at: at)
        if length == 0 {
          skipInvalidUTF8(node: container)
        } else if isOddSpace(length) {
          skipOddSpace(length)
        } else {
          return
        }
      default: return
      }
    }
  }

  private mutating func skipComment(isBlock: Bool) {
    let start = at
    if isBlock {
      at += 2
      while at < end, !text.has("*/", at: at) { at += 1 }
      if at >= end { isEndExplained = true }
      at = min(at + 2, end)
    } else {
      while at < end, text[at] != 0x0A, text[at] != 0x0D { at += 1 }
    }
    let range = ByteRange(start, at)
    mistake(
      "json-comment", range, node: container,
      fix: Mending("remove the comment", [Edit(range: range, text: "")], .unsafe))
  }

  /// Whether a space that JSON does not know stands at `at`: no-break spaces, zero-width ones, line and
  /// paragraph separators, a byte order mark that strayed.
  private func isOddSpace(_ length: Int) -> Bool {
    guard let scalar = UTF8Sequence.scalar(in: text, at: at)?.scalar else { return false }
    switch scalar.value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x2064, 0x3000, 0xFEFF: return true
    default: return false
    }
  }

  private mutating func skipOddSpace(_ length: Int) {
    let range = ByteRange(at, at + length)
    at += length
    let value = UTF8Sequence.scalar(in: text, at: range.start)?.scalar.value ?? 0
    let digits = String(value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    mistake(
      "json-unexpected", range, node: container, actual: name,
      fix: Mending("write a plain space", [Edit(range: range, text: " ")]))
  }

  mutating func skipInvalidUTF8(node: Int) {
    let start = at
    while at < end, UTF8Sequence.length(in: text, at: at) == 0 { at += 1 }
    let range = ByteRange(start, at)
    var actual = ""
    for index in start..<min(at, start + 8) {
      let digits = String(text[index], radix: 16, uppercase: true)
      actual += (actual.isEmpty ? "" : " ") + (digits.count < 2 ? "0" : "") + digits
    }
    mistakeInString("json-invalid-utf-8", range, node: node, actual: actual)
  }

  mutating func readTrailingText() {
    var stop = end
    while stop > at, [0x20, 0x0A, 0x0D, 0x09].contains(text[stop - 1]) {
      stop -= 1
      document.insignificantBytes += 1
    }
    mistake("json-trailing-text", ByteRange(at, stop), node: 0)
    at = end
  }

  // MARK: - Between keys and values

  mutating func readColon() {
    let byte = text[at]
    if byte == UInt8(ascii: ":") {
      at += 1
      expectation = .value
      comma = -1
      return
    }
    let key = document.nodes.count - 1
    switch byte {
    case UInt8(ascii: "="):
      let start = at
      at += text.at(at + 1) == UInt8(ascii: ">") ? 2 : 1
      let range = ByteRange(start, at)
      mistake(
        "json-missing-colon", range, node: key, expected: ":",
        fix: Mending("write a colon", [Edit(range: range, text: ":")], .unsafe))
      expectation = .value
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ";"):
      mistake("json-missing-colon", ByteRange(at, at + 1), node: key, expected: ":")
      append(.invalid, at, at, flags: .guessed)
      endValue()
    default:
      let place = Int(document.nodes[key].end)
      mistake(
        "json-missing-colon", nextToken(), node: key, expected: ":",
        fix: Mending("insert a colon", [Edit(range: ByteRange(place, place), text: ":")], .unsafe))
      expectation = .value
    }
    comma = -1
  }

  mutating func readSeparator() {
    switch text[at] {
    case UInt8(ascii: ","):
      comma = at
      at += 1
      expectation = isInObject ? .key : .value
    case UInt8(ascii: "}"), UInt8(ascii: "]"): readCloser()
    case UInt8(ascii: ";"):
      let range = ByteRange(at, at + 1)
      mistake(
        "json-missing-comma", range, node: container, expected: ",",
        fix: Mending("write a comma", [Edit(range: range, text: ",")], .unsafe))
      at += 1
      expectation = isInObject ? .key : .value
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      // A second colon, or a colon between elements: whatever follows it is read as the next thing.
      mistake("json-unexpected", ByteRange(at, at + 1), node: container, expected: ",")
      at += 1
      expectation = isInObject ? .key : .value
    case UInt8(ascii: ")"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
      mistake(
        "json-unexpected", ByteRange(at, at + 1), node: container,
        fix: Mending("remove it", [Edit(range: ByteRange(at, at + 1), text: "")], .unsafe))
      at += 1
    default:
      if let stop = placeholderEnd(), isBlockTag(at, stop) { return readBlockTag(stop) }
      let place = lastValueEnd
      mistake(
        "json-missing-comma", nextToken(), node: container, expected: ",",
        fix: Mending("insert a comma", [Edit(range: ByteRange(place, place), text: ",")], .unsafe))
      expectation = isInObject ? .key : .value
      comma = -1
    }
  }

  /// Where the value before `at` ends.
  private var lastValueEnd: Int {
    var place = at
    while place > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text[place - 1]), at - place < Self.reach {
      place -= 1
    }
    return at - place < Self.reach ? place : at
  }

  /// The token at `at`, as far as a message needs to show it.
  private func nextToken() -> ByteRange {
    let quote = text[at]
    var stop = at + 1
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      while stop < end, stop - at < Self.reach, text[stop] >= 0x20 {
        if text[stop] == quote { return ByteRange(at, stop + 1) }
        stop += text[stop] == UInt8(ascii: "\\") ? 2 : 1
      }
      return ByteRange(at, at + 1)
    }
    if isWordByte(quote) {
      while stop < end, stop - at < Self.reach, isWordByte(text[stop]) { stop += 1 }
    }
    return ByteRange(at, stop)
  }

  /// Reads a closing bracket in a place where the innermost container may end.
  mutating func readCloser() {
    let byte = text[at]
    let expected = isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if byte == expected {
      at += 1
      return closeContainer()
    }
    let range = ByteRange(at, at + 1)
    let right = isInObject ? "}" : "]"
    let opener = Int(document.nodes[open].start)
    let related = ByteRange(opener, opener + 1)
    if hasOpenAncestor(closedBy: byte), !isCloserReplaced() {
      mistake(
        "json-unexpected", range, node: open, expected: right, related: related,
        fix: Mending("insert \(right)", [Edit(range: ByteRange(at, at), text: right)], .unsafe))
      return closeContainer()
    }
    mistake(
      "json-unexpected", range, node: open, expected: right, related: related,
      fix: Mending("write \(right)", [Edit(range: range, text: right)], .unsafe))
    at += 1
    closeContainer()
  }

  private func hasOpenAncestor(closedBy byte: UInt8) -> Bool {
    let kind: JSONKind = byte == UInt8(ascii: "}") ? .object : .array
    var index = open
    var steps = 0
    while index >= 0, steps < 64 {
      if document.nodes[index].kind == kind { return true }
      index = Int(document.nodes[index].next) - 1
      steps += 1
    }
    return false
  }

  /// Whether the closing brackets that are left, this one included, are as many as the open containers:
  /// then this one is the wrong kind, and none is missing.
  private func isCloserReplaced() -> Bool {
    var level = depth
    var index = at
    let stop = min(end, at + 64 * 1024)
    while index < stop {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < stop, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      default: break
      }
      index += 1
    }
    return level == 0
  }

  /// Reports the comma before a closing bracket, and closes the container.
  mutating func readTrailingComma() {
    if comma >= 0 {
      let range = ByteRange(comma, comma + 1)
      mistake(
        "json-trailing-comma", range, node: container,
        fix: Mending("remove the comma", [Edit(range: range, text: "")]))
    }
    readCloser()
  }

  /// Reports a comma that follows another one or an opening bracket.
  mutating func readExtraComma() {
    let range = ByteRange(at, at + 1)
    mistake(
      "json-unexpected", range, node: container,
      fix: Mending("remove the comma", [Edit(range: range, text: "")], .unsafe))
    at += 1
    if expectation == .valueOrEnd { expectation = .value }
    if expectation == .keyOrEnd { expectation = .key }
  }
}
