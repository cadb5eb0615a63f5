package import PayloadRules

/// Trouble of the tool itself: a file that cannot be read, a suppression that is not needed.
package struct Problem: Sendable, Hashable {
  package var file: String?
  package var line: Int?
  package var column: Int?
  package var message: String
  /// Whether the tool could not do its job, so that the exit status is 2.
  package var isFailure: Bool

  package init(
    _ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil, isFailure: Bool = true
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.isFailure = isFailure
  }

  package init(_ error: ConfigurationError) {
    self.init(error.message, file: error.file, line: error.line, column: error.column)
  }

  /// `file:line:column: message`, as standard error shows it.
  var text: String {
    var place = file?.onOneLine ?? ""
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

/// A place in a file.
package struct FilePlace: Sendable {
  package var source: SourceText
  package var range: ByteRange
  /// Whether the place lies in another file than the input's own.
  package var isOtherFile = false
}

/// A fix as it would change the file.
package struct ReportedFix: Sendable {
  package var title: String
  package var safety: FixSafety
  /// In byte offsets of the file; left out where one holds a secret.
  package var edits: [Edit]
  package var isRedacted: Bool
}

/// A finding with its places in files.
package struct ReportedFinding: Sendable {
  package var finding: Finding
  package var place: FilePlace?
  /// The option or configuration line that the fact at fault came from, where it was in no file.
  package var from: String?
  package var notes: [(message: String, place: FilePlace?)]
  package var fix: ReportedFix?
}

/// What one request, or one payload, drew.
package struct RecordReport: Sendable {
  package var file: String
  package var record: Int?
  package var input: String
  package var evaluation: Evaluation
  package var findings: [ReportedFinding]
  package var masker: Masker

  package func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $0 + ($1.finding.severity == severity ? 1 : 0) }
  }
}

/// The sums over a run.
package struct Summary: Sendable, Hashable {
  package var inputs = 0
  package var errors = 0
  package var warnings = 0
  package var notes = 0
  package var fixable = 0
  package var suppressed = 0

  package init() {}

  mutating func add(_ other: Summary) {
    inputs += other.inputs
    errors += other.errors
    warnings += other.warnings
    notes += other.notes
    fixable += other.fixable
    suppressed += other.suppressed
  }

  mutating func add(_ record: RecordReport) {
    errors += record.count(.error)
    warnings += record.count(.warning)
    notes += record.count(.note)
    fixable += record.findings.reduce(0) { $0 + ($1.fix == nil ? 0 : 1) }
  }

  /// Whether something at or above the threshold was found.
  func fails(_ threshold: FailureThreshold) -> Bool {
    switch threshold {
    case .never: false
    case .error: errors > 0
    case .warning: errors + warnings > 0
    case .note: errors + warnings + notes > 0
    }
  }
}

/// Who made a report, for its head.
package struct ToolDescription: Sendable {
  package static let name = "apns-lint"
  package static let version = "0.1.0"
  /// Day on which the facts were last checked.
  package var facts: String

  package init(facts: String) { self.facts = facts }
}

/// Writes single records in one of the forms of a report; immutable, so that threads share it.
package protocol RecordRenderer: Sendable {
  /// Whether a record without findings leaves a trace in the report.
  var showsCleanRecords: Bool { get }
  func render(_ record: RecordReport, to bytes: inout [UInt8])
}

/// Turns results into one of the forms of a report.
package protocol Reporter: AnyObject {
  var renderer: any RecordRenderer { get }
  /// Takes what the renderer made of some records; called in the order of the report.
  func add(_ rendered: [UInt8])
  /// Called once, last.
  func finish(summary: Summary, problems: [Problem])
}
