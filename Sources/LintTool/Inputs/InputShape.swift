internal import PayloadRules

/// Tells what an input is by its name and its shape.
struct InputShape {
  var recognition: Recognition
  /// In small letters, since `.JSON` and `.json` say the same.
  let name: String
  /// Named by the user, not met while walking.
  var isNamed: Bool

  init(recognition: Recognition, name: String, isNamed: Bool) {
    self.recognition = recognition
    self.name = name.lowercased()
    self.isNamed = isNamed
  }

  enum Decision: Equatable {
    case kind(InputKind)
    case notAPush
  }

  /// Fields of a request that hold its payload.
  static let bodyFields: Set<String> = ["payload", "body"]

  /// Fields that only a request has beside its payload.
  private static let companions: Set<String> = ["headers", "token", "path", "host", "method"]

  static func hasLinesName(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
  }

  /// Whether an input is JSON Lines by what the user said or by its name, if it is a text at all.
  static func holdsLines(_ name: String, _ kind: InputKind) -> Bool {
    kind == .jsonl || (kind == .auto && hasLinesName(name.asciiLowercased))
  }

  var isYAMLName: Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

  /// Decides for a text that is neither binary nor a script.
  func decide(_ tree: InputTree, text: [UInt8]) -> Decision {
    if InputShape.hasLinesName(name) {
      return isNamed || beginsWithPush(text) ? .kind(.jsonl) : .notAPush
    }
    // Digests and tokens of other services look the same.
    if isNamed, let kind = bareKind(text) { return .kind(kind) }
    guard let root = tree.root else {
      if name.hasSuffix(".apns") { return .kind(.simulator) }
      return isNamed && !name.hasSuffix(".json") && text.allSatisfy(isWhite) && !isYAMLName
        ? .kind(.payload) : .notAPush
    }
    if root.kind == .array, isRequestList(tree) || isPayloadList(tree) { return .kind(.request) }
    if isNamed, let kind = wrappedKind(tree, root) { return .kind(kind) }
    if root.kind == .object {
      let names = Set(tree.members(of: 0).map(\.name))
      if isRequest(tree, 0, names) || recordedRequest(tree, 0) != nil { return .kind(.request) }
      if !names.isDisjoint(with: recognition.simulatorKeys) { return .kind(.simulator) }
      if !names.isDisjoint(with: recognition.payloadKeys) { return payloadDecision(tree, names) }
    }
    if name.hasSuffix(".apns") { return .kind(.simulator) }
    return .notAPush
  }

  /// Whether the first line of a log is a push; any data may lie in lines.
  func beginsWithPush(_ text: [UInt8]) -> Bool {
    let line = text.split(maxSplits: 1) { $0 == 0x0A }.first { $0.contains { !isWhite($0) } }
    guard let line else { return false }
    let tree = InputTree(json: SourceText(path: "", bytes: Array(line)))
    guard tree.root?.kind == .object else { return false }
    if isRequest(tree, 0) { return true }
    return payloadDecision(tree, Set(tree.members(of: 0).map(\.name))) != .notAPush
  }

  private func payloadDecision(_ tree: InputTree, _ names: Set<String>) -> Decision {
    let kind: InputKind = name.hasSuffix(".apns") ? .simulator : .payload
    if isNamed || kind == .simulator { return .kind(kind) }
    return showsPayload(tree, 0) ? .kind(kind) : .notAPush
  }

  /// Where nobody said that it is a push: other data has the same root keys, so an object must have one of the keys
  /// that only pushes have below the main one.
  private func showsPayload(_ tree: InputTree, _ index: Int) -> Bool {
    guard let key = recognition.mainKey, let main = tree.member(key, of: index) else { return false }
    return tree.members(of: main).contains { recognition.mainObjectKeys.contains($0.name) }
  }

  /// Whether a list is one of payloads, by its first element. The simulator reads no list.
  private func isPayloadList(_ tree: InputTree) -> Bool {
    guard !name.hasSuffix(".apns"), let first = tree.elements(of: 0).first else { return false }
    return showsPayload(tree, first)
  }

