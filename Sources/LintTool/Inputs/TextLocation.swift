internal import PayloadRules
internal import RuleFiles

/// How a text is written in the file that it lies in, so that an edit can be written likewise.
enum TextLayer: Sendable {
  /// As it is.
  case plain
  /// Inside the quotes of a JSON string, that is in a JSON string again, so many of them.
  case jsonString(depth: Int)
  /// As a part of YAML, where the text read is JSON made from it.
  case yaml(YAMLOrigin)
  /// As a YAML scalar, whose text this is.
  case yamlString(YAMLOrigin)
  /// Put together from parts of the file: words of a shell command, lines of an HTTP file.
  case assembled(TextAssembly)
  /// In a way that edits are not carried through: base64.
  case opaque
}

/// A YAML document and the JSON text made from it.
final class YAMLOrigin: Sendable {
  let canonical: CanonicalJSON
  let document: YAMLDocument

  init(canonical: CanonicalJSON, document: YAMLDocument) {
    self.canonical = canonical
    self.document = document
  }
}

/// Where one text of a request lies.
struct TextLocation: Sendable {
  var source: SourceText
  /// From the text to the source's bytes.
  var map: OffsetMap
  /// From the text to the JSON text of the YAML that it lies in.
  var canonicalMap: OffsetMap?
  var layer: TextLayer
  /// Whether the source is another file than the input's own.
  var isOtherFile = false
  /// All of the text, where it has no bytes of its own to point at.
  var whole: ByteRange

  /// A part of the text; nil for all of it.
  func place(of range: ByteRange?) -> FilePlace {
    // An empty text has no bytes that a range could lead back from.
    var outer = map.innerCount == 0 ? whole : range.map { map.outer($0) } ?? whole
    if let range, map.innerCount > 0, case .assembled(let assembly) = layer, !assembly.isOneWord(range) {
      outer = assembly.uses.outer(range)
    }
    return FilePlace(source: source, range: outer, isOtherFile: isOtherFile)
  }

  /// Where a text lies that was made from this one: its bytes lead to all of it, and no edit can be written there.
  func opaque(count: Int) -> TextLocation {
    var location = self
    location.layer = .opaque
    location.map = OffsetMap()
    location.map.append(count, at: whole.start, outerCount: whole.count, isLinear: false)
    return location
  }

  /// The edits as byte edits of the file; nil where they cannot be written there with certainty.
  func fileEdits(_ edits: [Edit]) -> [Edit]? {
    // A report's edits count in the input's own file, and whoever applies them would write another one's there.
    guard !isOtherFile else { return nil }
    // Their texts are UTF-8, which amid UTF-16 would be read as other characters.
    guard source.fileMap == nil else { return nil }
    var result: [Edit] = []
    for edit in edits {
      guard let mapped = fileEdit(edit) else { return nil }
      result.append(mapped)
    }
    result.sort { $0.range < $1.range }
    for (first, second) in zip(result, result.dropFirst()) where second.range.start < first.range.end {
      return nil
    }
    return result
  }

  private func fileEdit(_ edit: Edit) -> Edit? {
    switch layer {
    case .plain: return Edit(range: map.outer(edit.range), text: edit.text)
    case .jsonString(let depth):
      var text = edit.text
      for _ in 0..<depth { text = TextLocation.escaped(text) }
      return Edit(range: map.outer(edit.range), text: text)
    case .yaml(let origin): return yamlEdit(edit.range, edit.text, origin)
    case .yamlString(let origin): return yamlEdit(edit.range, TextLocation.escaped(edit.text), origin)
    case .assembled(let assembly): return assembly.edit(edit, at: map.outer(edit.range))
    case .opaque: return nil
    }
  }

  private func yamlEdit(_ range: ByteRange, _ text: String, _ origin: YAMLOrigin) -> Edit? {
    guard let canonicalMap else { return nil }
    return origin.canonical.yamlEdit(
      for: Edit(range: canonicalMap.outer(range), text: text), in: origin.document, of: source.bytes)
  }

  /// The text as it is written between the quotes of a JSON string.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.appendQuoted(text, to: &bytes)
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The location of the part `range` of this text as a text of its own.
  func part(_ range: ByteRange) -> TextLocation {
    var result = self
    let linear = OffsetMap(linear: range.count, at: range.start)
    result.map = linear.composed(with: map)
    result.canonicalMap = canonicalMap.map { linear.composed(with: $0) }
    result.whole = place(of: range).range
    if case .assembled(let assembly) = layer { result.layer = .assembled(assembly.part(range)) }
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
    case .envelope:
      if let frame { return (frame.location.place(of: place.range), nil) }
      return (FilePlace(source: source, range: place.range ?? request), nil)
    case .request: return (FilePlace(source: source, range: place.range ?? request), nil)
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
    case .request: requestText ?? InputTree.wholeLocation(of: self.source)
    case .headers, .envelope: nil
    }
  }

  /// The text that the request was read from, where it is not the source as it stands: a line, YAML as JSON.
  var requestText: TextLocation?
  /// The message of another service around the payload.
  var frame: EnvelopeFrame?
  /// Where a header can be added; nil where no header set is written down.
  var headerInsertion: HeaderInsertion?

  /// The edits of a fix as byte edits of the file; nil where they cannot be written there with certainty.
  func fileEdits(_ fix: Fix) -> [Edit]? {
    guard let edits = sourceEdits(fix) else { return nil }
    // A line of a stream counts its own bytes.
    let start = source.fileOffset
    return start == 0 ? edits : edits.map { Edit(range: $0.range.shifted(by: start), text: $0.text) }
  }

  private func sourceEdits(_ fix: Fix) -> [Edit]? {
    // Without a header set there is no saying where it would stand: a request may be a recording.
    if fix.source == .headers { return headerInsertion?.fileEdits(fix.edits) }
    if fix.source == .envelope { return frame?.fileEdits(fix.edits) }
    // A text in another encoding can only be written anew as a whole.
    let whole = ByteRange(0, source.bytes.count)
    if let map = source.fileMap, fix.source == .request, fix.edits.count == 1, fix.edits[0].range == whole {
      return [Edit(range: ByteRange(0, map.outerEnd(whole.end)), text: fix.edits[0].text)]
    }
    return location(of: fix.source)?.fileEdits(fix.edits)
  }
}
