import Foundation
import PayloadRules
import Testing

@testable import LintTool

@Suite struct ConfigurationTests {
  static let push = #"{"aps": {"alert": "BAD", "x": "ODD"}}"#

  @Test(
    "What is not understood is an error with its place, and the run ends with 2",
    arguments: [
      ("severty: {}\n", 1, 1, "did you mean 'severity'?"),
      ("severity: {bad-wrod: error}\n", 1, 12, "did you mean 'bad-word'?"),
      ("severity: {bad-word: fatal}\n", 1, 22, "unknown value 'fatal'"),
      ("fail-on: always\n", 1, 10, "unknown value"),
      ("contexts:\n  - files: a\n    pushtype: alert\n", 3, 5, "did you mean 'push-type'?"),
      ("contexts:\n  - push-type: alert\n", 2, 5, "needs 'files'"),
      ("contexts:\n  - {files: a, now: noon}\n", 2, 21, "now is a time such as"),
      ("suppress:\n  - {files: a, rule: bad-word}\n", 2, 5, "needs 'reason'"),
      ("suppress:\n  - {files: a, rule: bad-wrd, reason: x}\n", 2, 22, "did you mean 'bad-word'?"),
      ("suppress:\n  - {files: a, rule: bad-word, reason: x, until: 2027-02-30}\n", 2, 50, "2027-02-30"),
      ("exclude: ['[a']\n", 1, 11, "no pattern"),
      ("exclude: ['']\n", 1, 11, "a pattern cannot be empty"),
      ("severity: {'': error}\n", 1, 12, "a pattern cannot be empty"),
      ("fail-on: error\nfail-on: note\n", 2, 1, "stands twice"),
      ("severty: {}\n", 1, 1, "unknown key 'severty' in the configuration; did you mean 'severity'?"),
      (
        "fail-on: eror\n", 1, 10,
        "unknown value 'eror', which is none of error, warning, note, never; did you mean 'error'?"
      ),
      ("- a\n", 1, 1, "mapping"),
      ("placeholders: [{max-bytes: 1}]\n", 1, 16, "needs 'pattern'"),
      ("placeholders: [{pattern: '<<(.+>>'}]\n", 1, 26, "of the pattern"),
      ("placeholders: [{pattern: a, max-byte: 1}]\n", 1, 29, "did you mean 'max-bytes'?"),
      ("placeholders: [{pattern: a, max-bytes: many}]\n", 1, 40, "max-bytes is a number"),
      ("baseline: ''\n", 1, 11, "names a file"), ("baselin: a\n", 1, 1, "did you mean 'baseline'?"),
      (
        "suppress:\n  - {files: a, rule: bad-word, reason: x, fingerprint: 12}\n", 2, 56,
        "a fingerprint is the sixteen digits"
      ),
    ])
  func strict(text: String, line: Int, column: Int, expected: String) throws {
    let scratch = try Scratch([".apns-lint.yaml": text, "a.json": ConfigurationTests.push])
    let run = ToolRun([scratch("a.json"), "--format", "json"])
    #expect(run.status == .trouble)
    #expect(run.results.isEmpty)
    #expect(run.problems.count == 1)
    #expect(run.problems.first?["line"] as? Int == line)
    #expect(run.problems.first?["column"] as? Int == column)
    #expect(run.errors.contains(expected), "\(run.errors)")
  }

