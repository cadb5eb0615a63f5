internal import APNsLint
internal import PayloadRules

/// The rule engine behind the tool's boundary: a compiled rule set, asked with the settings of a file.
struct RuleSetEngine: LintEngine {
  /// All rules, compiled when something asks for more than a payload by itself.
  private let whole: @Sendable () -> RuleSet
  /// The rules that a payload by itself can break.
  private let part: @Sendable () -> RuleSet
  /// The rules written down, for telling clean requests without compiling any.
  private let program: SieveProgram?
  let recognition: Recognition
  let factsDate: String
  let pushTypes: [String]

  /// Examples of the rules whose text holds none, by source; read when they are asked for.
  private let exampleTexts: @Sendable () -> [Int: JSONTree]

  /// An engine for rules of which a user's own are a part.
  init(_ set: RuleSet, exampleTexts: @escaping @Sendable () -> [Int: JSONTree] = { [:] }) {
    whole = { set }
    part = { set }
    program = nil
    self.exampleTexts = exampleTexts
    var recognition = Recognition(set)
    recognition.envelopes = { EnvelopeReader(set) }
    self.recognition = recognition
    factsDate = set.factTexts("facts-date").first ?? ""
    pushTypes = set.pushTypeNames
  }

  /// The engine of the built-in rules alone.
  init(builtIn: Void) {
    whole = { BuiltInRules.set }
    part = { BuiltInRules.payloadSet }
    program = BuiltInRules.sieve
    exampleTexts = { [0: BuiltInRules.examples] }
    let facts = BuiltInRules.readerFacts
    var recognition = Recognition(facts)
    recognition.envelopes = { EnvelopeReader(BuiltInRules.set) }
    self.recognition = recognition
    factsDate = facts.factTexts("facts-date").first ?? ""
    pushTypes = facts.pushTypeNames
  }

  private var set: RuleSet { whole() }

  var catalogue: [RuleDescription] {
    whole().summaries.map { rule in
      RuleDescription(
        id: rule.id, severity: rule.severity, outcome: rule.outcome, reason: rule.reason,
        status: rule.status, formerly: rule.formerly)
    }
  }

  var descriptions: [RuleDescription] { self.set.catalogue }

  var reasons: [ReasonDescription] { self.set.reasonDescriptions }

  func examples(of rule: String) -> [RuleExample] {
    let runner = ExampleRunner(set, exampleTexts: exampleTexts())
    return runner.cases(of: rule).map { runner.readable($0, of: rule) }
  }

  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation {
    makeSession(settings: settings).evaluate(subject)
  }

  func makeSession(settings: RuleSettings) -> any LintEngineSession {
    var options = RuleOptions()
    for (id, level) in settings.levels {
      options.severities[id] = .some(level.severity)
      if level.isExplicit { options.exact.insert(id) }
    }
    for id in settings.disabled { options.severities[id] = .some(nil) }
    options.includesPreview = settings.runsPreview
    options.selected = settings.selected
    options.redacts = settings.redacts
    guard let program else {
      return RuleSetSession(RuleEngine(whole(), options: options), payloadsAlone: nil, isPrepared: false)
    }
    // The part numbers its rules otherwise than the program, so that it stands behind it only where nothing is
    // said of single rules.
    let isPlain = options.severities.isEmpty && options.selected.isEmpty && !options.includesPreview
    return RuleSetSession(
      RuleEngine(program: program, options: options, set: whole),
      payloadsAlone: isPlain ? RuleEngine(program: program, options: options, set: part) : nil,
      isPrepared: true)
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
    envelopeKeys = Set(set.factTexts("recognition-envelope-keys"))
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
    for row in set.factRows("host-environment") { hostEnvironments[row.key] = row.value }
    for row in set.factRows("recognition-field-aliases") { fieldAliases[row.key] = row.value }
    for row in set.factRows("recognition-list-limits") { listLimits[row.key] = Int(row.value) }
    for row in set.factRows("recognition-field-meanings") { fieldMeanings[row.key] = row.value }
  }
}
