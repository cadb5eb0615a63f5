import Foundation
import Testing

@testable import LintTool

/// Messages of other services around a push: what is told by shape, where findings point, and bad input.
@Suite struct EnvelopeTests {
  /// What a file draws: `rule pointer 'marked'`.
  static func said(_ name: String, _ text: String, _ arguments: [String] = []) -> [String] {
    let file = Array(text.utf8)
    let run = BuiltInRun(
      ["-", "--stdin-filename", name, "--format", "json", "--no-config"] + arguments, input: file)
    return run.findings.map { finding in
      let range = finding["range"] as? [String: Any]
      func offset(_ key: String) -> Int { (range?[key] as? [String: Any])?["offset"] as? Int ?? 0 }
      let marked = String(decoding: file[offset("start")..<offset("end")], as: UTF8.self)
      return "\(finding["rule"] ?? "") \(finding["pointer"] as? String ?? "-") '\(marked)'"
    }
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var said: [String]

    init(_ name: String, _ text: String, _ said: [String]) {
      (self.name, self.text, self.said) = (name, text, said)
    }

    var testDescription: String { text }
  }

  static let pointers: [Sample] = [
    Sample(
      "a.json", #"{"message":{"token":"t","apns":{"payload":{"aps":{"alert":"x","badge":"1"}}}}}"#,
      [#"badge-type /message/apns/payload/aps/badge '"1"'"#]),
    Sample(
      "a.json", #"{"default":"x","APNS":"{\"aps\":{\"alert\":\"x\",\"badge\":\"1\"}}"}"#,
      [#"badge-type /APNS#/aps/badge '\"1\"'"#]),
    Sample(
      "a.json",
      #"{"default":"x","APNS":"{\"aps\":{\"badge\":\"1\"}}","APNS_SANDBOX":"{\"aps\":{\"badge\":\"2\"}}"}"#,
      [#"badge-type /APNS#/aps/badge '\"1\"'"#, #"badge-type /APNS_SANDBOX#/aps/badge '\"2\"'"#]),
    Sample(
      "a.json",
      #"{"TargetArn":"a","MessageStructure":"json","Message":"{\"APNS\":\"{\\\"aps\\\":{\\\"badge\\\":\\\"1\\\"}}\"}"}"#,
      [#"badge-type /Message#/APNS#/aps/badge '\\\"1\\\"'"#]),
    Sample(
      "a.json", #"[{"to":"ExponentPushToken[a]"},{"to":"ExponentPushToken[b]","badge":"1"}]"#,
      [#"expo-member-type /1/badge '"1"'"#]),
    Sample(
      "a.json", #"{"request":{"notifications":[{"ios_root_params":{"aps":{"badge":"1"}}}]}}"#,
      [#"badge-type /request/notifications/0/ios_root_params/aps/badge '"1"'"#]),
    Sample(
      "a.json",
      #"{"message":{"token":"t","apns":{"headers":{"apns-push-type":"alarm"},"payload":{"aps":{"alert":"x"}}}}}"#,
      [#"push-type-unknown /message/apns/headers/apns-push-type 'alarm'"#]),
    Sample(
      "a.yaml", "message:\n  token: t\n  apns:\n    payload: {aps: {alert: x, badge: '1'}}\n",
      ["badge-type /message/apns/payload/aps/badge ''1''"]),
    Sample(
      "a.jsonl",
      #"{"aps":{"alert":"x"}}"# + "\n"
        + #"{"message":{"token":"t","apns":{"payload":{"aps":{"badge":"1"}}}}}"# + "\n",
      [#"badge-type /message/apns/payload/aps/badge '"1"'"#]),
    Sample(
      "a.http",
      "POST https://exp.host/--/api/v2/push/send\n\n"
        + #"{"to":"ExponentPushToken[a]","badge":"1","data":{"aps":1}}"#,
      [#"expo-member-type /badge '"1"'"#]),
    Sample(
      "a.txt",
      "3f9c1a77d0be4582c6e90b14f7a8d35e2b61c04d98ef7a31506bd2c9e4871fa6 " + #"{"aps":{"badge":"1"}}"#
        + "\n\n",
      [#"badge-type /aps/badge '"1"'"#]),
    Sample(
      "a.json",
      #"{"headers":{"apns-push-type":"background","apns-priority":"5"},"rate_limit":{},"payload":{"aps":{"contentAvailable":true}}}"#,
      []),
  ]

  @Test("Pointers lead into the user's file, ranges to the very characters", arguments: pointers)
  func pointer(_ sample: Sample) {
    #expect(Self.said(sample.name, sample.text) == sample.said)
  }

  static let broken: [Sample] = [
    Sample(
      "a.json", #"{"default":"x","APNS":"{\"aps\":{\"alert\":\"x\",}}"}"#,
      [#"json-trailing-comma /APNS#/aps ','"#]),
    Sample("a.json", #"{"default":"x","APNS":"{\"aps\":{\"alert\":\"x\""}"#, ["json-unclosed /APNS#/aps ''"]),
    Sample(
      "a.json", #"{"TopicArn":"t","MessageStructure":"json","Message":"{\"default\":\"x\",\"APNS\":"}"#,
      ["json-unclosed /Message# ''"]),
    Sample(
      "a.json", #"{"message":{"token":"t","apns":{"payload":{"aps":{"alert":"x"}}},}}"#,
      [#"json-trailing-comma /message ','"#]),
    Sample(
      "a.json", #"{"default":"x","APNS":"eyJhcHMiOnsiYmFkZ2UiOiIxIn19"}"#,
      [#"badge-type /APNS#/aps/badge 'eyJhcHMiOnsiYmFkZ2UiOiIxIn19'"#]),
    Sample("a.json", #"{"message":{"token":"t","notification":{"title":"x"}}}"#, []),
    Sample("a.json", #"{"message":{"token":"t","apns":{"headers":{},"payload":null}}}"#, []),
    Sample(
      "a.json", #"{"notification":[],"message":"x","to":5,"data":[],"apns":"","APNS":null}"#,
      ["not-a-push  ''"]),
  ]

  @Test("Broken messages, and messages without a payload", arguments: broken)
  func isBroken(_ sample: Sample) {
    #expect(Self.said(sample.name, sample.text) == sample.said)
  }

  /// Files that only look like such messages.
  static let others = [
    #"{"message":{"text":"hello"},"token":"t"}"#, #"{"APNS":{"keyId":"K","teamId":"T"}}"#,
    #"{"apns":{"enabled":true,"topic":"com.example"}}"#, #"{"apns":{"url":"https://x","topic":"t"}}"#,
    #"{"notifications":[{"id":1,"title":"x"}]}"#, #"{"headers":{"alg":"none"},"payload":{"sub":"1"}}"#,
    #"{"to":"ann@example.com","title":"Hi","data":{}}"#, #"{"data":{"a":1},"where":{"b":2}}"#,
    #"{"default":"x"}"#, #"{"request":{"url":"https://x","body":"{}"},"response":{}}"#,
    #"{"message":{"topic":"orders","data":{"id":7},"key":"a"}}"#, #"{"default":"linux","MACOS":{"sdk":1}}"#,
    #"{"Type":"Notification","TopicArn":"t","Message":"{\"Records\":[]}"}"#,
  ]

  @Test("What is no push draws nothing while walking", arguments: others)
  func other(_ text: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "envelopes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(to: folder.appendingPathComponent("a.json"), atomically: true, encoding: .utf8)
    let run = BuiltInRun([folder.path, "--format", "json", "--no-config"], input: [])
    #expect(run.findings.isEmpty)
  }

  @Test("A fix is written through the texts around the payload")
  func fixes() {
    let text =
      #"{"TargetArn":"a","MessageStructure":"json","Message":"{\"APNS\":\"{\\\"aps\\\":{\\\"mutable_content\\\":1,\\\"alert\\\":\\\"x\\\"}}\"}"}"#
    let run = BuiltInRun(
      ["-", "--stdin-filename", "a.json", "--format", "json", "--no-config"], input: Array(text.utf8))
    let fix = run.findings.first?["fix"] as? [String: Any]
    let edits = fix?["edits"] as? [[String: Any]]
    #expect(edits?.first?["text"] as? String == #"\\\"mutable-content\\\""#)
  }

  @Test("A kind that is said is believed")
  func stated() {
    #expect(
      Self.said("a.json", #"{"message":{"token":"t","sound":"x"}}"#, ["--input", "fcm"]) == [
        #"fcm-unknown-member /message/sound '"sound"'"#
      ])
    #expect(Self.said("a.json", #"{"message":"x"}"#, ["--input", "fcm"]) == ["not-a-push  ''"])
    #expect(
      Self.said("a.json", #"{"to":"t","badge":"1"}"#, ["--input", "expo"]) == [
        #"expo-member-type /badge '"1"'"#
      ])
  }

  @Test("A list of many messages is read in one go")
  func many() {
    let message = #"{"message":{"token":"t","apns":{"payload":{"aps":{"alert":"x"}}}}}"#
    let text = "[" + Array(repeating: message, count: 300).joined(separator: ",") + "]"
    #expect(Self.said("a.json", text).isEmpty)
  }

  /// A file may be a collection of messages; the body of a command is one request.
  @Test(arguments: [(100, 0), (101, 1)])
  func messagesInOneRequest(count: Int, expected: Int) {
    let message = #"{"to":"ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]","title":"Hi"}"#
    let list = "[" + Array(repeating: message, count: count).joined(separator: ",\n") + "]"
    let command = "curl https://exp.host/--/api/v2/push/send -d '\(list)'"
    let run = BuiltInRun(["-", "--format", "json"], input: Array(command.utf8))
    #expect(run.rules == Array(repeating: "expo-messages", count: expected), "\(run.rules)")
    #expect(run.results.count == count)
    if expected > 0 {
      #expect(run.marked("expo-messages", in: Array(command.utf8)) == Array(message.utf8))
    }
    let file = BuiltInRun(["-", "--input", "expo", "--format", "json"], input: Array(list.utf8))
    #expect(file.rules.isEmpty)
  }

  /// The value of a header that is no text has no quotes that a fix could write into.
  @Test(
    arguments: [
      ("10", "background", "background-priority", nil), ("\"10\"", "background", "background-priority", "5"),
      ("10", "alert", "fcm-priority-type", "\"10\""),
    ] as [(String, String, String, String?)])
  func numbersAsHeaders(value: String, type: String, rule: String, fixed: String?) {
    let aps = type == "alert" ? #"{"alert":"Hi"}"# : #"{"content-available":1}"#
    let text =
      #"{"message":{"token":"a","apns":{"headers":{"apns-priority":\#(value),"apns-push-type":"\#(type)"},"payload":{"aps":\#(aps)}}}}"#
    let run = BuiltInRun(["-", "--format", "json"], input: Array(text.utf8))
    #expect(run.rules == [rule], "\(run.output)")
    let edits = (run.findings.first?["fix"] as? [String: Any])?["edits"] as? [[String: Any]]
    #expect(edits?.first?["text"] as? String == fixed)
  }
}
