import APNsLint
import BenchmarkSupport
import CAllocations
import CSimdjson
import Glibc

// Prints what a library call costs beside simdjson's DOM parse of the same payload, in one run.

/// A provider token of the right form, issued at the clock of this run.
let issuedAt = 1_788_000_000
let token =
  [
    #"{"alg":"ES256","kid":"ABC123DEFG"}"#, #"{"iss":"DEF123GHIJ","iat":\#(issuedAt - 600)}"#,
  ].map { base64URL(Array($0.utf8)) }.joined(separator: ".") + "."
  + base64URL((0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 + 1) })

let linter = Linter()

// `lint-benchmark count WORK TURNS` only lints, for a tool that counts instructions.
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "count",
  let number = Int(CommandLine.arguments[2]),
  let turns = Int(CommandLine.arguments[3])
{
  let request = Pushes.all(token: token)[number].request
  var session = linter.makeSession()
  var total = 0
  for _ in 0..<turns { total += session.lint(request, now: Double(issuedAt)).findings.count }
  print(total)
  exit(0)
}

var rows: [Row] = []
for work in Pushes.all(token: token) {
  let request = work.request
  var session = linter.makeSession()
  let found = session.lint(request, now: Double(issuedAt)).findings
  if found.count != work.findings {
    print("\(work.name): \(found.map { $0.rule }), expected \(work.findings) findings")
  }
  let turns = found.isEmpty ? 4000 : 400
  let parser = Parser(work.payload)
  var checksum = 0
  let comparison = compare(turns: turns) {
    for _ in 0..<turns { checksum &+= session.lint(request, now: Double(issuedAt)).findings.count }
  } peer: {
    checksum &+= parser.parse(turns)
  }
  let before = allocation_count()
  for _ in 0..<100 { checksum &+= session.lint(request, now: Double(issuedAt)).findings.count }
  let inSession = Double(allocation_count() - before) / 100
  let start = allocation_count()
  for _ in 0..<100 { checksum &+= linter.lint(request, now: Double(issuedAt)).findings.count }
  let oneShot = Double(allocation_count() - start) / 100
  precondition(checksum >= 0)
  rows.append(
    Row(
      name: work.name, bytes: work.payload.utf8.count, comparison: comparison, allocations: inSession,
      oneShotAllocations: oneShot))
}
print(Row.table(rows))
