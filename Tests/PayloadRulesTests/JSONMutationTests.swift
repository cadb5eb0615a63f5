import PayloadRules
import Testing

/// Damages payloads at random, with a fixed seed, and asks only that nothing traps and the tree holds.
@Suite struct JSONMutationTests {
  /// A small generator, so that a failure can be repeated anywhere.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  static let seeds: [String] = [
    #"{"aps":{"alert":{"title":"Hi","body":"There"},"badge":3,"sound":"default"},"id":[1,2,{"x":null}]}"#,
    "{\n  \"aps\": {\n    \"alert\": \"Hi \\ud83d\\ude00 é😀\",\n    \"badge\": -1.5e3\n  }\n}\n",
    #"{'aps': {'alert': 'it\'s', "b": True}, // note"# + "\n}",
    "{“aps”: {“alert”: “Hi”}}", #"{"a":{{x}},"b":${y},"c":<z>,"d":%@}"#, "[1,2,3,[4,[5,[6]]],{}]",
    #"{"a":"\u0061\x\'","b":[+1,.5,5.,0x1F,1e],"a":1}"#, "\u{FEFF}{\"a\":1}", "{a:b,c:d}",
    "{\"a\":\"b,\n\"c\":1}",
    #"{"say":"a "b" c","d":NaN,"e":-Infinity}"#, "/* c */ {\"a\": [1 2 3], \"b\" 4} trailing",
    "{\"a\":[1,2},\"b\":3]",
    "{% if x %}{\"a\":1}{% endif %}", "[\"\\", "{\"\":{\"\":{\"\":[[[\"\"]]]}}}", "nil", "var x = {\"a\":1};",
    "{\"a\"=>1, \"b\"=>[nil, true]}", "[9007199254740993,-9007199254740993,1e999]", "{\"a\":`b`}",
  ]
  static let insertions: [UInt8] =
    Array("\"'\\{}[],:/*#$%<>-+.0eEnut \n\r\tax;=`()&".utf8) + [
      0, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE2, 0xED, 0xA0, 0xF0, 0xF4, 0xFF, 0x9C, 0x9D, 0xAB,
    ]

  @Test(arguments: seeds.indices) func damageIsSurvived(_ index: Int) {
    let seed = Array(Self.seeds[index].utf8)
    var generator = Generator(state: UInt64(index) &+ 20_261_130)
    for round in 0..<1500 {
      var bytes = seed
      for _ in 0...(round % 4) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[place], at: place)
        case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 3: bytes.insert(Self.insertions.randomElement(using: &generator) ?? 0, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let scanned = Scanned(bytes, maximumDepth: 6)
      if let defect = scanned.defect {
        Issue.record("\(defect) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return
      }
      #expect(scanned.document.isWellFormed || !scanned.document.problems.isEmpty)
      bytes.withByteView { text in
        for node in scanned.document.nodes.indices {
          let pointer = JSONPointer.pointer(to: node, in: scanned.document, text: text)
          _ = JSONPointer.resolve(pointer, in: scanned.document, text: text)
          _ = JSONNumber.double(scanned.document.nodes[node], in: text)
          _ = JSONNumber.integer(scanned.document.nodes[node], in: text)
          let map = JSONText.offsetMap(of: scanned.document.nodes[node], in: text)
          let count = JSONText.contentRange(scanned.document.nodes[node], in: text).count
          #expect(count >= 0 && map.innerCount <= max(count, 0) * 3)
        }
        let compact = JSONWriter.compact(text, scanned.document)
        #expect(compact.count <= bytes.count)
        let lines = LineIndex(text)
        for problem in scanned.document.problems {
          let position = lines.position(at: problem.range.start, in: text)
          #expect(position.line >= 1 && position.column >= 1)
        }
      }
    }
  }

  /// A text that is damaged and mended by its own safe fixes must read without those problems.
  @Test func safeFixesMend() {
    for text in [
      "{'a':1,'b':'c',}", "{“a”:“b”,c:True}", "[+1,.5,01,\"it\\'s\",\"a\tb\",]", "\u{FEFF}{a:'b'}",
    ] {
      #expect(Scanned(Scanned(text).mended).document.problems.isEmpty)
    }
  }
}
