import PayloadRules
import Testing

struct CalendarTimeTests {
  /// Values from the `date` command of GNU coreutils.
  @Test(
    arguments: [
      ("0001-01-01 00:00:00 UTC", -62_135_596_800),
      ("0000-12-31 23:59:59 UTC", -62_135_596_801),
      ("1600-02-29 00:00:00 UTC", -11_670_998_400),
      ("1900-02-28 23:59:59 UTC", -2_203_891_201),
      ("1900-03-01 00:00:00 UTC", -2_203_891_200),
      ("1969-12-31 23:59:59 UTC", -1),
      ("1970-01-01 00:00:00 UTC", 0),
      ("2000-02-29 12:00:00 UTC", 951_825_600),
      ("2000-03-01 00:00:00 UTC", 951_868_800),
      ("2024-02-29 23:59:59 UTC", 1_709_251_199),
      ("2026-11-30 06:10:45 UTC", 1_796_019_045),
      ("2038-01-19 03:14:08 UTC", 2_147_483_648),
      ("2100-03-01 00:00:00 UTC", 4_107_542_400),
      ("9999-12-31 23:59:59 UTC", 253_402_300_799),
      ("10000-01-01 00:00:00 UTC", 253_402_300_800),
    ] as [(String, Int)])
  func convertsBothWays(text: String, seconds: Int) throws {
    let time = try #require(CalendarTime(secondsSince1970: Double(seconds)))
    #expect(time.description == text)
    #expect(time.secondsSince1970 == seconds)
  }

  @Test func agreesWithItselfOverFourHundredYears() throws {
    var expected = try #require(CalendarTime(year: 1600, month: 1, day: 1))
    for day in 0..<146_097 {
      let seconds = -11_676_096_000 + day * 86_400
      let time = try #require(CalendarTime(secondsSince1970: Double(seconds)))
      if time.day != 1 {
        expected.day += 1
      } else if day > 0 {
        expected.day = 1
        expected.month = expected.month % 12 + 1
        if expected.month == 1 { expected.year += 1 }
      }
      #expect(time == expected)
      guard time == expected, time.secondsSince1970 == seconds else { return }
    }
    #expect(expected.dateDescription == "1999-12-31")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e18])
  func refusesNonsense(seconds: Double) {
    #expect(CalendarTime(secondsSince1970: seconds) == nil)
  }

  @Test(
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050.52),
      ("1996-12-19T16:39:57-08:00", 851_042_397),
      ("2026-11-30t06:10:45z", 1_796_019_045),
      ("2026-11-30 06:10:45Z", 1_796_019_045),
      ("2026-11-30T11:40:45+05:30", 1_796_019_045),
      ("1990-12-31T23:59:60Z", 662_688_000),
      ("1796019045", 1_796_019_045),
      ("1796019045.25", 1_796_019_045.25),
      ("-1", -1),
      ("0", 0),
    ] as [(String, Double)])
  func parses(text: String, seconds: Double) throws {
    let parsed = try #require(CalendarTime.seconds(parsing: text))
    #expect(abs(parsed - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "1.2.3", "1e3", "+5", " 5", "now", "2026-11-30", "2026-11-30T06:10:45",
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-30T24:00:00Z",
    "2026-11-30T06:60:00Z", "2026-11-30T06:10:61Z", "2026-11-30T06:10:45.Z", "2026-11-30T06:10Z",
    "2026-11-30T06:10:45+0530", "2026-11-30T06:10:45Z ", "2026-11-30T06:10:45+24:00", "26-11-30T06:10:45Z",
    "1900-02-29T00:00:00Z", "1" + String(repeating: "0", count: 60), "２026-11-30T06:10:45Z",
  ])
  func refuses(text: String) {
    #expect(CalendarTime.seconds(parsing: text) == nil)
  }

  @Test(
    arguments: [
      ("2027-06-30", 1_814_313_600), ("2024-02-29", 1_709_164_800), ("2023-02-29", nil),
      ("2027-6-30", nil), ("2027-06-30T", nil), ("", nil), ("2027-00-10", nil), ("2027-06-00", nil),
    ] as [(String, Int?)])
  func parsesDates(text: String, seconds: Int?) {
    #expect(CalendarTime(date: text)?.secondsSince1970 == seconds)
  }

  @Test(
    arguments: [
      (0, "less than a second"), (0.4, "less than a second"), (1, "1 second"), (59, "59 seconds"),
      (60, "1 minute"),
      (61, "1 minute 1 second"), (3600, "1 hour"), (30_000, "8 hours 20 minutes"),
      (-30_000, "8 hours 20 minutes"),
      (86_400, "1 day"), (93_600, "1 day 2 hours"), (17_280_000, "200 days"),
      (31_622_400, "1 year"), (978_307_200, "31 years"),
      (1e300, "more than thirty thousand million years"),
      (1_759_899_656_088, "55 769 years"), (31_556_952_000, "1000 years"), (.infinity, "an endless time"),
    ] as [(Double, String)])
  func describesDistances(seconds: Double, text: String) {
    #expect(CalendarTime.distanceDescription(seconds: seconds) == text)
  }

  @Test func saysWhichWay() {
    #expect(CalendarTime.relativeDescription(seconds: 3 * 86_400) == "in 3 days")
    #expect(CalendarTime.relativeDescription(seconds: -60) == "1 minute ago")
  }
}
