internal import PayloadRules

/// Where, and in which form, one more header can be written into a request.
struct HeaderInsertion: Sendable {
  /// The text that the header set stands in.
  private let location: TextLocation
  /// Behind the last header, or behind the opening bracket of a set without any.
  private let offset: Int
  /// What separates the new header from the one before.
  private let lead: String
  /// Written as `["name", "value"]` instead of `"name": "value"`.
  private let isPair: Bool

  /// Nil for a header set that is neither an object nor a list of pairs: nobody can say how it would go on.
  init?(_ tree: InputTree, _ headers: Int) {
    location = tree.location
    let start = Int(tree.node(headers).start) + 1
    let children: [ByteRange]
    switch tree.node(headers).kind {
    case .object:
      isPair = false
      children = tree.members(of: headers).map {
        ByteRange(Int(tree.node($0.key).start), Int(tree.node($0.value).end))
      }
    case .array:
      isPair = true
      let pairs = tree.elements(of: headers)
      guard pairs.allSatisfy({ tree.elements(of: $0).count == 2 }) else { return nil }
      children = pairs.map { tree.node($0).range }
    default: return nil
    }
    offset = children.last?.end ?? start
    guard let first = children.first else {
      lead = ""
      return
    }
    let blanks = tree.bytes[start..<max(start, first.start)]
    let isBlank = blanks.allSatisfy { isWhite($0) } && !blanks.isEmpty
    lead = "," + (isBlank ? String(decoding: blanks, as: UTF8.self) : " ")
  }

  /// The edits of a fix whose text is `name: value`, in the input's file.
  func fileEdits(_ edits: [Edit]) -> [Edit]? {
    guard edits.count == 1, let colon = edits[0].text.firstIndex(of: ":") else { return nil }
    let name = JSONWriter.quoted(String(edits[0].text[..<colon]))
    let value = JSONWriter.quoted(edits[0].text[edits[0].text.index(after: colon)...].trimmingBlanks)
    let header = isPair ? "[\(name), \(value)]" : "\(name): \(value)"
    return location.fileEdits([Edit(range: ByteRange(offset, offset), text: lead + header)])
  }
}
