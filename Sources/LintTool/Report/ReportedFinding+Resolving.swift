internal import PayloadRules

extension ReportedFinding {
  /// A finding with its places led back into the user's files.
  init(_ finding: Finding, _ resolver: PlaceResolver, _ masker: Masker) {
    let (place, from) = resolver.resolve(finding.place)
    self.init(
      finding: finding, place: place, from: from,
      notes: finding.notes.map { ($0.message, resolver.resolve($0.place).place) },
      fix: finding.fix.flatMap { ReportedFix($0, resolver, masker) })
  }

  /// By place: what stands in no file first, then what stands in another, then by position.
  static func inOrder(_ findings: [ReportedFinding]) -> [ReportedFinding] {
    func rank(_ finding: ReportedFinding) -> (Int, Int, Int) {
      guard let place = finding.place else { return (0, 0, 0) }
      return (place.isOtherFile ? 1 : 2, place.range.start, place.range.end)
    }
    return findings.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

extension ReportedFix {
  /// Nil where the edits cannot be written into the file with certainty.
  init?(_ fix: Fix, _ resolver: PlaceResolver, _ masker: Masker) {
    guard !fix.edits.isEmpty, let edits = resolver.fileEdits(fix) else { return nil }
    self.init(
      title: fix.title, safety: fix.safety, edits: edits,
      isRedacted: edits.contains { masker.holdsSecret($0.text) })
  }
}
