/// Scratch memory and working state for judging one request after another.
final class Evaluator {
  let set: RuleSet
  let options: RuleOptions
  var subject = LintSubject()
  var slots: [Value] = []
  /// Result of each distinct test of a condition, by leaf; nil until it is made.
  var leaves: [Truth?] = []

  var payloadDocument = JSONDocument()
  var envelopeDocument = JSONDocument()
  /// Where the last pointers led, so that many findings cost no more than the text.
  var payloadTrail = JSONPointerTrail()
  var envelopeTrail = JSONPointerTrail()
  /// Members by key of objects with many, by the object's node; made when one is asked for.
  var memberTables: [Value.Source: [Int: [String: Int]]] = [:]
  /// Other spellings of payload keys below the root that the service around the payload turns into the right ones.
  var spelling: [String: String] = [:]
  var tokenHeaderDocument = JSONDocument()
  var tokenClaimsDocument = JSONDocument()
  var payload = ByteView.empty
  var envelope = ByteView.empty
  var tokenHeader = ByteView.empty
  var tokenClaims = ByteView.empty
  var texts = ByteView.empty

  /// The texts of the request, one after the other.
  var textBytes: [UInt8] = []
  /// Which header each header text belongs to; the range is in `textBytes`.
  var headerRanges: [(name: ByteRange, value: ByteRange)] = []
  var headerNames: [String] = []
  /// The first header that stands a second time, once it was looked for.
  var foundRepeatedHeader: Int??
  /// Ranges of method, host, port, path, token, the context's facts, input, profile, credential, signature.
  var extraTexts: [ByteRange?] = []
  /// A provider token that stands by itself, in `textBytes`.
  var bareToken = ByteRange(0, 0)
  var derivedValues: [Scalar?] = []
  /// Derived values that were worked out and rest on a placeholder.
  var unknownDerived: Set<Int> = []
  var pushType = PushTypeKnowledge(value: nil, from: "none", certainty: nil)
  var route: String?
  var hasRoute = false
  var tokenReading = ProviderTokenReading()
  var notChecked: [String] = []
  var limit: Int?
  /// The rules that may object, where that is known already.
  var suspects: SieveSuspects?
  var candidates: [Candidate] = []
  /// Detections of the engine's own readers for this request.
  var ownDetections: [Detection] = []
  /// Reads the words of checked rules, once each.
  lazy var reader = RuleSetBuilder(reading: set)
  /// Keys that the service around the payload adds to its objects, by the object's node.
  var filledKeys: [Int: Set<String>] = [:]
  /// The push type that a hypothesis sets in place of the one inferred.
  var hypothesis: String?

  let pushTypes: [String]
  private let activity: [UInt8]
  /// Slots of the provider token and of its parts.
  let tokenSlots: [(slot: Int, part: String?)]

  init(set: RuleSet, options: RuleOptions) {
    self.set = set
    self.options = options
    pushTypes = set.pushTypes
    activity = Self.activity(set, options)
    tokenSlots = set.slots.filter { $0.key.root == .jwt }.map { place, slot in
      guard case .key(let part) = place.steps.first else { return (slot, nil) }
      return (slot, part)
    }
  }

  /// Judges a request; with `suspects`, by those rules alone.
  func evaluate(_ subject: LintSubject, suspects: SieveSuspects? = nil) -> Evaluation {
    self.subject = subject
    self.suspects = suspects
    tokenReading = ProviderTokenReading(subject)
    prepareTexts()
    let payloadBytes = subject.payload.value ?? []
    let (texts, header, claims) = (textBytes, tokenReading.header, tokenReading.claims)
    let envelopeBytes = subject.envelope ?? []
    return payloadBytes.withByteView { payload in
      texts.withByteView { texts in
        header.withByteView { header in
          claims.withByteView { claims in
            envelopeBytes.withByteView { envelope in
              self.payload = payload
              self.texts = texts
              self.tokenHeader = header
              self.tokenClaims = claims
              self.envelope = envelope
              return self.run()
            }
          }
        }
      }
    }
  }

  private func run() -> Evaluation {
    scanDocuments()
    forgetEncryptedPayload()
    readSpelling()
    fillSlots()
    findRoute()
    findPushType()
    findPlaceholders()
    collect()
    settleCandidates()
    var result = Evaluation()
    result.findings = candidates.map(finding)
    sortFindings(&result.findings)
    result.pushType = pushType
    if case .present(let bytes) = subject.payload {
      result.bytes = bytes.count
      result.compactBytes = bytes.count - payloadDocument.insignificantBytes
    }
    result.limit = limit
    result.notChecked = notChecked
    result.prediction = prediction(result.findings)
    return result
  }

