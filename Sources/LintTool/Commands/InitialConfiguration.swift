internal import PayloadRules

/// `init`: a commented configuration that fits what lies in a folder.
struct InitialConfiguration {
  /// What was found in one folder.
  private struct Folder {
    var files = 0
    /// Push types that nothing states, by how many pushes look like it; the empty text for none.
    var types: [String: Int] = [:]
    var names: Set<String> = []
  }

  private static let baselineName = ".apns-lint-baseline.json"

  private let root: String
  private let engine: any LintEngine
  private var folders: [String: Folder] = [:]
  private var types: [String: Int] = [:]
  private var files = 0
  private var pushes = 0
  private var summary = Summary()
  private var hasTemplates = false
  private var schemas: [String] = []
  private var problems: [FileError] = []

  private init(_ root: String, _ engine: any LintEngine) {
    self.root = root
    self.engine = engine
  }

  static func run(
    _ parsed: ParsedArguments, engines: EngineFactory, output: any OutputStream, errors: any OutputStream
  ) -> ExitStatus {
    let root = parsed.operands.first ?? "."
    let file = Path.join(root, Configuration.fileName)
    do throws(ConfigurationError) {
      guard FileSystem.isFolder(root) else { throw ConfigurationError("no such folder", file: root) }
      let taken = ConfigurationError("is there already, and is left as it is", file: file)
      if FileSystem.exists(file) { throw taken }
      var made = InitialConfiguration(root, try engines.engine(nil, rules: []))
      made.survey()
      do { try FileSystem.create(Array(made.text.utf8), at: file) } catch {
        if error.kind == .exists { throw taken }
        throw ConfigurationError("cannot be written: \(error.reasonNotWritten)", file: file)
      }
      for problem in made.problems {
        errors.write("apns-lint: warning: \(Problem(ConfigurationError(problem)).text)\n")
      }
      output.write("wrote \(file): \(made.found)\n")
      return .clean
    } catch {
      errors.write("apns-lint: \(Problem(error).text)\n")
      return .trouble
    }
  }

  // MARK: What there is

  private mutating func survey() {
    let currentFolder = FileSystem.currentFolder
    var walker = FolderWalker(root, currentFolder: currentFolder)
    while let step = walker.next() {
      switch step {
      case .failure(let error): problems.append(error)
      case .file(let path):
        let absolute = Path.absolute(path, from: currentFolder)
        let relative = Path.relative(absolute, to: Path.absolute(root, from: currentFolder)) ?? path
        do { look(at: try FileSystem.read(path), path, relative) } catch { problems.append(error) }
      }
    }
  }

  private mutating func look(at bytes: [UInt8], _ path: String, _ relative: String) {
    if relative.asciiLowercased.hasSuffix(".schema.json") { schemas.append(relative) }
    var reader = InputReader(
      recognition: engine.recognition, kind: .auto, profile: .fixture, now: nil, facts: [],
      readFile: { path throws(FileError) in throw FileError(path: path, kind: .outside) },
      clock: { FileSystem.now })
    guard
      let contents = try? reader.read(bytes, path: path, name: Path.name(of: path), isNamed: false),
      case .records(let records) = contents, !records.isEmpty
    else { return }
    files += 1
    var folder = folders[Path.folder(of: relative)] ?? Folder()
    folder.files += 1
    for record in records {
      pushes += 1
      let evaluation = engine.evaluate(record.subject, settings: RuleSettings())
      types[evaluation.pushType.value ?? "", default: 0] += 1
      let isStated = evaluation.pushType.certainty == .stated
      if !isStated { folder.types[evaluation.pushType.value ?? "", default: 0] += 1 }
      if let payload = record.subject.payload.value, !hasTemplates {
        hasTemplates = Placeholders.find(in: payload, expectsFormat: false) != nil
      }
      for finding in evaluation.findings {
        switch finding.severity {
        case .error: summary.errors += 1
        case .warning: summary.warnings += 1
        case .note: summary.notes += 1
        }
      }
      folder.names.formUnion(simulatorNames(record.subject))
    }
    folders[Path.folder(of: relative)] = folder
  }

