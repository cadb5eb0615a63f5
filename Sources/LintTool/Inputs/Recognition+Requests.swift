internal import PayloadRules

extension Recognition {
  /// Whether a host belongs to the service, or pretends to.
  func isServiceHost(_ host: String) -> Bool {
    let host = host.asciiLowercased
    if serviceHosts.contains(host) { return true }
    guard !hostSuffix.isEmpty, !foreignHostSuffixes.contains(where: { host.hasSuffix($0) }) else {
      return false
    }
    return host == hostSuffix || host.hasSuffix("." + hostSuffix)
  }

  func isServicePath(_ path: String) -> Bool { pathPrefixes.contains { path.hasPrefix($0) } }

  func isServiceHeader(_ name: String) -> Bool {
    !headerPrefix.isEmpty && name.asciiLowercased.hasPrefix(headerPrefix)
  }

  /// Whether a text can hold a push at all, so that a long one is not read for nothing.
  func mayHoldRequest(_ text: [UInt8]) -> Bool {
    text.withByteView { view in
      ([headerPrefix, hostSuffix] + pathPrefixes + serviceHosts).contains {
        !$0.isEmpty && view.contains($0.asciiLowercased)
      }
        || payloadKeys.contains {
          view.contains("\($0)\"") || view.contains("\($0)\\\"") || view.contains("\($0):")
        }
        || envelopeKeys.contains { view.contains("\"\($0)\"") || view.contains("\"\($0)\\\"") }
    }
  }

  /// Whether a body is a payload by what stands in it.
  func isPayload(_ bytes: [UInt8]) -> Bool {
    guard let key = mainKey, bytes.count < 1 << 20, bytes.withByteView({ $0.contains("\"\(key)\"") }) else {
      return false
    }
    let source = SourceText(path: "", bytes: bytes)
    let tree = InputTree(json: source)
    guard let root = tree.root, root.kind == .object, let main = tree.member(key, of: 0) else { return false }
    return tree.members(of: main).contains { mainObjectKeys.contains($0.name) }
  }

  /// Whether what is known of a request says that it is a push.
  func isPush(_ subject: LintSubject) -> Bool {
    if let host = subject.host.value, isServiceHost(host) { return true }
    if subject.headers.contains(where: { isServiceHeader($0.name) }) { return true }
    if let path = subject.path.value, isServicePath(path) { return true }
    return subject.payload.value.map { isPayload($0) } ?? false
  }
}

extension ByteView {
  /// Whether a text stands somewhere in this one, letters compared without case.
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.asciiLowercased.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    var index = 0
    while index <= count - wanted.count {
      if lowered(index) == first, (1..<wanted.count).allSatisfy({ lowered(index + $0) == wanted[$0] }) {
        return true
      }
      index += 1
    }
    return false
  }

  private func lowered(_ index: Int) -> UInt8 {
    let byte = self[index]
    return byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
