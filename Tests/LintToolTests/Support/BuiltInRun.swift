@testable import LintTool

/// One run of the tool in this process, with the built-in rules.
struct BuiltInRun: JSONReportRun {
  var status: LintTool.ExitStatus
  var output: String
  var errors: String

  init(_ arguments: [String], input: [UInt8] = []) {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    status = Tool(engines: BuiltInEngine.factory).run(
      arguments: arguments, environment: [:], input: MemoryInput(input), output: output, errors: errors)
    self.output = output.text
    self.errors = errors.text
  }

  /// The bytes of `source` that the only finding of a rule marks; nil where there is not exactly one.
  func marked(_ rule: String, in source: [UInt8]) -> [UInt8]? {
    let own = findings.filter { $0["rule"] as? String == rule }
    guard own.count == 1, let range = own[0]["range"] as? [String: Any],
      let start = (range["start"] as? [String: Any])?["offset"] as? Int,
      let end = (range["end"] as? [String: Any])?["offset"] as? Int, start <= end, end <= source.count
    else { return nil }
    return Array(source[start..<end])
  }
}
