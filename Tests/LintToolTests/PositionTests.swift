import LintTool
import PayloadRules
import Testing

/// Findings mark the very characters of the file, however the payload lies in it.
@Suite struct PositionTests {
  /// The file, and the characters that the finding about the badge marks.
  static let texts: [(name: String, text: String, marked: String)] = [
    // JSON in JSON: escapes of the outer text inside the marked characters, and before them.
    ("request.json", #"{"headers":{},"body":"{\"aps\":{\"badge\":\"3\"}}"}"#, #"\"3\""#),
    (
      "request.json",
      #"{"headers":{},"body":"{\"aps\":{\"alert\":\"\u00e9\ud83d\ude00\\n\",\"badge\":\"7 of 9\"}}"}"#,
      #"\"7 of 9\""#
    ),
    (
      "request.json",
      "{\"headers\":{},\"body\":\"{\\\"aps\\\":\\t{\\r\\n\\\"badge\\\":\\\"é😀e\u{301}\\\"}}\"}",
      "\\\"é😀e\u{301}\\\""
    ),
    ("request.json", #"{"body":"\u007b\"aps\":{\"badge\":\"\u0033\"}}","headers":{}}"#, #"\"\u0033\""#),
    // The five styles of YAML.
    (
      "request.yaml", "headers: {}\nbody: '{\"aps\": {\"alert\": \"it''s é😀\", \"badge\": \"it''s\"}}'\n",
      "\"it''s\""
    ),
    (
      "request.yaml",
      "headers: {}\nbody: \"{\\\"aps\\\": {\\\"alert\\\": \\\"\\u00e9\\\", \\\"badge\\\": \\\"\\x33\\\"}}\"\n",
      "\\\"\\x33\\\""
    ),
    (
      "request.yaml",
      "headers: {}\nbody: |\n  {\"aps\":\n    {\"alert\": \"e\u{301} 👩‍👩‍👧\",\n     \"badge\": \"é3\"}}\n",
      "\"é3\""
    ),
    (
      "request.yaml", "headers: {}\nbody: >-\n  {\"aps\":\n  {\"alert\": \"Hi\",\n  \"badge\": \"é 3\"}}\n",
      "\"é 3\""
    ),
    ("request.yaml", "headers: {}\npayload:\n  aps:\n    alert: 👩‍👩‍👧\n    badge: it is é\n", "it is é"),
    ("request.yaml", "headers: {}\npayload:\n  aps:\n    badge: |-\n      é3\n", "|-\n      é3"),
    // Line ends, tabs, wide characters and marks in a plain payload.
    (
      "payload.json",
      "{\r\n\t\"aps\":\t{\r\n\t\t\"alert\": \"👩‍👩‍👧 e\u{301}\",\t\"badge\": \"e\u{301}3\"\r\n\t}\r\n}\r\n",
      "\"e\u{301}3\""
    ),
    ("payload.json", "{\r\"aps\":{\r\"badge\":\"3\"}}\r", "\"3\""),
    ("payload.json", "\u{FEFF}{\"aps\":{\"alert\":\"日本語\",\"badge\":\"三\"}}", "\"三\""),
    (
      "push.apns",
      "{\"Simulator Target Bundle\":\"com.example.app\",\"aps\":{\"alert\":\"é\",\"badge\":\"3\"}}", "\"3\""
    ),
    (
      "lines.jsonl", "{\"aps\":{\"alert\":\"é😀\"}}\r\n{\"aps\":{\"alert\":\"é😀\",\"badge\":\"3\"}}\r\n",
      "\"3\""
    ),
  ]

  @Test("The badge is marked", arguments: texts.indices)
  func marks(_ index: Int) {
    let entry = Self.texts[index]
    let source = Array(entry.text.utf8)
    let run = BuiltInRun(["-", "--stdin-filename", entry.name, "--format", "json"], input: source)
    let marked = run.marked("badge-type", in: source).map { String(decoding: $0, as: UTF8.self) }
    #expect(marked == entry.marked, "\(run.output)\(run.errors)")
  }

  /// A mistake of syntax inside a text of another file.
  static let mistakes: [(name: String, text: String, rule: String, marked: String)] = [
    ("request.json", #"{"headers":{},"body":"{\"aps\":{\"alert\":\"Hi\",}}"}"#, "json-trailing-comma", ","),
    (
      "request.json", #"{"headers":{"apns-topic":"com.example.app"},"body":"{'aps':{\"alert\":\"Hi\"}}"}"#,
      "json-single-quotes", "'aps'"
    ),
    (
      "request.yaml", "headers: {apns-topic: com.example.app}\nbody: '{''aps'': {\"alert\": \"Hi\"}}'\n",
      "json-single-quotes", "''aps''"
    ),
    (
      "request.yaml", "headers: {}\nbody: |\n  {\"aps\":\n    {\"alert\": \"é\" /* 😀 */}}\n", "json-comment",
      "/* 😀 */"
    ),
    (
      "request.yaml", "headers: {}\nbody: >\n  {\"aps\":\n  {\"alert\": \"Hi\", bell: 1}}\n",
      "json-unquoted-key", "bell"
    ),
    (
      "request.yaml", "headers: {}\nbody: \"{\\\"aps\\\": {\\\"alert\\\": True}}\"\n", "json-literal-case",
      "True"
    ),
  ]

  @Test("A mistake of syntax is marked", arguments: mistakes.indices)
  func marksMistakes(_ index: Int) {
    let entry = Self.mistakes[index]
    let source = Array(entry.text.utf8)
    let run = BuiltInRun(["-", "--stdin-filename", entry.name, "--format", "json"], input: source)
    let marked = run.marked(entry.rule, in: source).map { String(decoding: $0, as: UTF8.self) }
    #expect(marked == entry.marked, "\(run.output)\(run.errors)")
  }

  enum Order: String, CaseIterable, Sendable { case little, big }

  @Test("UTF-16 files", arguments: Order.allCases, [true, false])
  func marksInUTF16(_ order: Order, hasMark: Bool) {
    let text = "{\r\n\t\"aps\": {\"alert\": \"é😀 e\u{301}\", \"badge\": \"é😀3\"}}\r\n"
    let source = Self.utf16((hasMark ? "\u{FEFF}" : "") + text, order)
    let run = BuiltInRun(["-", "--input", "payload", "--format", "json"], input: source)
    #expect(
      run.marked("badge-type", in: source) == Self.utf16("\"é😀3\"", order), "\(run.output)\(run.errors)")
    #expect(run.findings.contains { $0["rule"] as? String == "json-utf-16" })
  }

  private static func utf16(_ text: String, _ order: Order) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return order == .little ? pair : pair.reversed()
    }
  }

  /// A provider token by itself marks the segment at fault, also where the header's whole value was pasted.
  @Test(arguments: ["", "Bearer ", "bearer "])
  func providerTokensByThemselves(_ scheme: String) {
    let claims = "eyJpc3MiOiJUMzRNMFJDSFJEIiwiaWF0IjoxNzg3OTkyODAwfQ"
    let source = Array(
      (scheme + "eyJhbGciOiJFUzI1NiIsImtpZCI6IkszWTBSQ0g0UkQifQ." + claims
        + ".mL3k9LR6wb7eiK85XouEW6RlbNitIaOqV1YfS8loDuYGbzrvBxkN6zqFNjwhl3892tqJrOaD6wZE6bp71hgoDw\n").utf8)
    let run = BuiltInRun(
      ["lint", "-", "--input", "jwt", "--now", "1788000000", "--format", "json", "--no-config"], input: source
    )
    #expect(run.marked("provider-token-expired", in: source) == Array(claims.utf8))
  }
}
