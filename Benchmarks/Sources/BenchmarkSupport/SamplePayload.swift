/// The payload that most rows are about: an alert with sound, badge, thread, level, score and three keys of an app.
public enum SamplePayload {
  public static let small = """
    {"aps":{"alert":{"title":"Order shipped","subtitle":"Parcel 1 of 2","body":"Your order will arrive on \
    Tuesday between 9 and 11."},"sound":"default","badge":3,"thread-id":"orders","category":"ORDER_SHIPPED",\
    "interruption-level":"time-sensitive","relevance-score":0.7},"order-id":"A-20261130-0042","tracking-url":\
    "https://example.com/track/A-20261130-0042","campaign":"autumn-27"}
    """

  /// The same, as people keep it in files.
  public static var indented: String { indented(small) }

  private static func indented(_ text: String) -> String {
    var result = ""
    var (level, isInString) = (0, false)
    func line() -> String { "\n" + String(repeating: "  ", count: level) }
    for character in text {
      if character == "\"" { isInString.toggle() }
      switch character {
      case "{" where !isInString:
        level += 1
        result += "{" + line()
      case "}" where !isInString:
        level -= 1
        result += line() + "}"
      case "," where !isInString: result += "," + line()
      case ":" where !isInString: result += ": "
      default: result.append(character)
      }
    }
    return result
  }
}
