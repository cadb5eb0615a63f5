internal import PayloadRules
internal import RuleFiles

/// Reads an `.apns-lint.yaml` strictly: whatever is not understood is an error with its place.
struct ConfigurationReader {
  fileprivate let file: String
  fileprivate let source: [UInt8]
  fileprivate let document: YAMLDocument
  /// A long file has a place for each of its lines.
  fileprivate let index: LineIndex
  fileprivate var configuration: Configuration

  static func read(
    _ source: [UInt8], file: String, folder: String
  ) throws(ConfigurationError) -> Configuration {
    let documents: [YAMLDocument]
    do { documents = try YAMLReader.documents(in: source, mode: .strict) } catch {
      throw ConfigurationError(error, file: file)
    }
    guard let document = documents.first else { return Configuration(file: file, folder: folder) }
    var reader = ConfigurationReader(
      file: file, source: source, document: document,
      index: source.withByteView { LineIndex($0) },
      configuration: Configuration(file: file, folder: folder))
    try reader.readRoot()
    return reader.configuration
  }

  private mutating func readRoot() throws(ConfigurationError) {
    // An empty document is a scalar without text.
    if document.nodes[0].kind == .scalar, document.nodes[0].text.isEmpty { return }
    for (key, value) in try members(of: 0, known: Configuration.keys, what: "the configuration") {
      switch key {
      case "rules":
        for node in try elements(of: value) {
          configuration.rules.append((Path.join(configuration.folder, try text(node)), place(node)))
        }
      case "extends":
        guard try word(value, among: ["none", "built-in"]) == "none" else { continue }
        configuration.includesBuiltIn = false
      case "severity": try readSeverity(value)
      case "fail-on":
        let name = try word(value, among: FailureThreshold.allCases.map(\.rawValue))
        configuration.failOn = FailureThreshold(rawValue: name).map { ($0, place(value)) }
      case "exclude":
        for node in try elements(of: value) {
          configuration.exclude += try globs(node).map { ($0, place(node)) }
        }
      case "placeholders":
        for node in try elements(of: value) { try readPlaceholder(node) }
      case "baseline":
        let name = try text(value)
        guard !name.isEmpty else { throw error("baseline names a file", at: value) }
        configuration.baseline = (Path.join(configuration.folder, name), place(value))
      case "contexts":
        for node in try elements(of: value) { try readContext(node) }
      default:
        for node in try elements(of: value) { try readSuppression(node) }
      }
    }
  }

  private mutating func readSeverity(_ node: Int) throws(ConfigurationError) {
    for (key, keyNode, value) in try pairs(of: node, what: "severity") {
      let level = try word(value, among: ["error", "warning", "note", "none"])
      configuration.levels.append(
        Configuration.Level(pattern: key, severity: Severity(rawValue: level), place: place(keyNode)))
    }
  }

  private mutating func readContext(_ node: Int) throws(ConfigurationError) {
    let own = ["files", "push-type", "topic", "priority", "token", "environment", "headers"]
    var files: [Glob]?
    var facts = StatedFacts()
    for (key, value) in try members(of: node, known: own + ContextKey.all, what: "a context") {
      if key == "files" {
        files = try globs(value)
        continue
      }
      if key == "headers" {
        for (name, _, header) in try pairs(of: value, what: "headers") {
          facts.headers.append((name, try stated(header)))
        }
        continue
      }
      let fact = try stated(value)
      switch key {
      case "push-type": facts.pushType = fact
      case "topic": facts.topic = fact
      case "priority": facts.priority = fact
      case "token": facts.token = fact
      case "environment":
        _ = try word(value, among: ["production", "development"])
        facts.environment = fact
      case "now":
        guard LintOptions.time(fact.value) != nil else {
          throw error(
            "now is a time such as 2026-11-30T12:00:00Z or seconds since 1970, not '\(fact.value)'", at: value
          )
        }
        facts.context[key] = fact
      default: facts.context[key] = fact
      }
    }
    guard let files else { throw error("a context needs 'files'", at: node) }
    configuration.contexts.append(Configuration.Context(files: files, facts: facts, place: place(node)))
  }