  /// A payload in a form that nothing reads, which only somebody who names the file can mean: under a key in
  /// other letters, in a list, as a text in quotes. Payloads in a list are a collection of them.
  private func wrappedKind(_ tree: InputTree, _ root: JSONNode) -> InputKind? {
    let single = name.hasSuffix(".apns") ? InputKind.simulator : .payload
    switch root.kind {
    case .object: return isNearlyPayload(tree, 0) ? single : nil
    case .array:
      let elements = tree.elements(of: 0)
      guard !elements.isEmpty, elements.allSatisfy({ isNearlyPayload(tree, $0) }) else { return nil }
      return elements.count == 1 && single == .simulator ? single : .request
    case .string:
      let text = tree.string(0)
      guard let key = recognition.mainKey, text.utf8.first(where: { !isWhite($0) }) == UInt8(ascii: "{")
      else {
        return nil
      }
      return text.contains("\"\(key)\"") ? single : nil
    default: return nil
    }
  }

  /// Whether an object has the main key, in whatever letters, and below it a key that only pushes have.
  private func isNearlyPayload(_ tree: InputTree, _ index: Int) -> Bool {
    guard let main = recognition.mainKey else { return false }
    return tree.members(of: index).contains { member in
      member.name.trimmingBlanks.lowercased() == main
        && tree.members(of: member.value).contains { recognition.mainObjectKeys.contains($0.name) }
    }
  }

  /// Whether an object describes a request around a payload.
  func isRequest(_ tree: InputTree, _ index: Int) -> Bool {
    isRequest(tree, index, Set(tree.members(of: index).map(\.name)))
  }

  private func isRequest(_ tree: InputTree, _ index: Int, _ names: Set<String>) -> Bool {
    guard hasRequestFields(tree, index, names) else { return false }
    // Messages of queues, web hooks and translations have the same fields.
    return isNamed || PushEvidence(recognition).isShown(by: tree, index)
  }

  private func hasRequestFields(_ tree: InputTree, _ index: Int, _ names: Set<String>) -> Bool {
    guard names.isDisjoint(with: recognition.payloadKeys.subtracting(InputShape.bodyFields)) else {
      return false
    }
    let hasBody = names.contains("payload") || names.contains("body") || names.contains("payload-file")
    let aliases = Set(recognition.fieldAliases.keys)
    if hasBody {
      if !names.isDisjoint(with: InputShape.companions.union(aliases)) { return looksLikePush(tree, index) }
      guard let payload = tree.member("payload", of: index) else { return false }
      return tree.members(of: payload).contains { recognition.payloadKeys.contains($0.name) }
    }
    // Requests about channels have neither body nor, wrongly, any header of the service.
    if let host = tree.member("host", of: index), recognition.isServiceHost(tree.string(host)),
      !names.isDisjoint(with: ["path", "method", "headers"])
    {
      return true
    }
    guard let headers = tree.member("headers", of: index) else { return false }
    return hasServiceHeader(tree, headers)
  }

  /// A request to some other service may have the same fields; a push shows in its payload, its headers,
  /// its host or its token.
  private func looksLikePush(_ tree: InputTree, _ index: Int) -> Bool {
    if let payload = tree.member("payload", of: index),
      tree.members(of: payload).contains(where: { recognition.payloadKeys.contains($0.name) })
    {
      return true
    }
    if let headers = tree.member("headers", of: index), hasServiceHeader(tree, headers) { return true }
    let aliases = recognition.fieldAliases
    if tree.members(of: index).contains(where: { aliases[$0.name] != nil && $0.name != "topic" }) {
      return true
    }
    if let host = tree.member("host", of: index) {
      let text = tree.string(host)
      if recognition.serviceHosts.contains(where: { text.hasPrefix($0) }) { return true }
    }
    if let path = tree.member("path", of: index), recognition.isServicePath(tree.string(path)) { return true }
    for field in ["body", "payload"] {
      guard let body = tree.member(field, of: index), tree.node(body).kind == .string else { continue }
      let text = tree.string(body)
      if recognition.payloadKeys.contains(where: { text.utf8.count < 1 << 20 && text.contains("\"\($0)\"") })
      {
        return true
      }
    }
    return tree.member("payload-file", of: index) != nil || tree.member("context", of: index) != nil
  }

