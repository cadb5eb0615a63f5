import LintTool
import PayloadRules
import Testing

/// HTTP files, dumps and recorded traffic; in each text a word that must be marked exactly.
@Suite struct HTTPInputTests {
  private static let address = "https://api.push.example/3/device/0a"

  static let marked: [(name: String, text: String)] = [
    ("a.http", "POST \(address)\napns-topic: BAD\n\n{\"aps\":{}}\n"),
    ("a.http", "POST \(address) HTTP/2\r\napns-topic: a\r\n\r\n{\"aps\":\r\n {\"alert\":\"é BAD\"}}\r\n"),
    ("a.txt", "\u{FEFF}POST \(address)\napns-topic: BAD\n\n{\"aps\":{}}\n"),
    ("a.rest", "# one\n\n### two\n// three\n# @name x\nPOST \(address)\n# no\napns-topic: BAD\n"),
    ("a.http", "@t = BAD\n\nPOST \(address)\napns-topic: x-{{t}}\n"),
    (
      "a.http",
      "@h=api.push.example\n@u=https://{{h}}/3/device/\n@d = {\"aps\":{\"alert\":\"BAD\"}}\nPOST {{ u }}0a\n\n{{d}}\n"
    ),
    ("a.http", "POST \(address)\n  ?a=b\n  &c=d\napns-topic: BAD\n"),
    (
      "a.http",
      "POST \(address)\n\n{\"aps\":{\n// no\n# no\n\"alert\":\"BAD\"}}\n\n> {%\nclient.log(\"BAD\")\n%}\n\n###\n"
    ),
    ("a.http", "< {%\nrequest.variables.set(\"x\", \"BAD\")\n%}\nPOST \(address)\napns-topic: BAD\n"),
    ("a.http", "POST \(address)\n\n{\"aps\":{\"alert\":\"BAD\"}}\n<> saved.json\n"),
    ("a.http", "POST \(address)\n\n{\"aps\":{}}\n\nPOST \(address)\n\n{\"aps\":{\"alert\":\"BAD\"}}\n"),
    ("a.http", "GET https://example.com\nx: BAD\n\n###\n\nPOST \(address)\napns-topic: BAD\n"),
    (
      "a.http",
      "### curl\ncurl --http2 \(address) \\\n  -H 'apns-topic: BAD'\n\n### next\nGET https://example.com\n"
    ),
    ("a.http", "POST \(address)\napns-topic: a\n{\"aps\":{\"alert\":\"BAD\"}}\n"),
    ("a.txt", "POST /3/device/0a HTTP/1.1\nHost: BAD.push.example:443\napns-topic: a\n\n{\"aps\":{}}"),
    ("a.txt", "POST /3/device/0a HTTP/2\nHost: api.push.example:BAD\n\n{\"aps\":{}}"),
    (
      "a.txt",
      ":method: POST\n:scheme: https\n:path: /3/device/0a\n:authority: BAD.push.example\n\n{\"aps\":{}}"
    ),
    (
      "a.txt",
      "HEADERS\n  - END_STREAM\n  + END_HEADERS\n  :method = POST\n  :path = /3/device/0a\n"
        + "  host = api.push.example\n  apns-topic = a\nDATA\n  + END_STREAM\n  { \"aps\" : { \"alert\" : \"BAD\" } }\n"
    ),
    (
      "a.txt",
      "POST \(address)\n\nHeaders:\napns-topic: a\n\nBody:\n{\"aps\":{\"alert\":\"BAD\"}}\n\nHTTP/2 200\nBAD\n"
    ),
    (
      "a.har",
      #"{"log":{"entries":[{"request":{"url":"https://example.com/BAD"}},{"request":{"method":"POST","#
        + #""url":"\#(address)","headers":[{"name":":path","value":"BAD"},{"name":"apns-topic","value":"a"}],"#
        + #""postData":{"text":"{\"aps\":{\"alert\":\"\u00e9 BAD\"}}"}}}]}}"#
    ),
    (
      "a.json",
      #"{"log":{"entries":[{"request":{"method":"POST","url":"https:\/\/api.push.example\/3\/device\/0a","#
        + #""headers":[{"name":"apns-topic","value":"BAD"}]}}]}}"#
    ),
  ]

  @Test("A word is marked where it stands in the file", arguments: marked)
  func place(name: String, text: String) {
    let run = ToolRun(["-", "--stdin-filename", name, "--format", "json"], input: text)
    let bad = run.findings.indices.filter { run.rules[$0] == "bad-word" }
    #expect(bad.count == 1, "\(text): \(run.rules) \(run.errors)")
    #expect(bad.map { run.marked(in: Array(text.utf8))[$0] } == ["BAD"], "\(text)")
  }

