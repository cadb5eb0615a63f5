import Foundation
import Testing

@testable import LintTool

@Suite struct ConfigurationCommandTests {
  // MARK: init

  /// The proposals taken at their word: the sign before them removed.
  static func accepted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isProposal = line.hasPrefix("#") && (line.hasPrefix("#  ") || !line.hasPrefix("# ")) && line != "#"
      return String(isProposal ? line.dropFirst() : line)
    }.joined(separator: "\n")
  }

  static let files = [
    "push/a.apns": #"{"Simulator Target Bundle": "com.example.app", "aps": {"alert": "{{text}}"}}"#,
    "push/live/l.json": #"{"aps": {"timestamp": 1, "event": "update", "content-state": {}}}"#,
    "push/bad/b.json": #"{"aps": {"alert": "a", "badge": "1"}}"#, "package.json": #"{"name": "x"}"#,
    "schemas/order.schema.json": #"{"type": "object"}"#, "schemas/ride.schema.json": #"{"type": "object"}"#,
    "odd \"name\"/c.json": #"{"aps": {"alert": "a"}}"#, "root.json": #"{"aps": {"alert": "a"}}"#,
  ]

  @Test("The configuration that is written fits the folder, and so do its proposals")
  func initial() throws {
    let scratch = try Scratch(ConfigurationCommandTests.files)
    let run = BuiltInRun(["init", scratch.path])
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("5 pushes in 5 files, with 1 error"))
    let text = scratch.text(".apns-lint.yaml")
    for part in [
      "# - 1 liveactivity\n", "#exclude: [\"push/bad/**\"]",
      "#  - files: \"push/live/*\"\n#    push-type: liveactivity",
      "bundle-id: \"com.example.app\"", "\n#baseline: ", "Some files are templates",
      "schemas/order.schema.json",
      "\n#  - files: \"odd \\\"name\\\"/*\"",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("push/bad/*\""))
    // As it is written nothing changes; with every proposal it is still a configuration.
    let before = BuiltInRun([scratch.path, "--no-config", "--format", "json"])
    let after = BuiltInRun([scratch.path, "--format", "json"])
    #expect(before.output == after.output)
    try scratch.write(".apns-lint-baseline.json", Array("{\"version\":1,\"entries\":[\n]}\n".utf8))
    try scratch.write(".apns-lint.yaml", Array(ConfigurationCommandTests.accepted(text).utf8))
    let accepted = BuiltInRun([scratch.path, "--format", "json"])
    #expect(accepted.status != .trouble, "\(accepted.errors)\(scratch.text(".apns-lint.yaml"))")
    #expect(accepted.results.count == 4)
    #expect(accepted.results.contains { $0["pushTypeFrom"] as? String == "config" })
  }

  @Test("What is there is never written over, and an empty folder has a configuration too")
  func initialLeavesAlone() throws {
    let scratch = try Scratch([".apns-lint.yaml": "fail-on: note\n"])
    let run = BuiltInRun(["init", scratch.path])
    #expect(run.status == .trouble)
    #expect(run.errors.contains("is there already"))
    #expect(scratch.text(".apns-lint.yaml") == "fail-on: note\n")
    try FileManager.default.removeItem(atPath: scratch(".apns-lint.yaml"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch(".apns-lint.yaml"), withDestinationPath: scratch("elsewhere"))
    #expect(BuiltInRun(["init", scratch.path]).status == .trouble)
    #expect(!FileManager.default.fileExists(atPath: scratch("elsewhere")))
    let empty = try Scratch()
    #expect(BuiltInRun(["init", empty.path]).output.contains("no pushes found"))
    try empty.write(
      ".apns-lint.yaml",
      Array(
        ConfigurationCommandTests.accepted(empty.text(".apns-lint.yaml")).replacingOccurrences(
          of: "baseline:", with: "#baseline:"
        ).utf8))
    #expect(BuiltInRun([empty.path]).status == .clean)
    #expect(BuiltInRun(["init", scratch("gone")]).status == .trouble)
    #expect(BuiltInRun(["init", "a", "b"]).status == .trouble)
  }

  // MARK: config

  @Test("What applies to a file is shown with its lines")
  func config() throws {
    let scratch = try Scratch([
      ".apns-lint.yaml": """
      fail-on: warning
      exclude: ["old/**"]
      severity: {"background-*": note}
      contexts:
        - {files: "b/*", push-type: background}
        - files: "a/**"
          push-type: alert
          token: "00112233445566778899aabbccddeeff"
      placeholders:
        - {pattern: '<<.+>>', max-bytes: 40}
      suppress:
        - {files: "a/x.json", rule: unknown-aps-key, pointer: /aps/x, reason: "kept", until: 2027-06-30}
        - {files: "b/x.json", rule: unknown-aps-key, reason: "not here"}
      """, "a/x.json": "{}", ".gitignore": "gen/\n", "inner/.apns-lint.yaml": "fail-on: note\n",
    ])
    let run = BuiltInRun(["config", scratch("a/x.json")])
    #expect(run.status == .clean, "\(run.errors)")
    for (value, line) in [
      ("warning", 1), ("background-* = note", 3), ("the first that matches", 6), ("alert", 7),
      ("'<<.+>>', at most 40 bytes", 10), ("unknown-aps-key at '/aps/x' until 2027-06-30: kept", 12),
    ] {
      let found = run.output.split(separator: "\n").contains {
        $0.contains(value) && $0.hasSuffix(".apns-lint.yaml:\(line))")
      }
      #expect(found, "\(value): \(run.output)")
    }
    #expect(!run.output.contains("not here") && !run.output.contains("excluded"))
    #expect(!run.output.contains("00112233"))
    let cases = [
      ("old/b.json", "by 'old/**'"), ("gen/b.json", ".gitignore:1"), (".x/b.json", "'.x' is hidden"),
      ("node_modules/b.json", "the work of others"), ("b.txt", "its name is not one of"),
      ("b.json", "walk yes"),
    ]
    for (file, expected) in cases {
      let other = BuiltInRun(["config", scratch(file)])
      #expect(other.output.contains(expected), "\(file): \(other.output)")
    }
    // What is not there is said to be so.
    let missing = "not there; this is what would apply to it"
    #expect(BuiltInRun(["config", scratch("b.json")]).output.contains(missing))
    #expect(!run.output.contains(missing))
    // The nearest file alone counts.
    let inner = BuiltInRun(["config", scratch("inner/a.json")])
    #expect(inner.output.contains("note") && !inner.output.contains("background-*"))
    #expect(BuiltInRun(["config", scratch("a/x.json"), "--no-config"]).output.contains("none, so that"))
  }

  @Test("A configuration that cannot be used is an error here too")
  func brokenConfig() throws {
    let scratch = try Scratch([".apns-lint.yaml": "severity: {no-such-rule: error}\n"])
    let run = BuiltInRun(["config", scratch("a.json")])
    #expect(run.status == .trouble)
    #expect(run.errors.contains(".apns-lint.yaml:1:12"))
    #expect(BuiltInRun(["config"]).errors.contains("config needs a file"))
  }

  // MARK: --explain-input

  @Test(
    "Why an input was taken as what it was",
    arguments: [
      ("a.json", #"{"aps": {"alert": "a"}}"#, "payload: the root has 'aps', and 'aps' has 'alert'"),
      ("a.apns", #"{"aps": {"alert": "a"}}"#, "simulator: its name ends in .apns"),
      (
        "b.json", #"{"Simulator Target Bundle": "a.b", "aps": {"alert": "a"}}"#,
        "simulator: the root has 'Simulator"
      ),
      (
        "r.json", #"{"headers": {"apns-topic": "a"}, "payload": {"aps": {}}}"#,
        "request: the fields of a request"
      ),
      ("r.yaml", "headers: {apns-topic: a}\npayload: {aps: {alert: a}}\n", "request: YAML, and"),
      (
        "l.jsonl", "{\"aps\": {\"alert\": \"a\"}}\n{\"aps\": {}}\n",
        "jsonl: its name says that it holds lines"
      ),
      (
        "s.sh", "curl https://api.push.apple.com/3/device/aa -d '{\"aps\":{}}'\n",
        "curl: its name ends in .sh"
      ),
      (
        "h.http", "POST https://api.push.apple.com/3/device/aa\n\n{\"aps\":{}}\n",
        "http: its name ends in .http"
      ),
      ("p.json", #"{"name": "x"}"#, "passed over: JSON without a key that a push has"),
      ("q.json", #"{"aps": 0.5}"#, "passed over: JSON whose 'aps' is no object"),
      ("q.json", #"{"aps": {"x": 1}}"#, "passed over: JSON whose 'aps' has no key that a push has"),
      ("l.json", #"[{"aps": {"alert": "a"}}]"#, "payload: a list of what a push is"),
      ("q.json", "[1]", "passed over: JSON whose root is no object"),
      ("t.sh", "echo hi\n", "passed over: no request to the push service stands in it"),
      ("c.yml", "a: [\n", "passed over: YAML without the keys of a push"),
    ] as [(String, String, String)])
  func explain(name: String, text: String, expected: String) throws {
    let scratch = try Scratch([name: text])
    let run = BuiltInRun(["--explain-input", scratch.path, "--format", "json"])
    #expect(run.errors.contains("\(name): \(expected)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").first?.hasPrefix("apns-lint: ") == true)
  }

  @Test("What was named, or said to be something, is explained as such")
  func explainNamed() throws {
    let scratch = try Scratch(["p.json": #"{"name": "x"}"#, "d.md": "# Hi\n", "old/a.json": "{}"])
    try scratch.write(".apns-lint.yaml", Array("exclude: [\"old/**\"]\n".utf8))
    let run = BuiltInRun(["--explain-input", scratch("p.json"), scratch("d.md"), scratch("old/a.json")])
    #expect(run.errors.contains("p.json: no push: JSON without a key"))
    #expect(run.errors.contains("d.md: no push: documentation is read with --input markdown"))
    #expect(run.errors.contains("old/a.json: left out by the configuration"))
    let said = BuiltInRun(["--explain-input", "--input", "payload", "-"], input: Array(#"{"aps": {}}"#.utf8))
    #expect(said.errors.contains("-: payload: --input says so"))
  }
}
