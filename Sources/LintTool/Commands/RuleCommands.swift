internal import PayloadRules

/// `rules`, `explain` and `test`: what there is to know about the rules themselves.
struct RuleCommands {
  private let engines: EngineFactory
  private let output: any OutputStream
  private let errors: any OutputStream

  init(_ engines: EngineFactory, output: any OutputStream, errors: any OutputStream) {
    self.engines = engines
    self.output = output
    self.errors = errors
  }

  private func fail(_ error: ConfigurationError) -> ExitStatus {
    errors.write("apns-lint: \(Problem(error).text)\n")
    return .trouble
  }

  private func engine(_ parsed: ParsedArguments) throws(UsageError) -> Result<
    any LintEngine, ConfigurationError
  > {
    let choice = try ConfigurationChoice(parsed)
    do throws(ConfigurationError) {
      let folder = FileSystem.currentFolder
      var finder = ConfigurationFinder(choice: choice, currentFolder: folder)
      return .success(
        try engines.engine(try finder.configuration(for: folder), rules: parsed.all("--rules")))
    } catch {
      return .failure(error)
    }
  }

  // MARK: rules

  func list(_ parsed: ParsedArguments) throws(UsageError) -> ExitStatus {
    switch try engine(parsed) {
    case .failure(let error): return fail(error)
    case .success(let engine):
      output.write(
        parsed.last("--format") == "json"
          ? RuleCommands.json(engine) : RuleCommands.table(engine.descriptions))
      return .clean
    }
  }

  private static func table(_ catalogue: [RuleDescription]) -> String {
    let rows =
      [["RULE", "SEVERITY", "OUTCOME", "REASON", "STATUS", "PUSH TYPES"]]
      + catalogue.map { rule in
        [
          rule.id, rule.severity.rawValue, rule.outcome.rawValue, rule.reason ?? "-", rule.status.rawValue,
          rule.pushTypes.isEmpty ? "all" : rule.pushTypes.joined(separator: ","),
        ]
      }
    var widths = [Int](repeating: 0, count: 6)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    var text = ""
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      text += line + "\n"
    }
    return text
  }

  private static func json(_ engine: any LintEngine) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 1)
    writer.member("facts", engine.factsDate)
    writer.key("rules")
    writer.beginArray()
    for rule in engine.descriptions {
      writer.beginObject()
      writer.member("id", rule.id)
      writer.member("severity", rule.severity.rawValue)
      writer.member("outcome", rule.outcome.rawValue)
      writer.member("reason", rule.reason)
      writer.member("status", rule.status.rawValue)
      writer.member("pushTypes", rule.pushTypes)
      writer.member("message", rule.message)
      writer.member("help", rule.help)
      writer.member("why", rule.why)
      writer.member("source", rule.source)
      writer.member("documentation", rule.documentation)
      writer.member("since", rule.since)
      writer.member("formerly", rule.formerly)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.string + "\n"
  }

  // MARK: explain

  private static let longestAnswer = 1 << 16

  /// Explains what the operands name; `-` is an answer of the service on standard input.
  func explain(_ parsed: ParsedArguments, _ input: any InputStream) throws(UsageError) -> ExitStatus {
    let engine: any LintEngine
    switch try self.engine(parsed) {
    case .failure(let error): return fail(error)
    case .success(let made): engine = made
    }
    let (rules, reasons) = (engine.descriptions, engine.reasons)
    let list = ReasonList(reasons)
    guard !parsed.operands.isEmpty else {
      output.write(list.text)
      return .clean
    }
    var name = parsed.operands.joined(separator: " ")
    if name == "-" {
      guard let bytes = try? input.readAll(limit: RuleCommands.longestAnswer) else {
        throw UsageError("explain - reads an answer of the service, which is a line or two")
      }
      name = String(decoding: bytes, as: UTF8.self).trimmingLineEnds
      if name.isEmpty { throw UsageError("explain - reads an answer of the service, but nothing came") }
    }
    switch ExplainedName(name, rules: rules, reasons: reasons) {
    case .rule(let rule):
      let explanation = RuleExplanation(
        rule, examples: engine.examples(of: rule.id),
        related: reasons.filter { $0.rules.contains(rule.id) }.map(\.id))
      output.write(explanation.text)
    case .reason(let reason): output.write(ReasonExplanation(reason, rules: rules).text)
    case .status(let status): output.write(list.text(ofStatus: status) ?? "")
    case nil:
      if Int(name) != nil {
        let known = list.statuses.map(String.init).joined(separator: ", ")
        throw UsageError("nothing comes with status \(name); there are \(known)")
      }
      let names = reasons.flatMap { [$0.id] + $0.formerly } + rules.flatMap { [$0.id] + $0.formerly }
      if parsed.operands == ["-"] {
        throw UsageError("no rule, reason, status or symptom stands in what came on standard input")
      }
      let trouble = unknown(name, among: names, what: "rule, reason or symptom")
      throw UsageError(trouble.message + "; apns-lint explain lists all reasons and symptoms")
    }
    return .clean
  }

  // MARK: test

  func test(_ parsed: ParsedArguments) -> ExitStatus {
    do throws(ConfigurationError) {
      var file: (name: String, bytes: [UInt8])?
      if let path = parsed.operands.first {
        do { file = (path, try FileSystem.read(path)) } catch { throw ConfigurationError(error) }
      }
      let outcome = try engines.runExamples(file)
      for failure in outcome.failures { output.write(failure + "\n") }
      let total = outcome.passed + outcome.failures.count
      output.write("\(total) example\(total == 1 ? "" : "s"), \(outcome.failures.count) failed\n")
      return outcome.failures.isEmpty ? .clean : .findings
    } catch {
      return fail(error)
    }
  }
}
