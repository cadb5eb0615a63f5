internal import PayloadRules

/// Facts that the user stated outside the input, with the option or configuration line that did.
struct StatedFacts: Sendable {
  struct Stated: Sendable {
    var value: String
    var from: String
    /// The line of the configuration; nil for an option.
    var place: Configuration.Place?
  }

  var pushType: Stated?
  var topic: Stated?
  var priority: Stated?
  var token: Stated?
  var environment: Stated?
  var headers: [(name: String, stated: Stated)] = []
  var context: [String: Stated] = [:]

  /// Facts that `other` adds where this one is silent.
  func filled(from other: StatedFacts) -> StatedFacts {
    var result = self
    result.pushType = pushType ?? other.pushType
    result.topic = topic ?? other.topic
    result.priority = priority ?? other.priority
    result.token = token ?? other.token
    result.environment = environment ?? other.environment
    result.headers += other.headers
    result.context.merge(other.context) { mine, _ in mine }
    return result
  }
}

/// Keys of facts that no one can see in a request.
enum ContextKey {
  static let all = [
    "token-environment", "token-kind", "key-environment", "key-file", "key-id", "team-id", "certificate",
    "certificate-environment", "certificate-expires", "certificate-topics", "message-storage-policy",
    "platform", "now", "payload-schema", "content-state-schema", "jwt-use", "endpoint", "sns-platform",
    "bundle-id",
  ]
  /// Those that are times, which may be written in either form that `--now` takes.
  static let times = ["now", "certificate-expires"]
}

/// The options of `lint`, checked.
struct LintOptions: Sendable {
  /// More threads than this are started only where somebody asks for them.
  static let mostJobsByItself = 16

  struct Format: Sendable, Hashable {
    var name: String
    /// Nil for standard output.
    var file: String?
  }

  var input = InputKind.auto
  var stdinFilename: String?
  var facts = StatedFacts()
  var profile = Profile.fixture
  var now: Double?
  var formats: [Format] = []
  var configuration: ConfigurationChoice = .nearest
  var rules: [String] = []
  var selection = RuleSelection()
  var failOn: FailureThreshold?
  var isQuiet = false
  /// Nil for as many as the machine has processors for.
  var jobs: Int?
  var wantsStatistics = false
  var color = ColorMode.auto
  var redacts = true
  var paths: [String] = []
  /// A file that lists further paths, or `-`.
  var filesFrom: String?
  var isNullSeparated = false
  var baseline: String?
  var writeBaseline: String?
  var prunesBaseline = false
  var explainsInput = false

  init(_ parsed: ParsedArguments) throws(UsageError) {
    input = parsed.last("--input").flatMap(InputKind.init) ?? .auto
    stdinFilename = parsed.last("--stdin-filename")
    profile = parsed.last("--profile").flatMap(Profile.init) ?? .fixture
    configuration = try ConfigurationChoice(parsed)
    rules = parsed.all("--rules")
    selection = try RuleSelection(parsed)
    failOn = parsed.last("--fail-on").flatMap(FailureThreshold.init)
    isQuiet = parsed.has("--quiet")
    color = parsed.last("--color").flatMap(ColorMode.init) ?? .auto
    redacts = !parsed.has("--no-redact")
    wantsStatistics = parsed.has("--statistics")
    paths = parsed.operands
    filesFrom = parsed.last("--files-from")
    isNullSeparated = parsed.has("--null")
    baseline = parsed.last("--baseline")
    writeBaseline = parsed.last("--write-baseline")
    explainsInput = parsed.has("--explain-input")
    prunesBaseline = parsed.has("--prune-baseline")
    if writeBaseline != nil, baseline != nil || prunesBaseline {
      throw UsageError(
        "--write-baseline writes what is found now; it goes with neither --baseline nor --prune-baseline")
    }
    if writeBaseline == "-" {
      throw UsageError("--write-baseline needs the name of a file: standard output carries the report")
    }
    if isNullSeparated, filesFrom == nil { throw UsageError("--null goes with --files-from") }
    if let text = parsed.last("--jobs") {
      guard let number = Int(text), number > 0, number <= 1024 else {
        throw UsageError("--jobs is a number from 1 to 1024, not '\(text)'")
      }
      jobs = number
    }
    if let text = parsed.last("--now") {
      guard let seconds = LintOptions.time(text) else {
        throw UsageError(
          "--now is a time such as 2026-11-30T12:00:00Z or seconds since 1970, not '\(text)'")
      }
      now = seconds
    }
    if paths.filter({ $0 == "-" }).count > 1 { throw UsageError("- is given twice") }
    if filesFrom == "-", paths.contains("-") {
      throw UsageError("standard input is either the list of --files-from or an input, not both")
    }
    try readFormats(parsed.all("--format"))
    try readFacts(parsed)
  }

