internal import PayloadRules

/// One request of an HTTP file or a raw dump.
struct HTTPFileRequest {
  /// Its first line, or what stands for it.
  var place: ByteRange
  var method: AssembledText?
  var address: AssembledText?
  var headers: [(name: AssembledText, value: AssembledText)] = []
  /// `:method`, `:path` and the like, without the colon.
  var pseudoHeaders: [(name: String, value: AssembledText)] = []
  var body: AssembledText?
  /// The file that the body comes from.
  var bodyFile: AssembledText?
  /// A body that begins among the headers, without an empty line before it.
  var missingEmptyLine: ByteRange?

  init(place: ByteRange) { self.place = place }
}

/// Reads `.http` and `.rest` files of editors, and requests as they go over the wire.
///
/// It goes through the lines once: `###` ends a request, comments and scripts are left out, `{{name}}` is
/// filled in where the file says with what.
struct HTTPFile {
  private enum State { case before, address, headers, body }

  private let text: [UInt8]
  private let end: Int
  private var variables: [String: AssembledText] = [:]
  private(set) var requests: [HTTPFileRequest] = []
  /// Blocks that hold a curl command instead.
  private(set) var commands: [ByteRange] = []
  private var state = State.before
  private var current: HTTPFileRequest?
  /// The lines of the body that follow each other, as ranges with their line ends.
  private var bodyLines: [ByteRange] = []
  private var endsBody = false
  /// Where a curl command began, until its block ends.
  private var commandStart: Int?
  private var wasEmpty = true
  /// The sign that ends a script, while one is left out.
  private var script: [UInt8]?

  init(_ text: [UInt8], range: ByteRange) {
    self.text = text
    end = min(range.end, text.count)
    readVariables(range.start)
    var start = range.start
    while start < end {
      let lineEnd = text[start..<end].firstIndex(of: 0x0A) ?? end
      let next = min(lineEnd + 1, end)
      read(HTTPLine(text, start, lineEnd), next: next)
      start = next
    }
    finish(at: end)
  }

  // MARK: Lines

  private mutating func read(_ line: HTTPLine, next: Int) {
    defer { wasEmpty = line.isEmpty }
    if let ending = script {
      if line.contains(ending) { script = nil }
      return
    }
    if line.starts(with: "###") { return finish(at: line.start) }
    switch state {
    case .before: readBefore(line)
    case .address: readAddress(line)
    case .headers: readHeader(line)
    case .body: readBody(line, next: next)
    }
  }

  private mutating func readBefore(_ line: HTTPLine) {
    if line.isEmpty || line.isComment || line.starts(with: "@") || skipsScript(line) { return }
    if commandStart == nil, line.starts(with: "curl ") {
      commandStart = line.first
    } else if let parts = line.requestLine, commandStart == nil || parts.method != nil {
      begin(line, parts)
    } else if line.starts(with: ":"), line.separator != nil {
      beginFrame(line)
    }
  }

  private mutating func beginFrame(_ line: HTTPLine) {
    current = HTTPFileRequest(place: ByteRange(line.first, line.last))
    state = .headers
    readHeader(line)
  }

  private mutating func begin(_ line: HTTPLine, _ parts: (method: ByteRange?, address: ByteRange)) {
    finish(at: line.start)
    var request = HTTPFileRequest(place: ByteRange(line.first, line.last))
    request.method = parts.method.map { expand([$0]) }
    request.address = expand([parts.address])
    current = request
    state = .address
  }

  private mutating func readAddress(_ line: HTTPLine) {
    // The query, and on indented lines the rest of the address, may follow on lines of their own.
    let isQuery = line.starts(with: "?") || line.starts(with: "&")
    let isIndented = line.first > line.start && line.separator == nil && !line.isEmpty && !line.isJSON
    guard isQuery || isIndented else {
      state = .headers
      return readHeader(line)
    }
    let rest = expand([ByteRange(line.first, line.last)])
    current?.address?.append(rest, usedAt: rest.whole)
  }

  private mutating func readHeader(_ line: HTTPLine) {
    if line.isEmpty {
      // A dump without a request line has its frames one below the other.
      state = .body
      return
    }
    if line.isComment { return }
    switch line.label {
    case "headers", "headers:": return
    case "data", "body:", "body":
      state = .body
      return
    default: break
    }
    if line.starts(with: "- ") || line.starts(with: "+ ") { return }
    if line.isJSON {
      current?.missingEmptyLine = ByteRange(line.first, line.first)
      state = .body
      return readBody(line, next: min(line.end + 1, end))
    }
    guard let separator = line.separator else { return }
    let name = line.trimmed(line.first, separator.start)
    let value = expand([line.trimmed(separator.end, line.last)])
    if text[line.first] == UInt8(ascii: ":") {
      current?.pseudoHeaders.append((String(decoding: text[name.start + 1..<name.end], as: UTF8.self), value))
    } else {
      let header = (expand([name]), value)
      current?.headers.append(header)
    }
  }

