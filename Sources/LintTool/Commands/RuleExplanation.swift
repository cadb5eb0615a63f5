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
    if let source = rule.citation { text += "Source: \(wrapped(source, hanging: "Source: "))\n" }
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

/// All there is to say about a reason or a symptom, for the terminal.
struct ReasonExplanation {
  private let reason: ReasonDescription
  private let rules: [RuleDescription]

  init(_ reason: ReasonDescription, rules: [RuleDescription]) {
    self.reason = reason
    self.rules = rules
  }

  var text: String {
    var text = reason.id + (reason.status.map { " (status \($0))" } ?? "") + "\n"
    if !reason.formerly.isEmpty { text += "also: \(reason.formerly.joined(separator: ", "))\n" }
    text += "\n" + wrapped(reason.meaning) + "\n"
    if !reason.causes.isEmpty { text += "\nCauses, the likeliest first:\n" }
    for (index, cause) in reason.causes.enumerated() {
      let likelihood = cause.likelihood.map { " (\(Self.words[$0] ?? $0))" } ?? ""
      text += "  \(index + 1). " + wrapped(cause.cause + likelihood, hanging: "  1. ") + "\n"
      if let tell = cause.tell { text += "     " + wrapped("How to tell: " + tell, hanging: "     ") + "\n" }
      if !cause.rules.isEmpty {
        text += "     " + wrapped("Rules: " + cause.rules.joined(separator: ", "), hanging: "     ") + "\n"
      }
    }
    if let retry = reason.retry { text += "\nRetry: \(wrapped(retry, hanging: "Retry: "))\n" }
    if let seen = seen {
      text += "\nSeen before sending: \(wrapped(seen, hanging: "  "))\n"
    }
    if let note = reason.note { text += wrapped(note) + "\n" }
    text += ruleList
    if let source = citation(reason.source) { text += "\nSource: \(wrapped(source, hanging: "Source: "))\n" }
    return text
  }

  private static let words = ["high": "likely", "medium": "possible", "low": "rare"]

  private var seen: String? {
    switch reason.offline {
    case "yes": "yes; the request shows it."
    case "partly": "in part."
    case "no": "no; no request shows it."
    default: reason.offline
    }
  }

  /// The rules that see it, unless the causes have named them all.
  private var ruleList: String {
    let named = Set(reason.causes.flatMap(\.rules))
    guard reason.rules.contains(where: { !named.contains($0) }) else { return "" }
    var text = "\nRules that see it:\n"
    for id in reason.rules {
      let severity = rules.first { $0.id == id }.map { " (\($0.severity.rawValue))" } ?? ""
      text += "  \(id)\(severity)\n"
    }
    return text
  }
}

extension RuleDescription {
  /// Where the rule comes from, as a reader can follow it.
  package var citation: String? { LintTool.citation(source) }

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

/// A source without the numbers of sections in this project's own notes.
private func citation(_ source: String?) -> String? {
  guard let source else { return nil }
  var parts: [String] = []
  for part in source.split(separator: ";") {
    let words = part.split(separator: " ")
    guard words.first == "facts" else {
      parts.append(words.joined(separator: " "))
      continue
    }
    // What stands in brackets behind the numbers stays.
    if let open = part.firstIndex(of: "(") {
      parts.append(String(part[part.index(after: open)...].dropLast()))
    }
  }
  return parts.isEmpty ? nil : parts.joined(separator: "; ")
}

/// A text in lines of at most 80 columns; all but the first are set in as far as `hanging` is long.
private func wrapped(_ text: String, hanging: String = "") -> String {
  let indent = String(repeating: " ", count: hanging.count)
  var (result, column) = ("", hanging.count)
  for word in text.split(separator: " ") {
    let width = DisplayWidth.columns(of: String(word))
    if column > indent.count, column + 1 + width > 80 {
      result += "\n" + indent + word
      column = indent.count + width
    } else {
      let separator = column > indent.count ? " " : ""
      result += separator + word
      column += separator.count + width
    }
  }
  return result
}
