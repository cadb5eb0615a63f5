internal import PayloadRules

/// What an `.apns-lint.yaml` says, checked as far as it can be without the rules.
struct Configuration: Sendable {
  static let fileName = ".apns-lint.yaml"
  static let keys = [
    "rules", "extends", "severity", "fail-on", "exclude", "contexts", "suppress", "placeholders", "baseline",
  ]

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
    var place: Place
  }

  /// A form of placeholder that only this project uses.
  struct Placeholder: Sendable {
    var pattern: Pattern
    var text: String
    var maximumBytes: Int?
    var place: Place
  }

  struct Suppression: Sendable {
    var files: [Glob]
    var rule: String
    /// With `*` for any key or index.
    var pointer: String?
    /// That of the one finding, value included, that it is about.
    var fingerprint: String?
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
  var failOn: (threshold: FailureThreshold, place: Place)?
  var exclude: [(glob: Glob, place: Place)] = []
  var contexts: [Context] = []
  var suppressions: [Suppression] = []
  var placeholders: [Placeholder] = []
  /// Absolute, with the line that names it.
  var baseline: (path: String, place: Place)?

  /// The first context that matches a file.
  func context(for relativePath: String) -> Context? {
    contexts.first { $0.files.contains { $0.matches(path: relativePath) } }
  }

  /// The facts for a file, the first context that matches.
  func facts(for relativePath: String) -> StatedFacts { context(for: relativePath)?.facts ?? StatedFacts() }

  func excludes(_ relativePath: String) -> Bool { exclusion(of: relativePath) != nil }

  /// The pattern that leaves a file out.
  func exclusion(of relativePath: String) -> (glob: Glob, place: Place)? {
    exclude.first { $0.glob.matches(path: relativePath) }
  }
}
