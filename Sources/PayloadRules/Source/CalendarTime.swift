/// A moment in UTC by the proleptic Gregorian calendar, to the second.
package struct CalendarTime: Sendable, Hashable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// Years further from 1970 than this are refused, so that no sum overflows.
  private static let maximumSeconds = 1e15
  private static let secondsPerDay = 86_400

  /// The moment `seconds` after 1970 began, fractions dropped; nil if not finite or millions of years away.
  package init?(secondsSince1970 seconds: Double) {
    guard seconds.isFinite, seconds.magnitude <= CalendarTime.maximumSeconds else { return nil }
    // `rounded()` would need the C mathematics library in unoptimised builds.
    let truncated = Int(seconds)
    let whole = Double(truncated) > seconds ? truncated - 1 : truncated
    let (days, rest) = CalendarTime.floorDivide(whole, CalendarTime.secondsPerDay)
    (year, month, day) = CalendarTime.civilDate(daysSince1970: days)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// A date and time of day that exist; a leap second is allowed at the end of any minute.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (-9_999_999...9_999_999).contains(year), (1...12).contains(month),
      (1...CalendarTime.dayCount(year: year, month: month)).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Seconds since 1970 began, negative before.
  package var secondsSince1970: Int {
    CalendarTime.daysSince1970(year: year, month: month, day: day) * CalendarTime.secondsPerDay + hour * 3600
      + minute * 60 + second
  }

  /// `2026-11-30`.
  package var dateDescription: String {
    let sign = year < 0 ? "-" : ""
    let digits = String(year.magnitude)
    let padding = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    return "\(sign)\(padding)\(digits)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  // MARK: Calendar

  private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Years are counted from March here, so that the leap day is a year's last: the days before a month are
  // then the same in every year, and 400 years (an era) always have 146 097 days. 1970-01-01 is day
  // 719 468 after 0000-03-01.
  private static let daysPerEra = 146_097
  private static let daysBefore1970 = 719_468

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let (era, yearOfEra) = floorDivide(marchYear, 400)
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysBefore1970
  }

  private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivide(days + daysBefore1970, daysPerEra)
    // Leap days so far in the era are taken out; what remains are years of 365 days.
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension CalendarTime: CustomStringConvertible {
  /// `2026-11-30 06:10:45 UTC`.
  package var description: String {
    "\(dateDescription) \(Self.twoDigits(hour)):\(Self.twoDigits(minute)):\(Self.twoDigits(second)) UTC"
  }
}
