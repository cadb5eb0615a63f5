"""What measure-growth doubles: each axis writes its inputs into a folder and says which arguments read them."""
import json
import os

#: Sizes are such that what is made ready once, after so many records or above the largest payload, is so from the
#: first size on.
AXES = []


class Axis:
    """One thing that grows, from `first` on, doubled again and again."""

    def __init__(self, group, name, first, make, without=None, limit=None):
        self.group, self.name, self.first, self.make = group, name, first, make
        #: Makes what is taken off at each size: the cost that is not in question.
        self.without = without
        #: The largest exponent, where it is not the general one.
        self.limit = limit


def axis(group, name, first, without=None, limit=None):
    """Declares an axis: the function is called with the size and a folder."""
    def declare(make):
        AXES.append(Axis(group, name, first, make, without, limit))
        return make
    return declare


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return name


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def push(number=0, **more):
    """A clean push."""
    return {"aps": {"alert": {"title": "Order shipped", "body": f"Your order {number} will arrive on Tuesday."},
                    "badge": number % 100, "sound": "default"}, "order-id": f"A-{number:08}", **more}


#: Beyond what may be sent from the first size on: rules that speak there speak at every size.
LONG = '"long":"' + "x" * 6000 + '"'


def payload(folder, inner, name="push.json"):
    """A push with more members at its root, given as text."""
    return [write(folder, name, '{"aps":{"alert":{"title":"Order","body":"It is on its way"}},' + LONG + "," + inner + "}")]


def payloads(group, name, first, inner, limit=None):
    """An axis over one file, whose root holds the text that `inner` makes."""
    AXES.append(Axis(group, name, first, lambda size, folder: payload(folder, inner(size)), limit=limit))


def texts(group, name, first, text, file="push.json", arguments=(), limit=None):
    """An axis over one file that is made as a whole."""
    AXES.append(Axis(group, name, first,
                     lambda size, folder: [*arguments, write(folder, file, text(size))], limit=limit))


def each(count, pattern, joint=","):
    """`pattern` so many times, `#` being the number."""
    return joint.join(pattern.replace("#", str(number)) for number in range(count))


# One payload

payloads("payload", "bytes: objects in a list", 500,
         lambda n: '"stops":[' + each(n, '{"name":"Stop #","done":true,"at":[1.5,-2e3]}') + "]")
payloads("payload", "keys at the root", 64, lambda n: each(n, '"key-#":#'))
payloads("payload", "one key again and again", 128, lambda n: each(n, '"key":#'))
payloads("payload", "many keys, each twice", 128,
         lambda n: each(n, '"key-#":1') + "," + each(n, '"key-#":2'))
payloads("payload", "long keys that begin alike", 16,
         lambda n: each(max(1, int((n * 1000) ** 0.5)), '"' + "k" * max(1, int((n * 1000) ** 0.5)) + '-#":1'))
