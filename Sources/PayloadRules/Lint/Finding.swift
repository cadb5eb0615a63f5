/// How sure and how grave a finding is.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Hygiene or portability.
  case note
  /// Accepted, and by observation or inference lost or misread.
  case warning
  /// Documented as wrong, refused or dropped.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

/// What will happen to the push.
public enum Outcome: String, Sendable, CaseIterable {
  /// The server answers with an error.
  case rejected
  /// Accepted, then nothing happens.
  case dropped
  /// Delivered, but the part at fault has no effect.
  case ignored
  case advice
}

/// What kind of thing a finding is about.
public enum FindingSubject: String, Sendable, CaseIterable {
  case payload, header, method, host, path, token, jwt, certificate, key, envelope, file
}

/// The text that a finding's range counts in.
public enum FindingSource: Sendable, Hashable {
  /// The payload's bytes as the engine was given them.
  case payload
  /// The name, or the value, of the header with this index.
  case headerName(Int)
  case headerValue(Int)
  /// The header set as a whole: where a missing header would stand.
  case headers
  case method, host, port, path, token
  /// A fact from the context, by its key.
  case context(String)
  /// The message of another service around the payload.
  case envelope
  /// Nowhere in particular: the request as a whole.
  case request
}

/// A place inside one of the texts of a request.
public struct FindingPlace: Sendable, Hashable {
  public var source: FindingSource
  /// Bytes in that text; nil for all of it.
  public var range: ByteRange?

  public init(source: FindingSource, range: ByteRange?) {
    self.source = source
    self.range = range
  }
}

/// Another place that explains a finding.
public struct FindingNote: Sendable, Hashable {
  public var message: String
  public var place: FindingPlace

  public init(message: String, place: FindingPlace) {
    self.message = message
    self.place = place
  }
}

/// One problem in a request, syntax problems included.
public struct Finding: Sendable {
  /// Identifier of the rule, stable for ever: `background-user-visible`.
  public var rule: String
  public var severity: Severity
  public var outcome: Outcome
  /// The server's reason string, where documented or well observed.
  public var reason: String?
  public var message: String
  /// What to write instead, or where to look.
  public var help: String?
  /// Address of the page that the rule rests on.
  public var documentation: String?
  public var subject: FindingSubject
  /// RFC 6901 pointer into the payload (or `/header/kid`, `/claims/iat` of a provider token); nil for
  /// what lies in no JSON text.
  public var pointer: String?
  /// Name of the header, in lower case.
  public var name: String?
  public var place: FindingPlace
  public var notes: [FindingNote]
  public var fix: Fix?
  /// Sixteen hexadecimal digits over rule, pointer shape and value: the same after unrelated edits.
  public var fingerprint: String

  public init(
    rule: String, severity: Severity, outcome: Outcome, reason: String? = nil, message: String,
    help: String? = nil, documentation: String? = nil, subject: FindingSubject, pointer: String? = nil,
    name: String? = nil, place: FindingPlace, notes: [FindingNote] = [], fix: Fix? = nil,
    fingerprint: String = ""
  ) {
    self.rule = rule
    self.severity = severity
    self.outcome = outcome
    self.reason = reason
    self.message = message
    self.help = help
    self.documentation = documentation
    self.subject = subject
    self.pointer = pointer
    self.name = name
    self.place = place
    self.notes = notes
    self.fix = fix
    self.fingerprint = fingerprint
  }
}
