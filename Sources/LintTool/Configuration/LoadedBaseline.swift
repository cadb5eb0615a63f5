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
    /// Whether the file is read as a whole, so that its findings have an order.
    var isCounted: Bool
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
  ///
  /// `met` is how many findings of its file were covered, by their fingerprints; nil for a stream of lines, whose
  /// parts are judged on several threads at once.
  func covers(_ finding: Finding, in name: String, met: inout [String: Int]?, _ known: inout [Known]) -> Bool
  {
    let key = Baseline.Key(file: name, fingerprint: finding.fingerprint)
    if !isWritten {
      guard let entry = baseline.entries[key], met?[key.fingerprint] ?? 0 < entry.count else { return false }
    }
    met?[key.fingerprint, default: 0] += 1
    known.append(
      Known(path: path, key: key, rule: finding.rule, pointer: finding.pointer, isCounted: met != nil))
    return true
  }
}
