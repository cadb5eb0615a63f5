/// One input, with what it is judged by.
struct LintTask: Sendable {
  /// Tells one from another.
  var number: Int
  /// As the user wrote it, or found below what the user wrote; nil for standard input.
  var path: String?
  /// What reports call it.
  var name: String
  /// Named by the user, not met while walking.
  var isNamed: Bool
  var setup: Setup
  /// Its path as the configuration's globs see it.
  var relative: String
  /// Numbers of the suppressions for it.
  var suppressions: [Int] = []
  /// What is put up with, and its name there.
  var baseline: LoadedBaseline?
  var baselineName = ""
  /// What standard input held.
  var bytes: [UInt8]?

  /// The folder that files named in the input count from.
  var folder = ""
}

/// A piece of the work of a run, for one thread.
enum LintPiece: Sendable {
  enum Item: Sendable {
    case input(LintTask)
    case trouble(Problem)
    /// Something to be said beside the report, in its order.
    case message(String)
  }

  /// Whole inputs, several at a time since most are small.
  case items([Item])
  /// Some lines of a stream.
  case lines(LineChunk, LintTask)
}

/// What became of a piece, ready to be written.
struct LintOutcome: Sendable {
  /// By form of the report.
  var rendered: [[UInt8]]
  var summary = Summary()
  var fails = false
  var problems: [Problem] = []
  var suppressions = SuppressionUse()
  /// Findings that a baseline covers, or that are written into one.
  var known: [LoadedBaseline.Known] = []
  /// What is said beside the report.
  var messages: [String] = []
  /// Only where they are asked for.
  var statistics: Statistics?
}
