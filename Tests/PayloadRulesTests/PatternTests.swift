import PayloadRules
import Testing

@Suite struct PatternTests {
  static let texts: [(pattern: String, part: String, end: String, matches: Bool)] = [
    ("(ab)*c", "ab", "c", true), ("(ab)*c", "ab", "ac", false), ("[^x]*", "é", "", true),
    ("[^x]*", "é", "x", false),
    (#"\w+"#, "a1_", "", true), (#"\w+"#, "a1_", "-", false), ("((a*)*b*)*", "ab", "", true),
    ("((a*)*b*)*", "ab", "c", false),
    // More states than a table for one text may have.
    (".*a.{20}c", "ab", "a12345678901234567890c", true), (".*a.{20}c", "ab", "", false),
    ("(.*a){8}.*z", "ab", "z", true), ("(.*a){8}.*z", "ab", "y", false),
  ]

  @Test("A pattern says the same of a short text and of a long one", arguments: texts, [8, 20, 200, 2000])
  func lengths(_ text: (pattern: String, part: String, end: String, matches: Bool), _ count: Int) throws {
    let pattern = try Pattern(text.pattern)
    let bytes = Array((String(repeating: text.part, count: count) + text.end).utf8)
    #expect(bytes.withByteView { pattern.matches($0) } == text.matches)
  }
}
