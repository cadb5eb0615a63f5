import Foundation
import Testing

@testable import LintTool

@Suite struct WalkingTests {
  static let push = #"{"aps": {"alert": "Hi"}}"#

  /// The files that a run judged, seen from the scratch folder.
  private static func files(_ run: BuiltInRun, below scratch: Scratch) -> [String] {
    run.results.compactMap { ($0["file"] as? String)?.replacingOccurrences(of: scratch.path + "/", with: "") }
  }

  @Test(
    "What .gitignore leaves out is not met",
    arguments: [
      ("*.json", ["a.json", "d/b.json"], []),
      ("/a.json", ["a.json", "d/a.json"], ["d/a.json"]),
      ("d/a.json", ["d/a.json", "e/d/a.json"], ["e/d/a.json"]),
      ("build/", ["build/a.json", "e/build/a.json", "f/build.json"], ["f/build.json"]),
      ("build/\n!build/a.json", ["build/a.json"], []),
      ("*.json\n!keep.json", ["a.json", "keep.json", "d/keep.json"], ["d/keep.json", "keep.json"]),
      ("!keep.json\n*.json", ["keep.json"], []),
      ("**/gen", ["gen/a.json", "d/gen/a.json", "d/a.json"], ["d/a.json"]),
      ("gen/**", ["gen/a.json", "gen/d/a.json", "d/gen/a.json"], ["d/gen/a.json"]),
      ("a/**/b.json", ["a/b.json", "a/c/b.json", "a/c/d/b.json", "b.json"], ["b.json"]),
      ("a**z.json", ["abz.json", "a/z.json"], ["a/z.json"]),
      ("{a,b}.json", ["a.json", "{a,b}.json"], ["a.json"]),
      ("\\!a.json\n\\#b.json", ["!a.json", "#b.json", "a.json"], ["a.json"]),
      ("# a.json\n\na.json   ", ["a.json", "b.json"], ["b.json"]),
      ("a.json\r\n", ["a.json", "b.json"], ["b.json"]),
      ("[ab].json", ["a.json", "c.json"], ["c.json"]),
      ("[!ab].json", ["a.json", "c.json"], ["a.json"]),
      ("[a.json", ["a.json"], ["a.json"]),
      ("?.json", ["a.json", "ab.json"], ["ab.json"]),
      ("/*\n!/d/", ["a.json", "d/a.json", "e/a.json"], ["d/a.json"]),
    ] as [(String, [String], [String])])
  func gitignore(text: String, files: [String], expected: [String]) throws {
    let scratch = try Scratch()
    for file in files { try scratch.write(file, Array(WalkingTests.push.utf8)) }
    try scratch.write(".gitignore", Array(text.utf8))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(WalkingTests.files(run, below: scratch) == expected, "\(run.errors)")
  }

  @Test("Nested files add to the outer ones and win; those above the folder count, and named files always do")
  func nested() throws {
    var files = [
      ".gitignore": "*.json\n/sub/x/", "sub/.gitignore": "!a.json\n/y/", ".git/info/exclude": "c.apns",
    ]
    for name in [
      "a.json", "sub/a.json", "sub/b.json", "sub/x/a.json", "sub/y/a.json", "sub/z/a.json", "c.apns",
    ] {
      files[name] = WalkingTests.push
    }
    let scratch = try Scratch(files)
    let whole = BuiltInRun([scratch.path, "--format", "json"])
    #expect(WalkingTests.files(whole, below: scratch) == ["sub/a.json", "sub/z/a.json"])
    let part = BuiltInRun([scratch("sub"), "--format", "json"])
    #expect(WalkingTests.files(part, below: scratch) == ["sub/a.json", "sub/z/a.json"])
    let named = BuiltInRun([scratch("sub/b.json"), "--format", "json"])
    #expect(WalkingTests.files(named, below: scratch) == ["sub/b.json"])
  }

