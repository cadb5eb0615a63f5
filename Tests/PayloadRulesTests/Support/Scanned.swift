import PayloadRules

/// A scanned text together with its bytes.
struct Scanned {
  let bytes: [UInt8]
  let document: JSONDocument

  init(_ bytes: [UInt8], maximumDepth: Int = 512) {
    self.bytes = bytes
    var document = JSONDocument()
    bytes.withByteView { JSONScanner.scan($0, into: &document, maximumDepth: maximumDepth) }
    self.document = document
  }

  init(_ text: String, maximumDepth: Int = 512) {
    self.init(Array(text.utf8), maximumDepth: maximumDepth)
  }

  func characters(_ range: ByteRange) -> String {
    guard range.start >= 0, range.end <= bytes.count, range.start <= range.end else { return "out of range" }
    return String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  /// The tree as text: kinds, decoded texts of keys and strings, values of numbers; no positions.
  var tree: String {
    var result = ""
    var closers: [(next: Int, text: String)] = []
    for (index, node) in document.nodes.enumerated() {
      while let closer = closers.last, closer.next <= index {
        result += closer.text
        closers.removeLast()
      }
      bytes.withByteView { text in
        switch node.kind {
        case .object:
          result += "{"
          closers.append((Int(node.next), "}"))
        case .array:
          result += "["
          closers.append((Int(node.next), "]"))
        case .key: result += "<\(JSONText.string(node, in: text))>"
        case .string: result += "'\(JSONText.string(node, in: text))' "
        case .number: result += "\(JSONNumber.double(node, in: text).map { "\($0)" } ?? "?") "
        default: result += "\(node.kind) "
        }
      }
    }
    return result + closers.reversed().map(\.text).joined()
  }

  /// What is wrong with the shape of the tree; nil for nothing.
  var defect: String? {
    let nodes = document.nodes
    var open: [Int] = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, Int(nodes[last].next) <= index { open.removeLast() }
      guard node.start <= node.end, Int(node.end) <= bytes.count else { return "offsets of node \(index)" }
      guard Int(node.next) > index, Int(node.next) <= nodes.count else { return "next of node \(index)" }
      if let last = open.last {
        guard nodes[last].range.contains(node.range) else { return "node \(index) leaves its parent" }
        guard node.next <= nodes[last].next else { return "node \(index) outlives its parent" }
        if nodes[last].kind == .object, open.count > 0 {
          // Keys and values alternate.
          if node.kind == .key, index + 1 >= Int(nodes[last].next) { return "key \(index) without value" }
        }
      } else if index > 0 {
        return "node \(index) beside the root"
      }
      if index > 0, nodes[index - 1].kind != .object, nodes[index - 1].kind != .array,
        nodes[index - 1].end > node.start
      {
        return "node \(index) overlaps the one before"
      }
      if node.kind == .object || node.kind == .array {
        open.append(index)
      } else if Int(node.next) != index + 1 {
        return "leaf \(index) with children"
      }
    }
    for problem in document.problems {
      guard problem.range.start >= 0, problem.range.start <= problem.range.end,
        problem.range.end <= bytes.count
      else { return "range of \(problem.detector)" }
      guard problem.node >= 0, problem.node < max(nodes.count, 1) else {
        return "node of \(problem.detector)"
      }
      var last = 0
      for edit in problem.edits {
        guard edit.range.start >= last, edit.range.start <= edit.range.end, edit.range.end <= bytes.count
        else {
          return "edits of \(problem.detector)"
        }
        last = edit.range.end
      }
    }
    return nil
  }

  /// The text with the edits of its problems applied.
  var mended: String {
    let edits = document.problems.flatMap(\.edits).sorted { $0.range < $1.range }
    var result: [UInt8] = []
    var at = 0
    for edit in edits where edit.range.start >= at {
      result += bytes[at..<edit.range.start]
      result += Array(edit.text.utf8)
      at = edit.range.end
    }
    return String(decoding: result + bytes[at...], as: UTF8.self)
  }
}
