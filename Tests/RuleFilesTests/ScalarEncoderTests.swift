import RuleFiles
import Testing

struct ScalarEncoderTests {
  private static let texts = [
    "new", "5", "yes", "null", "it's", "say \"hi\"", "a: b", "a #b", "a,b", "[x", "-", "- a", "?", "x:", " x",
    "x ", "",
    "line\nbreak", "tab\there", "back\\slash", "é😀", "\u{85}", "\u{FEFF}", "\u{0}", "<<", "*a", "&a", "!t",
    "%", "@",
    "0x10", "1.5", ".inf", "~", "---", "...", "a\u{2028}b", "=", "|", ">", "{{count}}", "/3/device/x", "a:b",
    "x:,y",
  ]

  /// A scalar written anew reads as its text, in a block and in brackets.
  @Test(arguments: [YAMLScalarStyle.plain, .singleQuoted, .doubleQuoted, .literal, .folded])
  func writesWholeScalars(style: YAMLScalarStyle) throws {
    for text in Self.texts {
      for (isInFlow, before, after) in [(false, "a: ", "\nb: 1\n"), (true, "{a: ", ", b: 1}")] {
        let encoder = ScalarEncoder(style: style, isInFlow: isInFlow, isMultiline: false)
        let source = Array(before.utf8) + encoder.scalar(Array(text.utf8)) + Array(after.utf8)
        let document = try #require(YAMLReader.documents(in: source, mode: .strict).first)
        let value = document.nodes[2]
        #expect(value.text == Array(text.utf8), "\(String(decoding: source, as: UTF8.self))")
        #expect(CanonicalJSON(document, of: source).text.hasPrefix("{\"a\":\""))
      }
    }
  }

  @Test(arguments: [
    (YAMLScalarStyle.singleQuoted, "it's", "it's", "it''s" as String?),
    (.singleQuoted, "a\nb", "a\nb", nil),
    (.doubleQuoted, "\"\\\n", "\"\\\n", "\\\"\\\\\\n"),
    (.plain, "b", "abc", "b"),
    (.plain, ": ", "a: c", nil),
    (.plain, "1", "1", nil),
    (.literal, "\"x\"", "{\"x\"}\n", "\"x\""),
    (.literal, "a\nb", "a\nb", nil),
    (.literal, " ", " x\n", nil),
    (.folded, "x", "a x b", "x"),
    (.folded, "", "a  b", nil),
  ])
  func writesFragments(style: YAMLScalarStyle, fragment: String, whole: String, written: String?) {
    let encoder = ScalarEncoder(style: style, isInFlow: false, isMultiline: false)
    let result = encoder.fragment(Array(fragment.utf8), resulting: Array(whole.utf8))
    #expect(result.map { String(decoding: $0, as: UTF8.self) } == written)
  }
}
