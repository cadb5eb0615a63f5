extension JSONRecovery {
  // MARK: - Strings without an end

  /// Whether the string breaks off at the line end at `at`, because what follows is the next line of the
  /// document rather than the rest of the string.
  func endsAtLineEndPlainly(_ index: Int) -> (ends: Bool, seen: Int) {
    var next = index
    while next < end, isBlankByte(text[next]) { next += 1 }
    guard next < end else { return (true, next) }
    switch text[next] {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return (true, next)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      // A mark before a separator closes this string; before anything else it opens the next one.
      var after = next + 1
      while after < end, after - next < Self.reach, text[after] == 0x20 || text[after] == 0x09 { after += 1 }
      switch text.at(after) {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), 0x0A, 0x0D, nil:
        return (false, next)
      default: return (true, next)
      }
    default: return (false, next)
    }
  }

  mutating func endsAtLineEnd(_ reading: Reading) -> Bool {
    guard at >= lineEndsInsideUntil else { return false }
    let (ends, seen) = endsAtLineEndPlainly(at)
    if !ends { lineEndsInsideUntil = seen }
    return ends
  }

  func isBlankByte(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Where a string that lacks its closing mark ends: before a separator at the end of its line, a key
  /// before its colon.
  func unclosedEnd(_ kind: JSONKind, _ reading: Reading) -> Int {
    if kind == .key {
      var index = reading.start + 1
      while index < at, text[index] != UInt8(ascii: ":") { index += 1 }
      if index < at { return max(trimmed(reading.start + 1, index), reading.start + 1) }
    }
    var stop = trimmed(reading.start + 1, at)
    while stop > reading.start + 1 {
      switch text[stop - 1] {
      case UInt8(ascii: ",") where at < end:
        stop = trimmed(reading.start + 1, stop - 1)
        return stop
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // Brackets on the same line most likely close what is open.
        guard open >= 0 else { return stop }
        stop = trimmed(reading.start + 1, stop - 1)
      default: return stop
      }
    }
    return stop
  }

  mutating func reportUnclosedString(_ kind: JSONKind, _ reading: Reading) {
    let stop = unclosedEnd(kind, reading)
    let opening = ByteRange(
      reading.start, reading.start + max(1, JSONText.delimiterLength(in: text, at: reading.start)))
    let place = ByteRange(stop, stop)
    var closers = ""
    // At the end of the text nothing else is left to close the containers: this one mistake explains all.
    if stop >= trimmed(0, end) {
      isEndExplained = true
      closers = kind == .key ? ": null" : ""
      var index = open
      while index >= 0 {
        closers += document.nodes[index].kind == .object ? "}" : "]"
        index = Int(document.nodes[index].next) - 1
      }
    }
    mistake(
      "json-unclosed", place, node: reading.node, expected: "\"", related: opening,
      fix: kind == .key && !closers.isEmpty
        ? nil : Mending("close the string", [Edit(range: place, text: "\"" + closers)], .unsafe))
  }

  // MARK: - Strings that end in the wrong place

  /// A place inside a string where it should have ended.
  struct ShorterEnd {
    /// One past the string's last byte, a closing mark included.
    var end: Int
    var closingLength: Int
    /// Where reading goes on.
    var next: Int
  }

  /// Whether the string ran on to the opening mark of the next one, since its own closing mark is missing
  /// or curly; told by what follows it.
  func shorterEnd(_ kind: JSONKind, _ reading: Reading) -> ShorterEnd? {
    let contentStart = reading.start + 1
    let contentEnd = at - 1
    var next = at
    while next < end, next - at < Self.reach, isBlankByte(text[next]) { next += 1 }
    guard let follower = text.at(next) else { return nil }
    if kind == .key {
      if follower == UInt8(ascii: ":") { return nil }
    } else if [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(follower) {
      return nil
    }
    if let stop = curlyEnd(kind, contentStart, contentEnd) { return stop }
    guard next == at, follower != UInt8(ascii: "\"") else { return nil }
    let trimmedEnd = trimmed(contentStart, contentEnd)
    guard trimmedEnd > contentStart else { return nil }
    if kind == .key {
      guard text[trimmedEnd - 1] == UInt8(ascii: ":") else { return nil }
      return ShorterEnd(end: trimmedEnd - 1, closingLength: 0, next: trimmedEnd - 1)
    }
    guard text[trimmedEnd - 1] == UInt8(ascii: ",") else { return nil }
    if isInObject {
      // The mark was the opening one of a key only if another mark and a colon follow.
      var index = at
      while index < end, index - at < Self.reach, text[index] != UInt8(ascii: "\""), text[index] >= 0x20 {
        index += 1
      }
      guard text.at(index) == UInt8(ascii: "\"") else { return nil }
      index += 1
      while index < end, text[index] == 0x20, index - at < Self.reach { index += 1 }
      guard text.at(index) == UInt8(ascii: ":") else { return nil }
    }
    return ShorterEnd(end: trimmedEnd - 1, closingLength: 0, next: trimmedEnd - 1)
  }

  /// A curly mark inside the string with a separator behind it.
  private func curlyEnd(_ kind: JSONKind, _ start: Int, _ stop: Int) -> ShorterEnd? {
    var index = start
    while index < min(stop, start + Self.reach) {
      let length = JSONText.typographicQuoteLength(in: text, at: index)
      guard length > 0 else {
        index += 1
        continue
      }
      index += length
      var next = index
      while next < stop, next - index < Self.reach, isBlankByte(text[next]) { next += 1 }
      guard let follower = text.at(next) else { return nil }
      let isEnd =
        kind == .key
        ? follower == UInt8(ascii: ":")
        : follower == UInt8(ascii: ",") || follower == UInt8(ascii: "}") || follower == UInt8(ascii: "]")
      if isEnd { return ShorterEnd(end: index, closingLength: length, next: index) }
    }
    return nil
  }

  /// Reads on where marks inside the string lack their backslash: `"say "hi" to"`.
  mutating func readInnerQuotes(_ kind: JSONKind, _ reading: inout Reading) {
    guard let follower = text.at(at), follower > 0x20 else { return }
    switch follower {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: "\\"), UInt8(ascii: ")"), UInt8(ascii: ">"):
      return
    default: break
    }
    var marks = [at - 1]
    var index = at
    var final: Int?
    while index < end, index - at < Self.reach, text[index] >= 0x20 {
      let byte = text[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if byte == UInt8(ascii: "\"") {
        if closesString(kind, after: index + 1) {
          final = index
          break
        }
        marks.append(index)
      }
      index += 1
    }
    guard let final else { return }
    let first = ByteRange(marks[0], marks[0] + 1)
    mistake(
      "json-unexpected", first, node: reading.node, expected: "\\\"",
      fix: Mending(
        "escape the quotation marks",
        marks.map { Edit(range: ByteRange($0, $0), text: "\\") }, .unsafe))
    reading.flags.insert(.mended)
    reading.innerUntil = final
    _ = readContent(&reading)
  }

  private func closesString(_ kind: JSONKind, after index: Int) -> Bool {
    var next = index
    while next < end, next - index < Self.reach, text[next] == 0x20 || text[next] == 0x09 { next += 1 }
    switch text.at(next) {
    case UInt8(ascii: ":"): return kind == .key
    case UInt8(ascii: "}"), UInt8(ascii: "]"), 0x0A, 0x0D, nil: return kind != .key
    case UInt8(ascii: ","):
      guard kind != .key else { return false }
      var after = next + 1
      while after < end, after - next < Self.reach, isBlankByte(text[after]) { after += 1 }
      return !isInObject || text.at(after) == UInt8(ascii: "\"") || text.at(after) == UInt8(ascii: "}")
    default: return false
    }
  }

  // MARK: - Problems that speak for many places

  mutating func reportRequoting(_ reading: Reading, opening: ByteRange, isClosed: Bool) {
    if case .plain = reading.quote { return }
    let edits = [Edit(range: opening, text: "\"")] + reading.requoting
    if case .typographic = reading.quote {
      reportTypographic(edits, node: reading.node)
    } else if let problem = singleQuoteProblem {
      document.problems[problem].edits.append(contentsOf: edits)
    } else {
      singleQuoteProblem = document.problems.count
      mistake(
        "json-single-quotes", ByteRange(opening.start, at), node: reading.node, expected: "\"",
        fix: Mending("use double quotation marks", edits))
    }
  }

  mutating func reportTypographic(_ edits: [Edit], node: Int) {
    guard let first = edits.first else { return }
    if let problem = typographicProblem {
      document.problems[problem].edits.append(contentsOf: edits)
      return
    }
    typographicProblem = document.problems.count
    mistake(
      "json-typographic-quotes", first.range, node: node, expected: "\"",
      fix: Mending("use plain quotation marks", edits))
  }

  // MARK: - Going back

  var problemMark: (count: Int, mistakes: Int, hazards: Int) { (document.problems.count, mistakes, hazards) }

  /// Forgets problems found past `place` since the mark was taken.
  mutating func restore(_ mark: (count: Int, mistakes: Int, hazards: Int), at place: Int) {
    while document.problems.count > mark.count, let last = document.problems.last, last.range.start >= place {
      document.problems.removeLast()
      mistakes -= 1
    }
    mistakes = max(mistakes, mark.mistakes)
    lineEndsInsideUntil = 0
  }
}
