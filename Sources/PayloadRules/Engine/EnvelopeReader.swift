/// Recognises another service's message and takes the payload out of it, as `envelopes` in the rules say.
package struct EnvelopeReader {
  private let set: RuleSet

  package init(_ set: RuleSet) { self.set = set }

  /// Where the parts of a push lie in a recognised message.
  package struct Match {
    package var id: String
    /// Nodes of the message's tree.
    package var payload: Int?
    /// The payload is JSON inside a text.
    package var payloadText: Int?
    package var headers: Int?
    package var token: Int?
    package var addsHeaders: Bool
  }

  /// The first envelope whose condition holds for the message.
  package func match(_ bytes: [UInt8], _ tree: JSONTree) -> Match? {
    guard !set.envelopes.isEmpty, !tree.isEmpty, tree.kind(0) == .object else { return nil }
    var probe = LintSubject()
    probe.envelope = bytes
    let evaluator = Evaluator(set: set, options: RuleOptions())
    let found = evaluator.matchingEnvelope(probe)
    guard let envelope = found else { return nil }
    func node(_ place: PlaceReference?) -> Int? {
      var node = 0
      for step in place?.place.steps ?? [] {
        guard case .key(let key) = step, let next = tree.value(key, of: node) else { return nil }
        node = next
      }
      return place == nil ? nil : node
    }
    return Match(
      id: envelope.id, payload: node(envelope.payload), payloadText: node(envelope.payloadText),
      headers: node(envelope.headers), token: node(envelope.token), addsHeaders: envelope.addsHeaders)
  }

  /// Takes the message apart into a subject; nothing where it is not recognised.
  package func read(_ bytes: [UInt8], into subject: inout LintSubject) {
    let tree = JSONTree(bytes)
    guard let match = match(bytes, tree) else { return }
    subject.envelope = bytes
    subject.envelopeID = match.id
    subject.input = match.id
    if let node = match.payload {
      subject.payload = .present(Array(bytes[tree.range(node).start..<tree.range(node).end]))
      subject.sizeBasis = .asKept
    } else if let node = match.payloadText, let text = tree.string(node) {
      subject.payload = .present(Array(text.utf8))
      subject.sizeBasis = .asSent
    }
    if let node = match.headers {
      for member in tree.members(node) {
        subject.headers.append(HeaderField(name: member.key, value: tree.text(member.value)))
      }
      subject.headersAreComplete = !match.addsHeaders
    }
    if let node = match.token, let token = tree.string(node) { subject.token = .present(token) }
  }
}

extension Evaluator {
  /// The envelope whose condition holds for the subject's message.
  func matchingEnvelope(_ subject: LintSubject) -> Envelope? {
    self.subject = subject
    tokenReading = ProviderTokenReading(subject)
    prepareTexts()
    let bytes = subject.envelope ?? []
    return bytes.withByteView { envelope in
      self.envelope = envelope
      JSONScanner.scan(envelope, into: &envelopeDocument)
      fillSlots()
      return set.envelopes.first { truth($0.condition) == .yes }
    }
  }
}
