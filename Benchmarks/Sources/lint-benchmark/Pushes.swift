/// Pushes as senders have them.
enum Pushes {
  static let alertHeaders: [(name: String, value: String)] = [
    ("apns-topic", "com.example.app"), ("apns-push-type", "alert"), ("apns-priority", "10"),
    ("apns-expiration", "1788003600"), ("apns-id", "9b0e5f4c-8d12-4b7a-a1f3-6c2d8e4f7a90"),
  ]

  /// The same for one order of many.
  static func order(_ number: Int) -> String {
    let id = "A-20261130-\(1000 + number * 37)"
    return """
      {"aps":{"alert":{"title":"Order \(number) shipped","subtitle":"Parcel \(number % 3 + 1) of 3","body":"Your \
      order will arrive on day \(number) between \(number % 9 + 1) and 11."},"sound":"default","badge":\
      \(number % 12 + 1),"thread-id":"orders","category":"ORDER_SHIPPED","interruption-level":"time-sensitive",\
      "relevance-score":0.\(number % 9 + 1)},"order-id":"\(id)","tracking-url":"https://example.com/track/\(id)",\
      "campaign":"autumn-27"}
      """
  }

  static func anyOfThree(_ number: Int) -> String {
    switch number % 3 {
    case 0: order(number)
    case 1:
      #"{"aps":{"alert":{"title":"Order \#(number)","body":"On its way"},"sound":"default"},"order-id":\#(number)}"#
    default: #"{"aps":{"alert":"Order \#(number) has arrived","badge":\#(number % 5 + 1)}}"#
    }
  }

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

  static let background =
    #"{"aps":{"content-available":1},"refresh":["orders","messages"],"since":1788000000}"#

  static let backgroundHeaders: [(name: String, value: String)] = [
    ("apns-topic", "com.example.app"), ("apns-push-type", "background"), ("apns-priority", "5"),
    ("apns-expiration", "1788003600"),
  ]

  static let oneFinding = #"{"aps":{"alert":{"title":"Order shipped","body":"It will arrive."},"badge":"3"}}"#

  static let threeFindings = """
    {"aps":{"alert":{"title":"Order shipped","body":"Your order will arrive."},"badge":"3","sound":7,\
    "interruption_level":"active"},"order-id":"A-20261130-0042"}
    """

  static let broken = #"{"aps":{"alert":{"title":"Order shipped","body":"On its way",},"badge":3}}"#

  /// Sixty-four digits that look like chance, the same in every run.
  static func deviceToken(_ number: Int) -> String {
    let digits = Array("0123456789abcdef")
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 12345
    return String(
      (0..<64).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return digits[Int(state >> 60)]
      })
  }
}
