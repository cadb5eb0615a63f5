import LintTool
import PayloadRules
import Testing

/// A rules file that cannot be used is refused whole, with the place and what was probably meant.
@Suite struct RulesFileTests {
  static let rule = "severity: error, message: m, source: s"

  /// The file, the word at which it is refused, and parts of what is said.
  static let refused: [(yaml: String, word: String, said: [String])] = [
    // Repeats.
    (
      "rules:\n  - {id: team-a, \(rule)}\n  - {id: team-a, \(rule)}\n", "team-a, \(rule)}\n",
      ["'team-a' exists already in this file"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule)}\n  - {id: badge-type, \(rule)}\n", "badge-type",
      ["'badge-type' exists already", "built-in rules"]
    ),
    ("facts:\n  max-bytes: {value: 1, source: s}\n", "max-bytes", ["'max-bytes' exists already"]),
    ("derive:\n  topic-base: {lower-case: host}\n", "topic-base", ["'topic-base' exists already"]),
    (
      "reasons:\n  - {id: BadDeviceToken, status: 400, meaning: m, source: s}\n", "BadDeviceToken",
      ["'BadDeviceToken' exists already"]
    ),
    (
      "reasons:\n  - {id: Odd, meaning: m, source: s}\n  - {id: Odd, meaning: m, source: t}\n",
      "Odd, meaning: m, source: t", ["'Odd' exists already"]
    ),
    // Counts and braces.
    (
      "rules:\n  - {id: team-a, \(rule), at: payload.a, check: {length: {min: -1}}}\n", "-1",
      ["'min' is a whole number from 0 up"]
    ),
    (
      "rules:\n  - {id: team-a, severity: error, message: 'not {actual', source: s}\n", "'not {actual'",
      ["a '{' without its '}'"]
    ),
    // Misspelt keys.
    ("ruels:\n  - {id: team-a, \(rule)}\n", "ruels", ["'ruels'", "did you mean 'rules'"]),
    ("rules:\n  - {id: team-a, \(rule), mesage: m}\n", "mesage", ["'mesage'", "did you mean 'message'"]),
    (
      "rules:\n  - {id: team-a, \(rule), at: payload.a, check: {lenght: {min: 1}}}\n", "lenght",
      ["'lenght'", "did you mean 'length'"]
    ),
    ("rules:\n  - {id: team-a, \(rule), at: payload.a, check: {range: {mni: 1}}}\n", "mni", ["'mni'"]),
    (
      "shapes:\n  - {at: payload, requierd: {keys: [a], rule: badge-type}}\n", "requierd",
      ["'requierd'", "did you mean 'required'"]
    ),
    // Misspelt values, ids and places.
    (
      "rules:\n  - {id: team-a, severity: eror, message: m, source: s}\n", "eror",
      ["'eror'", "did you mean 'error'"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule), hides: [bagde-type]}\n", "bagde-type",
      ["'bagde-type'", "did you mean 'badge-type'"]
    ),
    (
      "shapes:\n  - {at: payload, required: {keys: [a], rule: aps-mising}}\n", "aps-mising",
      ["'aps-mising'", "did you mean 'aps-missing'"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule), at: paylaod.a, check: present}\n", "paylaod",
      ["'paylaod'", "did you mean 'payload'"]
    ),
    ("rules:\n  - {id: team-a, \(rule), at: path.tokne, check: present}\n", "path.tokne", ["tokne"]),
    (
      "rules:\n  - {id: team-a, \(rule), when: {push-type: backgroud}, at: payload.a, check: present}\n",
      "backgroud", ["'backgroud'", "did you mean 'background'"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule), when: {route: devise}, at: payload.a, check: present}\n", "devise",
      ["'devise'", "did you mean 'device'"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule), at: payload.a, check: {one-of: {fact: prioritys}}}\n", "prioritys",
      ["'prioritys'", "did you mean 'priorities'"]
    ),
    (
      "rules:\n  - {id: team-a, \(rule), at: payload.a, check: {equals: {derived: topic-bas}}}\n",
      "topic-bas", ["'topic-bas'", "did you mean 'topic-base'"]
    ),
    (
      "rules:\n  - {id: team-a, severity: error, message: \"{expcted}\", source: s}\n", "\"{expcted}\"",
      ["{expcted}", "did you mean 'expected'"]
    ),
    // YAML itself.
    ("rules:\n  - {id: team-a, \(rule)}\nrules: []\n", "rules: []", ["rules"]),
    ("rules:\n  - {id: team-a, severity: yes, message: m, source: s}\n", "yes", ["yes"]),
    ("rules: [\n", "", []),
  ]

  @Test("A rules file is refused at its mistake", arguments: refused.indices)
  func refuses(_ index: Int) throws {
    let entry = Self.refused[index]
    let scratch = try Scratch(["team.yaml": entry.yaml])
    let run = BuiltInRun(
      ["-", "--input", "payload", "--rules", scratch("team.yaml")],
      input: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
    #expect(run.status == .trouble)
    for part in entry.said { #expect(run.errors.contains(part), "\(run.errors)") }
    guard !entry.word.isEmpty else { return }
    let lines = entry.yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let whole = try #require(entry.yaml.ranges(of: entry.word).last)
    let line = entry.yaml[..<whole.lowerBound].filter { $0 == "\n" }.count
    let before = lines[..<line].reduce(0) { $0 + $1.count + 1 }
    let column = entry.yaml.distance(from: entry.yaml.startIndex, to: whole.lowerBound) - before + 1
    #expect(
      run.errors.contains("team.yaml:\(line + 1):\(column): "), "\(line + 1):\(column), but \(run.errors)")
  }

  @Test func everyMistakeOfAFileIsNamed() throws {
    let yaml =
      "rules:\n  - {id: team-a, \(Self.rule), mesage: m}\n  - {id: badge-type, \(Self.rule)}\n  - {id: team-b, severity: eror, message: m, source: s}\n"
    let scratch = try Scratch(["team.yaml": yaml])
    let run = BuiltInRun(
      ["-", "--input", "payload", "--rules", scratch("team.yaml")], input: Array("{}".utf8))
    #expect(run.status == .trouble)
    for part in [":2:", "'mesage'", ":3:", "'badge-type'", ":4:", "'eror'"] {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
  }

  @Test func aRulesFileThatIsNotThereIsNamed() {
    let run = BuiltInRun(
      ["-", "--input", "payload", "--rules", "/nowhere/team.yaml"], input: Array("{}".utf8))
    #expect(run.status == .trouble)
    #expect(run.errors.contains("/nowhere/team.yaml"))
  }

  /// A team's own rule runs beside the built-in ones, and uses their facts.
  @Test func aTeamsRuleRuns() throws {
    let yaml = """
      rules:
        - id: team-category
          severity: error
          when: {push-type: alert}
          at: payload.aps.category
          check: {one-of: [news, offer]}
          message: "category {actual} is not one of ours; write {expected}"
          source: our own
      """
    let scratch = try Scratch(["team.yaml": yaml])
    let source = Array(#"{"aps":{"alert":"Hi","badge":"3","category":"nwes"}}"#.utf8)
    let run = BuiltInRun(
      ["-", "--input", "payload", "--format", "json", "--rules", scratch("team.yaml")], input: source)
    #expect(run.status == .findings)
    #expect(run.marked("team-category", in: source).map { String(decoding: $0, as: UTF8.self) } == #""nwes""#)
    #expect(run.findings.contains { $0["rule"] as? String == "badge-type" })
  }

  @Test("One mistake with hundreds in its train does not fill the screen")
  func manyErrors() throws {
    let rules = (1...100).map { "  - {id: badge-type, severity: error, message: m\($0), source: s}\n" }
    let scratch = try Scratch(["rules.yaml": "rules:\n" + rules.joined(), "a.json": #"{"aps": {}}"#])
    let run = BuiltInRun([scratch("a.json"), "--rules", scratch("rules.yaml")])
    #expect(run.status == .trouble)
    #expect(run.errors.split(separator: "\n").count == 21)
    #expect(run.errors.contains("and 80 more"))
  }
}
