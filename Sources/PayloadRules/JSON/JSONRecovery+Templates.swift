/// Templates of JSON: placeholders outside quotes, and tags that steer what comes out.
extension JSONRecovery {
  /// The end of the template placeholder that begins at `at`, or nil.
  func placeholderEnd() -> Int? { placeholderEnd(from: at) }

  private func placeholderEnd(from start: Int) -> Int? {
    let limit = min(end, start + 256)
    func closed(_ opening: Int, by closer: StaticString, length: Int) -> Int? {
      var index = start + opening
      // Braces around a key are JSON, doubled by some formatter, and no placeholder.
      while index < limit, text[index] == 0x20 { index += 1 }
      guard index < limit, text[index] != UInt8(ascii: "\"") else { return nil }
      while index < limit, text[index] != 0x0A, text[index] != 0x0D {
        if text.has(closer, at: index) { return index + length }
        index += 1
      }
      return nil
    }
    switch text[start] {
    case UInt8(ascii: "{"):
      if text.has("{{{", at: start) { return closed(3, by: "}}}", length: 3) }
      if text.has("{{", at: start) { return closed(2, by: "}}", length: 2) }
      if text.has("{%", at: start) { return closed(2, by: "%}", length: 2) }
    case UInt8(ascii: "$"):
      if text.has("${{", at: start) { return closed(3, by: "}}", length: 2) }
      if text.has("${", at: start) { return closed(2, by: "}", length: 1) }
      if text.has("$(", at: start) { return closed(2, by: ")", length: 1) }
      return nameEnd(start + 1)
    case UInt8(ascii: "#"):
      if text.has("#{", at: start) { return closed(2, by: "}", length: 1) }
    case UInt8(ascii: "<"):
      if text.has("<%", at: start) { return closed(2, by: "%>", length: 2) }
      return closed(1, by: ">", length: 1)
    case UInt8(ascii: "%"):
      switch text.at(start + 1) ?? 0 {
      case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "i"),
        UInt8(ascii: "u"):
        guard start + 2 >= end || !isWordByte(text[start + 2]) else { return nil }
        return start + 2
      case UInt8(ascii: "("), UInt8(ascii: "1")...UInt8(ascii: "9"):
        return Placeholders.namedFormat(text, start)?.end
      case UInt8(ascii: "l"):
        var index = start + 1
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

  /// The end of the placeholder that stands where a member's value belongs, though it looks like a tag or an
  /// object: `{% if a %}1{% else %}2{% endif %}`, `<%- n -%>`, `{n}`.
  func templateValueEnd() -> Int? {
    if let stop = nameInBraces() { return stop }
    guard isInObject, let stop = placeholderEnd(), isBlockTag(at, stop) else { return nil }
    // A tag with nothing after it puts the value in itself.
    guard Self.opens(word(ofTag: at)) else { return isFollowedBySeparator(stop) ? stop : nil }
    var (depth, index) = (1, stop)
    let limit = min(end, at + 1024)
    while index < limit {
      guard isBlockTag(index, index) else {
        index += 1
        continue
      }
      // A tag that is not closed makes an end unlikely, and no text may have it sought again and again.
      guard let tagEnd = placeholderEnd(from: index) else { return nil }
      let word = word(ofTag: index)
      if Self.opens(word) { depth += 1 }
      if Self.closes(word) { depth -= 1 }
      index = tagEnd
      if depth > 0 { continue }
      // The other case may follow as a condition of its own.
      guard index < end, isBlockTag(index, index), Self.opens(self.word(ofTag: index)) else { return index }
    }
    return nil
  }

  /// `{name}` by itself, as format functions have it.
  private func nameInBraces() -> Int? {
    guard open >= 0, text[at] == UInt8(ascii: "{"), let stop = nameEnd(at + 1), stop - at < 64,
      text.at(stop) == UInt8(ascii: "}"), text[at + 1] > UInt8(ascii: "9")
    else { return nil }
    return stop + 1
  }

  private func isFollowedBySeparator(_ stop: Int) -> Bool {
    var index = stop
    while index < end, index - stop < Self.reach, isBlankByte(text[index]) { index += 1 }
    guard let byte = text.at(index) else { return false }
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// The first word of a tag, or the sign that stands for one.
  private func word(ofTag start: Int) -> String {
    var index = start + 2
    if text.has("{{", at: start) { return text[ByteRange(index, min(index + 1, end))].string }
    while index < end, text[index] == UInt8(ascii: "-") || text[index] == 0x20 { index += 1 }
    return nameEnd(index).map { text[ByteRange(index, min($0, index + 16))].string } ?? ""
  }

  private static func opens(_ word: String) -> Bool {
    ["if", "unless", "for", "case", "with", "#", "^"].contains(word)
  }

  private static func closes(_ word: String) -> Bool { word.hasPrefix("end") || word == "/" }

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
