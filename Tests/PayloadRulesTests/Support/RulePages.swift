import LintTool
import PayloadRules

/// The pages in docs/rules, one a rule and an index, made from rules.yaml.
struct RulePages {
  static let folder = "docs/rules"
  private let library: RuleLibrary
  /// Names that are written in lower case where a sentence begins with them, too.
  private let names: Set<String>

  init(_ library: RuleLibrary) {
    self.library = library
    names = Set(
      ["aps"]
        + ["aps-keys", "alert-keys", "sound-keys", "request-header-names"].flatMap {
          library.set.factTexts($0)
        })
  }

  /// Every page by its path.
  var pages: [String: String] {
    var pages = [Self.folder + "/README.md": index]
    for rule in library.rules { pages["\(Self.folder)/\(rule.id).md"] = page(rule) }
    return pages
  }

  // MARK: A page

  private func page(_ rule: RuleDescription) -> String {
    let cases = library.runner.cases(of: rule.id)
    let examples = cases.map { library.runner.readable($0, of: rule.id) }
    let failing = examples.first { $0.kind == .fails }
    var text = "<!-- Made from rules.yaml; see CONTRIBUTING.md. Do not edit. -->\n\n# \(rule.id)\n\n"
    text += Self.escaped(sentence(failing?.message ?? rule.message)) + "\n\n"
    text += table(rule, failing)
    if let why = rule.why { text += "\n## Why\n\n\(Self.escaped(why))\n" }
    if let help = failing?.help ?? rule.help {
      text += "\n## What to write\n\n\(Self.escaped(sentence(help)))\n"
    }
    if let failing { text += drawing(failing) }
    text += passing(examples)
    text += """

      ## Leaving it out

      In `.apns-lint.yaml`, for one place with a reason, or everywhere:

      ```yaml
      suppress:
        - {files: "fixtures/one.json", rule: \(rule.id), reason: "why this is as it should be"}
      severity: {\(rule.id): none}
      ```

      """
    return text
  }

  private func table(_ rule: RuleDescription, _ failing: RuleExample?) -> String {
    var rows: [(String, String)] = [
      ("Severity", rule.severity.rawValue), ("Outcome", Self.outcome(rule.outcome)),
    ]
    if let reason = rule.reason { rows.append(("Reason", "`\(reason)`")) }
    rows.append(("When", Self.escaped(rule.conditions)))
    rows.append(("Status", rule.status.rawValue))
    if let since = rule.since { rows.append(("Since", since)) }
    if let safety = rule.fixSafety ?? failing?.fixSafety {
      rows.append(("Fix", safety.rawValue + (failing?.fixTitle.map { ": " + Self.escaped($0) } ?? "")))
    } else {
      rows.append(("Fix", "none"))
    }
    if !rule.formerly.isEmpty { rows.append(("Formerly", rule.formerly.joined(separator: ", "))) }
    let explained = library.reasons.filter { $0.rules.contains(rule.id) }.map { "`\($0.id)`" }
    if !explained.isEmpty { rows.append(("Explained under", explained.joined(separator: ", "))) }
    let source = rule.source.map { Self.escaped($0) }
    switch (source, rule.documentation) {
    case (let source?, let address?): rows.append(("Source", "[\(source)](\(address))"))
    case (let source?, nil): rows.append(("Source", source))
    case (nil, let address?): rows.append(("Source", "<\(address)>"))
    case (nil, nil): break
    }
    let lines = rows.map { "| \($0.0) | \($0.1.replacing("|", with: "\\|")) |\n" }
    return "| | |\n| --- | --- |\n" + lines.joined()
  }

  private func drawing(_ example: RuleExample) -> String {
    var text = "\n## An example that draws it\n\n"
    if let note = example.note { text += Self.escaped(sentence(note)) + "\n\n" }
    text += Self.fence(example.lines)
    if example.fixTitle != nil, !example.fixed.isEmpty {
      let how = example.fixSafety == .safe ? "`--fix`" : "`--fix --unsafe-fixes`"
      text += "\nAfter \(how):\n\n" + Self.fence(example.fixed)
    }
    return text
  }

