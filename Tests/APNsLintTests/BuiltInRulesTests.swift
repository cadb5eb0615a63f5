import APNsLint
import Foundation
import PayloadRules
import Testing

/// The short start-up judges a payload by itself exactly as all rules do.
@Suite struct BuiltInRulesTests {
  private struct Case: Decodable {
    var id: String
    var kind: String
    var input: String
  }

  private static func cases() throws -> [Case] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var result: [Case] = []
    for name in ["reports", "wild"] {
      let text = try String(contentsOf: root.appending(path: "corpus/cases/\(name).jsonl"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        result.append(try JSONDecoder().decode(Case.self, from: Data(line.utf8)))
      }
    }
    return result
  }

  @Test func payloadRulesAgreeWithAllRules() throws {
    let (part, whole) = (RuleEngine(BuiltInRules.payloadSet), RuleEngine(BuiltInRules.set))
    var count = 0
    for entry in try Self.cases() where entry.kind != "token" && entry.kind != "jwt" {
      for input in ["payload", "simulator"] {
        var subject = LintSubject()
        subject.payload = .present(Array(entry.input.utf8))
        subject.sizeBasis = .asKept
        subject.input = input
        #expect(subject.isPayloadAlone)
        let (short, long) = (part.evaluate(subject), whole.evaluate(subject))
        #expect(
          short.findings.map { "\($0.rule) \($0.severity) \($0.message) \($0.fingerprint)" }
            == long.findings.map { "\($0.rule) \($0.severity) \($0.message) \($0.fingerprint)" },
          "\(entry.id)")
        #expect(short.notChecked == long.notChecked && short.limit == long.limit, "\(entry.id)")
        count += 1
      }
    }
    #expect(count > 200)
  }
}
