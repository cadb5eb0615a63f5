import Testing

@testable import PayloadRules

/// Damages every example at random, with a fixed seed: nothing traps, and what is said stays well formed.
@Suite struct EngineMutationTests {
  /// The examples in a few parts, so that several threads share them.
  static let partCount = 6

  private static let insertions: [UInt8] =
    Array("\"'\\{}[],:/*#$%<>-+.0eEnut \n\r\tax;=`()&".utf8) + [
      0, 0x1F, 0x7F, 0x80, 0xC2, 0xE2, 0xED, 0xF0, 0xFF,
    ]

  private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(bytes[place], at: place)
      case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 3: bytes.insert(insertions.randomElement(using: &generator) ?? 0, at: place)
      case 4: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
      default:
        bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &generator)))
      }
    }
    return bytes
  }

  private static func damaged(_ text: String, _ generator: inout SeededGenerator) -> String {
    String(decoding: damaged(Array(text.utf8), &generator), as: UTF8.self)
  }

  private static func damaged(_ subject: LintSubject, _ generator: inout SeededGenerator) -> LintSubject {
    var subject = subject
    if case .present(let bytes) = subject.payload { subject.payload = .present(damaged(bytes, &generator)) }
    for index in subject.headers.indices where Int.random(in: 0..<3, using: &generator) == 0 {
      subject.headers[index].value = damaged(subject.headers[index].value, &generator)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        subject.headers[index].name = damaged(subject.headers[index].name, &generator)
      }
    }
    if case .present(let text) = subject.token { subject.token = .present(damaged(text, &generator)) }
    if case .present(let text) = subject.path { subject.path = .present(damaged(text, &generator)) }
    if case .present(let text) = subject.host { subject.host = .present(damaged(text, &generator)) }
    if case .present(let text) = subject.providerToken {
      subject.providerToken = .present(damaged(text, &generator))
    }
    return subject
  }

  @Test("Damaged requests are judged", arguments: 0..<partCount)
  func damage(_ part: Int) throws {
    let examples = try #require(BuiltInExamples.shared)
    var options = RuleOptions()
    options.includesPreview = true
    let engine = RuleEngine(examples.set, options: options)
    var generator = SeededGenerator(seed: 20_261_130 &+ UInt64(part))
    for (index, entry) in examples.entries.enumerated() where index % Self.partCount == part {
      let original = examples.subject(entry)
      for round in 0..<2 {
        let subject = round == 0 ? original : Self.damaged(original, &generator)
        let result = engine.evaluate(subject)
        let name = "\(examples.name(entry)), round \(round)"
        try Self.checkPlaces(result.findings, subject, name)
        if round == 1, index % 3 == 0 {
          #expect(
            engine.evaluate(subject).findings.map(\.fingerprint) == result.findings.map(\.fingerprint),
            "\(name)")
        }
        try Self.settle(subject, result.findings, engine, isExample: round == 0, name)
      }
    }
  }

  /// The text that a place counts in; nil for none.
  private static func checkPlaces(_ findings: [Finding], _ subject: LintSubject, _ name: String) throws {
    for finding in findings {
      #expect(finding.fingerprint.utf8.count == 16)
      for place in [finding.place] + finding.notes.map(\.place) {
        guard let range = place.range else { continue }
        let count = subject.text(of: place.source)?.count ?? 0
        #expect(
          range.start >= 0 && range.start <= range.end && range.end <= count,
          "\(name): \(finding.rule) at \(range) of \(count)")
      }
      if let fix = finding.fix, let whole = subject.text(of: fix.source) {
        #expect(
          EditApplier.apply(fix.edits, to: whole) != nil,
          "\(name): the fix of \(finding.rule) in \(String(decoding: whole, as: UTF8.self).debugDescription): \(fix.edits)"
        )
      }
    }
  }

  /// Applies safe fixes until none is left; in an example, none may bring an error that was not there. (Where a
  /// misspelt header holds a wrong value too, only its fix shows that.)
  private static func settle(
    _ start: LintSubject, _ findings: [Finding], _ engine: RuleEngine, isExample: Bool, _ name: String
  ) throws {
    var (subject, findings) = (start, findings)
    for round in 0...10 {
      let fixes = findings.compactMap(\.fix).filter {
        $0.safety == .safe && subject.text(of: $0.source) != nil
      }
      guard !fixes.isEmpty else { return }
      guard round < 10 else {
        Issue.record("\(name): fixes never end: \(findings.filter { $0.fix?.safety == .safe }.map(\.rule))")
        return
      }
      let before = Set(findings.filter { $0.severity == .error }.map(\.rule))
      let said = findings.filter { $0.fix?.safety == .safe }.map(\.rule)
      guard let fixed = applying(fixes, to: subject) else {
        Issue.record("\(name): no fix of \(said) can be applied")
        return
      }
      subject = fixed
      findings = engine.evaluate(subject).findings
      let new = findings.filter { $0.severity == .error && !before.contains($0.rule) }
      // A payload that could not be read as a whole shows its other mistakes once it can.
      if isExample, !said.contains(where: { $0.hasPrefix("json-") }) {
        #expect(new.map(\.rule) == [], "\(name): after \(said), \(new.first?.message ?? "")")
      }
    }
  }

  /// The fixes of one source after the other; where two overlap, the first.
  private static func applying(_ fixes: [Fix], to subject: LintSubject) -> LintSubject? {
    var subject = subject
    var hasChanged = false
    for (number, fix) in fixes.enumerated()
    where fixes.firstIndex(where: { $0.source == fix.source }) == number {
      var edits: [Edit] = []
      for other in fixes where other.source == fix.source {
        let isApart = other.edits.allSatisfy { edit in
          edits.allSatisfy { edit.range.end < $0.range.start || $0.range.end < edit.range.start }
        }
        if isApart { edits += other.edits }
      }
      guard let whole = subject.text(of: fix.source), let after = EditApplier.apply(edits, to: whole),
        after != whole
      else { continue }
      hasChanged = true
      let text = String(decoding: after, as: UTF8.self)
      switch fix.source {
      case .payload: subject.payload = .present(after)
      case .headerName(let index): subject.headers[index].name = text
      case .headerValue(let index): subject.headers[index].value = text
      case .method: subject.method = .present(text)
      case .host: subject.host = .present(text)
      case .port: subject.port = .present(text)
      case .path: subject.path = .present(text)
      case .token: subject.token = .present(text)
      case .envelope: subject.envelope = after
      default: return nil
      }
    }
    return hasChanged ? subject : nil
  }
}
