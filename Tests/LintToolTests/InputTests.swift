import LintTool
import PayloadRules
import Testing

@Suite struct InputTests {
  /// Inputs in which one `BAD` stands, by kind; the word must be marked exactly.
  static let marked: [(name: String, text: String)] = [
    ("payload.json", #"{"aps": {"alert": "é😀 BAD"}}"#),
    ("payload.json", "{\r\n\t\"aps\": {\"alert\": \"e\u{301} BAD\"}\r\n}\r\n"),
    ("payload.yaml", "aps:\n  alert: it is BAD\n"),
    ("push.apns", #"{"Simulator Target Bundle": "a.b", "aps": {"alert": "BAD"}}"#),
    ("request.json", #"{"headers": {"apns-topic": "BAD"}, "payload": {"aps": {}}}"#),
    ("request.json", #"{"headers": [["apns-topic", "BAD"]], "payload": {"aps": {}}}"#),
    ("request.json", #"{"token": "BAD", "payload": {"aps": {}}}"#),
    ("request.json", #"{"headers": {}, "body": "{\"aps\": {\"alert\": \"\u00e9 BAD\"}}"}"#),
    ("request.json", #"{"host": "BAD:443", "payload": {"aps": {}}}"#),
    ("request.yaml", "headers: {apns-topic: BAD}\npayload: {aps: {alert: hi}}\n"),
    ("request.yaml", "headers: {}\nbody: |\n  {\"aps\": {\"alert\": \"é BAD\"}}\n"),
    ("request.yaml", "headers: {}\nbody: '{\"aps\": {\"alert\": \"it''s BAD\"}}'\n"),
    ("request.yaml", "headers: {}\nbody: \"{\\\"aps\\\": {\\\"alert\\\": \\\"BAD\\\"}}\"\n"),
    ("request.yaml", "headers: {}\nbody: >\n  {\"aps\":\n  {\"alert\": \"BAD\"}}\n"),
    ("request.yaml", "headers: {}\npayload:\n  aps:\n    alert: BAD\n"),
    ("lines.jsonl", "{\"aps\": {}}\n\n{\"aps\": {\"alert\": \"BAD\"}}\n"),
  ]

  @Test("A word is marked where it stands in the file", arguments: marked)
  func place(name: String, text: String) {
    let run = ToolRun(["-", "--stdin-filename", name, "--format", "json"], input: text)
    #expect(run.rules == ["bad-word"], "\(run.output)\(run.errors)")
    #expect(run.marked(in: Array(text.utf8)) == ["BAD"])
    #expect(run.status == .findings)
  }

  @Test("Offsets in a UTF-16 file count its own bytes", arguments: [true, false])
  func utf16(isLittle: Bool) {
    let text = "{\"aps\": {\"alert\": \"é😀 BAD\"}}"
    var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    for unit in text.utf16 {
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      bytes += isLittle ? pair : pair.reversed()
    }
    let run = ToolRun(["-", "--input", "payload", "--format", "json"], bytes: bytes)
    #expect(run.rules.sorted() == ["bad-word", "json-utf-16"])
    let bad = run.findings.first { $0["rule"] as? String == "bad-word" }
    let range = bad?["range"] as? [String: Any]
    let start = range?["start"] as? [String: Int]
    // After the mark: 22 characters before the word, of which the emoji takes two units.
    #expect(start?["offset"] == 2 + 2 * 23)
    #expect(start?["column"] == 23)
    #expect(bad?["fix"] is [String: Any] == false)
  }

  @Test("Requests in a list, in documents and in lines are numbered from 1")
  func records() {
    let request = #"{"headers": {"apns-topic": "BAD"}, "payload": {"aps": {}}}"#
    let inputs = [
      ("a.json", "[\(request), \(request)]"), ("a.yaml", "\(request)\n---\n\(request)\n"),
      ("a.jsonl", "\(request)\n\(request)\n"),
    ]
    for (name, text) in inputs {
      let run = ToolRun(["-", "--stdin-filename", name, "--format", "json"], input: text)
      #expect(run.results.map { $0["record"] as? Int } == [1, 2], "\(name)")
      #expect(run.rules == ["bad-word", "bad-word"])
    }
    let single = ToolRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: request)
    #expect(single.results.map { $0["record"] as? Int } == [nil])
  }

  @Test("A misspelt request field draws one warning with a rename; a foreign one draws none")
  func unknownField() {
    let text = #"{"haeders": {}, "recordedBy": "x", "token": "aa", "payload": {"aps": {}}}"#
    let run = ToolRun(["-", "--input", "request", "--format", "json"], input: text)
    #expect(run.rules == ["request-unknown-field"])
    #expect(run.marked(in: Array(text.utf8)) == ["\"haeders\""])
    let fix = run.findings.first?["fix"] as? [String: Any]
    let edits = fix?["edits"] as? [[String: Any]]
    #expect(edits?.first?["text"] as? String == "\"headers\"")
  }

  @Test("A file that is no push is noted when named, silent when walked")
  func notAPush() throws {
    let scratch = try Scratch(["package.json": #"{"name": "x"}"#, "run.sh": "#!/bin/sh\n"])
    for name in ["package.json", "run.sh"] {
      #expect(ToolRun([scratch(name), "--format", "json"]).rules == ["not-a-push"])
    }
    let walked = ToolRun([scratch.path, "--format", "json"])
    #expect(walked.results.isEmpty)
    #expect(walked.errors.contains("no pushes found"))
    #expect(walked.status == .clean)
  }

  @Test("Broken JSON met while walking counts only with a key of a push")
  func brokenWalked() throws {
    let scratch = try Scratch([
      "a.json": #"{"aps": {"alert": "BAD",}}"#, "b.json": #"{"aps": {"x": "BAD",}}"#,
      "c.json": #"{"x": "BAD",}"#,
    ])
    let run = ToolRun([scratch.path, "--format", "json"])
    #expect(run.results.count == 1)
    #expect(run.rules.contains("bad-word"))
  }

  @Test("An edit inside a string body is escaped; inside YAML it keeps the scalar's style")
  func edits() {
    let json = #"{"headers": {}, "body": "{\"aps\": {\"alert\": \"BAD\"}}"}"#
    #expect(edit(in: json, name: "r.json") == #"\"g\""#)
    for (scalar, expected) in [("'BAD'", "\"g\""), ("\"BAD\"", "\\\"g\\\""), ("it is BAD", "\"g\"")] {
      let yaml = "headers: {}\npayload:\n  aps:\n    alert: \(scalar)\n"
      let body = "headers: {}\nbody: '{\"aps\": {\"alert\": \"BAD\"}}'\n"
      #expect(edit(in: body, name: "r.yaml") == "\"g\"")
      #expect(edit(in: yaml, name: "r.yaml") == expected, "\(scalar)")
    }
  }

  private func edit(in text: String, name: String) -> String? {
    let run = ToolRun(["-", "--stdin-filename", name, "--format", "json"], input: text)
    let fix = run.findings.first?["fix"] as? [String: Any]
    return (fix?["edits"] as? [[String: Any]])?.first?["text"] as? String
  }

  @Test("A payload file is read relative to the request, and its place names it")
  func payloadFile() throws {
    let scratch = try Scratch([
      "r/request.json": #"{"headers": {"apns-topic": "a"}, "payload-file": "p/sync.json"}"#,
      "r/p/sync.json": #"{"aps": {"alert": "BAD"}}"#,
      "r/lost.json": #"{"headers": {"apns-topic": "a"}, "payload-file": "gone.json"}"#,
    ])
    let run = ToolRun([scratch("r/request.json"), "--format", "json"])
    let range = run.findings.first?["range"] as? [String: Any]
    #expect((range?["file"] as? String)?.hasSuffix("p/sync.json") == true)
    let lost = ToolRun([scratch("r/lost.json"), "--format", "json"])
    #expect(lost.status == .trouble)
    #expect(lost.problems.first?["line"] as? Int == 1)
  }

  @Test("Tokens and provider tokens are told by their looks")
  func bareTexts() {
    let token = String(repeating: "0a", count: 32)
    let run = ToolRun(["-", "--format", "json"], input: token + "\n")
    #expect(run.results.first?["input"] as? String == "token")
    let jwt = ToolRun(["-", "--format", "json"], input: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJYIn0.c2ln\n")
    #expect(jwt.results.first?["input"] as? String == "jwt")
  }

  @Test("A walk finds pushes by their names in any letters, and lines only where the first is a push")
  func walk() throws {
    let bad = #"{"aps": {"alert": "BAD"}}"#
    let scratch = try Scratch([
      "A.JSON": bad, "b.APNS": bad, "c.jsonl": "\n\(bad)\n{\n", "d.Yml": "aps: {alert: BAD}\n",
      "e.jsonl": "{\"name\": \"x\"}\n\(bad)\n", "f.txt": bad, "g.ndjson": "{\"aps\": {}, \"name\": 1}\n",
      "h.jsonl": #"{"headers": {"apns-topic": "BAD"}, "payload": {"aps": {}}}"#,
    ])
    let run = ToolRun([scratch.path, "--format", "json"])
    let files = run.results.compactMap {
      ($0["file"] as? String)?.split(separator: "/").last.map(String.init)
    }
    #expect(files == ["A.JSON", "b.APNS", "c.jsonl", "c.jsonl", "d.Yml", "h.jsonl"])
    #expect(
      run.results.map { $0["input"] as? String } == [
        "payload", "simulator", "jsonl", "jsonl", "payload", "jsonl",
      ])
    // Named, each line is one.
    #expect(ToolRun([scratch("e.jsonl"), "--format", "json"]).results.count == 2)
  }
}
