import BenchmarkSupport
import PayloadRules

// Prints what reading a payload takes with the linter's scanner beside simdjson's DOM parser over the same bytes,
// taking turns in one run so that both meet the same machine.

let small = """
  {"aps":{"alert":{"title":"Order shipped","subtitle":"Parcel 1 of 2","body":"Your order will arrive on \
  Tuesday between 9 and 11."},"sound":"default","badge":3,"thread-id":"orders","category":"ORDER_SHIPPED",\
  "interruption-level":"time-sensitive","relevance-score":0.7},"order-id":"A-20261130-0042","tracking-url":\
  "https://example.com/track/A-20261130-0042","campaign":"autumn-27"}
  """

/// The same, as people keep it in files.
func indented(_ text: String) -> String {
  var result = ""
  var (level, isInString) = (0, false)
  func line() -> String { "\n" + String(repeating: "  ", count: level) }
  for character in text {
    if character == "\"" { isInString.toggle() }
    switch character {
    case "{" where !isInString:
      level += 1
      result += "{" + line()
    case "}" where !isInString:
      level -= 1
      result += line() + "}"
    case "," where !isInString: result += "," + line()
    case ":" where !isInString: result += ": "
    default: result.append(character)
    }
  }
  return result
}

func measure(_ work: String, _ text: String) -> Row {
  let bytes = ContiguousArray(text.utf8)
  let parser = Parser(Array(text.utf8))
  var document = JSONDocument()
  var checksum = 0
  let (taken, peers) = compare(
    Contender("apns-lint") { turns in
      for _ in 0..<turns {
        document.read(bytes.span)
        checksum &+= document.nodes.count
      }
    }, [Contender("simdjson") { checksum &+= parser.parse($0) }])
  precondition(document.isWellFormed && checksum > 0)
  return Row(work: work, bytes: text.utf8.count, nanoseconds: taken, peers: peers)
}

let rows = [
  measure("reading a payload", small),
  measure("reading a payload, indented", indented(small)),
  measure("reading 250 payloads", "[" + Array(repeating: small, count: 250).joined(separator: ",") + "]"),
]
print("simdjson implementation: \(Parser.kernel)\n\n\(Row.tableHead)")
for row in rows { print(row.line) }
if let path = option("--json") {
  write(Array(Row.json(program: "scan-benchmark", kernel: Parser.kernel, rows).utf8), to: path)
}
