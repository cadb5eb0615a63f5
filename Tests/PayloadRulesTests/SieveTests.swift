import Testing

@testable import APNsLint
@testable import PayloadRules

/// The sieve and the rules held to each other: what the sieve calls clean, no rule objects to.
@Suite struct SieveTests {
  static let program = SieveProgram(BuiltInRules.set)
  static let subjects = ExampleRunner(BuiltInRules.set, exampleTexts: [0: BuiltInRules.examples]).subjects()
  /// 2026-09-01, within the days of the examples.
  static let now = 1_788_000_000.0

  /// Changes that turn one request into another, by name.
  static let changes: [(name: String, change: @Sendable (inout LintSubject) -> Void)] = [
    ("as it is", { _ in }),
    (
      "about to be sent",
      {
        $0.profile = .dispatch
        $0.isWholeRequest = true
        $0.headersAreComplete = true
        $0.now = now
      }
    ),
    (
      "payload alone",
      {
        $0.headers = []
        $0.headersAreComplete = false
        $0.path = .unknown
        $0.host = .unknown
        $0.token = .unknown
      }
    ),
    ("alert by option", { $0.statedPushType = ("alert", "option") }),
    ("background by option", { $0.statedPushType = ("background", "option") }),
    (
      "without its last header",
      {
        if !$0.headers.isEmpty { $0.headers.removeLast() }
        $0.credential = .addedLater
      }
    ),
    (
      "of a made-up type",
      { $0.headers.append(HeaderField(name: "APNS-Push-Type", value: "liveactivity")) }
    ),
    ("with a year-old clock", { $0.now = now - 31_536_000 }),
  ]

  @Test func survivesBeingWrittenDown() {
    let (words, pool) = BuiltInRules.sieve.contents
    let (expectedWords, expectedPool) = Self.program.contents
    #expect(words == expectedWords)
    #expect(pool == expectedPool)
  }

  /// The third time a shape comes, it is taken the way of the second; with other values it may not be clean.
  @Test func judgesTheNextRequestOfAShapeByItsOwnValues() {
    let engine = RuleEngine(BuiltInRules.set)
    let sieve = Sieve(Self.program)
    var clean = 0
    for (index, original) in Self.subjects.enumerated() where index % 2 == 0 {
      for _ in 0..<2 { _ = sieve.evaluation(of: original) }
      for (number, subject) in variations(of: original).enumerated() {
        let before = sieve.templates.count
        guard let found = sieve.evaluation(of: subject) else { continue }
        clean += before > 0 ? 1 : 0
        let expected = engine.evaluate(subject)
        #expect(
          expected.findings.map(\.rule) == [],
          "variation \(number): \(String(decoding: subject.payload.value ?? [], as: UTF8.self)) of \(String(decoding: original.payload.value ?? [], as: UTF8.self)) \(subject.headers) \(subject.profile)"
        )
        #expect(found.pushType == expected.pushType && found.limit == expected.limit, "\(subject)")
        #expect(found.notChecked == expected.notChecked && found.prediction == expected.prediction)
      }
    }
    #expect(clean > 100)
  }

  /// The same request with one value after another changed and the shape kept.
  private func variations(of subject: LintSubject) -> [LintSubject] {
    var result = [subject]
    for index in subject.headers.indices {
      for value in ["1", "x", "liveactivity", ""] {
        var changed = subject
        changed.headers[index].value = value
        result.append(changed)
      }
    }
    for host in ["api.sandbox.push.apple.com", "gateway.push.apple.com"] where subject.host.value != nil {
      var changed = subject
      changed.host = .present(host)
      result.append(changed)
    }
    if let now = subject.now {
      var changed = subject
      changed.now = now + 400_000_000
      result.append(changed)
    }
    guard case .present(let bytes) = subject.payload else { return result }
    let tree = JSONTree(bytes)
    for node in tree.document.nodes where node.kind == .string || node.kind == .number {
      for value in node.kind == .string ? ["\"\"", "\"active\"", "\"{{name}}\""] : ["-1", "2.5"] {
        var changed = subject
        changed.payload = .present(
          Array(bytes[..<Int(node.start)]) + Array(value.utf8) + Array(bytes[Int(node.end)...]))
        result.append(changed)
      }
    }
    // In debug builds asking all rules takes milliseconds.
    return result.enumerated().filter { $0.offset % 5 == bytes.count % 5 || $0.offset == 0 }.map(\.element)
  }

  @Test(arguments: changes.indices) func agreesWithTheRules(on change: Int) {
    let engine = RuleEngine(BuiltInRules.set)
    let sieve = Sieve(Self.program)
    var (clean, missed, narrowed) = (0, 0, 0)
    // Every request as it is; of its changes, each takes its share.
    for (index, original) in Self.subjects.enumerated() where change == 0 || index % 6 == change % 6 {
      var subject = original
      Self.changes[change].change(&subject)
      let found = sieve.evaluation(of: subject)
      let expected = engine.evaluate(subject)
      guard let found else {
        // Messages of other services are never looked at.
        missed += expected.findings.isEmpty && subject.envelope == nil ? 1 : 0
        if let suspects = sieve.narrowed() {
          narrowed += 1
          let evaluator = Evaluator(set: BuiltInRules.set, options: RuleOptions())
          let found = evaluator.evaluate(subject, suspects: suspects)
          #expect(found.findings.map { "\($0)" } == expected.findings.map { "\($0)" }, "\(subject)")
          #expect(found.notChecked == expected.notChecked && found.limit == expected.limit, "\(subject)")
          #expect(found.prediction == expected.prediction && found.pushType == expected.pushType)
        }
        continue
      }
      clean += 1
      #expect(expected.findings.map(\.rule) == [], "\(subject)")
      #expect(found.pushType == expected.pushType, "\(subject)")
      #expect(found.limit == expected.limit, "\(subject)")
      #expect(found.notChecked == expected.notChecked, "\(subject)")
      #expect(found.prediction == expected.prediction, "\(subject)")
      #expect(found.bytes == expected.bytes && found.compactBytes == expected.compactBytes)
    }
    // A sieve that lets nothing pass would agree as well.
    #expect(clean > 10 && narrowed > 10)
    if change == 0 {
      #expect(missed * 20 < clean, "\(missed) clean requests of \(clean + missed) are not told")
    }
  }
}
