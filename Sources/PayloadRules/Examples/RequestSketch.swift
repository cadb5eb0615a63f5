/// Writes a request down for people, with carets below the characters that a finding marks.
struct RequestSketch {
  private let example: ExampleCase
  private var subject: LintSubject { example.subject }

  init(_ example: ExampleCase) { self.example = example }

  func lines(marking place: FindingPlace?) -> [String] {
    var lines = requestLine(place)
    for (index, header) in subject.headers.enumerated() {
      lines += [header.name + ": " + shortened(header.value)]
      if let place, place.source == .headerName(index) {
        lines += carets(before: "", header.name, place.range)
      } else if let place, place.source == .headerValue(index), shortened(header.value) == header.value {
        lines += carets(before: header.name + ": ", header.value, place.range)
      }
    }
    lines += providerToken()
    lines += facts(place)
    let body = body(place?.source == .payload ? place?.range : nil)
    if !lines.isEmpty, !body.isEmpty { lines.append("") }
    return lines + body
  }

  /// What the fix makes of the text that it changes.
  func lines(after fix: Fix) -> [String] {
    let edited = { (text: String?) -> String in
      EditApplier.apply(fix.edits, to: Array((text ?? "").utf8)).map { String(decoding: $0, as: UTF8.self) }
        ?? ""
    }
    switch fix.source {
    case .payload:
      guard !isPadded, let bytes = EditApplier.apply(fix.edits, to: subject.payload.value ?? []) else {
        return []
      }
      if example.fields.contains("payload") { return JSONLayout(bytes).text.lines.map(visible) }
      return String(decoding: bytes, as: UTF8.self).lines.map(visible)
    case .headerName(let index):
      return [edited(subject.headers[index].name) + ": " + shortened(subject.headers[index].value)]
    case .headerValue(let index):
      return [subject.headers[index].name + ": " + edited(subject.headers[index].value)]
    case .headers: return fix.edits.map(\.text)
    case .method: return [edited(subject.method.value)]
    case .host: return [edited(subject.host.value)]
    case .path: return [edited(subject.path.value)]
    case .token: return [edited(subject.token.value)]
    default: return []
    }
  }

  private var isPadded: Bool { example.fields.contains("pad") }

  private func requestLine(_ place: FindingPlace?) -> [String] {
    var (line, marks): (String, [String]) = ("", [])
    func append(_ text: String, _ source: FindingSource, before: String) {
      line += before
      if let place, place.source == source { marks = carets(before: line, text, place.range) }
      line += text
    }
    if let method = subject.method.value, example.fields.contains("method") {
      append(method, .method, before: "")
    }
    if let host = subject.host.value { append(host, .host, before: line.isEmpty ? "https://" : " https://") }
    if let port = subject.port.value { append(port, .port, before: ":") }
    if let path = subject.path.value {
      append(path, .path, before: subject.host.value == nil && !line.isEmpty ? " " : "")
    }
    var lines = line.isEmpty ? [] : [line] + marks
    if let token = subject.token.value {
      lines.append("token: " + token)
      if let place, place.source == .token { lines += carets(before: "token: ", token, place.range) }
    }
    return lines
  }

  /// A provider token that stands by itself, or as header and claims.
  private func providerToken() -> [String] {
    guard let node = example.tree.value("jwt", of: example.request) else {
      return subject.providerToken.value.map { ["provider token: " + shortened($0)] } ?? []
    }
    guard example.tree.kind(node) == .object else {
      return ["provider token: " + shortened(example.tree.text(node))]
    }
    return example.tree.members(node).map { member in
      let range = example.tree.range(member.value)
      return "provider token, \(member.key): "
        + String(decoding: example.tree.bytes[range.start..<range.end], as: UTF8.self)
    }
  }

  /// What is known beside the request, as comments.
  private func facts(_ place: FindingPlace?) -> [String] {
    var lines: [String] = []
    if let stated = subject.statedPushType { lines.append("# push type: \(stated.value)") }
    let request = example.tree.members(example.request)
    for member in request where ["credential", "profile", "now", "input"].contains(member.key) {
      lines.append("# \(member.key): \(example.tree.text(member.value))")
    }
    if let context = example.tree.value("context", of: example.request) {
      for member in example.tree.members(context) {
        let text = shortened(example.tree.text(member.value))
        lines.append("# \(member.key): \(text)")
      }
    }
    return lines
  }

  // MARK: The body

  private func body(_ range: ByteRange?) -> [String] {
    if let hexadecimal = example.tree.value("body-hex", of: example.request) {
      return ["# body, in hexadecimal", example.tree.text(hexadecimal)]
    }
    if isPadded {
      guard let node = example.tree.value("payload", of: example.request),
        let pad = example.tree.value("pad", of: example.request)
      else { return [] }
      let at = example.tree.value("at", of: pad).map { example.tree.text($0) } ?? ""
      let size = example.tree.value("to-bytes", of: pad).map { example.tree.text($0) } ?? ""
      let text = example.tree.range(node)
      return JSONLayout(Array(example.tree.bytes[text.start..<text.end])).text.lines
        + ["# \(at) is so long that the body has \(size) bytes"]
    }
    if let node = example.tree.value("envelope", of: example.request) {
      let text = example.tree.range(node)
      return JSONLayout(Array(example.tree.bytes[text.start..<text.end])).text.lines
    }
    guard let bytes = subject.payload.value else { return [] }
    if bytes.isEmpty { return ["# the body is empty"] }
    if example.fields.contains("payload") {
      let layout = JSONLayout(bytes)
      return marked(layout.text, range.map { layout.range($0) })
    }
    return marked(bytes, range)
  }

  /// The lines of a text, the part within a range marked below its line where it is within one.
  private func marked(_ text: [UInt8], _ range: ByteRange?) -> [String] {
    var result: [String] = []
    var start = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      result.append(visible(String(decoding: line, as: UTF8.self)))
      let end = start + line.count
      if let range, range.start >= start, range.start <= end, range.end - range.start < text.count {
        // What goes over several lines is marked on its first.
        result += carets(
          before: "", String(decoding: line, as: UTF8.self),
          ByteRange(range.start - start, min(range.end, end) - start))
      }
      start = end + 1
    }
    if result.last == "" { result.removeLast() }
    return result
  }

  private func carets(before: String, _ text: String, _ range: ByteRange?) -> [String] {
    let bytes = Array(text.utf8)
    let range = range ?? ByteRange(0, bytes.count)
    guard range.start >= 0, range.end <= bytes.count, range.start <= range.end else { return [] }
    let left = visible(before + String(decoding: bytes[..<range.start], as: UTF8.self))
    let part = visible(String(decoding: bytes[range.start..<range.end], as: UTF8.self))
    return [
      String(repeating: " ", count: DisplayWidth.columns(of: left))
        + String(repeating: "^", count: max(1, DisplayWidth.columns(of: part)))
    ]
  }

  /// Long values of no interest, cut in the middle.
  private func shortened(_ text: String) -> String {
    guard text.utf8.count > 120 else { return visible(text) }
    return visible(String(text.prefix(60)) + "…" + String(text.suffix(20)))
  }

  /// Control characters as the pictures that stand for them.
  private func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
        result.append(picture)
      } else if scalar.value == 0xFEFF || scalar.value == 0x7F {
        result.append("\u{FFFD}")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension [UInt8] {
  fileprivate var lines: [String] {
    split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate var lines: [String] { Array(utf8).lines }
}
