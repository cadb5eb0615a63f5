internal import PayloadRules

/// What a command of a script names or holds beside its own words: a script in quotes, files of options and headers.
extension InputReader {
  private static let shells = ["bash", "sh", "zsh", "dash", "ksh"]

  /// The pushes among the commands in the quotes of `bash -c '…'`.
  mutating func nestedCommands(_ source: SourceText, _ range: ByteRange) -> [InputRecord] {
    var records: [InputRecord] = []
    for text in InputReader.nestedScripts(source, range) {
      let inner = SourceText(path: source.path, bytes: text.bytes)
      let range = ByteRange(0, text.bytes.count)
      // Between its quotes the outer shell may have filled variables in.
      for record in curlRecords(inner, range, kind: .curl, isShellText: false) {
        // A fix would have to be written in quotes within quotes.
        records.append(record.lifted(by: text.map, into: source, isFixed: true))
      }
    }
    return records
  }

  /// The words behind `-c`, or behind letters that end in it.
  private static func nestedScripts(_ source: SourceText, _ range: ByteRange) -> [AssembledText] {
    guard source.bytes.withByteView({ $0.contains("c ") }) else { return [] }
    return shells.flatMap { shell in
      ShellScript.calls(of: shell, in: source.bytes, range: range).compactMap { call -> AssembledText? in
        let words = Array(call.arguments)
        let option = words.firstIndex {
          $0.string.hasPrefix("-") && !$0.string.hasPrefix("--") && $0.string.hasSuffix("c")
        }
        guard let option, option + 1 < words.count else { return nil }
        return words[option + 1].text
      }
    }
  }

  /// Where a push may stand in what commands name and nobody reads; nil where they name nothing of the kind.
  func unreadPart(_ source: SourceText, _ range: ByteRange, _ shape: InputShape) -> String? {
    guard shape.isNamed else { return nil }
    for call in ShellScript.calls(of: "curl", in: source.bytes, range: range) {
      for request in CurlCommand.requests(in: call) {
        guard let file = request.configuration?.text?.string else { continue }
        return "curl takes options from \(file), which is not read"
      }
    }
    if !InputReader.nestedScripts(source, range).isEmpty {
      return "what stands in quotes behind -c sends no push"
    }
    for call in ShellScript.calls(of: "aws", in: source.bytes, range: range) {
      guard let file = call.arguments.first(where: { $0.string.hasPrefix("file://") }) else { continue }
      return "the message in \(file.string.dropFirst(7)) cannot be read"
    }
    return nil
  }

  /// Whether a message that a command publishes lies in a file.
  func publishesFile(_ source: SourceText) -> Bool {
    source.bytes.withByteView { $0.contains("sns publish") && $0.contains("file://") }
  }

  /// `-H @FILE`: a header a line.
  func addHeaders(inFile name: AssembledText, to builder: inout RequestBuilder) -> Bool {
    guard name.string != "-", !name.isEmpty,
      Placeholders.find(in: name.bytes, expectsFormat: false) == nil
    else { return false }
    guard let (source, _) = try? readFile(name.string) else {
      builder.detect("curl-config-not-read", at: name.whole, ["actual": name.string])
      return false
    }
    let whole = InputTree.wholeLocation(of: source, isOtherFile: true)
    var start = 0
    while start < source.bytes.count {
      let end = source.bytes[start...].firstIndex(of: 0x0A) ?? source.bytes.count
      let line = HTTPLine(source.bytes, start, end)
      if let colon = source.bytes[line.first..<line.last].firstIndex(of: UInt8(ascii: ":")) {
        let (name, value) = (line.trimmed(line.first, colon), line.trimmed(colon + 1, line.last))
        builder.addHeader(
          source.text(name), source.text(value),
          at: PlaceResolver.Header(name: whole.part(name), value: whole.part(value)))
      }
      start = end + 1
    }
    return true
  }
}
