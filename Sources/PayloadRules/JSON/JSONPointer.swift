/// RFC 6901 pointers to the nodes of a document.
package enum JSONPointer {
  /// The pointer to a node; that of a key is that of its value. Takes no longer than the text.
  package static func pointer(to node: Int, in document: JSONDocument, text: ByteView) -> String {
    var trail = JSONPointerTrail()
    return trail.pointer(to: node, in: document, text: text)
  }

  /// The pointer with `*` for every index of an array: the same for all elements.
  package static func shape(of node: Int, in document: JSONDocument, text: ByteView) -> String {
    var trail = JSONPointerTrail()
    return trail.shape(of: node, in: document, text: text)
  }

  /// The node that a pointer leads to: a value, never a key. Of equal keys the last one counts.
  package static func resolve(_ pointer: String, in document: JSONDocument, text: ByteView) -> Int? {
    let nodes = document.nodes
    guard !nodes.isEmpty else { return nil }
    guard !pointer.isEmpty else { return 0 }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    var current = 0
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let token = unescape(part)
      switch nodes[current].kind {
      case .object:
        guard let value = value(of: token, in: current, document: document, text: text) else { return nil }
        current = value
      case .array:
        guard let index = Int(token), String(index) == token, index >= 0,
          let element = element(index, of: current, in: document)
        else { return nil }
        current = element
      default: return nil
      }
    }
    return current
  }

  private static func value(of name: String, in object: Int, document: JSONDocument, text: ByteView) -> Int? {
    let bytes = Array(name.utf8)
    return bytes.withByteView { name in
      let end = min(Int(document.nodes[object].next), document.nodes.count)
      var key = object + 1
      var found: Int?
      while key + 1 < end {
        if JSONText.equals(document.nodes[key], in: text, name) { found = key + 1 }
        key = max(Int(document.nodes[key + 1].next), key + 2)
      }
      return found
    }
  }

  private static func element(_ index: Int, of array: Int, in document: JSONDocument) -> Int? {
    let end = min(Int(document.nodes[array].next), document.nodes.count)
    var child = array + 1
    var left = index
    while child < end {
      if left == 0 { return child }
      left -= 1
      child = max(Int(document.nodes[child].next), child + 1)
    }
    return nil
  }

  /// A name as a token of a pointer: `~` becomes `~0`, `/` becomes `~1`.
  package static func escape(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name that a token of a pointer stands for.
  package static func unescape(_ token: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var isAfterTilde = false
    for byte in token.utf8 {
      if isAfterTilde {
        isAfterTilde = false
        switch byte {
        case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
        default: bytes += [UInt8(ascii: "~"), byte]
        }
      } else if byte == UInt8(ascii: "~") {
        isAfterTilde = true
      } else {
        bytes.append(byte)
      }
    }
    if isAfterTilde { bytes.append(UInt8(ascii: "~")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
