import LintTool
import PayloadRules
import Testing

/// curl commands as people keep and paste them; in each text a word that must be marked exactly.
@Suite struct ShellInputTests {
  /// Where the push goes and what every command but the address says.
  private static let rest = "--http2 https://api.push.example/3/device/0a"

  static let marked: [(name: String, text: String)] = [
    ("single quotes", #"curl -d '{"aps":{"alert":"é BAD"}}' \#(rest)"#),
    ("a quote inside single quotes", #"curl -d '{"aps":{"alert":"it'\''s BAD"}}' \#(rest)"#),
    ("a quote in double quotes between single ones", #"curl -d '{"aps":{"alert":"it'"'"'s BAD"}}' \#(rest)"#),
    ("double quotes", #"curl -d "{\"aps\":{\"alert\":\"a \\\\ \$x BAD\"}}" \#(rest)"#),
    ("$'…'", #"curl -d $'{"aps":{"alert":"it\'s\tBAD\u00e9"}}\n' \#(rest)"#),
    ("backslashes", #"curl -H apns-topic:\ a\"BAD \#(rest)"#),
    ("continuation lines", "curl \\\n  -H 'apns-topic: BAD' \\\n  \(rest)"),
    (
      "continuation lines of Windows",
      "curl -d '{\"aps\":{}}' \\\r\n  -H 'apns-topic: BAD' \\\r\n  \(rest)\r\n"
    ),
    ("a continuation inside double quotes", "curl -H \"apns-topic: a.\\\nBAD\" \(rest)"),
    ("a prompt and its second lines", "$ curl \\\n> -H 'apns-topic: BAD' \\\n> \(rest)\n"),
    ("a here-document", "curl -d @- \(rest) <<EOF\n{\"aps\":{\"alert\":\"it's \\$x BAD\"}}\nEOF\n"),
    (
      "a literal here-document",
      "curl -d @- \(rest) <<'END' && echo ok\n{\"aps\":{\"alert\":\"$x BAD\"}}\nEND\n"
    ),
    (
      "a here-document without tabs",
      "curl --json @- \(rest) <<-EOF\n\t{\"aps\":\n\t\t{\"alert\":\"BAD\"}}\n\tEOF\n"
    ),
    ("a here-string", #"curl -d @- \#(rest) <<< '{"aps":{"alert":"BAD"}}'"#),
    ("a pipe", #"echo '{"aps":{"alert":"BAD"}}' | curl --data-binary @- \#(rest)"#),
    ("a pipe from a here-document", "cat <<EOF | curl -d @- \(rest)\n{\"aps\":{\"alert\":\"BAD\"}}\nEOF\n"),
    ("a variable", "TOPIC=\"a BAD\"\ncurl -H \"apns-topic: $TOPIC\" \(rest)"),
    ("an exported variable", "export A='BAD'\nB=${A}\ncurl -H \"apns-topic: x-${B}-y\" \(rest)"),
    ("a body in a variable", "P='{\"aps\":{\"alert\":\"BAD\"}}'\ncurl -d \"$P\" \(rest)"),
    (
      "a body that cat prints",
      "P=$(cat <<'EOF'\n{\"aps\":{\"alert\":\"(it's BAD\"}}\nEOF\n)\ncurl -d \"$P\" \(rest)"
    ),
    (
      "a file from a here-document",
      "cat > p.json <<EOF\n{\"aps\":{\"alert\":\"BAD\"}}\nEOF\ncurl -d @p.json \(rest)"
    ),
    ("a prompt with a folder", "anna@mac ~ % curl -H 'apns-topic: BAD' \(rest)\n"),
    ("a variable set and used in a branch", "if x; then A=BAD; curl -H \"apns-topic: $A\" \(rest); fi\n"),
    ("a variable set before &&", "A=BAD && curl -H \"apns-topic: $A\" \(rest)\n"),
    ("an array", "H=(-H 'apns-topic: BAD'\n  --http2)\ncurl \"${H[@]}\" \(rest)"),
    ("words in a variable", "O=\"-H apns-topic:BAD --http2\"\ncurl $O \(rest)"),
    ("bundled options", #"curl -vsSd '{"aps":{"alert":"BAD"}}' -XPOST \#(rest)"#),
    ("a value behind its letter", #"curl -HBAD-is-none:1 -H'apns-topic:BAD' \#(rest)"#),
    ("an equals sign", #"curl --header='apns-topic: BAD' \#(rest)"#),
    ("--url", "curl --http2 -o out -w '%{http_code}' --url https://BAD.push.example/3/device/0a"),
    ("a port", "curl --http2 https://api.push.example:BAD/3/device/0a"),
    ("a substitution", "CODE=$(curl -s -H 'apns-topic: BAD' \(rest))\n"),
    ("a substitution in back quotes", "CODE=`curl -s -H 'apns-topic: BAD' \(rest)`\n"),
    ("a function", "send() {\n  curl -H 'apns-topic: BAD' \(rest) \"$1\"\n}\nsend x\n"),
    ("a condition", "if ! curl -fsS -H 'apns-topic: BAD' \(rest); then exit 1; fi\n"),
    ("a wrapper", "A=1 timeout 10 /usr/bin/curl -H 'apns-topic: BAD' \(rest) > out 2>&1 &\n"),
    ("prose before it", "Don't forget: it's \"easy.\n\ncurl -H 'apns-topic: BAD' \(rest)\n"),
    ("a comment before it", "# it's a test\ncurl -H 'apns-topic: BAD' \(rest) # it's sent\n"),
    ("a date in the body", "curl -d '{\"aps\":{\"timestamp\":'$(date +%s)',\"alert\":\"BAD\"}}' \(rest)"),
    (
      "a placeholder that is no redirection",
      "curl -H 'apns-topic: BAD' --http2 https://api.push.example/3/device/<device token>"
    ),
    ("--oauth2-bearer", "curl --oauth2-bearer BAD \(rest)"),
    ("a byte order mark", "\u{FEFF}curl -H 'apns-topic: BAD' \(rest)"),
    ("the second request", "curl -d '{\"aps\":{}}' \(rest) --next -H 'apns-topic: BAD' \(rest)"),
  ]

  @Test("A word is marked where it stands in the script", arguments: marked)
  func place(name: String, text: String) {
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    let bad = run.findings.indices.filter { run.rules[$0] == "bad-word" }
    #expect(bad.count == 1, "\(name): \(run.rules) \(run.errors)")
    #expect(bad.map { run.marked(in: Array(text.utf8))[$0] } == ["BAD"], "\(name)")
    #expect(run.results.allSatisfy { $0["input"] as? String == "curl" })
  }

  /// What a fix that writes `"g"` comes to, so that the shell still reads the text that is meant.
  static let edits: [(text: String, edit: String?)] = [
    (#"curl -d '{"aps":{"alert":"BAD"}}' \#(rest)"#, #""g""#),
    (#"curl -d "{\"aps\":{\"alert\":\"BAD\"}}" \#(rest)"#, #"\"g\""#),
    ("curl -d @- \(rest) <<EOF\n{\"aps\":{\"alert\":\"BAD\"}}\nEOF\n", #""g""#),
    (#"P='{"aps":{"alert":"BAD"}}'; curl -d "$P" \#(rest)"#, #""g""#),
    // Nobody can say how the quotes must be set there.
    (#"curl -d '{"aps":{"alert":"B''AD"}}' \#(rest)"#, nil),
    (#"curl -H apns-topic:\BAD \#(rest)"#, nil),
  ]

  @Test("A fix is written in the quotes that it lies in, or not at all", arguments: edits)
  func fix(text: String, edit: String?) {
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    let fix = run.findings.first { $0["rule"] as? String == "bad-word" }?["fix"] as? [String: Any]
    #expect((fix?["edits"] as? [[String: Any]])?.first?["text"] as? String == edit, "\(text)")
  }

  /// What a shell or curl would trip over: the detection, and what it marks.
  static let troubles: [(text: String, rule: String, marked: String)] = [
    ("curl -H 'apns-topic: a \(rest)", "shell-unbalanced-quote", "'"),
    ("curl -d \"{} -H apns-topic:a \(rest)", "shell-unbalanced-quote", "\""),
    ("curl -d $'{} -H apns-topic:a \(rest)", "shell-unbalanced-quote", "$'"),
    ("curl -d @- \(rest) <<EOF\n{\"aps\":{}}\n EOF\n", "shell-here-document-unclosed", "<<EOF"),
    ("curl -H 'apns-topic: a' \\  \n \(rest)", "shell-line-not-continued", "\\  "),
    (
      "curl -H 'apns-topic: a'\n  --http2 https://api.push.example/3/device/0a", "shell-line-not-continued",
      ""
    ),
    (
      "curl -v \n  -H 'apns-topic: a'\n  --http2 \n  --url https://api.push.example/3/device/0a\n",
      "shell-line-not-continued", ""
    ),
    ("curl -H “apns-topic: a” \(rest)", "shell-typographic-quote", "“"),
    ("curl -H 'apns-topic: a' -d '{\"aps\":{}}'", "curl-without-url", "curl"),
    ("curl -H 'apns-topic a' \(rest)", "curl-header-without-colon", "'apns-topic a'"),
    ("curl -K push.conf -H 'apns-topic: a' -d '{\"aps\":{}}'", "curl-config-not-read", "-K"),
    ("curl -F a=b \(rest)", "curl-body-is-form", "-F"),
    ("curl --data-urlencode '{\"aps\":{}}' \(rest)", "curl-body-is-form", "--data-urlencode"),
    ("curl -d '{\"aps\":{}}' -d b=c \(rest)", "curl-body-is-form", "-d"),
    ("curl --data-binary payload.json \(rest)", "body-is-file-name", "payload.json"),
    ("curl -d $DIR/payload.json \(rest)", "body-may-be-file-name", "$DIR/payload.json"),
    ("curl -H @gone.txt -H 'apns-topic: a' \(rest)", "curl-config-not-read", "gone.txt"),
    ("curl -d @gone.json \(rest)", "body-file-not-read", "gone.json"),
    ("curl -d @../p.json \(rest)", "body-file-not-read", "../p.json"),
    ("curl -d @/etc/hostname \(rest)", "body-file-not-read", "/etc/hostname"),
    ("curl -d '{\"aps\":{}}' https://api.push.example/3/device/0a", "curl-http2-not-asked", "curl"),
  ]

  @Test("What the shell or curl reads otherwise than meant is reported with its place", arguments: troubles)
  func trouble(text: String, rule: String, marked: String) {
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    let index = run.rules.firstIndex(of: rule)
    #expect(index != nil, "\(text): \(run.rules)")
    #expect(run.rules.filter { $0 == rule }.count == 1)
    if let index { #expect(run.marked(in: Array(text.utf8))[index] == marked, "\(text)") }
  }

  /// Variables between single quotes, which no shell fills in; each is marked once.
  static let quoted: [(text: String, marked: [String])] = [
    ("curl -H 'authorization: bearer $JWT' \(rest)", ["$JWT"]),
    ("curl --http2 'https://api.push.example/3/device/$TOKEN'", ["$TOKEN"]),
    (
      #"curl -d '{"aps":{"alert":"costs $PRICE","badge":${COUNT}}}' \#(rest)"#, ["$PRICE", "${COUNT}"]
    ),
    (
      #"P='{"aps":{"alert":"${A:-x} $B"}}'; curl -d "$P" \#(rest); curl -d "$P" \#(rest)"#, ["${A:-x}", "$B"]
    ),
    (#"H=(-H 'apns-topic: $T' -H 'apns-id: $I'); curl "${H[@]}" \#(rest)"#, ["$T", "$I"]),
    (#"echo '{"aps":{"badge":$N}}' | curl -d @- \#(rest)"#, ["$N"]),
    (#"curl -d @- \#(rest) <<< '{"aps":{"badge":$N}}'"#, ["$N"]),
    (#"curl -d '{"aps":{"alert":"it'\''s $N"}}' \#(rest)"#, ["$N"]),
    ("curl --oauth2-bearer '$JWT' \(rest) \(rest)", ["$JWT"]),
    (#"R="$(curl -H 'apns-topic: $T' \#(rest))""#, ["$T"]),
  ]

  @Test("A variable between single quotes goes out as it stands", arguments: quoted)
  func quotedVariable(text: String, marked: [String]) {
    for profile in ["fixture", "dispatch"] {
      let run = ToolRun(
        ["-", "--input", "curl", "--profile", profile, "--format", "json"], input: text)
      let found = run.findings.indices.filter { run.rules[$0] == "shell-variable-in-single-quotes" }
      #expect(found.map { run.marked(in: Array(text.utf8))[$0] } == marked, "\(text): \(run.rules)")
    }
  }

  /// Dollar signs that the shell fills in, that another program does, or that are meant.
  static let unquoted = [
    #"curl -H "authorization: bearer $JWT" -d "{\"aps\":{\"badge\":$N}}" \#(rest)"#,
    #"curl -H 'authorization: bearer '"$JWT" -d '{"aps":{"badge":'"$N"',"alert":"'$A'"}}' \#(rest)"#,
    #"curl -d $'{"aps":{"alert":"$A"}}' \#(rest)"#,
    "curl -d @- \(rest) <<EOF\n{\"aps\":{\"alert\":\"'$A'\"}}\nEOF\n",
    #"bash -c 'curl -H "authorization: bearer $JWT" \#(rest)'"#,
    #"bash -c "curl -H 'authorization: bearer $JWT' \#(rest)""#,
    "watch curl -H 'apns-topic:$T' \(rest)",
    #"echo '{"aps":{"badge":$N}}' | envsubst | curl -d @- \#(rest)"#,
    #"jq -n --arg a "$A" '{aps:{alert:$a}}' | curl -d @- \#(rest)"#,
    #"curl -d "$(jq -n --arg a "$A" '{aps:{alert:$a}}')" \#(rest)"#,
    #"curl -d '{"aps":{"alert":"$5, US$A, $, $$A, %1$s, 2$"},"$type":"a","$id" : 1}' \#(rest)"#,
    "curl -H 'authorization: bearer ${{ secrets.JWT }}' \(rest)",
    "curl -H 'apns-topic: ${a.b}' -H 'apns-id: ${a' \(rest)",
    "curl -o '$OUT' -w '$CODE' -H 'apns-topic: a' \(rest) | jq '.x | $A'",
  ]

  @Test("A dollar sign that is filled in, or meant, is no mistake", arguments: unquoted)
  func unquotedVariable(text: String) {
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    #expect(run.results.count == 1, "\(text)")
    #expect(!run.rules.contains("shell-variable-in-single-quotes"), "\(text): \(run.output)")
  }

  /// Commands that are right as they are.
  static let clean = [
    "curl -H 'apns-topic: a' -d '{\"aps\":{}}' \(rest)",
    "curl --json '{\"aps\":' --json '{}}' \(rest)",
    "curl -H 'apns-id;' -H 'Expect:' -d @- \(rest)",
    "curl -d \"$BODY\" -H \"$HEADER\" -H \"apns-topic: $T\" --http2 --cert ${PEM}:'<passphrase>' ${URI}${TOKEN}",
    "curl -d @$FILE \(rest)",
    // What a branch set, nobody knows behind it.
    "A=a\nif x; then\n  A=BAD\nelse A=BAD; fi\ncurl -H \"apns-topic: $A\" \(rest)\n",
    "case $1 in\n a) A=BAD;;\n b) A=$A-BAD;;\nesac\ncurl -H \"apns-topic: $A\" \(rest)\n",
    "for A in BAD x; do curl -H \"apns-topic: $A\" \(rest); done\n",
    "A=a; [ -z \"$B\" ] && A=BAD\ncurl -H \"apns-topic: $A\" \(rest)\n",
    "A=''\nwhile getopts a: o; do A=$OPTARG; done\ncurl -H \"apns-topic: $A\" \(rest)\n",
    "A=BAD; read -r A\ncurl -H \"apns-topic: $A\" \(rest)\n",
    "curl \"$@\" -H 'apns-topic: a'\n",
  ]

  @Test("Headers in a file are read from the folder of the script, a header a line")
  func headerFile() throws {
    let scratch = try Scratch([
      "a.sh": "curl -H @h.txt -d '{\"aps\":{}}' \(ShellInputTests.rest)\n",
      "h.txt": "apns-topic: a\r\n  apns-push-type : BAD \n\nno header\n",
    ])
    let run = ToolRun([scratch("a.sh"), "--format", "json"])
    #expect(run.rules == ["bad-word"])
    #expect(run.marked(in: Array(scratch.text("h.txt").utf8)) == ["BAD"])
    let range = run.findings.first?["range"] as? [String: Any]
    #expect((range?["file"] as? String)?.hasSuffix("h.txt") == true)
  }

  @Test("What a shell and curl take as it is meant draws nothing", arguments: clean)
  func nothing(text: String) {
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    #expect(run.rules == [] && run.results.count == 1, "\(text): \(run.rules)")
  }

  @Test("A command that goes elsewhere is no push: noted when named, silent when walked")
  func elsewhere() throws {
    let scratch = try Scratch([
      "a.sh": "#!/bin/sh\ncurl https://example.com -d 'BAD'\n", "b.sh": "apt-get install curl\n",
      "c.sh": "curl -H 'apns-topic: BAD' https://gateway.example.com/send\n",
      "d.txt": "curl -H 'apns-topic: BAD' \(ShellInputTests.rest)\n",
    ])
    for name in ["a.sh", "b.sh"] {
      #expect(ToolRun([scratch(name), "--format", "json"]).rules == ["not-a-push"])
    }
    #expect(ToolRun([scratch("d.txt"), "--format", "json"]).rules == ["bad-word"])
    let walked = ToolRun([scratch.path, "--format", "json"])
    #expect(walked.rules == ["bad-word"])
    #expect((walked.results.first?["file"] as? String)?.hasSuffix("c.sh") == true)
  }

  @Test(
    "A body file in the folder is read and its place names it; @file drops line ends, --data-binary does not")
  func bodyFile() throws {
    let scratch = try Scratch([
      "a.sh": "curl -d @p/body.json \(ShellInputTests.rest)\n",
      "b.sh": "curl --data-binary @./p/body.json \(ShellInputTests.rest)\n",
      "c.sh": "curl -d \"$(cat p/body.json)\" \(ShellInputTests.rest)\n",
      "d.sh": "P=$(cat p/body.json)\ncurl -d \"$P\" \(ShellInputTests.rest)\n",
      "p/body.json": "{\"aps\":\r\n {\"alert\":\r\n \"BAD\"}}\n",
    ])
    for (name, bytes) in [("a.sh", 25), ("b.sh", 30), ("c.sh", 29), ("d.sh", 29)] {
      let run = ToolRun([scratch(name), "--format", "json"])
      #expect(run.rules == ["bad-word"], "\(name)")
      let range = run.findings.first?["range"] as? [String: Any]
      #expect((range?["file"] as? String)?.hasSuffix("p/body.json") == true)
      #expect(run.marked(in: Array(scratch.text("p/body.json").utf8)) == ["BAD"])
      #expect(run.results.first?["bytes"] as? Int == bytes, "\(name)")
    }
  }

  @Test("Commands are numbered among all commands of a script")
  func records() {
    let text = "curl https://example.com\ncurl -H 'apns-topic: BAD' \(ShellInputTests.rest)\n"
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    #expect(run.results.map { $0["record"] as? Int } == [2])
  }

  @Test("A script in UTF-16 is read, and its offsets count its own bytes")
  func utf16() {
    let text = "curl -H 'apns-topic: é BAD' \(ShellInputTests.rest)\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], bytes: bytes)
    let bad = run.findings.first { $0["rule"] as? String == "bad-word" }
    let start = (bad?["range"] as? [String: Any])?["start"] as? [String: Int]
    #expect(start?["offset"] == 2 + 2 * 23)
  }

  /// A secret beside a mistake on one line.
  static let secrets: [String] = [
    "curl --cert a.pem:correct-horse-battery -H 'apns-topic: BAD' \(rest)",
    "curl -u me:correct-horse-battery -H 'apns-topic: BAD' \(rest)",
    "curl --oauth2-bearer correct-horse-battery -H 'apns-topic: BAD' \(rest)",
    "curl -H 'authorization correct-horse-battery' -H 'apns-topic: BAD' \(rest)",
    "J=correct-horse-battery; curl -H \"authorization: bearer $J\" -H 'apns-topic: BAD' \(rest)",
  ]

  @Test("Passwords and tokens of a command are masked", arguments: secrets)
  func masked(text: String) {
    for format in ["text", "json", "compact"] {
      let run = ToolRun(["-", "--input", "curl", "--format", format], input: text)
      #expect(run.output.contains("bad-word"))
      #expect(!run.output.contains("correct-horse-battery"), "\(run.output)")
    }
  }

  @Test("Variables that double over and over end")
  func doubling() {
    var text = "A0='x BAD x'\n"
    for number in 1...60 { text += "A\(number)=\"$A\(number - 1)$A\(number - 1)\"\n" }
    text += "curl -H \"apns-topic: $A60\" \(ShellInputTests.rest)\n"
    let run = ToolRun(["-", "--input", "curl", "--format", "json"], input: text)
    #expect(run.results.count == 1)
  }
}
