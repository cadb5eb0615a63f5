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

  private static func isCommand(_ line: HTTPLine) -> Bool {
    line.starts(with: "curl ") || line.starts(with: "$ curl ") || line.starts(with: "% curl ")
      || line.starts(with: "aws ") || line.starts(with: "$ aws ") || line.starts(with: "% aws ")
  }
}
