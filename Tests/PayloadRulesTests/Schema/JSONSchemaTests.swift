import PayloadRules
import Testing

/// A schema, a value, and where the value breaks it: `pointer keyword` each.
struct SchemaCase: Sendable, CustomTestStringConvertible {
  var schema: String
  var value: String
  var broken: [String]

  init(_ schema: String, _ value: String, _ broken: String...) {
    self.schema = schema
    self.value = value
    self.broken = broken
  }

  var testDescription: String { "\(schema) on \(value)" }
}

func violations(
  _ schema: String, _ value: String, limit: Int = 20, allowsPlaceholders: Bool = false
) throws -> [(pointer: String, violation: JSONSchema.Violation)] {
  let compiled = try JSONSchema(JSONTree(Array(schema.utf8)))
  let scanned = Scanned(value)
  return scanned.bytes.withByteView { text in
    compiled.violations(
      in: scanned.document, node: 0, text: text, limit: limit, allowsPlaceholders: allowsPlaceholders
    ).map { (JSONPointer.pointer(to: $0.node, in: scanned.document, text: text), $0) }
  }
}

@Suite struct JSONSchemaTests {
  static let cases: [SchemaCase] = [
    // Any value.
    SchemaCase("true", "null"), SchemaCase("{}", "[1]"), SchemaCase("false", "1", " false"),
    SchemaCase(##"{"type":"number"}"##, "1.5"), SchemaCase(##"{"type":"number"}"##, #""1""#, " type"),
    SchemaCase(##"{"type":"integer"}"##, "1.0"), SchemaCase(##"{"type":"integer"}"##, "1.5", " type"),
    SchemaCase(##"{"type":"integer"}"##, "1e300"),
    SchemaCase(##"{"type":["string","null"]}"##, "null"),
    SchemaCase(##"{"type":["string","null"]}"##, "false", " type"),
    SchemaCase(##"{"type":"object"}"##, "[]", " type"), SchemaCase(##"{"type":"array"}"##, "[]"),
    SchemaCase(##"{"type":"boolean"}"##, "true"), SchemaCase(##"{"type":"boolean"}"##, "0", " type"),
    SchemaCase(##"{"enum":["a",1,null,{"x":[1]}]}"##, ##"{"x":[1.0]}"##),
    SchemaCase(##"{"enum":["a",1,null]}"##, #""b""#, " enum"), SchemaCase(##"{"enum":[]}"##, "1", " enum"),
    SchemaCase(##"{"enum":[false]}"##, "0", " enum"), SchemaCase(##"{"enum":["é"]}"##, #""\u00e9""#),
    SchemaCase(##"{"const":{"a":1,"b":[2,3]}}"##, ##"{"b":[2,3],"a":1}"##),
    SchemaCase(##"{"const":[2,3]}"##, "[3,2]", " const"),
    SchemaCase(##"{"const":9007199254740993}"##, "9007199254740992", " const"),
    // Texts.
    SchemaCase(##"{"minLength":2}"##, #""éé""#), SchemaCase(##"{"minLength":3}"##, #""éé""#, " minLength"),
    SchemaCase(##"{"maxLength":1}"##, #""😀""#), SchemaCase(##"{"maxLength":1}"##, #""ab""#, " maxLength"),
    SchemaCase(##"{"maxLength":1}"##, "12345"),
    SchemaCase(##"{"pattern":"b+"}"##, #""abbc""#),
    SchemaCase(##"{"pattern":"^b+"}"##, #""abbc""#, " pattern"),
    SchemaCase(##"{"pattern":"b$"}"##, #""ab""#),
    SchemaCase(##"{"pattern":"^[a-z]+$"}"##, #""aB""#, " pattern"),
    SchemaCase(##"{"pattern":"^a|b$"}"##, #""ax""#), SchemaCase(##"{"pattern":"^a|b$"}"##, #""xb""#),
    SchemaCase(##"{"pattern":"^a|b$"}"##, #""xa""#, " pattern"),
    SchemaCase(##"{"pattern":"^(a|b)$"}"##, #""b""#), SchemaCase(##"{"pattern":"a\\$"}"##, #""a$x""#),
    SchemaCase(##"{"pattern":""}"##, #""anything""#), SchemaCase(##"{"pattern":"[|]$"}"##, #""a|""#),
    SchemaCase(##"{"format":"uuid"}"##, #""123e4567-e89b-12d3-a456-426614174000""#),
    SchemaCase(##"{"format":"uuid"}"##, #""123e4567""#, " format"),
    SchemaCase(##"{"format":"date-time"}"##, #""2026-11-30T12:00:00Z""#),
    SchemaCase(##"{"format":"date-time"}"##, #""yesterday""#, " format"),
    SchemaCase(##"{"format":"email"}"##, #""nobody""#, " format"),
    SchemaCase(##"{"format":"uri"}"##, #""https://example.com/a""#),
    SchemaCase(##"{"format":"color"}"##, #""whatever""#),
    // Numbers.
    SchemaCase(##"{"minimum":1}"##, "1"), SchemaCase(##"{"minimum":1}"##, "0.9", " minimum"),
    SchemaCase(##"{"maximum":1}"##, "1.0"), SchemaCase(##"{"maximum":1}"##, "2", " maximum"),
    SchemaCase(##"{"maximum":9007199254740992}"##, "9007199254740993", " maximum"),
    SchemaCase(##"{"exclusiveMinimum":1}"##, "1", " exclusiveMinimum"),
    SchemaCase(##"{"exclusiveMaximum":1}"##, "1", " exclusiveMaximum"),
    SchemaCase(##"{"exclusiveMinimum":1,"exclusiveMaximum":2}"##, "1.5"),
    SchemaCase(##"{"multipleOf":0.1}"##, "0.3"), SchemaCase(##"{"multipleOf":0.1}"##, "0.35", " multipleOf"),
    SchemaCase(##"{"multipleOf":3}"##, "-9"), SchemaCase(##"{"multipleOf":3}"##, "10", " multipleOf"),
    SchemaCase(##"{"minimum":5}"##, #""4""#),
    // Arrays.
    SchemaCase(##"{"items":{"type":"number"}}"##, #"[1,"a",2,null]"#, "/1 type", "/3 type"),
    SchemaCase(##"{"prefixItems":[{"type":"string"}],"items":false}"##, #"["a"]"#),
    SchemaCase(##"{"prefixItems":[{"type":"string"}],"items":false}"##, #"["a",1]"#, "/1 false"),
    SchemaCase(##"{"prefixItems":[{"type":"string"}]}"##, "[]"),
    SchemaCase(##"{"contains":{"const":1}}"##, "[0,1]"),
    SchemaCase(##"{"contains":{"const":1}}"##, "[]", " contains"),
    SchemaCase(##"{"contains":{"const":1},"minContains":0}"##, "[]"),
    SchemaCase(##"{"contains":{"const":1},"minContains":2}"##, "[1]", " contains"),
    SchemaCase(##"{"contains":{"const":1},"maxContains":1}"##, "[1,1]", " maxContains"),
    SchemaCase(##"{"maxContains":1}"##, "[1,1]"),
    SchemaCase(##"{"minItems":1}"##, "[]", " minItems"),
    SchemaCase(##"{"maxItems":1}"##, "[1,2]", " maxItems"),
    SchemaCase(##"{"uniqueItems":true}"##, #"[{"a":1,"b":2},{"b":2,"a":1.0}]"#, "/1 uniqueItems"),
    SchemaCase(##"{"uniqueItems":true}"##, #"[1,true,"1",[1],null,0,false]"#),
    SchemaCase(##"{"uniqueItems":false}"##, "[1,1]"),
    // Objects.
    SchemaCase(##"{"properties":{"a":{"type":"number"}}}"##, ##"{"a":"x","b":1}"##, "/a type"),
    SchemaCase(##"{"properties":{"a":false}}"##, ##"{"a":1}"##, "/a false"),
    SchemaCase(##"{"required":["a","b"]}"##, ##"{"a":null}"##, " required"),
    SchemaCase(##"{"required":["a"]}"##, "[]"), SchemaCase(##"{"required":["é"]}"##, ##"{"\u00e9":1}"##),
    SchemaCase(##"{"properties":{"o":{"required":["x"]}}}"##, ##"{"o":{}}"##, "/o required"),
    SchemaCase(##"{"properties":{"a":{}},"additionalProperties":false}"##, ##"{"a":1}"##),
    SchemaCase(
      ##"{"properties":{"a":{}},"additionalProperties":false}"##, ##"{"z":1}"##, "/z additionalProperties"),
    SchemaCase(##"{"additionalProperties":{"type":"string"}}"##, ##"{"a":1}"##, "/a type"),
    SchemaCase(
      ##"{"properties":{"stop":{}},"required":["stop"],"additionalProperties":false}"##, ##"{"stpo":1}"##,
      "/stpo additionalProperties"),
    SchemaCase(
      ##"{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}"##,
      ##"{"x-a":"1","x-b":2,"y":3}"##, "/x-b type", "/y additionalProperties"),
    SchemaCase(##"{"propertyNames":{"maxLength":2}}"##, ##"{"ab":1,"abc":2}"##, "/abc propertyNames"),
    SchemaCase(##"{"minProperties":1}"##, "{}", " minProperties"),
    SchemaCase(##"{"maxProperties":1}"##, ##"{"a":1,"b":2}"##, " maxProperties"),
    SchemaCase(##"{"dependentRequired":{"a":["b"]}}"##, ##"{"a":1}"##, " dependentRequired"),
    SchemaCase(##"{"dependentRequired":{"a":["b"]}}"##, ##"{"c":1}"##),
    SchemaCase(
      ##"{"dependentSchemas":{"a":{"properties":{"b":{"type":"number"}}}}}"##, ##"{"a":1,"b":"x"}"##,
      "/b type"),
    // Combinations.
    SchemaCase(##"{"allOf":[{"minimum":1},{"maximum":3}]}"##, "2"),
    SchemaCase(##"{"allOf":[{"minimum":1},{"maximum":3}]}"##, "4", " maximum"),
    SchemaCase(##"{"anyOf":[{"type":"string"},{"type":"number"}]}"##, "1"),
    SchemaCase(##"{"anyOf":[{"type":"string"},{"type":"number"}]}"##, "null", " anyOf"),
    SchemaCase(
      ##"{"anyOf":[{"type":"null"},{"type":"object","required":["a"]}]}"##, "{}", " required"),
    SchemaCase(##"{"oneOf":[{"multipleOf":2},{"multipleOf":3}]}"##, "4"),
    SchemaCase(##"{"oneOf":[{"multipleOf":2},{"multipleOf":3}]}"##, "6", " oneOf"),
    SchemaCase(##"{"oneOf":[{"multipleOf":2},{"multipleOf":3}]}"##, "7", " oneOf"),
    SchemaCase(##"{"not":{"type":"string"}}"##, "1"),
    SchemaCase(##"{"not":{"type":"string"}}"##, #""a""#, " not"),
    SchemaCase(##"{"if":{"type":"number"},"then":{"minimum":3},"else":{"type":"string"}}"##, "2", " minimum"),
    SchemaCase(##"{"if":{"type":"number"},"then":{"minimum":3},"else":{"type":"string"}}"##, "null", " type"),
    SchemaCase(##"{"if":false,"then":false}"##, "1"), SchemaCase(##"{"then":false}"##, "1"),
    // References.
    SchemaCase(##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"number"}}}"##, #""a""#, " type"),
    SchemaCase(##"{"$ref":"#n","$defs":{"x":{"$anchor":"n","type":"number"}}}"##, "1"),
    SchemaCase(##"{"$ref":"#/$defs/a~1b%25","$defs":{"a/b%":{"type":"number"}}}"##, "null", " type"),
    SchemaCase(
      ##"{"$id":"https://e.com/s","$ref":"https://e.com/s#/$defs/n","$defs":{"n":false}}"##, "1", " false"),
    SchemaCase(
      ##"{"properties":{"next":{"$ref":"#"},"n":{"type":"number"}},"additionalProperties":false}"##,
      ##"{"next":{"next":{"n":"x"}}}"##, "/next/next/n type"),
    SchemaCase(##"{"title":"t","$comment":"c","examples":[1],"default":1,"readOnly":true}"##, "null"),
  ]

  @Test(arguments: cases)
  func breaks(_ row: SchemaCase) throws {
    let found = try violations(row.schema, row.value).map { "\($0.pointer) \($0.violation.keyword)" }
    #expect(found == row.broken)
  }

  @Test(arguments: [
    (
      ##"{"properties":{"stop":{"type":"number"}},"required":["stop"]}"##, "{}",
      "missing property 'stop' (number)"
    ),
    (##"{"type":"number"}"##, #""1""#, "must be a number, is a text"),
    (##"{"enum":["bus","tram"]}"##, #""trma""#, #"must be one of "bus", "tram"; did you mean "tram"?"#),
    (##"{"maximum":10}"##, "11", "must be at most 10, is 11"),
    (
      ##"{"properties":{"stop":{}},"additionalProperties":false}"##, ##"{"stops":1}"##,
      "unknown property 'stops'; did you mean 'stop'?"
    ),
    (##"{"anyOf":[{"type":"number"},{"type":"null"}]}"##, "[]", "must be a number or null, is an array"),
  ])
  func says(schema: String, value: String, message: String) throws {
    #expect(try violations(schema, value).map(\.violation.message) == [message])
  }

  /// What hangs on a placeholder is neither right nor wrong.
  @Test(arguments: [
    (##"{"type":"number"}"##, #""{{count}}""#), (##"{"not":{"const":"x"}}"##, #""{{name}}""#),
    (##"{"required":["a"]}"##, ##"{"{{key}}":1}"##), (##"{"enum":[["a"]]}"##, #"["{{a}}"]"#),
    (##"{"oneOf":[{"const":"a"},{"const":"b"}]}"##, #""${x}""#),
    (##"{"contains":{"const":1}}"##, #"["{{a}}"]"#),
  ])
  func leavesPlaceholders(schema: String, value: String) throws {
    #expect(try violations(schema, value, allowsPlaceholders: true).isEmpty)
  }

  @Test func placeholdersAreTextsBeforeDispatch() throws {
    #expect(try violations(##"{"type":"number"}"##, #""{{count}}""#).count == 1)
  }
}
