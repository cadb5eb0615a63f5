import Testing

@testable import PayloadRules

/// One syntax mistake draws one finding of the JSON reader, and the other findings stay those of the mended text.
@Suite struct RecoveryFindingsTests {
  /// A payload with a misspelt key, a key at the wrong level, a wrong type and a wrong value of its own.
  static let mended = #"""
    {
      "aps": {
        "alert": {"title": "Full time", "bdy": "2 : 1", "launch-image": "cup"},
        "badge": "3",
        "sound": {"critical": 1, "name": "horn.caf", "volume": 0.5},
        "interruption-level": "urgent",
        "relevance-score": 0.25
      },
      "thread-id": "match-7",
      "match": {"id": 7, "open": true, "next": null, "goals": [11, 42, 90]}
    }

    """#

  /// What stands in the mended text, what stands in the broken one, and the one finding.
  static let mistakes: [(good: String, broken: String, detector: String)] = [
    ("\"relevance-score\": 0.25\n", "\"relevance-score\": 0.25,\n", "json-trailing-comma"),
    ("[11, 42, 90]", "[11, 42, 90,]", "json-trailing-comma"),
    ("[11, 42, 90]}", "[11, 42, 90],}", "json-trailing-comma"),
    ("\"match\": {", "// the match\n  \"match\": {", "json-comment"),
    ("[11, 42, 90]", "[11, /* own goal */ 42, 90]", "json-comment"),
    ("\"thread-id\"", "# group\n  \"thread-id\"", "json-comment"),
    ("\"launch-image\": \"cup\"", "\"launch-image\": 'cup'", "json-single-quotes"),
    ("\"match\":", "'match':", "json-single-quotes"),
    ("\"launch-image\": \"cup\"", "\"launch-image\": “cup”", "json-typographic-quotes"),
    ("\"name\":", "”name”:", "json-typographic-quotes"),
    ("\"badge\": \"3\",", "\"badge\": \"3\"", "json-missing-comma"),
    ("[11, 42, 90]", "[11 42, 90]", "json-missing-comma"),
    ("\"id\": 7, \"open\"", "\"id\": 7; \"open\"", "json-missing-comma"),
    ("\"match\": {", "\"match\" {", "json-missing-colon"),
    ("\"open\": true", "\"open\" = true", "json-missing-colon"),
    ("\"match\": {", "match: {", "json-unquoted-key"),
    ("\"id\": 7", "id: 7", "json-unquoted-key"),
    ("[11, 42, 90]", "[11, NaN, 90]", "json-not-a-number"),
    ("[11, 42, 90]", "[11, -Infinity, 90]", "json-not-a-number"),
    ("\"id\": 7", "\"id\": +7", "json-number-form"),
    ("\"id\": 7", "\"id\": 007", "json-number-form"),
    ("\"volume\": 0.5", "\"volume\": .5", "json-number-form"),
    ("[11, 42, 90]", "[0x0B, 42, 90]", "json-number-form"),
    ("\"open\": true", "\"open\": True", "json-literal-case"),
    ("\"next\": null", "\"next\": nil", "json-literal-case"),
    ("\"title\": \"Full time\"", "\"title\": \"Full\ttime\"", "json-control-character"),
    ("\"title\": \"Full time\"", "\"title\": \"Full\\ time\"", "json-bad-escape"),
    ("\"title\": \"Full time\"", "\"title\": \"Full time\\ud83c\"", "json-lone-surrogate"),
    ("{\n  \"aps\"", "\u{FEFF}{\n  \"aps\"", "json-byte-order-mark"),
    ("90]}\n}\n", "90]}\n}\n}\n", "json-trailing-text"),
    ("90]}\n}\n", "90]}\n", "json-unclosed"),
    ("[11, 42, 90]}", "[11, 42, 90}}", "json-unexpected"),
    ("\"badge\": \"3\",", "\"badge\": \"3\",,", "json-unexpected"),
    ("\"title\": \"Full time\"", "\"title\": \"Full \"time\"\"", "json-unexpected"),
    ("\"id\": 7", "\"id\": 7, \"id\": 7", "json-duplicate-key"),
  ]

  private struct Said: Hashable, CustomStringConvertible {
    var rule: String
    var pointer: String?
    var severity: Severity
    var description: String { "\(severity.rawValue) \(rule) at \(pointer ?? "-")" }
  }

  private static func findings(_ text: [UInt8]) throws -> [Finding] {
    let examples = try #require(BuiltInExamples.shared)
    var subject = LintSubject()
    subject.payload = .present(text)
    return RuleEngine(examples.set).evaluate(subject).findings
  }

  private static func said(_ findings: [Finding]) -> Set<Said> {
    Set(
      findings.filter { !$0.rule.hasPrefix("json-") }
        .map { Said(rule: $0.rule, pointer: $0.pointer, severity: $0.severity) })
  }

  @Test func theMendedTextHasFindingsOfItsOwn() throws {
    let findings = try Self.findings(Array(Self.mended.utf8))
    #expect(!findings.contains { $0.rule.hasPrefix("json-") })
    #expect(
      Set(findings.compactMap(\.pointer)) == [
        "/aps/alert/bdy", "/aps/badge", "/aps/interruption-level", "/thread-id",
      ])
  }

  @Test("One mistake, one finding", arguments: mistakes.indices)
  func recovers(_ index: Int) throws {
    let mistake = Self.mistakes[index]
    let parts = Self.mended.split(separator: mistake.good, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "'\(mistake.good)' stands once in the mended text")
    try expectOne(mistake.detector, Array((parts[0] + mistake.broken + parts[1]).utf8))
  }

  /// Bytes that no Swift text can hold.
  @Test(
    "Bytes that are no UTF-8",
    arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func recoversFromBytes(_ bytes: [UInt8]) throws {
    let parts = Self.mended.split(separator: "Full time")
    try expectOne("json-invalid-utf-8", Array(parts[0].utf8) + bytes + Array(parts[1].utf8))
  }

  private func expectOne(_ detector: String, _ broken: [UInt8]) throws {
    let findings = try Self.findings(broken)
    #expect(findings.map(\.rule).filter { $0.hasPrefix("json-") } == [detector])
    let (left, right) = (Self.said(findings), Self.said(try Self.findings(Array(Self.mended.utf8))))
    #expect(left == right, "too many: \(left.subtracting(right)); missing: \(right.subtracting(left))")
  }
}
