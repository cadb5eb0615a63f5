import Foundation
import LintTool
import PayloadRules
import Testing

@Suite struct CommandLineTests {
  @Test(
    "A wrong command line ends with 2, a reason and the nearest name",
    arguments: [
      (["--pushtype", "alert"], "did you mean '--push-type'?"),
      (["--formta=json"], "did you mean '--format'?"),
      (["explian"], "did you mean 'explain'?"),
      (["--format", "jsno"], "did you mean 'json'?"),
      (["--input", "crul"], "'curl'"),
      (["--file-from", "x"], "did you mean '--files-from'?"),
      (["--context", "token-enviroment=production"], "did you mean 'token-environment'?"),
      (["--context", "key-id"], "KEY=VALUE"),
      (["--header", "no colon"], "name: value"),
      (["--push-type"], "needs a value"),
      (["--quiet=yes"], "takes no value"),
      (["--priority", "1", "--priority", "2"], "given twice"),
      (["--format", "json", "--format", "text"], "only one --format"),
      (["--format", "json="], "file name"),
      (["--config", "x", "--no-config"], "exclude each other"),
      (["--jobs", "0"], "--jobs"),
      (["--now", "yesterday"], "--now"),
      (["--severity", "bad-word=fatal"], "unknown severity 'fatal'"),
      (["--severity", "bad-word"], "RULE=LEVEL"),
      (["-", "-"], "given twice"),
      (["rules", "extra"], "extra"),
      (["explain", "499"], "nothing comes with status 499; there are 400"),
      (["--context", "certificate-expires=soon"], "--context certificate-expires=soon: no time"),
      (["explain", "badword2"], "unknown rule, reason or symptom"),
      (["explain", "-"], "explain - reads an answer of the service, but nothing came"),
      (["--write-baseline", "-"], "standard output carries the report"),
    ])
  func usage(arguments: [String], expected: String) {
    let run = ToolRun(arguments)
    #expect(run.status == .trouble)
    #expect(run.errors.contains(expected), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("Help and version of everything", arguments: [[], ["lint"], ["explain"], ["rules"], ["test"]])
  func help(command: [String]) {
    let run = ToolRun(command + ["--help"])
    #expect(run.status == .clean)
    #expect(run.output.hasPrefix("usage: apns-lint"))
    #expect(ToolRun(["--version"]).output.hasPrefix("apns-lint "))
  }

  @Test("Options state facts where the input is silent, and say where they came from")
  func statedFacts() {
    let seen = Seen()
    let engine = StubEngine { subject in
      seen.subject = subject
      return Evaluation()
    }
    let arguments = [
      "-", "--input", "payload", "--push-type", "alert", "--topic", "a.b", "--bundle-id", "c.d",
      "--priority=5",
      "--token", "aabb", "--environment", "development", "--header", "X-One:  1 ", "--context", "key-id=K",
      "--now", "1970-01-01T00:01:00Z",
    ]
    _ = ToolRun(arguments, input: #"{"aps": {}}"#, engine: engine)
    let subject = seen.subject
    #expect(subject?.statedPushType?.value == "alert")
    #expect(subject?.statedPushType?.from == "option")
    #expect(
      subject?.headers == [
        HeaderField(name: "X-One", value: "1"), HeaderField(name: "apns-topic", value: "a.b"),
        HeaderField(name: "apns-priority", value: "5"), HeaderField(name: "apns-push-type", value: "alert"),
      ])
    #expect(subject?.token == .present("aabb"))
    #expect(subject?.host == .present("api.sandbox.push.example"))
    #expect(subject?.context == ["bundle-id": "c.d", "key-id": "K"])
    #expect(subject?.now == 60)
    #expect(subject?.headersAreComplete == false)
  }

  @Test("The input wins over the options")
  func precedence() {
    let seen = Seen()
    let engine = StubEngine { subject in
      seen.subject = subject
      return Evaluation()
    }
    let text =
      #"{"headers": {"APNS-Topic": "mine"}, "token": "cc", "context": {"key-id": "M"}, "payload": {"aps": {}}}"#
    _ = ToolRun(
      ["-", "--topic", "other", "--token", "aa", "--context", "key-id=K", "--input=request"], input: text,
      engine: engine)
    #expect(seen.subject?.headers == [HeaderField(name: "APNS-Topic", value: "mine")])
    #expect(seen.subject?.token == .present("cc"))
    #expect(seen.subject?.context["key-id"] == "M")
    #expect(seen.subject?.headersAreComplete == true)
    #expect(seen.subject?.isWholeRequest == false)
    #expect(seen.subject?.path == .unknown)
  }

  @Test("Dispatch makes what a request does not carry absent")
  func dispatch() {
    let seen = Seen()
    let engine = StubEngine { subject in
      seen.subject = subject
      return Evaluation()
    }
    let text = #"{"headers": {"apns-topic": "mine"}, "payload": {"aps": {}}}"#
    _ = ToolRun(["-", "--profile", "dispatch"], input: text, engine: engine)
    #expect(seen.subject?.isWholeRequest == true)
    #expect(seen.subject?.credential == Credential.none)
    #expect(seen.subject?.path == .absent)
    #expect(seen.subject?.now != nil)
    _ = ToolRun(["-", "--context", "certificate=true"], input: text, engine: engine)
    #expect(seen.subject?.credential == .certificate)
    _ = ToolRun(["-", "--context", "certificate=false"], input: text, engine: engine)
    #expect(seen.subject?.credential == Credential.none)
    _ = ToolRun(["-"], input: text, engine: engine)
    #expect(seen.subject?.credential == .unknown)
  }

  @Test(
    "The exit status follows --fail-on, and trouble beats findings",
    arguments: [
      ("NIT", [], LintTool.ExitStatus.clean), ("NIT", ["--fail-on", "note"], .findings),
      ("ODD", [], .clean), ("ODD", ["--fail-on", "warning"], .findings),
      ("BAD", [], .findings), ("BAD", ["--fail-on", "never"], .clean),
      ("BAD", ["--fail-on", "never", "/no/such/file"], .trouble),
      ("BAD", ["--ignore", "bad-*"], .clean), ("BAD", ["--select", "odd-word"], .clean),
      ("BAD", ["--severity", "bad-word=none"], .clean), ("ODD", ["--severity", "odd-*=error"], .findings),
      ("ODD", ["--severity", "odd-word=note", "--severity", "*=error"], .clean),
      ("ODD", ["--severity", "strange-word=error"], .findings),
    ])
  func threshold(word: String, options: [String], expected: LintTool.ExitStatus) {
    let run = ToolRun(["-"] + options, input: #"{"aps": {"alert": "\#(word)"}}"#)
    #expect(run.status == expected, "\(run.output)\(run.errors)")
  }

  @Test("Bad inputs are all named, and the good one among them is still linted")
  func badInputs() throws {
    let scratch = try Scratch(["good.json": #"{"aps": {"alert": "BAD"}}"#, "empty/readme.txt": "x"])
    try scratch.write("binary.json", [0x62, 0x70, 0x6C, 0x69, 0x73, 0x74, 0, 1, 2, 3])
    let big = FileManager.default.createFile(atPath: scratch("big.json"), contents: nil)
    #expect(big)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch("big.json")))
    try handle.truncate(atOffset: 64 * 1024 * 1024 + 1)
    try handle.close()
    let run = ToolRun([
      scratch("gone.json"), scratch("binary.json"), scratch("big.json"), scratch("good.json"),
      scratch("empty"),
      "--format", "json",
    ])
    #expect(run.status == .trouble)
    #expect(run.rules == ["bad-word"])
    let messages = run.problems.compactMap { $0["message"] as? String }
    #expect(messages.count == 3)
    for (message, part) in zip(messages, ["no such file", "binary", "64 MiB"]) {
      #expect(message.contains(part))
    }
    // The folder without a payload is no failure, but it is said.
    #expect(run.errors.split(separator: "\n").count == 4)
    #expect(run.errors.contains("empty: no file named .apns, .json"))
  }

  @Test("A rules file that does not load ends the run with its place, in a valid report")
  func brokenRules() throws {
    let scratch = try Scratch(["rules.yaml": "broken", "a.json": #"{"aps": {"alert": "BAD"}}"#])
    let run = ToolRun([scratch("a.json"), "--rules", scratch("rules.yaml"), "--format", "json"])
    #expect(run.status == .trouble)
    #expect(run.results.isEmpty)
    #expect(run.problems.first?["line"] as? Int == 1)
    let unknown = ToolRun([scratch("a.json"), "--select", "bad-wrod"])
    #expect(unknown.status == .trouble)
    #expect(unknown.errors.contains("did you mean 'bad-word'?"))
  }

  @Test("Several reports in one run, one of them to standard output")
  func reports() throws {
    let scratch = try Scratch(["a.json": #"{"aps": {"alert": "BAD"}}"#])
    let run = ToolRun([
      scratch("a.json"), "--format", "compact", "--format", "json=" + scratch("out.json"), "--format",
      "github=" + scratch("out.txt"),
    ])
    #expect(run.output == "\(scratch("a.json")):1:20: error: the word BAD [bad-word]\n")
    #expect(scratch.text("out.json").hasPrefix("{\"version\":1,"))
    #expect(scratch.text("out.txt").hasPrefix("::error file="))
    let lost = ToolRun([scratch("a.json"), "--format", "json=" + scratch("no/such/out.json")])
    #expect(lost.status == .trouble)
  }

  @Test("Walking leaves out hidden and vendored folders and links, and sorts")
  func walking() throws {
    let push = #"{"aps": {"alert": "BAD"}}"#
    let scratch = try Scratch([
      "b.json": push, "a/x.apns": push, "a/y.txt": push, ".hidden/x.json": push, "node_modules/x.json": push,
      "Pods/x.json": push, "vendor/x.json": push, ".build/x.json": push,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: scratch("link.json"), withDestinationPath: scratch("b.json"))
    try FileManager.default.createSymbolicLink(atPath: scratch("loop"), withDestinationPath: scratch.path)
    let run = ToolRun([scratch.path, "--format", "json", "--jobs", "4"])
    #expect(run.results.compactMap { $0["file"] as? String } == [scratch("a/x.apns"), scratch("b.json")])
    // The same file, named twice, is linted once.
    #expect(ToolRun([scratch("b.json"), scratch.path + "/./b.json", "--format", "json"]).results.count == 1)
  }

  @Test("Rules, explanations and examples")
  func commands() {
    #expect(ToolRun(["rules"]).output.contains("bad-word"))
    #expect((ToolRun(["rules", "--format", "json"]).json["rules"] as? [Any])?.count == 6)
    #expect(ToolRun(["explain", "strange-word"]).output.hasPrefix("odd-word: warning"))
    #expect(ToolRun(["explain", "badword"]).output.hasPrefix("BadWord (status 400)"))
    #expect(ToolRun(["test"]).status == .clean)
    #expect(ToolRun(["test", "/no/such.yaml"]).status == .trouble)
  }
}

/// Keeps what an engine was asked.
final class Seen: @unchecked Sendable { var subject: LintSubject? }
