import Foundation
import LintTool
import PayloadRules
import Testing

@Suite struct ReportTests {

  /// The file of the documented example: 65 bytes.
  static let sync = "{\n  \"aps\": {\n    \"content-available\": 1,\n    \"alert\": \"Hi\"\n  }\n}\n"

  /// The documented example's finding, at the key `alert`.
  static let syncEngine = StubEngine { _ in
    var evaluation = Evaluation()
    evaluation.pushType = PushTypeKnowledge(value: "background", from: "option", certainty: .stated)
    evaluation.bytes = 65
    evaluation.compactBytes = 44
    evaluation.limit = 4096
    evaluation.notChecked = ["environment"]
    evaluation.findings = [
      Finding(
        rule: "background-user-visible", severity: .error, outcome: .dropped, message: "…", help: "…",
        documentation: "https://developer.apple.com/…", subject: .payload, pointer: "/aps/alert",
        place: FindingPlace(source: .payload, range: ByteRange(45, 52)),
        fix: Fix(
          title: "remove alert", safety: .unsafe, edits: [Edit(range: ByteRange(39, 58), text: "")],
          source: .payload),
        fingerprint: "…")
    ]
    return evaluation
  }

  @Test("The documented example, byte for byte but for white space")
  func documentedExample() throws {
    let expected = """
      { "version": 1,
        "tool": {"name": "apns-lint", "version": "0.1.0", "facts": "2026-11-30"},
        "summary": {"inputs": 1, "errors": 1, "warnings": 0, "notes": 0, "fixable": 1, "suppressed": 0},
        "problems": [],
        "results": [{
          "file": "fixtures/sync.json", "record": null, "input": "payload",
          "pushType": "background", "pushTypeFrom": "option", "pushTypeCertainty": "stated",
          "bytes": 65, "compactBytes": 44, "limit": 4096,
          "prediction": null, "notChecked": ["environment"],
          "findings": [{
            "rule": "background-user-visible", "severity": "error", "outcome": "dropped", "reason": null,
            "message": "…", "help": "…", "documentation": "https://developer.apple.com/…",
            "subject": "payload", "pointer": "/aps/alert", "name": null, "from": null,
            "range": {"file": null, "start": {"line": 4, "column": 5, "offset": 45}, "end": {"line": 4, "column": 12, "offset": 52}},
            "notes": [],
            "fix": {"title": "remove alert", "safety": "unsafe", "redacted": false, "edits": [{"start": 39, "end": 58, "text": ""}]},
            "fingerprint": "…" }] }] }
      """
    #expect(ReportTests.sync.utf8.count == 65)
    let run = ToolRun(
      [
        "-", "--stdin-filename", "fixtures/sync.json", "--push-type", "background", "--format", "json",
        "--no-config",
      ],
      input: ReportTests.sync, engine: ReportTests.syncEngine)
    #expect(compact(run.output) == compact(expected))
    #expect(run.status == .findings)
  }

