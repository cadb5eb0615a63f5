internal import PayloadRules

/// What a request says in words of ours that do not exist, or in a form that cannot be read.
///
/// Whatever is not read silently does not count, so that a check passes for want of it: each is a detection.
extension RequestReader {
  /// Reports a name that is nearly a known one, or that others give to a part of a request; others are left
  /// alone, since recordings have more.
  mutating func checkField(_ name: String, _ key: Int, beside names: Set<String>) {
    // A name that is known elsewhere is no misspelling of one of ours.
    let isForeign = recognition.fieldMeanings[plain(name)] != nil
    if !isForeign, let nearest = NearestMatch.nearest(to: name, among: RequestReader.fields) {
      report("request-unknown-field", name, key, nearest: nearest, beside: names)
    } else if let meant = meaning(of: name), !isStated(meant, names) {
      // Only what no other tool writes shows that the file was written for this one.
      let isOurs = !names.isDisjoint(with: RequestReader.ownFields)
      report(
        isOurs ? "request-unknown-field" : "request-foreign-field", name, key, nearest: meant.text,
        beside: names)
    }
  }

  /// A name without letter case and hyphens.
  private func plain(_ name: String) -> String {
    String(name.asciiLowercased.filter { $0 != "-" && $0 != "_" && $0 != " " })
  }

  private static let ownFields: Set<String> = ["context", "environment", "payload-file"]

  /// Takes an address of the service that stands in a field of another name; false for any other field.
  mutating func readAddress(_ name: String, _ value: Int, beside names: Set<String>) -> Bool {
    guard tree.node(value).kind == .string, let meant = meaning(of: name), meant.fields == ["host", "path"],
      names.isDisjoint(with: ["host", "path", "token"])
    else { return false }
    let (text, location) = tree.text(value)
    let bytes = Array(text.utf8)
    let address = RequestAddress(bytes)
    guard address.scheme != nil, let host = address.host,
      recognition.isServiceHost(String(decoding: bytes[host.start..<host.end], as: UTF8.self))
    else { return false }
    builder.setAddress(bytes, at: location)
    return true
  }

  /// Where in a request a fact belongs.
  private struct Meaning {
    var fields: [String]
    /// The part of a request in which it stands, if it is no field itself.
    var parent: String?

    /// `token`, `host and path`, `key-id under context`.
    var text: String { fields.joined(separator: " and ") + (parent.map { " under \($0)" } ?? "") }
  }

  /// What a field of another name gives.
  private func meaning(of name: String) -> Meaning? {
    let letters = name.asciiLowercased
    if ContextKey.all.contains(letters) { return Meaning(fields: [letters], parent: "context") }
    if recognition.isServiceHeader(letters) { return Meaning(fields: [letters], parent: "headers") }
    guard let meant = recognition.fieldMeanings[plain(name)] else { return nil }
    let parts = meant.split(separator: ".", maxSplits: 1).map { String($0) }
    return parts.count == 2
      ? Meaning(fields: [parts[1]], parent: parts[0])
      : Meaning(fields: meant.split(separator: " ").map { String($0) })
  }

  /// Whether the request says elsewhere what a field of another name may give.
  private func isStated(_ meaning: Meaning, _ names: Set<String>) -> Bool {
    switch meaning.parent {
    case "headers"?: builder.hasHeader(meaning.fields[0])
    case "context"?: builder.subject.context[meaning.fields[0]] != nil
    case nil where meaning.fields == ["payload"]:
      !names.isDisjoint(with: ["payload", "body", "payload-file"])
    default: meaning.fields.contains { names.contains($0) || ($0 == "path" && names.contains("token")) }
    }
  }

  /// The same for the facts of `context`. An object without any that is known is some other tool's.
  mutating func checkContext(_ unknown: [(name: String, key: Int)], all names: Set<String>) {
    let nearest = unknown.map { NearestMatch.nearest(to: $0.name, among: RequestReader.contextKeys) }
    let isOurs = unknown.count < names.count || nearest.contains { $0 != nil }
    for (number, member) in unknown.enumerated() {
      report(
        isOurs ? "request-unknown-context" : "request-foreign-context", member.name, member.key,
        nearest: nearest[number] ?? placeOutsideContext(of: member.name), beside: names, within: "/context")
    }
  }

  /// Where a name belongs that stands under `context` though it is no fact of it.
  private func placeOutsideContext(of name: String) -> String? {
    if RequestReader.fields.contains(name) { return "\(name) beside context" }
    return meaning(of: name).map { $0.parent == nil ? "\($0.text) beside context" : $0.text }
  }

  private mutating func report(
    _ detector: String, _ name: String, _ key: Int, nearest: String?, beside names: Set<String>,
    within parent: String = ""
  ) {
    var detection = Detection(
      detector: detector, place: FindingPlace(source: .request, range: tree.place(of: key)),
      subject: .envelope, pointer: parent + "/" + JSONPointer.escape(name),
      values: ["actual": name, "key": name])
    detection.values["suggestion"] = nearest
    let known = parent.isEmpty ? RequestReader.fields : RequestReader.contextKeys
    // Whoever says yes or no under another name means no word of environment's.
    let isAnswer = nearest == "environment" && NearestMatch.nearest(to: name, among: ["environment"]) == nil
    if let nearest, known.contains(nearest), !names.contains(nearest), !isAnswer {
      detection.edits = [Edit(range: tree.node(key).range, text: JSONWriter.quoted(nearest))]
      detection.fixTitle = "rename \(name) to \(nearest)"
    }
    builder.subject.detections.append(detection)
  }

