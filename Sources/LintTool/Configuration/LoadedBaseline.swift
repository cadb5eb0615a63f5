internal import PayloadRules

/// A baseline as the threads of a run share it.
final class LoadedBaseline: Sendable {
  /// A finding that a baseline covers, or that is written into one.
  struct Known: Sendable {
    /// Of the baseline.
    var path: String
    var key: Baseline.Key
    var rule: String
    var pointer: String?
  }

  /// As the user would name it.
  let shown: String
  let path: String
  /// Absolute folder that is the whole of what it covers.
  let scope: String
  let baseline: Baseline
  /// Files that have entries.
  let files: Set<String>
  /// Whether it takes whatever is found.
  let isWritten: Bool

  init(_ baseline: Baseline, shown: String, path: String, scope: String, isWritten: Bool) {
    self.baseline = baseline
    self.shown = shown
    self.path = path
    self.scope = scope
    self.isWritten = isWritten
    files = Set(baseline.entries.keys.map(\.file))
  }

  /// A file's name in it.
  func name(of file: String) -> String { Path.relative(file, to: Path.folder(of: path)) ?? file }

  /// Whether a finding is one that is put up with; notes that it was met.
  func covers(_ finding: Finding, in name: String, _ known: inout [Known]) -> Bool {
    let key = Baseline.Key(file: name, fingerprint: finding.fingerprint)
    guard isWritten || baseline.entries[key] != nil else { return false }
    known.append(Known(path: path, key: key, rule: finding.rule, pointer: finding.pointer))
    return true
  }
}