  private func compact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var document = JSONDocument()
    return bytes.withByteView { view in
      JSONScanner.scan(view, into: &document)
      return String(decoding: JSONWriter.compact(view, document), as: UTF8.self)
    }
  }

  @Test("The same finding in each of the other forms")
  func otherForms() {
    func run(_ format: String, _ more: String...) -> String {
      ToolRun(
        ["-", "--stdin-filename", "fixtures/sync.json", "--format", format, "--no-config"] + more,
        input: ReportTests.sync, engine: ReportTests.syncEngine
      ).output
    }
    #expect(run("compact") == "fixtures/sync.json:4:5: error: … [background-user-visible]\n")
    #expect(
      run("github")
        == "::error file=fixtures/sync.json,line=4,endLine=4,col=5,endColumn=11,title=background-user-visible::…%0A…\n"
    )
    #expect(run("jsonl").hasPrefix("{\"file\":\"fixtures/sync.json\",\"record\":null,"))
    #expect(
      run("text") == """
        error[background-user-visible] fixtures/sync.json:4:5
          …
          4 |     "alert": "Hi"
            |     ^^^^^^^
          help: …
          fix (unsafe): remove alert
          see: https://developer.apple.com/…

        1 input: 1 error, 0 warnings, 0 notes (1 fixable)

        """)
    #expect(!run("text", "--quiet").contains("1 input"))
    #expect(run("text", "--color", "always").contains("\u{1B}[1;31merror\u{1B}[0m[background"))
  }

  @Test("Colour only on a terminal that wants it")
  func color() {
    func isColored(_ arguments: [String], _ environment: [String: String], _ isTerminal: Bool) -> Bool {
      ToolRun(
        ["-"] + arguments, input: #"{"aps": "BAD"}"#, environment: environment, isTerminal: isTerminal
      ).output.contains("\u{1B}")
    }
    #expect(isColored([], [:], true))
    #expect(!isColored([], [:], false))
    #expect(!isColored([], ["NO_COLOR": "1"], true))
    #expect(isColored([], ["NO_COLOR": ""], true))
    #expect(!isColored([], ["TERM": "dumb"], true))
    #expect(!isColored(["--color", "never"], [:], true))
    #expect(isColored(["--color", "always"], ["NO_COLOR": "1"], false))
  }

  @Test(
    "The marker stands under the exact characters",
    arguments: [
      ("{\"aps\":\t\"BAD\"}", "{\"aps\": \"BAD\"}", "         ^^^"),
      ("{\t\"aps\": \"BAD\"}", "{   \"aps\": \"BAD\"}", "            ^^^"),
      ("{\"aps\": \"日本BAD\"}", "{\"aps\": \"日本BAD\"}", "             ^^^"),
      ("{\"aps\": \"😀BAD\"}", "{\"aps\": \"😀BAD\"}", "           ^^^"),
      ("{\"aps\": \"e\u{301}BAD\"}", "{\"aps\": \"e\u{301}BAD\"}", "          ^^^"),
      ("{\"aps\":\r\n\"BAD\"}\r\n", "\"BAD\"}", " ^^^"),
      ("{\"aps\": \"\u{202E}BAD\"}", "{\"aps\": \"·BAD\"}", "          ^^^"),
    ])
  func marker(text: String, shown: String, marker: String) {
    let run = ToolRun(["-", "--input", "payload"], input: text)
    let lines = run.output.split(separator: "\n").map { String($0) }
    guard let index = lines.firstIndex(where: { $0.contains("^") }) else {
      Issue.record("no marker in \(run.output)")
      return
    }
    // The gutter is `  1 | `.
    #expect(String(lines[index - 1].unicodeScalars.dropFirst(6)) == shown)
    #expect(String(lines[index].dropFirst(6)) == marker)
  }

  @Test("A long line is shown as a window around the place", arguments: [0, 50, 500, 100_000])
  func window(padding: Int) {
    let text =
      "{\"aps\": \"" + String(repeating: "x", count: padding) + "BAD" + String(repeating: "y", count: 9_000)
      + "\"}"
    let run = ToolRun(["-", "--input", "payload"], input: text)
    let lines = run.output.split(separator: "\n").map { String($0) }
    guard let index = lines.firstIndex(where: { $0.contains("^") }) else {
      Issue.record("no marker")
      return
    }
    #expect(lines[index - 1].count <= 110)
    let start = lines[index].distance(
      from: lines[index].startIndex, to: lines[index].firstIndex(of: "^") ?? lines[index].endIndex)
    #expect(String(lines[index - 1].dropFirst(start).prefix(3)) == "BAD")
  }

  @Test("Ranges over several lines, at the end of the file, and none at all")
  func ranges() {
    func text(_ range: ByteRange?, _ input: String, source: FindingSource = .payload) -> String {
      let engine = StubEngine { _ in
        var evaluation = Evaluation()
        evaluation.findings = [
          Finding(
            rule: "r", severity: .note, outcome: .advice, message: "m", subject: .payload,
            place: FindingPlace(source: source, range: range))
        ]
        return evaluation
      }
      return ToolRun(["-", "--input", "payload", "--quiet"], input: input, engine: engine).output
    }
    #expect(
      text(ByteRange(8, 20), "{\"aps\": {\n  \"a\": 1\n}}\n") == """
        note[r] -:1:9
          m
          1 | {"aps": {
            |         ^
            …
          3 | }}
            | ^


        """)
    #expect(text(ByteRange(8, 8), "{\"aps\":\n").contains("-:2:1\n  m\n  2 |\n    | ^\n"))
    #expect(text(ByteRange(0, 0), "").contains("-:1:1\n  m\n  1 |\n    | ^\n"))
    #expect(text(nil, "{}", source: .headerValue(7)).hasPrefix("note[r] -\n  m\n"))
  }

  @Test("Columns far into a long line count characters", arguments: [10, 4_096, 16_384, 70_000])
  func farColumns(count: Int) {
    let text = "{\"aps\": \"" + String(repeating: "é", count: count) + "BAD\"}"
    let run = ToolRun(["-", "--input", "payload", "--format", "compact"], input: text)
    // Nine characters stand before the padding.
    #expect(run.output.hasPrefix("-:1:\(9 + count + 1): "))
  }

  @Test("Secrets are masked in every form, and shown with --no-redact")
  func masking() {
    let token = "BAD" + String(repeating: "0123456789abcdef", count: 4)
    let text = #"{"token": "\#(token)", "payload": {"aps": {}}}"#
    for format in ["text", "compact", "json", "jsonl", "github"] {
      let masked = ToolRun(["-", "--input", "request", "--format", format], input: text).output
      #expect(!masked.contains(token.dropFirst(4).prefix(20)), "\(format)")
    }
    #expect(ToolRun(["-", "--input", "request", "--no-redact"], input: text).output.contains(token))
    let masker = Masker(secrets: [token])
    #expect(masker.shortened("token \(token)!") == "token BAD0…cdef!")
    #expect(masker.starred(Array(token.utf8)).count == token.utf8.count)
    #expect(
      masker.shortened("id 123e4567-e89b-12d3-a456-426614174000") == "id 123e4567-e89b-12d3-a456-426614174000"
    )
    #expect(Masker(secrets: ["{{device-token}}"]).shortened("{{device-token}}") == "{{device-token}}")
    #expect(Masker(isOn: false).shortened(token) == token)
  }

  @Test("Reports of all kinds keep to the schema")
  func schema() throws {
    let validator = try SchemaValidator.report()
    let inputs = [
      ("a.json", #"{"aps": "BAD ODD NIT"}"#), ("a.yaml", "headers: {apns-topic: BAD}\npayload: {aps: {}}\n"),
      ("a.txt", "nothing"), ("a.json", ""),
      ("a.json", #"[{"haeders": {}, "token": "BAD", "payload": {"aps": 1}}]"#),
      ("a.yaml", "a: [\n"),
    ]
    for (name, text) in inputs {
      let run = ToolRun(["-", "--stdin-filename", name, "--format", "json", "/no/such"], input: text)
      #expect(!run.json.isEmpty)
      #expect(validator.errors(in: run.json).isEmpty, "\(validator.errors(in: run.json))")
    }
    let example = ToolRun(["-", "--format", "json"], input: ReportTests.sync, engine: ReportTests.syncEngine)
    #expect(validator.errors(in: example.json).isEmpty)
    var broken = example.json
    broken["version"] = 2
    #expect(!validator.errors(in: broken).isEmpty)
  }

  @Test("GitHub's commands escape what would end them")
  func githubEscapes() {
    let engine = StubEngine { _ in
      var evaluation = Evaluation()
      evaluation.findings = [
        Finding(
          rule: "r", severity: .note, outcome: .advice, message: "50% of\na:b,c", subject: .payload,
          place: FindingPlace(source: .payload, range: ByteRange(0, 1)))
      ]
      return evaluation
    }
    let run = ToolRun(
      ["-", "--stdin-filename", "a,b:c.json", "--format", "github", "--input", "payload"], input: "{}",
      engine: engine)
    #expect(
      run.output
        == "::notice file=a%2Cb%3Ac.json,line=1,endLine=1,col=1,endColumn=1,title=r::50%25 of%0Aa:b,c\n")
  }

  @Test("Where the tool gave up, nothing is praised")
  func noSummaryWithoutInputs() throws {
    let gone = ToolRun(["gone.json"])
    #expect(gone.status == .trouble)
    #expect(gone.output.isEmpty)
    let scratch = try Scratch(["a.json": #"{"aps": {}}"#])
    let part = ToolRun([scratch("a.json"), "gone.json"])
    #expect(part.status == .trouble)
    #expect(part.output == "1 input: nothing found (1 problem)\n")
  }

  @Test("A line end in a file's name breaks no line of a report", arguments: ["compact", "text"])
  func nameWithLineEnd(format: String) throws {
    let scratch = try Scratch(["a\nb.json": #"{"aps": {"alert": "BAD"}}"#])
    let run = ToolRun([scratch("a\nb.json"), scratch("c\nd.json"), "--format", format])
    #expect(run.output.contains("a b.json:1:20"))
    #expect(!run.output.contains("\nb.json"))
    #expect(run.errors.contains("c d.json: no such file"))
  }

  @Test("What hinders a report's file is said in words about writing")
  func fullDevice() throws {
    let scratch = try Scratch(["a.json": #"{"aps": {}}"#])
    let run = ToolRun([scratch("a.json"), "--format", "json=/dev/full"])
    #expect(run.status == .trouble)
    #expect(run.errors.contains("/dev/full: the report cannot be written: "))
    #expect(!run.errors.contains("read"))
  }
}
