extension CalendarTime {
  /// A length of time in words, its sign left out: `8 hours 20 minutes`, `31 years`, `55 769 years`.
  package static func distanceDescription(seconds: Double) -> String {
    guard seconds.isFinite else { return "an endless time" }
    guard seconds.magnitude < 1e18 else { return "more than thirty thousand million years" }
    let length = Int(seconds.magnitude + 0.5)
    guard length >= 1 else { return "less than a second" }
    // A year and a month here are the calendar's averages over 400 years.
    let minute = 60
    let hour = 60 * minute
    let day = 24 * hour
    let year = 31_556_952
    let month = year / 12
    switch length {
    case ..<minute: return counted(length, "second")
    case ..<hour: return pair(length, (minute, "minute"), (1, "second"))
    case ..<day: return pair(length, (hour, "hour"), (minute, "minute"))
    case ..<(30 * day): return pair(length, (day, "day"), (hour, "hour"))
    case ..<year: return counted(length / day, "day")
    case ..<(10 * year): return pair(length, (year, "year"), (month, "month"))
    default: return counted((length + year / 2) / year, "year")
    }
  }

  /// How far a moment lies from now, `seconds` being positive for the future: `in 3 days`, `3 days ago`.
  package static func relativeDescription(seconds: Double) -> String {
    let distance = distanceDescription(seconds: seconds)
    return seconds < 0 ? "\(distance) ago" : "in \(distance)"
  }

  private static func pair(
    _ length: Int, _ large: (size: Int, name: String), _ small: (size: Int, name: String)
  ) -> String {
    let (count, remainder) = length.quotientAndRemainder(dividingBy: large.size)
    let rest = remainder / small.size
    let first = counted(count, large.name)
    return rest < 1 ? first : "\(first) \(counted(rest, small.name))"
  }

  private static func counted(_ count: Int, _ name: String) -> String {
    let digits = Array(String(count).utf8)
    var grouped: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      // Numbers of four digits stay together.
      if index > 0, digits.count > 4, (digits.count - index) % 3 == 0 { grouped.append(UInt8(ascii: " ")) }
      grouped.append(digit)
    }
    return "\(String(decoding: grouped, as: UTF8.self)) \(name)\(count == 1 ? "" : "s")"
  }
}
