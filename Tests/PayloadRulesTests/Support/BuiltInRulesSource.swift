import PayloadRules
import RuleFiles

/// Makes the Swift file that holds the built-in rules from rules.yaml.
enum BuiltInRulesSource {
  static func swift(from yaml: [UInt8]) throws -> String {
    let documents = try YAMLReader.documents(in: yaml, mode: .strict)
    let tree = JSONTree(CanonicalJSON(documents[0], of: yaml).bytes)
    var rules = "{"
    var examples: [String] = []
    for (number, section) in tree.members(0).enumerated() {
      rules += number == 0 ? "\n" : ",\n"
      rules += JSONWriter.quoted(section.key) + ":"
      let entries = tree.elements(section.value)
      guard !entries.isEmpty else {
        rules += slice(tree, section.value)
        continue
      }
      rules += "["
      for (number, entry) in entries.enumerated() {
        rules += number == 0 ? "\n" : ",\n"
        rules +=
          "{"
          + tree.members(entry).filter { section.key != "rules" || $0.key != "examples" }
          .map { JSONWriter.quoted($0.key) + ":" + slice(tree, $0.value) }.joined(separator: ",") + "}"
        if section.key == "rules", let id = tree.value("id", of: entry),
          let node = tree.value("examples", of: entry)
        {
          examples.append(JSONWriter.quoted(tree.text(id)) + ":" + slice(tree, node))
        }
      }
      rules += "]"
    }
    // The places that messages look at, so that messages need not be read to know them.
    let set = RuleSet([RuleSet.Source(name: "rules.yaml", bytes: tree.bytes)])
    rules += ",\n\"places\":[" + set.placeTexts.map { JSONWriter.quoted($0) }.joined(separator: ",") + "]}"
    return """
      // Made from rules.yaml; see CONTRIBUTING.md. Do not edit.

      // swift-format-ignore-file
      extension BuiltInRules {
        static let rulesText: StaticString = ###\"\"\"
      \(rules)
      \"\"\"###

        static let examplesText: StaticString = ###\"\"\"
      {
      \(examples.joined(separator: ",\n"))
      }
      \"\"\"###
      }

      """
  }

  private static func slice(_ tree: JSONTree, _ node: Int) -> String {
    String(decoding: tree.bytes[tree.range(node).start..<tree.range(node).end], as: UTF8.self)
  }
}
