internal import PayloadRules

/// The reasons and symptoms that `explain` knows, in a list.
struct ReasonList {
  private let reasons: [ReasonDescription]

  init(_ reasons: [ReasonDescription]) { self.reasons = reasons }

  /// Everything there is, the reasons by the status that they come with.
  var text: String {
    var text = "Reasons that the push service answers, by status:\n\n"
    let answers = reasons.filter { !$0.isSymptom }
    let width = answers.map(\.id.count).max() ?? 0
    for status in statuses(of: answers) {
      for answer in answers where answer.status == status {
        let code = status.map(String.init) ?? "-"
        text += Self.line("  " + Self.padded(code, to: 3) + "  " + Self.padded(answer.id, to: width), answer)
      }
    }
    let symptoms = reasons.filter(\.isSymptom)
    text += "\nSymptoms, where no answer says what is wrong:\n\n"
    let longest = symptoms.map(\.id.count).max() ?? 0
    for symptom in symptoms { text += Self.line("  " + Self.padded(symptom.id, to: longest), symptom) }
    text +=
      "\n" + wrapped("'apns-lint explain NAME' says more about one: its causes and how to tell them apart. ")
    return text
      + "\n'apns-lint explain STATUS' lists what comes with a status; 'apns-lint rules' lists rules.\n"
  }

  /// What comes with a status; nil for a status that nothing comes with.
  func text(ofStatus status: Int) -> String? {
    let entries = reasons.filter { $0.status == status }
    guard !entries.isEmpty else { return nil }
    var text = ""
    let parts = [
      ("Reasons that come with status \(status):", entries.filter { !$0.isSymptom }),
      ("Symptoms that come with status \(status):", entries.filter(\.isSymptom)),
    ]
    for (heading, entries) in parts where !entries.isEmpty {
      text += (text.isEmpty ? "" : "\n") + heading + "\n"
      for entry in entries {
        text += "\n  \(entry.id)\n      \(wrapped(entry.meaning, hanging: "      "))\n"
        if let retry = entry.retry {
          text += "      \(wrapped("Retry: " + retry, hanging: "      "))\n"
        }
      }
    }
    return text + "\n'apns-lint explain NAME' says how to tell the causes apart.\n"
  }

  /// Every status that there is, in order.
  var statuses: [Int] { statuses(of: reasons).compactMap { $0 } }

  private func statuses(of entries: [ReasonDescription]) -> [Int?] {
    let numbers = Set(entries.compactMap(\.status)).sorted()
    return numbers + (entries.contains { $0.status == nil } ? [nil] : [])
  }

  private static func line(_ start: String, _ entry: ReasonDescription) -> String {
    start + "  " + wrapped(entry.meaning, hanging: start + "  ") + "\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
