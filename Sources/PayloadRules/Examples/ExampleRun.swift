/// One example beside one rule.
struct ExampleRun {
  let set: RuleSet
  let rule: Rule
  let tree: JSONTree
  let node: Int
  /// All examples of the rule.
  let siblings: [Int]

  static let keys = [
    "pass", "fail", "at", "marks", "fixed", "near-miss", "also", "severity", "reason", "message", "note",
    "also-at", "not-checked", "infers",
  ]

  var isPass: Bool { tree.value("pass", of: node) != nil }
  var isFail: Bool { tree.value("fail", of: node) != nil }

  /// What the example promises and does not keep.
  func failures() -> [String] {
    let unknown = tree.members(node).first { !Self.keys.contains($0.key) }
    if let unknown { return ["unknown key '\(unknown.key)' in an example"] }
    guard let request = tree.value("pass", of: node) ?? tree.value("fail", of: node) else {
      return ["an example has 'pass' or 'fail'"]
    }
    if let field = tree.members(request).first(where: { !ExampleRequest.keys.contains($0.key) }) {
      return ["unknown field '\(field.key)' in the request of an example"]
    }
    let subject = ExampleRequest(tree, request, set).subject
    let result = evaluate(subject)
    let findings = result.findings
    let own = findings.filter { $0.rule == rule.id }
    var failures: [String] = []
    if let list = tree.value("not-checked", of: node) {
      let topics = tree.elements(list).map { tree.text($0) }
      if topics.sorted() != result.notChecked.sorted() {
        failures.append("leaves unchecked \(result.notChecked), not \(topics)")
      }
    }
    if let type = tree.value("infers", of: node).map({ tree.text($0) }) {
      let inferred = result.pushType.value ?? "none"
      if inferred != type { failures.append("is taken for a push of type \(inferred), not \(type)") }
    }
    let also = tree.value("also", of: node).map { tree.elements($0).map { tree.text($0) } } ?? []
    for other in findings where other.rule != rule.id && other.severity != .note && !also.contains(other.rule)
    {
      failures.append(
        "also draws \(other.severity.rawValue) \(other.rule) at \(other.pointer ?? other.name ?? other.subject.rawValue): \(other.message)"
      )
    }
    for id in also where !findings.contains(where: { $0.rule == id }) {
      failures.append("does not draw \(id)")
    }
    if isPass {
      if let finding = own.first { failures.append("must not be reported, but: \(finding.message)") }
      return failures
    }
    guard !own.isEmpty else { return failures + ["is not reported"] }
    return failures + compare(own, subject)
  }

  private func evaluate(_ subject: LintSubject) -> Evaluation {
    var options = RuleOptions()
    options.selected = [rule.id]
    options.redacts = false
    return RuleEngine(set, options: options).evaluate(subject)
  }

  private func compare(_ own: [Finding], _ subject: LintSubject) -> [String] {
    var failures: [String] = []
    var finding = own[0]
    if let at = tree.value("at", of: node).map({ tree.text($0) }) {
      guard let match = own.first(where: { isAt(at, $0) }) else {
        return [
          "is reported at \(own.map { $0.pointer ?? $0.name ?? $0.subject.rawValue }.joined(separator: ", ")), not at \(at)"
        ]
      }
      finding = match
    } else {
      failures.append("a failing example says 'at'")
    }
    if let node = tree.value("also-at", of: node) {
      let others = tree.elements(node).map { tree.text($0) }
      for other in others where !own.contains(where: { isAt(other, $0) }) {
        failures.append("is not reported at \(other)")
      }
      if own.count > others.count + 1 {
        failures.append("is reported at \(own.count - others.count - 1) further places")
      }
    }
    let severity = tree.value("severity", of: node).map { tree.text($0) } ?? rule.severity.rawValue
    if finding.severity.rawValue != severity {
      failures.append("has severity \(finding.severity.rawValue), not \(severity)")
    }
    let reason =
      tree.value("reason", of: node).map { tree.kind($0) == .null ? nil : tree.text($0) } ?? rule.reason
    if finding.reason != reason {
      failures.append("has reason \(finding.reason ?? "none"), not \(reason ?? "none")")
    }
    if let marks = tree.value("marks", of: node).map({ tree.text($0) }) {
      let marked = marked(finding.place, subject)
      if marked != marks { failures.append("marks '\(marked)', not '\(marks)'") }
    }
    if let part = tree.value("message", of: node).map({ tree.text($0) }), !finding.message.holds(part) {
      failures.append("says '\(finding.message)', without '\(part)'")
    }
    return failures + compareFix(finding, subject)
  }

  private var hasFix: Bool {
    guard let number = set.ruleNumbers[rule.id] else { return false }
    let (tree, node) = set.words(ofRule: number)
    return tree.value("fix", of: node) != nil
  }

