extension JSONSchema {
  /// What a node breaks of the schema, at most `limit` violations; none where that cannot be known.
  package func violations(
    in document: JSONDocument, node: Int, text: ByteView, limit: Int, allowsPlaceholders: Bool = false
  ) -> [Violation] {
    check(document, node: node, text: text, limit: limit, allowsPlaceholders: allowsPlaceholders).violations
  }

  /// Whether a node keeps to the schema, and what it breaks; JSON null is a value like any other.
  ///
  /// Unknown is what hangs on a placeholder, on a value guessed in mending, or on data too deep or too large
  /// to be checked within bounds.
  func check(
    _ document: JSONDocument, node: Int, text: ByteView, limit: Int, allowsPlaceholders: Bool,
    declaredPlaceholders: [Pattern] = []
  ) -> (truth: Truth, violations: [Violation]) {
    guard document.nodes.indices.contains(node), !entries.isEmpty else { return (.unknown, []) }
    var check = JSONSchemaCheck(
      entries: entries, document: document, text: text, limit: max(limit, 1),
      allowsPlaceholders: allowsPlaceholders)
    check.declaredPlaceholders = declaredPlaceholders
    let truth = check.apply(0, node, reports: true)
    return (truth, truth == .no ? check.violations : [])
  }
}

/// One run of a schema over a value.
struct JSONSchemaCheck {
  let entries: [JSONSchema.Entry]
  let document: JSONDocument
  let text: ByteView
  let limit: Int
  let allowsPlaceholders: Bool
  fileprivate(set) var declaredPlaceholders: [Pattern] = []
  var violations: [JSONSchema.Violation] = []
  private var depth = 0
  private var steps = 0
  /// Verdicts of schemas that are referred to, so that shared ones are applied to a value only once.
  private var verdicts: [Visit: Truth] = [:]
  private var reported: Set<Visit> = []

  private struct Visit: Hashable {
    var entry: Int
    var node: Int
  }

  /// Steps into the data and into nested schemas together; the stack of a small thread holds as many.
  private static let maximumDepth = 128
  private static let maximumSteps = 1 << 20

  init(
    entries: [JSONSchema.Entry], document: JSONDocument, text: ByteView, limit: Int, allowsPlaceholders: Bool
  ) {
    self.entries = entries
    self.document = document
    self.text = text
    self.limit = limit
    self.allowsPlaceholders = allowsPlaceholders
  }

  /// Whether a value keeps to a schema; what it breaks is noted only if `reports`.
  mutating func apply(_ entry: Int, _ node: Int, reports: Bool) -> Truth {
    guard depth < Self.maximumDepth, countStep() else { return .unknown }
    let visit = Visit(entry: entry, node: node)
    let isShared = entries[entry].isShared
    if isShared, let verdict = verdicts[visit], !reports || verdict != .no || reported.contains(visit) {
      return verdict
    }
    depth += 1
    defer { depth -= 1 }
    let verdict = judge(entry, node, reports: reports)
    if isShared {
      verdicts[visit] = verdict
      if reports { reported.insert(visit) }
    }
    return verdict
  }

  /// Takes one of the steps that a run may take; false when they are spent.
  mutating func countStep() -> Bool {
    steps += 1
    return steps <= Self.maximumSteps
  }

  private mutating func judge(_ number: Int, _ node: Int, reports: Bool) -> Truth {
    if let verdict = entries[number].verdict {
      if !verdict, reports { report(node, .key, "false", "must not be there") }
      return Truth(verdict)
    }
    if isOpaque(node) { return opaque(number) }
    // A value of the wrong type draws one word, about its type.
    if let types = entries[number].types, !holds(types, node) {
      if reports { report(node, "type", "must be \(types.words), is \(kindWords(node))") }
      return .no
    }
    var result = values(number, node, reports: reports)
    switch document.nodes[node].kind {
    case .string, .key:
      if let rules = entries[number].texts { result.add(texts(rules, node, reports: reports)) }
    case .number:
      if let rules = entries[number].numbers { result.add(numbers(rules, node, reports: reports)) }
    case .object:
      if let rules = entries[number].objects { result.add(objects(rules, node, reports: reports)) }
    case .array: if let rules = entries[number].arrays { result.add(arrays(rules, node, reports: reports)) }
    default: break
    }
    result.add(combinations(number, node, reports: reports))
    return result
  }

  // MARK: Values

