internal import PayloadRules

/// The suppressions of a configuration, found by file without trying each one.
struct SuppressionIndex: Sendable {
  private struct Entry: Sendable {
    var suppression: Configuration.Suppression
    var rules: Set<String>
    var pointer: [Substring]?
  }

  private var entries: [Entry] = []
  /// By whole path, or by name for patterns without a slash.
  private var byPath: [String: [Int]] = [:]
  private var byPattern: [(glob: Glob, entry: Int)] = []

  /// `rules` are the ids that each suppression names.
  init(_ suppressions: [Configuration.Suppression], rules: [Set<String>]) {
    for (suppression, rules) in zip(suppressions, rules) {
      for glob in suppression.files {
        if glob.isLiteral {
          byPath[glob.pattern, default: []].append(entries.count)
        } else {
          byPattern.append((glob, entries.count))
        }
      }
      entries.append(
        Entry(
          suppression: suppression, rules: rules, pointer: suppression.pointer.map(SuppressionIndex.parts)))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Numbers of the suppressions for a file, in their order.
  func numbers(for path: String) -> [Int] {
    if entries.isEmpty { return [] }
    var result = Set(byPath[path] ?? [])
    result.formUnion(byPath[Path.name(of: path)] ?? [])
    for (glob, entry) in byPattern where glob.matches(path: path) { result.insert(entry) }
    return result.sorted()
  }

  /// The suppression with a number, if it is about a finding.
  func suppression(_ number: Int, for finding: Finding) -> Configuration.Suppression? {
    let entry = entries[number]
    guard entry.rules.contains(finding.rule) else { return nil }
    if let fingerprint = entry.suppression.fingerprint, fingerprint != finding.fingerprint { return nil }
    if let pattern = entry.pointer {
      guard let pointer = finding.pointer else { return nil }
      let parts = SuppressionIndex.parts(pointer)
      // A star stands for any key or index.
      guard parts.count == pattern.count, zip(pattern, parts).allSatisfy({ $0 == "*" || $0 == $1 }) else {
        return nil
      }
    }
    return entry.suppression
  }

  private static func parts(_ pointer: String) -> [Substring] {
    pointer.split(separator: "/", omittingEmptySubsequences: false)
  }
}
