extension JSONSchema {
  /// Reads a schema; fails at the first thing in it that is wrong or outside the subset.
  package init(_ tree: JSONTree) throws(JSONSchemaError) {
    var compiler = JSONSchemaCompiler(tree)
    entries = try compiler.compile()
  }
}

/// Turns the text of a schema into entries that refer to each other by number.
struct JSONSchemaCompiler {
  let tree: JSONTree
  var entries: [JSONSchema.Entry] = []
  /// Which entry each node became.
  private var numbers: [Int: Int] = [:]
  /// Nodes that were given a number and are not read yet.
  private var waiting: [(node: Int, entry: Int)] = []
  /// Nodes of the root's definitions by their pointers, so that each reference need not look through all of them.
  private var definitions: [String: Int] = [:]
  private var references: [(entry: Int, text: String, node: Int)] = []
  private var anchors: [String: Int] = [:]
  private var identifier = ""

  init(_ tree: JSONTree) { self.tree = tree }

  mutating func compile() throws(JSONSchemaError) -> [JSONSchema.Entry] {
    guard !tree.isEmpty else {
      throw JSONSchemaError(message: "the schema is empty", range: ByteRange(0, 0))
    }
    if !tree.document.isWellFormed {
      let range = tree.document.problems.first?.range ?? tree.range(0)
      throw JSONSchemaError(message: "the schema is not valid JSON", range: range)
    }
    if tree.document.hasDuplicateKeys,
      let key = tree.document.nodes.first(where: { $0.flags.contains(.duplicateKey) })
    {
      throw JSONSchemaError(message: "a keyword stands twice in one object", range: key.range)
    }
    _ = schema(0)
    while let next = waiting.popLast() { try read(next.node, next.entry) }
    for name in references.isEmpty ? [] : ["$defs", "definitions"] {
      guard let node = tree.value(name, of: 0) else { continue }
      for member in tree.members(node) {
        definitions["/\(name)/\(JSONPointer.escape(member.key))"] = member.value
      }
    }
    for reference in references { try resolve(reference) }
    try refuseCycles()
    return entries
  }

  /// The number of the schema at a node, which is read later.
  mutating func schema(_ node: Int) -> Int {
    if let number = numbers[node] { return number }
    let number = entries.count
    entries.append(JSONSchema.Entry())
    numbers[node] = number
    waiting.append((node, number))
    return number
  }

  private mutating func read(_ node: Int, _ number: Int) throws(JSONSchemaError) {
    switch tree.kind(node) {
    case .true: entries[number].verdict = true
    case .false: entries[number].verdict = false
    case .object:
      var entry = JSONSchema.Entry()
      for member in tree.members(node) { try read(member, of: node, &entry, number) }
      entries[number] = entry
    default: throw error("a schema is an object, true or false", node)
    }
  }

  /// Keywords that say something about the schema and check nothing.
  private static let annotations: Set<String> = [
    "$comment", "$schema", "default", "deprecated", "description", "examples", "readOnly", "title",
    "writeOnly", "contentEncoding", "contentMediaType",
  ]

  static let keywords =
    annotations.sorted() + [
      "$anchor", "$defs", "$id", "$ref", "additionalProperties", "allOf", "anyOf", "const", "contains",
      "dependentRequired", "dependentSchemas", "else", "enum", "exclusiveMaximum", "exclusiveMinimum",
      "format",
      "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains",
      "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern",
      "patternProperties", "prefixItems", "properties", "propertyNames", "required", "then", "type",
      "uniqueItems",
    ]

  /// Names of older drafts, and what they are called now.
  private static let renamed = [
    "definitions": "$defs", "dependencies": "dependentRequired", "id": "$id", "additionalItems": "items",
  ]

