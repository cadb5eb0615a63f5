import Testing

@testable import PayloadRules

/// Every message, help and title of a fix, with values of every length and kind.
@Suite struct MessageTests {
  enum Filling: String, CaseIterable, Sendable {
    case absent, shortest, number, longest, hostile
  }

  /// The value that stands at every place, as JSON text; nil for none.
  private static func json(_ filling: Filling) -> String? {
    switch filling {
    case .absent: nil
    case .shortest: #""""#
    case .number: "-1.7976931348623157e308"
    case .longest: "\"" + String(repeating: "W", count: 100_000) + "\""
    case .hostile:
      #""\u0000\u001b[31m\n\r\t\u0007\u007f\u0085\u202e\u2066\u200f\ud83d\ude00e\u0301\ud83d\udc68\u200d\ud83d\udc69{actual}</script>"#
        + "\u{1B}[2J\u{9B}\u{202E}\u{2028}\u{200E}\u{61C}\u{FEFF}"
        + String(repeating: "\u{1}😀", count: 20_000) + "\""
    }
  }

  /// An evaluator at whose every place the value stands, in the payload and among the texts alike.
  private static func withWords(
    _ set: RuleSet, _ filling: Filling, _ body: (Evaluator, _ payload: Value, _ text: Value) throws -> Void
  ) rethrows {
    let evaluator = Evaluator(set: set, options: RuleOptions())
    evaluator.subject.now = filling == .absent ? nil : 1_764_460_800
    let bytes = Array("{\"key\":\(json(filling) ?? "null")}".utf8)
    try bytes.withByteView { view in
      evaluator.payload = view
      evaluator.texts = view
      JSONScanner.scan(view, into: &evaluator.payloadDocument)
      let node = evaluator.payloadDocument.nodes[2]
      var payload = Value(state: .present, source: .payload, index: 2, node: node)
      var text = Value(
        state: .present, source: .texts,
        node: JSONNode(kind: .string, start: Int(node.start) + 1, end: Int(node.end) - 1, next: 0))
      if filling == .absent { (payload, text) = (.absent, .absent) }
      evaluator.slots = Array(repeating: payload, count: set.slots.count)
      for (place, slot) in set.slots where place.root != .payload { evaluator.slots[slot] = text }
      evaluator.extraTexts = Array(repeating: nil, count: 9 + set.plan.context.count)
      evaluator.leaves = Array(repeating: nil, count: set.leafCount)
      evaluator.derivedValues = Array(repeating: nil, count: set.derivations.count)
      try body(evaluator, payload, text)
    }
  }

  @Test("Every message is whole", arguments: Filling.allCases)
  func rendered(_ filling: Filling) throws {
    let set = try #require(BuiltInExamples.shared).set
    try Self.withWords(set, filling) { evaluator, payload, text in
      for (number, rule) in set.rules.enumerated() {
        let words = try #require(rule.words)
        var candidate = Self.candidate(number, rule, set, payload, text)
        if filling == .hostile || filling == .longest {
          let value = evaluator.text(payload) ?? ""
          for name in MessageTemplate.Name.allCases { candidate.values[name] = value }
        }
        let filler = Words(evaluator: evaluator, candidate: candidate, rule: rule, ruleWords: words)
        Self.check(filler.message(words.messages), "\(rule.id), \(filling.rawValue)")
        for template in words.messages {
          Self.check(filler.message([template]), "\(rule.id), \(filling.rawValue), one message")
        }
        for template in [words.help, words.fix?.title].compactMap({ $0 }) {
          if let text = filler.text(template) {
            Self.check(text, "\(rule.id), \(filling.rawValue), help or title")
          }
        }
      }
    }
  }

  private static func candidate(_ number: Int, _ rule: Rule, _ set: RuleSet, _ payload: Value, _ text: Value)
    -> Candidate
  {
    let anywhere = set.slots.min { $0.value < $1.value }
    let place =
      rule.places.first
      ?? PlaceReference(place: anywhere?.key ?? Place(root: .payload), slot: anywhere?.value ?? 0, rest: [])
    let value = place.place.root == .payload ? payload : text
    return Candidate(rule: number, place: place, value: value, check: rule.check)
  }

  /// What a terminal or an editor would act on instead of showing it.
  private static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
    default: false
    }
  }

  static func check(_ message: String, _ name: String) {
    #expect(!message.allSatisfy { $0 == " " }, "\(name) is empty")
    let raw = message.unicodeScalars.filter { isRaw($0) }.map { String($0.value, radix: 16) }
    #expect(raw == [], "\(name) holds control characters")
    #expect(message.unicodeScalars.count <= 1200, "\(name) has \(message.unicodeScalars.count) characters")
    for placeholder in MessageTemplate.Name.allCases.map({ "{\($0.rawValue)}" })
    where !message.contains("{actual}<") {
      #expect(!message.contains(placeholder), "\(name) shows \(placeholder)")
    }
  }

  /// The same from a whole evaluation: each failing example with each of its texts made hostile in turn.
  @Test func hostileRequestsKeepMessagesWhole() throws {
    let examples = try #require(BuiltInExamples.shared)
    let engine = RuleEngine(examples.set)
    let hostile = "\u{1B}[31m\u{202E}\u{0}\u{85}\u{2028}" + String(repeating: "é😀\u{7}", count: 200)
    for entry in examples.entries where entry.isFail {
      let original = examples.subject(entry)
      var subjects: [LintSubject] = []
      for index in original.headers.indices {
        var subject = original
        subject.headers[index].value += hostile
        subjects.append(subject)
      }
      if case .present(let bytes) = original.payload, bytes.count < 4_000, entry.number % 2 == 0 {
        var subject = original
        let text = String(decoding: bytes, as: UTF8.self)
        subject.payload = .present(
          Array(text.split(separator: "\": \"").joined(separator: "\": \"\(hostile)").utf8))
        subjects.append(subject)
      }
      if case .present(let token) = original.token {
        var subject = original
        subject.token = .present(hostile + token)
        subjects.append(subject)
      }
      for subject in subjects {
        for finding in engine.evaluate(subject).findings {
          Self.check(finding.message, "\(examples.name(entry)) draws \(finding.rule), whose message")
          if let help = finding.help {
            Self.check(help, "\(examples.name(entry)) draws \(finding.rule), whose help")
          }
          if let fix = finding.fix {
            Self.check(fix.title, "\(examples.name(entry)) draws \(finding.rule), whose fix")
          }
        }
      }
    }
  }
}
