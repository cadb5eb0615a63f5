import APNsLint
import BenchmarkSupport
import CAllocations
import FoundationPeer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Prints what a library call costs beside what peers take to parse the same payload, in one run.

let arguments = CommandLine.arguments

/// A provider token of the right form, issued at the clock of this run.
let issuedAt = 1_788_000_000
let token =
  [
    #"{"alg":"ES256","kid":"ABC123DEFG"}"#, #"{"iss":"DEF123GHIJ","iat":\#(issuedAt - 600)}"#,
  ].map { base64URL(Array($0.utf8)) }.joined(separator: ".") + "."
  + base64URL((0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 + 1) })

let works = Work.all(token: token)

switch arguments.dropFirst().first {
case "works":
  // Numbers and names, for a tool that counts instructions.
  for (number, work) in works.enumerated() { print(number, work.name) }
case "count":
  // `count WORK TURNS` only lints.
  guard arguments.count == 4, let number = Int(arguments[2]), let turns = Int(arguments[3]),
    works.indices.contains(number)
  else { exit(2) }
  let requests = works[number].requests
  var session = Linter().makeSession()
  var total = 0
  for turn in 0..<turns {
    total += session.lint(requests[turn % requests.count], now: Double(issuedAt)).findings.count
  }
  print(total)
case "first":
  // `first WORK`: nanoseconds of the first call of a process, with all that has to be loaded for it.
  guard arguments.count == 3, let number = Int(arguments[2]), works.indices.contains(number) else { exit(2) }
  let request = works[number].requests[0]
  var count = 0
  let taken = time { count = Linter().lint(request, now: Double(issuedAt)).findings.count }
  print(Int(taken), count)
case "payloads":
  // `payloads FOLDER` writes them down, for peers in other languages.
  guard arguments.count == 3 else { exit(2) }
  for (number, work) in works.enumerated() where number < 14 {
    write(Array(work.payloads[0].utf8), to: "\(arguments[2])/\(number) \(work.name).json")
  }
default: measureAll()
}

func measureAll() {
  print("simdjson implementation: \(Parser.kernel)\n\n\(Row.tableHead)")
  var rows: [Row] = []
  for row in Loading.rows + works.lazy.map({ measure($0, linter: Linter()) }) {
    print(row.line)
    fflush(nil)
    rows.append(row)
  }
  if let path = option("--json") {
    write(Array(Row.json(program: "lint-benchmark", kernel: Parser.kernel, rows).utf8), to: path)
  }
}

func measure(_ work: Work, linter: Linter) -> Row {
  let requests = work.requests
  let now = Double(issuedAt)
  var session = linter.makeSession()
  let found = session.lint(requests[0], now: now).findings
  if let expected = work.findings, found.count != expected {
    print("\(work.name): \(found.map { $0.rule }), expected \(expected) findings")
  }
  var (checksum, next) = (0, 0)
  func lint(_ turns: Int, _ session: inout LintSession) {
    for _ in 0..<turns {
      checksum &+= session.lint(requests[next], now: now).findings.count
      next = next &+ 1 < requests.count ? next &+ 1 : 0
    }
  }
  // A session, and the linter's own, learn what the pushes have in common from the first ones.
  for request in requests + requests + requests {
    checksum &+= session.lint(request, now: now).findings.count
    checksum &+= linter.lint(request, now: now).findings.count
  }
  let parsers = work.payloads.map { Parser(Array($0.utf8)) }
  let foundations = work.payloads.map { FoundationParser(Array($0.utf8)) }
  let (taken, peers) = compare(
    Contender("apns-lint") { lint($0, &session) },
    [
      Contender("simdjson") { turns in
        if parsers.count == 1 {
          checksum &+= parsers[0].parse(turns)
          return
        }
        for turn in 0..<turns { checksum &+= parsers[turn % parsers.count].parse(1) }
      },
      Contender("JSONSerialization") { turns in
        for turn in 0..<turns { checksum &+= foundations[turn % foundations.count].parse(1) }
      },
    ])
  let turns = taken > 1_000_000 ? requests.count : 100
  let before = allocation_count()
  lint(turns, &session)
  let inSession = Double(allocation_count() - before) / Double(turns)
  let start = allocation_count()
  for turn in 0..<turns { checksum &+= linter.lint(requests[turn % requests.count], now: now).findings.count }
  let oneShot = Double(allocation_count() - start) / Double(turns)
  precondition(checksum >= 0)
  return Row(
    work: work.name, bytes: work.bytes, findings: found.count, nanoseconds: taken, peers: peers,
    allocations: inSession, oneShotAllocations: oneShot)
}
