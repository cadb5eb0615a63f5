internal import PayloadRules

/// Every command and option there is.
enum CommandTable {
  static let inputKinds = InputKind.allCases.map(\.rawValue)
  static let formats = ["text", "compact", "json", "jsonl", "github"]

  static let lint = CommandDescription(
    name: "lint",
    usage: "[lint] [OPTIONS] [PATH | -]...",
    summary: "Say what the push service and the device will do with each push: in files, in folders "
      + "(recursively), by patterns such as 'push/**/*.json', in standard input (-); without a path, in the current folder.",
    options: [
      OptionDescription("--input", "KIND", values: inputKinds, summary: "what the input is"),
      OptionDescription(
        "--stdin-filename", "NAME", summary: "name, and so kind and configuration, of standard input"),
      OptionDescription("--push-type", "TYPE", summary: "push type, where the input does not say"),
      OptionDescription("--topic", "TOPIC", summary: "topic, where the input does not say"),
      OptionDescription("--bundle-id", "ID", summary: "bundle id of the app"),
      OptionDescription("--priority", "N", summary: "priority, where the input does not say"),
      OptionDescription("--token", "HEX", summary: "device token, where the input does not say"),
      OptionDescription(
        "--environment", "WHERE", values: ["production", "development"], summary: "where the request is sent"),
      OptionDescription(
        "--header", "'NAME: VALUE'", isRepeatable: true, summary: "a header, where the input does not have it"
      ),
      OptionDescription(
        "--context", "KEY=VALUE", isRepeatable: true, summary: "a fact that no one can see in the request"),
      OptionDescription(
        "--profile", "PROFILE", values: Profile.allCases.map(\.rawValue),
        summary: "fixture (default), or dispatch for what is about to be sent"),
      OptionDescription("--now", "TIME", summary: "the clock for time rules, RFC 3339 or seconds since 1970"),
      OptionDescription(
        "--format", "FORMAT[=FILE]", values: formats, isRepeatable: true, summary: "form of the report"),
      OptionDescription(
        "--config", "FILE", summary: "configuration file, instead of the nearest .apns-lint.yaml"),
      OptionDescription("--no-config", summary: "read no configuration file"),
      OptionDescription("--rules", "FILE", isRepeatable: true, summary: "rules to add to the built-in ones"),
      OptionDescription("--select", "GLOB", isRepeatable: true, summary: "run only these rules"),
      OptionDescription("--ignore", "GLOB", isRepeatable: true, summary: "leave these rules out"),
      OptionDescription(
        "--severity", "RULE=LEVEL", isRepeatable: true,
        summary: "severity of a rule or a glob of rules: error, warning, note or none"),
      OptionDescription("--preview", summary: "run preview rules too"),
      OptionDescription(
        "--fail-on", "LEVEL", values: FailureThreshold.allCases.map(\.rawValue),
        summary: "lowest severity that makes the exit status 1"),
      OptionDescription(
        "--files-from", "FILE", summary: "take further paths from a file, or - for standard input, one a line"
      ),
      OptionDescription("--null", short: "-0", summary: "paths of --files-from end in a zero byte"),
      OptionDescription(
        "--baseline", "FILE",
        summary: "leave out the findings that this file names, as --write-baseline made it"),
      OptionDescription(
        "--write-baseline", "FILE", summary: "write down what is found, to be left out from now on"),
      OptionDescription("--prune-baseline", summary: "take out of the baseline what is no longer found"),
      OptionDescription(
        "--explain-input", summary: "say on standard error what each input was taken for, and why"),
      OptionDescription("--quiet", short: "-q", summary: "print findings only, no summary"),
      OptionDescription(
        "--statistics", summary: "print sums instead of findings: a table, or with --format json an object"),
      OptionDescription("--jobs", "N", summary: "threads that judge; as many as processors if left out"),
      OptionDescription(
        "--color", "WHEN", values: ColorMode.allCases.map(\.rawValue), summary: "colour the text"),
      OptionDescription("--no-redact", summary: "show tokens and keys in full"),
    ])

  static let explain = CommandDescription(
    name: "explain", usage: "explain [RULE | REASON | STATUS | SYMPTOM | -]",
    summary: "Explain a rule, a reason or a status that the push service answered, or a symptom; "
      + "without a name, list the reasons and symptoms. A whole answer may be pasted, or come on standard input with -.",
    options: configuration)

  static let rules = CommandDescription(
    name: "rules", usage: "rules [OPTIONS]", summary: "List every rule.",
    options: [OptionDescription("--format", "FORMAT", values: ["text", "json"], summary: "form of the list")]
      + configuration,
    maximumOperands: 0)

  static let test = CommandDescription(
    name: "test", usage: "test [RULES.yaml]",
    summary: "Run the examples beside each rule: of the built-in rules, or of a file. "
      + "Exit status 0, 1 if an example fails, 2 if the rules cannot be loaded.",
    options: [], maximumOperands: 1)

  static let initial = CommandDescription(
    name: "init", usage: "init [FOLDER]",
    summary:
      "Write a commented .apns-lint.yaml that fits what lies in a folder. One that is there is left as it is.",
    options: [], maximumOperands: 1)

  static let config = CommandDescription(
    name: "config", usage: "config [OPTIONS] FILE...",
    summary: "Show what applies to a file, and where each value comes from.", options: configuration)

  static let commands = [lint, explain, rules, test, initial, config]

  private static let configuration = [
    OptionDescription(
      "--config", "FILE", summary: "configuration file, instead of the nearest .apns-lint.yaml"),
    OptionDescription("--no-config", summary: "read no configuration file"),
    OptionDescription("--rules", "FILE", isRepeatable: true, summary: "rules to add to the built-in ones"),
  ]

  /// The text of `apns-lint --help`.
  static var helpText: String {
    var text = "usage: apns-lint [COMMAND] [OPTIONS] [PATH | -]...\n\n"
    text += "Says what Apple's push service and the device will do with a push. Opens no connection.\n"
    text += "\ncommands:\n"
    for command in commands {
      let name = command.name + String(repeating: " ", count: max(0, 10 - command.name.count))
      text += "  \(name)\(command.summary)\n"
    }
    text +=
      "\n  --version   show the version\n  --help      show this help; COMMAND --help that of a command\n"
    text += "\nWithout a command, lint. Exit status: 0 nothing at or above --fail-on, 1 findings, "
    text += "2 the tool could not do its job.\n"
    return text
  }
}

/// What the lowest severity is that makes a run fail.
enum FailureThreshold: String, CaseIterable, Sendable {
  case error, warning, note, never

  /// The severity itself; nil for `never`.
  var severity: Severity? { Severity(rawValue: rawValue) }
}

/// When text is coloured.
enum ColorMode: String, CaseIterable, Sendable { case auto, always, never }
