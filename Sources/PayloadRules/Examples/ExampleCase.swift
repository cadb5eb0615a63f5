/// One example beside a rule, as a request to judge and as what it promises.
package struct ExampleCase: Sendable {
  package let isPass: Bool
  /// A passing example that looks like a failing one.
  package let isNearMiss: Bool
  package let note: String?
  /// Other rules that the example draws.
  package let also: [String]
  /// The severity, where it differs from the rule's.
  package let severity: Severity?
  package let subject: LintSubject
  /// Fields of the request as written: `payload`, `headers`, …
  package let fields: [String]
  let tree: JSONTree
  let request: Int

  init?(_ tree: JSONTree, _ node: Int, _ set: RuleSet) {
    let pass = tree.value("pass", of: node)
    guard let request = pass ?? tree.value("fail", of: node) else { return nil }
    isPass = pass != nil
    isNearMiss = tree.value("near-miss", of: node) != nil
    note = tree.value("note", of: node).map { tree.text($0) }
    also = tree.value("also", of: node).map { tree.elements($0).map { tree.text($0) } } ?? []
    severity = tree.value("severity", of: node).flatMap { Severity(rawValue: tree.text($0)) }
    subject = ExampleRequest(tree, request, set).subject
    fields = tree.members(request).map(\.key)
    self.tree = tree
    self.request = request
  }
}

/// An example as people read it: the request with what is marked in it, what is said, and what it becomes.
package struct RuleExample: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case fails, passes, nearMiss }

  package var kind: Kind
  package var note: String?
  /// The request, a line each; carets stand below what is marked.
  package var lines: [String]
  package var severity: Severity?
  package var reason: String?
  package var message: String?
  package var help: String?
  package var fixTitle: String?
  package var fixSafety: FixSafety?
  /// What stands there after the fix.
  package var fixed: [String] = []
}

extension ExampleRunner {
  /// The examples beside a rule, in their order.
  package func cases(of rule: String) -> [ExampleCase] {
    guard let number = set.ruleNumbers[rule], let (tree, nodes) = examples[number] else { return [] }
    return nodes.compactMap { ExampleCase(tree, $0, set) }
  }

  /// The same for people.
  package func readable(_ example: ExampleCase, of rule: String) -> RuleExample {
    let sketch = RequestSketch(example)
    guard !example.isPass, let finding = findings(example.subject, of: rule).first else {
      let kind: RuleExample.Kind = !example.isPass ? .fails : example.isNearMiss ? .nearMiss : .passes
      return RuleExample(kind: kind, note: example.note, lines: sketch.lines(marking: nil))
    }
    var result = RuleExample(
      kind: .fails, note: example.note, lines: sketch.lines(marking: finding.place),
      severity: finding.severity, reason: finding.reason, message: finding.message, help: finding.help)
    if let fix = finding.fix {
      (result.fixTitle, result.fixSafety) = (fix.title, fix.safety)
      result.fixed = sketch.lines(after: fix)
    }
    return result
  }

  /// What one rule says about a request; preview rules run.
  package func findings(_ subject: LintSubject, of rule: String) -> [Finding] {
    var options = RuleOptions()
    options.selected = [rule]
    options.redacts = false
    return RuleEngine(set, options: options).evaluate(subject).findings.filter { $0.rule == rule }
  }
}
