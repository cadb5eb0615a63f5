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

  var push: SieveRequest

  /// The device token in hexadecimal; nil where the path, or nothing, carries it.
  public var token: String? {
    get { push.token }
    set { push.token = newValue }
  }

  /// Header fields in order; repeats are kept, since APNs refuses them.
  public var headers: [(name: String, value: String)] {
    get { push.headers }
    _modify { yield &push.headers }
  }

  /// The body as it will be sent: JSON, UTF-8.
  public var payload: [UInt8] {
    get { push.payload }
    _modify { yield &push.payload }
  }

  public var credential: Credential {
    get { Credential(push.credential) }
    set { push.credential = newValue.engineCredential }
  }

  /// `api.push.apple.com`, with or without a port; nil where it is not known yet.
  public var host: String? {
    get { push.host }
    set { push.host = newValue }
  }

  /// The path of the URL; nil where it is not known yet.
  public var path: String? {
    get { push.path }
    set { push.path = newValue }
  }

  /// What nobody can see in the request, by the keys of a request file's `context`: `token-environment`, …
  public var context: [String: String] {
    get { push.context }
    _modify { yield &push.context }
  }

  public init(
    token: String? = nil, headers: [(name: String, value: String)] = [], payload: [UInt8],
    credential: Credential = .addedLater, host: String? = nil, path: String? = nil
  ) {
    push = SieveRequest(
      token: token, headers: headers, payload: payload, credential: credential.engineCredential, host: host,
      path: path)
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
    subject.credential = push.credential
    subject.context = context
    if credential == .certificate { subject.context["certificate"] = "true" }
    subject.input = "request"
    subject.profile = profile.engineProfile
    subject.now = now
    return subject
  }

  /// `host:port` as both.
  private static func split(_ text: String) -> (Fact<String>, Fact<String>) {
    guard let colon = text.utf8.lastIndex(of: 0x3A) else { return (.present(text), .unknown) }
    return (.present(String(text[..<colon])), .present(String(text[text.utf8.index(after: colon)...])))
  }
}

extension PushRequest.Credential {
  init(_ credential: PayloadRules.Credential) {
    switch credential {
    case .addedLater: self = .addedLater
    case .token: self = .token
    case .certificate: self = .certificate
    case .none, .unknown: self = .unknown
    }
  }

  var engineCredential: PayloadRules.Credential {
    switch self {
    case .addedLater: .addedLater
    case .token: .token
    case .certificate: .certificate
    case .unknown: .unknown
    }
  }
}
