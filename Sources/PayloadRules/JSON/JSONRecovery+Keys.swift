extension JSONRecovery {
  mutating func readKey() {
    let byte = text[at]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return readString(.key)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return expectation == .key ? readTrailingComma() : readCloser()
    case UInt8(ascii: ","): return readExtraComma()
    default: break
    }
    if JSONText.typographicQuoteLength(in: text, at: at) > 0 { return readString(.key) }
    if let stop = placeholderEnd() {
      return isBlockTag(at, stop) ? readBlockTag(stop) : readPlaceholder(stop)
    }
    if isWordByte(byte) { return readBareKey() }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      // A value without a key.
      mistake("json-unexpected", ByteRange(at, at + 1), node: container, expected: "\"")
      append(.key, at, at, flags: [.guessed, .mended, .oddDelimiters])
      expectation = .value
      return
    }
    let start = at
    while at < end, !isWordByte(text[at]), !isBlankByte(text[at]),
      ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ",")]
        .contains(text[at])
    {
      at += 1
    }
    mistake("json-unexpected", ByteRange(start, at), node: container)
  }

  private mutating func readBareKey() {
    let start = at
    while at < end, isWordByte(text[at]) { at += 1 }
    let stop = at
    let range = ByteRange(start, stop)
    var edits = [Edit(range: ByteRange(start, start), text: "\"")]
    var nodeEnd = stop
    if text.at(at) == UInt8(ascii: "\"") {
      // Only the opening mark is missing.
      at += 1
      nodeEnd = at
    } else {
      edits.append(Edit(range: ByteRange(stop, stop), text: "\""))
    }
    mistake(
      "json-unquoted-key", ByteRange(start, nodeEnd), node: document.nodes.count,
      expected: "\"" + characters(range) + "\"", fix: Mending("quote the key", edits))
    append(.key, start, nodeEnd, flags: [.mended, .oddDelimiters])
    expectation = .colon
  }

  // MARK: - Placeholders

  /// The end of the template placeholder that begins at `at`, or nil.
  func placeholderEnd() -> Int? {
    let limit = min(end, at + 256)
    func closed(_ opening: Int, by closer: StaticString, length: Int) -> Int? {
      var index = at + opening
      // Braces around a key are JSON, doubled by some formatter, and no placeholder.
      while index < limit, text[index] == 0x20 { index += 1 }
      guard index < limit, text[index] != UInt8(ascii: "\"") else { return nil }
      while index < limit, text[index] != 0x0A, text[index] != 0x0D {
        if text.has(closer, at: index) { return index + length }
        index += 1
      }
      return nil
    }
    switch text[at] {
    case UInt8(ascii: "{"):
      if text.has("{{{", at: at) { return closed(3, by: "}}}", length: 3) }
      if text.has("{{", at: at) { return closed(2, by: "}}", length: 2) }
      if text.has("{%", at: at) { return closed(2, by: "%}", length: 2) }
    case UInt8(ascii: "$"):
      if text.has("${{", at: at) { return closed(3, by: "}}", length: 2) }
      if text.has("${", at: at) { return closed(2, by: "}", length: 1) }
      if text.has("$(", at: at) { return closed(2, by: ")", length: 1) }
      return nameEnd(at + 1)
    case UInt8(ascii: "<"):
      if text.has("<%", at: at) { return closed(2, by: "%>", length: 2) }
      return closed(1, by: ">", length: 1)
    case UInt8(ascii: "%"):
      switch text.at(at + 1) {
      case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "i"),
        UInt8(ascii: "u"):
        guard at + 2 >= end || !isWordByte(text[at + 2]) else { return nil }
        return at + 2
      case UInt8(ascii: "("): return closed(2, by: ")s", length: 2)
      case UInt8(ascii: "l"):
        var index = at + 1
        while index < limit, text[index] == UInt8(ascii: "l") { index += 1 }
        return text.at(index) == UInt8(ascii: "d") || text.at(index) == UInt8(ascii: "u") ? index + 1 : nil
      default: return nil
      }
    default: return nil
    }
    return nil
  }

  private func nameEnd(_ start: Int) -> Int? {
    var index = start
    while index < end, text[index] == UInt8(ascii: "_") || isLetterOrDigit(text[index]) { index += 1 }
    return index > start ? index : nil
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
      && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "@")
      && byte != UInt8(ascii: "%") && isWordByte(byte)
  }

  /// Whether a placeholder steers a template and stands for no value: `{% if x %}`, `{{#each y}}`.
  func isBlockTag(_ start: Int, _ stop: Int) -> Bool {
    if text.has("{%", at: start) { return true }
    if text.has("<%", at: start) { return text.at(start + 2) != UInt8(ascii: "=") }
    guard text.has("{{", at: start) else { return false }
    switch text.at(start + 2) {
    case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: "!"): return true
    default: return false
    }
  }

  private mutating func reportPlaceholder(_ range: ByteRange, node: Int) {
    document.hasBarePlaceholders = true
    hazard("json-placeholder", range, node: node)
  }

  /// Takes a placeholder as a value or a key; where no colon follows a key, as a whole member.
  mutating func readPlaceholder(_ stop: Int) {
    let start = at
    let isKey = expectation == .key || expectation == .keyOrEnd
    reportPlaceholder(ByteRange(start, stop), node: document.nodes.count)
    append(.placeholder, start, stop)
    at = stop
    guard isKey else { return endValue() }
    var next = at
    while next < end, isBlankByte(text[next]) { next += 1 }
    if text.at(next) == UInt8(ascii: ":") {
      expectation = .colon
    } else {
      append(.placeholder, stop, stop)
      endValue()
    }
  }

  /// Passes over a tag that steers the template.
  mutating func readBlockTag(_ stop: Int) {
    reportPlaceholder(ByteRange(at, stop), node: container)
    at = stop
    // The tag may stand between any two members, with or without a comma.
    comma = -1
    if expectation == .key { expectation = .keyOrEnd }
    if expectation == .value, !isInObject, open >= 0 { expectation = .valueOrEnd }
  }
}
