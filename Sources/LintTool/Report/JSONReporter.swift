internal import PayloadRules

/// Writes version 1 of the JSON report as one object.
final class JSONReporter: Reporter {
  private let output: any OutputStream
  private let tool: ToolDescription
  /// The results so far, each behind a comma and a line end.
  private var results: [UInt8] = []
  let renderer: any RecordRenderer = JSONRenderer(isLines: false)

  init(output: any OutputStream, tool: ToolDescription) {
    self.output = output
    self.tool = tool
  }

  func add(_ rendered: [UInt8]) { results += rendered }

  func finish(summary: Summary, problems: [Problem]) {
    var head = JSONWriter()
    head.beginObject()
    head.key("version")
    head.number(1)
    head.key("tool")
    tool.write(to: &head)
    head.key("summary")
    JSONReporter.write(summary, to: &head)
    head.key("problems")
    head.beginArray()
    for problem in problems { JSONReporter.write(problem, to: &head) }
    head.endArray()
    // One result a line, so that two reports compare well; the object is closed by hand.
    output.write(head.bytes + Array(",\"results\":[".utf8))
    output.write(Array(results.dropFirst()))
    output.write(results.isEmpty ? "]}\n" : "\n]}\n")
  }

  static func write(_ summary: Summary, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("inputs", summary.inputs)
    writer.member("errors", summary.errors)
    writer.member("warnings", summary.warnings)
    writer.member("notes", summary.notes)
    writer.member("fixable", summary.fixable)
    writer.member("suppressed", summary.suppressed)
    writer.endObject()
  }

  static func write(_ problem: Problem, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("file", problem.file)
    writer.member("line", problem.line)
    writer.member("column", problem.column)
    writer.member("message", problem.message)
    writer.endObject()
  }
}

extension ToolDescription {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", ToolDescription.name)
    writer.member("version", ToolDescription.version)
    writer.member("facts", facts)
    writer.endObject()
  }
}

/// One result as an object: a line of its own, or an element of the whole report.
struct JSONRenderer: RecordRenderer {
  let isLines: Bool
  let showsCleanRecords = true

  func render(_ record: RecordReport, to bytes: inout [UInt8]) {
    if !isLines { bytes += ",\n".utf8 }
    var writer = JSONWriter(appendingTo: bytes)
    bytes = []
    JSONRenderer.write(record, to: &writer)
    bytes = writer.bytes
    if isLines { bytes.append(0x0A) }
  }

  static func write(_ record: RecordReport, to writer: inout JSONWriter) {
    let evaluation = record.evaluation
    writer.beginObject()
    writer.member("file", record.file)
    writer.member("record", record.record)
    writer.member("input", record.input)
    writer.member("pushType", evaluation.pushType.value)
    writer.member("pushTypeFrom", evaluation.pushType.from)
    writer.member("pushTypeCertainty", evaluation.pushType.certainty?.rawValue)
    writer.member("bytes", evaluation.bytes)
    writer.member("compactBytes", evaluation.compactBytes)
    writer.member("limit", evaluation.limit)
    writer.key("prediction")
    if let prediction = evaluation.prediction {
      writer.beginObject()
      writer.member("outcome", prediction.outcome.rawValue)
      writer.member("status", prediction.status)
      writer.member("reason", prediction.reason)
      writer.member("certainty", prediction.certainty?.rawValue)
      writer.member("alternatives", prediction.alternatives)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.member("notChecked", evaluation.notChecked)
    writer.key("findings")
    writer.beginArray()
    for finding in record.findings { write(finding, record.masker, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ reported: ReportedFinding, _ masker: Masker, to writer: inout JSONWriter) {
    let finding = reported.finding
    writer.beginObject()
    writer.member("rule", finding.rule)
    writer.member("severity", finding.severity.rawValue)
    writer.member("outcome", finding.outcome.rawValue)
    writer.member("reason", finding.reason)
    writer.member("message", masker.shortened(finding.message))
    writer.member("help", finding.help.map(masker.shortened))
    writer.member("documentation", finding.documentation)
    writer.member("subject", finding.subject.rawValue)
    writer.member("pointer", finding.pointer.map(masker.shortened))
    writer.member("name", finding.name.map(masker.shortened))
    writer.member("from", reported.from)
    writer.key("range")
    write(reported.place, to: &writer)
    writer.key("notes")
    writer.beginArray()
    for note in reported.notes {
      writer.beginObject()
      writer.member("message", masker.shortened(note.message))
      writer.key("range")
      write(note.place, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("fix")
    write(reported.fix, masker, to: &writer)
    writer.member("fingerprint", finding.fingerprint)
    writer.endObject()
  }

  private static func write(_ place: FilePlace?, to writer: inout JSONWriter) {
    guard let place else {
      writer.null()
      return
    }
    let (start, end) = place.source.positions(of: place.range)
    writer.beginObject()
    writer.member("file", place.isOtherFile ? place.source.path : nil)
    for (name, position) in [("start", start), ("end", end)] {
      writer.key(name)
      writer.beginObject()
      writer.member("line", position.line)
      writer.member("column", position.column)
      writer.member("offset", position.offset)
      writer.endObject()
    }
    writer.endObject()
  }

  private static func write(_ fix: ReportedFix?, _ masker: Masker, to writer: inout JSONWriter) {
    guard let fix else {
      writer.null()
      return
    }
    writer.beginObject()
    writer.member("title", masker.shortened(fix.title))
    writer.member("safety", fix.safety.rawValue)
    writer.key("redacted")
    writer.bool(fix.isRedacted)
    writer.key("edits")
    writer.beginArray()
    for edit in fix.edits where !fix.isRedacted {
      writer.beginObject()
      writer.member("start", edit.range.start)
      writer.member("end", edit.range.end)
      writer.member("text", edit.text)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: String, _ value: Int?) {
    key(name)
    if let value { number(value) } else { null() }
  }

  mutating func member(_ name: String, _ values: [String]) {
    key(name)
    beginArray()
    for value in values { string(value) }
    endArray()
  }
}
