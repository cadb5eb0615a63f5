/// A rule as a catalogue shows it; its texts may be left out.
package struct RuleDescription: Sendable, Hashable {
  package var id: String
  package var severity: Severity
  package var outcome: Outcome
  package var reason: String?
  package var status: RuleStatus
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
    status: RuleStatus = .stable, pushTypes: [String] = [], source: String? = nil,
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

/// What a rule is called and how grave it is, without its texts.
package struct RuleSummary: Sendable {
  package var id: String
  package var severity: Severity
  package var outcome: Outcome
  package var reason: String?
  package var status: RuleStatus
  package var formerly: [String]
}

extension RuleSet {
  /// Every rule by name, in the order of the files; reads no texts.
  package var summaries: [RuleSummary] {
    rules.map {
      RuleSummary(
        id: $0.id, severity: $0.severity, outcome: $0.outcome, reason: $0.reason, status: $0.status,
        formerly: $0.formerly)
    }
  }

  /// Every rule with its texts, in the order of the files.
  package var catalogue: [RuleDescription] {
    rules.indices.map { description(ofRule: $0) }
  }

  private func description(ofRule number: Int) -> RuleDescription {
    let rule = rules[number]
    let (tree, node) = words(ofRule: number)
    func text(_ key: String) -> String? { tree.value(key, of: node).map { tree.text($0) } }
    let messages = tree.value("message", of: node)
    // `needs` decides how the rule runs, so that it stays with the rule itself.
    let rules = sources[ruleSources[number]].tree
    let (fix, needs) = (tree.value("fix", of: node), rules.value("needs", of: rule.node))
    let message = messages.map { tree.kind($0) == .array ? tree.elements($0).first ?? $0 : $0 }
    return RuleDescription(
      id: rule.id, severity: rule.severity, outcome: rule.outcome, reason: rule.reason, status: rule.status,
      pushTypes: pushTypes(ofRule: number, tree, node), source: text("source"),
      documentation: text("documentation"), why: text("why"), help: text("help"),
      message: message.map { tree.text($0) } ?? "", since: text("since"), formerly: rule.formerly,
      fixSafety: fix.map { fix in
        tree.value("safety", of: fix).flatMap { FixSafety(rawValue: tree.text($0)) } ?? .unsafe
      },
      needs: needs.map { node in
        (rules.kind(node) == .array ? rules.elements(node) : [node]).map { rules.text($0) }
      } ?? [],
      profile: rule.profile)
  }

  /// The push types of which a rule can report anything: those it lists, or all that its condition, and that
  /// of a shape that feeds it, leave over; none where that is every one.
  private func pushTypes(ofRule number: Int, _ tree: JSONTree, _ words: Int) -> [String] {
    if let node = tree.value("push-types", of: words) {
      return tree.kind(node) == .array ? tree.elements(node).map { tree.text($0) } : [tree.text(node)]
    }
    let feeding = shapes.filter { shape in
      (shape.required.map(\.rule) + shape.forbidden.map(\.rule) + shape.values.map(\.rule)
        + shape.misplaced.map(\.rule) + shape.known.flatMap { [$0.rule, $0.misspelt].compactMap { $0 } })
        .contains(number)
    }
    let possible = pushTypes.filter { type in
      truth(of: rules[number].condition, for: type) != .no
        && (feeding.isEmpty || feeding.contains { truth(of: $0.condition, for: type) != .no })
    }
    return possible.count == pushTypes.count ? [] : possible
  }

  /// A condition where nothing is known but the push type.
  private func truth(of condition: Condition, for type: String) -> Truth {
    switch condition {
    case .always: return .yes
    case .not(let inner): return !truth(of: inner, for: type)
    case .all(let parts):
      let truths = parts.map { truth(of: $0, for: type) }
      return truths.contains(.no) ? .no : truths.contains(.unknown) ? .unknown : .yes
    case .any(let parts):
      let truths = parts.map { truth(of: $0, for: type) }
      return truths.contains(.yes) ? .yes : truths.contains(.unknown) ? .unknown : .no
    case .test(let place, let predicate, _):
      return place.place.root == .pushType ? truth(of: predicate, for: type) : .unknown
    }
  }

  private func truth(of predicate: Predicate, for type: String) -> Truth {
    switch predicate {
    case .present: .yes
    case .absent: .no
    case .oneOf(let values): Truth(values.contains(.text(type)))
    case .oneOfFact(let fact): Truth(facts[fact].texts.contains(type))
    case .not(let inner): !truth(of: inner, for: type)
    default: .unknown
    }
  }

  /// Every reason and symptom, in the order in which the server is assumed to look.
  package var reasonDescriptions: [ReasonDescription] {
    reasons.map { entry in
      let (tree, words) = words(ofReason: entry)
      func text(_ key: String, _ node: Int) -> String? { tree.value(key, of: node).map { tree.text($0) } }
      let causes = tree.value("causes", of: words).map { tree.elements($0) } ?? []
      return ReasonDescription(
        id: entry.id, status: entry.status, isSymptom: entry.isSymptom,
        meaning: text("meaning", words) ?? "",
        causes: causes.map {
          tree.kind($0) == .string
            ? .init(cause: tree.text($0))
            : .init(
              cause: text("cause", $0) ?? "", likelihood: text("likelihood", $0), tell: text("tell", $0),
              rules: tree.value("rules", of: $0).map { tree.elements($0).map { tree.text($0) } } ?? [])
        },
        retry: text("retry", words), offline: text("offline", words),
        note: text("note", words),
        rules: tree.value("rules", of: words).map { tree.elements($0).map { tree.text($0) } } ?? [],
        formerly: entry.formerly, source: text("source", words), documentation: text("documentation", words))
    }
  }

  /// The texts of a fact, for readers that must know names: an empty list where there is no such fact.
  package func factTexts(_ name: String) -> [String] { facts.first { $0.name == name }?.texts ?? [] }

  /// The rows of a fact, by key.
  package func factRows(_ name: String) -> [(key: String, value: String)] {
    (facts.first { $0.name == name }?.rows ?? []).map { ($0.key, $0.values.first?.display ?? "") }
  }
}
