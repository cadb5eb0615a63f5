internal import PayloadRules

extension RuleSettings {
  /// What configuration and options say about each rule of `catalogue`; the options win.
  init(
    _ configuration: Configuration?, _ selection: RuleSelection, _ catalogue: [RuleDescription]
  ) throws(ConfigurationError) {
    self.init()
    runsPreview = selection.preview
    let names = RuleNames(catalogue)
    var levels: [(pattern: String, severity: Severity?, place: Configuration.Place?)] =
      (configuration?.levels ?? []).map { ($0.pattern, $0.severity, $0.place) }
    try apply(levels, names)
    levels = selection.levels.map { ($0.pattern, $0.severity, nil) }
    try apply(levels, names, option: "--severity")

    if !selection.select.isEmpty {
      var kept: Set<String> = []
      for pattern in selection.select {
        let match = try names.match(pattern, place: nil, option: "--select")
        kept.formUnion(match.ids)
        if match.isExplicit { selected.formUnion(match.ids) }
      }
      for rule in catalogue where !kept.contains(rule.id) { disabled.insert(rule.id) }
    }
    for pattern in selection.ignore {
      disabled.formUnion(try names.match(pattern, place: nil, option: "--ignore").ids)
    }
  }

  /// The last glob that matches wins, and a full id beats a glob.
  private mutating func apply(
    _ levels: [(pattern: String, severity: Severity?, place: Configuration.Place?)],
    _ names: RuleNames, option: String? = nil
  ) throws(ConfigurationError) {
    var explicit: [String: Level] = [:]
    for level in levels {
      let match = try names.match(level.pattern, place: level.place, option: option)
      for id in match.ids {
        let value = Level(severity: level.severity, isExplicit: match.isExplicit)
        if match.isExplicit { explicit[id] = value } else { self.levels[id] = value }
      }
    }
    self.levels.merge(explicit) { $1 }
  }
}

/// The ids of the rules there are, former ones included.
struct RuleNames {
  private let ids: [String]
  private let former: [String: String]

  init(_ catalogue: [RuleDescription]) {
    ids = catalogue.map(\.id)
    var former: [String: String] = [:]
    for rule in catalogue {
      for name in rule.formerly { former[name] = rule.id }
    }
    self.former = former
  }

  /// The rules that an id or a pattern names; none is an error with the nearest id.
  func match(
    _ pattern: String, place: Configuration.Place?, option: String? = nil
  ) throws(ConfigurationError) -> (ids: [String], isExplicit: Bool) {
    if ids.contains(pattern) { return ([pattern], true) }
    if let id = former[pattern] { return ([id], true) }
    let what = option.map { "\($0): " } ?? ""
    guard let glob = Glob(pattern) else {
      throw error(what + Glob.trouble(pattern), place)
    }
    let matched = ids.filter { glob.matches($0) }
    if !matched.isEmpty { return (matched, false) }
    if glob.isLiteral {
      throw error(what + unknown(pattern, among: ids + former.keys.sorted(), what: "rule").message, place)
    }
    throw error("\(what)no rule matches '\(pattern)'", place)
  }

  private func error(_ message: String, _ place: Configuration.Place?) -> ConfigurationError {
    ConfigurationError(message, file: place?.file, line: place?.line, column: place?.column)
  }
}
