import PayloadRules
import RuleFiles
import Testing

struct YAMLReaderTests {
  private func failure(_ source: [UInt8], _ mode: YAMLMode) -> YAMLError? {
    do throws(YAMLError) {
      _ = try YAMLReader.documents(in: source, mode: mode)
      return nil
    } catch {
      return error
    }
  }

  /// Each text is refused in strict mode at the marked place.
  @Test(arguments: [
    ("a: 1\n⟦a⟧: 2", 2, 1, "twice"),
    ("a: 1\r\nb:\r\n  c: 1\r\n  ⟦'c'⟧: 2", 4, 3, "first in line 3"),
    ("{é: 1, 😀: 2, ⟦😀⟧: 3}", 1, 14, "twice"),
    ("a: ⟦yes⟧", 1, 4, "quotes"),
    ("a: [x, ⟦OFF⟧]", 1, 8, "quotes"),
    ("⟦on⟧: push", 1, 1, "quotes"),
    ("é: {⟦y⟧: 1}", 1, 5, "quotes"),
    ("\u{FEFF}a: ⟦No⟧", 1, 4, "quotes"),
    ("a: &x {b: 1}\nc:\n  ⟦<<⟧: *x", 3, 3, "<<"),
    ("a: !!binary ⟦aGk=⟧", 1, 13, "tag"),
    ("a: !mine ⟦x⟧", 1, 10, "tag"),
    ("a: !mine\n  ⟦⟧b: 1", 2, 3, "tag"),
    ("a: 1\n⟦---⟧\nb: 1", 2, 1, "second document"),
    ("? ⟦⟧[a]\n: 1", 1, 3, "key"),
    ("a: ⟦*b⟧", 1, 4, "&b"),
    ("a: &b [⟦*b⟧]", 1, 8, "inside"),
    ("&a [1]: 1", 1, 4, "key"),
    ("a: &b [1]\n⟦*b⟧ : 1", 2, 1, "key"),
    ("a: [1, 2⟦⟧", 1, 9, "flow sequence"),
    ("a: b: c", 1, 5, ""),
    ("a:\n\t⟦⟧- 1", 2, 1, ""),
    ("a: \"x\n", 2, 1, "quoted scalar"),
    ("é: @x", 1, 4, ""),
    ("a: 1\n b: 2", 2, 3, ""),
    ("a: \"\\q\"", 1, 5, "escape"),
    ("a: x\u{1}", 1, 5, "control"),
    ("é: 😀\u{1}", 1, 5, "control"),
  ])
  func refuses(marked: String, line: Int, column: Int, part: String) throws {
    let yaml = MarkedYAML(marked)
    let error = try #require(failure(yaml.source, .strict))
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.message.contains(part), "\(error.message)")
    #expect(!error.message.isEmpty)
    if !yaml.marked.isEmpty { #expect(error.range == yaml.marked) }
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x3A, 0x00], [0x00, 0x61, 0x00, 0x3A],
    ] as [[UInt8]])
  func refusesUTF16(source: [UInt8]) throws {
    #expect(try #require(failure(source, .lenient)).message.contains("UTF-8"))
  }

  @Test func placesInvalidUTF8() throws {
    let error = try #require(failure(Array("\u{FEFF}é: a\nb: ".utf8) + [0xC3, 0x28], .lenient))
    #expect(error.range.start == 12)
    #expect((error.line, error.column) == (2, 4))
  }

  @Test func namesBothPlacesOfAKey() throws {
    let source = Array("key: 1\nother: 2\nkey: 3\n".utf8)
    #expect(try #require(failure(source, .strict)).related == ByteRange(0, 3))
    let documents = try YAMLReader.documents(in: source, mode: .lenient)
    let note = try #require(documents[0].notes.first)
    #expect(documents[0].notes.count == 1)
    #expect(note.kind == .duplicateKey)
    #expect(note.range == ByteRange(16, 19))
    #expect(note.related == ByteRange(0, 3))
  }

  @Test(arguments: [
    "a: 'yes'\n\"on\": \"off\"", "a: !!str yes", "1: a\nnull: b\ntrue: c", "a: &x [1]\nb: *x", "'<<': 1", "",
    "# only a remark\n", "---\na: 1\n...\n", "a: yEs", "a: yesterday", "a: |\n  yes",
  ])
  func acceptsStrictly(text: String) {
    #expect(failure(Array(text.utf8), .strict) == nil)
  }

  @Test(arguments: [
    ("", 0), ("# x", 0), ("a: 1", 1), ("---\na: 1\n---\nb: 2\n", 2), ("--- 1\n...\n--- 2\n--- 3", 3),
    ("\u{FEFF}", 0),
  ])
  func countsDocuments(text: String, count: Int) throws {
    #expect(try YAMLReader.documents(in: Array(text.utf8), mode: .lenient).count == count)
  }

  @Test func keepsPlacesAcrossDocuments() throws {
    let yaml = MarkedYAML("é: 1\n---\nb: ⟦two⟧\n")
    let documents = try YAMLReader.documents(in: yaml.source, mode: .lenient)
    let json = CanonicalJSON(documents[1], of: yaml.source)
    #expect(json.map.outer(try #require(json.range(of: "\"two\""))) == yaml.marked)
  }

  @Test func notesWhatMaySurprise() throws {
    let json = try canonicalJSON("a: yes\nb: .inf\nc: !mine x\nd: {<<: 1}\ne: y\n")
    #expect(json.notes.map(\.kind) == [.booleanWord, .notFinite, .unknownTag, .mergeOfNoMapping])
    #expect(json.notes.map(\.range.start) == [3, 10, 24, 30])
  }

  // MARK: Hostile texts

  @Test(.timeLimit(.minutes(1)), arguments: [YAMLMode.strict, .lenient])
  func refusesAliasBombs(mode: YAMLMode) throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let alias = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(alias)]\n"
    }
    #expect(try #require(failure(Array(text.utf8), mode)).message.contains("10000"))
  }

  @Test(.timeLimit(.minutes(1))) func refusesBombsOfLongTexts() throws {
    let text =
      "a: &a \(String(repeating: "x", count: 100_000))\nb: [\(Array(repeating: "*a", count: 9000).joined(separator: ","))]"
    #expect(try #require(failure(Array(text.utf8), .lenient)).message.contains("bytes"))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000),
      String(repeating: "- ", count: 100_000), String(repeating: "? ", count: 100_000),
    ])
  func boundsDepth(text: String) {
    #expect(failure(Array(text.utf8), .lenient) != nil)
  }

  @Test(.timeLimit(.minutes(1))) func readsALargeFile() throws {
    var text = ""
    var count = 0
    while text.utf8.count < 100_000 {
      text +=
        "key-\(count):\n  - \"välue \\\"\(count)\\\"\"\n  - {x: 'it''s', z: [1, 2.5, true]}\n  - |\n    li\n    ne\n"
      count += 1
    }
    let source = Array(text.utf8)
    let documents = try YAMLReader.documents(in: source, mode: .strict)
    let json = CanonicalJSON(documents[0], of: source)
    #expect(json.map.innerCount == json.bytes.count)
    let last = try #require(json.range(of: "\"key-\(count - 1)\""))
    let outer = json.map.outer(last)
    #expect(String(decoding: source[outer.start..<outer.end], as: UTF8.self) == "key-\(count - 1)")
  }

  /// No text may trap, and every place must lie inside the text.
  @Test(.timeLimit(.minutes(1))) func survivesBrokenTexts() throws {
    let samples = [
      "a: &x |2-\n    one\r\n   two\n\nb: >+\n  x\n\n   y\n  z\nc: 'it''s\n  so'\nd: \"\\u00e9\\\n  x \\x41\"\n",
      "\u{FEFF}{a: [*x, &y !!str 5], ? b : c, <<: [{q: 1}], é: \"😀\\U0001F600\"} # end\n---\n- - ~\n  - 0x10\n",
    ]
    for sample in samples {
      let source = Array(sample.utf8)
      for position in 0...source.count {
        for replacement in [
          "", "\"", "'", "\n", " ", ":", "|", "\\", "*x", "&x ", "\t", "]", "{", "\u{85}", "\u{2028}",
        ] {
          var broken = source
          broken.replaceSubrange(position..<min(position + 1, source.count), with: Array(replacement.utf8))
          guard let documents = try? YAMLReader.documents(in: broken, mode: .lenient) else { continue }
          for document in documents {
            let json = CanonicalJSON(document, of: broken)
            #expect(json.map.innerCount == json.bytes.count)
            for offset in 0..<json.bytes.count {
              let outer = json.map.outer(ByteRange(offset, offset + 1))
              guard outer.start >= 0, outer.start <= outer.end, outer.end <= broken.count else {
                Issue.record("\(outer) in \(String(decoding: broken, as: UTF8.self))")
                return
              }
            }
          }
        }
      }
    }
  }
}
