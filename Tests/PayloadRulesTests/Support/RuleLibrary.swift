import LintTool
import PayloadRules
import RuleFiles

/// rules.yaml as it stands, read once: pages and tests do not wait for the generated Swift file.
struct RuleLibrary: Sendable {
  static let shared = try! RuleLibrary()

  let set: RuleSet
  let runner: ExampleRunner
  /// Every rule, preview ones too.
  let engine: RuleEngine
  let rules: [RuleDescription]
  let reasons: [ReasonDescription]
  let tree: JSONTree

  private init() throws {
    let yaml = try Repository.bytes("rules.yaml")
    let documents = try YAMLReader.documents(in: yaml, mode: .strict)
    let json = CanonicalJSON(documents[0], of: yaml)
    set = RuleSet([RuleSet.Source(name: "rules.yaml", bytes: json.bytes)])
    runner = ExampleRunner(set)
    var options = RuleOptions()
    options.includesPreview = true
    options.redacts = false
    engine = RuleEngine(set, options: options)
    rules = set.catalogue
    reasons = set.reasonDescriptions
    tree = JSONTree(json.bytes)
  }

  var pushTypes: [String] { self.set.factTexts("push-types") }

  func rule(_ id: String) -> RuleDescription? { rules.first { $0.id == id } }

  /// The text of a member of a rule's entry.
  func text(_ key: String, ofRule id: String) -> String? {
    guard let section = tree.value("rules", of: 0) else { return nil }
    let entry = tree.elements(section).first { entry in
      tree.value("id", of: entry).map { tree.text($0) } == id
    }
    return entry.flatMap { tree.value(key, of: $0) }.map { tree.text($0) }
  }
}
