/// A reason of the server, or a symptom on the device, with all that there is to say about it.
package struct ReasonDescription: Sendable, Hashable {
  package struct Cause: Sendable, Hashable {
    package var cause: String
    package var likelihood: String?
    /// How to tell this cause from the others.
    package var tell: String?
    /// The rules that see this cause.
    package var rules: [String]

    package init(cause: String, likelihood: String? = nil, tell: String? = nil, rules: [String] = []) {
      self.cause = cause
      self.likelihood = likelihood
      self.tell = tell
      self.rules = rules
    }
  }

  package var id: String
  /// The status code of the answer; nil for a symptom.
  package var status: Int?
  package var isSymptom: Bool
  package var meaning: String
  package var causes: [Cause]
  package var retry: String?
  /// Whether a request shows it before it is sent: `yes`, `partly`, `no`.
  package var offline: String?
  /// What no one can see in a request.
  package var note: String?
  package var rules: [String]
  package var formerly: [String]
  package var source: String?
  package var documentation: String?

  package init(
    id: String, status: Int? = nil, isSymptom: Bool = false, meaning: String, causes: [Cause] = [],
    retry: String? = nil, offline: String? = nil, note: String? = nil, rules: [String] = [],
    formerly: [String] = [], source: String? = nil, documentation: String? = nil
  ) {
    self.id = id
    self.status = status
    self.isSymptom = isSymptom
    self.meaning = meaning
    self.causes = causes
    self.retry = retry
    self.offline = offline
    self.note = note
    self.rules = rules
    self.formerly = formerly
    self.source = source
    self.documentation = documentation
  }
}
