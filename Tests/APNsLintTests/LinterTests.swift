import APNsLint
import Testing

@Suite struct LinterTests {
  @Test func linterCanBeSharedAndAsked() {
    let linter = Linter()
    let request = PushRequest(
      headers: ["apns-topic": "com.example.app", "apns-push-type": "alert"],
      payload: #"{"aps":{"alert":"Hi"}}"#)
    #expect(linter.lint(request, profile: .fixture).isAcceptable)
  }
}