  /// A second body: which of them is sent, nobody can tell.
  mutating func checkOneBody(_ name: String, _ key: Int, _ members: [(name: String, key: Int, value: Int)]) {
    let bodies = ["payload", "body", "payload-file"]
    guard let first = members.first(where: { bodies.contains($0.name) && tree.node($0.value).kind != .null }),
      first.key != key, first.name != name,
      let own = members.first(where: { $0.key == key }), tree.node(own.value).kind != .null
    else { return }
    builder.subject.detections.append(
      Detection(
        detector: "request-two-bodies", place: FindingPlace(source: .request, range: tree.place(of: key)),
        subject: .envelope, pointer: "/" + name,
        values: ["actual": name, "expected": first.name, "key": name]))
  }

  /// Whether a value is a text, or what can be read by its letters; anything else is reported.
  mutating func isText(_ value: Int, of name: String) -> Bool {
    switch tree.node(value).kind {
    case .object, .array:
      report(form: value, name, expected: "a text")
      return false
    default: return true
    }
  }

  mutating func checkHeaders(_ value: Int) {
    guard tree.node(value).kind != .null, !isPlaceholder(value) else { return }
    // In YAML the fields of a request are taken by their letters, those of null included.
    if tree.isYAML, ["", "~", "null"].contains(tree.string(value)) { return }
    report(form: value, "headers", expected: "a mapping of names to values, or a list of [name, value] pairs")
  }

  private mutating func report(form value: Int, _ name: String, expected: String) {
    let kind =
      switch tree.node(value).kind {
      case .object: "a mapping"
      case .array: "a list"
      case .string: "a text"
      case .number: "a number"
      default: "no such thing"
      }
    builder.subject.detections.append(
      Detection(
        detector: "request-field-form", place: FindingPlace(source: .request, range: tree.place(of: value)),
        subject: .envelope, pointer: pointer(value),
        values: ["actual": kind, "expected": expected, "key": name]))
  }

  /// Nobody filled it in yet.
  private func isPlaceholder(_ value: Int) -> Bool {
    let node = tree.node(value)
    guard node.kind == .string else { return node.kind == .placeholder }
    return Placeholders.find(in: Array(tree.string(value).utf8), expectsFormat: true) != nil
  }

  mutating func checkEnvironment(_ word: String, _ value: Int) {
    guard tree.node(value).kind != .null, !recognition.hosts.isEmpty, !isPlaceholder(value) else { return }
    let known = recognition.hosts.keys.sorted()
    report(
      value: value, "environment", word, expected: known.joined(separator: " or "),
      nearest: nearestEnvironment(word, known))
  }

  /// Reports a host that belongs to another environment than the one stated beside it.
  mutating func checkEnvironment(_ word: String, of host: String, _ value: Int) {
    guard let own = recognition.hostEnvironments[host.asciiLowercased], own != word else { return }
    builder.subject.detections.append(
      Detection(
        detector: "request-environment-for-host",
        place: FindingPlace(source: .request, range: tree.place(of: value)),
        subject: .envelope, pointer: pointer(value),
        values: ["actual": word, "expected": own, "key": host]))
  }

  /// By its letters, by its beginning, or by the host that it names.
  private func nearestEnvironment(_ word: String, _ known: [String]) -> String? {
    if let nearest = NearestMatch.nearest(to: word, among: known) { return nearest }
    let letters = word.lowercased()
    guard letters.utf8.count >= 3 else { return nil }
    return known.first { $0.hasPrefix(letters) || letters.hasPrefix($0) }
      ?? known.first { recognition.hosts[$0]?.split(separator: ".").contains { $0 == letters } ?? false }
  }

  mutating func checkTime(_ text: String, _ value: Int) {
    guard LintOptions.time(text) == nil, !isPlaceholder(value) else { return }
    report(
      value: value, "now", text, expected: "a time such as 2026-11-30T12:00:00Z, or seconds since 1970",
      nearest: nil)
  }

  private mutating func report(value: Int, _ key: String, _ text: String, expected: String, nearest: String?)
  {
    var detection = Detection(
      detector: "request-unknown-value", place: FindingPlace(source: .request, range: tree.place(of: value)),
      subject: .envelope, pointer: pointer(value), values: ["actual": text, "expected": expected, "key": key])
    detection.values["suggestion"] = nearest
    if let nearest, tree.node(value).kind == .string {
      detection.edits = [Edit(range: tree.node(value).range, text: JSONWriter.quoted(nearest))]
      detection.fixTitle = "write \(nearest)"
    }
    builder.subject.detections.append(detection)
  }

  private func pointer(_ node: Int) -> String {
    tree.bytes.withByteView { JSONPointer.pointer(to: node, in: tree.document, text: $0) }
  }
}
