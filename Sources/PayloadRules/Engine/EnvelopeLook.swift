/// What a message must have at the least to be one of an envelope: a look at its keys, before conditions are tested.
struct EnvelopeLook: Sendable {
  /// Keys from the message's root down.
  private typealias Path = [String]
  /// Of each of these lists one path must be there; an empty list is never satisfied.
  private let clauses: [[Path]]

  /// `input` is what the subject will be called.
  init(_ condition: Condition, input: String) { clauses = EnvelopeLook.clauses(condition, input) }

  /// Whether the condition may hold for the message; never false where it does.
  func mayHold(_ document: JSONDocument, _ text: ByteView) -> Bool {
    clauses.allSatisfy { clause in clause.contains { EnvelopeLook.has($0[...], 0, document, text) } }
  }

  /// Whether a path leads somewhere, by any of the members that share a key; as deep as the path is long.
  private static func has(
    _ path: ArraySlice<String>, _ node: Int, _ document: JSONDocument, _ text: ByteView
  ) -> Bool {
    guard let key = path.first else { return true }
    guard document.nodes[node].kind == .object else { return false }
    let end = Int(document.nodes[node].next)
    var index = node + 1
    while index + 1 < end {
      if JSONText.equals(document.nodes[index], in: text, key),
        has(path.dropFirst(), index + 1, document, text)
      {
        return true
      }
      index = Int(document.nodes[index + 1].next)
    }
    return false
  }

  // MARK: Conditions

  private static func clauses(_ condition: Condition, _ input: String) -> [[Path]] {
    switch condition {
    case .always, .not: return []
    case .all(let parts): return parts.flatMap { clauses($0, input) }
    case .any(let parts):
      var union: [Path] = []
      for part in parts {
        let own = clauses(part, input)
        // A part that says nothing of keys may always hold. Of several clauses, one is enough to go by.
        guard let shortest = own.min(by: { $0.count < $1.count }) else { return [] }
        union += shortest
      }
      return [union]
    case .test(let place, let predicate, leaf: _):
      switch place.place.root {
      case .envelope: return clauses(place.place, predicate)
      case .input:
        guard case .oneOf(let values) = predicate else { return [] }
        return values.contains(.text(input)) ? [] : [[]]
      default: return []
      }
    }
  }

  private static func clauses(_ place: Place, _ predicate: Predicate) -> [[Path]] {
    var path: Path = []
    for step in place.steps {
      guard case .key(let key) = step else { break }
      path.append(key)
    }
    if !path.isEmpty { return failsWhereAbsent(predicate) ? [[path]] : [] }
    switch predicate {
    case .hasKeys(let keys): return keys.map { [[$0]] }
    case .hasAny(let keys): return [keys.map { [$0] }]
    default: return []
    }
  }

  /// Whether a predicate of a condition is false at a place that is absent.
  private static func failsWhereAbsent(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .absent, .not(.present): false
    case .all(let parts): parts.contains { failsWhereAbsent($0) }
    case .any(let parts): parts.allSatisfy { failsWhereAbsent($0) }
    default: true
    }
  }
}