  private mutating func read(
    _ member: JSONTree.Member, of node: Int, _ entry: inout JSONSchema.Entry, _ number: Int
  ) throws(JSONSchemaError) {
    let value = member.value
    if Self.annotations.contains(member.key) { return }
    if try readApplied(member, &entry) { return }
    if try readChecks(member, &entry) { return }
    switch member.key {
    case "$ref": references.append((number, try text(value), value))
    case "$anchor":
      let name = try text(value)
      if anchors.updateValue(number, forKey: name) != nil {
        throw error("a second $anchor '\(name)'", value)
      }
    case "$id":
      guard node == 0 else { throw error("an $id below the root is not supported", member.keyNode) }
      identifier = try text(value)
    case "$defs": for definition in try members(value) { _ = schema(definition.value) }
    default:
      var trouble = error("'\(member.key)' is no keyword of the supported subset", member.keyNode)
      trouble.nearest =
        Self.renamed[member.key] ?? NearestMatch.nearest(to: member.key, among: Self.keywords)
      throw trouble
    }
  }

  // MARK: References

  private mutating func resolve(
    _ reference: (entry: Int, text: String, node: Int)
  ) throws(JSONSchemaError) {
    let own = identifier.split(separator: "#", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    var target = reference.text[...]
    if !own.isEmpty, target.hasPrefix(own) { target = target.dropFirst(own.count) }
    guard target.isEmpty || target.hasPrefix("#") else {
      throw error("a $ref to another document is not supported", reference.node)
    }
    let fragment = Self.percentDecoded(String(target.dropFirst()))
    var found: Int?
    if fragment.isEmpty {
      found = 0
    } else if fragment.hasPrefix("/") {
      let node =
        definitions[fragment]
        ?? tree.bytes.withByteView { JSONPointer.resolve(fragment, in: tree.document, text: $0) }
      found = node.flatMap { numbers[$0] }
    } else {
      found = anchors[fragment]
    }
    guard let found else {
      var trouble = error("'\(reference.text)' leads to no schema", reference.node)
      let names = tree.value("$defs", of: 0).map { tree.members($0).map { "#/$defs/\($0.key)" } } ?? []
      trouble.nearest = NearestMatch.nearest(
        to: reference.text, among: names + anchors.keys.sorted().map { "#\($0)" })
      throw trouble
    }
    entries[reference.entry].reference = found
    entries[found].isShared = true
  }

  private static func percentDecoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
        let low = bytes[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Refuses schemas that apply themselves to the same value, which would never end.
  private func refuseCycles() throws(JSONSchemaError) {
    var states = [UInt8](repeating: 0, count: entries.count)
    for root in entries.indices where states[root] == 0 {
      var path = [(entry: root, applied: entries[root].applied[...])]
      states[root] = 1
      while let last = path.last {
        guard let next = last.applied.first else {
          states[last.entry] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].applied = last.applied.dropFirst()
        if states[next] == 1 {
          // Nesting alone makes no circle, so that a reference lies on it.
          let circle = path.drop { $0.entry != next }.map(\.entry)
          let node = references.filter { circle.contains($0.entry) }.map(\.node).min() ?? 0
          throw error("this $ref leads back to itself without a step into the data", node)
        }
        if states[next] == 0 {
          states[next] = 1
          path.append((next, entries[next].applied[...]))
        }
      }
    }
  }

  // MARK: Values of keywords

  func error(_ message: String, _ node: Int) -> JSONSchemaError {
    JSONSchemaError(message: message, range: tree.range(node))
  }

  func text(_ node: Int) throws(JSONSchemaError) -> String {
    guard let text = tree.string(node) else { throw error("a text is expected", node) }
    return text
  }

  func members(_ node: Int) throws(JSONSchemaError) -> [JSONTree.Member] {
    guard tree.kind(node) == .object else { throw error("an object is expected", node) }
    return tree.members(node)
  }

  func elements(_ node: Int) throws(JSONSchemaError) -> [Int] {
    guard tree.kind(node) == .array else { throw error("an array is expected", node) }
    return tree.elements(node)
  }
}
