import BenchmarkSupport
import PayloadRules

// Prints what reading a payload takes with the linter's scanner beside simdjson's DOM parser over the same bytes,
// taking turns in one run so that both meet the same machine.

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
  measure("reading a payload", SamplePayload.small),
  measure("reading a payload, indented", SamplePayload.indented),
  measure(
    "reading 250 payloads",
    "[" + Array(repeating: SamplePayload.small, count: 250).joined(separator: ",") + "]"),
]
print("simdjson implementation: \(Parser.kernel)\n\n\(Row.tableHead)")
for row in rows { print(row.line) }
if let path = option("--json") {
  write(Array(Row.json(program: "scan-benchmark", kernel: Parser.kernel, rows).utf8), to: path)
}
