/// A tree of the places that rules look at, walked in step with a JSON text.
struct PlaceTrie: Sendable {
  struct Node: Sendable {
    /// Slot of the place, or -1.
    var slot = -1
    /// Children by the hash of their keys; equal hashes are told apart by their bytes.
    var children: [UInt64: [Child]] = [:]
  }
  struct Child: Sendable {
    var key: [UInt8]
    var node: Int
  }

  private(set) var nodes = [Node()]

  var isEmpty: Bool { nodes.count == 1 && nodes[0].slot < 0 }

  mutating func insert(_ keys: [String], slot: Int) {
    var current = 0
    for key in keys {
      let bytes = Array(key.utf8)
      let hash = bytes.withByteView { Self.hash($0) }
      if let child = nodes[current].children[hash]?.first(where: { $0.key == bytes }) {
        current = child.node
        continue
      }
      nodes.append(Node())
      nodes[current].children[hash, default: []].append(Child(key: bytes, node: nodes.count - 1))
      current = nodes.count - 1
    }
    nodes[current].slot = slot
  }

  /// The node below `node` under a key, or -1.
  func child(of node: Int, key: ByteView) -> Int {
    guard let children = nodes[node].children[Self.hash(key)] else { return -1 }
    for child in children where key.equals(child.key) { return child.node }
    return -1
  }

  static func hash(_ key: ByteView) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<key.count { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01b3 }
    return hash
  }
}

/// What is worked out once from the rules, so that a request meets only what can concern it.
struct Plan: Sendable {
  var payload = PlaceTrie()
  var envelope = PlaceTrie()
  var tokenHeader = PlaceTrie()
  var tokenClaims = PlaceTrie()
  var headers: [String: Int] = [:]
  var context: [(key: String, slot: Int)] = []
  var pathParts: [(name: String, slot: Int)] = []
  var derived: [(number: Int, slot: Int)] = []
  var roots: [PlaceRoot: Int] = [:]
  /// Slots of `jwt.header`, `jwt.claims` and `jwt.signature`.
  var tokenParts: [String: Int] = [:]
  /// Rules with a place and a check, in the order of the files.
  var checked: [Int] = []
  /// Rules that a reader's finding feeds.
  var detectors: [String: [Int]] = [:]
  /// Slots of payload places that some rule holds to a format: names in capitals are placeholders there.
  var formatSlots: [Int] = []
  /// Shapes that lie at one place.
  var shapeGroups: [(place: PlaceReference, shapes: [Int])] = []

  init() {}

  init(_ set: RuleSet) {
    for (place, slot) in set.slots { insert(place, slot, set) }
    for (number, rule) in set.rules.enumerated() where !rule.places.isEmpty {
      if case .detector(let id) = rule.check {
        detectors[id, default: []].append(number)
      } else if rule.check != nil {
        checked.append(number)
      }
    }
    for rule in set.rules {
      for place in rule.places
      where place.place.root == .payload && rule.check.map(Self.asksForFormat) == true {
        formatSlots.append(place.slot)
      }
    }
    var groups: [PlaceReference: Int] = [:]
    for (number, shape) in set.shapes.enumerated() {
      if let group = groups[shape.place] {
        shapeGroups[group].shapes.append(number)
      } else {
        groups[shape.place] = shapeGroups.count
        shapeGroups.append((shape.place, [number]))
      }
    }
  }

  private static func asksForFormat(_ predicate: Predicate) -> Bool {
    switch predicate {
    case .format: true
    case .all(let parts), .any(let parts): parts.contains { asksForFormat($0) }
    default: false
    }
  }

  private mutating func insert(_ place: Place, _ slot: Int, _ set: RuleSet) {
    let keys = place.steps.compactMap { step -> String? in
      if case .key(let key) = step { return key }
      return nil
    }
    switch place.root {
    case .payload: payload.insert(keys, slot: slot)
    case .envelope: envelope.insert(keys, slot: slot)
    case .headers where !keys.isEmpty: headers[keys[0]] = slot
    case .context where !keys.isEmpty: context.append((keys[0], slot))
    case .path where !keys.isEmpty: pathParts.append((keys[0], slot))
    case .derived where !keys.isEmpty:
      if let number = set.derivations.firstIndex(where: { $0.name == keys[0] }) {
        derived.append((number, slot))
      }
    case .jwt where !keys.isEmpty:
      if keys[0] == "header" { tokenHeader.insert(Array(keys.dropFirst()), slot: slot) }
      if keys[0] == "claims" { tokenClaims.insert(Array(keys.dropFirst()), slot: slot) }
      if keys.count == 1 { tokenParts[keys[0]] = slot }
    default: roots[place.root] = slot
    }
  }
}
