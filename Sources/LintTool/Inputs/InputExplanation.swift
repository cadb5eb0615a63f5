internal import PayloadRules

/// Why an input was taken as what it was, for `--explain-input`.
struct InputExplanation {
  private let recognition: Recognition
  private let kind: InputKind
  private let name: String
  private let isNamed: Bool

  init(recognition: Recognition, kind: InputKind, name: String, isNamed: Bool) {
    self.recognition = recognition
    self.kind = kind
    self.name = name.asciiLowercased
    self.isNamed = isNamed
  }

  /// `payload: the root has 'aps'`, or why it was passed over.
  func text(for bytes: [UInt8], _ contents: InputContents) -> String {
    guard case .records(let records) = contents, let first = records.first else {
      return "passed over: " + reasonNoPush(bytes)
    }
    if first.subject.detections.contains(where: { $0.detector == "not-a-push" }) {
      return "no push: " + reasonNoPush(bytes)
    }
    var kinds: [String] = []
    for record in records where !kinds.contains(record.subject.input) { kinds.append(record.subject.input) }
    let number = records.count > 1 ? " (\(records.count) records)" : ""
    if kind != .auto { return "\(kinds.joined(separator: ", "))\(number): --input says so" }
    return kinds.joined(separator: ", ") + number + ": " + reason(for: kinds, first.subject, bytes)
  }

  private func reason(for kinds: [String], _ subject: LintSubject, _ bytes: [UInt8]) -> String {
    switch kinds.first {
    case "token": return "nothing but hexadecimal digits"
    case "jwt": return "three parts in Base64, as a JWT has"
    case "curl": return byName(["sh", "bash", "zsh", "ksh", "command", "curl"]) ?? commandReason(bytes)
    case "http": return byName(["http", "rest"]) ?? "a line has a method and an address"
    case "har": return byName(["har"]) ?? "recorded traffic: log.entries"
    case "jsonl": return byName(["jsonl", "ndjson"]) ?? "an object in each line"
    case "payload", "simulator", "request", "markdown":
      if let ending = byName(["apns"]) { return ending }
      return shapeReason(bytes, kind: kinds.first ?? "")
    default: break
    }
    return subject.envelopeID.map { "its shape is that of \($0)" } ?? "its shape"
  }

  private func byName(_ endings: [String]) -> String? {
    endings.first { name.hasSuffix("." + $0) }.map { "its name ends in .\($0)" }
  }

  private func commandReason(_ bytes: [UInt8]) -> String {
    bytes.starts(with: Array("#!".utf8)) ? "it begins with #!" : "a line begins with curl"
  }

  /// The keys that tell it.
  private func shapeReason(_ bytes: [UInt8], kind: String) -> String {
    let form = isYAML ? "YAML, and " : ""
    guard let tree = tree(of: bytes), let root = tree.root else { return form + "its shape" }
    if root.kind == .array { return form + "a list of what a push is" }
    if root.kind != .object { return "nothing else than text, and it was named" }
    let names = tree.members(of: 0).map(\.name)
    if kind == "request" {
      let fields = ["payload", "body", "payload-file", "headers", "token", "path", "host", "method"]
      let found = names.filter { fields.contains($0) || recognition.fieldAliases[$0] != nil }
      return form + "the fields of a request: " + list(found)
    }
    let known = names.filter {
      recognition.simulatorKeys.contains($0) || recognition.payloadKeys.contains($0)
    }
    if known.isEmpty { return form + "it was named, and has the keys " + list(names) }
    guard let key = recognition.mainKey, let main = tree.member(key, of: 0), !isNamed else {
      return form + "the root has " + list(known)
    }
    let inner = tree.members(of: main).map(\.name).filter { recognition.mainObjectKeys.contains($0) }
    return form + "the root has " + list(known) + (inner.isEmpty ? "" : ", and '\(key)' has " + list(inner))
  }

  private func reasonNoPush(_ bytes: [UInt8]) -> String {
    if kind != .auto { return "it has no part that --input \(kind.rawValue) is about" }
    if InputShape.isMarkdownName(name) { return "documentation is read with --input markdown" }
    if InputShape.form(ofName: name) != nil || bytes.starts(with: Array("#!".utf8)) {
      return "no request to the push service stands in it"
    }
    if InputShape.isBinary(bytes) { return "it is no text" }
    if isYAML { return "YAML without the keys of a push, or that cannot be read" }
    guard let tree = tree(of: bytes), let root = tree.root else { return "neither JSON nor a form around it" }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return "its first line is no push" }
    guard root.kind == .object else { return "JSON whose root is no object" }
    guard let key = recognition.mainKey, let main = tree.member(key, of: 0) else {
      return "JSON without a key that a push has"
    }
    return tree.node(main).kind == .object
      ? "JSON whose '\(key)' has no key that a push has" : "JSON whose '\(key)' is no object"
  }

  private var isYAML: Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

  private func tree(of bytes: [UInt8]) -> InputTree? {
    isYAML ? nil : InputTree(json: InputReader.transcode(bytes, path: name).source)
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0.onOneLine)'" }.joined(separator: ", ")
    return names.count > 5 ? shown + ", …" : shown
  }
}
