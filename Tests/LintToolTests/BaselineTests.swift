import Foundation
import PayloadRules
import Testing

@testable import LintTool

@Suite struct BaselineTests {
  static let bad = #"{"aps": {"alert": "Hi", "badge": "1", "image": "a"}}"#

  /// The same mistake in each of so many lines.
  static func lines(_ count: Int) -> String {
    String(repeating: #"{"aps": {"alert": "Hi", "badge": "1"}}"# + "\n", count: count)
  }

  private func scratch(_ configuration: String = "baseline: base.json\n") throws -> Scratch {
    let scratch = try Scratch([
      ".apns-lint.yaml": configuration, "b/two.json": BaselineTests.bad, "a.json": BaselineTests.bad,
      "lists.jsonl": BaselineTests.lines(3),
    ])
    return scratch
  }

  private func write(_ scratch: Scratch, _ options: [String] = []) -> BuiltInRun {
    BuiltInRun([scratch.path, "--write-baseline", scratch("base.json"), "--format", "json"] + options)
  }

  @Test("What is written down is left out from then on, and nothing else")
  func roundTrip() throws {
    let scratch = try scratch()
    let written = write(scratch)
    #expect(written.status == .clean)
    #expect(written.errors.contains("wrote"))
    let found = BuiltInRun([scratch.path, "--format", "json"])
    #expect(found.findings.isEmpty)
    #expect(found.status == .clean)
    #expect(found.errors.isEmpty)
    #expect((found.json["summary"] as? [String: Any])?["suppressed"] as? Int == 7)
    try scratch.write("c.json", Array(BaselineTests.bad.utf8))
    #expect(BuiltInRun([scratch.path, "--format", "json"]).rules == ["badge-type", "unknown-aps-key"])
  }

  @Test("One entry a line, in order of file, rule and place")
  func form() throws {
    let scratch = try scratch()
    _ = write(scratch)
    let lines = scratch.text("base.json").split(separator: "\n").map { String($0) }
    #expect(lines.first == #"{"version":1,"entries":["#)
    #expect(lines.last == "]}")
    let entries = lines.dropFirst().dropLast()
    #expect(entries.count == 5)
    #expect(
      entries.map { String($0.prefix(while: { $0 != "," })) } == [
        #"{"file":"a.json""#, #"{"file":"a.json""#, #"{"file":"b/two.json""#, #"{"file":"b/two.json""#,
        #"{"file":"lists.jsonl""#,
      ])
    // The same again gives the same bytes.
    let before = scratch.text("base.json")
    _ = write(scratch)
    #expect(scratch.text("base.json") == before)
  }

