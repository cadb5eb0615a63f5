package import PayloadRules

/// All there is to say about a rule, for the terminal.
package struct RuleExplanation {
  private let rule: RuleDescription
  private let examples: [RuleExample]
  /// Reasons and symptoms that name the rule.
  private let related: [String]

  package init(_ rule: RuleDescription, examples: [RuleExample], related: [String]) {
    self.rule = rule
    self.examples = examples
    self.related = related
  }

  package var text: String {
    let failing = examples.first { $0.kind == .fails }
    var text = heading + "\n\n" + wrapped(failing?.message ?? rule.message) + "\n"
    if let why = rule.why { text += "\nWhy: \(wrapped(why, hanging: "Why: "))\n" }
    if let help = failing?.help ?? rule.help {
      text += "\nWhat to do: \(wrapped(help, hanging: "What to do: "))\n"
    }
    text += "\nWhen: \(wrapped(rule.conditions, hanging: "When: "))\n"
    if let failing { text += Self.failing(failing) }
    if let passing = examples.first(where: { $0.kind == .passes }) {
      text += "\nThis is right:\n\n" + Self.block(passing.lines)
    }
    if let nearMiss = examples.first(where: { $0.kind == .nearMiss }) {
      let note = nearMiss.note.map { " (\($0))" } ?? ""
      text += "\n" + wrapped("And so is this\(note):") + "\n\n" + Self.block(nearMiss.lines)
    }
    text += "\n"
    if !related.isEmpty {
      text += "Explained under: \(wrapped(related.joined(separator: ", "), hanging: "Explained under: "))\n"
    }
    if let source = rule.source { text += "Source: \(wrapped(source, hanging: "Source: "))\n" }
    if let documentation = rule.documentation { text += "See: \(documentation)\n" }
    if let since = rule.since { text += "Since: \(since)\n" }
    if !rule.formerly.isEmpty { text += "Formerly: \(rule.formerly.joined(separator: ", "))\n" }
    return text
  }

  private var heading: String {
    var text = "\(rule.id): \(rule.severity.rawValue), \(rule.outcome.rawValue)"
    if let reason = rule.reason { text += " (\(reason))" }
    if rule.status != .stable { text += ", \(rule.status.rawValue)" }
    return text
  }

  private static func failing(_ example: RuleExample) -> String {
    let note = example.note.map { " (\($0))" } ?? ""
    var text = "\n" + wrapped("This draws it\(note):") + "\n\n" + block(example.lines)
    guard let title = example.fixTitle, !example.fixed.isEmpty else { return text }
    text += "\nFixed (\(example.fixSafety?.rawValue ?? "unsafe"): \(title)):\n\n" + block(example.fixed)
    return text
  }

  private static func block(_ lines: [String]) -> String {
    lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }
}

extension RuleDescription {
  /// On which requests the rule is asked, in words.
  package var conditions: String {
    var text =
      pushTypes.isEmpty
      ? "every push type"
      : "push type " + pushTypes.joined(separator: ", ")
    if let profile { text += "; only with --profile \(profile.rawValue)" }
    if status == .preview { text += "; only with --preview, or selected by its id" }
    if !needs.isEmpty {
      let facts = needs.map { (need: String) -> String in
        switch need {
        case "now": return "the clock (--now, or --profile dispatch)"
        case let need where need.hasPrefix("context."):
          let name = need.dropFirst("context.".count)
          return "\(name) (--context \(name)=…)"
        default: return need
        }
      }
      text += "; has to be known: " + facts.joined(separator: ", ")
    }
    return text
  }
}
