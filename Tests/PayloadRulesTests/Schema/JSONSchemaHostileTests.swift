import PayloadRules
import Testing

@Suite struct JSONSchemaRefusalTests {
  /// The schema, the characters that are marked, and what was probably meant.
  static let refused: [(String, String, String?)] = [
    (##"{"requird":["a"]}"##, #""requird""#, "required"), (##"{"type":"strng"}"##, #""strng""#, "string"),
    (##"{"definitions":{}}"##, #""definitions""#, "$defs"),
    (##"{"unevaluatedItems":false}"##, #""unevaluatedItems""#, nil),
    (##"{"$dynamicRef":"#a"}"##, #""$dynamicRef""#, nil),
    (##"{"$ref":"https://e.com/s"}"##, #""https://e.com/s""#, nil),
    (##"{"$ref":"#/$defs/b","$defs":{"stop":{}}}"##, ##""#/$defs/b""##, nil),
    (##"{"$ref":"#/$defs/stp","$defs":{"stop":{}}}"##, ##""#/$defs/stp""##, "#/$defs/stop"),
    (##"{"$ref":"#"}"##, ##""#""##, nil), (##"{"allOf":[{"anyOf":[{"$ref":"#"}]}]}"##, ##""#""##, nil),
    (
      ##"{"$ref":"#a","$defs":{"a":{"$anchor":"a","not":{"$ref":"#b"}},"b":{"$anchor":"b","$ref":"#a"}}}"##,
      ##""#b""##, nil
    ),
    (##"{"pattern":"(?=a)"}"##, #""(?=a)""#, nil), (##"{"pattern":"a)(b"}"##, #""a)(b""#, nil),
    (##"{"patternProperties":{"\\bx":{}}}"##, #""\\bx""#, nil),
    (##"{"pattern":"(^a|b)"}"##, #""(^a|b)""#, nil),
    (##"{"minLength":-1}"##, "-1", nil), (##"{"minItems":1.5}"##, "1.5", nil),
    (##"{"multipleOf":0}"##, "0", nil),
    (##"{"required":"a"}"##, #""a""#, nil), (##"{"properties":[]}"##, "[]", nil),
    (##"{"items":1}"##, "1", nil),
    (##"{"anyOf":[]}"##, "[]", nil), (##"{"uniqueItems":1}"##, "1", nil), (##"{"type":[]}"##, "[]", nil),
    (##"{"exclusiveMinimum":true}"##, "true", nil), (##"{"items":{"$id":"x"}}"##, #""$id""#, nil),
    (##"{"type":"null","type":"null"}"##, #""type""#, nil),
  ]

  @Test(arguments: refused)
  func refuses(schema: String, marked: String, nearest: String?) {
    let tree = JSONTree(Array(schema.utf8))
    do {
      _ = try JSONSchema(tree)
      Issue.record("accepted")
    } catch {
      #expect(String(decoding: tree.bytes[error.range.start..<error.range.end], as: UTF8.self) == marked)
      #expect(error.nearest == nearest)
    }
  }

  @Test(arguments: ["", "{", "[", "{\"type\":}", "1", "null"])
  func refusesWhatIsNoSchema(text: String) {
    #expect(throws: JSONSchemaError.self) { try JSONSchema(JSONTree(Array(text.utf8))) }
  }
}

@Suite struct JSONSchemaHostileTests {
  private func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  @Test func deepSchemasAndValuesEnd() throws {
    let deep = nested("{\"allOf\":[", "{\"type\":\"string\"}", "]}", 120)
    #expect(try violations(deep, "1").count == 1)
    let deeper = nested("{\"not\":", "{\"type\":\"string\"}", "}", 500)
    #expect(try violations(deeper, "1").isEmpty)
    let arrays = nested("[", "1", "]", 100)
    #expect(try violations(##"{"type":["array","number"],"items":{"$ref":"#"}}"##, arrays).isEmpty)
    let tooDeep = nested("[", "\"x\"", "]", 500)
    #expect(try violations(##"{"type":["array","number"],"items":{"$ref":"#"}}"##, tooDeep).isEmpty)
  }

  /// Each definition applies the next one twice: 2^40 ways, each walked once.
  @Test func doublingReferencesTakeNoTime() throws {
    let links = (0..<40).map { number in
      ##""d\##(number)":{"allOf":[{"$ref":"#/$defs/d\##(number + 1)"},{"$ref":"#/$defs/d\##(number + 1)"}]}"##
    }
    let schema =
      ##"{"$ref":"#/$defs/d0","$defs":{"## + links.joined(separator: ",") + ##","d40":{"type":"number"}}}"##
    #expect(try violations(schema, "1").isEmpty)
    #expect(try violations(schema, "\"a\"").count == 1)
  }

  @Test func largeSchemasAndValuesEnd() throws {
    let values = (0..<50_000).map { "\"v\($0)\"" }.joined(separator: ",")
    #expect(try violations("{\"enum\":[\(values)]}", "\"v49999\"").isEmpty)
    #expect(try violations(##"{"uniqueItems":true}"##, "[\(values)]").isEmpty)
    let members = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(try violations(##"{"additionalProperties":false}"##, "{\(members)}").count == 20)
    #expect(try violations(##"{"additionalProperties":{"type":"number"}}"##, "{\(members)}").isEmpty)
  }

  @Test func countedGroupsAreBounded() {
    let pattern = nested("(", "", "){64}", 30)
    #expect(throws: JSONSchemaError.self) {
      try JSONSchema(JSONTree(Array("{\"pattern\":\"\(pattern)\"}".utf8)))
    }
  }
}
