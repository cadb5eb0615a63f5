import PayloadRules

/// One line of corpus/conformance: a request and the verdict of the service; the README there says more.
struct ConformanceVector: Sendable {
  struct Verdict: Sendable, Hashable {
    var outcome: String
    var status: Int?
    var reason: String?
    var certainty: String?
    /// Pointers to parts of the body that are delivered and have no effect.
    var withoutEffect: [String] = []
  }

  var id: String
  var method: String?
  var host: String?
  var path: String?
  var headers: [HeaderField]?
  var body: [UInt8]?
  var context: [(key: String, value: String)] = []
  var verdict: Verdict
  var source: String
  var why: String

  // MARK: Reading

  enum Defect: Error { case line(String) }

  init(_ line: Substring) throws {
    let tree = JSONTree(Array(line.utf8))
    guard !tree.isEmpty, let request = tree.value("request", of: 0),
      let verdict = tree.value("verdict", of: 0),
      let id = tree.value("id", of: 0)
    else { throw Defect.line(String(line.prefix(80))) }
    func text(_ key: String, _ node: Int) -> String? {
      tree.value(key, of: node).flatMap { tree.kind($0) == .null ? nil : tree.text($0) }
    }
    self.id = tree.text(id)
    (method, host, path) = (text("method", request), text("host", request), text("path", request))
    if let list = tree.value("headers", of: request), tree.kind(list) == .array {
      headers = tree.elements(list).map { pair in
        let parts = tree.elements(pair)
        return HeaderField(name: tree.text(parts[0]), value: tree.text(parts[1]))
      }
    }
    body = text("body", request).map { Array($0.utf8) }
    if let digits = text("body-hex", request) {
      let values = digits.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
      body = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
    if let node = tree.value("context", of: 0) {
      context = tree.members(node).map { ($0.key, tree.text($0.value)) }
    }
    self.verdict = Verdict(
      outcome: text("outcome", verdict) ?? "", status: text("status", verdict).flatMap { Int($0) },
      reason: text("reason", verdict), certainty: text("certainty", verdict),
      withoutEffect: tree.value("without-effect", of: verdict).map { tree.elements($0).map { tree.text($0) } }
        ?? [])
    (source, why) = (text("source", 0) ?? "", text("why", 0) ?? "")
  }

  init(id: String, verdict: Verdict, source: String, why: String) {
    (self.id, self.verdict, self.source, self.why) = (id, verdict, source, why)
  }

  static func read(_ path: String) throws -> [ConformanceVector] {
    try Repository.text(path).split(separator: "\n").map { try ConformanceVector($0) }
  }

  // MARK: Writing

  var line: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("id", id)
    writer.key("request")
    writer.beginObject()
    writer.member("method", method)
    writer.member("host", host)
    writer.member("path", path)
    writer.key("headers")
    if let headers {
      writer.beginArray()
      for header in headers {
        writer.beginArray()
        writer.string(header.name)
        writer.string(header.value)
        writer.endArray()
      }
      writer.endArray()
    } else {
      writer.null()
    }
    if let body, !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body) {
      writer.member("body-hex", body.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    } else {
      writer.member("body", body.map { String(decoding: $0, as: UTF8.self) })
    }
    writer.endObject()
    writer.key("context")
    writer.beginObject()
    for (key, value) in context { writer.member(key, value) }
    writer.endObject()
    writer.key("verdict")
    writer.beginObject()
    writer.member("outcome", verdict.outcome)
    writer.key("status")
    if let status = verdict.status { writer.number(status) } else { writer.null() }
    writer.member("reason", verdict.reason)
    writer.member("certainty", verdict.certainty)
    if !verdict.withoutEffect.isEmpty {
      writer.key("without-effect")
      writer.beginArray()
      for pointer in verdict.withoutEffect { writer.string(pointer) }
      writer.endArray()
    }
    writer.endObject()
    writer.member("source", source)
    writer.member("why", why)
    writer.endObject()
    return writer.string
  }

  // MARK: Judging

  /// The request as our own engine takes it.
  var subject: LintSubject {
    func fact(_ text: String?) -> Fact<String> { text.map { .present($0) } ?? .unknown }
    var subject = LintSubject()
    subject.input = "request"
    (subject.method, subject.path) = (fact(method), fact(path))
    if let host {
      let parts = host.split(separator: ":", maxSplits: 1)
      subject.host = .present(String(parts.first ?? ""))
      if parts.count > 1 { subject.port = .present(String(parts[1])) }
    }
    subject.headers = headers ?? []
    subject.headersAreComplete = headers != nil
    subject.payload = body.map { .present($0) } ?? .unknown
    subject.sizeBasis = .asSent
    subject.credential = .addedLater
    for (key, value) in context {
      switch key {
      case "now": subject.now = Double(value)
      case "profile": subject.profile = Profile(rawValue: value) ?? .fixture
      case "credential": subject.credential = Credential(rawValue: value) ?? .unknown
      default: subject.context[key] = value
      }
    }
    let hasToken = subject.headers.contains { $0.name.lowercased() == "authorization" }
    if subject.context["certificate"] == "true" {
      subject.credential = .certificate
    } else if hasToken, subject.credential == .addedLater {
      subject.credential = .token
    }
    if headers == nil, subject.credential == .addedLater { subject.credential = .unknown }
    return subject
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }
}
