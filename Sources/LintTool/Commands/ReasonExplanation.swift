internal import PayloadRules

/// All there is to say about a reason or a symptom, for the terminal.
struct ReasonExplanation {
  private let reason: ReasonDescription
  private let rules: [RuleDescription]

  init(_ reason: ReasonDescription, rules: [RuleDescription]) {
    self.reason = reason
    self.rules = rules
  }

  var text: String {
    var text = reason.id
    if let status = reason.status, !reason.isSymptom { text += " (status \(status))" }
    text += "\n"
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
    if let source = reason.source { text += "\nSource: \(wrapped(source, hanging: "Source: "))\n" }
    if let documentation = reason.documentation { text += "See: \(documentation)\n" }
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
