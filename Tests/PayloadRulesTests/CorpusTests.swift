import Foundation
import Testing

/// Real-shaped files of each push type: correct ones draw neither error nor warning, broken ones exactly what
/// the `.expected` file beside them says, as `line:column severity rule`.
@Suite struct CorpusTests {
  private static func files(_ verdict: String) -> [String] {
    Repository.files(below: "corpus/push-types").filter {
      $0.contains("/\(verdict)/") && !$0.hasSuffix(".expected")
    }
  }

  private func run(_ file: String) -> CorpusRun {
    CorpusRun([Repository.root.appending(path: file).path])
  }

  @Test(arguments: files("valid"))
  func correctFilesAreSilent(_ file: String) {
    let run = run(file)
    #expect(run.trouble == "")
    #expect(run.findings.filter { $0.severity != "note" }.map(\.summary) == [])
    // A file that was not recognised was not checked.
    #expect(!run.findings.contains { $0.rule == "not-a-push" })
  }

  @Test(arguments: files("broken"))
  func brokenFilesDrawWhatIsExpected(_ file: String) throws {
    let expected = try Repository.text(file + ".expected").split(separator: "\n").map(String.init)
    let run = run(file)
    #expect(run.trouble == "")
    #expect(run.findings.map(\.summary).sorted() == expected.sorted())
  }

  /// The push types as the rules file lists them, and the two kinds of request beside them.
  @Test func everyPushTypeHasCorrectAndBrokenFiles() {
    let folders = [
      "alert", "background", "broadcast", "complication", "controls", "fileprovider", "liveactivity",
      "location", "mdm", "nowplaying", "pushtotalk", "voip", "wallet", "widgets",
    ]
    for folder in folders {
      for verdict in ["valid", "broken"] {
        let below = "corpus/push-types/\(folder)/\(verdict)"
        #expect(!Repository.files(below: below).isEmpty, "nothing in \(below)")
      }
    }
  }

  @Test func everyExpectationHasItsFile() {
    let files = Set(Repository.files(below: "corpus/push-types"))
    let orphans = files.filter { $0.hasSuffix(".expected") && !files.contains(String($0.dropLast(9))) }
    #expect(orphans == [])
  }
}
