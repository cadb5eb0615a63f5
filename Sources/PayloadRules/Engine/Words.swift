/// Fills message templates for one candidate.
struct Words {
  let evaluator: Evaluator
  let candidate: Candidate
  let rule: Rule
  let ruleWords: RuleWords
  private let details: PredicateDetails

  init(evaluator: Evaluator, candidate: Candidate, rule: Rule, ruleWords: RuleWords) {
    self.evaluator = evaluator
    self.candidate = candidate
    self.rule = rule
    self.ruleWords = ruleWords
    details = candidate.check.map { evaluator.details($0, candidate.value) } ?? PredicateDetails()
  }

  /// The first message all of whose placeholders have values; otherwise the last, with what is missing said.
  func message(_ templates: [MessageTemplate]) -> String {
    for template in templates { if let text = text(template) { return text } }
    return templates.last.map { text($0, standIn: "nothing") ?? "" } ?? rule.id
  }

  func text(_ template: MessageTemplate, standIn: String? = nil) -> String? {
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): result += text
      case .value(let placeholder):
        guard let value = value(placeholder) ?? standIn else { return nil }
        result += value
      }
    }
    return result
  }

  private func value(_ placeholder: MessageTemplate.Placeholder) -> String? {
    switch placeholder {
    case .fact(let number):
      guard case .values(let values) = evaluator.resolve(.fact(number)) else { return nil }
      return Self.list(values.map(\.display))
    case .place(let place): return evaluator.display(place)
    case .named(let name): return named(name)
    }
  }

  private func named(_ name: MessageTemplate.Name) -> String? {
    if let value = candidate.values[name] { return evaluator.shorten(value) }
    if let value = candidate.detection?.values[name.rawValue] { return evaluator.shorten(value) }
    switch name {
    case .actual: return evaluator.actual(candidate)
    case .expected: return candidate.problem?.expected ?? details.expected
    case .limit: return details.limit
    case .excess: return details.excess
    case .size: return details.size
    case .suggestion: return evaluator.suggestion(candidate)
    case .key: return key
    case .missing: return candidate.missingKeys.isEmpty ? nil : Self.list(candidate.missingKeys)
    case .route: return evaluator.route
    case .pushType: return evaluator.pushType.value
    case .type: return evaluator.typeName(candidate.value)
    case .date: return number.flatMap(Self.date)
    case .seconds: return number.map { Evaluator.seconds($0).plainText }
    case .distance:
      guard let number, let now = evaluator.subject.now else { return nil }
      return CalendarTime.distanceDescription(seconds: abs(number - now))
        + (number < now ? " before" : " after")
    case .now: return evaluator.subject.now.flatMap(Self.date)
    case .position: return position
    case .detail:
      return candidate.problem.map { $0.fixTitle ?? $0.detector } ?? evaluator.schemaDetail(candidate)
    }
  }

  private var number: Double? { evaluator.number(candidate.value) }

  private static func date(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e15 else { return nil }
    return CalendarTime(secondsSince1970: seconds)?.description
  }

  private var key: String? {
    if candidate.value.source == .texts, candidate.value.index >= 0 {
      return evaluator.headerNames[candidate.value.index]
    }
    if let key = evaluator.keyIndex(of: candidate.value) {
      let source = candidate.value.source
      return evaluator.shorten(
        JSONText.string(evaluator.document(source).nodes[key], in: evaluator.view(source)))
    }
    return candidate.place.place.lastKey
      ?? (candidate.place.place.root == .headers ? evaluator.repeatedHeader : nil)
  }

  /// Which element of its list the value is, from 1.
  private var position: String? {
    let value = candidate.value
    guard value.index > 0, value.source != .texts, value.source != .derived else { return nil }
    let nodes = evaluator.document(value.source).nodes
    var parent = value.index - 1
    while parent >= 0, Int(nodes[parent].next) <= value.index || nodes[parent].kind != .array { parent -= 1 }
    guard parent >= 0 else { return nil }
    var (count, index) = (1, parent + 1)
    while index < value.index {
      index = Int(nodes[index].next)
      count += 1
    }
    return String(count)
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// What a failed check wanted and by how much it was missed.
struct PredicateDetails {
  var expected: String?
  var limit: String?
  var excess: String?
  var size: String?
}

extension Evaluator {
  func details(_ predicate: Predicate, _ value: Value) -> PredicateDetails {
    var details = PredicateDetails()
    fill(&details, predicate, value)
    return details
  }

  private func fill(_ details: inout PredicateDetails, _ predicate: Predicate, _ value: Value) {
    switch predicate {
    case .type(let types): details.expected = types.display
    case .oneOf(let values): details.expected = alternatives(values.map { Scalar($0) })
    case .oneOfFact(let fact): details.expected = alternatives(set.facts[fact].allValues.map { Scalar($0) })
    case .equals(let operand), .startsWith(let operand), .endsWith(let operand), .contains(let operand):
      if case .values(let values) = resolve(operand) { details.expected = alternatives(values) }
    case .format(let format): details.expected = format.rawValue
    case .range(let minimum, let maximum):
      fillRange(&details, minimum, maximum, number(value))
    case .length(let minimum, let maximum):
      fillRange(&details, minimum, maximum, length(value).map(Double.init))
    case .bytes(let measure, let minimum, let maximum):
      fillRange(&details, minimum, maximum, size(value, measure).map(Double.init))
    case .hasKeys(let keys): details.expected = Words.list(keys)
    case .hasAny(let keys): details.expected = alternatives(keys.map { Scalar.text($0) })
    case .all(let parts):
      let failed = parts.first { test($0, value, isCheck: true) == .no }
      if let failed { fill(&details, failed, value) }
    case .any(let parts): for part in parts.reversed() { fill(&details, part, value) }
    case .not(let inner):
      fill(&details, inner, value)
    case .key(let inner): fill(&details, inner, value)
    default: break
    }
  }

  private func fillRange(
    _ details: inout PredicateDetails, _ minimum: Operand?, _ maximum: Operand?, _ size: Double?
  ) {
    details.size = size?.plainText
    let low = minimum.flatMap { resolve($0).firstNumber }
    let high = maximum.flatMap { resolve($0).firstNumber }
    if let low, let high { details.expected = "\(low.plainText) to \(high.plainText)" }
    guard let size else { return }
    if let high, size > high {
      details.limit = high.plainText
      details.excess = (size - high).plainText
    } else if let low, size < low {
      details.limit = low.plainText
      details.excess = (low - size).plainText
    }
    if details.expected == nil { details.expected = details.limit }
  }

  private func alternatives(_ values: [Scalar]) -> String {
    let items = values.prefix(16).map(\.display)
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " or " + last
  }

  // MARK: Values in words

  /// The value found, as it stands, shortened and with secrets masked.
  func actual(_ candidate: Candidate) -> String? {
    if let actual = candidate.detection?.values["actual"] { return shorten(actual) }
    if let problem = candidate.problem { return problem.actual.isEmpty ? nil : shorten(problem.actual) }
    return display(candidate.value, isSecret: isSecret(candidate.place.place))
  }

  func display(_ place: PlaceReference) -> String? {
    switch place.place.root {
    case .pushType: return pushType.value
    case .route: return route
    default: return display(slots[place.slot], isSecret: isSecret(place.place))
    }
  }

  private func isSecret(_ place: Place) -> Bool {
    switch place.root {
    case .token: true
    case .jwt: place.steps.isEmpty || place.lastKey == "signature"
    case .path: place.lastKey == "token"
    case .headers: place.lastKey == ProviderTokenReading.headerName
    default: false
    }
  }

  private func display(_ value: Value, isSecret: Bool) -> String? {
    guard value.isThere else { return nil }
    if options.redacts, extraTexts.count > 3, let path = extraTexts[3], value.source == .texts,
      value.node.range == path
    {
      return shorten(pathWithMaskedToken(path))
    }
    switch value.source {
    case .texts, .derived:
      guard let text = text(value) ?? scalar(value)?.display else { return nil }
      return shorten(isSecret && options.redacts ? Self.masked(text) : text)
    default: return shorten(view(value.source)[value.node.range].string)
    }
  }

  private func pathWithMaskedToken(_ path: ByteRange) -> String {
    guard let slot = set.plan.pathParts.first(where: { $0.name == "token" })?.slot, slots[slot].isThere,
      path.contains(slots[slot].node.range)
    else { return texts[path].string }
    let token = slots[slot].node.range
    return texts[ByteRange(path.start, token.start)].string + Self.masked(texts[token].string)
      + texts[ByteRange(token.end, path.end)].string
  }

  /// The first and last four characters of a secret; a short one is hidden whole.
  package static func masked(_ text: String) -> String {
    guard text.unicodeScalars.count > 12 else {
      return String(repeating: "*", count: text.unicodeScalars.count)
    }
    return String(text.unicodeScalars.prefix(4)) + "…" + String(text.unicodeScalars.suffix(4))
  }

  static let maximumShown = 64

  /// At most 64 scalars, control characters written as escapes.
  func shorten(_ text: String) -> String {
    if text.utf8.count <= Self.maximumShown, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == Self.maximumShown { return result + "…" }
      switch scalar.value {
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      // What a terminal would obey, and what turns the direction of writing or breaks the line.
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
      count += 1
    }
    return result
  }

  func typeName(_ value: Value) -> String? {
    guard value.isThere else { return nil }
    switch value.node.kind {
    case .object: return "an object"
    case .array: return "a list"
    case .string, .key: return "a text"
    case .number: return "a number"
    case .true, .false: return "a boolean"
    case .null: return "null"
    case .placeholder, .invalid: return nil
    }
  }

  /// What was probably meant, among what the check allows.
  func suggestion(_ candidate: Candidate) -> String? {
    guard let text = text(candidate.value), let check = candidate.check else { return nil }
    let names = allowed(check)
    return NearestMatch.nearest(to: text, among: names)
  }

  private func allowed(_ predicate: Predicate) -> [String] {
    switch predicate {
    case .oneOf(let values): values.map { Scalar($0).display }
    case .oneOfFact(let fact): set.facts[fact].texts
    case .equals(let operand):
      if case .values(let values) = resolve(operand) { values.map(\.display) } else { [] }
    case .all(let parts), .any(let parts): parts.flatMap { allowed($0) }
    default: []
    }
  }
}
