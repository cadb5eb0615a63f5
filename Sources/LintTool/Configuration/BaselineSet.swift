internal import PayloadRules

/// The baselines of one run: what they cover, what nothing needs any more, and the one that is written.
struct BaselineSet {
  /// What a run does to a baseline.
  enum Mode: Hashable, Sendable {
    case apply, prune
    case write(String)
  }

  private struct Loaded {
    /// As the user would name it.
    var shown: String
    var path: String
    /// Absolute folder that is the whole of what it covers.
    var scope: String
    var baseline: Baseline
    /// Files with entries that this run judged.
    var judged: Set<String> = []
    var files: Set<String>
    /// How often each entry was needed.
    var used: [Baseline.Key: Int] = [:]
    /// What this run found, where it is written.
    var found = Baseline()
  }

  /// Stale entries that are named one by one.
  private static let maximumShown = 20

  private let mode: Mode
  private let option: String?
  private let currentFolder: String
  private var loaded: [String: Result<Loaded, ConfigurationError>] = [:]
  private var order: [String] = []

  init(_ options: LintOptions, currentFolder: String) {
    option = options.baseline
    self.currentFolder = currentFolder
    mode = options.writeBaseline.map { .write($0) } ?? (options.prunesBaseline ? .prune : .apply)
  }

  /// Reads what the options name, so that its trouble is said before anything is looked at.
  mutating func open() throws(ConfigurationError) { _ = try path(for: nil) }

  /// The baseline for files of a configuration, read when it is first asked for; nil where there is none.
  private mutating func path(for configuration: Configuration?) throws(ConfigurationError) -> String? {
    var shown: String
    var place: Configuration.Place?
    switch (mode, option, configuration?.baseline) {
    case (.write(let file), _, _): shown = file
    case (_, let file?, _): shown = file
    case (_, nil, let named?): (shown, place) = named
    case (_, nil, nil): return nil
    }
    let path = Path.absolute(shown, from: currentFolder)
    if let known = loaded[path] {
      _ = try known.get()
      return path
    }
    if place != nil { shown = Path.relative(path, to: currentFolder) ?? path }
    let result: Result<Loaded, ConfigurationError>
    do throws(ConfigurationError) {
      let baseline = try read(path, shown, place)
      result = .success(
        Loaded(
          shown: shown, path: path,
          scope: place == nil ? Path.folder(of: path) : configuration?.folder ?? "/",
          baseline: baseline, files: Set(baseline.entries.keys.map(\.file))))
    } catch { result = .failure(error) }
    loaded[path] = result
    order.append(path)
    _ = try result.get()
    return path
  }

  private func read(
    _ path: String, _ shown: String, _ place: Configuration.Place?
  ) throws(ConfigurationError) -> Baseline {
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(path, limit: 1 << 28) } catch {
      // The one to be written need not be there.
      if case .write = mode, error.kind == .missing { return Baseline() }
      let hint = error.kind == .missing ? "; make it with --write-baseline \(shown)" : ""
      throw ConfigurationError(
        "baseline '\(shown)': \(error.message)\(hint)", file: place?.file, line: place?.line,
        column: place?.column)
    }
    return try Baseline(bytes, file: shown)
  }

  // MARK: Findings

  /// Notes that a file is judged; called before its findings.
  mutating func judge(_ file: String, _ configuration: Configuration?) throws(ConfigurationError) {
    guard let path = try path(for: configuration), case .success(var own)? = loaded[path] else { return }
    let name = BaselineSet.name(of: file, in: own)
    guard own.files.contains(name), !own.judged.contains(name) else { return }
    loaded[path] = nil
    own.judged.insert(name)
    loaded[path] = .success(own)
  }

  /// Whether a finding is one that is put up with.
  mutating func covers(_ finding: Finding, in file: String, _ configuration: Configuration?) -> Bool {
    guard let path = try? path(for: configuration), case .success(var own)? = loaded[path] else {
      return false
    }
    let key = Baseline.Key(file: BaselineSet.name(of: file, in: own), fingerprint: finding.fingerprint)
    // Taken out, so that it is changed where it lies and not copied.
    loaded[path] = nil
    defer { loaded[path] = .success(own) }
    if case .write = mode {
      own.found.add(key, rule: finding.rule, pointer: finding.pointer)
      return true
    }
    guard let entry = own.baseline.entries[key] else { return false }
    let used = own.used[key, default: 0]
    own.used[key] = used + 1
    return used < entry.count
  }

  private static func name(of file: String, in own: Loaded) -> String {
    Path.relative(file, to: Path.folder(of: own.path)) ?? file
  }

  // MARK: The end of a run

  /// Writes what is to be written, and names the entries that nothing needs.
  ///
  /// `walked` are the folders that were walked as a whole, `isWhole` says whether every input could be
  /// looked at, `idleRules` which rules did not run.
  mutating func finish(
    walked: [String], isWhole: Bool, idleRules: () -> Set<String>
  ) -> (problems: [Problem], messages: [String]) {
    var problems: [Problem] = []
    var messages: [String] = []
    if mode == .prune, order.isEmpty {
      problems.append(Problem("--prune-baseline: neither --baseline nor a configuration names one"))
    }
    let idle = order.isEmpty ? [] : idleRules()
    for path in order {
      guard case .success(let own)? = loaded[path] else { continue }
      let sawAll = isWhole && walked.contains { Path.contains($0, own.scope) }
      func isStale(_ key: Baseline.Key, _ entry: Baseline.Entry) -> Bool {
        (sawAll || own.judged.contains(key.file)) && !idle.contains(entry.rule)
      }
      var kept = own.found
      var stale: [(Baseline.Key, Baseline.Entry)] = []
      for (key, entry) in own.baseline.entries {
        let used = min(own.used[key, default: 0], entry.count)
        if !isStale(key, entry) {
          kept.entries[key] = entry
        } else if mode == .prune || mode == .apply {
          if used < entry.count { stale.append((key, entry)) }
          if used > 0 {
            kept.entries[key] = entry
            kept.entries[key]?.count = used
          }
        }
      }
      if mode == .apply {
        if sawAll { problems += BaselineSet.describe(stale, own) }
        continue
      }
      guard isWhole else {
        messages.append("the baseline \(own.shown) is left as it is, since not every input could be read")
        continue
      }
      do {
        try FileSystem.write(kept.text, to: own.path)
        let count = kept.entries.count
        let what = mode == .prune ? "took \(stale.count) out of" : "wrote"
        messages.append("\(what) \(own.shown): \(count) \(count == 1 ? "entry" : "entries")")
      } catch {
        problems.append(Problem("the baseline cannot be written: \(error.reasonNotWritten)", file: own.shown))
      }
    }
    return (problems, messages)
  }

  private static func describe(_ stale: [(Baseline.Key, Baseline.Entry)], _ own: Loaded) -> [Problem] {
    let sorted = stale.sorted { $0.1.line < $1.1.line }
    var problems = sorted.prefix(maximumShown).map { key, entry in
      let used = own.used[key, default: 0]
      let what =
        used == 0
        ? "nothing needs this entry any more: \(entry.rule) in \(key.file)"
        : "\(entry.rule) in \(key.file) was found \(used) times, not \(entry.count)"
      return Problem(
        what + "; --prune-baseline mends the file", file: own.shown, line: entry.line, column: 1,
        isFailure: false)
    }
    if sorted.count > maximumShown {
      problems.append(
        Problem(
          "\(sorted.count - maximumShown) more entries are not needed", file: own.shown, isFailure: false))
    }
    return problems
  }
}
