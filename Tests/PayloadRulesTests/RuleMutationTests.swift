import Foundation
import Testing

@testable import PayloadRules

/// Changes the rules one place at a time: an example beside some rule must fail each time.
///
/// A change that no request can tell from the original stands in a list, with the reason.
@Suite struct RuleMutationTests {
  /// The tests run side by side and each writes its part of the list.
  private static let writing = NSLock()
  static let list = "corpus/rule-language/unnoticed-changes.txt"

  @Test func examplesHoldBeforeAnyChange() throws {
    let examples = try #require(BuiltInExamples.shared)
    #expect(examples.set.errors.map(\.description) == [])
    for entry in examples.entries {
      #expect(examples.failures(entry, in: examples.set) == [], "\(examples.name(entry))")
    }
  }

  @Test func everyChangeThatMakesNoDifferenceHasAReason() throws {
    for (change, reason) in try reasons() where !Repository.isRecording {
      #expect(reason.utf8.count > 20, "say why no request can show the difference: \(change)")
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

  @Test func everyConstantOfAConditionIsHeld() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConditionMutations.constants(examples.set), "constant")
  }

  @Test func everyInferenceIsNeeded() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConditionMutations.inferences(examples.set), "inference")
  }

  @Test func everyProfileIsNeeded() throws {
    let examples = try #require(BuiltInExamples.shared)
    try expectNoticed(ConditionMutations.profiles(examples.set), "profile")
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
    var unnoticed: Set<String> = []
    var names: [String: Int] = [:]
    for mutation in mutations {
      let count = names[mutation.name, default: 0] + 1
      names[mutation.name] = count
      var set = examples.set
      mutation.apply(&set)
      if !candidates(mutation, examples).contains(where: { !examples.failures($0, in: set).isEmpty }) {
        unnoticed.insert("\(kind): \(mutation.name)" + (count > 1 ? ", the \(count)." : ""))
      }
    }
    let known = try reasons()
    if Repository.isRecording {
      Self.writing.lock()
      defer { Self.writing.unlock() }
      let known = try reasons()
      var lines = known.filter { !$0.key.hasPrefix("\(kind): ") }
      for name in unnoticed { lines[name] = known[name] ?? "" }
      let text = lines.sorted { $0.key < $1.key }.map { "\($0.key) # \($0.value)\n" }.joined()
      try text.write(to: Repository.root.appending(path: Self.list), atomically: true, encoding: .utf8)
      Issue.record("\(Self.list) was written anew; run again without APNSLINT_RECORD")
      return
    }
    #expect(unnoticed.subtracting(known.keys).sorted() == [], "changes that no example notices")
    let noticed = Set(known.keys).subtracting(unnoticed).filter { $0.hasPrefix("\(kind): ") }
    #expect(noticed.sorted() == [], "examples notice these now; take them off \(Self.list)")
  }

  /// Examples that may notice a change, the likeliest first.
  private func candidates(_ mutation: RuleMutation, _ examples: BuiltInExamples) -> [BuiltInExamples.Entry] {
    // Those written last hold what the first ones left open.
    var own = Array(mutation.rules.flatMap { examples.examples(of: $0) }.reversed())
    if let constant = mutation.constant.map({ Data($0.utf8) }) {
      own = own.filter { $0.holds(constant) } + own.filter { !$0.holds(constant) }
    }
    guard !mutation.words.isEmpty else { return own }
    let words = mutation.words.map { Data($0.utf8) }
    let others = examples.entries.filter {
      !mutation.rules.contains($0.rule) && $0.holds(words[words.count - 1])
    }
    let all = own + others
    return all.filter { $0.holds(words[0]) } + all.filter { !$0.holds(words[0]) }
  }

  /// The changes that make no difference, each with the reason why it makes none.
  private func reasons() throws -> [String: String] {
    var result: [String: String] = [:]
    for line in try Repository.text(Self.list).split(separator: "\n") {
      guard let mark = line.range(of: " # ") else {
        result[String(line)] = ""
        continue
      }
      result[String(line[..<mark.lowerBound])] = String(line[mark.upperBound...])
    }
    return result
  }
}

extension RuleMutation {
  /// The constant that is changed, as the name ends: an example that holds it is likely to notice.
  fileprivate var constant: String? {
    name.range(of: " than ").map { found in
      let rest = name[found.upperBound...]
      return rest.hasPrefix("\"")
        ? String(rest.dropFirst().prefix { $0 != "\"" }) : String(rest.prefix { $0 != " " })
    }
  }
}
