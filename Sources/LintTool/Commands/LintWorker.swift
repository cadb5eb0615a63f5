internal import PayloadRules

/// What reads and judges inputs on one thread; it has memory of its own and shares nothing that changes.
final class LintWorker {
  let options: LintOptions
  private let renderers: [any RecordRenderer]
  private let currentFolder: String
  private let showsCleanRecords: Bool
  private var sessions: [Int: any LintEngineSession] = [:]
  private var envelopes: [Int: EnvelopeSource] = [:]
  private var suppressions: (key: SuppressionKey, lookup: SuppressionLookup)?

  private struct SuppressionKey: Equatable {
    var setup: Int
    var numbers: [Int]
  }

  var schemas = SchemaCache()
  /// Of the stream whose lines came last.
  var lineJudge: LineJudge?

  init(_ options: LintOptions, renderers: [any RecordRenderer], currentFolder: String) {
    self.options = options
    self.renderers = renderers
    self.currentFolder = currentFolder
    showsCleanRecords = renderers.contains { $0.showsCleanRecords }
  }

  func work(_ piece: LintPiece) -> LintOutcome {
    var outcome = LintOutcome(rendered: Array(repeating: [], count: renderers.count))
    if options.wantsStatistics { outcome.statistics = Statistics() }
    switch piece {
    case .lines(let chunk, let task): lint(chunk, of: task, &outcome)
    case .items(let items):
      for item in items {
        switch item {
        case .trouble(let problem): outcome.problems.append(problem)
        case .message(let text): outcome.messages.append(text)
        case .input(let task):
          do throws(ConfigurationError) { try lint(task, &outcome) } catch {
            outcome.problems.append(Problem(error))
          }
        }
      }
    }
    return outcome
  }

  func session(_ setup: Setup) -> any LintEngineSession {
    if let known = sessions[setup.number] { return known }
    let made = setup.engine.makeSession(settings: setup.settings)
    sessions[setup.number] = made
    return made
  }

  /// Reads a file and judges each record in it.
  private func lint(_ task: LintTask, _ outcome: inout LintOutcome) throws(ConfigurationError) {
    var reader = reader(task)
    let contents: InputContents
    let bytes: [UInt8]
    do throws(FileError) {
      if let known = task.bytes {
        bytes = known
      } else {
        bytes = try FileSystem.read(task.name)
      }
      contents = try reader.read(
        bytes, path: task.name, name: Path.name(of: task.name), isNamed: task.isNamed)
    } catch {
      throw ConfigurationError(FileError(path: task.name, kind: error.kind))
    }
    outcome.problems += reader.problems
    if options.explainsInput {
      let explanation = InputExplanation(
        recognition: reader.recognition, kind: options.input, name: Path.name(of: task.name),
        isNamed: task.isNamed)
      outcome.messages.append("\(task.name.onOneLine): \(explanation.text(for: bytes, contents))")
    }
    guard case .records(let records) = contents else { return }
    outcome.summary.inputs += 1
    var memory = FileMemory()
    // Lines cover each repetition, whether they come as a stream or as a whole.
    if records.first?.subject.input != InputKind.jsonl.rawValue { memory.covered = [:] }
    for var record in records {
      try schemas.load(
        into: &record, folder: task.folder, configurationFolder: task.setup.configuration?.folder)
      record.subject.placeholderSizes = task.setup.placeholderSizes
      report(record, session(task.setup).evaluate(record.subject), task, &outcome, &memory)
    }
  }

  /// What turns an input into records.
  func reader(_ task: LintTask) -> InputReader {
    let folder = task.folder
    let currentFolder = currentFolder
    var facts: [(StatedFacts, isOption: Bool)] = [(options.facts, true)]
    if let configuration = task.setup.configuration {
      facts.append((configuration.facts(for: task.relative), false))
    }
    let recognition = task.setup.engine.recognition
    return InputReader(
      recognition: recognition, kind: options.input, profile: options.profile,
      now: options.now, facts: facts,
      readFile: { path throws(FileError) in
        let full = Path.join(folder, path)
        // What somebody else wrote into a request must not have any file of this machine shown.
        let own = Path.absolute(folder.isEmpty ? "." : folder, from: currentFolder)
        let absolute = Path.absolute(full, from: currentFolder)
        let isInside = Path.relative(absolute, to: own) != nil
        guard isInside || LintWorker.repository(around: own).map({ Path.contains($0, absolute) }) == true
        else {
          throw FileError(path: full, kind: .outside)
        }
        let bytes = try FileSystem.read(full)
        let read = InputReader.transcode(bytes, path: full)
        if read.source.fileMap == nil, InputShape.isBinary(bytes) {
          throw FileError(path: full, kind: .binary)
        }
        // In another folder of the same repository only what is a push for certain, never a key or a password.
        guard isInside || recognition.isPayload(read.source.bytes) else {
          throw FileError(path: full, kind: .noPushElsewhere)
        }
        return read
      },
      clock: { FileSystem.now }, envelopes: envelopes(task.setup))
  }

