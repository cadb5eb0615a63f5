/// Runs the examples beside the rules: the contract of each rule with its readers.
package struct ExampleRunner {
  /// What an example promised and did not keep.
  package struct Failure: Sendable, Hashable {
    package var rule: String
    /// Number of the example among the rule's, from 1.
    package var example: Int
    package var message: String
    /// Index of the rules text and the place of the example in it.
    package var source: Int
    package var range: ByteRange
  }

  /// What the examples of a set came to.
  package struct Outcome: Sendable {
    package var ruleCount = 0
    package var exampleCount = 0
    package var failures: [Failure] = []
    /// Rules without a passing and a failing example.
    package var withoutExamples: [String] = []
  }

  let set: RuleSet
  let examples: [Int: (tree: JSONTree, nodes: [Int])]

  /// `exampleTexts` holds, by source, a JSON text of examples by rule id where the rules text holds none.
  package init(_ set: RuleSet, exampleTexts: [Int: JSONTree] = [:]) {
    self.set = set
    var examples: [Int: (tree: JSONTree, nodes: [Int])] = [:]
    for (number, rule) in set.rules.enumerated() {
      let source = set.ruleSources[number]
      let tree = set.sources[source].tree
      if let node = tree.value("examples", of: rule.node) {
        examples[number] = (tree, tree.elements(node))
      } else if let extra = exampleTexts[source], !extra.isEmpty, let node = extra.value(rule.id, of: 0) {
        examples[number] = (extra, extra.elements(node))
      }
    }
    self.examples = examples
  }

  /// Runs the examples of the rules of one source, or of all.
  package func run(source: Int? = nil) -> Outcome {
    var outcome = Outcome()
    for (number, rule) in set.rules.enumerated() where source == nil || set.ruleSources[number] == source {
      outcome.ruleCount += 1
      var (passing, failing) = (0, 0)
      let (tree, nodes) = examples[number] ?? (JSONTree([]), [])
      for (index, node) in nodes.enumerated() {
        outcome.exampleCount += 1
        let run = ExampleRun(set: set, rule: rule, tree: tree, node: node, siblings: nodes)
        passing += run.isPass ? 1 : 0
        failing += run.isFail ? 1 : 0
        for message in run.failures() {
          outcome.failures.append(
            Failure(
              rule: rule.id, example: index + 1, message: message, source: set.ruleSources[number],
              range: tree.range(node)))
        }
      }
      if rule.status != .deprecated, passing == 0 || failing == 0 { outcome.withoutExamples.append(rule.id) }
    }
    return outcome
  }

  /// The requests of all examples, in the order of the rules.
  func subjects() -> [LintSubject] {
    var subjects: [LintSubject] = []
    for number in set.rules.indices {
      guard let (tree, nodes) = examples[number] else { continue }
      for node in nodes {
        guard let request = tree.value("pass", of: node) ?? tree.value("fail", of: node) else { continue }
        subjects.append(ExampleRequest(tree, request, set).subject)
      }
    }
    return subjects
  }
}
