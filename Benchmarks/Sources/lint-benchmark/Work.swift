import APNsLint

/// One push to lint, and what is expected of it.
struct Work {
  var name: String
  var payload: String
  var headers: [(name: String, value: String)]
  var findings: Int
  var credential = PushRequest.Credential.addedLater

  var request: PushRequest {
    PushRequest(
      headers: headers, payload: Array(payload.utf8), credential: credential, host: "api.push.apple.com",
      path: "/3/device/8a1f0c4de2b7739f64a05e18cb92d37f0e6a5b41c8d29f73e40b6a1c5d8e92f7")
  }
}

enum Pushes {
  static let alertHeaders: [(name: String, value: String)] = [
    ("apns-topic", "com.example.app"), ("apns-push-type", "alert"), ("apns-priority", "10"),
    ("apns-expiration", "1788003600"), ("apns-id", "9b0e5f4c-8d12-4b7a-a1f3-6c2d8e4f7a90"),
  ]

  static let small = """
    {"aps":{"alert":{"title":"Order shipped","subtitle":"Parcel 1 of 2","body":"Your order will arrive on \
    Tuesday between 9 and 11."},"sound":"default","badge":3,"thread-id":"orders","category":"ORDER_SHIPPED",\
    "interruption-level":"time-sensitive","relevance-score":0.7},"order-id":"A-20261130-0042","tracking-url":\
    "https://example.com/track/A-20261130-0042","campaign":"autumn-27"}
    """

  /// The same with a long text: 4000 bytes.
  static var long: String {
    let text = String(repeating: "Your order will arrive on Tuesday. ", count: 110)
    let base = #"{"aps":{"alert":{"title":"Order","body":""},"sound":"default"},"order-id":"A-1"}"#
    let room = 4000 - base.utf8.count
    return #"{"aps":{"alert":{"title":"Order","body":""# + String(text.prefix(room))
      + #""},"sound":"default"},"order-id":"A-1"}"#
  }

  static let activity = """
    {"aps":{"timestamp":1788000000,"event":"update","stale-date":1788003600,"relevance-score":75,\
    "content-state":{"driver":"Ana","minutes":12,"stops":[{"name":"Depot","done":true},{"name":"Home",\
    "done":false}]},"alert":{"title":"On the way","body":"Twelve minutes","sound":"default"}}}
    """

  static let activityHeaders: [(name: String, value: String)] = [
    ("apns-topic", "com.example.app.push-type.liveactivity"), ("apns-push-type", "liveactivity"),
    ("apns-priority", "10"), ("apns-expiration", "1788003600"),
  ]

  static let threeFindings = """
    {"aps":{"alert":{"title":"Order shipped","body":"Your order will arrive."},"badge":"3","sound":7,\
    "interruption_level":"active"},"order-id":"A-20261130-0042"}
    """

  static let broken = #"{"aps":{"alert":{"title":"Order shipped","body":"On its way",},"badge":3}}"#

  static func all(token: String) -> [Work] {
    [
      Work(name: "clean payload, five headers", payload: small, headers: alertHeaders, findings: 0),
      Work(name: "clean, 4000 bytes", payload: long, headers: alertHeaders, findings: 0),
      Work(name: "Live Activity update", payload: activity, headers: activityHeaders, findings: 0),
      Work(
        name: "clean with provider token", payload: small,
        headers: alertHeaders + [("authorization", "bearer " + token)], findings: 0, credential: .token),
      Work(name: "three findings", payload: threeFindings, headers: alertHeaders, findings: 3),
      Work(name: "syntax error", payload: broken, headers: alertHeaders, findings: 1),
    ]
  }
}
