internal import PayloadRules

/// The rule engine behind the tool's boundary: a compiled rule set, asked with the settings of a file.
struct RuleSetEngine: LintEngine {
  /// All rules, compiled when something asks for more than a payload by itself.
  private let whole: @Sendable () -> RuleSet
  /// What a payload by itself can break, and the facts.
  private let part: RuleSet
  private let isWhole: Bool
  /// The same rules as the sieve has them, where they are written down.
  private let program: (@Sendable () -> SieveProgram)?
  let recognition: Recognition

  /// Examples of the rules whose text holds none, by source; read when they are asked for.
  private let exampleTexts: @Sendable () -> [Int: JSONTree]

  /// An engine for rules of which a user's own are a part.
  init(_ set: RuleSet, exampleTexts: @escaping @Sendable () -> [Int: JSONTree] = { [:] }) {
    whole = { set }
    part = set
    isWhole = true
    program = nil
    self.exampleTexts = exampleTexts
    recognition = Recognition(set)
  }

  /// The engine of the built-in rules alone.
  init(
    part: RuleSet, program: @escaping @Sendable () -> SieveProgram,
    whole: @escaping @Sendable () -> RuleSet, examples: @escaping @Sendable () -> JSONTree
  ) {
    self.program = program
    self.part = part
    self.whole = whole
    isWhole = false
    exampleTexts = { [0: examples()] }
    recognition = Recognition(part)
  }

  var factsDate: String { part.factTexts("facts-date").first ?? "" }

  private var set: RuleSet { whole() }

  var catalogue: [RuleDescription] {
    whole().summaries.map { rule in
      RuleDescription(
        id: rule.id, severity: rule.severity, outcome: rule.outcome, reason: rule.reason,
        status: rule.status, formerly: rule.formerly)
    }
  }

  var descriptions: [RuleDescription] { self.set.catalogue }

  var pushTypes: [String] { part.pushTypeNames }

  var reasons: [ReasonDescription] { self.set.reasonDescriptions }

  func examples(of rule: String) -> [RuleExample] {
    let runner = ExampleRunner(set, exampleTexts: exampleTexts())
    return runner.cases(of: rule).map { runner.readable($0, of: rule) }
  }

  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation {
    let options = options(settings)
    if !isWhole, subject.isPayloadAlone {
      let evaluation = RuleEngine(part, options: options).evaluate(subject)
      // The reasons of the server are known to all rules only.
      if evaluation.prediction == nil { return evaluation }
    }
    return RuleEngine(whole(), options: options).evaluate(subject)
  }

  func makeSession(settings: RuleSettings) -> any LintEngineSession {
    let options = options(settings)
    guard let program else {
      return RuleSetSession(RuleEngine(part, options: options), payloadsAlone: nil)
    }
    let all = RuleEngine(program: program(), options: options, set: whole)
    // Rules are numbered otherwise in the part, so that it can stand behind the program only where nothing is
    // said of single rules.
    let isPlain = settings.levels.isEmpty && settings.disabled.isEmpty && settings.selected.isEmpty
    guard isPlain, !settings.runsPreview else { return RuleSetSession(all, payloadsAlone: nil) }
    let part = part
    return RuleSetSession(
      all, payloadsAlone: RuleEngine(program: program(), options: options) { part })
  }

  private func options(_ settings: RuleSettings) -> RuleOptions {
    var options = RuleOptions()
    for (id, level) in settings.levels {
      options.severities[id] = .some(level.severity)
      if level.isExplicit { options.exact.insert(id) }
    }
    for id in settings.disabled { options.severities[id] = .some(nil) }
    options.includesPreview = settings.runsPreview
    options.selected = settings.selected
    options.redacts = settings.redacts
    return options
  }
}

extension Recognition {
  /// The names that readers need, from the facts called `recognition-…`.
  init(_ set: RuleSet) {
    self.init()
    func one(_ name: String) -> String { set.factTexts("recognition-" + name).first ?? "" }
    payloadKeys = Set(set.factTexts("recognition-payload-keys"))
    mainKey = set.factTexts("recognition-main-key").first
    mainObjectKeys = Set(set.factTexts("recognition-main-object-keys"))
    foreignKeys = Set(set.factTexts("recognition-foreign-keys"))
    simulatorKeys = Set(set.factTexts("recognition-simulator-keys"))
    headerPrefix = one("header-prefix")
    authorizationHeader = one("authorization-header")
    topicHeader = one("topic-header")
    priorityHeader = one("priority-header")
    pushTypeHeader = one("push-type-header")
    hostSuffix = one("host-suffix")
    foreignHostSuffixes = set.factTexts("recognition-foreign-host-suffixes")
    pathPrefixes = set.factTexts("recognition-path-prefixes")
    for row in set.factRows("recognition-hosts") { hosts[row.key] = row.value }
    serviceHosts = Set(hosts.values).union(set.factRows("host-environment").map(\.key))
    for row in set.factRows("recognition-field-aliases") { fieldAliases[row.key] = row.value }
  }
}
