/// One option, for the parser and for the help text alike.
struct OptionDescription: Sendable {
  /// With its hyphens: `--push-type`.
  var name: String
  /// One letter with its hyphen, where there is one.
  var short: String?
  /// What the help calls the value; nil for an option without one.
  var argument: String?
  var summary: String
  /// The words that the value may be; nil for free text.
  var values: [String]?
  var isRepeatable = false

  init(
    _ name: String, short: String? = nil, _ argument: String? = nil, values: [String]? = nil,
    isRepeatable: Bool = false, summary: String
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.summary = summary
    self.values = values
    self.isRepeatable = isRepeatable
  }

  /// The left column of the help text.
  var heading: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return argument.map { "\(names) \($0)" } ?? names
  }
}

/// One command, for the parser and for the help text alike.
struct CommandDescription: Sendable {
  var name: String
  var usage: String
  var summary: String
  var options: [OptionDescription]
  /// At most so many operands.
  var maximumOperands: Int?

  static let help = OptionDescription("--help", short: "-h", summary: "show this help")

  /// The text that `--help` prints.
  var helpText: String {
    var text = "usage: apns-lint \(usage)\n\n\(summary)\n"
    let rows = (options + [CommandDescription.help]).map { ($0.heading, $0.fullSummary) }
    let width = min(rows.map(\.0.count).max() ?? 0, 30)
    text += "\noptions:\n"
    for (heading, summary) in rows {
      let gap = width - heading.count
      text += "  " + heading
      text +=
        gap >= 0
        ? String(repeating: " ", count: gap + 2)
        : "\n" + String(repeating: " ", count: width + 4)
      text += summary + "\n"
    }
    return text
  }
}

extension OptionDescription {
  fileprivate var fullSummary: String {
    var text = summary
    if let values { text += ": " + values.joined(separator: ", ") }
    if isRepeatable { text += " (repeatable)" }
    return text
  }
}