  @Test("A base64 body is decoded, and marked as a whole")
  func base64() {
    // {"aps":{"alert":"BAD"}}
    let body = "eyJhcHMiOnsiYWxlcnQiOiJCQUQifX0="
    let text =
      #"{"log":{"entries":[{"request":{"method":"POST","url":"\#(HTTPInputTests.address)","headers":[],"#
      + #""postData":{"encoding":"base64","text":"\#(body)"}}}]}}"#
    let run = ToolRun(["-", "--input", "har", "--format", "json"], input: text)
    #expect(run.rules == ["bad-word"])
    #expect(run.marked(in: Array(text.utf8)) == [body])
    #expect(run.findings.first?["fix"] is [String: Any] == false)
  }

  @Test("A thousand other requests around one push say nothing")
  func otherTraffic() {
    var entries = (0..<1000).map {
      #"{"request":{"method":"POST","url":"https://example.com/\#($0)","headers":[{"name":"x","value":"BAD"}],"#
        + #""postData":{"text":"{\"aps\":{\"alert\":\"BAD\"}}"}},"response":{"content":{"text":"BAD"}}}"#
    }
    entries.insert(
      #"{"request":{"method":"POST","url":"\#(HTTPInputTests.address)","headers":[]}}"#, at: 500)
    let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
    let run = ToolRun(["-", "--stdin-filename", "a.har", "--format", "json"], input: text)
    #expect(run.rules == [])
    #expect(run.results.map { $0["record"] as? Int } == [501])
    let none = ToolRun(
      ["-", "--stdin-filename", "a.har", "--format", "json"], input: #"{"log":{"entries":[\#(entries[0])]}}"#)
    #expect(none.rules == ["not-a-push"])
  }

  @Test("A body file of an HTTP file is read from its folder; one that is not there is named")
  func bodyFile() throws {
    let scratch = try Scratch([
      "a.http": "POST \(HTTPInputTests.address)\napns-topic: a\n\n< ./p/b.json\n\n###\n",
      "b.http": "POST \(HTTPInputTests.address)\napns-topic: a\n\n<@latin1 gone.json\n",
      "c.http": "POST \(HTTPInputTests.address)\napns-topic: a\n\npayload.json\n",
      "p/b.json": "{\"aps\":{\"alert\":\"BAD\"}}\n",
    ])
    let run = ToolRun([scratch("a.http"), "--format", "json"])
    #expect(run.marked(in: Array(scratch.text("p/b.json").utf8)) == ["BAD"])
    for (name, rule, marked) in [
      ("b.http", "body-file-not-read", "gone.json"), ("c.http", "body-is-file-name", "payload.json"),
    ] {
      let run = ToolRun([scratch(name), "--format", "json"])
      #expect(run.rules == [rule])
      #expect(run.marked(in: Array(scratch.text(name).utf8)) == [marked])
    }
  }

  /// Edits stay within one stretch of lines; a comment between is not overwritten.
  @Test("A fix in a body is a plain edit, also behind a comment line")
  func fix() {
    let text = "POST \(HTTPInputTests.address)\n\n{\"aps\":{\n// no\n\"alert\":BAD}}\n"
    let run = ToolRun(["-", "--stdin-filename", "a.http", "--format", "json"], input: text)
    let fix = run.findings.first { $0["rule"] as? String == "bad-word" }?["fix"] as? [String: Any]
    let edit = (fix?["edits"] as? [[String: Any]])?.first
    #expect(edit?["text"] as? String == "\"g\"")
    #expect(edit?["start"] as? Int == text.utf8.count - 6)
  }

  /// What nobody can see, a certificate of the connection, decides whether the push is let in at all.
  @Test(
    "Without a credential to be seen, nobody can tell the answer",
    arguments: [
      ([], "unknown"),
      (
        [
          "--header",
          "authorization: bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNzg4MDAwMDAwfQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ], "accepted"
      ),
      (["--context", "certificate=true"], "accepted"), (["--context", "certificate=false"], "rejected"),
    ] as [([String], String)])
  func predictions(options: [String], outcome: String) {
    let url =
      "https://api.push.apple.com/3/device/9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"
    let headers =
      #"[{"name":"apns-topic","value":"com.example.app"},{"name":"apns-push-type","value":"alert"}]"#
    let archive =
      #"{"log":{"entries":[{"request":{"method":"POST","url":"\#(url)","headers":\#(headers),"#
      + #""postData":{"text":"{\"aps\":{\"alert\":\"Hi\"}}"}}}]}}"#
    let file =
      "POST \(url)\napns-topic: com.example.app\napns-push-type: alert\n\n{\"aps\":{\"alert\":\"Hi\"}}\n"
    for (name, text) in [("a.har", archive), ("a.http", file)] {
      let run = BuiltInRun(
        ["-", "--stdin-filename", name, "--format", "json"] + options, input: Array(text.utf8))
      let prediction = run.results.first?["prediction"] as? [String: Any]
      #expect(prediction?["outcome"] as? String == outcome, "\(run.output)\(run.errors)")
    }
  }
}
