/// The whole tool, without a process around it.
public enum CommandLineTool {
  /// Runs the process's own arguments on its standard streams and ends the process.
  public static func main() -> Never {
    SystemCalls.ignoreBrokenPipes()
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM"] {
      if let value = SystemCalls.environment(name) { environment[name] = value }
    }
    let tool = Tool(engines: BuiltInEngine.factory)
    let (output, errors) = (ProcessOutput(descriptor: 1), ProcessOutput(descriptor: 2))
    // Without them a run would judge the current folder, whatever was asked for.
    guard !CommandLine.arguments.isEmpty else {
      errors.write(
        "apns-lint: the arguments cannot be read; on Linux they come from /proc, which is not mounted\n")
      SystemCalls.endProcess(ExitStatus.trouble.rawValue)
    }
    var status = tool.run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      input: DescriptorInput(descriptor: 0),
      output: output, errors: errors)
    if output.hasFailed {
      errors.write("apns-lint: standard output cannot be written; the report is not complete\n")
      status = .trouble
    }
    SystemCalls.endProcess(status.rawValue)
  }
}

/// The tool around an engine; tests put in one of their own.
package struct Tool {
  private let engines: EngineFactory

  package init(engines: EngineFactory) { self.engines = engines }

  /// Runs one command line.
  package func run(
    arguments: [String], environment: [String: String] = [:], input: any InputStream,
    output: any OutputStream, errors: any OutputStream
  ) -> ExitStatus {
    do throws(UsageError) {
      return try dispatch(arguments, environment, input, output, errors)
    } catch {
      errors.write("apns-lint: \(error.message)\n")
      return .trouble
    }
  }

  private func dispatch(
    _ arguments: [String], _ environment: [String: String], _ input: any InputStream,
    _ output: any OutputStream, _ errors: any OutputStream
  ) throws(UsageError) -> ExitStatus {
    let first = arguments.first ?? ""
    if first == "--help" || first == "-h" {
      output.write(CommandTable.helpText)
      return .clean
    }
    if first == "--version" {
      output.write("\(ToolDescription.name) \(ToolDescription.version)\n")
      return .clean
    }
    // A command word wins over a file or folder of that name.
    let named = CommandTable.commands.first { $0.name == first }
    let command = named ?? CommandTable.lint
    if named == nil, let error = misspeltCommand(first) { throw error }
    let parsed = try ParsedArguments(arguments.dropFirst(named == nil ? 0 : 1), for: command)
    if parsed.wantsHelp {
      output.write(command.helpText)
      return .clean
    }
    switch command.name {
    case "explain":
      return try RuleCommands(engines, output: output, errors: errors).explain(parsed, input)
    case "rules": return try RuleCommands(engines, output: output, errors: errors).list(parsed)
    case "test": return RuleCommands(engines, output: output, errors: errors).test(parsed)
    case "init": return InitialConfiguration.run(parsed, engines: engines, output: output, errors: errors)
    case "config":
      var report = try ConfigurationReport(parsed, engines: engines)
      return report.run(output: output, errors: errors)
    default:
      let options = try LintOptions(parsed)
      var run = LintRun(
        options, engines: engines, environment: environment, input: input, output: output, errors: errors)
      return run.run()
    }
  }

  /// A bare word that is no file and nearly a command.
  private func misspeltCommand(_ word: String) -> UsageError? {
    guard !word.isEmpty, !word.hasPrefix("-"), !word.contains("/"), !word.contains("."),
      !FileSystem.exists(word)
    else { return nil }
    let error = unknown(word, among: CommandTable.commands.map(\.name), what: "command")
    return error.message.contains("did you mean") ? error : nil
  }
}
