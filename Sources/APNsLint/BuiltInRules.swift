package import PayloadRules

/// The rules that the library ships with, compiled once a process.
package enum BuiltInRules {
  /// The rules text without the examples: canonical JSON made from rules.yaml.
  package static var source: RuleSet.Source {
    RuleSet.Source(name: "built-in rules", bytes: bytes(rulesText), texts: { texts })
  }

  package static let set = RuleSet([source])

  /// The rules that a payload by itself can break, for a short start-up.
  package static let payloadSet = RuleSet(forPayloadsAlone: source)

  /// The facts that readers of files need, apart from all rules.
  package static var readerFacts: RuleSet {
    RuleSet([RuleSet.Source(name: "built-in rules", bytes: bytes(readerFactsText), texts: { texts })])
  }

  /// The rules as the sieve has them: ready, without compiling.
  package static let sieve = SieveProgram(encoded: sieveText)

  /// The words of rules and reasons, read when a finding or a question needs them.
  static let texts = JSONTree(bytes(wordsText))

  /// Examples by rule id, for `apns-lint test`.
  package static var examples: JSONTree { JSONTree(bytes(examplesText)) }

  /// The day on which the facts were last checked against their sources.
  package static var factsDate: String { Self.set.factTexts("facts-date").first ?? "" }

  private static func bytes(_ text: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
