internal import PayloadRules

/// `config`: what applies to a file, and where each value comes from.
struct ConfigurationReport {
  private let options: LintOptions
  private let currentFolder: String
  private var setups: SetupCache

  init(_ parsed: ParsedArguments, engines: EngineFactory) throws(UsageError) {
    options = try LintOptions(parsed)
    if options.paths.isEmpty { throw UsageError("config needs a file: config FILE") }
    currentFolder = FileSystem.currentFolder
    setups = SetupCache(options, engines: engines, currentFolder: currentFolder)
  }

  mutating func run(output: any OutputStream, errors: any OutputStream) -> ExitStatus {
    var status = ExitStatus.clean
    for (number, file) in options.paths.enumerated() {
      do throws(ConfigurationError) {
        let text = try describe(file)
        output.write((number > 0 ? "\n" : "") + text)
      } catch {
        errors.write("apns-lint: \(Problem(error).text)\n")
        status = .trouble
      }
    }
    return status
  }

  private mutating func describe(_ file: String) throws(ConfigurationError) -> String {
    let absolute = Path.absolute(file, from: currentFolder)
    let folder = FileSystem.isFolder(file) ? absolute : Path.folder(of: absolute)
    let setup = try setups.setup(for: folder)
    var text = "\(file.onOneLine)\n"
    func row(_ name: String, _ value: String, _ place: Configuration.Place? = nil) {
      let gap = String(repeating: " ", count: max(1, 16 - name.count))
      text += "  \(name)\(gap)\(value.onOneLine)" + (place.map { "  (\($0.text))" } ?? "") + "\n"
    }
    if !FileSystem.exists(file) { row("file", "not there; this is what would apply to it") }
    row("configuration", setup.configuration?.file ?? "none, so that the defaults apply")
    if folder != absolute { row("found in a walk", walk(to: absolute, setup.configuration)) }
    guard let configuration = setup.configuration else {
      for rules in options.rules { row("rules", rules + "  (--rules)") }
      row("fail-on", "error, by default")
      return text
    }
    let relative = setup.relativePath(of: absolute)
    if let exclusion = configuration.exclusion(of: relative) {
      row("excluded", "by '\(exclusion.glob.pattern)'", exclusion.place)
    }
    row("rules", configuration.includesBuiltIn ? "built-in" : "none built-in: extends is none")
    for rules in configuration.rules {
      row("rules", Path.relative(rules.path, to: currentFolder) ?? rules.path, rules.place)
    }
    for rules in options.rules { row("rules", rules + "  (--rules)") }
    row(
      "fail-on", configuration.failOn?.threshold.rawValue ?? "error, by default", configuration.failOn?.place)
    if let baseline = configuration.baseline {
      row("baseline", Path.relative(baseline.path, to: currentFolder) ?? baseline.path, baseline.place)
    }
    for level in configuration.levels {
      row("severity", "\(level.pattern) = \(level.severity?.rawValue ?? "none")", level.place)
    }
    if let context = configuration.context(for: relative) {
      row("context", "the first that matches", context.place)
      for (name, fact) in context.facts.named { row("  " + name, fact.value, fact.place) }
    }
    for placeholder in configuration.placeholders {
      let size = placeholder.maximumBytes.map { ", at most \($0) bytes" } ?? ""
      row("placeholder", "'\(placeholder.text)'\(size)", placeholder.place)
    }
    for number in setup.suppressions.numbers(for: relative) {
      let suppression = configuration.suppressions[number]
      var value = suppression.rule
      if let pointer = suppression.pointer { value += " at '\(pointer)'" }
      if let fingerprint = suppression.fingerprint { value += " \(fingerprint)" }
      if let until = suppression.untilText { value += " until \(until)" }
      row("suppressed", "\(value): \(suppression.reason)", suppression.place)
    }
    return text
  }

  /// Whether a walk of the configured folder, or of the current one, comes by.
  private func walk(to file: String, _ configuration: Configuration?) -> String {
    let root = configuration?.folder ?? currentFolder
    switch FolderWalker.verdict(on: file, below: Path.contains(root, file) ? root : Path.folder(of: file)) {
    case .found: return "yes"
    case .hidden(let name): return "no, '\(name)' is hidden"
    case .skipped(let name): return "no, '\(name)' holds the work of others"
    case .notWanted: return "no, its name is not one of \(FolderWalker.suffixes.joined(separator: ", "))"
    case .ignored(let by, let line):
      return "no, by \(Path.relative(by, to: currentFolder) ?? by):\(line)"
    }
  }
}

extension StatedFacts {
  /// All of them under the names that a configuration has for them.
  fileprivate var named: [(name: String, fact: Stated)] {
    let single = [
      ("push-type", pushType), ("topic", topic), ("priority", priority), ("token", token),
      ("environment", environment),
    ]
    var result = single.compactMap { name, fact in fact.map { (name, $0) } }
    result += headers.map { ("header " + $0.name, $0.stated) }
    result += context.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    // A token is a secret in a terminal's log as well.
    return result.map { name, fact in
      var fact = fact
      if name == "token" || name.asciiLowercased == "header authorization" {
        fact.value = "stated, not shown"
      }
      return (name, fact)
    }
  }
}