  @Test(
    "Links are not followed, hidden folders and those of package managers are left out, paths are in order")
  func order() throws {
    let names = [
      "a/z.json", "a.json", "a-b.json", "a0.json", ".hidden/x.json", "node_modules/p/x.json", "b/.c.json",
      "B.json",
    ]
    let scratch = try Scratch(Dictionary(uniqueKeysWithValues: names.map { ($0, WalkingTests.push) }))
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch("a/loop"), withDestinationPath: scratch.path)
    try manager.createSymbolicLink(atPath: scratch("link.json"), withDestinationPath: scratch("a.json"))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(
      WalkingTests.files(run, below: scratch)
        == ["B.json", "a-b.json", "a.json", "a/z.json", "a0.json", "b/.c.json"])
    // A link that somebody names is read.
    #expect(BuiltInRun([scratch("link.json"), "--format", "json"]).results.count == 1)
    #expect(BuiltInRun([scratch(".hidden"), "--format", "json"]).results.count == 1)
  }

  @Test(
    "Patterns on the command line",
    arguments: [
      ("*.json", ["a.json"]), ("**/*.json", ["a.json", "d/b.json", "d/e/c.json"]),
      ("d/*.json", ["d/b.json"]), ("d/**/c.json", ["d/e/c.json"]), ("{a,d/b}.json", ["a.json", "d/b.json"]),
      ("d/e/*.txt", ["d/e/p.txt"]), ("[a-c].json", ["a.json"]), ("?/b.json", ["d/b.json"]),
    ] as [(String, [String])])
  func patterns(pattern: String, expected: [String]) throws {
    let scratch = try Scratch([
      "a.json": WalkingTests.push, "d/b.json": WalkingTests.push, "d/e/c.json": WalkingTests.push,
      "d/e/p.txt": WalkingTests.push, "out.json": WalkingTests.push, ".gitignore": "out.json\n",
    ])
    let run = BuiltInRun([scratch(pattern), "--format", "json"])
    #expect(WalkingTests.files(run, below: scratch) == expected, "\(run.errors)")
  }

  @Test("A pattern that matches nothing is trouble; a file of that very name is taken as it is")
  func unmatched() throws {
    let scratch = try Scratch(["a[1].json": WalkingTests.push])
    #expect(BuiltInRun([scratch("a[1].json"), "--format", "json"]).results.count == 1)
    for pattern in ["*.apns", "gone/*.json", "{a"] {
      let run = BuiltInRun([scratch(pattern)])
      #expect(run.status == .trouble, "\(pattern)")
    }
    #expect(BuiltInRun([scratch("*.apns")]).errors.contains("*.apns: no file matches this pattern"))
  }

  @Test("Paths come from a list, by lines or by zero bytes; what is no push is passed over")
  func lists() throws {
    let scratch = try Scratch([
      "a.json": WalkingTests.push, "with\nline.json": WalkingTests.push, "package.json": "{}",
      "d/b.json": WalkingTests.push,
    ])
    func run(_ list: String, _ options: [String] = []) -> BuiltInRun {
      BuiltInRun(["--files-from", "-", "--format", "json"] + options, input: Array(list.utf8))
    }
    let names = ["a.json", "package.json", "a.json", "d"].map { scratch($0) }
    for separator in ["\n", "\r\n"] {
      let lines = run(names.joined(separator: separator) + separator)
      #expect(WalkingTests.files(lines, below: scratch) == ["a.json", "d/b.json"], "\(lines.errors)")
      #expect(lines.status == .clean)
    }
    let zeros = run(scratch("a.json") + "\0" + scratch("with\nline.json"), ["-0"])
    #expect(WalkingTests.files(zeros, below: scratch) == ["a.json", "with\nline.json"])
    #expect(run("a\0b").errors.contains("--null"))
    #expect(run(scratch("gone.json")).status == .trouble)
    #expect(run("").status == .clean)
    try scratch.write("list", Array(names.joined(separator: "\n").utf8))
    let file = BuiltInRun(["--files-from", scratch("list"), scratch("d/b.json"), "--format", "json"])
    #expect(WalkingTests.files(file, below: scratch) == ["d/b.json", "a.json"])
    #expect(BuiltInRun(["--files-from", scratch("nothing")]).status == .trouble)
    for arguments in [["--null"], ["-", "--files-from", "-"]] {
      #expect(BuiltInRun(arguments).status == .trouble)
    }
  }

  @Test("A list longer than one read is put together")
  func longList() throws {
    let scratch = try Scratch(["a.json": WalkingTests.push])
    let list = String(repeating: scratch("a.json") + "\n", count: 3000)
    let run = BuiltInRun(["--files-from", "-", "--format", "json"], input: Array(list.utf8))
    #expect(run.results.count == 1)
    #expect(run.status == .clean)
  }

  @Test("A report that would overwrite an input is refused; one in a folder that nothing walks is not")
  func reportOverInput() throws {
    let scratch = try Scratch([
      "a.json": WalkingTests.push, "out/r.json": WalkingTests.push, ".gitignore": "out/\n",
    ])
    #expect(BuiltInRun([scratch.path, "--format", "json=" + scratch("a.json")]).status == .trouble)
    #expect(BuiltInRun([scratch.path, "--format", "json=" + scratch("out/r.json")]).status == .clean)
    #expect(scratch.text("a.json") == WalkingTests.push)
    #expect(scratch.text("out/r.json").contains("\"version\""))
  }

  /// Data of other tools that has the fields of a request or the keys of a payload.
  static let foreign = [
    #"{"authorization": "Autorisierung", "body": "Text", "priority": "Hoch", "headers": "Kopf"}"#,
    #"{"payload": {"a": 1}, "priority": 5}"#, #"{"payload": {"aps": "x"}, "topic": "orders"}"#,
    #"{"payload": {"aps": {"precision": 1}}, "token": "t", "method": "GET"}"#,
    #"{"body": "the \"aps\" of it", "token": "t"}"#, #"{"payload-file": "a.json", "token": "t"}"#,
    #"{"payload": {}, "context": {"user": 1}, "method": "GET"}"#, #"[{"payload": {"a": 1}, "priority": 5}]"#,
    #"{"mdm": "Device management", "name": "x"}"#, #"{"aps": 0.5, "alert": "a"}"#, #"{"aps": {"mean": 0.5}}"#,
    #"{"headers": {"content-type": "a"}, "body": "{}", "path": "/v1/users", "host": "api.example.com"}"#,
    #"{"event": "push", "headers": {"x-event": "push"}, "payload": {"ref": "main", "alert": 1}}"#,
    #"[{"aps": {"mean": 0.5}}, {"aps": {"alert": "a"}}]"#, #"[[{"aps": {"alert": "a"}}]]"#, #"["aps"]"#, "[]",
    #"[3, {"aps": {"alert": "a"}}]"#, #"[{"APS": {"alert": "a"}}]"#,
    "{\n  // strict\n  \"compilerOptions\": {\"paths\": {\"@/*\": [\"./src/*\"],},},\n}\n",
    String(repeating: "0123", count: 16), String(repeating: "ab", count: 40),
    "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln",
  ]

  @Test("Data of other tools is passed over in a walk", arguments: foreign)
  func foreignData(text: String) throws {
    let scratch = try Scratch(["a.json": text, "b.yaml": text, "c.jsonl": text + "\n"])
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.results.isEmpty, "\(run.output)")
    #expect(run.status == .clean)
    #expect(run.problems.isEmpty)
  }

  @Test(
    "Requests are known in a walk by what only a push has",
    arguments: [
      #"{"headers": {"apns-topic": "com.example.app"}, "payload": {}}"#,
      #"{"headers": [["apns-topic", "com.example.app"]], "payload": {}}"#,
      #"{"payload": {"aps": {"alert": "Hi"}}}"#, #"{"path": "/3/device/00aa", "payload": {}}"#,
      #"{"host": "api.push.apple.com:443", "method": "POST", "body": "{}"}"#,
      #"{"token": "\#(String(repeating: "0a", count: 32))", "payload-file": "p.json"}"#,
      #"{"body": "{\"aps\": {\"alert\": \"Hi\"}}", "method": "POST"}"#,
      #"{"context": {"token-kind": "voip"}, "payload": {}, "method": "POST"}"#,
      #"{"deviceToken": "x", "pushType": "alert", "topic": "a.b", "payload": "eyJhcHMiOnt9fQ=="}"#,
    ])
  func ownRequests(text: String) throws {
    let scratch = try Scratch(["r/a.json": text, "r/p.json": "{}"])
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.results.count == 1)
    #expect(run.results.first?["input"] as? String == "request")
  }

  @Test(
    "Patterns take time in proportion to their text",
    arguments: ["**/**/**/**/**/**/**/**/x", "a*a*a*a*a*a*a*a*a*a*b", "{a,b}{a,b}{a,b}{a,b}*{a,b}*{a,b}**c"])
  func linear(pattern: String) throws {
    let glob = try #require(Glob(pattern))
    func seconds(_ count: Int) -> Double {
      let text = String(repeating: "a/", count: count / 2) + String(repeating: "a", count: count / 2)
      let start = ContinuousClock.now
      #expect(!glob.matches(text))
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = seconds(100)
    let (short, long) = (seconds(2_000), seconds(32_000))
    // Sixteen times the text; four times as much again for a busy machine. A quadratic one takes 256 times.
    #expect(long < max(short, 0.0005) * 64, "\(short) \(long)")
  }
}