payloads("payload", "nesting: arrays", 8000, lambda n: '"deep":' + "[" * n + "]" * n)
payloads("payload", "nesting: objects", 4000, lambda n: '"deep":' + '{"a":' * n + "1" + "}" * n)
payloads("payload", "one long string", 32768, lambda n: '"text":"' + "Ein Text mit Wörtern. " * (n // 22) + '"')
payloads("payload", "one long key", 16384, lambda n: '"' + "k" * n + '":1')
payloads("payload", "escapes", 1000, lambda n: '"text":"' + "\\u00e9\\n\\ud83d\\ude00\\/" * n + '"')
payloads("payload", "one long number", 16384, lambda n: '"number":1' + "0" * n)
texts("payload", "bytes of UTF-16", 16384,
      lambda n: ('{"aps":{"alert":"' + "Text é " * (n // 7) + '"}}').encode("utf-16"))

# Lines and places

texts("places", "lines", 4000, lambda n: '{"aps":{"alert":"A","list":[\n' + each(n, "#", ",\n") + '\n],"badge":"3"}}')
texts("places", "findings, a line each", 64,
      lambda n: '{"aps":{"alert":"A",\n' + each(n, '"unknown-#":#', ",\n") + "\n}," + LONG + "}")
for form in ("compact", "json", "github"):
    texts("places", f"findings in one long line, {form}", 64,
          lambda n: '{"aps":{"alert":"Ä",' + each(n, '"fremd-ä-#":#') + "}," + LONG + "}", arguments=["--format", form])
texts("places", "elements of a wrong type", 256,
      lambda n: '{"aps":{"alert":{"loc-key":"K","loc-args":[' + each(n, "#") + "]}}," + LONG + "}",
      arguments=["--format", "compact"])

# Suggestions

texts("suggestions", "keys nearly known", 64,
      lambda n: '{"aps":{"alert":"A",' + each(n, '"mutable-content#":1') + "}," + LONG + "}")
texts("suggestions", "length of an unknown key", 8192, lambda n: '{"aps":{"alert":"A","' + "mutable-content" * (n // 15) + '":1}}')
payloads("suggestions", "custom keys that look like Apple's", 128, lambda n: each(n, '"alert-#":"x"'))

# Faults of the text

FAULTS = {
    "trailing commas": '[#,]', "missing commas": '{"a":1 "b":2}', "missing colons": '{"a" 1}',
    "unquoted keys": "{a#:1}", "single quotes": "{'a':'b'}", "comments": "/* note */ #", "words": "[True, None, nan]",
    "numbers": "[01, +2, .5, 1., 0x1F]", "doubled commas": "[1,,2]", "escapes": r'"\x \q"',
    "control characters": '"a\tb"', "typographic quotes": "[“a”]", "templates": "{{name-#}}",
    "conditions": "{% if a %}1{% else %}2{% endif %}", "wrong brackets": "{]", "closers too many": "1}",
    "quotes inside": '"say "hello" to"', "line ends in strings": '"a\nb"', "half characters": r'"\ud83d"',
    "unclosed strings": '"a\n',
}
for name, fault in FAULTS.items():
    payloads("faults", name, 200, lambda n, fault=fault: '"list":[\n' + each(n, fault, ",\n") + "\n]")
texts("faults", "openers without end", 2000, lambda n: '{"aps":{"alert":"A"},"list":' + "[{\"a\":" * n)
texts("faults", "closers without beginning", 2000, lambda n: '{"aps":{"alert":"A"}}' + "}]" * n)
texts("faults", "texts after the end", 1000, lambda n: '{"aps":{"alert":"A"}}' + each(n, "{'a':#}", "\n"))
texts("faults", "bytes that are no UTF-8", 1000, lambda n: b'{"aps":{"alert":"' + b"a\xff" * n + b'"}}')
texts("faults", "quotes and nothing else", 2000, lambda n: '{"aps":{"alert":"A"},"a":' + '"' * n)
texts("faults", "lines that begin strings", 2000, lambda n: '{"aps":{"alert":"A",\n' + '"key\n' * n)

# Templates

payloads("templates", "placeholders in one text", 1000, lambda n: '"text":"' + "{{name}} and ${more} " * n + '"')
payloads("templates", "texts with placeholders", 1000, lambda n: '"list":[' + each(n, '"{{name-#}}"') + "]")
payloads("templates", "braces that never close", 500, lambda n: '"text":"' + "{{ ${ <% " * n + '"')
payloads("templates", "signs that are none", 1000, lambda n: '"text":"' + "$ % < { # @ [ " * n + '"')


@axis("templates", "forms of one's own", 8)
def own_placeholders(size, folder):
    write(folder, ".apns-lint.yaml", "placeholders:\n" + each(size, "  - pattern: '<<mine-#:.+>>'\n", ""))
    return payload(folder, '"text":"' + "Hello <<mine-3:name>>. " * 200 + '"')


@axis("templates", "a form of one's own in a long text", 512)
def own_placeholder_in_text(size, folder):
    write(folder, ".apns-lint.yaml", "placeholders:\n  - pattern: '<<.+>>'\n")
    return payload(folder, '"text":"' + "<<a " * (size // 4) + '"')


# Many inputs

@axis("inputs", "files in folders", 50)
def many_files(size, folder):
    for number in range(size):
        write(folder, f"pushes/{number % 10}/{number}.json", compact(push(number)))
    return ["pushes"]


@axis("inputs", "files in one folder", 50)
def one_folder(size, folder):
    for number in range(size):
        write(folder, f"pushes/{number}.json", compact(push(number)))
    return ["pushes"]


@axis("inputs", "files with findings", 40)
def files_with_findings(size, folder):
    for number in range(size):
        write(folder, f"pushes/{number}.json", '{"aps":{"alert":"A","badge":"3"}}')
    return ["pushes"]


# Paths are as long as folders are deep.
@axis("inputs", "folders in folders", 32, limit=1.3)
def nested_folders(size, folder):
    path = "pushes"
    for number in range(size):
        path += f"/{number % 10}"
        write(folder, f"{path}/push.json", compact(push(number)))
    return ["pushes"]


@axis("inputs", "paths of a list", 50)
def files_from(size, folder):
    for number in range(size):
        write(folder, f"{number}.json", compact(push(number)))
    write(folder, "list", each(size, "#.json", "\n"))
    return ["--files-from", "list"]


@axis("inputs", "lines of .gitignore", 250)
def ignore_lines(size, folder):
    os.makedirs(os.path.join(folder, ".git"), exist_ok=True)
    write(folder, ".gitignore", each(size, "name-#.json\n", "") + each(size // 10, "*-#.json\n", ""))
    for number in range(50):
        write(folder, f"pushes/{number}.json", compact(push(number)))
    return ["."]


@axis("inputs", "files beside 200 lines of .gitignore", 50)
def ignored_files(size, folder):
    os.makedirs(os.path.join(folder, ".git"), exist_ok=True)
    write(folder, ".gitignore", each(100, "name-#.json\n", "") + each(100, "*-#.txt\n", ""))
    for number in range(size):
        write(folder, f"pushes/{number}.json", compact(push(number)))
    return ["."]


texts("inputs", "records of JSON Lines", 250, lambda n: "".join(compact(push(i)) + "\n" for i in range(n)), "a.jsonl")
texts("inputs", "records with findings", 40, lambda n: each(n, '{"aps":{"alert":"A","badge":"#"}}', "\n"), "a.jsonl")
texts("inputs", "broken records", 40, lambda n: each(n, '{"aps":{"alert":"A #",}}', "\n"), "a.jsonl")
texts("inputs", "one long record", 65536, lambda n: compact(push(note="x" * n)) + "\n", "a.jsonl")
texts("inputs", "empty lines", 65536, lambda n: "\n" * n + compact(push()) + "\n", "a.jsonl")

# Requests

HEADERS = {"apns-topic": "com.example.app", "apns-push-type": "alert"}
texts("requests", "list of requests", 50,
      lambda n: compact([{"headers": HEADERS, "payload": push(i)} for i in range(n)]))
texts("requests", "list of requests, YAML", 25,
      lambda n: "".join("- headers: {apns-topic: com.example.app, apns-push-type: alert}\n"
                        f"  payload: {{aps: {{alert: Order {i}, badge: 3}}}}\n" for i in range(n)), "requests.yaml")
texts("requests", "list with findings, YAML", 40,
      lambda n: "".join("- headers: {apns-topic: com.example.app, apns-push-type: alert}\n"
                        f"  payload: {{aps: {{alert: Order {i}, badge: \"3\"}}}}\n" for i in range(n)), "requests.yaml")
texts("requests", "documents of YAML", 40,
      lambda n: "".join(f"---\nheaders: {{apns-topic: com.example.app}}\npayload: {{aps: {{alert: Order {i}}}}}\n"
                        for i in range(n)), "requests.yaml")
texts("requests", "keys of a YAML payload", 64,
      lambda n: "headers: {apns-topic: com.example.app}\npayload:\n  aps: {alert: A}\n  long: " + "x" * 6000 + "\n" + each(n, "  key-#: value\n", ""),
      "request.yaml")
texts("requests", "headers of one request", 250,
      lambda n: compact({"headers": {**HEADERS, **{f"x-header-{i}": "v" for i in range(n)}}, "payload": push()}))
texts("requests", "unknown headers nearly known", 64,
      lambda n: compact({"headers": {**HEADERS, **{f"apns-prioritys{i}": "v" for i in range(n)}}, "payload": push()}),
      arguments=["--format", "compact"])
CURL = ('curl -H "apns-topic: com.example.app" -H "apns-push-type: alert" '
        "-d '{\"aps\":{\"alert\":\"Order #\"}}' https://api.push.apple.com/3/device/$TOKEN\n")
texts("requests", "curl commands", 40, lambda n: each(n, CURL, ""), "push.sh")
texts("requests", "curl commands and variables", 40, lambda n: each(n, "NAME_#=value\n" + CURL, ""), "push.sh")
texts("requests", "shell lines without curl", 1000, lambda n: CURL + each(n, 'echo "line #" | tee $FILE\n', ""), "push.sh")
texts("requests", "here-documents", 40,
      lambda n: each(n, 'curl -H "apns-topic: a.b" -d @- https://api.push.apple.com/3/device/$T <<EOF\n'
                        '{"aps":{"alert":"Order #"}}\nEOF\n', ""), "push.sh")
texts("requests", "one long curl body", 16384,
      lambda n: "curl -d '{\"aps\":{\"alert\":\"" + "a" * n + "\"}}' https://api.push.apple.com/3/device/$T\n", "push.sh")
texts("requests", "options of one curl command", 250,
      lambda n: "curl " + each(n, "-H 'x-#: v' ", "") + "-d '{\"aps\":{\"alert\":\"A\"}}' https://api.push.apple.com/3/device/$T\n",
      "push.sh")
texts("requests", "a variable in a variable", 16,
      lambda n: "V0=a\n" + "".join(f"V{i + 1}=\"$V{i}$V{i}\"\n" for i in range(n))
      + f"curl -d \"{{\\\"aps\\\":{{\\\"alert\\\":\\\"$V{n}\\\"}}}}\" https://api.push.apple.com/3/device/$T\n", "push.sh")
HASHES = "%%%"
texts("requests", "requests of an HTTP file", 40,
      lambda n: each(n, HASHES + " one\nPOST https://api.push.apple.com/3/device/{{token}}\napns-topic: com.example.app\n"
                        'apns-push-type: alert\n\n{"aps":{"alert":"Order #"}}\n', "\n").replace(HASHES, "###"), "push.http")
texts("requests", "entries of recorded traffic", 40,
      lambda n: compact({"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
          {"startedDateTime": "2026-11-30T12:00:00Z", "request": {
              "method": "POST", "url": "https://api.push.apple.com/3/device/" + "0a" * 32,
              "headers": [{"name": "apns-topic", "value": "com.example.app"}],
              "postData": {"mimeType": "application/json", "text": compact(push(i))}}, "response": {"status": 200}}
          for i in range(n)]}}), "traffic.har")
texts("requests", "fences of Markdown", 40,
      lambda n: each(n, 'Text #\n\n```json\n{"aps":{"alert":"Order #"}}\n```\n', "\n"), "page.md",
      ["--input", "markdown"])
texts("requests", "Markdown without fences", 2000, lambda n: each(n, "Text with `code` #\n", "\n")
      + '```json\n{"aps":{"alert":"A"}}\n```\n', "page.md", ["--input", "markdown"])
texts("requests", "lines of token and payload", 50,
      lambda n: "".join("0a" * 32 + " " + compact(push(i)) + "\n" for i in range(n)), "lines.txt", ["--input", "envelope"])
texts("requests", "length of a token", 16384, lambda n: "0a" * (n // 2), "token.txt", ["--input", "token"])
texts("requests", "length of a provider token", 16384, lambda n: "eyJ" + "a" * n + ".b.c", "token.txt", ["--input", "jwt"])

# Messages of other services

texts("messages", "objects with a key that messages have", 250,
      lambda n: compact([{"data": {"id": i}, "name": "x"} for i in range(n)]))
texts("messages", "Firebase messages", 40,
      lambda n: compact([{"message": {"token": "t", "apns": {"payload": push(i)}}} for i in range(n)]))
texts("messages", "SNS messages", 40,
      lambda n: compact([{"default": "x", "APNS": compact(push(i))} for i in range(n)]))
texts("messages", "Expo messages", 40,
      lambda n: compact([{"to": "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]", "body": f"Order {i}"} for i in range(n)]))
texts("messages", "gorush notifications", 40,
      lambda n: compact({"notifications": [{"tokens": ["0a" * 32], "platform": 1, "message": f"Order {i}",
                                            "topic": "com.example.app"} for i in range(n)]}))
texts("messages", "data of one message", 500,
      lambda n: compact({"message": {"token": "t", "data": {f"key-{i}": "v" for i in range(n)},
                                     "apns": {"payload": push()}}}))
texts("messages", "messages as JSON Lines", 40,
      lambda n: "".join(compact({"message": {"token": "t", "apns": {"payload": push(i)}}}) + "\n" for i in range(n)),
      "a.jsonl")
texts("messages", "a body inside JSON text", 2048,
      lambda n: compact({"default": "x", "APNS": compact({"aps": {"alert": "é\n\"" * (n // 4)}})}), "sns.json")

# Rules of one's own

def rules_text(check, size, more=""):
    return "rules:\n" + each(size, f"""\
  - id: own-#
    severity: warning
    outcome: advice
    {more}
    at: payload.order-id
    check: {check}
    message: "order # is {{actual}}"
    source: own
""", "")


def own_rules(name, first, check, more="", records=1):
    def make(size, folder):
        write(folder, "own.yaml", rules_text(check, size, more))
        write(folder, "a.jsonl", "".join(compact(push(i)) + "\n" for i in range(records)))
        return ["--rules", "own.yaml", "a.jsonl"]
    AXES.append(Axis("rules", name, first, make))


own_rules("loading rules", 50, "{matches: 'A-\\d+'}")
own_rules("rules that hold", 25, "{matches: 'A-\\d+'}", records=400)
own_rules("rules that report", 4, "{matches: 'B-\\d+'}", records=20)


def cannot_match(records):
    def make(size, folder):
        write(folder, "own.yaml", rules_text("{matches: 'B-\\d+'}", size, "when: {payload.parcel.kind: letter}"))
        write(folder, "a.jsonl", "".join(compact(push(i)) + "\n" for i in range(records)))
        return ["--rules", "own.yaml", "a.jsonl"]
    return make


AXES.append(Axis("rules", "rules that cannot match, loading apart", 50, cannot_match(564),
                 without=cannot_match(64), limit=0.2))


def with_rule(group, name, first, rule, inner, limit=None):
    """One rule over a payload that grows."""
    def make(size, folder):
        write(folder, "own.yaml", "rules:\n  - id: own-rule\n    severity: warning\n    outcome: advice\n"
              '    message: "no"\n    source: own\n' + "".join(f"    {line}\n" for line in rule))
        return ["--rules", "own.yaml", *payload(folder, inner(size))]
    AXES.append(Axis(group, name, first, make, limit=limit))


with_rule("rules", "values below a `**` place", 500, ["at: payload.order.**", "check: {not: {const: never}}"],
          lambda n: '"order":[' + each(n, '{"a":[#,"x"]}') + "]")
with_rule("rules", "elements of `[*][*]`", 64, ["at: 'payload.order[*][*]'", "check: {type: integer}"],
          lambda n: '"order":[' + each(n, "[1,2,3,#]") + "]")
with_rule("rules", "nesting below a `**` place", 2000, ["at: payload.order.**", "check: {not: {const: never}}"],
          lambda n: '"order":' + "[" * n + "]" * n)


@axis("rules", "rules with `**` places", 16)
def many_deep_rules(size, folder):
    write(folder, "own.yaml", "rules:\n" + each(size, """\
  - id: own-#
    severity: warning
    outcome: advice
    at: payload.order.**
    check: {not: {const: never-#}}
    message: "no"
    source: own
""", ""))
    return ["--rules", "own.yaml", *payload(folder, '"order":[' + each(200, '{"a":[#,"x"]}') + "]")]


ANY_TEXT = lambda n: '"text":"' + "ab" * (n // 2) + '"'
for title, pattern in [("a simple pattern", "(a|b)*c?"), ("a pattern with much to remember", ".*a.{20}c"),
                       ("a pattern of stars in stars", "((a*)*b*)*"), ("a pattern of choices", "(.*a){8}.*z")]:
    with_rule("patterns", f"text under {title}", 4096, ["at: payload.text", f"check: {{matches: '{pattern}'}}"], ANY_TEXT)


@axis("patterns", "length of a pattern", 250)
def long_pattern(size, folder):
    write(folder, "own.yaml", "rules:\n  - id: own-rule\n    severity: warning\n    outcome: advice\n    source: own\n"
          "    message: 'no'\n"
          f"    at: payload.text\n    check: {{matches: '({each(size, 'word#', '|')})'}}\n")
    return ["--rules", "own.yaml", *payload(folder, '"text":"word7"')]


with_rule("predicates", "unique values", 1000, ["at: payload.list", "check: {unique: values}"],
          lambda n: '"list":[' + each(n, '{"id":#}') + "]")
with_rule("predicates", "unique names", 1000, ["at: payload.object", "check: {unique: names}"],
          lambda n: '"object":{' + each(n, '"k#":#') + "}")
with_rule("predicates", "same-as of large values", 1000, ["at: payload.one", "check: {same-as: payload.two}"],
          lambda n: '"one":{' + each(n, '"k#":#') + '},"two":{' + ",".join(f'"k{i}":{i}' for i in reversed(range(n))) + "}")
with_rule("predicates", "has-keys of a large object", 1000, ["at: payload.object", "check: {has-keys: [k0, k9]}"],
          lambda n: '"object":{' + each(n, '"k#":#') + "}")
with_rule("predicates", "contains in a long text", 4096, ["at: payload.text", "check: {not: {contains: aaaaaaaaaaaaaaab}}"],
          lambda n: '"text":"' + "a" * n + '"')
with_rule("predicates", "formats on a long text", 8192,
          ["at: payload.text", "check: {any: [{format: url}, {format: email}, {format: card-number}, {format: host-name}, {format: jwt}]}"],
          lambda n: '"text":"' + "a.b-1@" * (n // 6) + '"')


@axis("predicates", "one-of with many values", 250)
def one_of(size, folder):
    write(folder, "own.yaml", "rules:\n  - id: own-rule\n    severity: warning\n    outcome: advice\n    message: \"no\"\n    source: own\n"
          f"    at: 'payload.list[*]'\n    check: {{one-of: [{each(size, 'w#')}]}}\n")
    return ["--rules", "own.yaml", *payload(folder, '"list":[' + each(100, '"w#"') + "]")]


@axis("predicates", "rows of a table", 250)
def table_rows(size, folder):
    write(folder, "own.yaml", "facts:\n  names:\n    by: name\n" + each(size, "    row-#: value-#\n", "")
          + '    source: "own"\nderive:\n  of-order: {row: {fact: names}, of: {path: payload.text}}\n'
          "rules:\n  - id: own-rule\n    severity: warning\n    outcome: advice\n    message: \"no\"\n    source: own\n"
          "    at: derived.of-order\n    check: {const: value-3}\n")
    return ["--rules", "own.yaml", *payload(folder, '"text":"row-3"')]


# Schemas

def schema(name, first, document, inner, limit=None):
    def make(size, folder):
        write(folder, "schema.json", compact(document(size)))
        return ["--context", "payload-schema=schema.json", *payload(folder, inner(size))]
    AXES.append(Axis("schemas", name, first, make, limit=limit))


schema("properties", 64, lambda n: {"properties": {f"k{i}": {"type": "integer"} for i in range(n)}},
       lambda n: each(n, '"k#":#'))
schema("items", 250, lambda n: {"properties": {"list": {"items": {"type": "object", "required": ["a"]}}}},
       lambda n: '"list":[' + each(n, '{"a":#}') + "]")
schema("unique items", 1000, lambda n: {"properties": {"list": {"uniqueItems": True}}},
       lambda n: '"list":[' + each(n, '{"a":#}') + "]")
schema("violations", 250, lambda n: {"properties": {"list": {"items": {"type": "string"}}}},
       lambda n: '"list":[' + each(n, "#") + "]")
schema("depth of the schema", 100,
       lambda n: {"$defs": {f"d{i}": {"properties": {"a": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(n)}
                  | {f"d{n}": {"type": "integer"}}, "properties": {"deep": {"$ref": "#/$defs/d0"}}},
       lambda n: '"deep":' + '{"a":' * n + "1" + "}" * n)

# Configuration

BADGES = lambda folder, count: [write(folder, f"pushes/{i}.json", '{"aps":{"alert":"A","badge":"3"}}') for i in range(count)]


@axis("configuration", "entries of a baseline", 250)
def baseline_entries(size, folder):
    entries = each(size, '{"file":"pushes/x#.json","rule":"badge-type","pointer":"/aps/badge","fingerprint":"0123456789abcdef"}', ",\n")
    write(folder, "known.json", '{"version":1,"entries":[\n' + entries + "\n]}\n")
    BADGES(folder, 20)
    return ["--baseline", "known.json", "pushes/1.json", "pushes/2.json"]


@axis("configuration", "stale entries of a baseline", 250)
def stale_entries(size, folder):
    entries = each(size, '{"file":"x#.json","rule":"badge-type","pointer":"/aps/badge","fingerprint":"0123456789abcdef"}', ",\n")
    write(folder, "known.json", '{"version":1,"entries":[\n' + entries + "\n]}\n")
    BADGES(folder, 20)
    return ["--baseline", "known.json", "."]


@axis("configuration", "writing a baseline", 128)
def write_baseline(size, folder):
    write(folder, "one.json", '{"aps":{"alert":"A",' + each(size, '"unknown-#":#') + "}," + LONG + "}")
    return ["--write-baseline", "new.json", "one.json"]


@axis("configuration", "suppressions", 64)
def suppressions(size, folder):
    write(folder, ".apns-lint.yaml", "suppress:\n" + each(size, """\
  - files: [x#.json]
    rule: badge-type
    pointer: /aps/badge
    reason: known
""", ""))
    BADGES(folder, 20)
    return ["pushes"]


@axis("configuration", "suppressions with patterns", 64)
def suppression_patterns(size, folder):
    write(folder, ".apns-lint.yaml", "suppress:\n" + each(size, """\
  - files: ["**/x#-*.json"]
    rule: badge-type
    reason: known
""", ""))
    BADGES(folder, 20)
    return ["pushes"]


@axis("configuration", "suppressions and findings of one file", 128)
def suppressed_findings(size, folder):
    write(folder, ".apns-lint.yaml", "suppress:\n" + each(size, """\
  - files: [one.json]
    rule: unknown-aps-key
    pointer: /aps/unknown-#
    reason: known
""", ""))
    return [write(folder, "one.json", '{"aps":{"alert":"A",' + each(size, '"unknown-#":#') + "}," + LONG + "}")]


@axis("configuration", "contexts", 250)
def contexts(size, folder):
    write(folder, ".apns-lint.yaml", "contexts:\n" + each(size, """\
  - files: ["x#/**"]
    push-type: alert
""", ""))
    BADGES(folder, 20)
    return ["pushes"]


@axis("configuration", "exclusions", 250)
def exclusions(size, folder):
    write(folder, ".apns-lint.yaml", "exclude:\n" + each(size, '  - "x#/**"\n', ""))
    BADGES(folder, 20)
    return ["pushes"]


@axis("configuration", "severities", 16)
def severities(size, folder):
    write(folder, ".apns-lint.yaml", "severity:\n" + each(size, '  "{badge-type,x#}": none\n', ""))
    BADGES(folder, 20)
    return ["pushes"]


@axis("configuration", "stars in a pattern of files", 16)
def glob_stars(size, folder):
    write(folder, ".apns-lint.yaml", f'exclude: ["{"*a" * size}b"]\n')
    write(folder, "pushes/" + "a" * 200 + ".json", compact(push()))
    return ["pushes"]


@axis("configuration", "choices in a pattern of files", 8)
def glob_choices(size, folder):
    write(folder, ".apns-lint.yaml", f'exclude: ["{"{a,aa}" * size}b"]\n')
    write(folder, "pushes/" + "a" * 200 + ".json", compact(push()))
    return ["pushes"]
