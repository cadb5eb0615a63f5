package import PayloadRules

/// The engine as the tool sees it: rules compiled from the built-in file and a user's own.
package protocol LintEngine: Sendable {
  /// Day on which the facts behind the rules were last checked, `2026-11-30`.
  var factsDate: String { get }
  /// Every rule, in the order of its file; texts may be left out.
  var catalogue: [RuleEntry] { get }
  /// Every rule with its texts, for `rules` and `explain`.
  var descriptions: [RuleEntry] { get }
  /// Every server reason and symptom.
  var reasons: [ReasonEntry] { get }
  /// The push types that exist.
  var pushTypes: [String] { get }
  /// What readers must know of pushes to tell one from another file.
  var recognition: Recognition { get }
  func evaluate(_ subject: LintSubject, settings: RuleSettings) -> Evaluation
  /// The examples beside a rule, in their order.
  func examples(of rule: String) -> [RuleExample]
}

extension LintEngine {
  package var descriptions: [RuleEntry] { catalogue }
  package var pushTypes: [String] { [] }
  package func examples(of rule: String) -> [RuleExample] { [] }
}

/// One rule, as `rules` and `explain` show it.
package struct RuleEntry: Sendable, Hashable {
  package var id: String
  package var severity: Severity
  package var outcome: Outcome
  package var reason: String?
  /// `preview`, `stable` or `deprecated`.
  package var status: String
  package var pushTypes: [String]
  package var source: String?
  package var documentation: String?
  package var why: String?
  package var help: String?
  package var message: String
  package var since: String?
  /// Ids that the rule had before.
  package var formerly: [String]
  /// How far its fix may be trusted; nil for a rule without a fix.
  package var fixSafety: FixSafety?
  /// Facts that have to be known: `now`, `context.token-environment`.
  package var needs: [String]
  /// The profile that it runs in; nil for both.
  package var profile: Profile?

  package init(
    id: String, severity: Severity, outcome: Outcome = .advice, reason: String? = nil,
    status: String = "stable", pushTypes: [String] = [], source: String? = nil,
    documentation: String? = nil, why: String? = nil, help: String? = nil, message: String = "",
    since: String? = nil, formerly: [String] = [], fixSafety: FixSafety? = nil, needs: [String] = [],
    profile: Profile? = nil
  ) {
    self.id = id
    self.severity = severity
    self.outcome = outcome
    self.reason = reason
    self.status = status
    self.pushTypes = pushTypes
    self.source = source
    self.documentation = documentation
    self.why = why
    self.help = help
    self.message = message
    self.since = since
    self.formerly = formerly
    self.fixSafety = fixSafety
    self.needs = needs
    self.profile = profile
  }
}

/// One answer of the server, or one symptom on the device, as `explain` shows it.
package struct ReasonEntry: Sendable, Hashable {
  package struct Cause: Sendable, Hashable {
    package var cause: String
    package var likelihood: String?
    /// How to tell this cause from the others.
    package var tell: String?
    /// The rules that see this cause.
    package var rules: [String]

    package init(cause: String, likelihood: String? = nil, tell: String? = nil, rules: [String] = []) {
      self.cause = cause
      self.likelihood = likelihood
      self.tell = tell
      self.rules = rules
    }
  }

  package var id: String
  /// The status code of the answer; nil for a symptom.
  package var status: Int?
  package var isSymptom: Bool
  package var meaning: String
  package var causes: [Cause]
  package var retry: String?
  /// Whether a request shows it before it is sent: `yes`, `partly`, `no`.
  package var offline: String?
  /// What no one can see in a request.
  package var note: String?
  package var rules: [String]
  package var formerly: [String]
  package var source: String?

  package init(
    id: String, status: Int? = nil, isSymptom: Bool = false, meaning: String, causes: [Cause] = [],
    retry: String? = nil, offline: String? = nil, note: String? = nil, rules: [String] = [],
    formerly: [String] = [], source: String? = nil
  ) {
    self.id = id
    self.status = status
    self.isSymptom = isSymptom
    self.meaning = meaning
    self.causes = causes
    self.retry = retry
    self.offline = offline
    self.note = note
    self.rules = rules
    self.formerly = formerly
    self.source = source
  }
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
  package func runs(_ rule: RuleEntry) -> Bool {
    if disabled.contains(rule.id) { return false }
    if let level = levels[rule.id], level.severity == nil { return false }
    return rule.status != "preview" || runsPreview || selected.contains(rule.id)
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
