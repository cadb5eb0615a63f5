internal import PayloadRules

/// Writes sums over a run: as a table, or as one object that can be added to another one.
struct StatisticsReporter {
  private let output: any OutputStream
  private let tool: ToolDescription
  private let isJSON: Bool

  init(output: any OutputStream, tool: ToolDescription, isJSON: Bool) {
    self.output = output
    self.tool = tool
    self.isJSON = isJSON
  }

  func finish(_ statistics: Statistics, summary: Summary, problems: [Problem]) {
    let failures = problems.reduce(0) { $0 + ($1.isFailure ? 1 : 0) }
    if isJSON {
      var writer = JSONWriter()
      write(statistics, summary, failures, to: &writer)
      output.write(writer.bytes + [0x0A])
    } else {
      output.write(table(statistics, summary, failures))
    }
  }

  /// Numbers are counts, so that adding them, by their names, gives the object of both runs.
  private func write(
    _ statistics: Statistics, _ summary: Summary, _ failures: Int, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("tool")
    tool.write(to: &writer)
    writer.member("inputs", summary.inputs)
    writer.member("problems", failures)
    writer.member("suppressed", summary.suppressed)
    writer.member("records", statistics.records)
    writer.member("cleanRecords", statistics.cleanRecords)
    writer.key("findings")
    writer.beginObject()
    for severity in StatisticsReporter.severities {
      writer.member(severity.rawValue, statistics.findings[severity] ?? 0)
    }
    writer.endObject()
    writer.key("rules")
    writer.beginObject()
    for (rule, count) in StatisticsReporter.sorted(statistics.rules) {
      writer.key(rule)
      writer.beginObject()
      writer.member("severity", count.severity.rawValue)
      writer.member("findings", count.findings)
      writer.member("first", count.first)
      writer.endObject()
    }
    writer.endObject()
    writer.key("pushTypes")
    writer.beginObject()
    for (type, count) in StatisticsReporter.sorted(statistics.pushTypes) {
      writer.member(type.isEmpty ? "unknown" : type, count)
    }
    writer.endObject()
    writer.key("payloadBytes")
    writer.beginObject()
    writer.member("count", statistics.sizes.total)
    writer.member("sum", statistics.sizes.bytes)
    writer.key("upTo")
    writer.beginObject()
    for (bound, count) in statistics.sizes.buckets { writer.member(String(bound), count) }
    writer.endObject()
    writer.endObject()
    writer.endObject()
  }

  private static let severities: [Severity] = [.error, .warning, .note]

  private static func sorted<Value>(_ table: [String: Value]) -> [(key: String, value: Value)] {
    table.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private func table(_ statistics: Statistics, _ summary: Summary, _ failures: Int) -> String {
    var text = "records     \(statistics.records), clean \(statistics.cleanRecords)\n"
    let types = StatisticsReporter.sorted(statistics.pushTypes).map {
      "\($0.key.isEmpty ? "unknown" : $0.key) \($0.value)"
    }
    if !types.isEmpty { text += "push types  \(types.joined(separator: ", "))\n" }
    let shares = [50, 90, 99, 100].compactMap { share in
      statistics.sizes.percentile(share).map { "\(share) % up to \($0)" }
    }
    if !shares.isEmpty { text += "bytes       \(shares.joined(separator: ", "))\n" }
    if !statistics.rules.isEmpty {
      text += "\n" + ruleTable(statistics.rules)
    }
    return text + "\n\(TextRenderer.describe(summary, failures: failures))\n"
  }

  /// The most frequent first.
  private func ruleTable(_ rules: [String: Statistics.RuleCount]) -> String {
    let rows = StatisticsReporter.sorted(rules).sorted { $0.value.findings > $1.value.findings }
    let width = rows.map { String($0.value.findings).count }.max() ?? 0
    let nameWidth = rows.map(\.key.count).max() ?? 0
    var text = ""
    for (rule, count) in rows {
      let number = String(count.findings)
      text += String(repeating: " ", count: width - number.count) + number
      text +=
        "  " + count.severity.rawValue + String(repeating: " ", count: 9 - count.severity.rawValue.count)
      text += rule + String(repeating: " ", count: nameWidth - rule.count + 2)
      text += "first at \(count.first.onOneLine)\n"
    }
    return text
  }
}
