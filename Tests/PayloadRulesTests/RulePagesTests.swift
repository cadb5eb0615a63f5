import LintTool
import PayloadRules
import Testing

/// What people read of each rule: its page and `explain`.
@Suite struct RulePagesTests {
  private static let library = RuleLibrary.shared

  @Test func everyRuleIsExplainedInWords() {
    for rule in Self.library.rules {
      let cases = Self.library.runner.cases(of: rule.id)
      let text = RuleExplanation(
        rule, examples: cases.map { Self.library.runner.readable($0, of: rule.id) }, related: []
      ).text
      #expect(text.hasPrefix(rule.id + ": "))
      #expect(text.contains("This draws it"), "\(rule.id)")
      #expect(text.contains("This is right:"), "\(rule.id)")
      // An unfilled placeholder, or one whose value is not there.
      #expect(!text.contains("{actual}") && !text.contains(" nothing stands"), "\(rule.id)")
      let long = text.split(separator: "\n").filter {
        // Examples and addresses are not broken.
        $0.count > 80 && !$0.hasPrefix("    ") && $0.split(separator: " ").count > 2
      }
      #expect(long == [], "\(rule.id)")
    }
  }

  @Test func pagesLinkToPagesThatExist() throws {
    let pages = RulePages(Self.library).pages
    let index = try #require(pages[RulePages.folder + "/README.md"])
    for part in index.split(separator: "](").dropFirst() {
      let target = part.prefix { $0 != ")" }
      if target.hasSuffix(".md") { #expect(pages["\(RulePages.folder)/\(target)"] != nil, "\(target)") }
    }
    for rule in Self.library.rules { #expect(index.contains("[\(rule.id)](\(rule.id).md)"), "\(rule.id)") }
  }
}
