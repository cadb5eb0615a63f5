import Foundation
import PayloadRules
import Testing

@testable import LintTool

@Suite struct StatisticsTests {
  private static let first =
    #"{"aps": {"alert": "Ready", "badge": "3"}}"# + "\n" + #"{"aps": {"alert": "Ready"}}"# + "\n\n"
    + #"{"aps": {"content-available": 1}}"# + "\n" + #"{"aps": {"alert": "#
  private static let second =
    #"{"headers": {"apns-push-type": "alert", "apns-topic": "com.example.app"}, "payload": {"aps": {"badge": "1"}}}"#
    + "\n" + #"{"aps": {"alert": "Ready", "badge": "4"}}"# + "\n"

  private static func object(_ text: String) throws -> [String: Any] {
    let run = BuiltInRun(
      [
        "-", "--input", "jsonl", "--stdin-filename", "log.jsonl", "--no-config", "--statistics", "--format",
        "json",
      ],
      input: Array(text.utf8))
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test("Counts by rule, severity, push type and size, with the first place of each rule")
  func counts() throws {
    let sums = try Self.object(Self.first)
    #expect(sums["records"] as? Int == 4)
    #expect(sums["cleanRecords"] as? Int == 2)
    #expect(sums["inputs"] as? Int == 1)
    let types = sums["pushTypes"] as? [String: Int]
    // The broken one has an alert, too.
    #expect(types?["alert"] == 3)
    #expect(types?["background"] == 1)
    let rules = try #require(sums["rules"] as? [String: [String: Any]])
    #expect(rules["badge-type"]?["findings"] as? Int == 1)
    #expect(rules["badge-type"]?["first"] as? String == "log.jsonl:1")
    #expect(rules["badge-type"]?["severity"] as? String == "error")
    #expect(rules["json-unclosed"]?["first"] as? String == "log.jsonl:5")
    let sizes = try #require(sums["payloadBytes"] as? [String: Any])
    // 41, 27, 33 and 18 bytes.
    #expect(sizes["count"] as? Int == 4)
    #expect(sizes["sum"] as? Int == 41 + 27 + 33 + 18)
    #expect(sizes["upTo"] as? [String: Int] == ["64": 4])
  }

  @Test("The sums keep to their schema, which every member of it can break")
  func schema() throws {
    let schema = try SchemaValidator.statistics()
    for text in ["", Self.first, Self.second, Self.first + "\n" + Self.second] {
      #expect(schema.errors(in: try Self.object(text)) == [], "\(text)")
    }
    let sums = try Self.object(Self.first)
    for name in sums.keys {
      var broken = sums
      broken[name] = nil
      #expect(schema.errors(in: broken) != [], "\(name)")
      broken[name] = [-1]
      #expect(schema.errors(in: broken) != [], "\(name)")
    }
    var broken = sums
    broken["pushTypes"] = ["alert": "3"]
    #expect(schema.errors(in: broken) != [])
  }

  @Test("The sums of two streams are those of both, one after the other")
  func merging() throws {
    let both = try Self.object(Self.first + "\n" + Self.second)
    let sum = Self.merged(try Self.object(Self.first), try Self.object(Self.second))
    var expected = both
    // Two inputs became one, and lines count from the stream's beginning.
    expected["inputs"] = 2
    #expect(Self.text(Self.withoutPlaces(sum)) == Self.text(Self.withoutPlaces(expected)))
    let rules = both["rules"] as? [String: [String: Any]]
    #expect(rules?["badge-type"]?["findings"] as? Int == 3)
  }

  /// As the documentation says: numbers add, objects merge by name, of texts the first stays.
  private static func merged(_ left: [String: Any], _ right: [String: Any]) -> [String: Any] {
    left.merging(right) { left, right in
      switch (left, right) {
      case (let left as Int, let right as Int): left + right
      case (let left as [String: Any], let right as [String: Any]): merged(left, right)
      default: left
      }
    }
  }

  private static func withoutPlaces(_ sums: [String: Any]) -> [String: Any] {
    var result = sums
    let rules = sums["rules"] as? [String: [String: Any]] ?? [:]
    result["rules"] = rules.mapValues { $0.filter { $0.key != "first" } }
    return result
  }

  private static func text(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test("A table for people, the most frequent rule first; other forms are refused")
  func table() {
    let input = "{\"aps\": {\"alert\": \"BAD\"}}\n{\"aps\": {\"alert\": \"ODD ODD\"}}\n{\"aps\": {}}\n"
    let run = ToolRun(["-", "--input", "jsonl", "--statistics"], input: input)
    #expect(
      run.output == """
        records     3, clean 1
        push types  unknown 3
        bytes       50 % up to 64, 90 % up to 64, 99 % up to 64, 100 % up to 64

        2  warning  odd-word  first at -:2
        1  error    bad-word  first at -:1

        1 input: 1 error, 2 warnings, 0 notes (3 fixable)

        """)
    #expect(run.status == .findings)
    let wrong = ToolRun(["-", "--statistics", "--format", "github"])
    #expect(wrong.status == .trouble)
    #expect(wrong.errors.contains("--statistics is a table with --format text, an object with json"))
  }

  @Test("Sums are the same whatever the jobs, over files too")
  func jobs() throws {
    let scratch = try Scratch()
    for number in 0..<100 {
      try scratch.write(
        "f\(number).json", Array("{\"aps\": {\"alert\": \"BAD \(number % 3 == 0 ? "ODD" : "")\"}}".utf8))
    }
    let one = ToolRun(["--jobs", "1", "--statistics", "--format", "json", scratch.path])
    let eight = ToolRun(["--jobs", "8", "--statistics", "--format", "json", scratch.path])
    #expect(one.output == eight.output)
    #expect(one.json["records"] as? Int == 100)
  }

  @Test("Bounds of the histogram: a size goes into the first bucket that is not below it")
  func buckets() {
    let bounds = (0..<40).map(SizeHistogram.bound(of:))
    #expect(bounds.prefix(14) == [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640])
    for limit in [4096, 5120, 8192] { #expect(bounds.contains(limit)) }
    for size in 0...6000 {
      #expect(SizeHistogram.bound(of: SizeHistogram.bucket(of: size)) == bounds.first { $0 >= size })
    }
    var sizes = SizeHistogram()
    for size in [10, 10, 10, 10, 10, 10, 10, 10, 10, 3000] { sizes.add(size) }
    #expect(sizes.percentile(90) == 64)
    #expect(sizes.percentile(99) == 3072)
    sizes.add(Int.max / 2)
    #expect(sizes.buckets.count == 3)
  }
}
