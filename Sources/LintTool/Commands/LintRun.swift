internal import PayloadRules

/// One run of `lint`: finds the inputs, has each judged, reports.
struct LintRun {
  private let options: LintOptions
  private let engines: EngineFactory
  private let input: any InputStream
  private let errors: any OutputStream
  private var reports: ReportSet
  private var setups: SetupCache
  private var schemas = SchemaCache()
  private var baselines: BaselineSet
  private var problems: [Problem] = []
  private var summary = Summary()
  private var fails = false
  private var finder: InputFinder
  private let currentFolder: String
  private var progress: Progress

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
  }

  private typealias Candidate = InputFinder.Candidate

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
    for file in options.formats.compactMap(\.file)
    where finder.comes(to: Path.absolute(file, from: currentFolder)) {
      errors.write("apns-lint: the report \(file) would overwrite an input of that name\n")
      return .trouble
    }
    var count = 0
    while let candidate = finder.next() {
      problems += finder.takeProblems()
      progress.show(count)
      lint(candidate)
      count += 1
    }
    problems += finder.takeProblems()
    progress.clear()
    // What was walked with another kind in mind, or could not be read, says nothing of what is left over.
    let isWhole = options.input == .auto && !problems.contains(where: \.isFailure)
    let walked = isWhole ? finder.walkedFolders : []
    problems += setups.staleSuppressions(walked: walked)
    let left = baselines.finish(walked: walked, isWhole: isWhole) { setups.idleRules }
    problems += left.problems
    for message in left.messages { errors.write("apns-lint: \(message)\n") }
    return finish()
  }

  private mutating func finish() -> ExitStatus {
    let clashes = reports.finish(summary: summary, problems: problems)
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

  // MARK: Inputs

  private mutating func lint(_ candidate: Candidate) {
    let name = candidate.path ?? options.stdinFilename ?? "-"
    let absolute = Path.absolute(name, from: currentFolder)
    do throws(ConfigurationError) {
      let setup = try setups.setup(for: Path.folder(of: absolute))
      let relative = setup.relativePath(of: absolute)
      if let configuration = setup.configuration, name != "-", configuration.excludes(relative) {
        if options.explainsInput {
          errors.write("apns-lint: \(name.onOneLine): left out by the configuration\n")
        }
        return
      }
      let bytes: [UInt8]
      do throws(FileError) {
        if let path = candidate.path {
          bytes = try FileSystem.read(path)
        } else {
          bytes = try input.readAll()
        }
      } catch {
        problems.append(Problem(ConfigurationError(FileError(path: name, kind: error.kind))))
        return
      }
      try judge(bytes, name, candidate, setup, relative)
    } catch {
      // The same configuration serves many files; its error is said once.
      let problem = Problem(error)
      if !problems.contains(problem) { problems.append(problem) }
    }
  }

  /// Reads a file and judges each record in it.
  private mutating func judge(
    _ bytes: [UInt8], _ name: String, _ candidate: Candidate, _ setup: Setup, _ relative: String
  ) throws(ConfigurationError) {
    let folder = candidate.path == nil && options.stdinFilename == nil ? "" : Path.folder(of: name)
    var facts: [(StatedFacts, isOption: Bool)] = [(options.facts, true)]
    if let configuration = setup.configuration { facts.append((configuration.facts(for: relative), false)) }
    let currentFolder = currentFolder
    var reader = InputReader(
      recognition: setup.engine.recognition, kind: options.input, profile: options.profile, now: options.now,
      facts: facts,
      readFile: { path throws(FileError) in
        let full = Path.join(folder, path)
        // What somebody else wrote into a request must not have any file of this machine shown.
        let inside = Path.absolute(folder.isEmpty ? "." : folder, from: currentFolder)
        guard Path.relative(Path.absolute(full, from: currentFolder), to: inside) != nil else {
          throw FileError(path: full, kind: .outside)
        }
        let bytes = try FileSystem.read(full)
        let read = InputReader.transcode(bytes, path: full)
        if read.source.fileMap == nil, InputShape.isBinary(bytes) {
          throw FileError(path: full, kind: .binary)
        }
        return read
      },
      clock: { FileSystem.now })
    let contents: InputContents
    do {
      contents = try reader.read(bytes, path: name, name: Path.name(of: name), isNamed: candidate.isNamed)
    } catch {
      throw ConfigurationError(error)
    }
    problems += reader.problems
    if options.explainsInput {
      let explanation = InputExplanation(
        recognition: setup.engine.recognition, kind: options.input, name: Path.name(of: name),
        isNamed: candidate.isNamed)
      errors.write("apns-lint: \(name.onOneLine): \(explanation.text(for: bytes, contents))\n")
    }
    guard case .records(let records) = contents else { return }
    summary.inputs += 1
    let absolute = Path.absolute(name, from: currentFolder)
    try baselines.judge(absolute, setup.configuration)
    for var record in records {
      try schemas.load(into: &record, folder: folder, configurationFolder: setup.configuration?.folder)
      record.subject.placeholderSizes =
        setup.configuration?.placeholders.map { ($0.pattern, $0.maximumBytes) } ?? []
      report(record, file: name, absolute, setup, relative)
    }
  }

  private mutating func report(
    _ record: InputRecord, file: String, _ absolute: String, _ setup: Setup, _ relative: String
  ) {
    var evaluation = setup.engine.evaluate(record.subject, settings: setup.settings)
    if evaluation.pushType.certainty == .stated, let stated = record.subject.statedPushType {
      evaluation.pushType.from = stated.from
    }
    let masker = Masker(
      secrets: record.subject.secrets(setup.engine.recognition) + record.secrets, isOn: options.redacts)
    var findings: [ReportedFinding] = []
    for finding in evaluation.findings {
      let isKnown = setups.suppresses(finding, setup, relative, now: options.now ?? FileSystem.now)
      if isKnown || baselines.covers(finding, in: absolute, setup.configuration) {
        summary.suppressed += 1
        continue
      }
      findings.append(ReportedFinding(finding, record.resolver, masker))
    }
    let result = RecordReport(
      file: file, record: record.record, input: record.subject.input, evaluation: evaluation,
      findings: ReportedFinding.inOrder(findings), masker: masker)
    summary.add(result)
    var own = Summary()
    own.add(result)
    if own.fails(options.failOn ?? setup.configuration?.failOn?.threshold ?? .error) { fails = true }
    reports.add(result)
  }
}

extension LintSubject {
  /// Texts that no report may show in full.
  fileprivate func secrets(_ recognition: Recognition) -> [String] {
    var secrets = [token.value, providerToken.value].compactMap { $0 }
    if let path = path.value {
      secrets += path.split(separator: "/").filter { $0.utf8.count >= 20 }.map { String($0) }
    }
    for header in headers where header.name.lowercased() == recognition.authorizationHeader {
      let parts = header.value.split(separator: " ")
      if let last = parts.last { secrets.append(String(last)) }
    }
    return secrets
  }
}
