/// The reports of one run: at most one to standard output, others into files.
struct ReportSet {
  private let options: LintOptions
  private let output: any OutputStream
  private let hasColor: Bool
  private var reporters: [any Reporter] = []
  /// Instead of the others, where sums are asked for.
  private var sums: [StatisticsReporter] = []
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
      if options.wantsStatistics {
        sums.append(StatisticsReporter(output: stream, tool: tool, isJSON: format.name == "json"))
        continue
      }
      switch format.name {
      case "compact": reporters.append(StreamReporter(output: stream, CompactRenderer()))
      case "json": reporters.append(JSONReporter(output: stream, tool: tool))
      case "jsonl": reporters.append(StreamReporter(output: stream, JSONRenderer(isLines: true)))
      case "github":
        reporters.append(
          StreamReporter(output: stream, GitHubRenderer()) { GitHubRenderer.ending($1) })
      default:
        let decorator = TextDecorator(isOn: hasColor && format.file == nil)
        let renderer = TextRenderer(decorator: decorator, isQuiet: options.isQuiet)
        reporters.append(StreamReporter(output: stream, renderer) { renderer.ending($0, $1) })
      }
    }
  }

  var renderers: [any RecordRenderer] { reporters.map(\.renderer) }

  /// Takes what the renderers made of some records.
  func add(_ rendered: [[UInt8]]) {
    for (reporter, bytes) in zip(reporters, rendered) where !bytes.isEmpty { reporter.add(bytes) }
  }

  /// Ends every report and writes the files; what could not be written comes back.
  func finish(summary: Summary, problems: [Problem], statistics: Statistics) -> [Problem] {
    for reporter in reporters { reporter.finish(summary: summary, problems: problems) }
    for reporter in sums { reporter.finish(statistics, summary: summary, problems: problems) }
    var failures: [Problem] = []
    for (path, memory) in files {
      do { try FileSystem.write(memory.bytes, to: path) } catch {
        failures.append(Problem("the report cannot be written: \(error.reasonNotWritten)", file: path))
      }
    }
    return failures
  }
}
