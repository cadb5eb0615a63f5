/// A request as an example beside a rule writes it, made into something to judge.
struct ExampleRequest {
  static let keys = [
    "payload", "body", "body-hex", "kept", "placeholders", "headers", "method", "host", "port", "path",
    "token", "context", "push-type", "envelope", "credential", "whole", "profile", "now", "input", "pad",
    "jwt", "detect",
  ]

  var subject = LintSubject()

  init(_ tree: JSONTree, _ node: Int, _ set: RuleSet) {
    let fields = Dictionary(tree.members(node).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    func text(_ key: String) -> String? { fields[key].map { tree.text($0) } }
    func fact(_ key: String) -> Fact<String> { text(key).map { .present($0) } ?? .unknown }
    if let profile = text("profile").flatMap({ Profile(rawValue: $0) }) { subject.profile = profile }
    subject.now = fields["now"].flatMap { tree.number($0) }
    subject.isWholeRequest = fields["whole"].map { tree.kind($0) == .true } ?? false
    subject.method = fact("method")
    subject.host = fact("host")
    subject.port = fact("port")
    subject.path = fact("path")
    subject.token = fact("token")
    if subject.isWholeRequest, case .unknown = subject.method { subject.method = .present("POST") }
    if let node = fields["context"] {
      for member in tree.members(node) {
        subject.context[member.key] = tree.text(member.value)
        // A schema stands in the example itself; a request would name a file.
        guard tree.kind(member.value) == .object else { continue }
        let range = tree.range(member.value)
        if let schema = try? JSONSchema(JSONTree(Array(tree.bytes[range.start..<range.end]))) {
          subject.schemas[member.key] = schema
        }
      }
    }
    if let type = text("push-type") { subject.statedPushType = (type, "option") }
    if let node = fields["headers"] { readHeaders(tree, node) }
    readPayload(tree, fields)
    if let node = fields["jwt"] { readToken(tree, node) }
    if let credential = text("credential").flatMap({ Credential(rawValue: $0) }) {
      subject.credential = credential
    } else {
      deriveCredential()
    }
    let hasRequestFields = fields.keys.contains {
      ["headers", "path", "host", "token", "method"].contains($0)
    }
    subject.input = text("input") ?? (hasRequestFields ? "request" : "payload")
    if let text = text("body"), subject.input == "jwt" || subject.input == "token" {
      subject.payload = .unknown
      if subject.input == "jwt" {
        subject.providerToken = .present(text)
      } else {
        subject.token = .present(text)
      }
    }
    if let node = fields["pad"] { pad(tree, node) }
    for node in fields["placeholders"].map({ tree.elements($0) }) ?? [] {
      guard let pattern = tree.value("pattern", of: node).flatMap({ try? Pattern(tree.text($0)) }),
        let size = tree.value("max-bytes", of: node).flatMap({ tree.number($0) })
      else { continue }
      subject.placeholderSizes.append((pattern, Int(size)))
    }
    for node in fields["detect"].map({ tree.elements($0) }) ?? [] { detect(tree, node) }
    if let node = fields["envelope"] { readEnvelope(tree, node, set) }
  }

  /// What a reader outside the engine met: `{detector: ID, actual: …}`.
  private mutating func detect(_ tree: JSONTree, _ node: Int) {
    var values: [String: String] = [:]
    for member in tree.members(node) { values[member.key] = tree.text(member.value) }
    subject.detections.append(
      Detection(
        detector: values["detector"] ?? "", place: FindingPlace(source: .request, range: nil), subject: .file,
        pointer: values["pointer"] ?? "", values: values))
  }

  private mutating func readHeaders(_ tree: JSONTree, _ node: Int) {
    subject.headersAreComplete = true
    if tree.kind(node) == .array {
      for pair in tree.elements(node) {
        let parts = tree.elements(pair)
        if parts.count == 2 {
          subject.headers.append(HeaderField(name: tree.text(parts[0]), value: tree.text(parts[1])))
        }
      }
    } else {
      for member in tree.members(node) {
        subject.headers.append(HeaderField(name: member.key, value: tree.text(member.value)))
      }
    }
  }

  private mutating func readPayload(_ tree: JSONTree, _ fields: [String: Int]) {
    if let node = fields["payload"] {
      subject.payload = .present(Array(tree.bytes[tree.range(node).start..<tree.range(node).end]))
      subject.sizeBasis = .asKept
    } else if let node = fields["body"] {
      subject.payload = .present(Array(tree.text(node).utf8))
      subject.sizeBasis = .asSent
    } else if let node = fields["kept"] {
      subject.payload = .present(Array(tree.text(node).utf8))
      subject.sizeBasis = .asKept
    } else if let node = fields["body-hex"] {
      let digits = tree.text(node).utf8.compactMap(\.hexValue)
      subject.payload = .present(
        stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
      subject.sizeBasis = .asSent
    }
  }

  /// A provider token as text, or as header and claims to be encoded with a signature of the right length.
  private mutating func readToken(_ tree: JSONTree, _ node: Int) {
    var token = tree.text(node)
    if tree.kind(node) == .object {
      func part(_ key: String) -> String {
        guard let value = tree.value(key, of: node) else { return Base64URLText.encode(Array("{}".utf8)) }
        if let text = tree.string(value) { return text }
        return Base64URLText.encode(Array(tree.bytes[tree.range(value).start..<tree.range(value).end]))
      }
      let signature =
        tree.value("signature", of: node).map { tree.text($0) }
        ?? Base64URLText.encode((0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
      token = part("header") + "." + part("claims") + "." + signature
    }
    if subject.headersAreComplete {
      subject.headers.append(HeaderField(name: ProviderTokenReading.headerName, value: "bearer " + token))
    } else {
      subject.providerToken = .present(token)
      subject.input = "jwt"
    }
  }

  private mutating func deriveCredential() {
    let hasToken = subject.headers.contains { $0.name.asciiLowercased == ProviderTokenReading.headerName }
    if subject.context["certificate"] == "true" {
      subject.credential = .certificate
    } else if hasToken {
      subject.credential = .token
    } else if subject.context["certificate"] == "false"
      || (subject.isWholeRequest && subject.headersAreComplete)
      || (subject.profile == .dispatch && subject.headersAreComplete)
    {
      subject.credential = .none
    }
  }

  /// Lengthens the text at a place until the body has the number of bytes wanted.
  private mutating func pad(_ tree: JSONTree, _ node: Int) {
    guard let at = tree.value("at", of: node),
      let size = tree.value("to-bytes", of: node).flatMap({ tree.number($0) }),
      case .present(var bytes) = subject.payload
    else { return }
    if tree.text(at) == "white-space" {
      bytes.append(contentsOf: repeatElement(0x20, count: max(0, Int(size) - bytes.count)))
      subject.payload = .present(bytes)
      return
    }
    guard case .success(let place) = Place.parse(tree.text(at)) else { return }
    let document = JSONTree(bytes)
    var target = 0
    for step in place.steps {
      guard case .key(let key) = step, let next = document.value(key, of: target) else { return }
      target = next
    }
    let missing = Int(size) - bytes.count
    guard document.kind(target) == .string, missing > 0 else { return }
    bytes.insert(contentsOf: repeatElement(0x78, count: missing), at: document.range(target).end - 1)
    subject.payload = .present(bytes)
  }

  private mutating func readEnvelope(_ tree: JSONTree, _ node: Int, _ set: RuleSet) {
    let bytes = Array(tree.bytes[tree.range(node).start..<tree.range(node).end])
    // Rules may look into a message whose payload the example gives itself.
    subject.envelope = bytes
    EnvelopeReader(set).read(bytes, into: &subject)
  }
}

/// Base64 in the alphabet for addresses, without padding (RFC 4648, section 5).
package enum Base64URLText {
  package static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var result: [UInt8] = []
    var (buffer, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        result.append(alphabet[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { result.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
    return String(decoding: result, as: UTF8.self)
  }
}
