import Foundation
import Testing

@testable import PayloadRules

/// Changes the rules one place at a time: an example beside some rule must fail each time.
///
/// Changes that none notices yet stand in a list that may only shrink.
@Suite(.serialized) struct RuleMutationTests {
  static let list = "corpus/rule-language/unnoticed-changes.txt"

  @Test func examplesHoldBeforeAnyChange() throws {
    let examples = try #require(BuiltInExamples.shared)
    #expect(examples.set.errors.map(\.description) == [])
    for entry in examples.entries {
      #expect(examples.failures(entry, in: examples.set) == [], "\(examples.name(entry))")
    }
  }

  @Test func everyKeyOfEveryShapeHasAFailingExample() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ShapeMutations.all(examples.set), "shape")
  }

  @Test func everyTestOfAConditionIsNeeded() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConditionMutations.all(examples.set), "condition")
  }

  @Test func everyConstantOfACheckIsHeld() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConstantMutations.checks(examples.set), "check")
  }

  @Test func everyConstantOfAFactIsHeld() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConstantMutations.facts(examples.set), "fact")
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
    let known = Set(try Repository.text(Self.list).split(separator: "\n").map(String.init))
    let unnoticed = Set(survivors.map { "\(kind): \($0)" })
    if Repository.isRecording {
      let others = known.filter { !$0.hasPrefix("\(kind): ") }
      try (others.union(unnoticed).sorted().joined(separator: "\n") + "\n")
        .write(to: Repository.root.appending(path: Self.list), atomically: true, encoding: .utf8)
      Issue.record("\(Self.list) was written anew; run again without APNSLINT_RECORD")
      return
    }
    #expect(unnoticed.subtracting(known).sorted() == [], "changes that no example notices")
    let noticed = known.subtracting(unnoticed).filter { $0.hasPrefix("\(kind): ") }
    #expect(noticed.sorted() == [], "examples notice these now; take them off \(Self.list)")
  }
}
