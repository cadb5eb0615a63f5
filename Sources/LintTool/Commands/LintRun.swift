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
  private var finder: InputFinder
  private var baselines: BaselineSet
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
    finder = InputFinder(options, currentFolder: currentFolder, input: input)
    baselines = BaselineSet(options, currentFolder: currentFolder)
    setups = SetupCache(options, engines: engines, currentFolder: currentFolder)
    progress = Progress(errors, isOn: errors.isTerminal && !options.isQuiet)
    workers = LintRun.workers(options, renderers: [], currentFolder)
  }

  mutating func run() -> ExitStatus {
    do throws(ConfigurationError) {
      // What the command line says about rules is checked even where no file is found.
      let folder = options.stdinFilename.map { Path.folder(of: Path.absolute($0, from: currentFolder)) }
      let setup = try setups.setup(for: folder ?? currentFolder)
      reports.open(ToolDescription(facts: setup.engine.factsDate))
      do throws(ConfigurationError) { try baselines.open() } catch {
        problems.append(Problem(error))
        return finish()
      }
    } catch {
      let engine = try? engines.engine(nil, rules: [])
      reports.open(ToolDescription(facts: engine?.factsDate ?? ""))
      // A broken configuration of this folder matters only to the files that it is for.
      if setups.isFatal(error) {
        problems.append(Problem(error))
        return finish()
      }
    }
    workers = LintRun.workers(options, renderers: reports.renderers, currentFolder)
    for file in options.formats.compactMap(\.file)
    where finder.comes(to: Path.absolute(file, from: currentFolder)) {
      errors.write("apns-lint: the report \(file) would overwrite an input of that name\n")
      return .trouble
    }
    takeAll()
    workers.close()
    progress.clear()
    reportLeftovers()
    return finish()
  }

  /// Suppressions and baseline entries that nothing needs, and what becomes of the baselines.
  private mutating func reportLeftovers() {
    // What was walked with another kind in mind says nothing of what is left over.
    let walked = options.input == .auto ? finder.walkedFolders : []
    let isComplete = !problems.contains(where: \.isFailure)
    problems += setups.staleSuppressions(walked: walked)
    let left = baselines.finish(walked: walked, isComplete: isComplete) { setups.idleRules }
    problems += left.problems
    for message in left.messages { errors.write("apns-lint: \(message)\n") }
  }

  private mutating func finish() -> ExitStatus {
    let clashes = reports.finish(summary: summary, problems: problems, statistics: statistics)
    for problem in problems + clashes {
      let level = problem.isFailure ? "" : "warning: "
      errors.write("apns-lint: \(level)\(problem.text)\n")
    }
    let isBroken = (problems + clashes).contains(where: \.isFailure)
    if summary.inputs == 0, !isBroken {
      var paths = options.paths
      if let list = options.filesFrom { paths.append(list) }
      if paths.isEmpty { paths = ["."] }
      errors.write("apns-lint: no pushes found in \(paths.joined(separator: ", "))\n")
    } else {
      let names = FolderWalker.suffixes.joined(separator: ", ")
      for folder in finder.emptyFolders {
        errors.write("apns-lint: \(folder.onOneLine): no file named \(names)\n")
      }
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

  /// Takes one input after another as they are found, never holding the names of all.
  private mutating func takeAll() {
    var count = 0
    while true {
      // Whoever sends paths one by one has the answers to all of them before the next one is waited for.
      if !finder.isReady {
        submitItems()
        drain()
      }
      let candidate = finder.next()
      for problem in finder.takeProblems() { add(.trouble(problem)) }
      guard let candidate else { break }
      progress.show(count)
      take(candidate, count)
      count += 1
    }
    submitItems()
    drain()
  }

  /// Hands an input on to be judged.
  private mutating func take(_ candidate: InputFinder.Candidate, _ number: Int) {
    let name = candidate.path ?? options.stdinFilename ?? "-"
    do throws(ConfigurationError) {
      let setup = try setups.setup(for: Path.folder(of: candidate.absolute))
      let relative = setup.relativePath(of: candidate.absolute)
      if let configuration = setup.configuration, name != "-", configuration.excludes(relative) {
        if options.explainsInput { add(.message("\(name.onOneLine): left out by the configuration")) }
        return
      }
      var task = LintTask(
        number: number, path: candidate.path, name: name, isNamed: candidate.isNamed, setup: setup,
        relative: relative)
      task.suppressions = setup.suppressions.numbers(for: relative)
      (task.baseline, task.baselineName) = try baselines.take(candidate.absolute, setup.configuration)
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
    baselines.note(outcome.known)
    for message in outcome.messages { errors.write("apns-lint: \(message)\n") }
    if let other = outcome.statistics { statistics.add(other) }
    // The same configuration serves many files; its error is said once.
    for problem in outcome.problems where said.insert(problem).inserted { problems.append(problem) }
  }

  mutating func countInput() { summary.inputs += 1 }
}
