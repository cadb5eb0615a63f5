/// How a push type came to be known, and how surely.
package struct PushTypeKnowledge: Sendable, Hashable {
  package enum Certainty: String, Sendable { case stated, certain, likely }

  /// The type, or nil where it is unknown.
  package var value: String?
  /// `header`, `option`, `config`, `topic`, `path`, `payload` or `none`.
  package var from: String
  package var certainty: Certainty?

  package init(value: String?, from: String, certainty: Certainty?) {
    self.value = value
    self.from = from
    self.certainty = certainty
  }
}

/// What the server will most likely answer.
package struct Prediction: Sendable, Hashable {
  package enum Outcome: String, Sendable {
    case accepted, rejected, unknown
    case acceptedInvisible = "accepted-invisible"
  }
  package enum Certainty: String, Sendable, CaseIterable { case documented, observed, guess }

  package var outcome: Outcome
  package var status: Int?
  package var reason: String?
  package var certainty: Certainty?
  /// The other reasons that the server may meet first.
  package var alternatives: [String]

  package init(
    outcome: Outcome, status: Int? = nil, reason: String? = nil, certainty: Certainty? = nil,
    alternatives: [String] = []
  ) {
    self.outcome = outcome
    self.status = status
    self.reason = reason
    self.certainty = certainty
    self.alternatives = alternatives
  }
}

/// Everything the engine says about one request.
package struct Evaluation: Sendable {
  /// In the order of the request: headers and address first, then the payload by position.
  package var findings: [Finding] = []
  package var pushType = PushTypeKnowledge(value: nil, from: "none", certainty: nil)
  /// Size of the payload as given, in bytes; nil where there is none.
  package var bytes: Int?
  /// Size without insignificant white space.
  package var compactBytes: Int?
  /// The size limit in bytes; nil where it hangs on an unknown push type.
  package var limit: Int?
  package var prediction: Prediction?
  /// Topics that could not be checked for want of a fact: `environment`, `size`, `key`, `clock`.
  package var notChecked: [String] = []

  package init() {}
}
