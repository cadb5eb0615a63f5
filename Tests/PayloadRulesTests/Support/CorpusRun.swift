import Foundation
import LintTool

/// One run of the tool, in this process and with the built-in rules, over a file or a text.
struct CorpusRun {
  struct Finding {
    var rule: String
    var severity: String
    var reason: String?
    var subject: String
    var pointer: String?
    var name: String?
    var line: Int
    var column: Int

    init(_ object: [String: Any]) {
      rule = object["rule"] as? String ?? ""
      severity = object["severity"] as? String ?? ""
      reason = object["reason"] as? String
      subject = object["subject"] as? String ?? ""
      pointer = object["pointer"] as? String
      name = object["name"] as? String
      let start = (object["range"] as? [String: Any])?["start"] as? [String: Any]
      line = start?["line"] as? Int ?? 0
      column = start?["column"] as? Int ?? 0
    }

    /// How expectations beside corpus files say it.
    var summary: String { "\(line):\(column) \(severity) \(rule)" }
    var place: String { pointer ?? name ?? subject }
  }

  var findings: [Finding]
  /// What the tool said of itself: standard error, and problems in the report.
  var trouble: String

  init(_ arguments: [String], input: String = "") {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let status = Tool(engines: BuiltInEngine.factory).run(
      arguments: ["lint", "--no-config", "--format", "json", "--fail-on", "never"] + arguments,
      input: MemoryInput(Array(input.utf8)), output: output, errors: errors)
    let report = (try? JSONSerialization.jsonObject(with: Data(output.bytes))) as? [String: Any]
    let results = report?["results"] as? [[String: Any]] ?? []
    findings = results.flatMap { $0["findings"] as? [[String: Any]] ?? [] }.map(Finding.init)
    trouble = errors.text
    if report == nil { trouble += "no report in JSON\n" }
    if status != .clean { trouble += "exit status \(status)\n" }
  }
}
