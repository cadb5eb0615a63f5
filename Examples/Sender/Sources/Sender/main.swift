import APNsLint

// Lints two pushes before "dispatch": a correct one goes out, a broken one is refused. The exit status is 0
// if both end as they should.

let token = "9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"

let welcome = PushRequest(
  token: token,
  headers: ["apns-topic": "com.example.garden", "apns-push-type": "alert", "apns-priority": "10"],
  payload: #"{"aps":{"alert":{"title":"Welcome","body":"Your seeds are on their way."},"sound":"default"}}"#)

let sync = PushRequest(
  token: token,
  headers: ["apns-topic": "com.example.garden", "apns-push-type": "background", "apns-priority": "10"],
  payload: #"{"aps":{"content-available":1,"alert":"New data"},"since":1788000000}"#)

let dispatcher = Dispatcher()
var surprises = 0

for (name, request, shouldPass) in [("welcome", welcome, true), ("sync", sync, false)] {
  print("\(name):")
  do throws(Dispatcher.Refusal) {
    try dispatcher.send(request)
    if !shouldPass { surprises += 1 }
  } catch {
    print("  refused: \(error.report.verdict.firstRule ?? "-")")
    for finding in error.report.findings {
      print(
        "  \(finding.severity.rawValue) at \(finding.pointer ?? finding.name ?? "request"): \(finding.message)"
      )
    }
    if shouldPass { surprises += 1 }
  }
}

// The short answer, with scratch memory that one task uses again and again.
let linter = Linter()
var session = linter.makeSession()
if !session.verdict(welcome).isAcceptable || session.verdict(sync).isAcceptable { surprises += 1 }

if surprises > 0 { fatalError("\(surprises) pushes did not end as they should") }