  private func scanDocuments() {
    (payloadTrail, envelopeTrail) = (JSONPointerTrail(), JSONPointerTrail())
    if !memberTables.isEmpty { memberTables.removeAll() }
    scan(payload, into: &payloadDocument)
    scan(envelope, into: &envelopeDocument)
    scan(tokenHeader, into: &tokenHeaderDocument)
    scan(tokenClaims, into: &tokenClaimsDocument)
  }

  /// An encrypted body is no JSON and nothing in it can be judged. Which encodings encrypt, and the header
  /// that names them, is a fact; it is looked up only for a body that is no sound JSON.
  private func forgetEncryptedPayload() {
    guard !payloadDocument.problems.isEmpty, !headerNames.isEmpty else { return }
    for row in set.factRows("encrypted-encodings") {
      for (index, name) in headerNames.enumerated() where name == row.value {
        guard texts[headerRanges[index].value].string.asciiLowercased == row.key else { continue }
        payloadDocument = JSONDocument()
        // The rules that may object are those to what was taken for a payload.
        suspects = nil
        return
      }
    }
  }

  private func scan(_ text: ByteView, into document: inout JSONDocument) {
    if text.isEmpty {
      document = JSONDocument()
    } else {
      JSONScanner.scan(text, into: &document)
    }
  }

  /// Findings of one pass over all rules and shapes, in no particular order.
  func collect() {
    candidates.removeAll(keepingCapacity: true)
    collectDetections()
    // Under another push type others may object.
    guard let suspects, hypothesis == nil else {
      for number in set.plan.checked where isActive(number) { collect(rule: number) }
      for group in set.plan.shapeGroups { collect(group.shapes, at: group.place) }
      return
    }
    notChecked = suspects.notChecked
    limit = suspects.limit
    for number in suspects.rules where isActive(number) { collect(rule: number) }
    for number in suspects.groups {
      collect(set.plan.shapeGroups[number].shapes, at: set.plan.shapeGroups[number].place)
    }
  }

  /// Whether a rule runs at all: it may be switched off, in preview, or for the other profile.
  func isActive(_ number: Int) -> Bool {
    activity[number] & (subject.profile == .dispatch ? Self.runsInDispatch : Self.runsInFixtures) != 0
  }

  private static let runsInFixtures: UInt8 = 1
  private static let runsInDispatch: UInt8 = 2

  /// In which profiles each rule runs, as bits.
  private static func activity(_ set: RuleSet, _ options: RuleOptions) -> [UInt8] {
    set.rules.map { rule in
      if rule.status == .preview, !options.includesPreview, !options.selected.contains(rule.id) { return 0 }
      if case .some(.none) = options.severities[rule.id] { return 0 }
      switch rule.profile {
      case nil: return runsInFixtures | runsInDispatch
      case .fixture: return runsInFixtures
      case .dispatch: return runsInDispatch
      }
    }
  }

  private func collect(rule number: Int) {
    let rule = set.rules[number]
    guard let check = rule.check, truth(rule.condition) == .yes else { return }
    for place in rule.places {
      if rule.needs.contains(where: { slots[$0.slot].state == .unknown }) {
        if slots[place.slot].state != .absent { note(topic: rule) }
        continue
      }
      rememberLimit(check)
      forEachValue(place) { value in
        switch test(check, value, isCheck: true) {
        case .yes: break
        case .unknown: if rule.topic != nil, value.state == .present { note(topic: rule) }
        case .no:
          candidates +=
            schemaCandidates(rule: number, place: place, value: value, check: check)
            ?? [Candidate(rule: number, place: place, value: value, check: check)]
        }
      }
    }
  }

  private func note(topic rule: Rule) {
    let topic = rule.topic ?? rule.needs.first.map { $0.place.lastKey ?? $0.place.root.rawValue } ?? "rule"
    if !notChecked.contains(topic) { notChecked.append(topic) }
  }

  /// The size limit that applies, for the report.
  private func rememberLimit(_ check: Predicate) {
    guard limit == nil, case .bytes(of: .body, minimum: _, maximum: .some(let maximum)) = check,
      case .values(let values) = resolve(maximum), let number = values.first?.number
    else { return }
    limit = Int(exactly: number)
  }
}
