/// A compiled JSON Schema (2020-12, a documented subset).
///
/// Keywords that check something and are not in the subset are refused when the schema is read, so that
/// nobody believes to be protected by a check that is not made.
package struct JSONSchema: Sendable {
  /// The schema and all that lie in it; the root is the first.
  let entries: [Entry]

  /// One schema object, or `true` or `false`, with its keywords.
  struct Entry: Sendable {
    /// What a boolean schema says.
    var verdict: Bool?
    var types: JSONTypeSet?
    /// Values of `enum`.
    var allowed: AllowedValues?
    /// The value of `const`.
    var constant: AllowedValues?
    var texts: TextRules?
    var numbers: NumberRules?
    var objects: ObjectRules?
    var arrays: ArrayRules?
    var reference: Int?
    var allOf: [Int] = []
    var anyOf: [Int]?
    var oneOf: [Int]?
    var negated: Int?
    var condition: Int?
    var consequence: Int?
    var alternative: Int?
    /// Whether another schema refers to this one, so that its verdicts are worth remembering.
    var isShared = false

    /// The schemas that are applied to the same value.
    var applied: [Int] {
      var result = allOf
      result += anyOf ?? []
      result += oneOf ?? []
      result += objects?.dependentSchemas.map(\.schema) ?? []
      for other in [reference, negated, condition, consequence, alternative] {
        if let other { result.append(other) }
      }
      return result
    }
  }

  struct AllowedValues: Sendable {
    var digests: Set<UInt64> = []
    /// The first few as JSON text, for the message.
    var samples: [String] = []
    /// The texts among them, for the nearest match.
    var texts: [String] = []
    var isCut = false
  }

  struct TextRules: Sendable {
    var minimum: Int?
    var maximum: Int?
    var pattern: SearchPattern?
    var format: TextFormat?
    /// The format as the schema names it.
    var formatName = ""
  }

  struct NumberRules: Sendable {
    var minimum: Quantity?
    var maximum: Quantity?
    var above: Quantity?
    var below: Quantity?
    var multipleOf: Quantity?
  }

  struct ObjectRules: Sendable {
    var properties: [String: Int] = [:]
    var required: [String] = []
    var patterns: [(pattern: SearchPattern, schema: Int)] = []
    var additional: Int?
    var names: Int?
    var minimum: Int?
    var maximum: Int?
    var dependentRequired: [(key: String, required: [String])] = []
    var dependentSchemas: [(key: String, schema: Int)] = []
  }

  struct ArrayRules: Sendable {
    var leading: [Int] = []
    var items: Int?
    var contains: Int?
    var minimumContains: Int?
    var maximumContains: Int?
    var minimum: Int?
    var maximum: Int?
    var isUnique = false
  }

  /// A number with its exact integer, where it is one.
  struct Quantity: Sendable {
    var double: Double
    var integer: Int?
    /// As written.
    var text: String
  }

  /// Something in a document that a schema does not allow.
  package struct Violation: Sendable, Hashable {
    /// What of the node is to be marked.
    package enum Mark: Sendable { case value, key, object }

    /// The value at fault; of missing properties, the object that lacks them.
    package var node: Int
    package var mark: Mark
    /// The keyword that is broken: `required`.
    package var keyword: String
    /// What is wrong: `must be a number, is a text`.
    package var message: String

    /// Whether something that is not there is at fault.
    package var isMissing: Bool { mark == .object }
  }
}

/// What keeps a schema from being used.
package struct JSONSchemaError: Error, Sendable, Hashable {
  package var message: String
  /// The place in the schema's text.
  package var range: ByteRange
  /// What was probably meant.
  package var nearest: String?

  /// The message with its nearest match.
  package var description: String {
    nearest.map { "\(message); did you mean '\($0)'?" } ?? message
  }
}
