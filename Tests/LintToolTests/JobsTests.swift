import Foundation
import LintTool
import PayloadRules
import Testing

/// Whatever the number of threads, the report has the same bytes.
@Suite struct JobsTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../corpus/push-types").standardizedFileURL.path

  @Test("The corpus draws the same bytes with one job and with eight", arguments: ["text", "json"])
  func corpus(format: String) {
    let arguments = ["--format", format, "--now", "2026-11-30T12:00:00Z", Self.corpus]
    let one = BuiltInRun(["--jobs", "1"] + arguments)
    let eight = BuiltInRun(["--jobs", "8"] + arguments)
    #expect(one.output == eight.output)
    #expect(one.errors == eight.errors)
    #expect(one.status == eight.status)
    #expect(one.output.utf8.count > 10_000)
  }

  @Test(
    "A generated stream draws the same bytes, from a file and from standard input",
    arguments: ["jsonl", "compact", "text", "json"])
  func stream(format: String) throws {
    let text = Self.lines(1500)
    let scratch = try Scratch(["log.jsonl": text])
    let one = ToolRun(["--jobs", "1", "--format", format, scratch("log.jsonl")])
    let eight = ToolRun(["--jobs", "8", "--format", format, scratch("log.jsonl")])
    #expect(one.output == eight.output)
    let piped = ["-", "--input", "jsonl", "--stdin-filename", scratch("log.jsonl"), "--format", format]
    #expect(ToolRun(piped + ["--jobs", "8"], input: text).output == one.output)
    #expect(one.status == .findings)
    #expect(one.output.utf8.count > 10_000)
  }

  @Test("Problems keep the order of the files, and suppressions are counted once, whatever the jobs")
  func problems() throws {
    let scratch = try Scratch()
    for number in 10..<90 {
      try scratch.write(
        "f\(number).json", Array(number % 7 == 0 ? [0, 1, 2] : Array(Self.push(number).utf8)))
    }
    try scratch.write("sub/.apns-lint.yaml", Array("nonsense: 1\n".utf8))
    for number in 10..<40 { try scratch.write("sub/s\(number).json", Array(Self.push(number).utf8)) }
    try scratch.write(
      ".apns-lint.yaml",
      Array(
        "suppress:\n  - {files: \"f1*\", rule: bad-word, reason: old}\n  - {files: q, rule: odd-word, reason: x}\n"
          .utf8))
    let files = (10..<90).map { scratch("f\($0).json") }
    for format in ["text", "json"] {
      for paths in [files, [scratch.path]] {
        let one = ToolRun(["--jobs", "1", "--format", format] + paths)
        let eight = ToolRun(["--jobs", "8", "--format", format] + paths)
        #expect(one.output == eight.output)
        #expect(one.errors == eight.errors)
        #expect(one.status == .trouble)
      }
    }
    let walked = ToolRun(["--jobs", "8", "--format", "json", scratch.path])
    #expect(walked.problems.count == 2, "\(walked.problems)")
    let summary = walked.json["summary"] as? [String: Int]
    // f12, f15 and f18.
    #expect(summary?["suppressed"] == 3)
  }

  @Test("Baselines, suppressions, placeholders and explanations are the same, whatever the jobs")
  func configured() throws {
    let configuration = """
      suppress:
        - {files: "f1*", rule: unknown-aps-key, pointer: "/aps/*", reason: old}
        - {files: gone, rule: badge-type, reason: x}
      placeholders:
        - {pattern: "<<.+>>", max-bytes: 5000}
      """
    let scratch = try Scratch([".apns-lint.yaml": configuration, "data.jsonl": "{\"x\": 1}\n"])
    func write(extra: String) throws {
      // Long, so that few of them fill many chunks.
      let padding = String(repeating: " ", count: 2000)
      var lines = ""
      for number in 0..<125 {
        lines +=
          "{\"aps\": {\"alert\": \"<<a>>\", \"badge\": \"\(number % 5)\"}, \"n\": \(number)\(padding)}\n"
        if number % 25 == 0 { lines += extra }
      }
      try scratch.write("log.jsonl", Array(lines.utf8))
      for number in 10..<30 {
        let text = "{\"aps\": {\"alert\": \"Hi\", \"badge\": \"\(number)\", \"k\(number % 3)\": 1}}\n"
        try scratch.write("f\(number).json", Array((number % 9 == 0 ? "[]" : text).utf8))
      }
    }
    func same(_ options: [String], writes file: String? = nil) throws -> BuiltInRun {
      let before = file.map { scratch.text($0) }
      let arguments = ["--format", "json", "--explain-input", scratch.path] + options
      let one = BuiltInRun(["--jobs", "1"] + arguments)
      let after = file.map { scratch.text($0) }
      if let file, let before { try scratch.write(file, Array(before.utf8)) }
      let eight = BuiltInRun(["--jobs", "8"] + arguments)
      #expect(one.output == eight.output)
      #expect(one.errors == eight.errors)
      #expect(one.status == eight.status)
      #expect(after == file.map { scratch.text($0) })
      return eight
    }
    try write(extra: "")
    let base = scratch("base.json")
    try scratch.write("base.json", Array("{\"version\":1,\"entries\":[]}".utf8))
    let written = try same(["--write-baseline", base], writes: "base.json")
    #expect(written.status == .clean, "\(written.output.prefix(500))")
    #expect(written.errors.contains("data.jsonl: passed over: its first line is no push"))
    try write(extra: "{\"aps\": {\"alert\": \"Hi\", \"badge\": \"new\"}}\n")
    try scratch.write("f11.json", Array(#"{"aps": {"alert": "Hi"}}"#.utf8))
    let applied = try same(["--baseline", base])
    #expect(applied.findings.count == 5)
    #expect(applied.findings.compactMap { $0["rule"] as? String }.allSatisfy { $0 == "badge-type" })
    _ = try same(["--baseline", base, "--prune-baseline"], writes: "base.json")
    #expect(!scratch.text("base.json").contains("f11.json"))
  }

  /// Lines of which some are wrong, some broken, some blank; long enough for many chunks.
  private static func lines(_ count: Int) -> String {
    var text = ""
    for number in 0..<count {
      switch number % 11 {
      case 3: text += "\n"
      case 5: text += "{\"aps\": {\"alert\": \"BAD\"\n"
      case 7: text += #"{"headers": {"apns-topic": "ODD"}, "payload": {"aps": {}}}"# + "\r\n"
      default: text += push(number) + "\n"
      }
    }
    return text
  }

  /// `BAD` in every third.
  private static func push(_ number: Int) -> String {
    let word = number % 3 == 0 ? "BAD" : "fine"
    return
      "{\"aps\": {\"alert\": \"\(word) \(number)\"}, \"padding\": \"\(String(repeating: "x", count: 300))\"}"
  }
}
