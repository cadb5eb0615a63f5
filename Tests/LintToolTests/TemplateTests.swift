import PayloadRules
import Testing

@testable import LintTool

@Suite struct TemplateTests {
  /// Forms of placeholders as people keep them, each with what stands in it.
  static let forms = [
    "{{count}}", "{{ count }}", "{{{count}}}", "{{ count | default: 1 }}", "${count}", "${{ count }}",
    "$COUNT",
    "$(count)", "%@", "%(count)s", "%1$@", "<count>", "<badge count>", "<%= count %>", "<%- count -%>",
    "{count}", "#{count}", "<#count#>", "{% if a %}1{% else %}2{% endif %}",
    "{% include count %}",
    "<% if a %>1<% else %>2<% end %>", "{{#a}}1{{/a}}{{^a}}2{{/a}}",
  ]

  @Test("A placeholder outside quotes is a value of which nothing is known", arguments: forms)
  func bare(form: String) {
    for text in [
      #"{"aps":{"alert":"Hi","badge":\#(form)}}"#, #"{"aps":{"badge": \#(form), "alert":"Hi"}}"#,
      "{\n  \"aps\": {\n    \"alert\": \(form),\n    \"badge\": 1\n  }\n}\n",
    ] {
      let run = BuiltInRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: Array(text.utf8))
      #expect(run.rules == ["unfilled-placeholder"], "\(text): \(run.rules)")
      #expect(run.status == .clean)
    }
  }

  @Test("A placeholder in quotes keeps every rule about its value silent", arguments: forms)
  func quoted(form: String) {
    let text = #"{"aps":{"alert":"Hi","badge":"\#(form)","interruption-level":"\#(form)"},"id":"\#(form)"}"#
    let run = BuiltInRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: Array(text.utf8))
    #expect(Set(run.rules).isSubset(of: ["unfilled-placeholder"]), "\(text): \(run.rules)")
    #expect(run.status == .clean)
  }

  @Test(
    "Where a format or a number belongs, further forms count",
    arguments: ["%s", "%d", "%1$d", "[COUNT]", "BADGE_COUNT"])
  func formats(form: String) {
    let text = #"{"aps":{"alert":"Hi","badge":"\#(form)"}}"#
    let run = BuiltInRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: Array(text.utf8))
    #expect(Set(run.rules).isSubset(of: ["unfilled-placeholder"]), "\(run.rules)")
  }

  @Test(
    "Tags that steer a template stand between members",
    arguments: [
      #"{"aps":{"alert":"Hi"{% if badge %},"badge":1{% endif %}}}"#,
      #"{"aps":{"alert":"Hi",<% if badge %>"badge":1,<% end %>"sound":"default"}}"#,
      #"{"aps":{{#badge}}{"badge":1}{{/badge}}}"#,
    ])
  func tags(text: String) {
    let run = BuiltInRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: Array(text.utf8))
    #expect(Set(run.rules).isSubset(of: ["unfilled-placeholder"]), "\(text): \(run.rules)")
  }

  @Test(
    "What only looks like a template is judged as it stands",
    arguments: [
      (#"{"aps":{"alert":"Hi","badge":{}}}"#, "badge-type"),
      (#"{"aps":{"alert":"Hi","badge":{1}}}"#, "badge-type"),
      (#"{"aps":{"alert":"Hi","badge":"5%"}}"#, "badge-type"),
      (##"{"aps":{"alert":"Hi","badge":"#1"}}"##, "badge-type"),
      (#"{"aps":{"alert":"Hi","badge":"$5"}}"#, "badge-type"),
      (#"{"aps":{"alert":"Hi","badge":"<3"}}"#, "badge-type"),
    ])
  func noTemplate(text: String, rule: String) {
    let run = BuiltInRun(["-", "--stdin-filename", "a.json", "--format", "json"], input: Array(text.utf8))
    #expect(run.rules.contains(rule), "\(run.rules)")
  }

  @Test(
    "Half a template neither hangs nor is passed over",
    arguments: [
      #""a":{% if b %}"#, #""a":{% if b %}{%{%{%"#, #""a":<% if b %><%"#, #""a":{{#b}}{{"#, #""a":{name"#,
    ])
  func hostile(part: String) {
    let text = "{\"aps\":{\"alert\":1,\(String(repeating: part + ",", count: 3000))\"badge\":1}}"
    let start = ContinuousClock.now
    let run = BuiltInRun(["-", "--stdin-filename", "a.apns", "--format", "json"], input: Array(text.utf8))
    #expect(run.status != .trouble)
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test(
    "The first part of a text that matches",
    arguments: [
      ("<<.+>>", "a <<b>> c <<d>>", 2, 7), (":\\w+", "Hi :name!", 3, 8), ("<<.+>>", "<<>>", nil, nil),
      ("<<.+>>", "<< b", nil, nil), ("<<.+>>", "x<<a>>>", 1, 7), ("a|bc", "bca", 0, 2),
      ("(ab)*", "xxab", 2, 4),
      ("a{2}b", "aaab", 1, 4), ("__.+__", "a __b__ __c__", 2, 7), ("é", "aé", 1, 3), ("", "a", nil, nil),
    ] as [(String, String, Int?, Int?)])
  func firstMatch(pattern: String, text: String, start: Int?, end: Int?) throws {
    let pattern = try Pattern(pattern)
    let range = Array(text.utf8).withByteView { pattern.firstMatch(in: $0) }
    #expect(range?.start == start)
    #expect(range?.end == end)
  }
}
