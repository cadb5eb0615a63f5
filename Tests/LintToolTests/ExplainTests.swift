import Foundation
import LintTool
import Testing

/// `explain` and `rules` on the built-in rules.
@Suite struct ExplainTests {
  /// What is asked for, and the first line of the answer.
  static let names: [(asked: String, heading: String)] = [
    ("background-user-visible", "background-user-visible: error, dropped"),
    ("Background-User-Visible", "background-user-visible: error, dropped"),
    ("BadDeviceToken", "BadDeviceToken (status 400)"),
    ("baddevicetoken", "BadDeviceToken (status 400)"),
    ("BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken (status 403)"),
    ("no-sound", "no-sound"),
  ]

  @Test(arguments: names)
  func findsNamesOfEveryKind(_ asked: String, _ heading: String) {
    let run = BuiltInRun(["explain", asked])
    #expect(run.status == .clean)
    #expect(run.output.split(separator: "\n").first.map(String.init) == heading)
  }

  static let misspelt: [(asked: String, nearest: String)] = [
    ("BadDevicToken", "BadDeviceToken"), ("BadEnvironmentKeyInTokn", "BadEnvironmentKeyInToken"),
    ("background-user-visibel", "background-user-visible"), ("no_sounds", "no-sound"),
  ]

  @Test(arguments: misspelt)
  func namesTheNearest(_ asked: String, _ nearest: String) {
    let run = BuiltInRun(["explain", asked])
    #expect(run.status == .trouble)
    #expect(run.errors.contains("did you mean '\(nearest)'?"))
  }

  @Test func aRuleIsShownWithItsExampleAndItsFix() {
    let text = BuiltInRun(["explain", "background-user-visible"]).output
    let parts = [
      "Why: ", "What to do: ", "When: push type background", "This draws it:", "\"alert\": \"Hi\"", "^^^^^^^",
      "Fixed (unsafe: remove alert):", "{\"aps\": {\"content-available\": 1}}", "This is right:",
      "Explained under: silent-push-not-delivered", "Source: Apple: ",
    ]
    var rest = text[...]
    for part in parts {
      let found = rest.range(of: part)
      #expect(found != nil, "\(part)")
      if let found { rest = rest[found.upperBound...] }
    }
    #expect(!text.contains("facts 1"))
  }

  @Test func everyRuleIsListed() throws {
    let text = BuiltInRun(["rules", "--format", "json"]).output
    let members = ["id", "severity", "outcome", "reason", "status", "pushTypes", "source"]
    for member in members {
      #expect(text.components(separatedBy: "\"\(member)\":").count - 1 == Self.rules.count, "\(member)")
    }
  }

  /// Ids of the rules, from the list in text form.
  private static let rules: [String] = BuiltInRun(["rules"]).output.split(separator: "\n").dropFirst()
    .compactMap { $0.split(separator: " ").first.map(String.init) }
}
