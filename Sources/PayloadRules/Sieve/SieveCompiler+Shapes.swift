/// Shapes, and the tables that find slots by keys.
extension SieveCompiler {
  /// More shapes at one place than bits: what they say must be asked of themselves.
  static let maximumShapes = 62

  /// `[kind, slot, shapes, whether keys matter]`.
  mutating func group(_ place: PlaceReference, _ shapes: [Int]) -> Int {
    let isKnownRoot = [.payload, .headers, .jwt].contains(place.place.root)
    let isOpen = !place.rest.isEmpty || shapes.count > Self.maximumShapes || !isKnownRoot
    let offsets = shapes.map { shape(set.shapes[$0]) }
    let list = write(list: offsets)
    let asksForKeys = shapes.contains { !set.shapes[$0].known.isEmpty || !set.shapes[$0].misplaced.isEmpty }
    let kind =
      isOpen ? SieveGroup.open : place.place.root == .headers ? SieveGroup.headers : SieveGroup.object
    return write([kind, place.slot, list, asksForKeys ? 1 : 0])
  }

  /// `[condition, required, forbidden, values, known, misplaced]`, the last five offsets of lists.
  private mutating func shape(_ shape: Shape) -> Int {
    let condition = self.condition(shape.condition)
    var required: [Int] = []
    for clause in shape.required { required += [clause.rule, write(list: clause.keys.map(\.place.slot))] }
    var forbidden: [Int] = []
    for clause in shape.forbidden { forbidden += [clause.rule, write(list: clause.keys.map(\.place.slot))] }
    var values: [Int] = []
    for clause in shape.values {
      var pairs: [Int] = []
      for (slot, predicate) in clause.keys { pairs += [slot.place.slot, self.predicate(predicate)] }
      values += [clause.rule, write([clause.keys.count] + pairs)]
    }
    var known: [Int] = []
    for clause in shape.known {
      let only = clause.only.map { predicate($0) } ?? -1
      known += [clause.rule ?? -1, clause.misspelt ?? -1, only, keyList(clause.keys.names)]
    }
    var misplaced: [Int] = []
    for clause in shape.misplaced {
      misplaced += [
        clause.rule, clause.belongs.slot, clause.absentThere ? 1 : 0, clause.exact ? 1 : 0,
        keyList(clause.keys.names),
      ]
    }
    let lists = [
      write([shape.required.count] + required), write([shape.forbidden.count] + forbidden),
      write([shape.values.count] + values), write([shape.known.count] + known),
      write([shape.misplaced.count] + misplaced),
    ]
    return write([condition] + lists)
  }

  /// `[count, (text, letters)…]`.
  private mutating func keyList(_ keys: [String]) -> Int {
    var record = [keys.count]
    for key in keys {
      record += text(key)
      record.append(Array(key.utf8).withByteView { Int(Int32(bitPattern: KeyNearness.letters($0))) })
    }
    return write(record)
  }

  // MARK: Key tables

  /// The tree of the places below one root, and the keys that shapes know.
  private struct KeyTree {
    struct Edge {
      var parent: Int
      var key: String
      var child: Int
      var known: UInt64
    }
    var slots = [-1]
    var groups = [-1]
    var edges: [Edge] = []
    private var children: [[String: Int]] = [[:]]

    mutating func child(of parent: Int, _ key: String) -> Int {
      if let edge = children[parent][key] { return edge }
      slots.append(-1)
      groups.append(-1)
      children.append([:])
      edges.append(Edge(parent: parent, key: key, child: slots.count - 1, known: 0))
      children[parent][key] = edges.count - 1
      return edges.count - 1
    }

    mutating func node(_ keys: [String]) -> Int {
      var node = 0
      for key in keys { node = edges[child(of: node, key)].child }
      return node
    }

    func hasChildren(_ node: Int) -> Bool { !children[node].isEmpty }
  }

