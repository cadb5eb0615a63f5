/// Recognises another service's message and takes the payload out of it, as `envelopes` in the rules say.
package struct EnvelopeReader: Sendable {
  private let set: RuleSet

  package init(_ set: RuleSet) { self.set = set }

  /// The keys that lead to lists of messages inside a larger text; the empty path is the text itself.
  package var paths: [[String]] {
    var paths: [[String]] = []
    for envelope in set.envelopes where !paths.contains(envelope.within) { paths.append(envelope.within) }
    return paths
  }

  /// The kinds of message that there are.
  package var kinds: Set<String> { Set(set.envelopes.map(\.kind)) }

  /// Reads a message by the first envelope whose condition holds for it, of one kind where that is said.
  package func read(_ bytes: [UInt8], within path: [String] = [], kind: String? = nil) -> EnvelopeReading? {
    let candidates = set.envelopes.filter { $0.within == path && (kind == nil || $0.kind == kind) }
    guard !candidates.isEmpty else { return nil }
    var probe = LintSubject()
    probe.envelope = bytes
    // What somebody calls a message of a service may look less like one.
    if let kind { probe.input = kind }
    let evaluator = Evaluator(set: set, options: RuleOptions())
    return evaluator.matching(candidates, probe).map { EnvelopeReading($0, bytes) }
  }

  /// Takes a message apart into a subject, its first payload included; nothing where it is not recognised.
  package func read(_ bytes: [UInt8], into subject: inout LintSubject) {
    var found = read(bytes)
    for path in paths where found == nil && !path.isEmpty { found = read(bytes, within: path) }
    guard let reading = found else { return }
    reading.describe(&subject)
    if let payload = reading.payloads.first {
      subject.payload = .present(reading.bytes(of: payload))
      subject.sizeBasis = .asKept
      if payload.isText { subject.context[EnvelopeReading.payloadKey] = payload.key }
    }
    for header in reading.headers {
      subject.headers.append(HeaderField(name: header.name, value: reading.tree.text(header.value)))
    }
    if !reading.headers.isEmpty || reading.hasHeaders { subject.headersAreComplete = !reading.addsHeaders }
    if let node = reading.token, let token = reading.tree.string(node) { subject.token = .present(token) }
  }
}

extension Evaluator {
  /// The first of the envelopes whose condition holds for the subject's message.
  fileprivate func matching(_ envelopes: [Envelope], _ subject: LintSubject) -> Envelope? {
    self.subject = subject
    tokenReading = ProviderTokenReading(subject)
    prepareTexts()
    let bytes = subject.envelope ?? []
    let texts = textBytes
    return texts.withByteView { texts in
      bytes.withByteView { envelope in
        self.texts = texts
        self.envelope = envelope
        JSONScanner.scan(envelope, into: &envelopeDocument)
        guard envelopeDocument.nodes.first?.kind == .object else { return nil }
        fillSlots()
        return envelopes.first { truth($0.condition) == .yes }
      }
    }
  }
}
