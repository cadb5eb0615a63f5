internal import PayloadRules

/// What `explain` was asked about.
enum ExplainedName {
  case rule(RuleDescription)
  case reason(ReasonDescription)
  case status(Int)

  /// Finds a rule, a reason, a symptom or a status by its name, in any case, with blanks or underscores for
  /// hyphens, or inside a text such as a whole answer of the server.
  init?(_ asked: String, rules: [RuleDescription], reasons: [ReasonDescription]) {
    var names: [String: ExplainedName] = [:]
    for reason in reasons.reversed() {
      for name in [reason.id] + reason.formerly { names[Self.plain(name)] = .reason(reason) }
    }
    for rule in rules.reversed() {
      for name in [rule.id] + rule.formerly { names[Self.plain(name)] = .rule(rule) }
    }
    let statuses = Set(reasons.compactMap(\.status))
    if let found = names[Self.plain(asked)] {
      self = found
      return
    }
    let words = asked.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init)
    if let found = words.lazy.compactMap({ names[Self.plain($0)] }).first {
      self = found
    } else if let status = words.lazy.compactMap({ Int($0) }).first(where: { statuses.contains($0) }) {
      self = .status(status)
    } else {
      return nil
    }
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }
}
