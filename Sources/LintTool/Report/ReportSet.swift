/// The reports of one run: at most one to standard output, others into files.
struct ReportSet {
  private let options: LintOptions
  private let output: any OutputStream
  private let hasColor: Bool
  private var reporters: [any Reporter] = []
  private var files: [(path: String, memory: MemoryOutput)] = []

  init(_ options: LintOptions, environment: [String: String], output: any OutputStream) {
    self.options = options
    self.output = output
    switch options.color {
    case .always: hasColor = true
    case .never: hasColor = false
    case .auto:
      let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
      hasColor = output.isTerminal && !isRefused
    }
  }

  mutating func open(_ tool: ToolDescription) {
    for format in options.formats {
      var stream = output
      if let file = format.file {
        let memory = MemoryOutput()
        files.append((file, memory))
        stream = memory
      }
      switch format.name {
      case "compact": reporters.append(CompactReporter(output: stream))
      case "json": reporters.append(JSONReporter(output: stream, tool: tool, isLines: false))
      case "jsonl": reporters.append(JSONReporter(output: stream, tool: tool, isLines: true))
      case "github": reporters.append(GitHubReporter(output: stream))
      default:
        reporters.append(
          TextReporter(
            output: stream, hasColor: hasColor && format.file == nil, isQuiet: options.isQuiet))
      }
    }
  }

  func add(_ record: RecordReport) {
    for reporter in reporters { reporter.add(record) }
  }

  /// Ends every report and writes the files; what could not be written comes back.
  func finish(summary: Summary, problems: [Problem]) -> [Problem] {
    for reporter in reporters { reporter.finish(summary: summary, problems: problems) }
    var failures: [Problem] = []
    for (path, memory) in files {
      do { try FileSystem.write(memory.bytes, to: path) } catch {
        failures.append(Problem("the report cannot be written: \(error.reasonNotWritten)", file: path))
      }
    }
    return failures
  }
}