  /// The apps that simulator files name.
  private func simulatorNames(_ subject: LintSubject) -> [String] {
    guard let bytes = subject.payload.value, !engine.recognition.simulatorKeys.isEmpty else { return [] }
    let tree = InputTree(json: SourceText(path: "", bytes: bytes))
    guard tree.root?.kind == .object else { return [] }
    return tree.members(of: 0).filter {
      engine.recognition.simulatorKeys.contains($0.name) && tree.node($0.value).kind == .string
    }.map { tree.string($0.value) }.filter { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// The id of a rule of some severity, for an example.
  private func rule(_ severity: Severity) -> String {
    engine.catalogue.first { $0.severity == severity }?.id ?? "\"*\""
  }

  private var found: String {
    if pushes == 0 { return "no pushes found" }
    return
      "\(Self.count(pushes, "push", "pushes")) in \(Self.count(files, "file", "files")), with \(TextRenderer.counts(summary))"
  }

  // MARK: The text

  /// Settings that are only proposed begin with `#` and no blank.
  private var text: String {
    var lines = [
      "# What apns-lint is told about the files of this folder and below.",
      "# 'apns-lint config FILE' shows what applies to a file. A line that begins with # and no blank is a proposal;",
      "# to use it, take the # from it and from the lines below it that are indented.",
      "#", "# Found: \(found).",
    ]
    for (type, number) in types.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("# - \(number) \(type.isEmpty ? "of a type that nothing tells" : type)")
    }
    lines += [
      "", "# The lowest severity that makes a run fail: error, warning, note or never.", "fail-on: error", "",
      "# Files that are left out, also when they are named, as commit hooks do. Hidden folders, node_modules,",
      "# vendor, Pods and what .gitignore names are not walked anyway.",
    ]
    let broken = folders.keys.filter(Self.isMeantToBeWrong).sorted()
    lines.append(
      "#exclude: [" + (broken.isEmpty ? ["old"] : broken).map { quoted($0 + "/**") }.joined(separator: ", ")
        + "]")
    lines += [
      "",
      "# How grave rules are, by id or pattern: error, warning, note, none. 'apns-lint rules' lists them.",
      "#severity: {\(rule(.note)): none}", "",
    ]
    lines += contexts
    lines += placeholders
    lines += [
      "", "# Findings that are as they should be; JSON has no comments, so they stand here with a reason.",
      "#suppress:",
      "#  - {files: \"legacy/**\", rule: \(rule(.warning)), pointer: \(quoted("/\(engine.recognition.mainKey ?? "")/extra")), "
        + "reason: \"why\", until: 2030-12-31}",
      "", "# Findings that are there now and shall not fail a run; make the file once by",
      "# 'apns-lint --write-baseline \(Self.baselineName)'.",
    ]
    let hasBaseline = FileSystem.exists(Path.join(root, Self.baselineName))
    lines.append((hasBaseline ? "" : "#") + "baseline: \(Self.baselineName)")
    return lines.joined(separator: "\n") + "\n"
  }

  private var contexts: [String] {
    var lines = [
      "# What files do not say about themselves; the first that matches counts. Besides these keys there are",
      "# topic, priority, token, environment, headers and the keys of a request's context.", "#contexts:",
    ]
    for (path, folder) in folders.sorted(by: { $0.key < $1.key }) {
      let known = folder.types.filter { !$0.key.isEmpty }
      guard !Self.isMeantToBeWrong(path), known.count == 1, folder.types.count == 1,
        let type = known.keys.first
      else { continue }
      lines.append("# \(Self.count(folder.files, "file looks", "files look")) like \(type)")
      lines.append("#  - files: \(quoted(path.isEmpty ? "*.*" : path + "/*"))")
      lines.append("#    push-type: \(type)")
      if folder.names.count == 1, let name = folder.names.first {
        lines.append("#    bundle-id: \(quoted(name))")
      }
    }
    if lines.count == 3 {
      lines += ["#  - files: \"background/**\"", "#    push-type: \(engine.pushTypes.first ?? "\"\"")"]
    }
    for schema in schemas.sorted().prefix(5) {
      lines.append("#    payload-schema: \(quoted(schema))   # or content-state-schema")
    }
    if schemas.count > 1 {
      // One of a kind can apply; the others are there to choose from.
      for index in lines.indices.suffix(min(schemas.count, 5) - 1) {
        lines[index] = lines[index].replacingPrefix("#    ", by: "# ")
      }
    }
    return lines
  }

  private var placeholders: [String] {
    [
      "",
      hasTemplates
        ? "# Some files are templates. With the longest text that each placeholder stands for, the largest body is known."
        : "# Templates: forms of placeholders, and the longest text in bytes that each stands for.",
      "#placeholders:", "#  - {pattern: '\\{\\{.+\\}\\}', max-bytes: 40}",
    ]
  }

  /// Tests of a sender keep what must be refused in folders of such names.
  private static func isMeantToBeWrong(_ path: String) -> Bool {
    path.split(separator: "/").contains {
      ["invalid", "broken", "bad", "malformed"].contains(String($0).asciiLowercased)
    }
  }

  /// A text in double quotes, as YAML and JSON have them.
  private func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
