import Foundation
import Testing

@testable import PayloadRules

/// Changes the rules one place at a time: an example beside some rule must fail each time.
@Suite struct RuleMutationTests {
  @Test func examplesHoldBeforeAnyChange() throws {
    let examples = try #require(BuiltInExamples.shared)
    #expect(examples.set.errors.map(\.description) == [])
    for entry in examples.entries {
      #expect(examples.failures(entry, in: examples.set) == [], "\(examples.name(entry))")
    }
  }

  @Test func everyKeyOfEveryShapeHasAFailingExample() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ShapeMutations.all(examples.set), "shapes")
  }

  @Test func everyTestOfAConditionIsNeeded() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConditionMutations.all(examples.set), "conditions")
  }

  @Test func everyConstantOfACheckIsHeld() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConstantMutations.checks(examples.set), "checks")
  }

  @Test func everyConstantOfAFactIsHeld() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConstantMutations.facts(examples.set), "facts")
  }

  /// Runs the examples of the rules that each change touches until one fails.
  private func expectNoticed(_ mutations: [RuleMutation], _ kind: String) throws {
    let examples = try #require(BuiltInExamples.shared)
    var survivors: [String] = []
    for mutation in mutations {
      var set = examples.set
      mutation.apply(&set)
      var nearest = mutation.rules.flatMap { examples.examples(of: $0) }
      if let word = mutation.word {
        nearest += examples.entries.filter { !mutation.rules.contains($0.rule) && $0.text.contains(word) }
      }
      if !nearest.contains(where: { !examples.failures($0, in: set).isEmpty }) {
        survivors.append(mutation.name)
      }
    }
    if let folder = ProcessInfo.processInfo.environment["APNSLINT_SURVIVORS"] {
      try survivors.joined(separator: "\n").write(
        toFile: "\(folder)/\(kind).txt", atomically: true, encoding: .utf8)
    }
    #expect(survivors == [], "\(survivors.count) of \(mutations.count) changes are noticed by no example")
  }
}