  /// One example of a rule that states its fixed text is enough.
  private var anotherExampleIsFixed: Bool {
    siblings.contains { $0 != node && tree.value("fixed", of: $0) != nil }
  }

  private func isAt(_ written: String, _ finding: Finding) -> Bool {
    let at = Self.withElementSteps(written)
    if at == finding.pointer || at == finding.name || at == finding.subject.rawValue { return true }
    guard case .success(let place) = Place.parse(at) else { return false }
    switch place.root {
    case .headers: return place.steps.isEmpty ? finding.subject == .header : place.lastKey == finding.name
    case .payload, .jwt, .envelope:
      let pointer = place.steps.map { step -> String in
        if case .key(let key) = step { return "/" + JSONPointer.escape(key) }
        return "/*"
      }.joined()
      return pointer == finding.pointer
    case .token: return finding.subject == .token
    case .path: return place.lastKey == "token" ? finding.subject == .token : finding.subject == .path
    case .host, .port: return finding.subject == .host
    case .context: return finding.place.source == .context(place.lastKey ?? "")
    case .credential: return finding.subject == .certificate
    default: return finding.subject.rawValue == place.root.rawValue
    }
  }

  /// `a[0].b` as the pointer step that the element is: `a.0.b`.
  private static func withElementSteps(_ text: String) -> String {
    var result: [UInt8] = []
    var isElement = false
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x5B, index + 1 < bytes.count, bytes[index + 1].isDigit {
        isElement = true
        result.append(0x2E)
      } else if byte == 0x5D, isElement {
        isElement = false
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text that a place's offsets count in.
  private func text(_ source: FindingSource, _ subject: LintSubject) -> [UInt8] {
    // A missing header is marked at the brace that opens the set.
    subject.text(of: source) ?? (source == .headers ? Array("{".utf8) : [])
  }

  private func marked(_ place: FindingPlace, _ subject: LintSubject) -> String {
    let text = text(place.source, subject)
    guard let range = place.range else { return String(decoding: text, as: UTF8.self) }
    guard range.start >= 0, range.end <= text.count, range.start <= range.end else {
      return "a range past the end"
    }
    return String(decoding: text[range.start..<range.end], as: UTF8.self)
  }

  // MARK: Fixes

  private func compareFix(_ finding: Finding, _ subject: LintSubject) -> [String] {
    guard let node = tree.value("fixed", of: node) else {
      return finding.fix == nil || !hasFix || finding.fix?.source == .headers || anotherExampleIsFixed
        ? [] : ["has a fix (\(finding.fix?.title ?? "")), and the example does not say its result"]
    }
    guard let fix = finding.fix else { return ["has no fix"] }
    let before = text(fix.source, subject)
    guard let after = EditApplier.apply(fix.edits, to: before) else { return ["has edits that overlap"] }
    let expected = tree.text(node)
    let whole = String(decoding: after, as: UTF8.self)
    var accepted = [whole] + fix.edits.map(\.text)
    accepted += fix.edits.compactMap { JSONTree(Array($0.text.utf8)) }.compactMap {
      $0.isEmpty ? nil : $0.string(0)
    }
    let isObject = tree.kind(node) == .object
    let raw =
      isObject
      ? String(decoding: tree.bytes[tree.range(node).start..<tree.range(node).end], as: UTF8.self) : expected
    if isObject {
      let document = JSONTree(after)
      accepted.append(
        String(decoding: after.withByteView { JSONWriter.compact($0, document.document) }, as: UTF8.self))
    }
    guard accepted.contains(raw) else { return ["is fixed to '\(whole)', not '\(raw)'"] }
    return staysFixed(fix, after, finding, subject)
  }

  /// After the fix the rule has nothing more to say about what was fixed.
  private func staysFixed(_ fix: Fix, _ after: [UInt8], _ finding: Finding, _ subject: LintSubject)
    -> [String]
  {
    var fixed = subject
    switch fix.source {
    case .payload: fixed.payload = .present(after)
    case .headerValue(let index): fixed.headers[index].value = String(decoding: after, as: UTF8.self)
    case .headerName(let index): fixed.headers[index].name = String(decoding: after, as: UTF8.self)
    case .token: fixed.token = .present(String(decoding: after, as: UTF8.self))
    case .path: fixed.path = .present(String(decoding: after, as: UTF8.self))
    case .host: fixed.host = .present(String(decoding: after, as: UTF8.self))
    default: return []
    }
    let remaining = evaluate(fixed).findings.filter {
      $0.rule == rule.id && $0.fingerprint == finding.fingerprint
    }
    return remaining.isEmpty ? [] : ["is still reported after its fix: \(remaining[0].message)"]
  }
}
