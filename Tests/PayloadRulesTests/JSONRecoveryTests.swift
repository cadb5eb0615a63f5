import PayloadRules
import Testing

/// A text with one mistake. `«…»`-free marking: the offending characters stand between `⟦` and `⟧`.
struct Mistake: Sendable, CustomTestStringConvertible {
  var detector: String
  /// The text, its offending characters between ⟦ and ⟧.
  var marked: String
  /// The text as it should have been; nil where nobody can say.
  var mended: String?
  /// Whether the edits, applied, give exactly `mended`.
  var isFixed = false
  var safety = FixSafety.safe

  var testDescription: String { "\(detector): \(marked)" }

  var text: String { marked.filter { $0 != "⟦" && $0 != "⟧" } }

  var offending: (characters: String, start: Int)? {
    guard let open = marked.firstIndex(of: "⟦"), let close = marked.firstIndex(of: "⟧") else { return nil }
    return (String(marked[marked.index(after: open)..<close]), marked[..<open].utf8.count)
  }

  init(
    _ detector: String, _ marked: String, _ mended: String?, fixed: Bool = false, _ safety: FixSafety = .safe
  ) {
    self.detector = detector
    self.marked = marked
    self.mended = mended
    isFixed = fixed
    self.safety = safety
  }
}

@Suite struct JSONRecoveryTests {
  static let mistakes: [Mistake] = [
    // Commas.
    Mistake("json-trailing-comma", #"{"a":1⟦,⟧}"#, #"{"a":1}"#, fixed: true),
    Mistake("json-trailing-comma", "{\"a\":[1,2⟦,⟧ \n],\"b\":3}", "{\"a\":[1,2 \n],\"b\":3}", fixed: true),
    Mistake("json-missing-comma", #"{"a":1 ⟦"b"⟧:2}"#, #"{"a":1, "b":2}"#, fixed: true, .unsafe),
    Mistake(
      "json-missing-comma", "{\"a\":\"x\"\n⟦\"b\"⟧:2}", "{\"a\":\"x\",\n\"b\":2}", fixed: true, .unsafe),
    Mistake("json-missing-comma", #"[1 ⟦2⟧,3]"#, #"[1, 2,3]"#, fixed: true, .unsafe),
    Mistake("json-missing-comma", #"["a" ⟦"b"⟧]"#, #"["a", "b"]"#, fixed: true, .unsafe),
    Mistake("json-missing-comma", #"[{}⟦{⟧}]"#, #"[{},{}]"#, fixed: true, .unsafe),
    Mistake("json-missing-comma", #"{"a":1⟦;⟧"b":2}"#, #"{"a":1,"b":2}"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"[1,⟦,⟧2]"#, #"[1,2]"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"{⟦,⟧"a":1}"#, #"{"a":1}"#, fixed: true, .unsafe),
    // Colons.
    Mistake("json-missing-colon", #"{"a" ⟦1⟧,"b":2}"#, #"{"a": 1,"b":2}"#),
    Mistake("json-missing-colon", #"{"a"⟦=⟧1}"#, #"{"a":1}"#, fixed: true, .unsafe),
    Mistake("json-missing-colon", #"{"a"⟦=>⟧1}"#, #"{"a":1}"#, fixed: true, .unsafe),
    Mistake("json-missing-colon", #"{"a"⟦}⟧"#, nil),
    Mistake("json-unexpected", #"{"a"::1}"#, #"{"a":1}"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"{"a":⟦,⟧"b":2}"#, nil),
    Mistake("json-unexpected", #"{"a":1,"b":⟦}⟧"#, nil),
    // Comments.
    Mistake("json-comment", "{\"a\":1 ⟦// one⟧\n}", "{\"a\":1 \n}", fixed: true, .unsafe),
    Mistake("json-comment", "{⟦/* one\n */⟧\"a\":1}", "{\"a\":1}", fixed: true, .unsafe),
    Mistake("json-comment", "⟦# one⟧\n{\"a\":1}", "\n{\"a\":1}", fixed: true, .unsafe),
    Mistake("json-comment", "{\"a\":1}\n⟦// end⟧", "{\"a\":1}\n", fixed: true, .unsafe),
    // Quotation marks.
    Mistake("json-single-quotes", #"{⟦'a'⟧:1}"#, #"{"a":1}"#, fixed: true),
    Mistake("json-single-quotes", #"{⟦'a'⟧:{'b':['c',"d"]}}"#, #"{"a":{"b":["c","d"]}}"#, fixed: true),
    Mistake(
      "json-single-quotes", #"{"a":⟦'say "hi" it\'s'⟧}"#, #"{"a":"say \"hi\" it's"}"#, fixed: true),
    Mistake("json-typographic-quotes", "{⟦“⟧a”:1}", #"{"a":1}"#, fixed: true),
    Mistake("json-typographic-quotes", "{⟦“⟧a”:“b”,“c”:“d”}", #"{"a":"b","c":"d"}"#, fixed: true),
    Mistake("json-typographic-quotes", "{⟦„⟧a“:1}", #"{"a":1}"#, fixed: true),
    Mistake("json-typographic-quotes", "{⟦«⟧a»:1}", #"{"a":1}"#, fixed: true),
    Mistake("json-typographic-quotes", "{\"a⟦”⟧:{\"b\":1}}", #"{"a":{"b":1}}"#, fixed: true),
    Mistake(
      "json-unexpected", #"{"a":"say ⟦"⟧hi" to","b":1}"#, #"{"a":"say \"hi\" to","b":1}"#, fixed: true,
      .unsafe),
    Mistake("json-unquoted-key", #"{⟦aps⟧:1}"#, #"{"aps":1}"#, fixed: true),
    Mistake(
      "json-unquoted-key", #"{"a":1,⟦content-available⟧ : 1}"#, #"{"a":1,"content-available" : 1}"#,
      fixed: true),
    Mistake("json-unquoted-key", #"{⟦aps"⟧:1}"#, #"{"aps":1}"#, fixed: true),
    // Words and numbers.
    Mistake("json-not-a-number", #"{"a":⟦NaN⟧,"b":2}"#, nil),
    Mistake("json-not-a-number", #"{"a":⟦-Infinity⟧}"#, nil),
    Mistake("json-not-a-number", #"[⟦Infinity⟧]"#, nil),
    Mistake("json-number-form", #"[⟦+1⟧]"#, "[1]", fixed: true),
    Mistake("json-number-form", #"[⟦.5⟧]"#, "[0.5]", fixed: true),
    Mistake("json-number-form", #"[⟦-.5⟧]"#, "[-0.5]", fixed: true),
    Mistake("json-number-form", #"[⟦5.⟧]"#, "[5.0]", fixed: true),
    Mistake("json-number-form", #"[⟦0x1F⟧]"#, "[31]", fixed: true),
    Mistake("json-number-form", #"[⟦01⟧]"#, "[1]", fixed: true),
    Mistake("json-number-form", #"[⟦1_000⟧]"#, "[1000]", fixed: true),
    Mistake("json-number-form", #"[⟦0123⟧]"#, nil),
    Mistake("json-number-form", #"[⟦1e⟧]"#, nil),
    Mistake("json-number-form", #"[⟦1e+⟧]"#, nil),
    Mistake("json-literal-case", #"{"a":⟦True⟧}"#, #"{"a":true}"#, fixed: true),
    Mistake("json-literal-case", #"{"a":⟦False⟧,"b":1}"#, #"{"a":false,"b":1}"#, fixed: true),
    Mistake("json-literal-case", #"{"a":⟦None⟧}"#, #"{"a":null}"#, fixed: true),
    Mistake("json-literal-case", #"{"a":⟦TRUE⟧}"#, #"{"a":true}"#, fixed: true),
    Mistake("json-literal-case", #"{"a":⟦nil⟧}"#, #"{"a":null}"#, fixed: true, .unsafe),
    Mistake(
      "json-literal-case", #"{"a":⟦hello there⟧,"b":1}"#, #"{"a":"hello there","b":1}"#, fixed: true, .unsafe),
    // Inside strings.
    Mistake("json-control-character", "{\"a\":\"x⟦\n⟧y\"}", #"{"a":"x\ny"}"#, fixed: true),
    Mistake("json-control-character", "{\"a\":\"x⟦\t⟧y\"}", #"{"a":"x\ty"}"#, fixed: true),
    Mistake("json-control-character", "{\"a\":\"x⟦\u{1}⟧y\"}", #"{"a":"x\u0001y"}"#, fixed: true),
    Mistake(
      "json-control-character", "{\"a\":\"x⟦\n⟧y\nz\",\n\"b\":1}", "{\"a\":\"x\\ny\\nz\",\n\"b\":1}",
      fixed: true),
    Mistake("json-bad-escape", #"{"a":"it⟦\'⟧s"}"#, #"{"a":"it's"}"#, fixed: true),
    Mistake("json-bad-escape", #"{"a":"⟦\q⟧"}"#, nil),
    Mistake("json-bad-escape", #"{"a":"⟦\x41⟧"}"#, nil),
    Mistake("json-bad-escape", #"{"a":"⟦\u12⟧"}"#, nil),
    Mistake("json-bad-escape", #"{"a":"⟦\u{1F600}⟧"}"#, nil),
    // Ends.
    Mistake("json-unclosed", #"{"a":{"b":1}⟦⟧"#, #"{"a":{"b":1}}"#, fixed: true, .unsafe),
    Mistake("json-unclosed", #"{"a":[1,2⟦⟧"#, #"{"a":[1,2]}"#, fixed: true, .unsafe),
    Mistake("json-unclosed", #"{"a":"b⟦⟧"#, #"{"a":"b"}"#, fixed: true, .unsafe),
    Mistake("json-unclosed", #"{"a":⟦⟧"#, nil),
    Mistake("json-unclosed", #"{"a"⟦⟧"#, nil),
    Mistake("json-unclosed", #"{⟦⟧"#, #"{}"#, fixed: true, .unsafe),
    Mistake("json-unclosed", "{\"a\": \"b⟦⟧,\n\"c\": 1}", "{\"a\": \"b\",\n\"c\": 1}", fixed: true, .unsafe),
    Mistake("json-unclosed", "{\"a\": \"b⟦⟧\n}", "{\"a\": \"b\"\n}", fixed: true, .unsafe),
    Mistake("json-unclosed", "{\"a⟦⟧: 1,\n\"b\": 2}", "{\"a\": 1,\n\"b\": 2}", fixed: true, .unsafe),
    Mistake("json-unclosed", #"{"a⟦⟧: "b", "c": 1}"#, #"{"a": "b", "c": 1}"#, fixed: true, .unsafe),
    Mistake("json-unclosed", #"{"a": "b⟦⟧, "c": 1}"#, #"{"a": "b", "c": 1}"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"{"a":[1,2⟦}⟧,"b":1}"#, #"{"a":[1,2],"b":1}"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"{"a":[1,2⟦}⟧"#, #"{"a":[1,2]}"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"[1,2⟦}⟧"#, #"[1,2]"#, fixed: true, .unsafe),
    Mistake("json-unexpected", #"{"a":1⟦]⟧"#, #"{"a":1}"#, fixed: true, .unsafe),
    Mistake("json-trailing-text", #"{"a":1}⟦}⟧"#, nil),
    Mistake("json-trailing-text", "{\"a\":1} ⟦{\"b\":2}⟧ \n", nil),
    Mistake("json-unexpected", "⟦payload =⟧ {\"a\":1}", nil),
    Mistake("json-byte-order-mark", "⟦\u{FEFF}⟧{\"a\":1}", #"{"a":1}"#, fixed: true),
    Mistake("json-unexpected", "{⟦\u{A0}⟧\"a\":1}", #"{ "a":1}"#, fixed: true),
    Mistake("json-empty", "⟦⟧", nil),
    Mistake("json-empty", " \n⟦⟧", nil),
    Mistake("json-unexpected", #"{"a":1,⟦{⟧"b":2}}"#, nil),
  ]

  @Test(arguments: mistakes) func oneMistakeIsOneProblem(_ mistake: Mistake) throws {
    let scanned = Scanned(mistake.text)
    #expect(scanned.defect == nil)
    #expect(scanned.document.problems.map(\.detector) == [mistake.detector])
    #expect(!scanned.document.isWellFormed)
    let problem = try #require(scanned.document.problems.first)
    if let offending = mistake.offending {
      #expect(scanned.characters(problem.range) == offending.characters)
      #expect(problem.range.start == offending.start)
    }
    guard let mended = mistake.mended else { return }
    let clean = Scanned(mended)
    #expect(clean.document.problems.isEmpty)
    #expect(scanned.tree == clean.tree)
    if mistake.isFixed {
      #expect(scanned.mended == mended)
      #expect(problem.fixSafety == mistake.safety)
      #expect(problem.fixTitle != nil)
    }
  }
}
