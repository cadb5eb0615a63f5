internal import PayloadRules

/// How a text is written in the file that it lies in, so that an edit can be written likewise.
enum TextLayer: Sendable, Hashable {
  /// As it is.
  case plain
  /// Inside the quotes of a JSON string.
  case jsonString
  /// In a way that edits are not carried through: YAML, base64.
  case opaque
}

/// Where one text of a request lies.
struct TextLocation: Sendable {
  var source: SourceText
  /// From the text to the source's bytes.
  var map: OffsetMap
  var layer: TextLayer
  /// Whether the source is another file than the input's own.
  var isOtherFile = false
  /// All of the text, where it has no bytes of its own to point at.
  var whole: ByteRange

  /// A part of the text; nil for all of it.
  func place(of range: ByteRange?) -> FilePlace {
    FilePlace(source: source, range: range.map { map.outer($0) } ?? whole, isOtherFile: isOtherFile)
  }

  /// The edits as byte edits of the file; nil where they cannot be written there with certainty.
  func fileEdits(_ edits: [Edit]) -> [Edit]? {
    guard !isOtherFile, source.fileMap == nil, layer != .opaque else { return nil }
    return edits.map { edit in
      var text = edit.text
      if layer == .jsonString {
        var bytes: [UInt8] = []
        JSONWriter.appendQuoted(text, to: &bytes)
        text = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
      }
      return Edit(range: map.outer(edit.range), text: text)
    }
  }

  /// The location of the part `range` of this text as a text of its own.
  func part(_ range: ByteRange) -> TextLocation {
    var result = self
    result.map = OffsetMap(linear: range.count, at: range.start).composed(with: map)
    result.whole = map.outer(range)
    return result
  }
}

/// Where the facts of a request come from: leads a finding's place back to the user's files and options.
struct PlaceResolver: Sendable {
  struct Header: Sendable {
    var name: TextLocation?
    var value: TextLocation?
    /// The option or configuration line, where it stands in no file.
    var from: String?
  }

  /// The input's own text, in which the place of the request as a whole counts.
  var source: SourceText
  var payload: TextLocation?
  var headers: [Header] = []
  /// Where a missing header would belong: an opening brace.
  var headerSet: ByteRange?
  /// The opening brace of the request.
  var request = ByteRange(0, 0)
  /// Of `method`, `host`, `port`, `path`, `token`, and `context.KEY`.
  var facts: [String: TextLocation] = [:]
  /// Of the same, the option or configuration line.
  var origins: [String: String] = [:]

  func resolve(_ place: FindingPlace) -> (place: FilePlace?, from: String?) {
    switch place.source {
    case .payload:
      guard let payload else { return (FilePlace(source: source, range: request), nil) }
      return (payload.place(of: place.range), nil)
    case .headerName(let index), .headerValue(let index):
      guard headers.indices.contains(index) else { return (nil, nil) }
      let header = headers[index]
      if case .headerName = place.source, let name = header.name { return (name.place(of: place.range), nil) }
      if let value = header.value { return (value.place(of: place.range), nil) }
      return (nil, header.from)
    case .headers:
      if let headerSet { return (FilePlace(source: source, range: headerSet), nil) }
      if let from = headers.lazy.compactMap(\.from).first { return (nil, from) }
      return (FilePlace(source: source, range: request), nil)
    case .request, .envelope: return (FilePlace(source: source, range: place.range ?? request), nil)
    case .method: return fact("method", place.range)
    case .host: return fact("host", place.range)
    case .port: return fact("port", place.range)
    case .path: return fact("path", place.range)
    case .token: return fact("token", place.range)
    case .context(let key): return fact("context." + key, place.range)
    }
  }

  private func fact(_ key: String, _ range: ByteRange?) -> (place: FilePlace?, from: String?) {
    if let location = facts[key] { return (location.place(of: range), nil) }
    if let from = origins[key] { return (nil, from) }
    return (FilePlace(source: source, range: request), nil)
  }

  /// The location of the text that a fix's edits count in.
  func location(of source: FindingSource) -> TextLocation? {
    switch source {
    case .payload: payload
    case .headerName(let index): headers.indices.contains(index) ? headers[index].name : nil
    case .headerValue(let index): headers.indices.contains(index) ? headers[index].value : nil
    case .method: facts["method"]
    case .host: facts["host"]
    case .port: facts["port"]
    case .path: facts["path"]
    case .token: facts["token"]
    case .context(let key): facts["context." + key]
    case .request:
      TextLocation(
        source: self.source, map: OffsetMap(linear: self.source.bytes.count, at: 0), layer: requestLayer,
        whole: request)
    case .headers, .envelope: nil
    }
  }

  /// Whether edits of the request's own text can be written.
  var requestLayer = TextLayer.plain
}
