internal import PayloadRules

/// What a file is judged by: its configuration, the rules, and what is set for each.
struct Setup: Sendable {
  /// Tells one from another.
  var number: Int
  var configuration: Configuration?
  var engine: any LintEngine
  var settings: RuleSettings
  /// Ids that each suppression of the configuration names.
  var suppressed: [Set<String>]
  var suppressions: SuppressionIndex

  var placeholderSizes: [(pattern: Pattern, maximumBytes: Int?)] {
    configuration?.placeholders.map { ($0.pattern, $0.maximumBytes) } ?? []
  }

  /// A path as the configuration's globs see it.
  func relativePath(of absolute: String) -> String {
    guard let configuration else { return absolute }
    return Path.relative(absolute, to: configuration.folder) ?? absolute
  }
}

/// Which suppressions covered a finding, and which did once.
struct SuppressionUse: Sendable {
  var used: Set<Configuration.Place> = []
  var expired: Set<Configuration.Place> = []
}

extension Setup {
  /// Whether one of the suppressions for a file covers a finding.
  func suppresses(
    _ finding: Finding, by lookup: SuppressionLookup, now: Double, _ use: inout SuppressionUse
  ) -> Bool {
    var result = false
    for suppression in suppressions.suppressions(for: finding, lookup) {
      use.used.insert(suppression.place)
      // The last day counts to its end.
      if let until = suppression.until, until + 86_400 <= now {
        use.expired.insert(suppression.place)
      } else {
        result = true
      }
    }
    return result
  }
}

/// Makes each setup once, and remembers which suppressions were needed.
struct SetupCache {
  private let options: LintOptions
  private let engines: EngineFactory
  private var finder: ConfigurationFinder
  /// By configuration file; the empty name for none.
  private var setups: [String: Result<Setup, ConfigurationError>] = [:]
  private var order: [String] = []
  private var used: Set<Configuration.Place> = []
  private var expired: Set<Configuration.Place> = []

  init(_ options: LintOptions, engines: EngineFactory, currentFolder: String) {
    self.options = options
    self.engines = engines
    finder = ConfigurationFinder(choice: options.configuration, currentFolder: currentFolder)
  }

  /// The setup for files in `folder`, an absolute path.
  mutating func setup(for folder: String) throws(ConfigurationError) -> Setup {
    let configuration = try finder.configuration(for: folder)
    let key = configuration.map { $0.folder + "/" + $0.file } ?? ""
    if let known = setups[key] { return try known.get() }
    let made: Result<Setup, ConfigurationError>
    do throws(ConfigurationError) { made = .success(try make(configuration)) } catch {
      made = .failure(error)
    }
    setups[key] = made
    order.append(key)
    return try made.get()
  }

  private func make(_ configuration: Configuration?) throws(ConfigurationError) -> Setup {
    let engine = try engines.engine(configuration, rules: options.rules)
    try checkPushTypes(engine, configuration)
    // Without a configuration or a selection nothing names a rule, and no rule need be known by name.
    var settings = RuleSettings()
    if configuration != nil || options.selection != RuleSelection() {
      settings = try RuleSettings(configuration, options.selection, engine.catalogue)
    }
    settings.redacts = options.redacts
    let names = configuration?.suppressions.isEmpty ?? true ? RuleNames([]) : RuleNames(engine.catalogue)
    var suppressed: [Set<String>] = []
    var known: [String: Set<String>] = [:]
    for suppression in configuration?.suppressions ?? [] {
      if known[suppression.rule] == nil {
        known[suppression.rule] = Set(try names.match(suppression.rule, place: suppression.place).ids)
      }
      suppressed.append(known[suppression.rule] ?? [])
    }
    return Setup(
      number: order.count, configuration: configuration, engine: engine, settings: settings,
      suppressed: suppressed,
      suppressions: SuppressionIndex(configuration?.suppressions ?? [], rules: suppressed))
  }

  /// A stated push type that does not exist would switch off every rule about push types without a word.
  private func checkPushTypes(
    _ engine: any LintEngine, _ configuration: Configuration?
  ) throws(ConfigurationError) {
    guard !engine.pushTypes.isEmpty else { return }
    let stated = [options.facts.pushType] + (configuration?.contexts.map(\.facts.pushType) ?? [])
    for type in stated.compactMap({ $0 }) where !engine.pushTypes.contains(type.value) {
      let nearest = NearestMatch.nearest(to: type.value, among: engine.pushTypes)
      let option = type.place == nil ? type.from + ": " : ""
      throw ConfigurationError(
        "\(option)no push type is called '\(type.value)'; "
          + (nearest.map { "did you mean '\($0)'?" }
            ?? "there are \(engine.pushTypes.joined(separator: ", "))"),
        file: type.place?.file, line: type.place?.line, column: type.place?.column)
    }
  }

  /// Whether no file can be judged: the command line itself is at fault, or the one configuration is.
  func isFatal(_ error: ConfigurationError) -> Bool {
    if case .file = options.configuration { return true }
    return error.file == nil || options.rules.contains(error.file ?? "")
  }

  /// Remembers which suppressions were needed.
  mutating func note(_ use: SuppressionUse) {
    used.formUnion(use.used)
    expired.formUnion(use.expired)
  }

  /// The rules that were left out of this run.
  var idleRules: Set<String> {
    var idle: Set<String> = []
    for case .success(let setup) in setups.values {
      idle.formUnion(setup.engine.catalogue.filter { !setup.settings.runs($0) }.map(\.id))
    }
    return idle
  }

  /// Suppressions past their day, and ones that nothing needed where their whole folder was walked.
  func staleSuppressions(walked: [String]) -> [Problem] {
    var problems: [Problem] = []
    for key in order {
      guard case .success(let setup)? = setups[key], let configuration = setup.configuration else { continue }
      let isWhole = walked.contains { Path.contains($0, configuration.folder) }
      // A rule that was left out of this run may need its suppression in the next.
      let running = Set(setup.engine.catalogue.filter { setup.settings.runs($0) }.map(\.id))
      for (suppression, rules) in zip(configuration.suppressions, setup.suppressed) {
        let place = suppression.place
        let message: String
        if expired.contains(place) {
          message = "this suppression of '\(suppression.rule)' ended on \(suppression.untilText ?? "")"
        } else if isWhole, !used.contains(place), !rules.isDisjoint(with: running) {
          message = "nothing needs this suppression of '\(suppression.rule)' any more"
        } else {
          continue
        }
        problems.append(
          Problem(message, file: place.file, line: place.line, column: place.column, isFailure: false))
      }
    }
    return problems
  }
}
