/// What an input is.
package enum InputKind: String, CaseIterable, Sendable {
  case auto, payload, simulator, request, token, jwt, jsonl
}
