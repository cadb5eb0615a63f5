import Foundation
import LintTool
import PayloadRules
import Testing

/// JSON Lines as a stream: lines and records keep their numbers, and nothing ends the stream but its end.
@Suite struct LinesTests {
  private static let bad = #"{"aps": {"alert": "BAD"}}"#
  private static let good = #"{"aps": {"alert": "fine"}}"#

  /// Each with the lines that `BAD` stands on, and the number of records.
  static let streams: [(text: String, lines: [Int], records: Int)] = [
    ("\(bad)\n\(good)\n\(bad)\n", [1, 3], 3),
    // Blank lines are none, and a last line needs no end.
    ("\n  \n\(bad)\n\t\n\(bad)", [3, 5], 2),
    ("\(good)\r\n\r\n\(bad)\r\n", [3], 2),
    ("\u{FEFF}\(bad)\n\(bad)\n", [1, 2], 2),
    ("\u{FEFF}", [], 0),
    ("", [], 0),
    ("\n\n", [], 0),
    (#"{"headers": {"apns-topic": "BAD"}, "payload": {"aps": {}}}"# + "\n\(bad)\n", [1, 2], 2),
    // Broken lines do not end the stream.
    ("{\"aps\": \n\(bad)\n{\n[]\n\(bad)\n", [2, 5], 5),
    // A carriage return by itself is white space inside a line.
    ("{\"aps\":\r{\"alert\":\r\"BAD\"}}\n\(bad)\n", [1, 2], 2),
    ("{\"aps\": {\"alert\": \"é😀 BAD\"}}\n{\"aps\": {\"alert\": \"\u{1F600} BAD\"}}\n", [1, 2], 2),
  ]

  @Test(
    "Findings stand at their line, records are counted, and offsets lead into the file", arguments: streams)
  func places(text: String, lines: [Int], records: Int) throws {
    let scratch = try Scratch(["a.jsonl": text])
    let runs = [
      ToolRun(["-", "--input", "jsonl", "--format", "json"], input: text),
      ToolRun([scratch("a.jsonl"), "--format", "json"]),
    ]
    for run in runs {
      #expect(run.results.map { $0["record"] as? Int ?? 0 } == Array((0...records).dropFirst()))
      let found = run.findings.map { finding in
        ((finding["range"] as? [String: Any])?["start"] as? [String: Int])?["line"]
      }
      #expect(found == lines)
      #expect(run.marked(in: Array(text.utf8)) == Array(repeating: "BAD", count: lines.count))
      let edits = run.findings.compactMap { ($0["fix"] as? [String: Any])?["edits"] as? [[String: Any]] }
      for edit in edits.compactMap(\.first) {
        let range = try #require(edit["start"] as? Int)..<(try #require(edit["end"] as? Int))
        #expect(Array(Array(text.utf8)[range]) == Array("BAD".utf8))
      }
    }
  }

  @Test("A column counts characters from the line's beginning")
  func column() {
    let run = ToolRun(
      ["-", "--input", "jsonl", "--format", "compact"], input: "{}\n{\"aps\": {\"alert\": \"é😀 BAD\"}}\n")
    #expect(run.output == "-:2:23: error: the word BAD [bad-word]\n")
  }

  @Test("An overlong line is one finding, and the lines behind it are judged", arguments: [false, true])
  func overlong(isLast: Bool) throws {
    let limit = 1 << 20
    let long = "{\"aps\": {\"alert\": \"BAD \(String(repeating: "x", count: limit))\"}}"
    // As long as a line may be, and one byte longer.
    let fitting = long.dropLast(long.utf8.count - limit)
    let over = long.dropLast(long.utf8.count - limit - 1)
    let text =
      isLast
      ? "\(Self.bad)\n\(long)" : "\(Self.bad)\n\(fitting)\r\n\(over)\n\(long)\n\(long)\n\(Self.bad)\n"
    let scratch = try Scratch(["a.jsonl": text])
    let runs = [
      ToolRun(["-", "--input", "jsonl", "--format", "compact"], input: text),
      ToolRun([scratch("a.jsonl"), "--format", "compact", "--jobs", "3"]),
    ]
    for run in runs {
      let lines = run.output.split(separator: "\n").map { line in
        line.split(separator: ":").dropFirst().prefix(2).joined(separator: ":") + " "
          + (line.split(separator: "[").last.map(String.init) ?? "")
      }
      let expected =
        isLast
        ? ["1:20 bad-word]", "2:1 jsonl-line-too-long]"]
        : [
          "1:20 bad-word]", "2:20 bad-word]", "3:1 jsonl-line-too-long]", "4:1 jsonl-line-too-long]",
          "5:1 jsonl-line-too-long]", "6:20 bad-word]",
        ]
      #expect(lines == expected)
    }
  }

  @Test("A line that was cut off is a finding at its place; the built-in rules say so")
  func truncated() {
    let text = "\(Self.good)\n{\"aps\": {\"alert\": \"Rea"
    let run = BuiltInRun(["-", "--input", "jsonl", "--format", "compact"], input: Array(text.utf8))
    #expect(run.output.hasPrefix("-:2:23: error: "))
    #expect(run.output.hasSuffix("[json-unclosed]\n"))
    #expect(run.status == .findings)
    let long = Array(repeating: UInt8(ascii: "["), count: 3 << 20)
    let passed = BuiltInRun(["-", "--input", "jsonl", "--format", "compact"], input: long)
    #expect(passed.output.hasPrefix("-:1:1: error: this line is longer than 1048576 bytes"))
  }

  @Test("What becomes of a line does not hang on where blocks end", arguments: [1, 2, 3, 7, 64, 4096])
  func blocks(size: Int) {
    let text = Array("\u{FEFF}\(Self.bad)\r\n\n\(Self.good)\n{\"x\": \n\(Self.bad)".utf8)
    let whole = ToolRun(["-", "--input", "jsonl", "--format", "jsonl"], bytes: text)
    let parts = BlockInput(text, size: size)
    let output = MemoryOutput()
    _ = Tool(engines: ToolRun.factory(StubEngine())).run(
      arguments: ["-", "--input", "jsonl", "--format", "jsonl"], input: parts, output: output,
      errors: MemoryOutput())
    #expect(output.text == whole.output)
    #expect(whole.output.split(separator: "\n").count == 4)
  }

  @Test("UTF-16 in lines is read as a whole")
  func utf16() {
    let text = "\(Self.good)\n\(Self.bad)\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let run = ToolRun(["-", "--input", "jsonl", "--format", "json"], bytes: bytes)
    #expect(run.rules.sorted() == ["bad-word", "json-utf-16"])
    #expect(run.results.count == 2)
    let binary = ToolRun(["-", "--input", "jsonl"], bytes: [0x7F, 0, 1, 2, 0, 0, 5])
    #expect(binary.status == .trouble)
  }

  @Test("A stream is longer than any file may be, and memory does not grow with it")
  func endless() {
    // More than the 64 MiB at which a file is refused.
    let input = RepeatedInput(
      Array((Self.good + String(repeating: " ", count: 4000) + "\n").utf8), times: 17_000)
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let status = Tool(engines: ToolRun.factory(StubEngine(fixed: { _ in Evaluation() }))).run(
      arguments: ["-", "--input", "jsonl", "--statistics", "--format", "json"], input: input, output: output,
      errors: errors)
    #expect(status == .clean, "\(errors.text)")
    #expect(output.text.contains(#""records":17000,"cleanRecords":17000"#))
  }
}

/// Bytes in blocks of one size.
private final class BlockInput: LintTool.InputStream {
  private var rest: ArraySlice<UInt8>
  private let size: Int
  let isTerminal = false

  init(_ bytes: [UInt8], size: Int) {
    rest = bytes[...]
    self.size = size
  }

  func readSome() -> [UInt8] {
    let block = Array(rest.prefix(size))
    rest = rest.dropFirst(size)
    return block
  }
}

/// The same block again and again.
private final class RepeatedInput: LintTool.InputStream {
  private let block: [UInt8]
  private var left: Int
  let isTerminal = false

  init(_ line: [UInt8], times: Int) {
    block = (0..<20).flatMap { _ in line }
    left = times / 20
  }

  func readSome() -> [UInt8] {
    left -= 1
    return left < 0 ? [] : block
  }
}
