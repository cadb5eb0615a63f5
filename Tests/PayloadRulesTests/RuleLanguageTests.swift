import PayloadRules
import RuleFiles
import Testing

/// The language as a whole, on the rules it was designed on.
@Suite struct RuleLanguageTests {
  private static func load(_ text: [UInt8]) throws -> (RuleSet, CanonicalJSON) {
    let documents = try YAMLReader.documents(in: text, mode: .strict)
    let json = CanonicalJSON(documents[0], of: text)
    return (RuleSet([RuleSet.Source(name: "test", bytes: json.bytes)]), json)
  }

  @Test func twelveRulesKeepTheirExamples() throws {
    let (set, _) = try Self.load(try Repository.bytes("corpus/rule-language/twelve.yaml"))
    #expect(set.errors.map(\.description) == [])
    let outcome = ExampleRunner(set).run()
    #expect(outcome.failures.map { "\($0.rule) \($0.example): \($0.message)" } == [])
    #expect(outcome.exampleCount > 25)
  }

  /// A mistake in a rules file, what the loader says, and the characters it points at.
  static let mistakes: [(yaml: String, message: String, marked: String, nearest: String?)] = [
    ("rulez: []", "unknown key 'rulez' in a rules file", "rulez", "rules"),
    (
      "rules: [{id: A_b, severity: note, message: m, source: s}]", "a rule's id is lower-case words", "A_b",
      nil
    ),
    (
      "rules: [{id: a, severity: errror, message: m, source: s}]", "a severity 'errror' is none of", "errror",
      "error"
    ),
    (
      "rules: [{id: a, severity: error, mesage: m, source: s}]", "unknown key 'mesage' in a rule", "mesage",
      "message"
    ),
    (
      "rules: [{id: a, severity: note, message: '{actuall}', source: s}]",
      "no placeholder is called '{actuall}'", "'{actuall}'", "actual"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: paylod.aps, check: present}]",
      "no root 'paylod'", "paylod.aps", "payload"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {rnge: {min: 1}}}]",
      "unknown predicate 'rnge'", "rnge", "range"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {range: {min: 2, max: 1}}}]",
      "minimum is above", "{min: 2, max: 1}", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {matches: '(a'}}]",
      "a '(' without its ')'", "'(a'", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {matches: '((a{0,64}){0,64}){0,64}'}}]",
      "the pattern is too large", "'((a", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {matches: '(((((((){64}){64}){64}){64}){64}){64}){64}'}}]",
      "the pattern is too large", "'(((", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {matches: '((a{0,100}){0,100}){0,100}'}}]",
      "a count above 64", "'((a", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {matches: 'a(?=b)'}}]",
      "look-around", "'a(?=b)'", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a}]", "both 'at' and 'check'", "a",
      nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s}, {id: a, severity: note, message: m, source: s}]",
      "exists already in this file", "a", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, hides: [a]}]", "hides itself",
      "{id: a, severity: note, message: m, source: s, hides: [a]}", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, hides: [bb]}]", "no rule is called 'bb'", "bb",
      nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, when: {all: [{payload.a: 1}, {payload.a: 2}]}}]",
      "contradictory values for 'payload.a'", "{all: [{payload.a: 1}, {payload.a: 2}]}", nil
    ),
    (
      "facts: {push-types: {values: [alert], source: s}}\nrules: [{id: a, severity: note, message: m, source: s, when: {push-type: alrt}}]",
      "no push type is called 'alrt'", "alrt", "alert"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {one-of: {fact: x}}}]",
      "no fact is called 'x'", "x", nil
    ),
    ("facts: {x: {value: 1}}", "names no source", "x", nil),
    (
      "shapes: [{at: payload, required: {keys: [a], rule: none-such}}]", "no rule is called 'none-such'",
      "none-such", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {format: uuidd}}]",
      "a format 'uuidd' is none of", "uuidd", "uuid"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, fix: {set: 1}}]", "a fix says its safety",
      "{set: 1}", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: path.tokn, check: present}]",
      "no route's path has a part {tokn}", "path.tokn", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: presnt}]",
      "'presnt' would be a constant", "presnt", "present"
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {range: {min: 'one'}}}]",
      "'min' is a number", "'one'", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {length: {min: -1}}}]",
      "'min' is a whole number from 0 up", "-1", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, source: s, at: payload.a, check: {bytes: {max: 1.5}}}]",
      "'max' is a whole number from 0 up", "1.5", nil
    ),
    (
      "rules: [{id: a, severity: note, message: 'it is {actual of many', source: s}]",
      "a '{' without its '}'",
      "'it is {actual", nil
    ),
    (
      "rules: [{id: a, severity: note, message: 'it is {actual but not {limit}', source: s}]",
      "a '{' without its '}'", "'it is {actual", nil
    ),
    (
      "rules: [{id: a, severity: note, message: m, help: '{', source: s}]", "a '{' without its '}'", "'{'",
      nil
    ),
    (
      "reasons: [{id: Odd, status: 400, meaning: m, source: s}, {id: Odd, status: 400, meaning: m, source: s}]",
      "the reason 'Odd' exists already", "Odd", nil
    ),
    (
      "derive: {a: {default: [host, '-'], placeholders: 'yes'}}", "'placeholders' is true or false", "'yes'",
      nil
    ),
    (
      "derive: {a: {default: [host, '-'], placeholder: true}}", "unknown key 'placeholder'", "placeholder",
      "placeholders"
    ),
    (
      "derive: {a: {join: [{derived: b}, one]}, b: {join: [{derived: a}, two]}}", "'a' comes from itself",
      "{join: [{derived: b}, one]}", nil
    ),
  ]

  @Test(arguments: mistakes.indices)
  func refusesMistakes(_ index: Int) throws {
    let mistake = Self.mistakes[index]
    let text = Array(mistake.yaml.utf8)
    let (set, json) = try Self.load(text)
    let error = try #require(
      set.errors.first { $0.message.contains(mistake.message) }, "\(set.errors.map(\.description))")
    let range = json.map.outer(error.range)
    let end = max(range.end, min(range.start + mistake.marked.utf8.count, text.count))
    #expect(String(decoding: text[range.start..<end], as: UTF8.self).hasPrefix(mistake.marked))
    #expect(error.nearest == mistake.nearest)
  }

  @Test func aMistakeDoesNotDisableOtherRules() throws {
    let yaml = """
      rules:
        - {id: broken, severity: note, message: m, source: s, at: payload.a, check: {matches: '('}}
        - {id: works, severity: error, message: m, source: s, at: payload.a, check: {type: number}}
      """
    let (set, _) = try Self.load(Array(yaml.utf8))
    #expect(set.errors.count == 1)
    var subject = LintSubject()
    subject.payload = .present(Array(#"{"a":"x"}"#.utf8))
    #expect(RuleEngine(set).evaluate(subject).findings.map(\.rule) == ["works"])
  }

  /// The work grows with the text, not with its square: twenty thousand opening signs without their ends.
  @Test(arguments: ["{{", "${", "$(", "{%", "<", "<%"])
  func unclosedPlaceholdersAreSoughtOnce(_ sign: String) {
    let text = Array(String(repeating: sign, count: 20_000).utf8)
    #expect(Placeholders.find(in: text, expectsFormat: false) == nil)
  }
}
