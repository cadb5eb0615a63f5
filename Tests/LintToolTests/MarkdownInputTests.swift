import LintTool
import PayloadRules
import Testing

/// Fenced blocks of documentation, each an input of its own.
@Suite struct MarkdownInputTests {
  static let marked: [String] = [
    "# Title\n\nBAD `curl` and don't\n\n```json\n{\"aps\": {\"alert\": \"é BAD\"}}\n```\n",
    "~~~~ YAML title=x\naps:\n  alert: |\n    x\n    ~~~\n    BAD\n~~~~\n",
    "1. x\n\n   ```json\n   {\n     \"aps\": {\n       \"alert\": \"BAD\"\n     }\n   }\n   ```\n",
    "```bash\n$ curl --http2 https://api.push.example/3/device/0a \\\n> -H 'apns-topic: BAD'\n```\n",
    "- x\n\n\t```sh\n\tcurl --http2 https://api.push.example/3/device/0a -d @- <<EOF\n\t{\"aps\":{\"alert\":\"BAD\"}}\n\tEOF\n\t```\n",
    "```http\r\nPOST https://api.push.example/3/device/0a\r\napns-topic: BAD\r\n\r\n{\"aps\":{}}\r\n```\r\n",
    "\u{FEFF}```json\n{\"aps\": {\"alert\": \"BAD\"}}\n```\n",
    "```yaml\naps:\n  alert: it is BAD\n```\n",
    "  ```yml\n  headers: {apns-topic: BAD}\n  payload: {aps: {}}\n  ```\n",
    "```\nPOST https://api.push.example/3/device/0a\napns-topic: BAD\n```\n",
    "```\n{\"aps\": {\"alert\": \"BAD\"}}\n```\n```swift\nlet x = \"BAD\"\n```\n",
    "```json\n{\"headers\": {\"apns-topic\": \"a\"}, \"body\": \"{\\\"aps\\\": {\\\"alert\\\": \\\"BAD\\\"}}\"}\n",
  ]

  @Test("A word in a block is marked where it stands in the file", arguments: marked)
  func place(text: String) {
    let run = ToolRun(["-", "--input", "markdown", "--format", "json"], input: text)
    #expect(run.rules == ["bad-word"], "\(text): \(run.errors)")
    #expect(run.marked(in: Array(text.utf8)) == ["BAD"], "\(text)")
    #expect(run.results.map { $0["input"] as? String } == ["markdown"])
  }

  static let silent: [String] = [
    "```json\n{\"name\": \"BAD\"}\n```\n", "```js\n{\"aps\": {\"alert\": \"BAD\"}}\n```\n",
    "```json\n{\"aps\": {\"alert\": \"BAD\", ...}}\n```\n", "{\"aps\": {\"alert\": \"BAD\"}}\n",
    "```json\n{\"aps\": {\"alert\": \"BAD\",\n// ...\n}}\n```\n",
    "```sh\ncurl https://example.com -d BAD\n```\n", "```json\n```\n", "`````", "",
  ]

  @Test("What is no push, or a sketch of one, is passed over", arguments: silent)
  func nothing(text: String) {
    let run = ToolRun(["-", "--input", "markdown", "--format", "json"], input: text)
    #expect(run.rules == ["not-a-push"], "\(text)")
  }

  @Test("Documentation is read only when asked for")
  func optIn() throws {
    let scratch = try Scratch([
      "a.md": MarkdownInputTests.marked[3], "b.json": "{\"aps\":{\"alert\":\"BAD\"}}",
    ])
    #expect(ToolRun([scratch("a.md"), "--format", "json"]).rules == ["not-a-push"])
    #expect(ToolRun([scratch.path, "--format", "json"]).results.count == 1)
    let run = ToolRun([scratch.path, "--input", "markdown", "--format", "json"])
    #expect(run.rules == ["bad-word"])
    #expect((run.results.first?["file"] as? String)?.hasSuffix("a.md") == true)
  }

  @Test("Blocks are numbered, and a fix counts in the file")
  func records() {
    let text = "```json\n{\"aps\":{\"alert\":\"x\"}}\n```\n\n  ```json\n  {\"aps\":{\"alert\":BAD}}\n  ```\n"
    let run = ToolRun(["-", "--input", "markdown", "--format", "json"], input: text)
    #expect(run.results.map { $0["record"] as? Int } == [1, 2])
    let bad = run.findings.first { $0["rule"] as? String == "bad-word" }
    let edit = ((bad?["fix"] as? [String: Any])?["edits"] as? [[String: Any]])?.first
    #expect(edit?["start"] as? Int == text.utf8.count - 12)
  }

  @Test("Blocks in quotations are read, and end with them")
  func quoted() {
    let text = """
      > ```json
      > {"aps":{"alert":"BAD",
      >
      >   "badge":1}}
      > ```

      > > ~~~
      > > {"aps":{"alert":"BAD"}}
      out of it, BAD

      ```sh
      > {"aps":{"alert":"BAD"}}
      ```

      """
    let run = ToolRun(["-", "--input", "markdown", "--format", "json"], input: text)
    #expect(run.rules == ["bad-word", "bad-word"], "\(run.output)")
    let starts = run.findings.map { ($0["range"] as? [String: Any])?["start"] as? [String: Any] }
    #expect(starts.map { $0?["line"] as? Int } == [2, 8])
    #expect(starts.map { $0?["column"] as? Int } == [20, 22])
  }
}
