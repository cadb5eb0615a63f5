import LintTool
import PayloadRules

/// What occurs in the examples of all rules, by where it occurs.
struct ExampleIndex: Sendable {
  private(set) var topics: Set<String> = []
  private(set) var paths: Set<String> = []
  private(set) var methods: Set<String> = []
  private(set) var sizes: Set<Int> = []
  private var pushTypes: Set<String> = []
  private var headers: [String: Set<String>] = [:]
  private var hosts: Set<String> = []
  private var ports: Set<String> = []
  /// Keys of objects, by the pointer of the object: `/aps/alert`.
  private var keys: [String: Set<String>] = [:]
  private var texts: [String: Set<String>] = [:]

  init(_ library: RuleLibrary) {
    for rule in library.rules {
      for example in library.runner.cases(of: rule.id) { add(example.subject, library) }
    }
  }

  /// The values in the examples that are of the kind that a fact lists.
  func values(for fact: String) -> Set<String> {
    switch fact {
    case "push-types": pushTypes
    case "priorities": headers["apns-priority"] ?? []
    case let fact where fact.hasSuffix("-hosts"): hosts
    case let fact where fact.hasSuffix("-ports"): ports
    case "request-header-names": Set(headers.keys)
    case "aps-keys", "live-activity-only-keys": keys["/aps"] ?? []
    case "alert-keys", "old-alert-keys": keys["/aps/alert"] ?? []
    case "sound-keys": keys["/aps/sound"] ?? []
    case "interruption-levels": texts["/aps/interruption-level"] ?? []
    case "live-activity-events": texts["/aps/event"] ?? []
    case "sound-extensions":
      Set((texts["/aps/sound"] ?? []).compactMap { $0.split(separator: ".").last.map(String.init) })
    default: []
    }
  }

  private mutating func add(_ subject: LintSubject, _ library: RuleLibrary) {
    if let type = library.engine.evaluate(subject).pushType.value { pushTypes.insert(type) }
    if let path = subject.path.value { paths.insert(path) }
    if let method = subject.method.value { methods.insert(method) }
    if let host = subject.host.value { hosts.insert(host.lowercased()) }
    if let port = subject.port.value { ports.insert(port) }
    for header in subject.headers { headers[header.name.lowercased(), default: []].insert(header.value) }
    topics.formUnion(subject.headers.filter { $0.name.lowercased() == "apns-topic" }.map(\.value))
    guard let payload = subject.payload.value else { return }
    sizes.insert(payload.count)
    let tree = JSONTree(payload)
    guard !tree.isEmpty else { return }
    var waiting: [(node: Int, pointer: String)] = [(0, "")]
    while let (node, pointer) = waiting.popLast() {
      if let text = tree.string(node) { texts[pointer, default: []].insert(text) }
      for member in tree.members(node) {
        keys[pointer, default: []].insert(member.key)
        waiting.append((member.value, pointer + "/" + member.key))
      }
    }
  }
}
