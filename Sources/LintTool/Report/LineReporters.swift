internal import PayloadRules

/// A report that is nothing but its records, one after the other, and what its form has at the end.
final class StreamReporter: Reporter {
  private let output: any OutputStream
  let renderer: any RecordRenderer
  private let ending: (Summary, [Problem]) -> String

  init(
    output: any OutputStream, _ renderer: any RecordRenderer,
    ending: @escaping (Summary, [Problem]) -> String = { _, _ in "" }
  ) {
    self.output = output
    self.renderer = renderer
    self.ending = ending
  }

  func add(_ rendered: [UInt8]) { output.write(rendered) }

  func finish(summary: Summary, problems: [Problem]) {
    let text = ending(summary, problems)
    if !text.isEmpty { output.write(text) }
  }
}

/// One finding a line: `file:line:column: severity: message [rule]`.
struct CompactRenderer: RecordRenderer {
  let showsCleanRecords = false

  func render(_ record: RecordReport, to bytes: inout [UInt8]) {
    for reported in record.findings {
      let finding = reported.finding
      let message = record.masker.shortened(finding.message).onOneLine
      bytes +=
        "\(reported.heading(in: record)): \(finding.severity.rawValue): \(message) [\(finding.rule)]\n".utf8
    }
  }
}

/// Workflow commands, which GitHub shows beside the lines of a pull request.
struct GitHubRenderer: RecordRenderer {
  let showsCleanRecords = false

  func render(_ record: RecordReport, to bytes: inout [UInt8]) {
    for reported in record.findings {
      let finding = reported.finding
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      var properties = "file=\(GitHubRenderer.property(reported.place?.source.path ?? record.file))"
      if let place = reported.place {
        let (start, end) = place.source.positions(of: place.range)
        properties += ",line=\(start.line),endLine=\(end.line)"
        // Columns are only understood within one line.
        if start.line == end.line {
          properties += ",col=\(start.column),endColumn=\(max(start.column, end.column - 1))"
        }
      }
      properties += ",title=\(GitHubRenderer.property(finding.rule))"
      var message = record.masker.shortened(finding.message)
      if let help = finding.help { message += "\n" + record.masker.shortened(help) }
      bytes += "::\(command) \(properties)::\(GitHubRenderer.data(message))\n".utf8
    }
  }

  static func ending(_ problems: [Problem]) -> String {
    var text = ""
    for problem in problems {
      var properties = problem.file.map { " file=\(property($0))" } ?? ""
      if let line = problem.line, problem.file != nil { properties += ",line=\(line)" }
      text += "::\(problem.isFailure ? "error" : "warning")\(properties)::\(data(problem.message))\n"
    }
    return text
  }

  private static func data(_ text: String) -> String {
    escape(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  private static func property(_ text: String) -> String {
    escape(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escape(_ text: String, _ table: [UnicodeScalar: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = table[scalar] {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension ReportedFinding {
  /// `file:line:column`, with the record where there are several, and the option where there is no place.
  func heading(in record: RecordReport) -> String {
    if let place {
      let start = place.source.position(at: place.range.start)
      return "\(place.source.path.onOneLine):\(start.line):\(start.column)"
    }
    let number = record.record.map { " (record \($0))" } ?? ""
    return record.file.onOneLine + number + (from.map { " (\($0.onOneLine))" } ?? "")
  }
}

extension String {
  /// Without line ends and other control characters, which would break a report's lines.
  var onOneLine: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      result.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return result
  }
}
