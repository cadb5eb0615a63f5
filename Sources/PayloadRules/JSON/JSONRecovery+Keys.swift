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
}
