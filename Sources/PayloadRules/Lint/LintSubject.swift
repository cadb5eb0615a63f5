/// What is known of one fact of a request.
package enum Fact<Value: Sendable>: Sendable {
  /// Nobody said, and the input is not of a kind that would have.
  case unknown
  /// The input is whole and does not hold it.
  case absent
  case present(Value)

  package var value: Value? {
    if case .present(let value) = self { return value }
    return nil
  }
}

extension Fact: Equatable where Value: Equatable {}

/// One header field, in the order of the request; repeats are kept.
package struct HeaderField: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// How a request authenticates itself.
package enum Credential: String, Sendable {
  /// A provider token stands in `authorization`.
  case token
  case certificate
  /// Known to be missing.
  case none
  /// The sender adds a provider token late: never missed, but the topic is needed as with `token`.
  case addedLater = "added-later"
  case unknown
}

/// How the bytes of a payload relate to the bytes that will be sent.
package enum SizeBasis: Sendable {
  /// They are the body.
  case asSent
  /// They will usually be serialised anew: only the size without white space can be over a limit.
  case asKept
}

/// Whether fixtures are checked, or what is about to be sent.
package enum Profile: String, Sendable, CaseIterable {
  case fixture, dispatch
}

/// Everything that is known of one request, for the engine to judge.
package struct LintSubject: Sendable {
  /// The payload's bytes, UTF-8 (a UTF-16 text is converted by the reader). Present and empty for an
  /// empty body; absent for a request that is known to have no body; unknown where only headers are kept.
  package var payload: Fact<[UInt8]> = .unknown
  package var sizeBasis: SizeBasis = .asSent
  package var headers: [HeaderField] = []
  /// Whether a header that is not in `headers` is absent (true) or unknown (false).
  package var headersAreComplete = false
  /// Whether this is a whole request, as it would go over the wire (curl, HTTP, HAR, dispatch).
  package var isWholeRequest = false
  package var method: Fact<String> = .unknown
  package var host: Fact<String> = .unknown
  package var port: Fact<String> = .unknown
  /// The path of the URL, `/3/device/…`.
  package var path: Fact<String> = .unknown
  /// The device token where it is given apart from a path.
  package var token: Fact<String> = .unknown
  package var credential: Credential = .unknown
  /// A provider token given by itself, without `authorization` around it.
  package var providerToken: Fact<String> = .unknown
  /// Facts that no one can see in the request, by the keys of the request contract: `token-environment`.
  package var context: [String: String] = [:]
  /// The kind of input, as in `--input`: `payload`, `simulator`, `request`, `token`, …
  package var input = "payload"
  package var profile = Profile.fixture
  /// Seconds since 1970; nil where there is no clock.
  package var now: Double?
  /// A push type stated outside the request, by an option or the configuration, and by which.
  package var statedPushType: (value: String, from: String)?
  /// Findings of the readers around the payload (JSON of a broken request, shell quoting, UTF-16 …), which
  /// rules pick up by their `detector` check.
  package var detections: [Detection] = []
  /// Compiled JSON Schemas, by the context key that names them: `content-state-schema`.
  package var schemas: [String: JSONSchema] = [:]
  /// Placeholders that the user declared, with their maximum lengths in bytes where those are known.
  package var placeholderSizes: [(pattern: Pattern, maximumBytes: Int?)] = []
  /// The message of another service around the payload, and which service's.
  package var envelope: [UInt8]?
  package var envelopeID: String?

  package init() {}
}

/// What a reader outside the engine met: `json-utf-16`, `request-unknown-field`.
package struct Detection: Sendable {
  package var detector: String
  package var place: FindingPlace
  package var subject: FindingSubject
  package var pointer: String?
  /// Named values for the message's placeholders, such as `actual` and `suggestion`.
  package var values: [String: String]
  package var edits: [Edit]
  package var fixTitle: String?

  package init(
    detector: String, place: FindingPlace, subject: FindingSubject, pointer: String? = nil,
    values: [String: String] = [:], edits: [Edit] = [], fixTitle: String? = nil
  ) {
    self.detector = detector
    self.place = place
    self.subject = subject
    self.pointer = pointer
    self.values = values
    self.edits = edits
    self.fixTitle = fixTitle
  }
}

extension LintSubject {
  /// The bytes that the offsets of a place count in, empty where nothing is known of them; nil for what has no text of
  /// its own in a subject.
  func text(of source: FindingSource) -> [UInt8]? {
    func bytes(_ fact: Fact<String>) -> [UInt8] { Array((fact.value ?? "").utf8) }
    return switch source {
    case .payload: payload.value ?? []
    case .headerName(let index): Array(headers[index].name.utf8)
    case .headerValue(let index): Array(headers[index].value.utf8)
    case .method: bytes(method)
    case .host: bytes(host)
    case .port: bytes(port)
    case .path: bytes(path)
    case .token: bytes(token)
    case .context("jwt"): bytes(providerToken)
    case .context(let key): Array((context[key] ?? "").utf8)
    case .envelope: envelope ?? []
    case .headers, .request: nil
    }
  }

  /// Whether nothing is known but the payload (and options that are no part of a request).
  package var isPayloadAlone: Bool {
    headers.isEmpty && !headersAreComplete && !isWholeRequest && credential == .unknown && method == .unknown
      && host == .unknown && port == .unknown && path == .unknown && token == .unknown
      && providerToken == .unknown && context.isEmpty && envelope == nil && profile == .fixture
  }
}