  /// Those of a file, made once for all of its records.
  private func suppressions(of task: LintTask) -> SuppressionLookup {
    let key = SuppressionKey(setup: task.setup.number, numbers: task.suppressions)
    if let known = suppressions, known.key == key { return known.lookup }
    let made = task.setup.suppressions.lookup(task.suppressions)
    suppressions = (key, made)
    return made
  }

  private func envelopes(_ setup: Setup) -> EnvelopeSource? {
    if let known = envelopes[setup.number] { return known }
    let made = setup.engine.recognition.envelopes.map { EnvelopeSource($0) }
    envelopes[setup.number] = made
    return made
  }

  /// The root of the repository that a folder belongs to.
  private static func repository(around folder: String) -> String? {
    var current = folder
    while !FileSystem.exists(Path.join(current, ".git")) {
      if current == "/" { return nil }
      current = Path.folder(of: current)
    }
    return current
  }

  // MARK: Reporting

  /// What one file's findings have in common.
  struct FileMemory {
    /// What was said of messages that hold several payloads.
    var said: Set<String> = []
    /// How many findings a baseline covered, by their fingerprints; nil where it covers each repetition.
    var covered: [String: Int]?
  }

  /// Reports what the engine said of a record.
  func report(
    _ record: InputRecord, _ evaluation: Evaluation, _ task: LintTask, _ outcome: inout LintOutcome,
    _ memory: inout FileMemory
  ) {
    var evaluation = evaluation
    if evaluation.findings.isEmpty {
      return reportClean(record.record, record.subject, &evaluation, task, &outcome)
    }
    record.subject.nameOrigin(in: &evaluation)
    let masker = Masker(
      secrets: record.subject.secrets(task.setup.engine.recognition) + record.secrets, isOn: options.redacts)
    let suppressions = suppressions(of: task)
    var findings: [ReportedFinding] = []
    for var finding in evaluation.findings {
      if let frame = record.resolver.frame {
        finding.pointer = frame.pointer(of: finding)
        if let message = record.message, finding.place.source != .payload,
          !memory.said.insert("\(message) \(finding.rule) \(finding.pointer ?? "") \(finding.place)").inserted
        {
          continue
        }
      }
      let now = options.now ?? FileSystem.now
      let isSuppressed = task.setup.suppresses(
        finding, by: suppressions, now: now, &outcome.suppressions)
      if isSuppressed
        || task.baseline?.covers(finding, in: task.baselineName, met: &memory.covered, &outcome.known)
          ?? false
      {
        outcome.summary.suppressed += 1
        continue
      }
      findings.append(ReportedFinding(finding, record.resolver, masker))
    }
    let result = RecordReport(
      file: task.name, record: record.record, input: record.subject.input, evaluation: evaluation,
      findings: ReportedFinding.inOrder(findings), masker: masker)
    outcome.summary.add(result)
    var own = Summary()
    own.add(result)
    if own.fails(options.failOn ?? task.setup.configuration?.failOn?.threshold ?? .error) {
      outcome.fails = true
    }
    outcome.statistics?.add(result)
    render(result, &outcome)
  }

  /// Reports a record that no rule objects to; `evaluation` is used up.
  func reportClean(
    _ number: Int?, _ subject: LintSubject, _ evaluation: inout Evaluation, _ task: LintTask,
    _ outcome: inout LintOutcome
  ) {
    outcome.statistics?.addClean(evaluation)
    guard showsCleanRecords else { return }
    subject.nameOrigin(in: &evaluation)
    let result = RecordReport(
      file: task.name, record: number, input: subject.input, evaluation: evaluation, findings: [],
      masker: Masker(isOn: options.redacts))
    render(result, &outcome)
  }

  private func render(_ result: RecordReport, _ outcome: inout LintOutcome) {
    for (index, renderer) in renderers.enumerated() {
      if result.findings.isEmpty, !renderer.showsCleanRecords { continue }
      renderer.render(result, to: &outcome.rendered[index])
    }
  }
}

extension LintSubject {
  /// Says whether an option or the configuration stated the push type.
  func nameOrigin(in evaluation: inout Evaluation) {
    if evaluation.pushType.certainty == .stated, let stated = statedPushType {
      evaluation.pushType.from = stated.from
    }
  }

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
