internal import RuleFiles

/// Why options, configuration or rules could not be used, and where.
package struct ConfigurationError: Error, Sendable, Hashable {
  /// The file, or nil for the command line.
  package var file: String?
  package var line: Int?
  package var column: Int?
  package var message: String

  package init(_ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.message = message
    self.file = file
    self.line = line
    self.column = column
  }

  package init(_ error: FileError) { self.init(error.message, file: error.path) }

  init(_ error: YAMLError, file: String) {
    var message = error.message
    if let nearest = error.nearest, !message.contains("'\(nearest)'") {
      message += "; did you mean '\(nearest)'?"
    }
    self.init(message, file: file, line: error.line, column: error.column)
  }
}