  static func time(_ text: String) -> Double? {
    if let number = Double(text), number.isFinite, abs(number) < 1e14 { return number }
    return CalendarTime.seconds(parsing: text)
  }

  private mutating func readFormats(_ texts: [String]) throws(UsageError) {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let file = parts.count == 2 ? String(parts[1]) : nil
      if file == "" { throw UsageError("--format \(text): a file name belongs after =") }
      formats.append(Format(name: String(parts[0]), file: file))
    }
    if formats.isEmpty { formats = [Format(name: "text", file: nil)] }
    if formats.filter({ $0.file == nil }).count > 1 {
      throw UsageError(
        "only one --format can go to standard output; give the others a file: --format json=FILE")
    }
    if wantsStatistics, let other = formats.first(where: { $0.name != "text" && $0.name != "json" }) {
      throw UsageError("--statistics is a table with --format text, an object with json, not \(other.name)")
    }
    let files = formats.compactMap(\.file)
    if Set(files).count < files.count { throw UsageError("two --format options write to one file") }
  }

  private mutating func readFacts(_ parsed: ParsedArguments) throws(UsageError) {
    func stated(_ option: String) -> StatedFacts.Stated? {
      parsed.last(option).map { StatedFacts.Stated(value: $0, from: option) }
    }
    facts.pushType = stated("--push-type")
    facts.topic = stated("--topic")
    facts.priority = stated("--priority")
    facts.token = stated("--token")
    facts.environment = stated("--environment")
    if let bundle = stated("--bundle-id") { facts.context["bundle-id"] = bundle }
    for header in parsed.all("--header") {
      guard let colon = header.dropFirst().firstIndex(of: ":") else {
        throw UsageError("--header is 'name: value', not '\(header)'")
      }
      let name = header[..<colon].trimmingBlanks
      let value = header[header.index(after: colon)...].trimmingBlanks
      facts.headers.append((name, StatedFacts.Stated(value: value, from: "--header")))
    }
    for pair in parsed.all("--context") {
      guard let equals = pair.firstIndex(of: "=") else {
        throw UsageError("--context is KEY=VALUE, not '\(pair)'")
      }
      let key = String(pair[..<equals])
      guard ContextKey.all.contains(key) else {
        throw unknown(key, among: ContextKey.all, what: "context key")
      }
      let value = String(pair[pair.index(after: equals)...])
      facts.context[key] = StatedFacts.Stated(value: value, from: "--context \(key)")
    }
    for key in ContextKey.times {
      guard let text = facts.context[key]?.value else { continue }
      guard let seconds = LintOptions.time(text) else {
        throw UsageError("--context \(key)=\(text): no time")
      }
      if key == "now" { now = now ?? seconds }
    }
  }
}

/// Which configuration file is read.
enum ConfigurationChoice: Hashable {
  /// The nearest one upward from each file.
  case nearest
  case file(String)
  case none

  init(_ parsed: ParsedArguments) throws(UsageError) {
    let file = parsed.last("--config")
    let isOff = parsed.has("--no-config")
    if file != nil, isOff { throw UsageError("--config and --no-config exclude each other") }
    self = isOff ? .none : file.map { .file($0) } ?? .nearest
  }
}

/// What `--select`, `--ignore`, `--severity` and `--preview` say.
struct RuleSelection: Sendable, Hashable {
  struct Level: Sendable, Hashable {
    var pattern: String
    /// Nil for `none`.
    var severity: Severity?
  }

  var select: [String] = []
  var ignore: [String] = []
  var levels: [Level] = []
  var preview = false

  init() {}

  init(_ parsed: ParsedArguments) throws(UsageError) {
    select = parsed.all("--select")
    ignore = parsed.all("--ignore")
    preview = parsed.has("--preview")
    for text in parsed.all("--severity") {
      guard let equals = text.lastIndex(of: "=") else {
        throw UsageError("--severity is RULE=LEVEL, not '\(text)'")
      }
      let level = String(text[text.index(after: equals)...])
      guard level == "none" || Severity(rawValue: level) != nil else {
        throw unknown(level, among: ["error", "warning", "note", "none"], what: "severity")
      }
      levels.append(Level(pattern: String(text[..<equals]), severity: Severity(rawValue: level)))
    }
  }
}

extension StringProtocol {
  /// Without blanks, tabs and line ends at its end.
  var trimmingLineEnds: String {
    var bytes = Array(utf8)
    while let last = bytes.last, isWhite(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without blanks and tabs at both ends.
  var trimmingBlanks: String {
    let bytes = Array(utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
