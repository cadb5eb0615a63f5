import LintTool
import Testing

/// Texts cut off anywhere, and with single bytes put in, end in a report.
@Suite struct FormsFuzzTests {
  private static let seeds: [(kind: String, text: String)] =
    [1, 3, 4, 9, 10, 12, 15, 19, 20, 21, 27, 34].map { ("curl", ShellInputTests.marked[$0].text) }
    + [1, 4, 6, 7, 15, 16].map { ("http", HTTPInputTests.marked[$0].text) }
    + [("har", HTTPInputTests.marked[19].text)]
    + [2, 3, 4, 6, 10].map { ("markdown", MarkdownInputTests.marked[$0]) }

  @Test("A text cut off after any byte is read", arguments: 0..<seeds.count)
  func truncated(number: Int) {
    let (kind, text) = FormsFuzzTests.seeds[number]
    let bytes = Array(text.utf8)
    for length in stride(from: 0, to: bytes.count, by: 1) {
      let run = ToolRun(["-", "--input", kind, "--format", "json"], bytes: Array(bytes[..<length]))
      #expect(run.json["version"] as? Int == 1, "\(kind), \(length) bytes")
    }
  }

  @Test("A sign put in anywhere is read", arguments: 0..<seeds.count)
  func inserted(number: Int) {
    let (kind, text) = FormsFuzzTests.seeds[number]
    let bytes = Array(text.utf8)
    for (index, sign) in zip(
      stride(from: 0, to: bytes.count, by: 3), cycle("'\"$`(\\<{\n)}>|&;#@ \u{1}".utf8))
    {
      var changed = bytes
      changed.insert(sign, at: index)
      let run = ToolRun(["-", "--input", kind, "--format", "json"], bytes: changed)
      #expect(run.json["version"] as? Int == 1, "\(kind), \(sign) at \(index)")
    }
  }

  private func cycle(_ signs: String.UTF8View) -> some Sequence<UInt8> {
    let signs = Array(signs)
    return (0...).lazy.map { signs[$0 % signs.count] }
  }

  /// What makes a careless reader go over the rest of the text again and again.
  static let hostile: [(kind: String, unit: String)] = [
    ("curl", "x$("), ("curl", "a' b\n"), ("curl", "\"$("), ("curl", "`"), ("curl", "${"), ("curl", "<<A\n"),
    ("curl", "$'"), ("curl", "curl -H 'apns-a: b' $(\n"), ("curl", "“"), ("curl", "A=$(cat <<E\n"),
    ("curl", "\\\n"),
    ("curl", "curl '\n"), ("http", "POST /3/device/0\n\n"), ("http", "@a={{a}}{{a}}\n"), ("http", "< {%\n"),
    ("curl", "curl -H \"apns-a: b\" \\\n"), ("http", "{{"), ("markdown", "```json\n"),
    ("markdown", "```sh\ncurl apns-\n```\n"),
  ]

  @Test("Hostile repetitions are read in a moment", arguments: hostile)
  func repetition(kind: String, unit: String) {
    let text = "apns-\n" + String(repeating: unit, count: 40_000 / unit.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure {
      let run = ToolRun(["-", "--input", kind, "--format", "json"], input: text)
      #expect(run.json["version"] as? Int == 1)
    }
    // Quadratic work on 40 KB would take minutes in a debug build.
    #expect(time < .seconds(10), "\(unit): \(time)")
  }
}
