/// A push about to be sent, by what its sender holds of it; the sieve copies nothing of it.
package struct SieveRequest: Sendable {
  package var token: String?
  package var headers: [(name: String, value: String)]
  package var payload: [UInt8]
  package var credential: Credential
  /// With or without a port.
  package var host: String?
  package var path: String?
  package var context: [String: String] = [:]

  package init(
    token: String?, headers: [(name: String, value: String)], payload: [UInt8], credential: Credential,
    host: String?, path: String?
  ) {
    self.token = token
    self.headers = headers
    self.payload = payload
    self.credential = credential
    self.host = host
    self.path = path
  }
}

/// Requests as the engine has them.
extension Sieve {
  /// What is said of a push that no rule objects to; nil where a rule may, or where it cannot be told.
  func evaluation(of push: SieveRequest, _ profile: Profile, now: Double?) -> Evaluation? {
    begin()
    let headers = push.headers.span
    for index in headers.indices { addHeader(headers[index].name, headers[index].value) }
    facts.headersAreComplete = true
    facts.method = .present(texts.append("POST"))
    if let host = push.host { addHost(host) }
    if let path = push.path { facts.path = .present(texts.append(path)) }
    if let token = push.token { facts.token = .present(texts.append(token)) }
    if !push.context.isEmpty {
      for (key, value) in push.context { addContext(key, value) }
    }
    if push.credential == .certificate { addContext("certificate", "true") }
    facts.payloadIsUnknown = false
    facts.now = now
    state(input: "request", profile: profile, credential: credential(push.credential, certificate: nil))
    guard push.payload.withByteView({ self.isClean($0) }) else { return nil }
    return evaluation(hasPayload: true, isWhole: profile == .dispatch)
  }

  /// `host:port` as both.
  private func addHost(_ host: String) {
    let range = texts.append(host)
    var colon = range.end
    while colon > range.start, texts.view[colon - 1] != 0x3A { colon -= 1 }
    if colon == range.start {
      facts.host = .present(range)
    } else {
      facts.host = .present(ByteRange(range.start, colon - 1))
      facts.port = .present(ByteRange(colon, range.end))
    }
  }

  /// What is said of a request that no rule objects to; nil where a rule may, or where it cannot be told.
  func evaluation(of subject: LintSubject) -> Evaluation? {
    isNarrowed = false
    guard subject.detections.isEmpty, subject.envelope == nil, subject.placeholderSizes.isEmpty else {
      return nil
    }
    takeIn(subject)
    let isClean: Bool
    if case .present(let bytes) = subject.payload {
      isClean = bytes.withByteView { self.isClean($0) }
    } else {
      isClean = self.isClean(nil)
    }
    guard isClean else { return nil }
    return evaluation(hasPayload: subject.payload.value != nil, isWhole: subject.isWholeRequest)
  }

  private func takeIn(_ subject: LintSubject) {
    begin()
    for header in subject.headers { addHeader(header.name, header.value) }
    facts.headersAreComplete = subject.headersAreComplete
    facts.method = text(subject.method)
    facts.host = text(subject.host)
    facts.port = text(subject.port)
    facts.path = text(subject.path)
    facts.token = text(subject.token)
    facts.providerToken = text(subject.providerToken)
    if !subject.context.isEmpty {
      for (key, value) in subject.context { addContext(key, value) }
    }
    facts.payloadIsUnknown = subject.payload == .unknown
    facts.hasSchemas = !subject.schemas.isEmpty
    facts.sizeBasis = subject.sizeBasis
    facts.now = subject.now
    if let stated = subject.statedPushType {
      facts.statedPushType = texts.append(stated.value)
      facts.statedFrom = stated.from
    }
    state(
      input: subject.input, profile: subject.profile,
      credential: credential(
        subject.credential, certificate: subject.context.isEmpty ? nil : subject.context["certificate"]))
  }

  /// The credential as far as the request shows it.
  func credential(_ stated: Credential, certificate: String?) -> Credential {
    if stated != .unknown { return stated }
    if certificate == "true" { return .certificate }
    for header in headers where texts.view[header.name].lowerCasedEquals(ProviderTokenReading.headerLetters) {
      return .token
    }
    return certificate == "false" ? .none : .unknown
  }

  func state(input: String, profile: Profile, credential: Credential) {
    facts.input = texts.append(input)
    facts.profile = profile
    facts.profileText = texts.append(profile.rawValue)
    facts.credential = credential
    facts.credentialText = texts.append(credential.rawValue)
  }

  /// The rules that may object to the last request; nil where any may.
  func narrowed() -> SieveSuspects? {
    guard isNarrowed else { return nil }
    suspects.notChecked = notChecked()
    suspects.limit = limit >= 0 ? limit : nil
    return suspects
  }

  /// What is said of a request that was found clean.
  func evaluation(hasPayload: Bool, isWhole: Bool) -> Evaluation {
    var result = Evaluation()
    if hasPayload {
      result.bytes = payload.count
      result.compactBytes = payload.count - document.insignificantBytes
    }
    result.pushType = knowledge
    result.limit = limit >= 0 ? limit : nil
    result.notChecked = notChecked()
    if isWhole {
      let hidesCredential = facts.headersAreComplete && facts.credential == .unknown
      result.prediction = Prediction(outcome: hidesCredential ? .unknown : .accepted)
    }
    return result
  }

  /// What is known of the push type; made anew only where it is another than for the request before.
  private var knowledge: PushTypeKnowledge {
    if pushTypeFrom == named.from, pushTypeIndex == named.type, certainty == named.certainty,
      pushTypeFrom != .stated
    {
      return named.knowledge
    }
    named = (pushTypeFrom, pushTypeIndex, certainty, madeKnowledge)
    return named.knowledge
  }

  private var madeKnowledge: PushTypeKnowledge {
    let type = pushTypeIndex >= 0 ? code.text(at: code[.pushTypes] + 1 + pushTypeIndex * 2).string : nil
    switch pushTypeFrom {
    case .none: return PushTypeKnowledge(value: nil, from: "none", certainty: nil)
    case .stated: return PushTypeKnowledge(value: type, from: facts.statedFrom, certainty: .stated)
    case .inference(let number):
      let record = code[code[.inferences] + 1 + number]
      let certainties: [PushTypeKnowledge.Certainty] = [.stated, .certain, .likely]
      return PushTypeKnowledge(
        value: type, from: code.text(at: record + 3).string,
        certainty: certainties.indices.contains(certainty) ? certainties[certainty] : nil)
    }
  }

  /// The names of the topics; made anew only where they are others than for the request before.
  private func notChecked() -> [String] {
    if topics.isEmpty { return [] }
    if topics != namedTopics {
      namedTopics = topics
      topicNames = topics.map { code.text(at: code[.topics] + 1 + $0 * 2).string }
    }
    return topicNames
  }
}
