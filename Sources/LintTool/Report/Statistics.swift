internal import PayloadRules

/// Sums over many records; those of two runs can be added up to those of both.
struct Statistics: Sendable, Equatable {
  /// What one rule found.
  struct RuleCount: Sendable, Equatable {
    var findings = 0
    var severity: Severity
    /// `file:line` of the first finding.
    var first: String
  }

  private(set) var records = 0
  private(set) var cleanRecords = 0
  /// Records by the gravest finding; of the clean ones none.
  private(set) var findings: [Severity: Int] = [:]
  private(set) var rules: [String: RuleCount] = [:]
  /// Records by push type; the empty name for an unknown one.
  private(set) var pushTypes: [String: Int] = [:]
  private(set) var sizes = SizeHistogram()

  mutating func addClean(_ evaluation: Evaluation) {
    cleanRecords += 1
    add(evaluation)
  }

  mutating func add(_ record: RecordReport) {
    add(record.evaluation)
    if record.findings.isEmpty { cleanRecords += 1 }
    for reported in record.findings {
      let finding = reported.finding
      findings[finding.severity, default: 0] += 1
      rules[
        finding.rule, default: RuleCount(severity: finding.severity, first: reported.line(in: record))
      ].findings += 1
    }
  }

  private mutating func add(_ evaluation: Evaluation) {
    records += 1
    pushTypes[evaluation.pushType.value ?? "", default: 0] += 1
    if let bytes = evaluation.bytes { sizes.add(bytes) }
  }

  /// Adds the sums over the records that follow.
  mutating func add(_ other: Statistics) {
    records += other.records
    cleanRecords += other.cleanRecords
    findings.merge(other.findings, uniquingKeysWith: +)
    pushTypes.merge(other.pushTypes, uniquingKeysWith: +)
    rules.merge(other.rules) { mine, others in
      var sum = mine
      sum.findings += others.findings
      return sum
    }
    sizes.add(other.sizes)
  }
}

/// Payload sizes in buckets, four for each doubling, so that a percentile is told within a quarter.
struct SizeHistogram: Sendable, Equatable {
  /// By bucket; as long as the largest size needs.
  private var counts: [Int] = []
  private(set) var total = 0
  private(set) var bytes = 0

  /// Sizes up to this share the first bucket.
  private static let least = 64

  mutating func add(_ size: Int) {
    let bucket = SizeHistogram.bucket(of: size)
    while counts.count <= bucket { counts.append(0) }
    counts[bucket] += 1
    total += 1
    bytes += size
  }

  mutating func add(_ other: SizeHistogram) {
    while counts.count < other.counts.count { counts.append(0) }
    for (bucket, count) in other.counts.enumerated() { counts[bucket] += count }
    total += other.total
    bytes += other.bytes
  }

  /// The buckets that hold something, by the largest size that belongs to each.
  var buckets: [(upTo: Int, count: Int)] {
    counts.indices.filter { counts[$0] > 0 }.map { (SizeHistogram.bound(of: $0), counts[$0]) }
  }

  /// A size that so many in a hundred do not exceed.
  func percentile(_ share: Int) -> Int? {
    var seen = 0
    for (bound, count) in buckets {
      seen += count
      if seen * 100 >= total * share { return bound }
    }
    return nil
  }

  /// 64, 80, 96, 112, 128, 160, 192, 224, 256, …
  static func bound(of bucket: Int) -> Int {
    guard bucket > 0 else { return least }
    let (doublings, quarter) = (bucket - 1).quotientAndRemainder(dividingBy: 4)
    return (least << doublings) + (least << doublings) / 4 * (quarter + 1)
  }

  static func bucket(of size: Int) -> Int {
    guard size > least else { return 0 }
    // The doubling that the size before it lies in, and the quarter of that.
    let doublings = (size - 1).leadingZeroBitCount
    let power = Int.bitWidth - 1 - doublings
    let start = 1 << power
    return (power - least.trailingZeroBitCount) * 4 + (size - 1 - start) / (start / 4) + 1
  }
}

extension ReportedFinding {
  /// `file:line`, or the file and the record where the finding has no place.
  fileprivate func line(in record: RecordReport) -> String {
    guard let place else { return record.file + (record.record.map { " (record \($0))" } ?? "") }
    return "\(place.source.path):\(place.source.position(at: place.range.start).line)"
  }
}
