internal import PayloadRules

/// One run of `lint`: finds the inputs, has each judged, reports.
struct LintRun {
  let options: LintOptions
  private let engines: EngineFactory
  let input: any InputStream
  private let errors: any OutputStream
  private var reports: ReportSet
  private var setups: SetupCache
  private var workers: OrderedWorkers<LintPiece, LintOutcome>
  /// Whole inputs that are not handed on yet.
  private var items: [LintPiece.Item] = []
  private var problems: [Problem] = []
  private var said: Set<Problem> = []
  private var statistics = Statistics()
  private var summary = Summary()
  private var fails = false
  /// Folders that were walked as a whole, absolute.
  private var walkedFolders: [String] = []
  /// Folders of the command line in which nothing could be a push.
  private var emptyFolders: [String] = []
  private let currentFolder: String
  var progress: Progress

  init(
    _ options: LintOptions, engines: EngineFactory, environment: [String: String],
    input: any InputStream, output: any OutputStream, errors: any OutputStream
  ) {
    self.options = options
    self.engines = engines
    self.input = input
    self.errors = errors
    currentFolder = FileSystem.currentFolder
    reports = ReportSet(options, environment: environment, output: output)
    setups = SetupCache(options, engines: engines, currentFolder: currentFolder)
    progress = Progress(errors, isOn: errors.isTerminal && !options.isQuiet)
    workers = LintRun.workers(options, renderers: [], currentFolder)
  }

  /// One thing to lint.
  struct Candidate {
    /// As the user wrote it, or found below what the user wrote; nil for standard input.
    var path: String?
    var isNamed: Bool
  }

  mutating func run() -> ExitStatus {
    do throws(ConfigurationError) {
      // What the command line says about rules is checked even where no file is found.
      let folder = options.stdinFilename.map { Path.folder(of: Path.absolute($0, from: currentFolder)) }
      let setup = try setups.setup(for: folder ?? currentFolder)
      reports.open(ToolDescription(facts: setup.engine.factsDate))
    } catch {
      let engine = try? engines.engine(nil, rules: [])
      reports.open(ToolDescription(facts: engine?.factsDate ?? ""))
      // A broken configuration of this folder matters only to the files that it is for.
      if setups.isFatal(error) {
        problems.append(Problem(error))
        return finish(candidates: 0)
      }
    }
    workers = LintRun.workers(options, renderers: reports.renderers, currentFolder)
    let candidates = findCandidates()
    let inputs = Set(candidates.compactMap { $0.path.map { Path.absolute($0, from: currentFolder) } })
    for file in options.formats.compactMap(\.file)
    where inputs.contains(Path.absolute(file, from: currentFolder)) {
      errors.write("apns-lint: the report \(file) would overwrite an input of that name\n")
      return .trouble
    }
    for (number, candidate) in candidates.enumerated() {
      progress.show(number, of: candidates.count)
      take(candidate, number)
    }
    submitItems()
    drain()
    workers.close()
    progress.clear()
    problems += setups.staleSuppressions(walked: walkedFolders)
    return finish(candidates: candidates.count)
  }

  private mutating func finish(candidates: Int) -> ExitStatus {
    let clashes = reports.finish(summary: summary, problems: problems, statistics: statistics)
    for problem in problems + clashes {
      let level = problem.isFailure ? "" : "warning: "
      errors.write("apns-lint: \(level)\(problem.text)\n")
    }
    let isBroken = (problems + clashes).contains(where: \.isFailure)
    if summary.inputs == 0, !isBroken {
      let paths = options.paths.isEmpty ? ["."] : options.paths
      errors.write("apns-lint: no pushes found in \(paths.joined(separator: ", "))\n")
    } else {
      let names = FolderWalker.suffixes.joined(separator: ", ")
      for folder in emptyFolders { errors.write("apns-lint: \(folder.onOneLine): no file named \(names)\n") }
    }
    return isBroken ? .trouble : fails ? .findings : .clean
  }

