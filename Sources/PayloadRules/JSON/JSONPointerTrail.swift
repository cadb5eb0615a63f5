/// Finds the pointers of many nodes of one document, most of them in order, without going over all siblings for each.
package struct JSONPointerTrail {
  /// A container on the way to the node that was asked for last, and the child in it that leads there.
  private struct Level {
    var container: Int
    /// Its key in an object, itself in an array.
    var child: Int
    var index: Int
  }

  private var levels: [Level] = []

  package init() {}

  package mutating func pointer(to node: Int, in document: JSONDocument, text: ByteView) -> String {
    walk(to: node, in: document)
    return written(document, text, indexPlaceholder: nil)
  }

  /// The pointer with `*` for every index of an array: the same for all elements.
  package mutating func shape(of node: Int, in document: JSONDocument, text: ByteView) -> String {
    walk(to: node, in: document)
    return written(document, text, indexPlaceholder: "*")
  }

  /// Goes from where the last walk ended where the node stands behind it, and from the root otherwise.
  private mutating func walk(to node: Int, in document: JSONDocument) {
    let nodes = document.nodes
    guard node > 0, node < nodes.count else { return levels.removeAll(keepingCapacity: true) }
    while let last = levels.last, node >= min(Int(nodes[last.container].next), nodes.count) {
      levels.removeLast()
    }
    // Of what stands before it, nothing is known.
    while let last = levels.last, node < last.child { levels.removeLast() }
    var level = levels.popLast() ?? Level(container: 0, child: 1, index: 0)
    while level.container < node {
      let kind = nodes[level.container].kind
      guard kind == .object || kind == .array else { return }
      let end = min(Int(nodes[level.container].next), nodes.count)
      var found: Int?
      while level.child < end {
        let value = kind == .object ? level.child + 1 : level.child
        guard value < end else { return }
        let next = max(Int(nodes[value].next), value + 1)
        if node < next {
          found = value
          break
        }
        level.child = next
        level.index += 1
      }
      guard let found else { return }
      levels.append(level)
      level = Level(container: found, child: found + 1, index: 0)
    }
  }

  private func written(_ document: JSONDocument, _ text: ByteView, indexPlaceholder: String?) -> String {
    var result = ""
    for level in levels {
      result += "/"
      if document.nodes[level.container].kind == .object {
        // A key, or a placeholder in its place.
        result += JSONPointer.escape(JSONText.string(document.nodes[level.child], in: text))
      } else {
        result += indexPlaceholder ?? String(level.index)
      }
    }
    return result
  }
}
