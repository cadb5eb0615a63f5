/// Finds equal keys of one object, compared after escapes are undone.
enum JSONKeys {
  /// Objects up to this many members are compared each key with each.
  static let pairwiseLimit = 16

  /// Calls `body` with (earlier, later) for each key that repeats an earlier one; linear in the object's
  /// size.
  static func forEachDuplicate(
    of object: Int, in document: inout JSONDocument, text: ByteView, _ body: (Int, Int) -> Void
  ) {
    let end = min(Int(document.nodes[object].next), document.nodes.count)
    var count = 0
    var key = object + 1
    while key + 1 < end {
      count += 1
      key = Int(document.nodes[key + 1].next)
    }
    guard count > 1 else { return }
    if count <= pairwiseLimit {
      comparePairs(of: object, end: end, document: document, text: text, body)
    } else {
      compareByHash(of: object, end: end, count: count, in: &document, text: text, body)
    }
  }

  private static func comparePairs(
    of object: Int, end: Int, document: JSONDocument, text: ByteView, _ body: (Int, Int) -> Void
  ) {
    var key = object + 1
    while key + 1 < end {
      defer { key = Int(document.nodes[key + 1].next) }
      guard document.nodes[key].kind == .key else { continue }
      var earlier = object + 1
      while earlier < key {
        if document.nodes[earlier].kind == .key,
          JSONText.equal(document.nodes[earlier], document.nodes[key], in: text)
        {
          body(earlier, key)
          break
        }
        earlier = Int(document.nodes[earlier + 1].next)
      }
    }
  }

  private static func compareByHash(
    of object: Int, end: Int, count: Int, in document: inout JSONDocument, text: ByteView,
    _ body: (Int, Int) -> Void
  ) {
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    let mask = capacity - 1
    document.keyTable.removeAll(keepingCapacity: true)
    document.keyTable.append(contentsOf: repeatElement(0, count: capacity))
    var key = object + 1
    while key + 1 < end {
      defer { key = Int(document.nodes[key + 1].next) }
      guard document.nodes[key].kind == .key else { continue }
      var slot = JSONText.hash(document.nodes[key], in: text) & mask
      while true {
        let earlier = Int(document.keyTable[slot])
        if earlier == 0 {
          document.keyTable[slot] = UInt32(truncatingIfNeeded: key)
          break
        }
        if JSONText.equal(document.nodes[earlier], document.nodes[key], in: text) {
          body(earlier, key)
          break
        }
        slot = (slot + 1) & mask
      }
    }
  }
}
