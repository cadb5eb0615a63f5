import APNsLint

/// Refuses what the service or the device would not take, and hands on the rest.
struct Dispatcher {
  /// Why a push was not sent.
  struct Refusal: Error {
    let report: LintReport
  }

  private let linter = Linter()

  /// Sends a push that holds; throws for one that does not, before any connection is made.
  func send(_ request: PushRequest) throws(Refusal) {
    let report = linter.lint(request, profile: .dispatch)
    guard report.isAcceptable else { throw Refusal(report: report) }
    for finding in report.findings { print("  \(finding.severity.rawValue): \(finding.message)") }
    dispatch(request)
  }

  /// Where a real sender would write to its HTTP/2 connection.
  private func dispatch(_ request: PushRequest) {
    print("  dispatched \(request.payload.count) bytes")
  }
}
