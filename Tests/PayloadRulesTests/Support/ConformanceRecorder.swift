import LintTool
import PayloadRules

/// Makes conformance vectors from the examples beside the rules: for each rule one that breaks it and one
/// that keeps it.
struct ConformanceRecorder {
  static let path = "corpus/conformance/rules.jsonl"
  private let library: RuleLibrary

  init(_ library: RuleLibrary) { self.library = library }

  var text: String { vectors.map { $0.line + "\n" }.joined() }

  var vectors: [ConformanceVector] {
    library.rules.flatMap { rule in
      [vector(rule, isPass: false), vector(rule, isPass: true)].compactMap { $0 }
    }
  }

  /// The first example whose request, made whole, our own engine judges as the rule says.
  private func vector(_ rule: RuleDescription, isPass: Bool) -> ConformanceVector? {
    guard let verdict = isPass ? .init(outcome: "accepted") : verdict(rule) else { return nil }
    let cases = library.runner.cases(of: rule.id)
      .filter {
        $0.isPass == isPass && $0.severity == nil && isRequest($0)
          && $0.also.allSatisfy { library.rule($0)?.severity == .note }
      }
    for makesWhole in [true, false] {
      for example in cases {
        var vector = ConformanceVector(
          id: "rules/\(rule.id)/\(isPass ? "passes" : "fails")", verdict: verdict,
          source: rule.source ?? "", why: "")
        fill(&vector, from: example)
        if makesWhole { makeWhole(&vector, like: example) }
        let findings = library.engine.evaluate(vector.subject).findings
        guard vector.disagreement(with: findings) == nil else { continue }
        let own = library.runner.findings(vector.subject, of: rule.id).first
        if isPass {
          guard own == nil, !findings.contains(where: { $0.severity != .note }) else { continue }
          vector.why = example.note ?? "as \(rule.id) asks"
        } else {
          guard let own else { continue }
          vector.why = own.message
          if own.outcome == .ignored, let pointer = own.pointer { vector.verdict.withoutEffect = [pointer] }
        }
        return vector
      }
    }
    return nil
  }

  /// Not files of other tools, messages of other services, or what is sent to other servers.
  private func isRequest(_ example: ExampleCase) -> Bool {
    let subject = example.subject
    let foreign = example.fields.contains { ["envelope", "detect"].contains($0) }
    return !foreign && ["payload", "request", "jwt", "token"].contains(subject.input)
      && subject.context["jwt-use"] == nil && subject.context["payload-schema"] == nil
      && subject.context["content-state-schema"] == nil
  }

  /// What the service does with a request that breaks the rule.
  private func verdict(_ rule: RuleDescription) -> ConformanceVector.Verdict? {
    switch (rule.outcome, rule.severity) {
    case (.rejected, .error):
      return .init(
        outcome: "rejected",
        status: rule.reason.flatMap { reason in library.reasons.first { $0.id == reason }?.status },
        reason: rule.reason,
        certainty: rule.reason == nil
          ? "guess" : library.text("certainty", ofRule: rule.id) ?? "documented")
    case (.rejected, _): return .init(outcome: "unknown")
    case (.dropped, .error): return .init(outcome: "accepted-invisible")
    case (.dropped, _): return .init(outcome: "unknown")
    // A team's own schema is no matter of the service.
    case (.advice, .error): return nil
    case (.ignored, _), (.advice, _): return .init(outcome: "accepted")
    }
  }

  private func fill(_ vector: inout ConformanceVector, from example: ExampleCase) {
    let subject = example.subject
    vector.method = example.fields.contains("method") ? subject.method.value : nil
    vector.host = subject.host.value
    if let port = subject.port.value { vector.host = (vector.host ?? "") + ":" + port }
    vector.path = subject.path.value ?? subject.token.value.map { "/3/device/" + $0 }
    if subject.headersAreComplete { vector.headers = subject.headers }
    vector.body = subject.payload.value
    vector.context = subject.context.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if let now = subject.now { vector.context.append(("now", "\(Int(now))")) }
    if subject.profile == .dispatch { vector.context.append(("profile", "dispatch")) }
    if example.fields.contains("credential") {
      vector.context.append(("credential", subject.credential.rawValue))
    }
  }

  /// Adds what an example leaves out, as a sender would.
  private func makeWhole(_ vector: inout ConformanceVector, like example: ExampleCase) {
    let evaluation = library.engine.evaluate(example.subject)
    let type = evaluation.pushType.value ?? "alert"
    let managesChannels = vector.path?.hasPrefix("/1/") ?? false
    vector.method = vector.method ?? "POST"
    vector.host =
      vector.host ?? (managesChannels ? "api-manage-broadcast.push.apple.com:2196" : "api.push.apple.com")
    vector.path = vector.path ?? "/3/device/3f9c1a77d0be4582c6e90b14f7a8d35e2b61c04d98ef7a31506bd2c9e4871fa6"
    if vector.headers == nil {
      let suffix = library.set.factRows("topic-suffix").first { $0.key == type }?.value ?? ""
      let topic =
        type == "mdm"
        ? "com.apple.mgmt.External.3f0d9c52-6a1e-4b7b-9e57-0c1d2e3f4a5b" : "com.example.app" + suffix
      vector.headers = [
        HeaderField(name: "apns-push-type", value: type), HeaderField(name: "apns-topic", value: topic),
      ]
      if type == "background" { vector.headers?.append(HeaderField(name: "apns-priority", value: "5")) }
      if type == "voip" || type == "pushtotalk" {
        vector.headers?.append(HeaderField(name: "apns-expiration", value: "0"))
      }
    }
    if let token = example.subject.providerToken.value,
      !(vector.headers ?? []).contains(where: { $0.name.lowercased() == "authorization" })
    {
      vector.headers?.insert(HeaderField(name: "authorization", value: "bearer " + token), at: 0)
    }
    if vector.body == nil, vector.method == "POST" { vector.body = Array(#"{"aps":{"alert":"Hi"}}"#.utf8) }
  }
}

extension ConformanceVector {
  /// How findings contradict the verdict; nil where they agree with it.
  func disagreement(with findings: [Finding]) -> String? {
    let errors = findings.filter { $0.severity == .error }
    let refusals = errors.filter { $0.outcome == .rejected }
    switch verdict.outcome {
    case "accepted":
      let wrong =
        verdict.withoutEffect.isEmpty && !id.hasSuffix("/fails")
        ? errors : errors.filter { $0.outcome != .ignored }
      return wrong.first.map { "accepted, but \($0.rule): \($0.message)" }
    case "rejected":
      guard !refusals.isEmpty else { return "rejected, but nothing refuses it" }
      guard verdict.reason == nil || refusals.contains(where: { $0.reason == verdict.reason }) else {
        return "\(verdict.reason ?? ""), but \(refusals.map { $0.reason ?? "no reason" })"
      }
      return nil
    case "accepted-invisible":
      if let refusal = refusals.first { return "accepted, but \(refusal.rule): \(refusal.message)" }
      return findings.contains { $0.outcome == .dropped && $0.severity != .note }
        ? nil : "not seen, but no finding says so"
    case "unknown":
      if let error = errors.first { return "unknown, but \(error.rule) is certain: \(error.message)" }
      return findings.contains { $0.severity == .warning } ? nil : "unknown, but there is no warning"
    default: return "no verdict '\(verdict.outcome)'"
    }
  }
}
