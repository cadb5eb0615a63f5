internal import PayloadRules

/// The report for people: each finding with its source line, and a prediction where there is one.
struct TextRenderer: RecordRenderer {
  let decorator: TextDecorator
  let isQuiet: Bool
  let showsCleanRecords = false

  func render(_ record: RecordReport, to bytes: inout [UInt8]) {
    for reported in record.findings { bytes += (describe(reported, in: record) + "\n").utf8 }
    if !record.findings.isEmpty, !isQuiet, let prediction = record.evaluation.prediction {
      let number = record.record.map { " (record \($0))" } ?? ""
      var text = "\(record.file.onOneLine)\(number): \(TextRenderer.describe(prediction))\n"
      if !record.evaluation.notChecked.isEmpty {
        text += "  not checked: \(record.evaluation.notChecked.joined(separator: ", "))\n"
      }
      bytes += (text + "\n").utf8
    }
  }

  private func describe(_ reported: ReportedFinding, in record: RecordReport) -> String {
    let finding = reported.finding
    let masker = record.masker
    let severity = decorator.severity(finding.severity, finding.severity.rawValue)
    var text = "\(severity)[\(finding.rule)] \(decorator.strong(reported.heading(in: record)))"
    if reported.place != nil, let number = record.record { text += " (record \(number))" }
    text += "\n  \(masker.shortened(finding.message).onOneLine)\n"
    if let place = reported.place { text += excerpt(place, masker, finding.severity) }
    for note in reported.notes {
      let place = note.place.map { place in
        let start = place.source.position(at: place.range.start)
        return "\(place.source.path.onOneLine):\(start.line):\(start.column): "
      }
      text += "  note: \(place ?? "")\(masker.shortened(note.message).onOneLine)\n"
    }
    if let help = finding.help { text += "  help: \(masker.shortened(help).onOneLine)\n" }
    if let fix = reported.fix {
      text += "  fix (\(fix.safety.rawValue)): \(masker.shortened(fix.title).onOneLine)\n"
    }
    if let documentation = finding.documentation { text += "  see: \(documentation)\n" }
    return text
  }

  private func excerpt(_ place: FilePlace, _ masker: Masker, _ severity: Severity) -> String {
    let excerpt = Excerpt(place, masker: masker)
    let width = excerpt.lines.map { String($0.number).count }.max() ?? 1
    let gutter = String(repeating: " ", count: width)
    var text = ""
    for line in excerpt.lines {
      if line.followsGap { text += decorator.faint("  \(gutter) …") + "\n" }
      let number = String(line.number)
      let padded = String(repeating: " ", count: width - number.count) + number
      let separator = line.text.isEmpty ? "" : " "
      text += decorator.faint("  \(padded) |") + separator + line.text + "\n"
      text += decorator.faint("  \(gutter) |") + " "
      text += marked(line.marker, severity) + "\n"
    }
    return text
  }

  /// The marker line with its blanks outside the colour.
  private func marked(_ marker: String, _ severity: Severity) -> String {
    let blanks = marker.prefix { $0 == " " }
    return blanks + decorator.severity(severity, String(marker.dropFirst(blanks.count)))
  }

  static func describe(_ prediction: Prediction) -> String {
    var text: String
    switch prediction.outcome {
    case .accepted: text = "will be accepted"
    case .acceptedInvisible: text = "will be accepted, and nothing will be seen"
    case .rejected:
      let status = prediction.status.map { "\($0) " } ?? ""
      text = "will be rejected: \(status)\(prediction.reason ?? "")"
    case .unknown: text = "cannot tell what will happen"
    }
    switch prediction.certainty {
    case .documented, nil: break
    case .observed: text += " (observed)"
    case .guess: text += " (a guess)"
    }
    if !prediction.alternatives.isEmpty { text += ", or \(prediction.alternatives.joined(separator: ", "))" }
    return text
  }

  /// The line that ends a report; empty for none.
  func ending(_ summary: Summary, _ problems: [Problem]) -> String {
    let failures = problems.reduce(0) { $0 + ($1.isFailure ? 1 : 0) }
    // Where the tool gave up before the first input, nothing was looked at, and "nothing found" would be praise.
    if isQuiet || (failures > 0 && summary.inputs == 0) { return "" }
    return TextRenderer.describe(summary, failures: failures) + "\n"
  }

  /// How many findings of each severity there are.
  static func counts(_ summary: Summary) -> String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    if summary.errors + summary.warnings + summary.notes == 0 { return "nothing found" }
    return [
      count(summary.errors, "error"), count(summary.warnings, "warning"), count(summary.notes, "note"),
    ].joined(separator: ", ")
  }

  static func describe(_ summary: Summary, failures: Int = 0) -> String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    let text = count(summary.inputs, "input") + ": " + counts(summary)
    var extras: [String] = []
    if summary.fixable > 0 { extras.append("\(summary.fixable) fixable") }
    if summary.suppressed > 0 { extras.append("\(summary.suppressed) suppressed") }
    if failures > 0 { extras.append(count(failures, "problem")) }
    return extras.isEmpty ? text : text + " (\(extras.joined(separator: ", ")))"
  }
}