  @Test(
    "Order of the lines, of the payload's keys and edits elsewhere do not matter"
  )
  func stable() throws {
    let scratch = try scratch()
    _ = write(scratch)
    var lines = scratch.text("base.json").split(separator: "\n").map { String($0) }
    lines.swapAt(1, 4)
    // What merging two branches leaves behind: commas and repeated lines.
    try scratch.write("base.json", Array(lines.joined(separator: "\n").utf8))
    try scratch.write(
      "a.json",
      Array("{\n \"new\": 1, \"aps\": {\"image\": \"a\",\n\"badge\": \"1\", \"alert\": \"Ho\"}}".utf8))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.findings.isEmpty, "\(run.output)\(run.errors)")
    // The same mistake in one more line of a stream is no other one.
    try scratch.write("lists.jsonl", Array(BaselineTests.lines(4).utf8))
    #expect(BuiltInRun([scratch.path, "--format", "json"]).findings.isEmpty)
    try scratch.write("a.json", Array(#"{"aps": {"alert": "Hi", "badge": "2"}}"#.utf8))
    #expect(BuiltInRun([scratch.path, "--format", "json"]).rules == ["badge-type"])
  }

  /// So many requests with the same mistake, in one file.
  private static func requests(_ count: Int) -> [UInt8] {
    let request =
      #"{"headers": {"apns-push-type": "alert", "apns-topic": "a.b"}, "payload": {"aps": {"badge": "1"}}}"#
    return Array("[\(Array(repeating: request, count: count).joined(separator: ",\n"))]".utf8)
  }

  @Test("An entry covers as many findings as there were, and the next one is new")
  func counted() throws {
    let scratch = try Scratch([".apns-lint.yaml": "baseline: base.json\n"])
    try scratch.write("list.json", Self.requests(2))
    _ = write(scratch)
    #expect(scratch.text("base.json").contains(#","count":2}"#))
    #expect(BuiltInRun([scratch.path]).status == .clean)
    try scratch.write("list.json", Self.requests(3))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.rules == ["badge-type"])
    #expect(
      run.results.compactMap { ($0["findings"] as? [Any])?.isEmpty == false ? $0["record"] as? Int : nil }
        == [3])
    #expect((run.json["summary"] as? [String: Any])?["suppressed"] as? Int == 2)
    // What is gone makes no room for a new one.
    try scratch.write("list.json", Self.requests(1))
    #expect(BuiltInRun([scratch.path]).errors.isEmpty)
    _ = BuiltInRun([scratch.path, "--prune-baseline"])
    #expect(!scratch.text("base.json").contains("count"))
    try scratch.write("list.json", Self.requests(2))
    #expect(BuiltInRun([scratch.path, "--format", "json"]).rules == ["badge-type"])
    // Each of two branches may have brought one.
    let lines = scratch.text("base.json").split(separator: "\n").map { String($0) }
    try scratch.write(
      "base.json", Array([lines[0], lines[1], lines[1], lines[2]].joined(separator: "\n").utf8))
    #expect(BuiltInRun([scratch.path, "--format", "json"]).rules == [])
    // Writing anew takes the number that there is now.
    try scratch.write("list.json", Self.requests(3))
    _ = write(scratch)
    #expect(scratch.text("base.json").contains(#","count":3}"#))
    try scratch.write("list.json", Self.requests(2))
    _ = write(scratch)
    #expect(scratch.text("base.json").contains(#","count":2}"#))
  }

  @Test("Entries that nothing needs are named when the whole folder was walked, and pruned when asked")
  func stale() throws {
    let scratch = try scratch()
    _ = write(scratch)
    try scratch.write("a.json", Array(#"{"aps": {"alert": "Hi", "badge": "1"}}"#.utf8))
    try FileManager.default.removeItem(atPath: scratch("b/two.json"))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.status == .clean)
    #expect(run.problems.count == 3)
    #expect(run.problems.first?["line"] as? Int == 3)
    #expect(
      run.errors.contains("nothing needs this entry any more: unknown-aps-key in a.json; --prune-baseline"))
    #expect(BuiltInRun([scratch("a.json")]).errors.isEmpty)
    #expect(BuiltInRun([scratch.path, "--ignore", "badge-type", "--format", "json"]).problems.count == 2)
    let pruned = BuiltInRun([scratch.path, "--prune-baseline", "--format", "json"])
    #expect(pruned.status == .clean)
    let text = scratch.text("base.json")
    #expect(text.split(separator: "\n").count == 4)
    #expect(BuiltInRun([scratch.path]).errors.isEmpty)
  }

  @Test("A run over a part changes the entries of that part only")
  func partial() throws {
    let scratch = try scratch()
    _ = write(scratch)
    try scratch.write("a.json", Array(#"{"aps": {}}"#.utf8))
    _ = BuiltInRun([scratch("a.json"), "--write-baseline", scratch("base.json")])
    let text = scratch.text("base.json")
    #expect(!text.contains("a.json"))
    #expect(text.contains("b/two.json"))
    try scratch.write("b/two.json", Array(#"{"aps": {}}"#.utf8))
    _ = BuiltInRun([scratch("b/two.json"), "--baseline", scratch("base.json"), "--prune-baseline"])
    #expect(!scratch.text("base.json").contains("two.json"))
    #expect(scratch.text("base.json").contains("lists.jsonl"))
  }

  @Test("A baseline whose run could not read everything is left as it is")
  func unreadable() throws {
    let scratch = try scratch()
    _ = write(scratch)
    let before = scratch.text("base.json")
    try scratch.write("a.json", Array(#"{"aps": {}}"#.utf8))
    let run = BuiltInRun([scratch.path, scratch("gone.json"), "--prune-baseline"])
    #expect(run.status == .trouble)
    #expect(run.errors.contains("left as it is"))
    #expect(scratch.text("base.json") == before)
  }

  @Test(
    "What is no baseline is an error with its place, and is never written over",
    arguments: [
      (#"{"aps": {}}"#, 1, 1, "this is no baseline"), ("", 1, 1, "this is no baseline"),
      ("{\"version\":1,\"entries\":[\n<<<<<<< ours\n]}", 2, 1, "no JSON any more"),
      ("{\"version\":2,\"entries\":[]}", 1, 12, "version 1"),
      ("{\"version\":1,\"entries\":{}}", 1, 24, "a list"),
      ("{\"version\":1,\n\"entris\":[]}", 2, 1, "did you mean 'entries'?"),
      ("{\"version\":1,\"entries\":[\n{\"file\":\"a\",\"rule\":\"b\"}]}", 2, 1, "needs 'file'"),
      ("{\"version\":1,\"entries\":[\n{\"file\":\"a\",\"rul\":\"b\"}]}", 2, 13, "did you mean 'rule'?"),
      ("{\"version\":1,\"entries\":[\n{\"file\":1}]}", 2, 9, "wrong type"),
      ("{\"version\":1,\"entries\":[\n{\"count\":0}]}", 2, 10, "count is a number from 1"),
      ("{\"version\":1,\"entries\":[\n{\"count\":\"2\"}]}", 2, 10, "wrong type"),
    ] as [(String, Int, Int, String)])
  func strict(text: String, line: Int, column: Int, expected: String) throws {
    let scratch = try scratch("baseline: base.json\n")
    try scratch.write("base.json", Array(text.utf8))
    for options in [[], ["--write-baseline", scratch("base.json")], ["--prune-baseline"]] {
      let run = BuiltInRun([scratch("a.json"), "--format", "json"] + options)
      #expect(run.status == .trouble)
      #expect(run.problems.first?["line"] as? Int == line, "\(run.errors)")
      #expect(run.problems.first?["column"] as? Int == column, "\(run.errors)")
      #expect(run.errors.contains(expected), "\(run.errors)")
      #expect(scratch.text("base.json") == text)
    }
  }

  @Test("One that is not there is an error at the line that names it")
  func missing() throws {
    let scratch = try scratch("fail-on: error\nbaseline: gone.json\n")
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.status == .trouble)
    #expect(run.problems.count == 1)
    #expect(run.problems.first?["line"] as? Int == 2)
    #expect(run.errors.contains("make it with --write-baseline"))
    #expect(BuiltInRun([scratch.path, "--no-config", "--baseline", scratch("gone")]).status == .trouble)
    #expect(
      BuiltInRun([scratch.path, "--no-config", "--prune-baseline"]).errors.contains(
        "--prune-baseline: neither"))
    for options in [["--baseline", "a"], ["--prune-baseline"]] {
      #expect(BuiltInRun(["--write-baseline", "b"] + options).status == .trouble)
    }
  }

  @Test("Entries that a merge wrote twice, or without a comma, count once")
  func merged() throws {
    let scratch = try scratch()
    _ = write(scratch)
    let lines = scratch.text("base.json").split(separator: "\n").map { String($0) }
    let doubled = [lines[0]] + (lines.dropFirst().dropLast() + lines.dropFirst().dropLast()) + ["]}"]
    try scratch.write("base.json", Array(doubled.joined(separator: "\n").utf8))
    let run = BuiltInRun([scratch.path, "--format", "json"])
    #expect(run.findings.isEmpty && run.problems.isEmpty, "\(run.errors)")
  }

  @Test("Reading and sorting take time in proportion to the entries")
  func linear() throws {
    func seconds(_ count: Int) throws -> Double {
      var baseline = Baseline()
      for number in 0..<count {
        let key = Baseline.Key(file: "push/\(number % 997)/\(number).json", fingerprint: String(number))
        baseline.entries[key] = Baseline.Entry(rule: "r", pointer: "/aps")
      }
      let start = ContinuousClock.now
      let read = try Baseline(baseline.text, file: "b")
      #expect(read.entries.count == count)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    let (short, long) = (try seconds(500), try seconds(4000))
    #expect(long < short * 30, "\(short) \(long)")
  }
}
