internal import PayloadRules

extension InputShape {
  private static let names: [String: InputKind] = [
    "http": .http, "rest": .http, "har": .har, "sh": .curl, "bash": .curl, "zsh": .curl, "ksh": .curl,
    "command": .curl, "curl": .curl,
  ]

  /// What a file is by the ending of its name alone, where that is a form around a request.
  static func form(ofName name: String) -> InputKind? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return names[String(name[name.utf8.index(after: dot)...]).asciiLowercased]
  }

  static func isMarkdownName(_ name: String) -> Bool {
    [".md", ".markdown", ".mdx"].contains { name.asciiLowercased.hasSuffix($0) }
  }

  /// The form around requests that a text has, by its name or its looks; nil where it may be JSON, YAML or a
  /// token.
  func form(of text: [UInt8]) -> InputKind? {
    if let kind = InputShape.form(ofName: name) { return kind }
    var start = InputShape.byteOrderMarkLength(text)
    if text[start...].starts(with: Array("#!".utf8)) { return .curl }
    // Documentation is read only when asked for.
    guard isNamed, !isYAMLName, !InputShape.isMarkdownName(name) else { return nil }
    let first = text[start...].first { !isWhite($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") { return nil }
    let mayHoldRequest = recognition.mayHoldRequest(text)
    var lines = 0
    while start < text.count, lines < 200 {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let line = HTTPLine(text, start, end)
      // A command to another service is no payload with mistakes either.
      if InputShape.isCommand(line) || line.holdsCommand { return .curl }
      guard mayHoldRequest else {
        start = end + 1
        lines += 1
        continue
      }
      if let parts = line.requestLine, parts.method != nil { return .http }
      if line.starts(with: ":method") || line.starts(with: ":path") { return .http }
      start = end + 1
      lines += 1
    }
    return nil
  }

  /// Whether several lines of a text without a name that tells are a JSON object each, the first of them a push.
  func holdsUnnamedLines(_ text: [UInt8]) -> Bool {
    guard isNamed, !name.hasSuffix(".json"), !name.hasSuffix(".apns") else { return false }
    let lines = text.split { $0 == 0x0A }.filter { $0.contains { !isWhite($0) } }
    guard lines.count > 1,
      lines.allSatisfy({
        $0.first { !isWhite($0) } == UInt8(ascii: "{") && $0.last { !isWhite($0) } == UInt8(ascii: "}")
      })
    else { return false }
    return InputShape(recognition: recognition, name: name, isNamed: false).beginsWithPush(Array(lines[0]))
      && lines.allSatisfy { line in
        let tree = InputTree(json: SourceText(path: "", bytes: Array(line)))
        return tree.root?.kind == .object && tree.document.isWellFormed
      }
  }

  /// Whether a text without a name that tells is YAML with the fields of a request, or with a payload's keys, at the
  /// beginning of its lines.
  func looksLikeYAMLRequest(_ text: [UInt8], known payloadKeys: Set<String>) -> Bool {
    guard isNamed, !name.utf8.contains(UInt8(ascii: ".")), text.count <= 1 << 20 else { return false }
    var found: Set<String> = []
    for line in text.split(separator: 0x0A) {
      // The elements of a list begin behind a hyphen and a blank.
      let isInList = line.starts(with: Array("- ".utf8)) || line.starts(with: Array("  ".utf8))
      let content = isInList ? line.dropFirst(2) : line
      guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { continue }
      found.insert(String(decoding: content[content.startIndex..<colon], as: UTF8.self))
    }
    if !found.isDisjoint(with: payloadKeys) { return true }
    return !found.isDisjoint(with: InputShape.bodyFields.union(["payload-file"]))
      && found.intersection(RequestReader.fields).count > 1
  }

  private static func isCommand(_ line: HTTPLine) -> Bool {
    line.starts(with: "curl ") || line.starts(with: "$ curl ") || line.starts(with: "% curl ")
      || line.starts(with: "aws ") || line.starts(with: "$ aws ") || line.starts(with: "% aws ")
  }
}
