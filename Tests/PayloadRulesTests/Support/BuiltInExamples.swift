import Foundation
import RuleFiles

@testable import PayloadRules

/// The rules file of the repository, compiled, with the examples beside its rules.
struct BuiltInExamples: Sendable {
  struct Entry: Sendable {
    /// Number of the rule in the set, and of the example among the rule's, from 1.
    var rule: Int
    var number: Int
    /// Node of the example, and of the request in it.
    var node: Int
    var request: Int
    var isFail: Bool
    /// The example's text, as canonical JSON.
    var text: Data

    /// A search by Foundation: one in Swift without optimisation would take most of a test's time.
    func holds(_ word: Data) -> Bool { text.range(of: word) != nil }
  }

  static let shared: BuiltInExamples? = try? BuiltInExamples()

  let set: RuleSet
  let tree: JSONTree
  let entries: [Entry]
  private let byRule: [Int: [Entry]]

  init() throws {
    let yaml = try Repository.bytes("rules.yaml")
    let documents = try YAMLReader.documents(in: yaml, mode: .strict)
    set = RuleSet([RuleSet.Source(name: "rules.yaml", bytes: CanonicalJSON(documents[0], of: yaml).bytes)])
    let tree = set.sources[0].tree
    self.tree = tree
    var entries: [Entry] = []
    for (rule, entry) in set.rules.enumerated() {
      guard let list = tree.value("examples", of: entry.node) else { continue }
      for (index, node) in tree.elements(list).enumerated() {
        let fail = tree.value("fail", of: node)
        guard let request = fail ?? tree.value("pass", of: node) else { continue }
        let range = tree.range(node)
        entries.append(
          Entry(
            rule: rule, number: index + 1, node: node, request: request, isFail: fail != nil,
            text: Data(tree.bytes[range.start..<range.end])))
      }
    }
    self.entries = entries
    byRule = Dictionary(grouping: entries, by: \.rule)
  }

  func id(_ entry: Entry) -> String { set.rules[entry.rule].id }

  func name(_ entry: Entry) -> String { "\(id(entry)), example \(entry.number)" }

  func subject(_ entry: Entry) -> LintSubject { ExampleRequest(tree, entry.request, set).subject }

  func examples(of rule: Int) -> [Entry] { byRule[rule] ?? [] }

  /// What an example promises and a changed set does not keep.
  func failures(_ entry: Entry, in changed: RuleSet) -> [String] {
    ExampleRun(
      set: changed, rule: changed.rules[entry.rule], tree: tree, node: entry.node,
      siblings: examples(of: entry.rule).map(\.node)
    ).failures()
  }
}

/// A small generator, so that a failure can be repeated anywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
  }
}
