extension CalendarTime {
  /// Seconds since 1970 of an RFC 3339 time (`T` and `Z` in either case, a space for the `T`) or of a plain
  /// number of seconds; nil for anything else.
  package static func seconds(parsing text: String) -> Double? {
    let bytes = Array(text.utf8)
    return epochSeconds(bytes) ?? internetTime(bytes)
  }

  /// The day that `2027-06-30` names, at midnight; nil for anything else and for days that do not exist.
  package init?(date text: String) {
    var cursor = TimeCursor(bytes: Array(text.utf8))
    guard let date = cursor.date(), cursor.isAtEnd else { return nil }
    self = date
  }

  private static func epochSeconds(_ bytes: [UInt8]) -> Double? {
    // A sign or a digit, then digits with one point inside; no exponent. Long ones name no time.
    guard !bytes.isEmpty, bytes.count <= 40 else { return nil }
    var digits = 0
    var points = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."):
        points += 1
        guard digits > 0, index + 1 < bytes.count else { return nil }
      case UInt8(ascii: "-") where index == 0: break
      default: return nil
      }
    }
    guard digits > 0, points <= 1 else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  private static func internetTime(_ bytes: [UInt8]) -> Double? {
    var cursor = TimeCursor(bytes: bytes)
    guard var time = cursor.date(), cursor.skip("T", "t", " "),
      let hour = cursor.number(digits: 2), cursor.skip(":"),
      let minute = cursor.number(digits: 2), cursor.skip(":"),
      let second = cursor.number(digits: 2), hour <= 23, minute <= 59, second <= 60
    else { return nil }
    time.hour = hour
    time.minute = minute
    time.second = second
    var fraction = 0.0
    if cursor.skip(".") {
      guard let value = cursor.fraction() else { return nil }
      fraction = value
    }
    guard let offset = cursor.zoneOffset(), cursor.isAtEnd else { return nil }
    return Double(time.secondsSince1970 - offset) + fraction
  }
}

/// A place in the text of a time.
private struct TimeCursor {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  private func digit(at index: Int) -> Int? {
    guard index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") else {
      return nil
    }
    return Int(bytes[index] - UInt8(ascii: "0"))
  }

  mutating func skip(_ choices: UnicodeScalar...) -> Bool {
    guard offset < bytes.count, choices.contains(UnicodeScalar(bytes[offset])) else { return false }
    offset += 1
    return true
  }

  /// Exactly `digits` digits.
  mutating func number(digits: Int) -> Int? {
    var value = 0
    for index in offset..<offset + digits {
      guard let digit = digit(at: index) else { return nil }
      value = value * 10 + digit
    }
    offset += digits
    return value
  }

  mutating func fraction() -> Double? {
    var value = 0.0
    var unit = 0.1
    let start = offset
    while let digit = digit(at: offset) {
      value += Double(digit) * unit
      unit /= 10
      offset += 1
    }
    return offset > start ? value : nil
  }

  mutating func date() -> CalendarTime? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CalendarTime(year: year, month: month, day: day)
  }

  /// Seconds by which the zone is ahead of UTC.
  mutating func zoneOffset() -> Int? {
    if skip("Z", "z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hour = number(digits: 2), skip(":"), let minute = number(digits: 2),
      hour <= 23, minute <= 59
    else { return nil }
    let seconds = hour * 3600 + minute * 60
    return isBehind ? -seconds : seconds
  }
}