  private mutating func readSuppression(_ node: Int) throws(ConfigurationError) {
    var files: [Glob]?
    var rule: (name: String, node: Int)?
    var pointer: String?
    var reason: String?
    var until: (seconds: Double, text: String)?
    var fingerprint: String?
    let known = ["files", "rule", "pointer", "fingerprint", "reason", "until"]
    for (key, value) in try members(of: node, known: known, what: "a suppression") {
      switch key {
      case "files": files = try globs(value)
      case "rule": rule = (try text(value), value)
      case "pointer":
        let text = try text(value)
        guard text.isEmpty || text.hasPrefix("/") else {
          throw error("a pointer is empty or begins with /, not '\(text)'", at: value)
        }
        pointer = text
      case "fingerprint":
        let text = try text(value)
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 < 0x67 && $0 > 0x2F }) else {
          throw error("a fingerprint is the sixteen digits of the JSON report, not '\(text)'", at: value)
        }
        fingerprint = text
      case "reason": reason = try text(value)
      default:
        let text = try text(value)
        guard let day = CalendarTime(date: text) else {
          throw error("until is a day such as 2027-06-30, not '\(text)'", at: value)
        }
        until = (Double(day.secondsSince1970), text)
      }
    }
    guard let files else { throw error("a suppression needs 'files'", at: node) }
    guard let rule else { throw error("a suppression needs 'rule'", at: node) }
    guard let reason, !reason.isEmpty else {
      throw error("a suppression needs 'reason': why this is as it should be", at: node)
    }
    configuration.suppressions.append(
      Configuration.Suppression(
        files: files, rule: rule.name, pointer: pointer, fingerprint: fingerprint, reason: reason,
        until: until?.seconds,
        untilText: until?.text, place: place(rule.node)))
  }

  private mutating func readPlaceholder(_ node: Int) throws(ConfigurationError) {
    var pattern: (pattern: Pattern, text: String)?
    var maximum: Int?
    for (key, value) in try members(of: node, known: ["pattern", "max-bytes"], what: "a placeholder") {
      let text = try text(value)
      if key == "pattern" {
        do throws(Pattern.Trouble) { pattern = (try Pattern(text), text) } catch let trouble {
          throw error("\(trouble.message), at character \(trouble.offset + 1) of the pattern", at: value)
        }
        if text.isEmpty { throw error("a pattern cannot be empty", at: value) }
      } else {
        guard let number = Int(text), number >= 0, number <= 1 << 20 else {
          throw error("max-bytes is a number of bytes, not '\(text)'", at: value)
        }
        maximum = number
      }
    }
    guard let pattern else { throw error("a placeholder needs 'pattern'", at: node) }
    configuration.placeholders.append(
      Configuration.Placeholder(
        pattern: pattern.pattern, text: pattern.text, maximumBytes: maximum, place: place(node)))
  }

  // MARK: Nodes

  private func place(_ node: Int) -> Configuration.Place {
    let offset = document.nodes[node].range.start
    let place = source.withByteView { index.position(at: offset, in: $0, unit: .scalars) }
    return Configuration.Place(file: file, line: place.line, column: place.column)
  }

  private func error(_ message: String, at node: Int) -> ConfigurationError {
    let place = place(node)
    return ConfigurationError(message, file: file, line: place.line, column: place.column)
  }

  private func pairs(
    of node: Int, what: String
  ) throws(ConfigurationError) -> [(name: String, key: Int, value: Int)] {
    guard document.nodes[node].kind == .mapping else {
      throw error("\(what) is a mapping of keys to values", at: node)
    }
    let children = document.children(of: node)
    var result: [(name: String, key: Int, value: Int)] = []
    for index in stride(from: 0, to: children.count - 1, by: 2) {
      result.append((document.nodes[children[index]].string, children[index], children[index + 1]))
    }
    return result
  }

  private func members(
    of node: Int, known: [String], what: String
  ) throws(ConfigurationError) -> [(name: String, value: Int)] {
    var result: [(name: String, value: Int)] = []
    for (name, key, value) in try pairs(of: node, what: what) {
      guard known.contains(name) else {
        throw error(unknown(name, among: known, what: "key", place: " in \(what)").message, at: key)
      }
      result.append((name, value))
    }
    return result
  }

  /// The elements of a list, or a single value as a list of one.
  private func elements(of node: Int) throws(ConfigurationError) -> [Int] {
    document.nodes[node].kind == .sequence ? document.children(of: node) : [node]
  }

  private func text(_ node: Int) throws(ConfigurationError) -> String {
    guard document.nodes[node].kind == .scalar else {
      throw error("a text belongs here, not a list or a mapping", at: node)
    }
    return document.nodes[node].string
  }

  private func word(_ node: Int, among words: [String]) throws(ConfigurationError) -> String {
    let text = try text(node)
    guard words.contains(text) else {
      throw error(
        unknown(
          text, among: words, what: "value", place: ", which is none of " + words.joined(separator: ", ")
        ).message,
        at: node)
    }
    return text
  }

  private func stated(_ node: Int) throws(ConfigurationError) -> StatedFacts.Stated {
    StatedFacts.Stated(value: try text(node), from: place(node).text, place: place(node))
  }

  private func globs(_ node: Int) throws(ConfigurationError) -> [Glob] {
    var result: [Glob] = []
    for element in try elements(of: node) {
      let text = try text(element)
      guard let glob = Glob(text) else {
        throw error(Glob.trouble(text), at: element)
      }
      result.append(glob)
    }
    return result
  }
}
