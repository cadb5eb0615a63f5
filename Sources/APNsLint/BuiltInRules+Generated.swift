// Made from rules.yaml; see CONTRIBUTING.md. Do not edit.
extension BuiltInRules {
  static let rulesText: StaticString = "{}"
  static let examplesText: StaticString = "{}"
}
