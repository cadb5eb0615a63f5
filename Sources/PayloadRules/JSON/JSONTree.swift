/// A scanned JSON text together with its bytes, for reading at leisure: rules, schemas, reports.
package struct JSONTree: Sendable {
  package let bytes: [UInt8]
  package let document: JSONDocument

  package init(_ bytes: [UInt8]) {
    var document = JSONDocument()
    // Compact texts have a node for about every eight bytes; growing step by step would copy them again and again.
    document.nodes.reserveCapacity(bytes.count / 8)
    bytes.withByteView { JSONScanner.scan($0, into: &document) }
    self.bytes = bytes
    self.document = document
  }

  package struct Member: Sendable {
    package var key: String
    /// Index of the key's node.
    package var keyNode: Int
    /// Index of the value's node.
    package var value: Int
  }

  package var isEmpty: Bool { document.nodes.isEmpty }

  package func kind(_ node: Int) -> JSONKind { document.nodes[node].kind }

  package func range(_ node: Int) -> ByteRange { document.nodes[node].range }

  /// The text of a string or key, the letters of anything else.
  package func text(_ node: Int) -> String {
    bytes.withByteView { JSONText.string(document.nodes[node], in: $0) }
  }

  /// The text of a string; nil for another kind.
  package func string(_ node: Int) -> String? { kind(node) == .string ? text(node) : nil }

  package func number(_ node: Int) -> Double? {
    guard kind(node) == .number else { return nil }
    return bytes.withByteView { JSONNumber.double(document.nodes[node], in: $0) }
  }

  package func members(_ node: Int) -> [Member] {
    guard kind(node) == .object else { return [] }
    var result: [Member] = []
    var index = node + 1
    let end = Int(document.nodes[node].next)
    while index + 1 < end {
      result.append(Member(key: text(index), keyNode: index, value: index + 1))
      index = Int(document.nodes[index + 1].next)
    }
    return result
  }

  package func elements(_ node: Int) -> [Int] {
    guard kind(node) == .array else { return [] }
    var result: [Int] = []
    var index = node + 1
    let end = Int(document.nodes[node].next)
    while index < end {
      result.append(index)
      index = Int(document.nodes[index].next)
    }
    return result
  }

  /// Whether the text of a string or key begins with these letters, read as they stand.
  func hasPrefix(_ letters: StaticString, _ node: Int) -> Bool {
    bytes.withByteView { $0.has(letters, at: Int(document.nodes[node].start) + 1) }
  }

  /// The value of the first member with this key.
  package func value(_ key: String, of node: Int) -> Int? {
    guard kind(node) == .object else { return nil }
    return bytes.withByteView { text in
      var key = key
      return key.withUTF8 { letters in
        let expected = unsafe ByteView(letters)
        var index = node + 1
        let end = Int(document.nodes[node].next)
        while index + 1 < end {
          let length = Int(document.nodes[index].end) - Int(document.nodes[index].start) - 2
          if length == expected.count || document.nodes[index].flags.contains(.hasEscapes),
            JSONText.equals(document.nodes[index], in: text, expected)
          {
            return index + 1
          }
          index = Int(document.nodes[index + 1].next)
        }
        return nil
      }
    }
  }
}