  /// Whether a value is not known: a placeholder, or a guess.
  private func isOpaque(_ node: Int) -> Bool {
    let current = document.nodes[node]
    if current.flags.contains(.guessed) || current.kind == .placeholder || current.kind == .invalid {
      return true
    }
    guard allowsPlaceholders, current.kind == .string else { return false }
    return holdsPlaceholder(node, expectsFormat: true)
  }

  func holdsPlaceholder(_ node: Int, expectsFormat: Bool) -> Bool {
    let bytes = decoded(node)
    return Placeholders.find(in: bytes, expectsFormat: expectsFormat) != nil
      || declaredPlaceholders.contains { pattern in
        bytes.withByteView { pattern.firstMatch(in: $0) != nil }
      }
  }

  /// A schema without any demand holds for what is not known, too.
  private func opaque(_ number: Int) -> Truth {
    let entry = entries[number]
    let isFree =
      entry.types == nil && entry.allowed == nil && entry.constant == nil && entry.texts == nil
      && entry.numbers == nil && entry.objects == nil && entry.arrays == nil && entry.applied.isEmpty
    return isFree ? .yes : .unknown
  }

  func decoded(_ node: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.decode(document.nodes[node], in: text, into: &bytes)
    return bytes
  }

  func holds(_ types: JSONTypeSet, _ node: Int) -> Bool {
    types.holds(document.nodes[node].kind) {
      guard let number = JSONSchemaDigest.quantity(document.nodes[node], in: text) else { return false }
      return number.integer != nil || number.double.rounded(.towardZero) == number.double
    }
  }

  private mutating func values(_ number: Int, _ node: Int, reports: Bool) -> Truth {
    let (allowed, constant) = (entries[number].allowed, entries[number].constant)
    guard allowed != nil || constant != nil else { return .yes }
    let digests = JSONSchemaDigest.digests(of: node, in: document, text: text)
    guard let digest = digests.first else { return .unknown }
    var result = Truth.yes
    for (values, keyword) in [(constant, "const"), (allowed, "enum")] {
      guard let values, !values.digests.contains(digest), result != .no else { continue }
      result = holdsOpaque(node) ? .unknown : .no
      if result == .no, reports { report(node, keyword, message(values, node)) }
    }
    return result
  }

  /// Whether a value, or anything in it, is not known.
  func holdsOpaque(_ node: Int) -> Bool {
    (node..<max(Int(document.nodes[node].next), node + 1)).contains { isOpaque($0) }
  }

  private func message(_ values: JSONSchema.AllowedValues, _ node: Int) -> String {
    var message = "must be "
    if values.samples.isEmpty {
      message +=
        values.digests.isEmpty ? "none, since no value is allowed" : "one of the values in the schema"
    } else {
      message += values.samples.count > 1 || values.isCut ? "one of " : ""
      message += values.samples.joined(separator: ", ") + (values.isCut ? ", …" : "")
    }
    if document.nodes[node].kind == .string,
      let nearest = NearestMatch.nearest(to: decoded(node), among: values.texts)
    {
      message += values.texts.count > 1 ? "; did you mean \(JSONWriter.quoted(nearest))?" : ""
    }
    return message
  }

  // MARK: Words

  func kindWords(_ node: Int) -> String {
    switch document.nodes[node].kind {
    case .object: "an object"
    case .array: "an array"
    case .string, .key: "a text"
    case .number: "a number"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .placeholder: "a placeholder"
    case .invalid: "no JSON value"
    }
  }

  mutating func report(_ node: Int, _ keyword: String, _ message: String) {
    report(node, .value, keyword, message)
  }

  mutating func report(_ node: Int, _ mark: JSONSchema.Violation.Mark, _ keyword: String, _ message: String) {
    guard violations.count < limit else { return }
    let violation = JSONSchema.Violation(node: node, mark: mark, keyword: keyword, message: message)
    if !violations.contains(violation) { violations.append(violation) }
  }
}

extension JSONTypeSet {
  /// `a number or null`.
  var words: String {
    let names: [(type: JSONTypeSet, words: String)] = [
      (.object, "an object"), (.array, "an array"), (.string, "a text"), (.number, "a number"),
      (.integer, "a whole number"), (.boolean, "true or false"), (.null, "null"),
    ]
    let own = names.filter { contains($0.type) }.map(\.words)
    guard own.count > 1, let last = own.last else { return own.first ?? "nothing" }
    return own.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Truth {
  /// Joins another demand to those met so far.
  mutating func add(_ other: Truth) {
    if self == .no || other == .no {
      self = .no
    } else if other == .unknown {
      self = .unknown
    }
  }
}
