/// Reads the keywords one by one.
extension JSONSchemaCompiler {
  /// Keywords that hold schemas for the same value, or for what is in it; false for another keyword.
  mutating func readApplied(
    _ member: JSONTree.Member, _ entry: inout JSONSchema.Entry
  ) throws(JSONSchemaError) -> Bool {
    let value = member.value
    switch member.key {
    case "allOf": entry.allOf = try schemas(value)
    case "anyOf": entry.anyOf = try schemas(value)
    case "oneOf": entry.oneOf = try schemas(value)
    case "not": entry.negated = schema(value)
    case "if": entry.condition = schema(value)
    case "then": entry.consequence = schema(value)
    case "else": entry.alternative = schema(value)
    case "items": entry.arrays.orNew.items = schema(value)
    case "prefixItems": entry.arrays.orNew.leading = try schemas(value)
    case "contains": entry.arrays.orNew.contains = schema(value)
    case "properties":
      var properties: [String: Int] = [:]
      for property in try members(value) { properties[property.key] = schema(property.value) }
      entry.objects.orNew.properties = properties
    case "patternProperties":
      var patterns: [(pattern: JSONSchema.SearchPattern, schema: Int)] = []
      for property in try members(value) {
        patterns.append((try pattern(property.key, property.keyNode), schema(property.value)))
      }
      entry.objects.orNew.patterns = patterns
    case "additionalProperties": entry.objects.orNew.additional = schema(value)
    case "propertyNames": entry.objects.orNew.names = schema(value)
    case "dependentSchemas":
      var dependencies: [(key: String, schema: Int)] = []
      for dependency in try members(value) { dependencies.append((dependency.key, schema(dependency.value))) }
      entry.objects.orNew.dependentSchemas = dependencies
    default: return false
    }
    return true
  }

  /// Keywords that check the value itself; false for another keyword.
  func readChecks(
    _ member: JSONTree.Member, _ entry: inout JSONSchema.Entry
  ) throws(JSONSchemaError) -> Bool {
    let value = member.value
    switch member.key {
    case "type": entry.types = try types(value)
    case "enum": entry.allowed = allowed(try elements(value))
    case "const": entry.constant = allowed([value])
    case "minLength": entry.texts.orNew.minimum = try count(value)
    case "maxLength": entry.texts.orNew.maximum = try count(value)
    case "pattern": entry.texts.orNew.pattern = try pattern(try text(value), value)
    case "format":
      let name = try text(value)
      entry.texts.orNew.format = Self.formats[name]
      entry.texts.orNew.formatName = name
    case "minimum": entry.numbers.orNew.minimum = try number(value)
    case "maximum": entry.numbers.orNew.maximum = try number(value)
    case "exclusiveMinimum": entry.numbers.orNew.above = try number(value)
    case "exclusiveMaximum": entry.numbers.orNew.below = try number(value)
    case "multipleOf":
      let divisor = try number(value)
      guard divisor.double > 0 else { throw error("multipleOf is above 0", value) }
      entry.numbers.orNew.multipleOf = divisor
    case "required": entry.objects.orNew.required = try names(value)
    case "minProperties": entry.objects.orNew.minimum = try count(value)
    case "maxProperties": entry.objects.orNew.maximum = try count(value)
    case "dependentRequired":
      var dependencies: [(key: String, required: [String])] = []
      for dependency in try members(value) {
        dependencies.append((dependency.key, try names(dependency.value)))
      }
      entry.objects.orNew.dependentRequired = dependencies
    case "minItems": entry.arrays.orNew.minimum = try count(value)
    case "maxItems": entry.arrays.orNew.maximum = try count(value)
    case "minContains": entry.arrays.orNew.minimumContains = try count(value)
    case "maxContains": entry.arrays.orNew.maximumContains = try count(value)
    case "uniqueItems":
      guard tree.kind(value) == .true || tree.kind(value) == .false else {
        throw error("uniqueItems is true or false", value)
      }
      entry.arrays.orNew.isUnique = tree.kind(value) == .true
    default: return false
    }
    return true
  }

  /// The formats that are checked; others are annotations, as the standard has it by default.
  private static let formats: [String: TextFormat] = [
    "uuid": .uuid, "uri": .url, "email": .email, "date-time": .dateTime,
  ]

  private mutating func schemas(_ node: Int) throws(JSONSchemaError) -> [Int] {
    let nodes = try elements(node)
    guard !nodes.isEmpty else { throw error("at least one schema is expected", node) }
    var result: [Int] = []
    for node in nodes { result.append(schema(node)) }
    return result
  }

  private func pattern(_ text: String, _ node: Int) throws(JSONSchemaError) -> JSONSchema.SearchPattern {
    do {
      return try JSONSchema.SearchPattern(text)
    } catch {
      throw self.error("unsupported pattern: \(error.message)", node)
    }
  }

  private func types(_ node: Int) throws(JSONSchemaError) -> JSONTypeSet {
    var result: JSONTypeSet = []
    for name in tree.kind(node) == .array ? tree.elements(node) : [node] {
      let text = try text(name)
      guard let type = JSONTypeSet.names.first(where: { $0.name == text })?.type else {
        var trouble = error("'\(text)' is no type", name)
        trouble.nearest = NearestMatch.nearest(to: text, among: JSONTypeSet.names.map(\.name))
        throw trouble
      }
      result.insert(type)
    }
    guard !result.isEmpty else { throw error("at least one type is expected", node) }
    return result
  }

  private func names(_ node: Int) throws(JSONSchemaError) -> [String] {
    var result: [String] = []
    for element in try elements(node) { result.append(try text(element)) }
    return result
  }

  private func number(_ node: Int) throws(JSONSchemaError) -> JSONSchema.Quantity {
    let quantity = tree.bytes.withByteView {
      JSONSchemaDigest.quantity(tree.document.nodes[node], in: $0)
    }
    guard tree.kind(node) == .number, let quantity else { throw error("a number is expected", node) }
    return quantity
  }

  private func count(_ node: Int) throws(JSONSchemaError) -> Int {
    guard let count = try number(node).integer, count >= 0 else {
      throw error("a whole number from 0 on is expected", node)
    }
    return count
  }

  private static let maximumSamples = 6
  private static let maximumTexts = 512
  private static let maximumSampleBytes = 40

  private func allowed(_ nodes: [Int]) -> JSONSchema.AllowedValues {
    var result = JSONSchema.AllowedValues()
    tree.bytes.withByteView { text in
      for node in nodes {
        let digests = JSONSchemaDigest.digests(of: node, in: tree.document, text: text)
        result.digests.insert(digests[0])
        if let text = tree.string(node), result.texts.count < Self.maximumTexts { result.texts.append(text) }
        let range = tree.range(node)
        if result.samples.count < Self.maximumSamples, range.count <= Self.maximumSampleBytes {
          result.samples.append(text[range].string)
        } else {
          result.isCut = true
        }
      }
    }
    return result
  }
}

/// A group of keywords that comes to be with its first one.
protocol KeywordGroup { init() }

extension JSONSchema.TextRules: KeywordGroup {}
extension JSONSchema.NumberRules: KeywordGroup {}
extension JSONSchema.ObjectRules: KeywordGroup {}
extension JSONSchema.ArrayRules: KeywordGroup {}

extension Optional where Wrapped: KeywordGroup {
  /// The group, made if there is none yet.
  fileprivate var orNew: Wrapped {
    get { self ?? Wrapped() }
    set { self = newValue }
  }
}
