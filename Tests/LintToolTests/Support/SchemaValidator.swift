import Foundation

/// A validator for the part of JSON Schema that the report's schema uses; an unknown keyword is a failure.
struct SchemaValidator {
  private let root: [String: Any]

  init(_ schema: [String: Any]) { root = schema }

  /// The repository's schema of reports.
  static func report() throws -> SchemaValidator { try repository("report") }

  /// The repository's schema of the sums of a run.
  static func statistics() throws -> SchemaValidator { try repository("statistics") }

  private static func repository(_ name: String) throws -> SchemaValidator {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../../schemas/\(name).schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    return SchemaValidator(schema ?? [:])
  }

  /// What is wrong with a value, each with the place; empty for a valid one.
  func errors(in value: Any) -> [String] { errors(value, root, at: "") }

  private func errors(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    var result: [String] = []
    for (keyword, operand) in schema {
      switch (keyword, operand) {
      case ("$schema", _), ("title", _), ("description", _), ("$defs", _): break
      case ("$ref", let text as String): result += errors(value, definition(text), at: place)
      case ("const", _): if !equal(value, operand) { result.append("\(place): not \(operand)") }
      case ("enum", let list as [Any]):
        if !list.contains(where: { equal(value, $0) }) {
          result.append("\(place): \(value) is none of \(list)")
        }
      case ("type", let name as String): if !has(value, name) { result.append("\(place): no \(name)") }
      case ("type", let names as [String]):
        if !names.contains(where: { has(value, $0) }) { result.append("\(place): none of \(names)") }
      case ("required", let names as [String]):
        guard let object = value as? [String: Any] else { break }
        for name in names where object[name] == nil { result.append("\(place): lacks \(name)") }
      case ("properties", let properties as [String: Any]):
        guard let object = value as? [String: Any] else { break }
        for (name, member) in object {
          guard let schema = properties[name] as? [String: Any] else {
            result.append("\(place): \(name) is not in the schema")
            continue
          }
          result += errors(member, schema, at: "\(place)/\(name)")
        }
      case ("additionalProperties", let schema as [String: Any]):
        // The schemas have it for maps alone, which name no member of their own.
        for (name, member) in value as? [String: Any] ?? [:] {
          result += errors(member, schema, at: "\(place)/\(name)")
        }
      case ("items", let schema as [String: Any]):
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          result += errors(element, schema, at: "\(place)/\(index)")
        }
      case ("anyOf", let schemas as [[String: Any]]):
        if !schemas.contains(where: { errors(value, $0, at: place).isEmpty }) {
          result.append(
            "\(place): fits none of the forms: \(schemas.flatMap { errors(value, $0, at: place) })")
        }
      case ("minimum", let least as Int):
        if let number = value as? Int, number < least { result.append("\(place): below \(least)") }
      case ("minLength", let least as Int):
        if let text = value as? String, text.count < least { result.append("\(place): too short") }
      default: result.append("\(place): the validator does not know \(keyword)")
      }
    }
    return result
  }

  private func definition(_ reference: String) -> [String: Any] {
    let definitions = root["$defs"] as? [String: Any]
    return definitions?[reference.replacingOccurrences(of: "#/$defs/", with: "")] as? [String: Any]
      ?? ["missing": reference]
  }

  private func equal(_ left: Any, _ right: Any) -> Bool { (left as? NSObject) == (right as? NSObject) }

  private func has(_ value: Any, _ type: String) -> Bool {
    let isBoolean = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return isBoolean
    case "integer": return value is Int && !isBoolean
    default: return false
    }
  }
}
