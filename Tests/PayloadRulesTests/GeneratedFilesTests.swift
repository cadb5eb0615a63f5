import Foundation
import Testing

/// Generated files are held against their source; `APNSLINT_RECORD=1 swift test` writes them anew (and fails,
/// so that nothing but a person ever records).
@Suite struct GeneratedFilesTests {
  @Test func builtInRulesAreThoseOfTheRulesFile() throws {
    try check(
      "Sources/APNsLint/BuiltInRules+Generated.swift",
      try BuiltInRulesSource.swift(from: try Repository.bytes("rules.yaml")))
  }

  private func check(_ path: String, _ expected: String) throws {
    let current = try? Repository.text(path)
    if Repository.isRecording, current != expected {
      try expected.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
      Issue.record("\(path) was written anew; run again without APNSLINT_RECORD")
    } else {
      #expect(
        current == expected, "\(path) is stale: run APNSLINT_RECORD=1 swift test --filter GeneratedFiles")
    }
  }
}
