import Foundation
import Testing

/// Generated files are held against their source; `APNSLINT_RECORD=1 swift test` writes them anew (and fails,
/// so that nothing but a person ever records).
@Suite struct GeneratedFilesTests {
  @Test func builtInRulesAreThoseOfTheRulesFile() throws {
    try check([
      "Sources/APNsLint/BuiltInRules+Generated.swift":
        try BuiltInRulesSource.swift(from: try Repository.bytes("rules.yaml"))
    ])
  }

  @Test func rulePagesAreThoseOfTheRulesFile() throws {
    try check(RulePages(.shared).pages, all: RulePages.folder, suffix: ".md")
  }

  @Test func conformanceVectorsAreThoseOfTheRulesFile() throws {
    try check([ConformanceRecorder.path: ConformanceRecorder(.shared).text])
  }

  /// Holds files against what they should be; with `all`, the folder holds nothing else.
  private func check(_ files: [String: String], all folder: String? = nil, suffix: String = "") throws {
    let present = folder.map { Repository.files(below: $0, suffix: suffix) } ?? []
    let strangers = present.filter { files[$0] == nil }
    let stale = files.keys.sorted().filter { (try? Repository.text($0)) != files[$0] }
    guard !strangers.isEmpty || !stale.isEmpty else { return }
    guard Repository.isRecording else {
      let names = (strangers + stale).prefix(5).joined(separator: ", ")
      Issue.record(
        """
        \(strangers.count + stale.count) generated files are stale (\(names)): \
        run APNSLINT_RECORD=1 swift test --filter GeneratedFiles
        """)
      return
    }
    for path in strangers { try FileManager.default.removeItem(at: Repository.root.appending(path: path)) }
    for path in stale {
      let place = Repository.root.appending(path: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files[path]?.write(to: place, atomically: true, encoding: .utf8)
    }
    Issue.record(
      "\(stale.count) files written anew, \(strangers.count) removed; run again without APNSLINT_RECORD")
  }
}
