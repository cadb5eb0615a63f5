internal import PayloadRules

/// Gathers what one record says of a request, then what options and configuration add.
struct RequestBuilder {
  var subject = LintSubject()
  var resolver: PlaceResolver
  let recognition: Recognition

  init(source: SourceText, recognition: Recognition, profile: Profile) {
    resolver = PlaceResolver(source: source)
    self.recognition = recognition
    subject.profile = profile
  }

  mutating func setPayload(_ bytes: [UInt8], at location: TextLocation, basis: SizeBasis) {
    subject.payload = .present(bytes)
    subject.sizeBasis = subject.profile == .dispatch ? .asSent : basis
    resolver.payload = location
  }

  mutating func addHeader(
    _ name: String, _ value: String, at place: PlaceResolver.Header
  ) {
    subject.headers.append(HeaderField(name: name, value: value))
    resolver.headers.append(place)
  }

  mutating func set(_ field: String, _ value: String, at location: TextLocation) {
    assign(field, value)
    resolver.facts[field] = location
  }

  private mutating func assign(_ field: String, _ value: String) {
    switch field {
    case "method": subject.method = .present(value)
    case "host": subject.host = .present(value)
    case "port": subject.port = .present(value)
    case "path": subject.path = .present(value)
    case "token": subject.token = .present(value)
    default: break
    }
  }

  mutating func setContext(_ key: String, _ value: String, at location: TextLocation) {
    subject.context[key] = value
    resolver.facts["context." + key] = location
  }

  func hasHeader(_ name: String) -> Bool {
    let name = name.lowercased()
    return subject.headers.contains { $0.name.lowercased() == name }
  }

  /// Adds what the user stated outside the input, where the input is silent.
  mutating func add(_ facts: StatedFacts, isOption: Bool) {
    if let fact = facts.pushType, !hasHeader(recognition.pushTypeHeader), subject.statedPushType == nil {
      subject.statedPushType = (fact.value, isOption ? "option" : "config")
    }
    let own = Set(subject.headers.map { $0.name.lowercased() })
    var added: [(String, StatedFacts.Stated)] = facts.headers.map { ($0.name, $0.stated) }
    let named = Set(added.map { $0.0.lowercased() })
    // As if the headers stood there, so that the rules about them speak.
    for (name, fact) in [
      (recognition.topicHeader, facts.topic), (recognition.priorityHeader, facts.priority),
      (recognition.pushTypeHeader, facts.pushType),
    ] where !name.isEmpty {
      if let fact, !named.contains(name.lowercased()) { added.append((name, fact)) }
    }
    for (name, fact) in added where !own.contains(name.lowercased()) {
      addHeader(name, fact.value, at: PlaceResolver.Header(from: fact.from))
    }
    if let token = facts.token, subject.token.value == nil, subject.path.value == nil {
      subject.token = .present(token.value)
      resolver.origins["token"] = token.from
    }
    if let environment = facts.environment { setEnvironment(environment.value, from: environment.from) }
    for (key, fact) in facts.context where subject.context[key] == nil {
      subject.context[key] = fact.value
      resolver.origins["context." + key] = fact.from
    }
  }

  private mutating func setEnvironment(_ word: String, from: String) {
    guard subject.host.value == nil, let host = recognition.hosts[word] else { return }
    subject.host = .present(host)
    resolver.origins["host"] = from
  }

  /// Decides what is absent and what is merely not said.
  mutating func settle(isRequest: Bool, hasHeaders: Bool, now: Double?, clock: () -> Double) {
    let isDispatch = subject.profile == .dispatch
    subject.headersAreComplete = isRequest && (hasHeaders || isDispatch)
    subject.isWholeRequest = isRequest && isDispatch
    let hasToken = hasHeader(recognition.authorizationHeader) || subject.providerToken.value != nil
    switch subject.context["certificate"] {
    // A certificate of the connection voids the header.
    case "true"?: subject.credential = .certificate
    case _ where hasToken: subject.credential = .token
    case "false"?: subject.credential = .none
    default: subject.credential = isRequest && isDispatch ? .none : .unknown
    }
    if isRequest, isDispatch {
      if subject.host.value == nil { subject.host = .absent }
      if subject.path.value == nil, subject.token.value == nil {
        subject.path = .absent
        subject.token = .absent
      }
      if case .unknown = subject.payload { subject.payload = .absent }
    }
    for key in ContextKey.times {
      // Rules compare times as seconds.
      guard let text = subject.context[key], let seconds = LintOptions.time(text),
        let whole = Int64(exactly: seconds.rounded(.down))
      else { continue }
      subject.context[key] = String(whole)
    }
    subject.now =
      subject.context["now"].flatMap(LintOptions.time) ?? now ?? (isDispatch ? clock() : nil)
  }
}
