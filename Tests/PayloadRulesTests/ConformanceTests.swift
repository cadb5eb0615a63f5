import LintTool
import PayloadRules
import Testing

/// The vectors in corpus/conformance, judged by our own engine.
@Suite struct ConformanceTests {
  @Test(arguments: ["corpus/conformance/peers.jsonl", ConformanceRecorder.path])
  func theEngineAgrees(_ path: String) throws {
    let vectors = try ConformanceVector.read(path)
    #expect(vectors.count > 40)
    #expect(Set(vectors.map(\.id)).count == vectors.count)
    for vector in vectors {
      let findings = RuleLibrary.shared.engine.evaluate(vector.subject).findings
      #expect(vector.disagreement(with: findings) == nil, "\(vector.id)")
      #expect(!vector.why.isEmpty, "\(vector.id)")
    }
  }

  /// What the report predicts is the verdict, for each request that is whole.
  @Test func predictionsAreTheVerdicts() throws {
    let vectors = try ConformanceVector.read("corpus/conformance/peers.jsonl")
    for vector in vectors {
      var subject = vector.subject
      subject.isWholeRequest = true
      let prediction = try #require(RuleLibrary.shared.engine.evaluate(subject).prediction, "\(vector.id)")
      // A refusal without a reason is not predicted.
      let isNamed = vector.verdict.reason != nil
      guard isNamed || vector.verdict.outcome.hasPrefix("accepted") else { continue }
      #expect(prediction.outcome.rawValue == vector.verdict.outcome, "\(vector.id)")
      #expect(prediction.reason == vector.verdict.reason, "\(vector.id)")
      #expect(prediction.status == vector.verdict.status, "\(vector.id)")
      if isNamed { #expect(prediction.certainty?.rawValue == vector.verdict.certainty, "\(vector.id)") }
    }
  }

  @Test func vectorsAreReadAsTheyAreWritten() throws {
    for path in ["corpus/conformance/peers.jsonl", ConformanceRecorder.path] {
      for line in try Repository.text(path).split(separator: "\n") {
        let written = try ConformanceVector(line).line
        #expect(written == line)
      }
    }
  }

  /// Rules that refuse or drop a request have a vector that breaks them, but those about other servers
  /// and about the command line that a request is read from.
  @Test func everyRefusalHasAVector() throws {
    let broken = Set(
      try ConformanceVector.read(ConformanceRecorder.path).filter { $0.id.hasSuffix("/fails") }
        .map { $0.id.split(separator: "/")[1] })
    let without = RuleLibrary.shared.rules.filter { rule in
      rule.severity == .error && [.rejected, .dropped].contains(rule.outcome)
        && !broken.contains(rule.id[...])
    }
    let elsewhere = [
      "vapid-", "simulator-", "payload-is-no-push", "content-state-schema", "web-push-", "curl-", "fcm-",
      "sns-", "expo-", "matrix-", "pinpoint-", "body-is-file-name",
    ]
    #expect(without.map(\.id).filter { id in !elsewhere.contains { id.hasPrefix($0) } } == [])
  }
}