  @Test("Severity, threshold and exclusion are read from the nearest file upward")
  func settings() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml":
        "severity: {'*-word': note, bad-word: warning}\nfail-on: warning\nexclude: ['old/**']\n",
      "a/b/c.json": ConfigurationTests.push, "old/d.json": ConfigurationTests.push,
    ])
    let run = ToolRun([scratch("a/b/c.json"), scratch("old/d.json"), "--format", "json"])
    #expect(run.findings.compactMap { $0["severity"] as? String } == ["warning", "note"])
    #expect(run.status == .findings)
    let off = ToolRun([scratch("old/d.json"), "--no-config", "--format", "json"])
    #expect(off.findings.count == 2)
  }

  @Test("The first context that matches a file states facts about it")
  func contexts() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml":
        "contexts:\n  - {files: 'live/**', push-type: live, topic: BAD}\n  - {files: '**', push-type: other}\n",
      "live/a.json": #"{"aps": {}}"#,
    ])
    let seen = Seen()
    let engine = StubEngine { subject in
      seen.subject = subject
      return Evaluation()
    }
    _ = ToolRun([scratch("live/a.json")], engine: engine)
    #expect(seen.subject?.statedPushType?.value == "live")
    #expect(seen.subject?.statedPushType?.from == "config")
    let run = ToolRun([scratch("live/a.json"), "--format", "json"])
    #expect((run.findings.first?["from"] as? String)?.hasSuffix(".apns-lint.yaml:2") == true)
    #expect(run.findings.first?["range"] is [String: Any] == false)
  }

  @Test("A push type that does not exist is an error at its place")
  func pushType() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml": "contexts:\n  - files: a.json\n    push-type: allert\n", "a.json": #"{"aps": {}}"#,
    ])
    let run = BuiltInRun([scratch("a.json")])
    #expect(run.status == .trouble)
    #expect(
      run.errors.contains(".apns-lint.yaml:3:16: no push type is called 'allert'; did you mean 'alert'?"))
    #expect(run.output.isEmpty)
  }

  @Test("A suppression of a rule that did not run is not called unneeded")
  func suppressionOfRuleLeftOut() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml": "suppress:\n  - {files: a.json, rule: bad-word, reason: known}\n",
      "a.json": #"{"aps": {"alert": "ODD"}}"#,
    ])
    #expect(ToolRun([scratch.path]).errors.contains("nothing needs this suppression of 'bad-word'"))
    #expect(ToolRun([scratch.path, "--ignore", "bad-word"]).errors.isEmpty)
    #expect(ToolRun([scratch.path, "--select", "odd-word"]).errors.isEmpty)
  }

  @Test("Suppressions hide what they name; expired and unneeded ones are reported")
  func suppressions() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml": """
      suppress:
        - {files: a.json, rule: bad-word, reason: known, until: 2027-06-30}
        - {files: a.json, rule: odd-word, pointer: /y, reason: elsewhere}
      """, "a.json": ConfigurationTests.push,
    ])
    let before = ToolRun([scratch.path, "--format", "json", "--now", "2027-06-30T23:00:00Z"])
    #expect(before.rules == ["odd-word"])
    #expect((before.json["summary"] as? [String: Any])?["suppressed"] as? Int == 1)
    #expect(before.problems.count == 1)
    #expect(before.status == .clean)
    let after = ToolRun([scratch.path, "--format", "json", "--now", "2027-07-01T00:00:00Z"])
    #expect(after.rules == ["bad-word", "odd-word"])
    #expect(after.problems.count == 2)
    // One file says nothing of the others, so only the expired one is reported.
    let named = ToolRun([scratch("a.json"), "--format", "json", "--now", "2027-07-01T00:00:00Z"])
    #expect(named.problems.count == 1)
  }

  @Test(
    "A suppression names one place, a shape of places, or one value",
    arguments: [
      ("pointer: /aps/image", ["badge-type"]), ("pointer: /aps/*", ["badge-type"]), ("pointer: /aps", nil),
      ("pointer: /*/image", ["badge-type"]), ("pointer: /aps/image/*", nil), ("pointer: \"/*\"", nil),
      ("fingerprint: FINGERPRINT", ["badge-type"]), ("fingerprint: \"0123456789abcdef\"", nil),
    ] as [(String, [String]?)])
  func suppressionShapes(member: String, expected: [String]?) throws {
    let push = #"{"aps": {"alert": "Hi", "badge": "1", "image": "a"}}"#
    let found = BuiltInRun(["-", "--format", "json"], input: Array(push.utf8))
    let all = ["badge-type", "unknown-aps-key"]
    #expect(found.rules == all)
    let fingerprint = found.findings.last?["fingerprint"] as? String ?? ""
    let member = member.replacingOccurrences(of: "FINGERPRINT", with: "\"\(fingerprint)\"")
    let scratch = try Scratch([
      ".apns-lint.yaml": "suppress:\n  - {files: a.json, rule: unknown-aps-key, \(member), reason: known}\n",
      "a.json": push,
    ])
    let run = BuiltInRun([scratch("a.json"), "--format", "json"])
    #expect(run.rules == expected ?? all, "\(run.errors)")
  }

  @Test("Placeholders of one's own keep the rules silent, and the worst case is counted in bytes")
  func placeholders() throws {
    let filler = String(repeating: "a", count: 4000)
    let scratch = try Scratch([
      ".apns-lint.yaml": "placeholders:\n  - {pattern: '<<.+>>', max-bytes: 40}\n  - {pattern: ':\\w+:'}\n",
      "a.json": #"{"aps": {"alert": "Hi", "badge": "<<count>>", "interruption-level": ":level:"}}"#,
      "b.json": #"{"aps":{"alert":"\#(filler)<<a>> <<b>>"}}"#,
      "c.json": #"{"aps":{"alert":"\#(filler)<<a>>"}}"#,
      "d.json": #"{"aps": {"alert": "Hi", ":mark:": 3}}"#,
    ])
    let small = BuiltInRun([scratch("a.json"), "--format", "json"])
    #expect(small.rules == ["unfilled-placeholder"], "\(small.rules)")
    // As the name of a key as well: what comes of it, nobody knows.
    #expect(BuiltInRun([scratch("d.json"), "--format", "json"]).rules == [])
    let size = ["--push-type", "alert", "--format", "json"]
    // 20 bytes around the text, 4000, 40 for each, and the blank between.
    let large = BuiltInRun([scratch("b.json")] + size)
    #expect(large.rules.contains("payload-large-when-filled"), "\(large.output)\(large.errors)")
    #expect(large.output.contains("4101 bytes, 5 more than the 4096"), "\(large.output)")
    #expect(!BuiltInRun([scratch("c.json")] + size).rules.contains("payload-large-when-filled"))
  }

  @Test("The nearest configuration counts alone, and paths count from its folder")
  func nested() throws {
    let push = #"{"aps": {"alert": "Hi", "badge": "1", "image": "a"}}"#
    let scratch = try Scratch([
      ".apns-lint.yaml": "severity: {badge-type: none}\n", "a.json": push,
      "in/.apns-lint.yaml": "severity: {unknown-aps-key: none}\nexclude: [\"deep/x.json\"]\n",
      "in/b.json": push,
      "in/deep/c.json": push, "in/deep/x.json": push,
    ])
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.rules == ["unknown-aps-key", "badge-type", "badge-type"])
  }

  @Test(
    "Patterns",
    arguments: [
      ("*.json", "a.json", true), ("*.json", "d/a.json", false), ("**/*.json", "a.json", true),
      ("**/*.json", "d/e/a.json", true), ("d/**", "d/e/a", true), ("d/**", "e/d/a", false),
      ("a?c", "abc", true), ("a?c", "a/c", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false),
      ("{a,b/c}.x", "b/c.x", true), ("{a,b}.x", "c.x", false), ("{a,{b,c}d}", "cd", true), ("{a}", "a", true),
      ("background-*", "background-user-visible", true), ("\\*", "*", true), ("\\*", "a", false),
      ("a**********************b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", false),
    ])
  func globs(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern)?.matches(text) == expected)
  }

  @Test("Patterns that are not closed are none", arguments: ["[a", "{a", "", "[z-a]"])
  func brokenGlobs(pattern: String) { #expect(Glob(pattern) == nil) }
}
