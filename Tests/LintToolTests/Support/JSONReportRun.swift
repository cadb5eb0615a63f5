import Foundation

/// A run whose output may be a JSON report, as Foundation reads it.
protocol JSONReportRun {
  var output: String { get }
}

extension JSONReportRun {
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:]
  }

  var results: [[String: Any]] { json["results"] as? [[String: Any]] ?? [] }
  var findings: [[String: Any]] { results.flatMap { $0["findings"] as? [[String: Any]] ?? [] } }
  var rules: [String] { findings.compactMap { $0["rule"] as? String } }
  var problems: [[String: Any]] { json["problems"] as? [[String: Any]] ?? [] }
}