  private mutating func readBody(_ line: HTTPLine, next: Int) {
    if line.isComment || skipsScript(line) { return }
    if wasEmpty, let parts = line.requestLine, parts.method != nil { return begin(line, parts) }
    if line.starts(with: ":method") {
      finish(at: line.start)
      return beginFrame(line)
    }
    if endsBody { return }
    if bodyLines.isEmpty, current?.bodyFile == nil {
      if line.isEmpty { return }
      switch line.label {
      case "headers:", "headers":
        state = .headers
        return
      case "body:", "body", "data": return
      default: break
      }
      if line.starts(with: "+ ") || line.starts(with: "- ") { return }
      if line.starts(with: "<"), let name = line.fileName {
        let file = expand([name])
        current?.bodyFile = file
        return
      }
    }
    if line.starts(with: "> ") || line.starts(with: ">> ") || line.starts(with: "<> ") || line.isResponse
      || line.starts(with: "```")
    {
      endsBody = true
      return
    }
    guard current?.bodyFile == nil else { return }
    if let last = bodyLines.last, last.end == line.start {
      bodyLines[bodyLines.count - 1].end = next
    } else {
      bodyLines.append(ByteRange(line.start, next))
    }
  }

  /// `< {% … %}` and `> {% … %}`.
  private mutating func skipsScript(_ line: HTTPLine) -> Bool {
    guard line.starts(with: "< {%") || line.starts(with: "> {%") else { return false }
    if !line.contains(Array("%}".utf8)) { script = Array("%}".utf8) }
    if state == .body, line.starts(with: ">") { endsBody = true }
    return true
  }

  /// Ends the request, or the curl command, that is being read.
  private mutating func finish(at position: Int) {
    if var request = current {
      trimBody()
      if !bodyLines.isEmpty { request.body = expand(bodyLines) }
      requests.append(request)
    }
    if let start = commandStart { commands.append(ByteRange(start, position)) }
    commandStart = nil
    current = nil
    bodyLines = []
    endsBody = false
    state = .before
  }

  /// White space at both ends of a body is not sent.
  private mutating func trimBody() {
    while let first = bodyLines.first {
      var start = first.start
      while start < first.end, isWhite(text[start]) { start += 1 }
      bodyLines[0].start = start
      if start < first.end { break }
      bodyLines.removeFirst()
    }
    while let last = bodyLines.last {
      var finish = last.end
      while finish > last.start, isWhite(text[finish - 1]) { finish -= 1 }
      bodyLines[bodyLines.count - 1].end = finish
      if finish > last.start { break }
      bodyLines.removeLast()
    }
  }

  // MARK: Variables

  /// `@name = value` lines, wherever they stand; each sees those before it.
  private mutating func readVariables(_ start: Int) {
    var start = start
    while start < end {
      let lineEnd = text[start..<end].firstIndex(of: 0x0A) ?? end
      let line = HTTPLine(text, start, lineEnd)
      start = lineEnd + 1
      guard line.starts(with: "@"),
        let equals = text[line.first..<line.last].firstIndex(of: UInt8(ascii: "="))
      else { continue }
      let name = line.trimmed(line.first + 1, equals)
      guard !name.isEmpty, text[name.start..<name.end].allSatisfy({ $0 > 0x20 }) else { continue }
      variables[String(decoding: text[name.start..<name.end], as: UTF8.self)] =
        expand([line.trimmed(equals + 1, line.last)])
    }
  }

  /// The text of some stretches of the file, with the variables that the file sets filled in.
  private func expand(_ ranges: [ByteRange]) -> AssembledText {
    var result = AssembledText(at: ranges.first?.start ?? 0)
    for range in ranges {
      var start = range.start
      var index = start
      var pieceStart = start
      while index + 1 < range.end {
        guard text[index] == 0x7B, text[index + 1] == 0x7B,
          let (name, close) = variableName(at: index, before: range.end), let value = variables[name],
          // Values of values could double without end.
          value.bytes.count < 1 << 16
        else {
          index += 1
          continue
        }
        result.append(text[start..<index], at: start)
        result.addPiece(pieceStart, index, .plain)
        result.append(value, usedAt: ByteRange(index, close))
        index = close
        start = close
        pieceStart = close
      }
      result.append(text[start..<range.end], at: start)
      result.addPiece(pieceStart, range.end, .plain)
    }
    if let first = ranges.first, let last = ranges.last { result.whole = ByteRange(first.start, last.end) }
    return result
  }

  private func variableName(at start: Int, before end: Int) -> (name: String, close: Int)? {
    var index = start + 2
    while index < end, text[index] == 0x20 { index += 1 }
    let first = index
    while index < end, index - first < 128, text[index] > 0x20, text[index] != 0x7D, text[index] != 0x7B {
      index += 1
    }
    let name = String(decoding: text[first..<index], as: UTF8.self)
    while index < end, text[index] == 0x20 { index += 1 }
    guard index + 1 < end, text[index] == 0x7D, text[index + 1] == 0x7D else { return nil }
    return (name, index + 2)
  }
}
