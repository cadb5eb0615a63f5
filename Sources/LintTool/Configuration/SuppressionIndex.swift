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

  /// The suppressions of a file, ready to be asked for one finding after the other.
  func lookup(_ numbers: [Int]) -> SuppressionLookup {
    var lookup = SuppressionLookup()
    for number in numbers {
      let entry = entries[number]
      for rule in entry.rules {
        if let fingerprint = entry.suppression.fingerprint {
          lookup.byFingerprint[rule, default: [:]][fingerprint, default: []].append(number)
        } else if let pointer = entry.suppression.pointer, entry.pointer?.contains("*") == false {
          lookup.byPointer[rule, default: [:]][pointer, default: []].append(number)
        } else {
          lookup.others[rule, default: []].append(number)
        }
      }
    }
    return lookup
  }

  /// The suppressions that are about a finding, in their order.
  func suppressions(for finding: Finding, _ lookup: SuppressionLookup) -> [Configuration.Suppression] {
    var numbers = lookup.byFingerprint[finding.rule]?[finding.fingerprint] ?? []
    if let pointer = finding.pointer { numbers += lookup.byPointer[finding.rule]?[pointer] ?? [] }
    numbers += lookup.others[finding.rule] ?? []
    guard !numbers.isEmpty else { return [] }
    let parts = finding.pointer.map(SuppressionIndex.parts)
    return numbers.sorted().lazy.map { entries[$0] }.filter { entry in
      guard let pattern = entry.pointer else { return true }
      guard let parts else { return false }
      // A star stands for any key or index.
      return parts.count == pattern.count && zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
    }.map(\.suppression)
  }

  private static func parts(_ pointer: String) -> [Substring] {
    pointer.split(separator: "/", omittingEmptySubsequences: false)
  }
}

/// The suppressions of one file by what they are about: most are about one place or one value.
struct SuppressionLookup: Sendable {
  var byFingerprint: [String: [String: [Int]]] = [:]
  /// Those without a star.
  var byPointer: [String: [String: [Int]]] = [:]
  var others: [String: [Int]] = [:]
}
