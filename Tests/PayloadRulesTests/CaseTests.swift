import Testing

/// The labelled cases: what is wrong is found at its place with its severity, what is right draws no error
/// and no warning, and nothing else is said above a note.
@Suite struct CaseTests {
  static let cases = (try? LabelledCase.all()) ?? []

  /// Cases that do not hold yet; a case that does must leave this list.
  static let knownToFail: Set<String> = []

  @Test func casesAreThere() throws {
    #expect(try LabelledCase.all().count >= 150)
    #expect(Set(Self.cases.map(\.id)).count == Self.cases.count)
    #expect(Self.knownToFail.subtracting(Self.cases.map(\.id)) == [])
  }

  @Test(arguments: cases)
  func holds(_ labelled: LabelledCase) {
    let complaints = Self.complaints(labelled)
    if Self.knownToFail.contains(labelled.id) {
      #expect(complaints != [], "\(labelled.id) holds now; take it off the list")
    } else {
      #expect(complaints == [])
    }
  }

  private static func complaints(_ labelled: LabelledCase) -> [String] {
    let run = CorpusRun(labelled.arguments, input: labelled.input)
    var complaints: [String] = run.trouble.isEmpty ? [] : [run.trouble]
    for problem in labelled.problems {
      let here = run.findings.filter { problem.isAt($0) }
      let hits = here.filter { $0.severity == problem.severity }
      if hits.isEmpty {
        let said = here.first.map { ", said \($0.severity) \($0.rule)" } ?? ""
        complaints.append("missed \(problem.severity) \(problem.slug) at '\(problem.place)'" + said)
      } else if let reason = problem.reason, !hits.contains(where: { $0.reason == reason }) {
        complaints.append("\(problem.slug): reason \(reason) is not named")
      }
    }
    for finding in run.findings where finding.severity != "note" {
      let isWanted = labelled.problems.contains { $0.isAt(finding) && $0.severity == finding.severity }
      if !isWanted { complaints.append("false \(finding.severity) \(finding.rule) at '\(finding.place)'") }
    }
    return complaints
  }
}
