import Foundation
import LintTool
import PayloadRules

/// One run of the tool in this process.
struct ToolRun: JSONReportRun {
  var status: LintTool.ExitStatus
  var output: String
  var errors: String

  init(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], isTerminal: Bool = false,
    engine: StubEngine = StubEngine()
  ) {
    self.init(
      arguments, bytes: Array(input.utf8), environment: environment, isTerminal: isTerminal, engine: engine)
  }

  init(
    _ arguments: [String], bytes: [UInt8], environment: [String: String] = [:], isTerminal: Bool = false,
    engine: StubEngine = StubEngine()
  ) {
    let output = MemoryOutput(isTerminal: isTerminal)
    let errors = MemoryOutput()
    status = Tool(engines: ToolRun.factory(engine)).run(
      arguments: arguments, environment: environment, input: MemoryInput(bytes), output: output,
      errors: errors)
    self.output = output.text
    self.errors = errors.text
  }

  static func factory(_ engine: StubEngine) -> EngineFactory {
    EngineFactory(
      make: { request throws(ConfigurationError) in
        if let file = request.ruleFiles.first(where: { $0.bytes.starts(with: Array("broken".utf8)) }) {
          throw ConfigurationError("no rules file", file: file.name, line: 1, column: 1)
        }
        return engine
      },
      runExamples: { file throws(ConfigurationError) in
        file == nil
          ? ExampleOutcome(passed: 3, failures: [])
          : ExampleOutcome(passed: 1, failures: ["rules.yaml:2:3: no"])
      })
  }

  /// The text that each finding marks in `source`.
  func marked(in source: [UInt8]) -> [String] {
    findings.map { finding in
      guard let range = finding["range"] as? [String: Any], let start = range["start"] as? [String: Any],
        let end = range["end"] as? [String: Any], let first = start["offset"] as? Int,
        let last = end["offset"] as? Int, first <= last, last <= source.count
      else { return "-" }
      return String(decoding: source[first..<last], as: UTF8.self)
    }
  }
}

/// A folder of its own for one test, gone afterwards.
final class Scratch {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "lint-tool-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // Configuration above the folder does not count.
    try write(".git/HEAD", Array("".utf8))
    for (name, text) in files { try write(name, Array(text.utf8)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let full = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: full))
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
  }
}
