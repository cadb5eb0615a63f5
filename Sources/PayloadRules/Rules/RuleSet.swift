/// Rules, facts and routes, compiled and immutable: share one.
package struct RuleSet: Sendable {
  /// A rules text: canonical JSON, and the name to show for it.
  package struct Source: Sendable {
    package var name: String
    package var tree: JSONTree
    /// Held against its source by a test: it is loaded without checks, and its messages are read when needed.
    package var isChecked: Bool { texts != nil }
    /// The words of a checked source, kept apart so that start-up does not read them: rules and reasons by id.
    var texts: (@Sendable () -> JSONTree)?

    package init(name: String, bytes: [UInt8], texts: (@Sendable () -> JSONTree)? = nil) {
      self.name = name
      self.texts = texts
      tree = JSONTree(bytes)
    }
  }

  package internal(set) var sources: [Source] = []
  var facts: [FactTable] = []
  var routes: [Route] = []
  var derivations: [(name: String, derivation: Derivation)] = []
  var inferences: [Inference] = []
  var envelopes: [Envelope] = []
  /// In the order of the files; grouped by place in `shapeGroups`.
  var shapes: [Shape] = []
  var rules: [Rule] = []
  /// Which source each rule comes from.
  var ruleSources: [Int] = []
  var ruleNumbers: [String: Int] = [:]
  var reasons: [ReasonEntry] = []
  /// Slots of places without wildcards, by place.
  var slots: [Place: Int] = [:]
  var leafCount = 0
  /// What the loader refused; the rest works all the same.
  package internal(set) var errors: [RuleSetError] = []
  var plan = Plan()

  /// Loads rules from canonical JSON texts, the built-in ones first.
  package init(_ sources: [Source]) {
    var builder = RuleSetBuilder(sources)
    self = builder.build()
  }

  /// The part of a checked source that can have anything to say of a payload by itself: rules and shapes about
  /// headers, address and credentials are left out, since all of that is unknown there. A short start-up for
  /// the commonest input; `isPayloadAlone` says which subjects it is good for.
  package init(forPayloadsAlone source: Source) {
    var builder = RuleSetBuilder([source])
    builder.leavesOutRequests = true
    self = builder.build()
  }

  init() {}

  /// The tree and the node that hold the words of a rule.
  func words(ofRule number: Int) -> (tree: JSONTree, node: Int) {
    let source = sources[ruleSources[number]]
    guard let texts = source.texts?() else { return (source.tree, rules[number].node) }
    return (texts, Self.entry(rules[number].id, in: "rules", texts))
  }

  /// The tree and the node that hold the words of a reason.
  func words(ofReason entry: ReasonEntry) -> (tree: JSONTree, node: Int) {
    let source = sources[entry.source]
    guard let texts = source.texts?() else { return (source.tree, entry.node) }
    return (texts, Self.entry(entry.id, in: "reasons", texts))
  }

  private static func entry(_ id: String, in section: String, _ texts: JSONTree) -> Int {
    texts.value(section, of: 0).flatMap { texts.value(id, of: $0) } ?? 0
  }

  /// Every place that conditions, shapes and messages look at, for the generated text of checked rules.
  package var placeTexts: [String] { slots.keys.map(\.text).sorted() }

  /// The push types that exist, as the rules list them.
  package var pushTypeNames: [String] { pushTypes }

  /// Values of the table that lists the push types.
  var pushTypes: [String] { facts.first { $0.name == FactTable.pushTypesName }?.texts ?? [] }
}

/// A reason or symptom, for `explain` and for the order in which a prediction is made.
struct ReasonEntry: Sendable {
  var id: String
  var formerly: [String]
  var status: Int?
  var isSymptom: Bool
  var source: Int
  var node: Int
}

extension FactTable {
  /// The table that lists the push types: conditions on the push type are held to it.
  static let pushTypesName = "push-types"

  var texts: [String] {
    allValues.compactMap {
      if case .text(let text) = $0 { return text }
      return nil
    }
  }
}
