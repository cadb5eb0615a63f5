import Foundation
import Testing

@testable import LintTool

/// The same mistake gives the same finding at the same characters, whichever form the push is kept in.
@Suite struct FormsTests {
  /// A way to keep a push: the file around a payload and a topic, and how a text within is written there.
  struct Form: Sendable, CustomTestStringConvertible {
    var name: String
    /// Payload, topic, push type.
    var file: @Sendable (String, String, String) -> String
    var written: @Sendable (String) -> String = { $0 }
    var arguments: [String] = []
    /// Mistakes that are none in this form: its service spells keys in another way.
    var isRight: Set<String> = []

    var testDescription: String { name }
  }

  private static let token = "9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"
  private static let address = "https://api.push.apple.com/3/device/\(token)"

  @Sendable private static func json(_ text: String) -> String {
    String(
      text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        .replacingOccurrences(of: "\n", with: "\\n"))
  }

  @Sendable private static func doubleQuoted(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }

  static let forms: [Form] =
    [
      Form(
        name: "request.json",
        file: {
          """
          {"headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)", "authorization": "bearer ${JWT}"},
           "host": "api.push.apple.com", "token": "\(token)", "body": "\(json($0))"}
          """
        }, written: json),
      Form(
        name: "single.sh",
        file: {
          "curl --http2 -H 'authorization: bearer '\"$JWT\" -H 'apns-topic: \($1)' -H 'apns-push-type: \($2)' \\\n"
            + "  -d '\($0.replacingOccurrences(of: "'", with: #"'\''"#))' \(address)\n"
        }, written: { $0.replacingOccurrences(of: "'", with: #"'\''"#) }),
      Form(
        name: "double.sh",
        file: {
          "curl --http2 -H \"authorization: bearer $JWT\" -H \"apns-topic: \($1)\" -H \"apns-push-type: \($2)\" "
            + "--data \"\(doubleQuoted($0))\" \(address)\n"
        }, written: doubleQuoted),
      Form(
        name: "variables.sh",
        file: {
          "TOPIC='\($1)' KIND=\($2)\nBODY=\"\(doubleQuoted($0))\"\nURL=\(address)\n"
            + "curl --http2 -H \"authorization: bearer $JWT\" -H \"apns-topic: $TOPIC\" "
            + "-H \"apns-push-type: ${KIND}\" --data-raw \"$BODY\" \"$URL\"\n"
        }, written: doubleQuoted),
      Form(
        name: "here.sh",
        file: {
          "curl --http2 -H \"authorization: bearer $JWT\" -H 'apns-topic: \($1)' -H 'apns-push-type: \($2)' "
            + "--data-binary @- \(address) <<'END'\n\($0)\nEND\n"
        }),
      Form(
        name: "push.http",
        file: {
          "### push\nPOST \(address)\nauthorization: bearer {{jwt}}\napns-topic: \($1)\napns-push-type: \($2)\n\n\($0)\n\n###\n"
        }),
      Form(
        name: "dump.txt",
        file: {
          ":method: POST\n:path: /3/device/\(token)\n:authority: api.push.apple.com\nauthorization: bearer <jwt>\n"
            + "apns-topic: \($1)\napns-push-type: \($2)\n\n\($0)\n"
        }),
      Form(
        name: "traffic.har",
        file: {
          """
          {"log": {"entries": [{"request": {"method": "POST", "url": "\(address)", "headers": [
            {"name": "authorization", "value": "bearer ${JWT}"}, {"name": "apns-topic", "value": "\($1)"},
            {"name": "apns-push-type", "value": "\($2)"}], "postData": {"text": "\(json($0))"}}}]}}
          """
        }, written: json),
      Form(
        name: "curl.md",
        file: {
          "# Push\n\n```sh\ncurl --http2 -H \"authorization: bearer $JWT\" -H 'apns-topic: \($1)' -H 'apns-push-type: \($2)' \\\n"
            + "  -d '\($0.replacingOccurrences(of: "'", with: #"'\''"#))' \(address)\n```\n"
        }, written: { $0.replacingOccurrences(of: "'", with: #"'\''"#) }, arguments: ["--input", "markdown"]),
      Form(
        name: "http.md",
        file: {
          "- push\n\n  ```http\n  POST \(address)\n  authorization: bearer {{jwt}}\n  apns-topic: \($1)\n"
            + "  apns-push-type: \($2)\n\n  \($0.replacingOccurrences(of: "\n", with: "\n  "))\n  ```\n"
        }, arguments: ["--input", "markdown"]),
    ] + services

  /// Messages of other services.
  private static let services: [Form] = [
    Form(
      name: "fcm.json",
      file: {
        """
        {"message": {"token": "t", "data": {"a": "b"},
          "apns": {"headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)"}, "payload": \($0)}}}
        """
      }),
    Form(
      name: "fcm-list.json",
      file: {
        """
        [{"message": {"token": "t", "apns": {"payload": {"aps": {"badge": 1}}}}},
         {"message": {"token": "t", "apns": {"headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)"},
          "payload": \($0)}}}]
        """
      }),
    Form(
      name: "object.json",
      file: {
        """
        {"tokens": ["t"], "apns": {"payload": \($0),
          "headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)"}}}
        """
      }, isRight: ["misspelt-aps-key"]),
    Form(
      name: "fcm.sh",
      file: {
        "curl -X POST https://fcm.googleapis.com/v1/projects/p/messages:send -H \"Authorization: Bearer $JWT\" "
          + #"-d '{"message":{"token":"t","apns":{"headers":{"apns-topic":"\#($1)","apns-push-type":"\#($2)"},"#
          + #""payload":\#($0.replacingOccurrences(of: "'", with: #"'\''"#))}}}'"# + "\n"
      }, written: { $0.replacingOccurrences(of: "'", with: #"'\''"#) }),
    Form(
      name: "publish.json",
      file: {
        """
        {"TargetArn": "arn:aws:sns:eu-west-1:1:endpoint/APNS/app/1", "MessageStructure": "json",
         "Message": "\(json(#"{"default":"é", "APNS":"\#(json($0))"}"#))",
         "MessageAttributes": {
           "AWS.SNS.MOBILE.APNS.TOPIC": {"DataType": "String", "StringValue": "\($1)"},
           "AWS.SNS.MOBILE.APNS.PUSH_TYPE": {"DataType": "String", "StringValue": "\($2)"}}}
        """
      }, written: { json(json($0)) }),
    Form(
      name: "publish.sh",
      file: {
        "aws sns publish --target-arn arn:aws:sns:eu-west-1:1:endpoint/APNS/app/1 --message-structure=json \\\n"
          + "  --message '{\"APNS\": \"\(json($0).replacingOccurrences(of: "'", with: #"'\''"#))\"}' \\\n"
          + #"  --message-attributes '{"AWS.SNS.MOBILE.APNS.TOPIC": {"DataType": "String", "StringValue": "\#($1)"},"#
          + #" "AWS.SNS.MOBILE.APNS.PUSH_TYPE": {"DataType": "String", "StringValue": "\#($2)"}}'"# + "\n"
      }, written: { json($0).replacingOccurrences(of: "'", with: #"'\''"#) }),
    Form(
      name: "side.json",
      file: {
        """
        {"service": "push", "headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)"}, "payload": \($0)}
        """
      }),
    Form(
      name: "recording.json",
      file: {
        """
        {"request": {"headers": {"apns-topic": "\($1)", "apns-push-type": "\($2)"}, "payload": \($0)},
         "response": {"status": 200}}
        """
      }),
    Form(
      name: "raw.json",
      file: { #"{"topic": "\#($1)", "pushType": "\#($2)", "priority": 10, "rawPayload": \#($0)}"# }),
    Form(
      name: "record.json",
      file: {
        #"{"deviceToken": "\#(token)", "topic": "\#($1)", "pushType": "\#($2)", "payload": "\#(json($0))"}"#
      },
      written: json),
  ]

  /// A payload with one mistake, the rule that finds it, and the characters that it marks.
  struct Mistake: Sendable {
    var payload: String
    var rule: String
    var marked: String
    var topic = "com.example.app"
    var type = "alert"
  }

  static let mistakes: [Mistake] = [
    Mistake(payload: #"{"aps":{"alert":"it's é","badge":"1"}}"#, rule: "badge-type", marked: #""1""#),
    Mistake(payload: #"{"aps":{"alert":"x","badge":1.5}}"#, rule: "badge-value", marked: "1.5"),
    Mistake(payload: #"{"aps":{"alert":"x","sound":3}}"#, rule: "sound-type", marked: "3"),
    Mistake(
      payload: #"{"aps":{"alert":"x","mutable_content":1}}"#, rule: "misspelt-aps-key",
      marked: #""mutable_content""#),
    Mistake(
      payload: #"{"aps":{"alert":"x","mutable-content":"1"}}"#, rule: "flag-text", marked: #""1""#),
    Mistake(
      payload: #"{"aps":{"alert":"x","foo":"b's"}}"#, rule: "unknown-aps-key", marked: #""foo""#),
    Mistake(payload: #"{"aps":{"alert":"x",}}"#, rule: "json-trailing-comma", marked: ","),
    Mistake(
      payload: #"{"aps":{"alert":{"title":"x","bdoy":"it's"}}}"#, rule: "misspelt-alert-key",
      marked: #""bdoy""#),
    Mistake(
      payload: #"{"aps":{"alert":{"body":"x","loc-args":["a"]}}}"#, rule: "loc-args-without-key",
      marked: #""loc-args""#),
    Mistake(
      payload: #"{"aps":{"alert":"x","interruption-level":"time_sensitive"}}"#,
      rule: "interruption-level-spelling", marked: #""time_sensitive""#),
    Mistake(
      payload: #"{"aps":{"alert":"x","relevance-score":"0.5"}}"#, rule: "relevance-score-type",
      marked: #""0.5""#),
    Mistake(payload: #"{"aps":{"alert":5}}"#, rule: "alert-type", marked: "5"),
    Mistake(
      payload: #"{"aps":{"alert":"x"},"content-available":1}"#, rule: "misplaced-aps-key",
      marked: #""content-available""#),
    Mistake(
      payload: "{\"aps\":{\n\"alert\":\"x\",\n\"alert\":\"y\"}}", rule: "json-duplicate-key",
      marked: #""alert""#),
    Mistake(
      payload: "{\"aps\":{\n\"alert\":\"x\"\n\"badge\":1}}", rule: "json-missing-comma", marked: #""badge""#),
    Mistake(
      payload: #"{"aps":{"content-available":1,"alert":"x"}}"#, rule: "background-user-visible",
      marked: #""alert""#, type: "background"),
    Mistake(
      payload: #"{"aps":{"alert":"x"}}"#, rule: "topic-suffix-for-push-type", marked: "com.example.app",
      type: "voip"),
    Mistake(
      payload: #"{"aps":{"alert":"x"}}"#, rule: "topic-whitespace", marked: "com.example app",
      topic: "com.example app"),
    Mistake(
      payload: #"{"aps":{"alert":"x"}}"#, rule: "push-type-unknown", marked: "alarm", type: "alarm"),
    Mistake(
      payload:
        #"{"aps":{"timestamp":1788000000000,"event":"update","content-state":{"s":1}}}"#,
      rule: "live-activity-timestamp-milliseconds", marked: "1788000000000",
      topic: "com.example.app.push-type.liveactivity", type: "liveactivity"),
  ]

  @Test("Twenty mistakes, each in every form", arguments: forms)
  func mistake(form: Form) {
    for mistake in FormsTests.mistakes where !form.isRight.contains(mistake.rule) {
      let file = Array(form.file(mistake.payload, mistake.topic, mistake.type).utf8)
      let run = BuiltInRun(
        ["-", "--stdin-filename", form.name, "--format", "json", "--no-config"] + form.arguments, input: file)
      let marked = run.marked(mistake.rule, in: file).map { String(decoding: $0, as: UTF8.self) }
      let said = run.findings.map { "\($0["rule"] ?? "") \($0["pointer"] ?? "")" }
      #expect(marked == form.written(mistake.marked), "\(form.name), \(mistake.rule): \(said)")
    }
  }

  @Test("A correct push draws no error and no warning in any form", arguments: forms)
  func correct(form: Form) {
    let payload =
      "{\"aps\": {\"alert\": {\"title\": \"It's é\", \"body\": \"😀\"},\n  \"sound\": \"default\", \"badge\": 1}}"
    let file = Array(form.file(payload, "com.example.app", "alert").utf8)
    let run = BuiltInRun(
      ["-", "--stdin-filename", form.name, "--format", "json", "--no-config"] + form.arguments, input: file)
    let loud = run.findings.filter { $0["severity"] as? String != "note" }
    #expect(loud.isEmpty, "\(loud)")
    #expect(run.findings.count <= 1, "the token to be filled in, and nothing else")
  }
}
