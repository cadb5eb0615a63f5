internal import PayloadRules

extension InputReader {
  /// The entries of a recorded traffic (HAR 1.2), or nil where a JSON text is none.
  static func archiveEntries(of tree: InputTree) -> [Int]? {
    guard let root = tree.root, root.kind == .object, let log = tree.member("log", of: 0),
      let entries = tree.member("entries", of: log), tree.node(entries).kind == .array
    else { return nil }
    return tree.elements(of: entries)
  }

  /// The pushes among the entries; the rest is somebody's traffic and stays unread.
  mutating func archive(_ tree: InputTree, _ shape: InputShape) -> InputContents {
    let source = tree.location.source
    var records: [InputRecord] = []
    for (index, entry) in (InputReader.archiveEntries(of: tree) ?? []).enumerated() {
      guard let request = tree.member("request", of: entry), let address = tree.member("url", of: request),
        mayBePush(tree, request, address), var record = record(tree, request, address, of: entry)
      else { continue }
      record.record = index + 1
      records.append(record)
    }
    return records.isEmpty ? notAPush(source, shape) : .records(records)
  }

  /// By address and header names alone, so that a thousand other requests cost little.
  private func mayBePush(_ tree: InputTree, _ request: Int, _ address: Int) -> Bool {
    let bytes = Array(tree.string(address).utf8)
    let parts = RequestAddress(bytes)
    func text(_ range: ByteRange?) -> String {
      range.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) } ?? ""
    }
    if recognition.isServiceHost(text(parts.host)) || recognition.isServicePath(text(parts.path)) {
      return true
    }
    guard let headers = tree.member("headers", of: request) else { return false }
    return tree.elements(of: headers).contains { header in
      tree.member("name", of: header).map { recognition.isServiceHeader(tree.string($0)) } ?? false
    }
  }

  private func record(_ tree: InputTree, _ request: Int, _ address: Int, of entry: Int) -> InputRecord? {
    var builder = RequestBuilder(
      source: tree.location.source, recognition: recognition, profile: profile)
    builder.subject.input = InputKind.har.rawValue
    builder.resolver.request = tree.brace(of: request)
    builder.resolver.headerSet = tree.member("headers", of: request).map { tree.brace(of: $0) }
    if let method = tree.member("method", of: request) {
      let (text, location) = tree.text(method)
      builder.set("method", text, at: location)
    }
    let (text, location) = tree.text(address)
    builder.setAddress(Array(text.utf8), at: location)
    if let version = tree.member("httpVersion", of: request) { setVersion(tree, version, &builder) }
    for header in tree.member("headers", of: request).map({ tree.elements(of: $0) }) ?? [] {
      guard let name = tree.member("name", of: header), let value = tree.member("value", of: header),
        !tree.string(name).hasPrefix(":"), tree.string(name).asciiLowercased != "host"
      else { continue }
      let (nameText, nameLocation) = tree.text(name)
      let (valueText, valueLocation) = tree.text(value)
      builder.addHeader(
        nameText, valueText, at: PlaceResolver.Header(name: nameLocation, value: valueLocation))
    }
    setBody(tree, request, &builder)
    for (facts, isOption) in facts { builder.add(facts, isOption: isOption) }
    let recorded = tree.member("startedDateTime", of: entry).flatMap { LintOptions.time(tree.string($0)) }
    // A certificate of the connection is not in the record.
    builder.settleWhole(isOpen: false, knowsCredential: false, now: now ?? recorded, clock: clock)
    return InputRecord(subject: builder.subject, resolver: builder.resolver)
  }

  /// `HTTP/1.1`, `http/2.0`, `h2`.
  private func setVersion(_ tree: InputTree, _ index: Int, _ builder: inout RequestBuilder) {
    let (text, location) = tree.text(index)
    let bytes = Array(text.utf8)
    guard bytes.count > 5, text.asciiLowercased.hasPrefix("http/") else { return }
    builder.setContext(
      "http-version", String(decoding: bytes[5...], as: UTF8.self),
      at: location.part(ByteRange(5, bytes.count)))
  }

  private func setBody(_ tree: InputTree, _ request: Int, _ builder: inout RequestBuilder) {
    guard let data = tree.member("postData", of: request) else {
      let size = tree.member("bodySize", of: request).map { tree.letters($0) }
      if size == "0" {
        var location = tree.location
        (location.layer, location.map) = (.opaque, OffsetMap())
        location.whole = tree.brace(of: request)
        builder.setPayload([], at: location, basis: .asSent)
      }
      return
    }
    guard let node = tree.member("text", of: data), tree.node(node).kind == .string else { return }
    let (text, location) = tree.text(node)
    let encoding = tree.member("encoding", of: data) ?? tree.member("_encoding", of: data)
    let bytes = Array(text.utf8)
    if encoding.map({ tree.string($0) }) == "base64" || bytes.first != UInt8(ascii: "{"),
      let decoded = InputReader.base64(bytes)
    {
      return builder.setPayload(decoded, at: location.opaque(count: decoded.count), basis: .asSent)
    }
    builder.setPayload(bytes, at: location, basis: .asSent)
  }

  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    let failure = text.withByteView { Base64URL.decode($0, into: &decoded, alphabet: .either) }
    return failure == nil && decoded.first(where: { !isWhite($0) }) == UInt8(ascii: "{") ? decoded : nil
  }
}