  private static func workers(
    _ options: LintOptions, renderers: [any RecordRenderer], _ currentFolder: String
  ) -> OrderedWorkers<LintPiece, LintOutcome> {
    let jobs = options.jobs ?? min(SystemCalls.processorCount, LintOptions.mostJobsByItself)
    return OrderedWorkers(jobs: jobs) {
      let worker = LintWorker(options, renderers: renderers, currentFolder: currentFolder)
      return { worker.work($0) }
    }
  }

  // MARK: Inputs

  private mutating func findCandidates() -> [Candidate] {
    var result: [Candidate] = []
    var seen: Set<String> = []
    for path in options.paths.isEmpty ? ["."] : options.paths {
      if path == "-" {
        result.append(Candidate(path: nil, isNamed: true))
        continue
      }
      if FileSystem.isFolder(path) {
        let walker = FolderWalker(path, for: options.input)
        walkedFolders.append(Path.absolute(path, from: currentFolder))
        if walker.files.isEmpty, walker.errors.isEmpty { emptyFolders.append(path) }
        for error in walker.errors { problems.append(Problem(ConfigurationError(error))) }
        for file in walker.files where seen.insert(Path.absolute(file, from: currentFolder)).inserted {
          result.append(Candidate(path: file, isNamed: false))
        }
      } else if seen.insert(Path.absolute(path, from: currentFolder)).inserted {
        result.append(Candidate(path: path, isNamed: true))
      }
    }
    return result
  }

  /// Hands an input on to be judged.
  private mutating func take(_ candidate: Candidate, _ number: Int) {
    let name = candidate.path ?? options.stdinFilename ?? "-"
    let absolute = Path.absolute(name, from: currentFolder)
    do throws(ConfigurationError) {
      let setup = try setups.setup(for: Path.folder(of: absolute))
      let relative = setup.relativePath(of: absolute)
      if let configuration = setup.configuration, name != "-", configuration.excludes(relative) { return }
      var task = LintTask(
        number: number, path: candidate.path, name: name, isNamed: candidate.isNamed, setup: setup,
        relative: relative)
      if candidate.path != nil || options.stdinFilename != nil { task.folder = Path.folder(of: name) }
      if InputShape.holdsLines(name, options.input) {
        takeLines(task)
      } else if task.path == nil {
        takeWhole(task, after: [], of: input)
      } else {
        add(.input(task))
      }
    } catch {
      add(.trouble(Problem(error)))
    }
  }

  /// Reads the rest of a stream that can only be read as a whole.
  mutating func takeWhole(_ task: LintTask, after head: [UInt8], of stream: any InputStream) {
    submitItems()
    drain()
    var task = task
    do throws(FileError) {
      task.bytes = try stream.readAll(after: head)
      add(.input(task))
    } catch {
      add(.trouble(Problem(ConfigurationError(FileError(path: task.name, kind: error.kind)))))
    }
  }

  // MARK: Pieces

  /// Most files are small, so that handing over each by itself would take longer than judging it.
  private static let itemsInPiece = 16

  mutating func add(_ item: LintPiece.Item) {
    items.append(item)
    if items.count >= LintRun.itemsInPiece { submitItems() }
  }

  mutating func submitItems() {
    guard !items.isEmpty else { return }
    let piece = LintPiece.items(items)
    items = []
    submit(piece)
  }

  mutating func submit(_ piece: LintPiece) {
    workers.submit(piece)
    while let outcome = workers.nextIfDone() { write(outcome) }
    while workers.isFull, let outcome = workers.next() { write(outcome) }
  }

  /// Waits for everything that was submitted, and writes it.
  mutating func drain() {
    while let outcome = workers.next() { write(outcome) }
  }

  private mutating func write(_ outcome: LintOutcome) {
    progress.clear()
    reports.add(outcome.rendered)
    summary.add(outcome.summary)
    fails = fails || outcome.fails
    setups.note(outcome.suppressions)
    if let other = outcome.statistics { statistics.add(other) }
    // The same configuration serves many files; its error is said once.
    for problem in outcome.problems where said.insert(problem).inserted { problems.append(problem) }
  }

  mutating func countInput() { summary.inputs += 1 }
}
