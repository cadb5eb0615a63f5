import PayloadRules
import Testing

/// RFC 8259, text by text: what must be read, what must be refused, and what only deserves a word.
@Suite struct JSONScannerTests {
  static let accepted: [String] = [
    "{}", "[]", "[[]]", "[{}]", "{\"\":0}", "\"\"", "\"a\"", "0", "-0", "true", "false", "null", " null\n",
    "\t[\r\n1 , 2 ]\r", "[1,2,3]", "{\"a\":{\"b\":[null,true,false]}}", "[0.5]", "[-0.0]", "[1e1]", "[1E+1]",
    "[1e-1]", "[0e0]", "[123.456e78]", "[1e400]", "[9007199254740992]", "[-9007199254740992]",
    #"["\"\\\/\b\f\n\r\t"]"#, #"["\u0041"]"#, #"["\u00e9\uD83D\uDE00\uffff"]"#, #"["\u0000"]"#, "[\"é€😀\"]",
    "[\"\u{7F}\"]", "[\"\u{80}\"]", "[\"\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"]", "[\"\u{2028}\"]",
    "[\"a\u{FEFF}b\"]", #"{"a/b~c":1,"":2}"#, #"["{{title}}","${x}","“quoted”","//","/*"]"#,
    #"{"a":1,"A":2}"#,
    "[\"" + String(repeating: "x", count: 100) + "\"]", "[\"0123456\",\"01234567\",\"012345678\"]",
    "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,\"k\":11,\"l\":12}",
    "{\n        \"a\": 1,\n                \"b\": 2\n}\n\n", "[\"'\"]", "[\"\u{301}\"]",
  ]

  @Test(arguments: accepted) func readsCleanTexts(_ text: String) {
    let scanned = Scanned(text)
    #expect(scanned.document.problems.isEmpty)
    #expect(scanned.document.isWellFormed)
    #expect(scanned.defect == nil)
    // The careful reader, which mends, must see the same in a text that needs no mending.
    let spaced = Scanned(text + "//")
    #expect(spaced.document.problems.map(\.detector) == ["json-comment"])
    #expect(spaced.tree == scanned.tree)
    #expect(spaced.document.insignificantBytes == scanned.document.insignificantBytes)
    #expect(spaced.document.hasNull == scanned.document.hasNull)
    #expect(spaced.document.hasEscapes == scanned.document.hasEscapes)
    #expect(Array(spaced.document.nodes).map(\.flags) == Array(scanned.document.nodes).map(\.flags))
  }