  private func hasServiceHeader(_ tree: InputTree, _ headers: Int) -> Bool {
    guard !recognition.headerPrefix.isEmpty else { return false }
    if tree.members(of: headers).contains(where: { isServiceHeader($0.name) }) { return true }
    return tree.elements(of: headers).contains { pair in
      tree.elements(of: pair).first.map { isServiceHeader(tree.string($0)) } ?? false
    }
  }

  private func isServiceHeader(_ name: String) -> Bool {
    name.lowercased().hasPrefix(recognition.headerPrefix)
  }

  /// The request of a recording, which keeps the response beside it.
  func recordedRequest(_ tree: InputTree, _ index: Int) -> Int? {
    guard let request = tree.member("request", of: index), tree.member("response", of: index) != nil,
      isRequest(tree, request)
    else { return nil }
    return request
  }

  func isRequestList(_ tree: InputTree) -> Bool {
    tree.elements(of: 0).contains { isRequest(tree, $0) || recordedRequest(tree, $0) != nil }
  }

  /// A text that is nothing but a device token or a JWT.
  private func bareKind(_ text: [UInt8]) -> InputKind? {
    let line = InputShape.withoutLineEnd(text).dropFirst(InputShape.byteOrderMarkLength(text))
    guard line.count >= 32, line.count <= 8192 else { return nil }
    if line.allSatisfy(isHexadecimal) || InputShape.pastedToken(in: text) != nil { return .token }
    let dots = line.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
    let isWebToken = dots == 2 && line.starts(with: Array("eyJ".utf8)) && line.allSatisfy(isBase64URLOrDot)
    return isWebToken ? .jwt : nil
  }

  /// So many digits have the shortest token that there is, and the longest that anybody pastes.
  private static let tokenDigits = 64...256

  /// Where a token lies that was pasted with quotes around it, or with blanks in it or about it; nil for any
  /// other text. Angle brackets and blanks within belong to what was pasted, and are found fault with.
  static func pastedToken(in text: [UInt8]) -> ByteRange? {
    guard text.count <= 1024 else { return nil }
    var (start, end) = (byteOrderMarkLength(text), text.count)
    func trim() {
      while start < end, isWhite(text[start]) { start += 1 }
      while end > start, isWhite(text[end - 1]) { end -= 1 }
    }
    trim()
    if end - start > 2, text[start] == text[end - 1], [0x22, 0x27].contains(text[start]) {
      (start, end) = (start + 1, end - 1)
      trim()
    }
    let token = ByteRange(start, end)
    var inner = text[start..<end]
    if inner.first == UInt8(ascii: "<"), inner.last == UInt8(ascii: ">") {
      inner = inner.dropFirst().dropLast()
    }
    let digits = inner.reduce(0) { $0 + (isHexadecimal($1) ? 1 : 0) }
    guard tokenDigits.contains(digits), inner.allSatisfy({ isHexadecimal($0) || isWhite($0) }) else {
      return nil
    }
    // Several lines may be several tokens.
    return digits == tokenDigits.lowerBound || !inner.contains(0x0A) ? token : nil
  }

  /// Length of the byte order mark that some editors begin a file with.
  static func byteOrderMarkLength(_ text: [UInt8]) -> Int { text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Length of `Bearer` and its blank at the beginning, in any case; 0 without.
  static func bearerSchemeLength(_ text: [UInt8]) -> Int {
    let scheme = Array("bearer ".utf8)
    guard text.count > scheme.count else { return 0 }
    return zip(text, scheme).allSatisfy { $0 == $1 || $0 | 0x20 == $1 } ? scheme.count : 0
  }

  /// The text without one line end at its end.
  static func withoutLineEnd(_ text: [UInt8]) -> [UInt8] {
    var end = text.count
    if end > 0, text[end - 1] == 0x0A { end -= 1 }
    if end > 0, text[end - 1] == 0x0D { end -= 1 }
    return Array(text[..<end])
  }

  /// Whether a text is no text at all: zero bytes, and not JSON with a stray one.
  static func isBinary(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(8192)
    guard head.contains(0) else { return false }
    let first = head.first { !isWhite($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      let controls = head.reduce(0) { $0 + ($1 < 0x09 || ($1 > 0x0D && $1 < 0x20) ? 1 : 0) }
      return controls * 32 > head.count
    }
    return true
  }
}

func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

private func isHexadecimal(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
  default: false
  }
}

private func isBase64URLOrDot(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
