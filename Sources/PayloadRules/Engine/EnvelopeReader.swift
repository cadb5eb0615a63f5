/// Recognises another service's message and takes the payload out of it, as `envelopes` in the rules say.
///
/// Keeps its memory from message to message; one a thread.
package final class EnvelopeReader {
  private let set: RuleSet
  /// The keys that lead to lists of messages inside a larger text; the empty path is the text itself.
  package let paths: [[String]]
  private let looks: [EnvelopeLook]
  private lazy var evaluator = Evaluator(set: set, options: RuleOptions())
  private var document = JSONDocument()

  package init(_ set: RuleSet) {
    self.set = set
    var paths: [[String]] = []
    for envelope in set.envelopes where !paths.contains(envelope.within) { paths.append(envelope.within) }
    self.paths = paths
    let input = LintSubject().input
    looks = set.envelopes.map { EnvelopeLook($0.condition, input: input) }
  }

  /// The kinds of message that there are.
  package var kinds: Set<String> { Set(set.envelopes.map(\.kind)) }

  /// Reads a message by the first envelope whose condition holds for it, of one kind where that is said.
  package func read(_ bytes: [UInt8], within path: [String] = [], kind: String? = nil) -> EnvelopeReading? {
    let candidates = bytes.withByteView { text -> [Int] in
      JSONScanner.scan(text, into: &document)
      guard document.nodes.first?.kind == .object else { return [] }
      return set.envelopes.indices.filter { number in
        set.envelopes[number].within == path && (kind == nil || set.envelopes[number].kind == kind)
          // What somebody calls a message of a service may look less like one.
          && (kind != nil || looks[number].mayHold(document, text))
      }
    }
    guard !candidates.isEmpty else { return nil }
    var probe = LintSubject()
    probe.envelope = bytes
    if let kind { probe.input = kind }
    return evaluator.matching(candidates, probe).map { EnvelopeReading(set.envelopes[$0], bytes) }
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
  /// The first of the envelopes, by number, whose condition holds for the subject's message.
  fileprivate func matching(_ envelopes: [Int], _ subject: LintSubject) -> Int? {
    self.subject = subject
    tokenReading = ProviderTokenReading(subject)
    if !memberTables.isEmpty { memberTables.removeAll() }
    prepareTexts()
    let bytes = subject.envelope ?? []
    let texts = textBytes
    return texts.withByteView { texts in
      bytes.withByteView { envelope in
        self.texts = texts
        self.envelope = envelope
        JSONScanner.scan(envelope, into: &envelopeDocument)
        fillSlots()
        return envelopes.first { truth(set.envelopes[$0].condition) == .yes }
      }
    }
  }
}
