import PayloadRules
import RuleFiles

/// Makes the Swift file that holds the built-in rules from rules.yaml.
enum BuiltInRulesSource {
  static func swift(from yaml: [UInt8]) throws -> String {
    let documents = try YAMLReader.documents(in: yaml, mode: .strict)
    let tree = JSONTree(CanonicalJSON(documents[0], of: yaml).bytes)
    var rules = "{"
    var words: [String] = []
    var examples: [String] = []
    for (number, section) in tree.members(0).enumerated() {
      rules += number == 0 ? "\n" : ",\n"
      rules += JSONWriter.quoted(section.key) + ":"
      let entries = tree.elements(section.value)
      guard !entries.isEmpty else {
        rules += slice(tree, section.value)
        continue
      }
      let apart = wordKeys[section.key] ?? []
      rules +=
        "[\n" + entries.map { entry in object(tree, entry) { !apart.contains($0) } }.joined(separator: ",\n")
        + "]"
      guard !apart.isEmpty else { continue }
      words.append(
        JSONWriter.quoted(section.key) + ":{\n"
          + entries.map { entry in
            key(tree, entry) + object(tree, entry) { apart.contains($0) && $0 != "examples" }
          }.joined(separator: ",\n") + "}")
      if section.key == "rules" {
        examples += entries.compactMap { entry in
          tree.value("examples", of: entry).map { key(tree, entry) + slice(tree, $0) }
        }
      }
    }
    // The places that messages look at, so that messages need not be read to know them.
    let set = RuleSet([RuleSet.Source(name: "rules.yaml", bytes: tree.bytes)])
    rules += ",\n\"places\":[" + set.placeTexts.map { JSONWriter.quoted($0) }.joined(separator: ",") + "]}"
    let compiled = RuleSet([
      RuleSet.Source(name: "rules.yaml", bytes: Array(rules.utf8), texts: { JSONTree([]) })
    ])
    return """
      // Made from rules.yaml; see CONTRIBUTING.md. Do not edit.

      // swift-format-ignore-file
      extension BuiltInRules {
        static let rulesText: StaticString = ###\"\"\"
      \(rules)
      \"\"\"###

        static let readerFactsText: StaticString = ###\"\"\"
      {"facts":{\(readerFacts(tree).joined(separator: ",\n"))}}
      \"\"\"###

        static let sieveText: StaticString = #\"\"\"
      \(lines(SieveProgram(compiled).encoded))
      \"\"\"#

        static let wordsText: StaticString = ###\"\"\"
      {
      \(words.joined(separator: ",\n"))
      }
      \"\"\"###

        static let examplesText: StaticString = ###\"\"\"
      {
      \(examples.joined(separator: ",\n"))
      }
      \"\"\"###
      }

      """
  }

  /// The facts that tell a push from another file, and what the tool says of itself.
  private static func readerFacts(_ tree: JSONTree) -> [String] {
    guard let facts = tree.value("facts", of: 0) else { return [] }
    let others: Set = ["facts-date", "push-types", "host-environment"]
    return tree.members(facts).filter { $0.key.hasPrefix("recognition-") || others.contains($0.key) }.map {
      JSONWriter.quoted($0.key) + ":" + slice(tree, $0.value)
    }
  }

  /// One long text in lines that are joined when it is compiled.
  private static func lines(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 108).map { start in
      String(decoding: bytes[start..<min(start + 108, bytes.count)], as: UTF8.self)
    }.joined(separator: "\\#\n")
  }

  /// Members that only a finding, or a question, needs.
  private static let wordKeys: [String: Set<String>] = [
    "rules": [
      "message", "help", "documentation", "fix", "why", "source", "since", "push-types", "note", "examples",
    ],
    "reasons": ["meaning", "causes", "retry", "offline", "rules", "source", "documentation", "note"],
  ]

  private static func key(_ tree: JSONTree, _ entry: Int) -> String {
    JSONWriter.quoted(tree.value("id", of: entry).map { tree.text($0) } ?? "") + ":"
  }

  private static func object(_ tree: JSONTree, _ entry: Int, _ keeps: (String) -> Bool) -> String {
    "{"
      + tree.members(entry).filter { keeps($0.key) }
      .map { JSONWriter.quoted($0.key) + ":" + slice(tree, $0.value) }.joined(separator: ",") + "}"
  }

  private static func slice(_ tree: JSONTree, _ node: Int) -> String {
    String(decoding: tree.bytes[tree.range(node).start..<tree.range(node).end], as: UTF8.self)
  }
}
