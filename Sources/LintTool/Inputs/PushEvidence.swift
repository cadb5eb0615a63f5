internal import PayloadRules

/// What must stand in an object that nobody named before it counts as a request of the push service.
struct PushEvidence {
  private let recognition: Recognition

  init(_ recognition: Recognition) { self.recognition = recognition }

  /// Whether some field can be nothing else.
  func isShown(by tree: InputTree, _ index: Int) -> Bool {
    var aliases: [String] = []
    for member in tree.members(of: index) {
      if isShown(by: tree, member.name, member.value) { return true }
      if recognition.fieldAliases[member.name] != nil { aliases.append(member.name) }
    }
    // Names of their own, and several of them, have only the records of one library.
    return aliases.count > 2 && aliases.contains { $0 != $0.asciiLowercased }
  }

  private func isShown(by tree: InputTree, _ name: String, _ value: Int) -> Bool {
    let isText = tree.node(value).kind == .string
    switch name {
    case "payload", "body":
      return isText ? recognition.isPayload(Array(tree.string(value).utf8)) : isPayload(tree, value)
    case "headers":
      return tree.members(of: value).contains { recognition.isServiceHeader($0.name) }
        || tree.elements(of: value).contains { pair in
          tree.elements(of: pair).first.map { recognition.isServiceHeader(tree.string($0)) } ?? false
        }
    case "host": return isText && recognition.isServiceHost(hostName(tree.string(value)))
    case "path": return isText && recognition.isServicePath(tree.string(value))
    case "context": return tree.members(of: value).contains { ContextKey.all.contains($0.name) }
    default: break
    }
    let isToken = name == "token" || recognition.fieldAliases[name] == "token"
    return isToken && isText && isHexadecimal(tree.string(value))
  }

  private func isPayload(_ tree: InputTree, _ index: Int) -> Bool {
    guard let key = recognition.mainKey, let main = tree.member(key, of: index) else { return false }
    return tree.members(of: main).contains { recognition.mainObjectKeys.contains($0.name) }
  }

  private func hostName(_ text: String) -> String {
    text.split(separator: ":", maxSplits: 1).first.map { String($0) } ?? ""
  }

  /// As long as the shortest token, and not a digest of a file by its fields: those have no payload beside them.
  private func isHexadecimal(_ text: String) -> Bool {
    text.utf8.count >= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
      }
  }
}
