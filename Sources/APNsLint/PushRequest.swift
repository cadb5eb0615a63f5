internal import PayloadRules

/// One push, as a sender is about to dispatch it.
public struct PushRequest: Sendable {
  /// How the request will authenticate itself.
  public enum Credential: Sendable {
    /// A provider token is added later: its absence is no finding, but the topic is needed.
    case addedLater
    /// A provider token stands in the `authorization` header.
    case token
    /// A client certificate.
    case certificate
    case unknown
  }

  /// The device token in hexadecimal; nil where the path, or nothing, carries it.
  public var token: String?
  /// Header fields in order; repeats are kept, since APNs refuses them.
  public var headers: [(name: String, value: String)]
  /// The body as it will be sent: JSON, UTF-8.
  public var payload: [UInt8]
  public var credential: Credential
  /// `api.push.apple.com`, with or without a port; nil where it is not known yet.
  public var host: String?
  /// The path of the URL; nil where it is not known yet.
  public var path: String?
  /// What nobody can see in the request, by the keys of a request file's `context`: `token-environment`, …
  public var context: [String: String] = [:]

  public init(
    token: String? = nil, headers: [(name: String, value: String)] = [], payload: [UInt8],
    credential: Credential = .addedLater, host: String? = nil, path: String? = nil
  ) {
    self.token = token
    self.headers = headers
    self.payload = payload
    self.credential = credential
    self.host = host
    self.path = path
  }

  /// The same with a dictionary of headers, in the order of their names, and the payload as a text.
  public init(
    token: String? = nil, headers: [String: String], payload: String, credential: Credential = .addedLater,
    host: String? = nil, path: String? = nil
  ) {
    self.init(
      token: token, headers: headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      payload: Array(payload.utf8), credential: credential, host: host, path: path)
  }

  func subject(_ profile: Linter.Profile, now: Double?) -> LintSubject {
    var subject = LintSubject()
    subject.payload = .present(payload)
    subject.headers = headers.map { HeaderField(name: $0.name, value: $0.value) }
    subject.headersAreComplete = true
    subject.isWholeRequest = profile == .dispatch
    subject.method = .present("POST")
    if let host { (subject.host, subject.port) = Self.split(host) }
    if let path { subject.path = .present(path) }
    if let token { subject.token = .present(token) }
    subject.credential = engineCredential
    subject.context = context
    if credential == .certificate { subject.context["certificate"] = "true" }
    subject.input = "request"
    subject.profile = profile == .dispatch ? .dispatch : .fixture
    subject.now = now
    return subject
  }

  /// The same for the sieve, without copies.
  func sieved(_ profile: Linter.Profile, now: Double?) -> SieveRequest {
    SieveRequest(
      headers: headers, payload: payload, token: token, host: host, path: path, context: context,
      credential: engineCredential, profile: profile == .dispatch ? .dispatch : .fixture, now: now)
  }

  private var engineCredential: PayloadRules.Credential {
    switch credential {
    case .addedLater: .addedLater
    case .token: .token
    case .certificate: .certificate
    case .unknown: .unknown
    }
  }

  /// `host:port` as both.
  private static func split(_ text: String) -> (Fact<String>, Fact<String>) {
    guard let colon = text.utf8.lastIndex(of: 0x3A) else { return (.present(text), .unknown) }
    return (.present(String(text[..<colon])), .present(String(text[text.utf8.index(after: colon)...])))
  }
}
