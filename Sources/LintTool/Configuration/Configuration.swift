internal import PayloadRules

/// What an `.apns-lint.yaml` says, checked as far as it can be without the rules.
struct Configuration: Sendable {
  static let fileName = ".apns-lint.yaml"

  /// A setting with the line that it stands in.
  struct Place: Sendable, Hashable {
    var file: String
    var line: Int
    var column: Int

    var text: String { "\(file):\(line)" }
  }

  struct Level: Sendable {
    var pattern: String
    /// Nil for `none`.
    var severity: Severity?
    var place: Place
  }

  struct Context: Sendable {
    var files: [Glob]
    var facts: StatedFacts
  }

  struct Suppression: Sendable {
    var files: [Glob]
    var rule: String
    var pointer: String?
    var reason: String
    /// The last day on which it holds, as seconds since 1970 of its beginning.
    var until: Double?
    var untilText: String?
    var place: Place
  }

  /// As the user would name it.
  var file: String
  /// Absolute path of the folder that its paths and globs count from.
  var folder: String
  var rules: [(path: String, place: Place)] = []
  var includesBuiltIn = true
  var levels: [Level] = []
  var failOn: FailureThreshold?
  var exclude: [Glob] = []
  var contexts: [Context] = []
  var suppressions: [Suppression] = []

  /// The facts for a file, the first context that matches.
  func facts(for relativePath: String) -> StatedFacts {
    contexts.first { $0.files.contains { $0.matches(path: relativePath) } }?.facts ?? StatedFacts()
  }

  func excludes(_ relativePath: String) -> Bool { exclude.contains { $0.matches(path: relativePath) } }
}
