import PayloadRules
import Testing

@Suite struct SourceTests {
  /// Texts with a mark before one character, and where a person would say that it stands.
  static let positions: [(marked: String, line: Int, column: Int, utf16: Int)] = [
    ("⟦a", 1, 1, 1), ("a⟦b", 1, 2, 2), ("a\n⟦b", 2, 1, 1), ("a\r\n⟦b", 2, 1, 1), ("a\r⟦b", 2, 1, 1),
    ("a\n\r⟦b", 3, 1, 1), ("a\r\n\r\n⟦b", 3, 1, 1), ("\t\t⟦b", 1, 3, 3), ("é⟦b", 1, 2, 2), ("😀⟦b", 1, 2, 3),
    ("e\u{301}⟦b", 1, 3, 3), ("👩‍👩‍👧⟦b", 1, 6, 9), ("\u{FEFF}⟦a", 1, 1, 1), ("\u{FEFF}a\n⟦b", 2, 1, 1),
    ("ab⟦", 1, 3, 3), ("ab\n⟦", 2, 1, 1), ("⟦", 1, 1, 1), ("ab⟦\ncd", 1, 3, 3), ("ab⟦\r\ncd", 1, 3, 3),
  ]

  @Test(arguments: positions) func linesAndColumns(_ marked: String, _ line: Int, _ column: Int, _ utf16: Int)
    throws
  {
    // The mark is found among scalars: it may have joined a cluster.
    let scalars = marked.unicodeScalars
    let mark = try #require(scalars.firstIndex(of: "⟦"))
    let offset = String(scalars[..<mark]).utf8.count
    let bytes =
      Array(String(scalars[..<mark]).utf8) + Array(String(scalars[scalars.index(after: mark)...]).utf8)
    bytes.withByteView { text in
      let lines = LineIndex(text)
      #expect(lines.position(at: offset, in: text) == LineIndex.Position(line: line, column: column))
      #expect(
        lines.position(at: offset, in: text, unit: .utf16) == LineIndex.Position(line: line, column: utf16))
      #expect(lines.offset(of: LineIndex.Position(line: line, column: column), in: text) == offset)
      #expect(
        lines.offset(of: LineIndex.Position(line: line, column: utf16), in: text, unit: .utf16) == offset)
    }
  }

  @Test func textsOfLines() {
    let bytes = Array("\u{FEFF}one\r\ntwo\rthree\n\nfive".utf8)
    bytes.withByteView { text in
      let lines = LineIndex(text)
      #expect(lines.lineCount == 5)
      #expect((1...5).map { lines.text(ofLine: $0, in: text) } == ["one", "two", "three", "", "five"])
      #expect(lines.text(ofLine: 6, in: text).isEmpty)
      #expect(lines.offset(of: LineIndex.Position(line: 1, column: 99), in: text) == 6)
      #expect(lines.position(at: 10_000, in: text) == LineIndex.Position(line: 5, column: 5))
      #expect(lines.position(at: -5, in: text) == LineIndex.Position(line: 1, column: 1))
    }
  }

  // MARK: - UTF-16

  static func utf16(_ units: [UInt16], littleEndian: Bool) -> [UInt8] {
    units.flatMap { unit in
      let high = UInt8(unit >> 8)
      let low = UInt8(unit & 0xFF)
      return littleEndian ? [low, high] : [high, low]
    }
  }

  @Test(arguments: [true, false], [true, false])
  func utf16IsTranscoded(_ littleEndian: Bool, _ hasMark: Bool) throws {
    let string = "{\"é\":\"😀\"}"
    let bytes = Self.utf16((hasMark ? [0xFEFF] : []) + Array(string.utf16), littleEndian: littleEndian)
    let result = try #require(bytes.withByteView { UTF16Transcoder.transcode($0) })
    #expect(String(decoding: result.bytes, as: UTF8.self) == string)
    #expect(result.order == (littleEndian ? .littleEndian : .bigEndian))
    #expect(result.replacements == 0)
    // The emoji is four bytes in either encoding, after six units.
    let start = Array("{\"é\":\"".utf8).count
    let first = (hasMark ? 2 : 0) + 12
    #expect(result.map.outer(ByteRange(start, start + 4)) == ByteRange(first, first + 4))
    #expect(result.map.outer(ByteRange(0, result.bytes.count)) == ByteRange(hasMark ? 2 : 0, bytes.count))
  }

  @Test func loneSurrogatesAreCounted() throws {
    let bytes = Self.utf16([0xFEFF, 0x41, 0xD83D, 0x42, 0xDE00], littleEndian: true) + [0x43]
    let result = try #require(bytes.withByteView { UTF16Transcoder.transcode($0) })
    #expect(String(decoding: result.bytes, as: UTF8.self) == "A\u{FFFD}B\u{FFFD}\u{FFFD}")
    #expect(result.replacements == 3)
  }

  @Test(arguments: ["", "a", "{}", "{\"a\":1}", "\u{FEFF}{}"]) func utf8IsNotTakenForUTF16(_ text: String) {
    #expect(Array(text.utf8).withByteView { UTF16Transcoder.detect($0) } == nil)
  }

  // MARK: - Offset maps

  @Test func mapsFollowRuns() {
    // Inner "ab\ncd" from outer `..ab\ncd`, the escape two bytes long.
    var map = OffsetMap()
    map.append(2, at: 2, outerCount: 2, isLinear: true)
    map.append(1, at: 4, outerCount: 2, isLinear: false)
    map.append(1, at: 6, outerCount: 1, isLinear: true)
    map.append(1, at: 7, outerCount: 1, isLinear: true)
    #expect(map.runs.count == 3)
    #expect(map.innerCount == 5)
    #expect(map.outer(ByteRange(0, 2)) == ByteRange(2, 4))
    #expect(map.outer(ByteRange(1, 3)) == ByteRange(3, 6))
    #expect(map.outer(ByteRange(2, 3)) == ByteRange(4, 6))
    #expect(map.outer(ByteRange(3, 5)) == ByteRange(6, 8))
    #expect(map.outer(ByteRange(5, 5)) == ByteRange(8, 8))
    #expect(map.outer(ByteRange(2, 2)) == ByteRange(4, 4))
    #expect(map.outerStart(99) == 8)
  }

  @Test func mapsCompose() {
    // A text inside a string inside a string: `\\\"` is two characters there, one here.
    let outer = #"["[\"\\\"x\"]"]"#
    let scanned = Scanned(outer)
    let (innerText, first) = scanned.bytes.withByteView { text in
      (
        JSONText.string(scanned.document.nodes[1], in: text),
        JSONText.offsetMap(of: scanned.document.nodes[1], in: text)
      )
    }
    let inner = Scanned(innerText)
    let second = inner.bytes.withByteView { JSONText.offsetMap(of: inner.document.nodes[1], in: $0) }
    let both = second.composed(with: first)
    // The innermost text is `"x`.
    #expect(both.innerCount == 2)
    #expect(scanned.characters(both.outer(ByteRange(0, 1))) == #"\\\""#)
    #expect(scanned.characters(both.outer(ByteRange(1, 2))) == "x")
  }

  @Test func anEmptyMapKeepsItsPlace() {
    #expect(OffsetMap(linear: 0, at: 7).outer(ByteRange(0, 0)) == ByteRange(7, 7))
    #expect(OffsetMap(linear: 3, at: 7).outer(ByteRange(1, 3)) == ByteRange(8, 10))
  }

  // MARK: - Widths

  static let widths: [(text: String, columns: Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｆ", 2), ("😀", 2), ("👩‍👩‍👧", 2),
    ("👍🏽", 2),
    ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤\u{FE0F}", 2), ("a\u{200B}b", 2), ("ก็", 1), ("“”…–", 4), ("カ\u{3099}", 2),
    ("№", 1),
    ("\u{1100}\u{1161}\u{11A8}", 2), ("→", 1), ("1\u{FE0F}\u{20E3}", 2),
  ]

  @Test(arguments: widths) func columns(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  // MARK: - Base64

  /// The test vectors of RFC 4648, section 10, and a few in either alphabet.
  static let encoded: [(base64: String, text: [UInt8])] = [
    ("", []), ("Zg==", Array("f".utf8)), ("Zm8=", Array("fo".utf8)), ("Zm9v", Array("foo".utf8)),
    ("Zm9vYg==", Array("foob".utf8)), ("Zm9vYmE=", Array("fooba".utf8)), ("Zm9vYmFy", Array("foobar".utf8)),
    ("Zg", Array("f".utf8)), ("Zm8", Array("fo".utf8)), ("-_8", [0xFB, 0xFF]), ("+/8=", [0xFB, 0xFF]),
  ]

  @Test(arguments: encoded) func base64IsDecoded(_ base64: String, _ expected: [UInt8]) {
    var bytes: [UInt8] = [9]
    #expect(Array(base64.utf8).withByteView { Base64URL.decode($0, into: &bytes, alphabet: .either) } == nil)
    #expect(bytes == expected)
  }

  static let failures: [(base64: String, alphabet: Base64URL.Alphabet, failure: Base64URL.Failure)] = [
    ("Z", .url, .badLength), ("Zm9vY", .url, .badLength), ("Zg=", .url, .badLength),
    ("Zm9v=", .url, .badLength),
    ("Z===", .url, .badCharacter(at: 1)), ("Zm+v", .url, .badCharacter(at: 2)),
    ("Zm-v", .standard, .badCharacter(at: 2)),
    ("Zm9v Zm", .either, .badCharacter(at: 4)), ("Zg==Zg==", .either, .badCharacter(at: 2)),
    ("=", .either, .badLength),
  ]

  @Test(arguments: failures) func base64IsRefused(
    _ base64: String, _ alphabet: Base64URL.Alphabet, _ failure: Base64URL.Failure
  ) {
    var bytes: [UInt8] = []
    #expect(
      Array(base64.utf8).withByteView { Base64URL.decode($0, into: &bytes, alphabet: alphabet) } == failure)
  }
}
