internal import PayloadRules

/// The baselines of one run: which there are, what was met of them, and what becomes of their files.
struct BaselineSet {
  /// What a run does to a baseline.
  private enum Mode: Hashable {
    case apply, prune
    case write(String)
  }

  private struct Use {
    /// Files with entries that this run judged.
    var judged: Set<String> = []
    var met: [Baseline.Key: Baseline.Entry] = [:]
  }

  /// Stale entries that are named one by one.
  private static let maximumShown = 20

  private let mode: Mode
  private let option: String?
  private let currentFolder: String
  private var loaded: [String: Result<LoadedBaseline, ConfigurationError>] = [:]
  private var uses: [String: Use] = [:]
  private var order: [String] = []

  init(_ options: LintOptions, currentFolder: String) {
    option = options.baseline
    self.currentFolder = currentFolder
    mode = options.writeBaseline.map { .write($0) } ?? (options.prunesBaseline ? .prune : .apply)
  }

  /// Reads what the options name, so that its trouble is said before anything is looked at.
  mutating func open() throws(ConfigurationError) { _ = try baseline(for: nil) }

  /// The baseline for a file that is about to be judged, with the file's name in it.
  mutating func take(
    _ file: String, _ configuration: Configuration?
  ) throws(ConfigurationError) -> (LoadedBaseline?, name: String) {
    guard let own = try baseline(for: configuration) else { return (nil, "") }
    let name = own.name(of: file)
    if own.files.contains(name) { uses[own.path, default: Use()].judged.insert(name) }
    return (own, name)
  }

  /// Takes what a thread met.
  mutating func note(_ known: [LoadedBaseline.Known]) {
    for finding in known {
      let first = Baseline.Entry(rule: finding.rule, pointer: finding.pointer, count: 0)
      uses[finding.path, default: Use()].met[finding.key, default: first].count += 1
      if !finding.isCounted { uses[finding.path]?.met[finding.key]?.count = 1 }
    }
  }

  // MARK: Reading

  /// The baseline for files of a configuration, read when it is first asked for; nil where there is none.
  private mutating func baseline(
    for configuration: Configuration?
  ) throws(ConfigurationError) -> LoadedBaseline? {
    var shown: String
    var place: Configuration.Place?
    switch (mode, option, configuration?.baseline) {
    case (.write(let file), _, _): shown = file
    case (_, let file?, _): shown = file
    case (_, nil, let named?): (shown, place) = named
    case (_, nil, nil): return nil
    }
    let path = Path.absolute(shown, from: currentFolder)
    if let known = loaded[path] { return try known.get() }
    if place != nil { shown = Path.relative(path, to: currentFolder) ?? path }
    let scope = place == nil ? Path.folder(of: path) : configuration?.folder ?? "/"
    let result: Result<LoadedBaseline, ConfigurationError>
    do throws(ConfigurationError) {
      var isWritten = false
      if case .write = mode { isWritten = true }
      result = .success(
        LoadedBaseline(
          try read(path, shown, place), shown: shown, path: path, scope: scope, isWritten: isWritten))
    } catch { result = .failure(error) }
    loaded[path] = result
    order.append(path)
    return try result.get()
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

  // MARK: The end of a run

  /// Writes what is to be written, and names the entries that nothing needs.
  ///
  /// `walked` are the folders that were walked as a whole, `isComplete` says whether every input could be looked
  /// at, `idleRules` which rules did not run.
  func finish(
    walked: [String], isComplete: Bool, idleRules: () -> Set<String>
  ) -> (problems: [Problem], messages: [String]) {
    var problems: [Problem] = []
    var messages: [String] = []
    if mode == .prune, order.isEmpty {
      problems.append(Problem("--prune-baseline: neither --baseline nor a configuration names one"))
    }
    let idle = order.isEmpty ? [] : idleRules()
    for path in order {
      guard case .success(let own)? = loaded[path] else { continue }
      let use = uses[path] ?? Use()
      let sawAll = isComplete && walked.contains { Path.contains($0, own.scope) }
      var kept = own.baseline
      if own.isWritten { kept.entries.merge(use.met) { $1 } }
      var stale: [(key: Baseline.Key, entry: Baseline.Entry)] = []
      for (key, entry) in own.baseline.entries where !idle.contains(entry.rule) {
        guard sawAll || use.judged.contains(key.file) else { continue }
        if let met = use.met[key] {
          kept.entries[key]?.count = own.isWritten ? met.count : min(entry.count, met.count)
        } else {
          stale.append((key, entry))
          kept.entries[key] = nil
        }
      }
      guard mode != .apply else {
        if sawAll { problems += BaselineSet.describe(stale, own) }
        continue
      }
      guard isComplete else {
        messages.append("the baseline \(own.shown) is left as it is, since not every input could be read")
        continue
      }
      do {
        try FileSystem.write(kept.text, to: own.path)
        let count = kept.entries.count
        let what = mode == .prune ? "took \(stale.count) out of" : "wrote"
        messages.append("\(what) \(own.shown): \(count) \(count == 1 ? "entry" : "entries")")
      } catch {
        problems.append(
          Problem("the baseline cannot be written: \(error.reasonNotWritten)", file: own.shown))
      }
    }
    return (problems, messages)
  }

  private static func describe(
    _ stale: [(key: Baseline.Key, entry: Baseline.Entry)], _ own: LoadedBaseline
  ) -> [Problem] {
    let sorted = stale.sorted { $0.entry.line < $1.entry.line }
    var problems = sorted.prefix(maximumShown).map { key, entry in
      Problem(
        "nothing needs this entry any more: \(entry.rule) in \(key.file); --prune-baseline takes it out",
        file: own.shown, line: entry.line, column: 1, isFailure: false)
    }
    if sorted.count > maximumShown {
      problems.append(
        Problem(
          "\(sorted.count - maximumShown) more entries are not needed", file: own.shown, isFailure: false))
    }
    return problems
  }
}
