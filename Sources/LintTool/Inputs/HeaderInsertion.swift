internal import PayloadRules

/// Where, and in which form, one more header can be written into a request.
struct HeaderInsertion: Sendable {
  private enum Form: Sendable {
    /// `"name": "value"`, and `["name", "value"]`.
    case member, pair
    /// `-H 'name: value'` of a command.
    case option
    /// `name: value` on a line of its own.
    case line
  }

  /// The text that the header set stands in.
  private let location: TextLocation
  /// Behind the last header, or behind the opening bracket of a set without any.
  private let offset: Int
  /// What separates the new header from what stands before it.
  private let lead: String
  private let form: Form

  /// Nil for a header set that is neither an object nor a list of pairs: nobody can say how it would go on.
  init?(_ tree: InputTree, _ headers: Int) {
    location = tree.location
    let start = Int(tree.node(headers).start) + 1
    let children: [ByteRange]
    switch tree.node(headers).kind {
    case .object:
      form = .member
      children = tree.members(of: headers).map {
        ByteRange(Int(tree.node($0.key).start), Int(tree.node($0.value).end))
      }
    case .array:
      form = .pair
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

  /// Behind the name of a command, where its options begin.
  init(behind command: ByteRange, in source: SourceText) {
    (location, offset) = (InputTree.wholeLocation(of: source), command.end)
    (lead, form) = (" ", .option)
  }

  /// On a line of its own, behind the line that holds a byte; nil where that line goes on in the next one.
  init?(behindLineOf position: Int, in source: SourceText) {
    let bytes = source.bytes
    let end = bytes[min(position, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    let isFollowed = end + 1 < bytes.count
    if isFollowed, [0x20, 0x09, UInt8(ascii: "?"), UInt8(ascii: "&")].contains(bytes[end + 1]) { return nil }
    let hasReturn = end > 0 && bytes[end - 1] == 0x0D
    (location, offset) = (InputTree.wholeLocation(of: source), hasReturn ? end - 1 : end)
    (lead, form) = (hasReturn ? "\r\n" : "\n", .line)
  }

  /// The edits of a fix whose text is `name: value`, in the input's file.
  func fileEdits(_ edits: [Edit]) -> [Edit]? {
    guard edits.count == 1, let colon = edits[0].text.firstIndex(of: ":") else { return nil }
    let name = String(edits[0].text[..<colon])
    let value = edits[0].text[edits[0].text.index(after: colon)...].trimmingBlanks
    let header: String
    switch form {
    case .member: header = "\(JSONWriter.quoted(name)): \(JSONWriter.quoted(value))"
    case .pair: header = "[\(JSONWriter.quoted(name)), \(JSONWriter.quoted(value))]"
    case .option:
      guard !value.utf8.contains(UInt8(ascii: "'")) else { return nil }
      header = "-H '\(name): \(value)'"
    case .line: header = "\(name): \(value)"
    }
    return location.fileEdits([Edit(range: ByteRange(offset, offset), text: lead + header)])
  }
}
