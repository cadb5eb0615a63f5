/// What an input is.
package enum InputKind: String, CaseIterable, Sendable {
  case auto, payload, simulator, request, curl, http, har, markdown, token, jwt, jsonl,
    fcm, sns, expo, envelope
}
