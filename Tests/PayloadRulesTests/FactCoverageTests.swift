import PayloadRules
import Testing

/// Every entry of the tables in rules.yaml: it is the one Apple's pages have, and some example exercises it.
@Suite struct FactCoverageTests {
  private static let library = RuleLibrary.shared
  private static let index = ExampleIndex(library)

  /// What the tables hold, written down from Apple's pages apart from rules.yaml.
  static let tables: [(fact: String, values: Set<String>)] = [
    (
      "push-types",
      [
        "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
        "nowplaying", "pushtotalk", "voip", "widgets",
      ]
    ),
    ("priorities", ["10", "5", "1"]),
    (
      "provider-hosts",
      ["api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com"]
    ),
    ("provider-ports", ["443", "2197"]),
    (
      "channel-hosts",
      ["api-manage-broadcast.push.apple.com", "api-manage-broadcast.sandbox.push.apple.com"]
    ),
    ("channel-ports", ["2195", "2196"]),
    (
      "undocumented-broadcast-hosts",
      ["api-broadcast.push.apple.com", "api-broadcast.sandbox.push.apple.com"]
    ),
    (
      "legacy-hosts",
      [
        "gateway.push.apple.com", "gateway.sandbox.push.apple.com", "feedback.push.apple.com",
        "feedback.sandbox.push.apple.com",
      ]
    ),
    (
      "request-header-names",
      [
        "authorization", "apns-topic", "apns-push-type", "apns-id", "apns-expiration", "apns-priority",
        "apns-collapse-id", "apns-channel-id", "apns-request-id",
      ]
    ),
    (
      "aps-keys",
      [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "content-changed",
        "url-args", "event", "timestamp", "content-state", "attributes-type", "attributes",
        "input-push-token", "input-push-channel", "stale-date", "dismissal-date",
      ]
    ),
    (
      "alert-keys",
      [
        "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args", "subtitle-loc-key",
        "subtitle-loc-args", "loc-key", "loc-args",
      ]
    ),
    ("old-alert-keys", ["action", "action-loc-key", "summary-arg", "summary-arg-count"]),
    ("sound-keys", ["critical", "name", "volume"]),
    ("interruption-levels", ["passive", "active", "time-sensitive", "critical"]),
    ("sound-extensions", ["aiff", "aif", "wav", "caf"]),
    ("live-activity-events", ["start", "update", "end"]),
    (
      "live-activity-only-keys",
      [
        "content-state", "attributes-type", "dismissal-date", "stale-date", "input-push-token",
        "input-push-channel",
      ]
    ),
  ]

  static let suffixes = [
    "complication": ".complication", "controls": ".push-type.controls",
    "fileprovider": ".pushkit.fileprovider",
    "liveactivity": ".push-type.liveactivity", "location": ".location-query",
    "nowplaying": ".push-type.nowplaying", "pushtotalk": ".voip-ptt", "voip": ".voip",
    "widgets": ".push-type.widgets",
  ]

  static let routes = [
    "device": "/3/device/{token}", "broadcast": "/4/broadcasts/apps/{bundle-id}",
    "channels": "/1/apps/{bundle-id}/channels", "all-channels": "/1/apps/{bundle-id}/all-channels",
  ]

  @Test(arguments: tables.indices)
  func everyTableIsThatOfItsPage(_ number: Int) {
    let table = Self.tables[number]
    #expect(Set(Self.library.set.factTexts(table.fact)) == table.values, "\(table.fact)")
  }

  @Test(arguments: tables.indices)
  func everyEntryIsExercised(_ number: Int) {
    let (fact, values) = Self.tables[number]
    let found = Self.index.values(for: fact)
    #expect(values.subtracting(found).sorted() == [], "entries of \(fact) that no example has")
  }

  @Test func topicSuffixes() {
    let rows = Self.library.set.factRows("topic-suffix")
    #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.value) }) == Self.suffixes)
    for (type, suffix) in Self.suffixes {
      #expect(Self.index.topics.contains { $0.hasSuffix(suffix) }, "no example has a topic of \(type)")
    }
  }

  @Test func pathsAndMethods() {
    let section = Self.library.tree.value("routes", of: 0).map { Self.library.tree.elements($0) } ?? []
    var paths: [String: String] = [:]
    for entry in section {
      func text(_ key: String) -> String {
        Self.library.tree.value(key, of: entry).map { Self.library.tree.text($0) } ?? ""
      }
      paths[text("id")] = text("path")
    }
    #expect(paths == Self.routes)
    for (id, pattern) in Self.routes {
      #expect(Self.index.paths.contains { Self.matches($0, pattern) }, "no example goes to \(id)")
    }
    for method in ["POST", "GET", "DELETE"] { #expect(Self.index.methods.contains(method)) }
  }

  @Test func sizes() {
    let rows = Dictionary(
      uniqueKeysWithValues: Self.library.set.factRows("max-bytes").map { ($0.key, $0.value) })
    #expect(rows == ["broadcast": "5120", "device/voip": "5120"])
    for size in [4096, 4097, 5120, 5121] {
      #expect(Self.index.sizes.contains(size), "no example has a body of \(size) bytes")
    }
  }

  /// A fact names where it comes from.
  @Test func everyFactHasASource() throws {
    let tree = Self.library.tree
    let facts = try #require(tree.value("facts", of: 0))
    for fact in tree.members(facts) {
      #expect(tree.value("source", of: fact.value).map { !tree.text($0).isEmpty } == true, "\(fact.key)")
    }
  }

  private static func matches(_ path: String, _ pattern: String) -> Bool {
    let parts = path.split(separator: "/")
    let wanted = pattern.split(separator: "/")
    return parts.count == wanted.count
      && zip(parts, wanted).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
  }
}
