internal import PayloadRules

/// The message of another service around a payload, and its place in the user's file.
struct EnvelopeFrame: Sendable {
  let reading: EnvelopeReading
  /// Pointer of the message in its file: `/0` in a list.
  let base: String
  /// Where the bytes that rules look at lie.
  private(set) var location: TextLocation
  /// Pointer of the payload in the file; `#` stands behind a text that holds it.
  var payload: String?
  /// Pointers of the headers that the message holds, in their order.
  var headers: [String] = []

  /// The pointer of a finding in the user's file.
  func pointer(of finding: Finding) -> String? {
    switch finding.place.source {
    case .payload: payload.map { $0 + (finding.pointer ?? "") } ?? finding.pointer
    case .envelope: finding.pointer.map { base + reading.written($0) }
    case .headerName(let index), .headerValue(let index):
      finding.subject == .header && headers.indices.contains(index) ? headers[index] : finding.pointer
    default: finding.pointer
    }
  }

  /// The same, where the file is a part of another one.
  func moved(to location: TextLocation) -> EnvelopeFrame {
    var result = self
    result.location = location
    return result
  }

  /// The edits of a fix in the message; nil where one lies in JSON inside a text.
  func fileEdits(_ edits: [Edit]) -> [Edit]? {
    edits.contains { reading.isInText($0.range) } ? nil : location.fileEdits(edits)
  }

  /// The location of a node: as it stands, or of the text that it is.
  func location(of node: Int, isText: Bool) -> TextLocation {
    var outer = location
    let tree = reading.tree
    if reading.isInText(tree.range(node)) {
      if case .plain = outer.layer { outer.layer = .jsonString(depth: 1) } else { outer.layer = .opaque }
    }
    let input = InputTree(reading.tree, at: outer)
    return isText ? input.text(node).location : input.slice(node).location
  }
}