  static let refused: [String] = [
    "", " ", "{", "[", "}", "]", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[1,]", "[,1]",
    "[,]", "[1,,2]", "{,}", "{\"a\":1,}", "{\"a\"}", "{\"a\",}", "{1:2}", "{a:1}", "{\"a\" 1}", "[1 2]",
    "[1:2]",
    "[\"a\":1]", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]", "[]]", "{}}", "1 2", "[] []", "tru", "True", "nul",
    "nullx", "[truefalse]", "[+1]", "[.5]", "[5.]", "[01]", "[-01]", "[00]", "[-]", "[--1]", "[1e]", "[1e+]",
    "[1.e1]", "[0x1]", "[1_0]", "[NaN]", "[Infinity]", "[-Infinity]", "[1.2.3]", "[1a]", "\"", "\"a", "[\"a]",
    "[\"\\x\"]", "[\"\\\"]", "[\"\\u12\"]", "[\"\\u123g\"]", "[\"\\U0041\"]", "[\"\n\"]", "[\"\t\"]",
    "[\"\u{0}\"]", "[\"\u{1F}\"]", "'a'", "['a']", "[“a”]", "[1]//", "/* */[]", "[1/**/]", "\u{FEFF}[]",
    "[]\u{A0}",
    "\u{B}[]", "[\u{C}]", "[1]\u{0}", "<a>", "[undefined]", "abc", "[*]", "[\"a\",\n4\n,1,", "{\"a\":\"b\"}#",
    "[\\n]",
  ]

  @Test(arguments: refused) func reportsWhatIsNotJSON(_ text: String) {
    let scanned = Scanned(text)
    #expect(scanned.defect == nil)
    #expect(!scanned.document.problems.isEmpty)
    // A bare placeholder makes a template, which is not held against the text.
    #expect(!scanned.document.isWellFormed || scanned.document.hasBarePlaceholders)
  }

  /// Bytes that are no UTF-8, inside a string, and how many of them are at fault.
  static let invalidUTF8: [(bytes: [UInt8], run: Int)] = [
    ([0x80], 1), ([0xBF], 1), ([0xFF], 1), ([0xFE], 1), ([0xC0, 0xAF], 2), ([0xC1, 0xBF], 2),
    ([0xC3], 1), ([0xE2, 0x82], 2), ([0xE0, 0x80, 0xAF], 3), ([0xE0, 0x9F, 0xBF], 3),
    ([0xED, 0xA0, 0x80], 3), ([0xED, 0xBF, 0xBF], 3), ([0xF0, 0x8F, 0xBF, 0xBF], 4),
    ([0xF0, 0x9F, 0x98], 3), ([0xF4, 0x90, 0x80, 0x80], 4), ([0xF5, 0x80, 0x80, 0x80], 4), ([0xF8], 1),
  ]

  @Test(arguments: invalidUTF8) func marksInvalidUTF8(_ bytes: [UInt8], _ run: Int) throws {
    let scanned = Scanned(Array("[\"ab".utf8) + bytes + Array("c\",1]".utf8))
    #expect(scanned.document.problems.map(\.detector) == ["json-invalid-utf-8"])
    let problem = try #require(scanned.document.problems.first)
    #expect(problem.range == ByteRange(4, 4 + run))
    #expect(problem.node == 1)
    #expect(!scanned.document.isWellFormed)
    #expect(scanned.document.nodes.count == 3)
  }

  /// What valid JSON may hold and still deserves a word.
  static let hazards: [(detector: String, marked: String, related: String?)] = [
    ("json-duplicate-key", #"{"a":1,⟦"a"⟧:2}"#, #""a""#),
    ("json-duplicate-key", #"{"aé":1,"b":{"aé":1},⟦"\u0061\u00e9"⟧:2}"#, #""aé""#),
    ("json-duplicate-key", #"{"\u0061":1,⟦"a"⟧:2}"#, #""\u0061""#),
    ("json-lone-surrogate", #"["x⟦\ud83d⟧y"]"#, nil),
    ("json-lone-surrogate", #"["x⟦\uDE00⟧"]"#, nil),
    ("json-lone-surrogate", #"["⟦\ud83d⟧\u0041"]"#, nil),
    ("json-large-integer", "[⟦9007199254740993⟧]", nil),
    ("json-large-integer", "[⟦-9007199254740993⟧]", nil),
    ("json-large-integer", "[⟦123456789012345678901234567890⟧]", nil),
    ("json-placeholder", #"{"a":⟦{{count}}⟧,"b":1}"#, nil),
    ("json-placeholder", #"{"a":⟦{{{count}}}⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦${count}⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦$COUNT⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦$(date +%s)⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦<count>⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦<%= count %>⟧}"#, nil),
    ("json-placeholder", #"[1,⟦{% if x %}⟧2]"#, nil),
    ("json-placeholder", #"{"a":⟦%@⟧}"#, nil),
    ("json-placeholder", #"{"a":⟦%s⟧,"b":1}"#, nil),
    ("json-placeholder", #"{"a":⟦%d⟧}"#, nil),
    ("json-placeholder", #"{⟦{{key}}⟧:1}"#, nil),
    ("json-placeholder", #"{⟦{{members}}⟧,"a":1}"#, nil),
    ("json-placeholder", #"⟦{{payload}}⟧"#, nil),
  ]

  @Test(arguments: hazards) func reportsHazards(_ detector: String, _ marked: String, _ related: String?)
    throws
  {
    let mistake = Mistake(detector, marked, nil)
    let scanned = Scanned(mistake.text)
    #expect(scanned.document.problems.map(\.detector) == [detector])
    #expect(scanned.document.isWellFormed)
    #expect(scanned.defect == nil)
    let problem = try #require(scanned.document.problems.first)
    let offending = try #require(mistake.offending)
    #expect(scanned.characters(problem.range) == offending.characters)
    #expect(problem.range.start == offending.start)
    #expect(problem.related.map(scanned.characters) == related)
    #expect(scanned.document.hasBarePlaceholders == (detector == "json-placeholder"))
    #expect(scanned.document.hasDuplicateKeys == (detector == "json-duplicate-key"))
  }

  @Test func placeholdersAreNodes() throws {
    let scanned = Scanned(#"{"a":{{n}},{{k}}:1,{{m}}}"#)
    #expect(
      scanned.document.nodes.map(\.kind) == [
        .object, .key, .placeholder, .placeholder, .number, .placeholder, .placeholder,
      ])
  }

  @Test func nestedArraysAreNoPlaceholder() {
    #expect(Scanned(#"[["x"]]"#).document.problems.isEmpty)
    #expect(!Scanned(#"[[x]]"#).document.hasBarePlaceholders)
  }

  @Test func depthLimitIsInclusive() throws {
    let limit = 512
    let within = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(Scanned(within).document.problems.isEmpty)
    let beyond = Scanned("{\"a\":[" + within + "],\"b\":1}", maximumDepth: limit + 1)
    #expect(beyond.document.problems.map(\.detector) == ["json-nesting-too-deep"])
    #expect(beyond.document.nodes.last?.kind == .number)
    #expect(beyond.defect == nil)
    let first = Scanned("[" + within + "]")
    #expect(first.document.problems.map(\.range) == [ByteRange(512, 513)])
    let unclosed = Scanned(String(repeating: "[", count: 100_000))
    #expect(unclosed.document.problems.map(\.detector) == ["json-nesting-too-deep"])
    #expect(unclosed.defect == nil)
  }

  @Test func largeObjectsAreComparedToo() {
    for count in [15, 16, 17, 18, 300] {
      let members = (0..<count).map { "\"key-\($0)\":\($0)" }
      #expect(Scanned("{" + members.joined(separator: ",") + "}").document.problems.isEmpty)
      let repeated = Scanned("{" + (members + ["\"key-7\":0"]).joined(separator: ",") + "}")
      #expect(repeated.document.problems.map(\.detector) == ["json-duplicate-key"])
      #expect(repeated.document.problems.first?.node == 1 + 2 * count)
      #expect(repeated.document.problems.first.map { repeated.characters($0.range) } == "\"key-7\"")
    }
  }

  /// Strings are read many bytes at a time: every place in a word must see every byte that matters.
  @Test func nothingHidesInAWord() {
    let plain = Array("!#[]^~/ \u{7F}aZ".utf8)
    for place in 0..<40 {
      let before = (0..<place).map { plain[$0 % plain.count] }
      for tail in [0, 1, 7, 8, 15, 16, 30] {
        let after = [UInt8](repeating: UInt8(ascii: "x"), count: tail) + Array("\"]".utf8)
        func detectors(_ middle: [UInt8]) -> [String] {
          Scanned(Array("[\"".utf8) + before + middle + after).document.problems.map(\.detector)
        }
        #expect(detectors([]).isEmpty)
        #expect(detectors(Array("é".utf8)).isEmpty)
        #expect(detectors(Array("\\n".utf8)).isEmpty)
        #expect(detectors(Array("\\ud83d".utf8)) == ["json-lone-surrogate"])
        #expect(detectors(Array("\\q".utf8)) == ["json-bad-escape"])
        #expect(detectors([0x1F]) == ["json-control-character"])
        #expect(detectors([0]) == ["json-control-character"])
        #expect(detectors([0x80]) == ["json-invalid-utf-8"])
        #expect(detectors([0xFF]) == ["json-invalid-utf-8"])
        #expect(detectors(Array("\",\"".utf8)).isEmpty)
      }
    }
  }

  @Test func utf16IsLeftToTheReader() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0, 0x7B, 0, 0x7D],
    ] {
      let scanned = Scanned(bytes)
      #expect(scanned.document.problems.map(\.detector) == ["json-utf-16"])
      #expect(scanned.document.problems.first?.range == ByteRange(0, bytes.count))
      #expect(scanned.document.nodes.isEmpty)
    }
  }

  @Test func severalMistakesAreEachReported() {
    let scanned = Scanned("{\n \"a\": 1,//one\n b: 'c',\n \"d\": [1,2,],\n}")
    #expect(
      scanned.document.problems.map(\.detector) == [
        "json-comment", "json-unquoted-key", "json-single-quotes", "json-trailing-comma",
        "json-trailing-comma",
      ])
    #expect(scanned.tree == Scanned(#"{"a":1,"b":"c","d":[1,2]}"#).tree)
  }

  @Test func hostileTextsStayCheap() {
    let texts = [
      String(repeating: "\"", count: 200_000), String(repeating: "{\"a\"", count: 50_000),
      String(repeating: "[1}", count: 50_000), String(repeating: ",", count: 200_000),
      "\"" + String(repeating: "\n", count: 200_000), "{\"" + String(repeating: "\n x", count: 100_000),
      String(repeating: "{{", count: 100_000), String(repeating: "$", count: 100_000),
      "[" + String(repeating: "“", count: 100_000), String(repeating: "'\\'", count: 100_000),
      String(repeating: "/*", count: 100_000), "[" + String(repeating: "<", count: 100_000),
      "{" + String(repeating: "\"\\u0061\":1,", count: 50_000) + "\"b\":1}",
      "\"" + String(repeating: "\\q", count: 100_000) + "\"",
      "\"" + String(repeating: "\\u12 ", count: 50_000),
    ]
    for text in texts {
      let scanned = Scanned(text)
      #expect(scanned.defect == nil)
      #expect(scanned.document.problems.count <= 200)
    }
  }

  @Test func bytesThatAreNoTextStayCheap() {
    let bytes = [UInt8](#"{"a":""#.utf8) + Array(repeating: [0x61, 0xFF], count: 100_000).joined()
    bytes.withByteView { text in
      var document = JSONDocument()
      JSONScanner.scan(text, into: &document)
      #expect(!document.isWellFormed && document.problems.count <= 200)
    }
  }

  @Test func documentsAreReused() {
    var document = JSONDocument()
    for (text, count) in [("[1,2", 3), ("{\"a\":null}", 3), ("", 0), ("[\"\\n\"]", 2), ("1", 1)] {
      Array(text.utf8).withByteView { JSONScanner.scan($0, into: &document) }
      #expect(document.nodes.count == count)
      #expect(document.isWellFormed == (text.last == "}" || text.last == "1" || text.last == "]"))
      #expect(document.hasNull == text.contains("null"))
      #expect(document.hasEscapes == text.contains("\\"))
    }
  }

  @Test(
    "A text of more than a megabyte is read like a small one",
    arguments: [#"[{"a,b:[{":"c,d"},[]],"#, "1,", "[[[[[]]]]],", #"{"é":[true,null,-1.5e3]},"#])
  func largeTexts(_ part: String) {
    let count = (1 << 20) / part.utf8.count + 1
    let small = Scanned("[" + part.dropLast() + "]").document
    let large = Scanned("[" + String(repeating: part, count: count).dropLast() + "]").document
    #expect(large.isWellFormed && large.problems.isEmpty)
    #expect(large.nodes.count == (small.nodes.count - 1) * count + 1)
    #expect(!Scanned("[" + String(repeating: part, count: count)).document.isWellFormed)
  }

  @Test func theWorkedExampleOfTheDocumentation() {
    let nodes = Scanned(#"{"aps":{"badge":1}}"#).document.nodes
    let expected: [(JSONKind, UInt32, UInt32, UInt32)] = [
      (.object, 0, 19, 5), (.key, 1, 6, 2), (.object, 7, 18, 5), (.key, 8, 15, 4), (.number, 16, 17, 5),
    ]
    #expect(nodes.count == expected.count)
    for (node, wanted) in zip(nodes, expected) {
      #expect((node.kind, node.start, node.end, node.next) == wanted)
    }
    #expect(nodes.last?.flags == .integer)
    #expect(MemoryLayout<JSONNode>.stride == 16)
  }
}