  mutating func keyTables() -> [SieveHeader: Int] {
    var trees: [SieveHeader: KeyTree] = [
      .payload: KeyTree(), .headers: KeyTree(), .tokenHeader: KeyTree(), .tokenClaims: KeyTree(),
    ]
    for (place, slot) in set.slots.sorted(by: { $0.value < $1.value }) {
      guard let (tree, keys) = Self.position(place) else { continue }
      let node = trees[tree]?.node(keys) ?? 0
      trees[tree]?.slots[node] = slot
    }
    for (number, group) in set.plan.shapeGroups.enumerated() {
      guard let (tree, keys) = Self.position(group.place.place), group.shapes.count <= Self.maximumShapes,
        group.place.rest.isEmpty
      else { continue }
      let node = trees[tree]?.node(keys) ?? 0
      trees[tree]?.groups[node] = number
      for (local, shape) in group.shapes.enumerated() {
        for key in set.shapes[shape].known.flatMap(\.keys.names) {
          let edge = trees[tree]?.child(of: node, tree == .headers ? key.asciiLowercased : key) ?? 0
          trees[tree]?.edges[edge].known |= 1 << UInt64(local)
        }
      }
    }
    // In an order of their own, so that a program is the same each time it is written.
    return Dictionary(
      uniqueKeysWithValues: trees.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        ($0.key, write($0.value))
      })
  }

  /// In which table a place lies, and under which keys; nil where it lies in none.
  private static func position(_ place: Place) -> (tree: SieveHeader, keys: [String])? {
    let keys = place.steps.compactMap { step -> String? in
      if case .key(let key) = step { return key }
      return nil
    }
    guard keys.count == place.steps.count else { return nil }
    switch place.root {
    case .payload: return (.payload, keys)
    case .headers: return keys.count <= 1 ? (.headers, keys) : nil
    case .jwt:
      if keys.first == "header" { return (.tokenHeader, Array(keys.dropFirst())) }
      if keys.first == "claims" { return (.tokenClaims, Array(keys.dropFirst())) }
      return nil
    default: return nil
    }
  }

  /// `[mask, offset of nodes, offset of entries]`; a node is `[slot, has children, group]`, an entry of the
  /// hash table `[parent + 1 or 0, text, child, shapes that know the key (low, high)]`.
  private mutating func write(_ tree: KeyTree) -> Int {
    var size = 4
    while size < tree.edges.count * 2 { size *= 2 }
    var entries = [Int](repeating: 0, count: size * SieveKeyTable.entryWords)
    for edge in tree.edges {
      let text = self.text(edge.key)
      let hash = Array(edge.key.utf8).withByteView { SieveKeyTable.hash($0, parent: edge.parent) }
      var index = hash & (size - 1)
      while entries[index * SieveKeyTable.entryWords] != 0 { index = (index + 1) & (size - 1) }
      let record = [
        edge.parent + 1, text[0], text[1], edge.child, Int(Int32(truncatingIfNeeded: edge.known)),
        Int(Int32(truncatingIfNeeded: edge.known >> 32)),
      ]
      for (offset, word) in record.enumerated() { entries[index * SieveKeyTable.entryWords + offset] = word }
    }
    var nodes: [Int] = []
    for node in tree.slots.indices {
      nodes += [tree.slots[node], tree.hasChildren(node) ? 1 : 0, tree.groups[node]]
    }
    let offsets = (write(nodes), write(entries))
    return write([size - 1, offsets.0, offsets.1])
  }

  // MARK: Slots by what they lie in

  mutating func slotLists() -> [SieveHeader: Int] {
    var lists: [SieveHeader: [Int]] = [
      .payloadSlots: [], .tokenSlots: [], .tokenHeaderSlots: [], .tokenClaimsSlots: [], .headerSlots: [],
    ]
    var signature = -1
    for (place, slot) in set.slots.sorted(by: { $0.value < $1.value }) {
      switch place.root {
      case .payload: if !place.steps.isEmpty { lists[.payloadSlots]?.append(slot) }
      case .headers: if !place.steps.isEmpty { lists[.headerSlots]?.append(slot) }
      case .jwt:
        lists[.tokenSlots]?.append(slot)
        if place.steps.first == .key("header") { lists[.tokenHeaderSlots]?.append(slot) }
        if place.steps.first == .key("claims") { lists[.tokenClaimsSlots]?.append(slot) }
        if place.steps == [.key("signature")] { signature = slot }
      default: break
      }
    }
    var header: [SieveHeader: Int] = [:]
    for (entry, list) in lists.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      header[entry] = write(list: list)
    }
    header[.tokenSignature] = signature
    var context: [Int] = [set.plan.context.count]
    for entry in set.plan.context.sorted(by: { $0.slot < $1.slot }) {
      context += text(entry.key) + [entry.slot]
    }
    header[.context] = write(context)
    var parts: [Int] = [set.plan.pathParts.count]
    for entry in set.plan.pathParts.sorted(by: { $0.slot < $1.slot }) {
      parts += text(entry.name) + [entry.slot]
    }
    header[.pathParts] = write(parts)
    let derived = set.plan.derived.sorted { $0.slot < $1.slot }
    header[.derivedSlots] = write([derived.count] + derived.flatMap { [$0.slot, $0.number] })
    header[.authorization] = set.plan.headers[ProviderTokenReading.headerName] ?? -1
    header[.formatSlots] = write(list: set.plan.formatSlots)
    var roots = [Int](repeating: -1, count: PlaceRoot.allCases.count)
    for root in PlaceRoot.allCases { roots[Self.index(of: root)] = set.slots[Place(root: root)] ?? -1 }
    header[.roots] = write(roots)
    return header
  }
}

enum SieveGroup {
  static let object = 0
  static let headers = 1
  static let open = 2
}

/// How a key table is hashed.
enum SieveKeyTable {
  static let entryWords = 6
  static let nodeWords = 3

  @inline(__always)
  static func hash(_ key: ByteView, parent: Int) -> Int {
    let count = key.count
    var hash: UInt64
    if count >= 8 {
      hash = key.load64(at: 0) &+ key.load64(at: count &- 8) &* 0x9E37_79B9_7F4A_7C15
    } else if count >= 4 {
      hash = UInt64(key.load32(at: 0)) | UInt64(key.load32(at: count &- 4)) << 32
    } else if count > 0 {
      hash = UInt64(key[0]) | UInt64(key[count / 2]) << 8 | UInt64(key[count &- 1]) << 16
    } else {
      hash = 0
    }
    hash = (hash ^ UInt64(truncatingIfNeeded: count &* 0x1F35 &+ parent &* 0x3_2B4D)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7FFF_FFFF)
  }
}
