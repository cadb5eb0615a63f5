import PayloadRules
import Testing

@Suite struct JSONTextTests {
  static let texts: [(json: String, text: String)] = [
    (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9""#, "é"),
    (#""é\u20AC😀""#, "é€😀"), (#""\ud83d\ude00!""#, "😀!"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\udE00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\u0000a""#, "\u{0}a"),
  ]

  @Test(arguments: texts) func escapesAreUndone(_ json: String, _ expected: String) throws {
    let scanned = Scanned(json)
    let node = try #require(scanned.document.nodes.first)
    var buffer: [UInt8] = [1, 2, 3]
    scanned.bytes.withByteView { text in
      #expect(JSONText.string(node, in: text) == expected)
      JSONText.decode(node, in: text, into: &buffer)
      #expect(JSONText.equals(node, in: text, expected))
      #expect(!JSONText.equals(node, in: text, expected + "x"))
      #expect(!JSONText.equals(node, in: text, String(expected.dropLast()) + "\u{1}"))
      Array(expected.utf8).withByteView { #expect(JSONText.equals(node, in: text, $0)) }
    }
    #expect(buffer == Array(expected.utf8))
  }

  /// Characters of the decoded text, and the characters of the document that they come from.
  static let places: [(json: String, inner: String, outer: String)] = [
    (#"{"p":"{\"aps\":1}"}"#, "\"aps\"", #"\"aps\""#), (#"{"p":"{\"aps\":1}"}"#, "1", "1"),
    (#"{"p":"a\nb"}"#, "\n", #"\n"#), (#"{"p":"x\ud83d\ude00y"}"#, "😀", #"\ud83d\ude00"#),
    (#"{"p":"x\ud83d\ude00y"}"#, "y", "y"), (#"{"p":"é\u00e9z"}"#, "z", "z"),
    (#"{"p":"plain"}"#, "lai", "lai"),
  ]

  @Test(arguments: places) func decodedBytesAreTracedBack(_ json: String, _ inner: String, _ outer: String)
    throws
  {
    let scanned = Scanned(json)
    let node = scanned.document.nodes[2]
    let (decoded, map) = scanned.bytes.withByteView { text in
      (JSONText.string(node, in: text), JSONText.offsetMap(of: node, in: text))
    }
    let found = try #require(decoded.firstRange(of: inner))
    let start = decoded[..<found.lowerBound].utf8.count
    let range = map.outer(ByteRange(start, start + inner.utf8.count))
    #expect(scanned.characters(range) == outer)
    #expect(map.innerCount == decoded.utf8.count)
  }

  static let numbers: [(text: String, integer: Int?, double: Double)] = [
    ("0", 0, 0), ("-1", -1, -1), ("9007199254740992", 9_007_199_254_740_992, 9_007_199_254_740_992),
    ("9223372036854775807", .max, 0x1p63), ("-9223372036854775808", .min, -0x1p63),
    ("9223372036854775808", nil, 0x1p63), ("0.7", nil, 0.7), ("1e3", nil, 1000), ("1e400", nil, .infinity),
    ("-1.5E-2", nil, -0.015),
  ]

  @Test(arguments: numbers) func numbersAreExact(_ json: String, _ integer: Int?, _ double: Double) {
    let scanned = Scanned(json)
    scanned.bytes.withByteView { text in
      #expect(JSONNumber.integer(scanned.document.nodes[0], in: text) == integer)
      #expect(JSONNumber.double(scanned.document.nodes[0], in: text) == double)
    }
  }

  static let pointers: [(json: String, pointer: String, shape: String, value: String)] = [
    (#"{"a":1}"#, "", "", #"{"a":1}"#), (#"{"a":{"b":[1,{"c":2}]}}"#, "/a/b/1/c", "/a/b/*/c", "2"),
    (#"{"a/b":{"m~n":3}}"#, "/a~1b/m~0n", "/a~1b/m~0n", "3"), (#"{"":{"":4}}"#, "//", "//", "4"),
    (#"[[1,2],[3]]"#, "/1/0", "/*/*", "3"), (#"{"\u0061":5}"#, "/a", "/a", "5"),
    (#"{"~1":6}"#, "/~01", "/~01", "6"),
  ]

  @Test(arguments: pointers) func pointersLeadThereAndBack(
    _ json: String, _ pointer: String, _ shape: String, _ value: String
  ) throws {
    let scanned = Scanned(json)
    try scanned.bytes.withByteView { text in
      let node = try #require(JSONPointer.resolve(pointer, in: scanned.document, text: text))
      #expect(scanned.characters(scanned.document.nodes[node].range) == value)
      #expect(JSONPointer.pointer(to: node, in: scanned.document, text: text) == pointer)
      #expect(JSONPointer.shape(of: node, in: scanned.document, text: text) == shape)
    }
  }

  @Test(arguments: ["a", "/b", "/a/-", "/a/01", "/a/2", "/a/0/x", "/a/"])
  func pointersToNothing(_ pointer: String) {
    let scanned = Scanned(#"{"a":[1,2]}"#)
    scanned.bytes.withByteView { text in
      #expect(JSONPointer.resolve(pointer, in: scanned.document, text: text) == nil)
    }
  }

  @Test func aKeyHasThePointerOfItsValue() {
    let scanned = Scanned(#"{"a":{"b":1}}"#)
    scanned.bytes.withByteView { text in
      #expect(JSONPointer.pointer(to: 3, in: scanned.document, text: text) == "/a/b")
      #expect(JSONPointer.pointer(to: 1, in: scanned.document, text: text) == "/a")
    }
  }

  @Test(
    "A trail gives the pointer of each node, in whatever order they are asked for",
    arguments: [
      #"{"a":{"b":[1,{"c":2},[]],"d":{}},"e":[[],[[3]],4],"f":5}"#, "[[[[1,2],3],4],{\"a\":[5]}]",
      #"{"a":[1,2"#,
      "7",
    ], [1, 2, 3, 5, 7]
  )
  func trails(_ json: String, _ step: Int) {
    let scanned = Scanned(json)
    let nodes = scanned.document.nodes.indices
    scanned.bytes.withByteView { text in
      var trail = JSONPointerTrail()
      // Forwards, backwards, and by leaps.
      for node in Array(nodes) + nodes.reversed() + nodes.map({ $0 * step % nodes.count }) {
        let alone = JSONPointer.pointer(to: node, in: scanned.document, text: text)
        #expect(trail.pointer(to: node, in: scanned.document, text: text) == alone)
        #expect(
          JSONPointer.resolve(alone, in: scanned.document, text: text)
            == (scanned.document.nodes[node].kind == .key ? node + 1 : node))
      }
    }
  }

  @Test func writerWritesCompactJSON() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a\"b")
    writer.beginArray()
    writer.number(1)
    writer.number(0.7)
    writer.number(2.0)
    writer.number(Double.infinity)
    writer.bool(true)
    writer.null()
    writer.string("\u{1}\u{1F}\n\\é")
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.key("c")
    Array("[1]".utf8).withByteView { writer.raw($0) }
    writer.endObject()
    #expect(writer.string == #"{"a\"b":[1,0.7,2,null,true,null,"\u0001\u001f\n\\é",{}],"c":[1]}"#)
    #expect(JSONWriter.quoted("x\ty") == #""x\ty""#)
  }

  static let compact: [(text: String, compact: String)] = [
    ("{\n  \"a b\" : [ 1 ,\t2 ],\r\n \"c\": \" \\\" \" }\n", #"{"a b":[1,2],"c":" \" "}"#), ("[1]", "[1]"),
    (" \"x y\" ", "\"x y\""), (" [ ] ", "[]"),
  ]

  @Test(arguments: compact) func compactingDropsOnlyWhiteSpace(_ text: String, _ compact: String) {
    let scanned = Scanned(text)
    scanned.bytes.withByteView { view in
      #expect(String(decoding: JSONWriter.compact(view, scanned.document), as: UTF8.self) == compact)
    }
    #expect(scanned.bytes.count - scanned.document.insignificantBytes == compact.utf8.count)
  }
}
