package import PayloadRules

/// The engine as the tool sees it: rules compiled from the built-in file and a user's own.
package protocol LintEngine: Sendable {
  /// Day on which the facts behind the rules were last checked, `2026-11-30`.
  var factsDate: String { get }
  /// Every rule, in the order of its file; texts may be left out.
  var catalogue: [RuleDescription] { get }
  /// Every rule with its texts, for `rules` and `explain`.
  var descriptions: [RuleDescription] { get }
  /// Every server reason and symptom.
  var reasons: [ReasonDescription] { get }
  /// The push types that exist.
  var pushTypes: [String] { get }
  /// What readers must know of pushes to tell one from another file.
  var recognition: Recognition { get }
  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation
  /// Memory for evaluating one request after another on one thread.
  func makeSession(settings: RuleSettings) -> any LintEngineSession
  /// The examples beside a rule, in their order.
  func examples(of rule: String) -> [RuleExample]
}

extension LintEngine {
  package var descriptions: [RuleDescription] { catalogue }
  package var pushTypes: [String] { [] }
  package func examples(of rule: String) -> [RuleExample] { [] }
}

/// Names that tell a push from another file and that options stand for; the engine's data supplies them.
package struct Recognition: Sendable {
  /// Root keys of which a payload has at least one.
  package var payloadKeys: Set<String> = []
  /// The root key whose object holds what the service itself reads.
  package var mainKey: String?
  /// Keys inside the main object; a broken text found in a folder must show one to count.
  package var mainObjectKeys: Set<String> = []
  /// Root keys of messages that go to another service.
  package var foreignKeys: Set<String> = []
  /// Root keys that the simulator's files have.
  package var simulatorKeys: Set<String> = []
  /// What the service's own headers begin with.
  package var headerPrefix = ""
  package var authorizationHeader = ""
  package var topicHeader = ""
  package var priorityHeader = ""
  package var pushTypeHeader = ""
  /// Hosts by the words of `environment`.
  package var hosts: [String: String] = [:]
  /// What the names of the service's hosts end in, without the dot before it.
  package var hostSuffix = ""
  /// Endings of hosts below it that belong to another service.
  package var foreignHostSuffixes: [String] = []
  /// What the paths of pushes begin with.
  package var pathPrefixes: [String] = []
  /// Every host that belongs to the service.
  package var serviceHosts: Set<String> = []
  /// Fields of other tools' recorded requests, and the header or the field of a request they stand for.
  package var fieldAliases: [String: String] = [:]
  /// What senders and libraries call the parts of a request, in small letters and without signs, and the fields
  /// that are meant.
  package var fieldMeanings: [String: String] = [:]
  /// The environment that each host belongs to.
  package var hostEnvironments: [String: String] = [:]

  /// How many messages of a kind one request may hold.
  package var listLimits: [String: Int] = [:]
  /// Root keys of which a message of another service around a push has at least one.
  package var envelopeKeys: Set<String> = []
  /// Reads such messages; asked for only when one may be there.
  package var envelopes: (@Sendable () -> EnvelopeReader)?

  package init() {}
}

/// What the user set for each rule: which run, and with what severity.
package struct RuleSettings: Sendable, Hashable {
  package struct Level: Sendable, Hashable {
    /// Nil for `none`: the rule does not run.
    package var severity: Severity?
    /// Set by the rule's whole id: no likely push type then lowers it.
    package var isExplicit: Bool
  }

  /// By rule id; a rule without an entry keeps what its file says.
  package var levels: [String: Level] = [:]
  /// Rules left out by `--select` and `--ignore`.
  package var disabled: Set<String> = []
  /// Preview rules that run: all, or the ones named.
  package var runsPreview = false
  package var selected: Set<String> = []
  /// Whether secrets are masked in messages.
  package var redacts = true

  package init() {}

  /// Whether a rule runs at all.
  package func runs(_ rule: RuleDescription) -> Bool {
    if disabled.contains(rule.id) { return false }
    if let level = levels[rule.id], level.severity == nil { return false }
    return rule.status != .preview || runsPreview || selected.contains(rule.id)
  }
}

/// Reads rules files and compiles them.
package struct EngineRequest: Sendable {
  /// Rules files of the user with their bytes, in order.
  package var ruleFiles: [(name: String, bytes: [UInt8])] = []
  package var includesBuiltIn = true

  package init() {}
}

/// What runs the examples beside the rules of a file.
package struct ExampleOutcome: Sendable {
  package var passed: Int
  /// `rules.yaml:12:3: topic-suffix: …`, one a failing example.
  package var failures: [String]

  package init(passed: Int, failures: [String]) {
    self.passed = passed
    self.failures = failures
  }
}
