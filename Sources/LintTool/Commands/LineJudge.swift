internal import PayloadRules

/// What a thread keeps of one stream from chunk to chunk.
struct LineJudge {
  let stream: Int
  var reader: InputReader
  let shape: InputShape
  /// What is known of every payload in a line, before its bytes.
  var template: LintSubject
  /// Keys of which one at the root makes a line a payload, whatever else stands there.
  let payloadKeys: [[UInt8]]
  let session: any LintEngineSession
  /// Whether rules about time take the time at which the line came.
  let readsClock: Bool
}

extension LintWorker {
  /// Judges some lines of a stream.
  func lint(_ chunk: LineChunk, of task: LintTask, _ outcome: inout LintOutcome) {
    do throws(ConfigurationError) {
      var judge = try judge(of: task)
      if judge.readsClock { judge.template.now = FileSystem.now }
      var line = chunk
      let limit = LineSplitter.maximumLineLength
      if case .overlong = chunk.content {
        lintOverlong(line, task, &judge, &outcome)
      } else {
        LineSplitter.forEachLine(chunk.bytes) { range, hasEnd in
          if !range.isEmpty {
            line.offset = chunk.offset + range.lowerBound
            line.bytes = Array(chunk.bytes[range])
            if range.count > limit {
              line.bytes = Array(line.bytes.prefix(LineSplitter.overlongHead))
              lintOverlong(line, task, &judge, &outcome)
            } else {
              lintLine(line, task, &judge, &outcome)
            }
            line.record += 1
          }
          line.line += 1
        }
      }
      lineJudge = judge
    } catch {
      outcome.problems.append(Problem(error))
    }
  }

  private func judge(of task: LintTask) throws(ConfigurationError) -> LineJudge {
    if let known = lineJudge, known.stream == task.number {
      lineJudge = nil
      return known
    }
    var reader = reader(task)
    reader.kind = .jsonl
    var template = reader.lineTemplate(path: task.name)
    template.subject.placeholderSizes = task.setup.placeholderSizes
    try schemas.load(
      into: &template, folder: task.folder, configurationFolder: task.setup.configuration?.folder)
    let keys = reader.recognition.payloadKeys.subtracting(InputShape.bodyFields)
    return LineJudge(
      stream: task.number, reader: reader,
      shape: InputShape(
        recognition: reader.recognition, name: Path.name(of: task.name), isNamed: task.isNamed),
      template: template.subject, payloadKeys: keys.sorted().map { Array($0.utf8) },
      session: session(task.setup),
      readsClock: options.profile == .dispatch && options.now == nil
        && template.subject.context["now"] == nil)
  }

  private func lintLine(
    _ line: LineChunk, _ task: LintTask, _ judge: inout LineJudge, _ outcome: inout LintOutcome
  ) {
    var known: Evaluation?
    if line.bytes.withUnsafeBufferPointer({ RootKeys.hasAny(judge.payloadKeys, in: $0) }) {
      // Nearly every line of a log is sound, and then nothing but its bytes is looked at.
      judge.template.payload = .present(line.bytes)
      var evaluation = judge.session.evaluate(judge.template)
      judge.template.payload = .unknown
      if evaluation.findings.isEmpty {
        return reportClean(line.record, judge.template, &evaluation, task, &outcome)
      }
      known = evaluation
    }
    let source = SourceText(path: task.name, line: line.bytes, number: line.line, fileOffset: line.offset)
    let tree = InputTree(json: source)
    let records = judge.reader.line(tree, judge.shape)
    outcome.problems += judge.reader.problems
    judge.reader.problems = []
    // Of a text with mistakes the keys may have been told wrong.
    if !tree.document.isWellFormed || records.count != 1 || records[0].message != nil { known = nil }
    var memory = FileMemory()
    for var record in records {
      record.record = line.record
      record.subject.placeholderSizes = task.setup.placeholderSizes
      do throws(ConfigurationError) {
        try schemas.load(
          into: &record, folder: task.folder, configurationFolder: task.setup.configuration?.folder)
      } catch {
        outcome.problems.append(Problem(error))
        return
      }
      report(record, known ?? judge.session.evaluate(record.subject), task, &outcome, &memory)
    }
  }

  private func lintOverlong(
    _ line: LineChunk, _ task: LintTask, _ judge: inout LineJudge, _ outcome: inout LintOutcome
  ) {
    let source = SourceText(path: task.name, line: line.bytes, number: line.line, fileOffset: line.offset)
    var record = judge.reader.overlongLine(source)
    record.record = line.record
    var memory = FileMemory()
    report(record, judge.session.evaluate(record.subject), task, &outcome, &memory)
  }
}
