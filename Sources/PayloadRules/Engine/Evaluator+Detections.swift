/// Findings of readers: the JSON scanner, the provider token reader, the placeholder search, the tool's own.
extension Evaluator {
  func collectDetections() {
    for (index, problem) in payloadDocument.problems.enumerated() {
      guard problem.detector != Self.placeholderProblem || subject.profile == .dispatch else { continue }
      let broken = problem.breaksGrammar ? rules(for: Self.brokenDetector) : []
      for rule in rules(for: problem.detector) + broken {
        var candidate = Candidate(rule: rule, place: set.rules[rule].places[0], value: owner(problem, index))
        candidate.problem = problem
        candidates.append(candidate)
      }
    }
    for detection in subject.detections + ownDetections + tokenDetections() {
      for rule in rules(for: detection.detector) {
        var candidate = Candidate(rule: rule, place: set.rules[rule].places[0], value: Value(state: .present))
        candidate.detection = detection
        candidates.append(candidate)
      }
    }
  }

  /// The scanner's name for a bare placeholder; in a fixture the placeholder search reports it.
  static let placeholderProblem = "json-placeholder"
  static let placeholderDetector = "placeholder"
  /// Stands for each problem that makes the text no JSON, beside the scanner's own name for it.
  static let brokenDetector = "json-broken"

  private func rules(for detector: String) -> [Int] {
    (set.plan.detectors[detector] ?? []).filter { isActive($0) && truth(set.rules[$0].condition) == .yes }
  }

  /// The value or key that a problem belongs to.
  private func owner(_ problem: JSONProblem, _ index: Int) -> Value {
    guard payloadDocument.nodes.indices.contains(problem.node) else {
      return Value(state: .present, source: .payload)
    }
    return Value(
      state: .present, source: .payload, index: problem.node, node: payloadDocument.nodes[problem.node])
  }

  private func tokenDetections() -> [Detection] {
    tokenReading.troubles.map { trouble in
      let source: FindingSource = tokenReading.headerIndex.map { .headerValue($0) } ?? .context("jwt")
      let part =
        trouble.detector.hasPrefix("jwt-header")
        ? "/header"
        : trouble.detector.hasPrefix("jwt-claims") ? "/claims" : nil
      return Detection(
        detector: trouble.detector,
        place: FindingPlace(source: source, range: trouble.range.shifted(by: tokenReading.offset)),
        subject: .jwt, pointer: part ?? "", values: ["detail": trouble.detail])
    }
  }

  // MARK: Placeholders

  /// The first placeholder of the input, headers and address before the payload.
  func findPlaceholders() {
    ownDetections.removeAll()
    guard set.plan.detectors[Self.placeholderDetector] != nil else { return }
    // About to be sent, a placeholder outside a visible text fails the format it stands in.
    if subject.profile == .dispatch { return findPlaceholderInPayload() }
    for (index, ranges) in headerRanges.enumerated() {
      if let range = placeholder(in: texts[ranges.value], expectsFormat: true) {
        return detectPlaceholder(
          .headerValue(index), range, subject: .header, pointer: nil, texts[ranges.value][range].string)
      }
    }
    let places: [(FindingSource, FindingSubject)] = [
      (.method, .method), (.host, .host), (.port, .host), (.path, .path), (.token, .token),
    ]
    for (number, place) in places.enumerated() {
      guard let whole = extraTexts[number],
        let range = placeholder(in: texts[whole], expectsFormat: number == 4)
      else { continue }
      return detectPlaceholder(place.0, range, subject: place.1, pointer: nil, texts[whole][range].string)
    }
    findPlaceholderInPayload()
  }

  private func findPlaceholderInPayload() {
    guard mayHoldPlaceholder(payload) else { return }
    for (index, node) in payloadDocument.nodes.enumerated() {
      switch node.kind {
      case .placeholder: break
      case .string:
        let content = payload[JSONText.contentRange(node, in: payload)]
        let found = placeholder(in: content, expectsFormat: false)
        guard found != nil || isShoutingBundle(index, content) else { continue }
        if let found, content[found.start] == 0x25, isLocalizationKey(index) { continue }
      default: continue
      }
      detectPlaceholder(
        .payload, node.range, subject: .payload,
        pointer: JSONPointer.pointer(to: index, in: payloadDocument, text: payload),
        payload[node.range].string)
      return
    }
  }

  /// Whether a text names an entry of the app's tables, where a form such as `%@` is part of the name.
  private func isLocalizationKey(_ index: Int) -> Bool {
    guard index > 0, payloadDocument.nodes[index - 1].kind == .key else { return false }
    let key = JSONText.string(payloadDocument.nodes[index - 1], in: payload)
    return set.factTexts("localization-keys").contains(key)
  }

  /// A name in capitals is a placeholder where a format is expected: wherever a rule holds the place to one.
  private func isShoutingBundle(_ index: Int, _ content: ByteView) -> Bool {
    guard placeholder(in: content, expectsFormat: true) != nil else { return false }
    return set.plan.formatSlots.contains { slots[$0].index == index && slots[$0].source == .payload }
  }

  static func mayHoldPlaceholder(_ text: ByteView) -> Bool {
    for index in 0..<text.count {
      switch text[index] {
      case 0x24, 0x3C, 0x25, 0x5B, 0x7B, 0x5F: return true
      default: break
      }
    }
    return false
  }

  private func detectPlaceholder(
    _ source: FindingSource, _ range: ByteRange, subject: FindingSubject, pointer: String?, _ text: String
  ) {
    ownDetections.append(
      Detection(
        detector: Self.placeholderDetector, place: FindingPlace(source: source, range: range),
        subject: subject,
        pointer: pointer, values: ["actual": text]))
  }
}