  private func passing(_ examples: [RuleExample]) -> String {
    var text = ""
    if let passing = examples.first(where: { $0.kind == .passes }) {
      text += "\n## Examples that do not\n\n" + Self.fence(passing.lines)
    }
    if let nearMiss = examples.first(where: { $0.kind == .nearMiss }) {
      text += text.isEmpty ? "\n## An example that does not\n" : ""
      text += "\nA near miss" + (nearMiss.note.map { ", \(Self.escaped($0))" } ?? "") + ":\n\n"
      text += Self.fence(nearMiss.lines)
    }
    return text
  }

  // MARK: The index

  private var index: String {
    var text = """
      <!-- Made from rules.yaml; see CONTRIBUTING.md. Do not edit. -->

      # Rules

      \(library.rules.count) rules; `apns-lint explain RULE` shows the same in a terminal. By \
      [push type](#by-push-type), by [reason](#by-reason), by [symptom](#by-symptom), by [outcome](#by-outcome).

      ## By push type


      """
    for type in library.pushTypes {
      text += "### \(type)\n\n" + list(library.rules.filter { $0.pushTypes.contains(type) })
    }
    text += "### Every push type\n\n" + list(library.rules.filter(\.pushTypes.isEmpty))
    text += "## By reason\n\nWhat APNs answers, and the rules that see it before sending.\n\n"
    for reason in library.reasons where !reason.isSymptom {
      let names = [reason.id] + reason.formerly
      let own = library.rules.filter { rule in
        reason.rules.contains(rule.id) || rule.reason.map { names.contains($0) } ?? false
      }
      text +=
        "### \(reason.id)\(reason.status.map { " (\($0))" } ?? "")\n\n\(Self.escaped(reason.meaning))\n\n"
      text +=
        own.isEmpty
        ? (reason.offline == "no" ? "No rule: no request shows it.\n\n" : "No rule.\n\n") : list(own)
    }
    text += "## By symptom\n\nWhat people see; `apns-lint explain SYMPTOM` says more.\n\n"
    for symptom in library.reasons where symptom.isSymptom {
      text += "### \(symptom.id)\n\n\(Self.escaped(symptom.meaning))\n\n"
      text += list(library.rules.filter { symptom.rules.contains($0.id) })
    }
    text += "## By outcome\n\n"
    for outcome in [Outcome.rejected, .dropped, .ignored, .advice] {
      text += "### \(outcome.rawValue)\n\n\(sentence(Self.outcomes[outcome] ?? ""))\n\n"
      text += list(library.rules.filter { $0.outcome == outcome })
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  private func list(_ rules: [RuleDescription]) -> String {
    guard !rules.isEmpty else { return "None.\n\n" }
    var text = ""
    for severity in [Severity.error, .warning, .note] {
      let own = rules.filter { $0.severity == severity }
      guard !own.isEmpty else { continue }
      text +=
        "- \(severity.rawValue): " + own.map { "[\($0.id)](\($0.id).md)" }.joined(separator: ", ") + "\n"
    }
    return text + "\n"
  }

  // MARK: Words

  private static let outcomes: [Outcome: String] = [
    .rejected: "APNs answers with an error", .dropped: "APNs answers 200, and nothing happens",
    .ignored: "delivered, and the part at fault has no effect",
    .advice: "nothing is refused or lost for it",
  ]

  private static func outcome(_ outcome: Outcome) -> String {
    "\(outcome.rawValue): \(outcomes[outcome] ?? "")"
  }

  private static func fence(_ lines: [String]) -> String {
    let mark = lines.contains { $0.hasPrefix("```") } ? "````" : "```"
    return "\(mark)text\n" + lines.map { $0 + "\n" }.joined() + "\(mark)\n"
  }

  private func sentence(_ text: String) -> String {
    guard let first = text.first else { return text }
    // Names of keys and headers stay in their own letters.
    let word = text.prefix { $0 != " " && $0 != "," }
    let isName = word.contains { !$0.isLetter } || names.contains(String(word))
    let start = isName ? String(first) : first.uppercased()
    return start + text.dropFirst() + (text.last.map { ".;:!?".contains($0) } ?? true ? "" : ".")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case "*", "`", "[", "]", "\\": result += "\\\(character)"
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result
  }
}
