import PayloadRules
import RuleFiles
import Testing

struct CanonicalJSONTests {
  @Test(arguments: [
    ("a: 1", #"{"a":1}"#),
    ("a: {b: [1, x, null]}", #"{"a":{"b":[1,"x",null]}}"#),
    ("- a: 1\n  b: 2\n- c", #"[{"a":1,"b":2},"c"]"#),
    ("a:\n- 1\n- 2\n", #"{"a":[1,2]}"#),
    ("a:\nb: ~\nc: Null", #"{"a":null,"b":null,"c":null}"#),
    ("[true, True, TRUE, false, False, FALSE]", "[true,true,true,false,false,false]"),
    ("[yes, no, on, off, y, tRue]", #"["yes","no","on","off","y","tRue"]"#),
    ("[0x10, 0o17, 010, +5, -7, -0, 0]", "[16,15,10,5,-7,-0,0]"),
    ("[1.5, .5, 5., -.25, 1e3, 1.E+2, 007.5]", "[1.5,0.5,5.0,-0.25,1e3,1.0E+2,7.5]"),
    (
      "[., -, +, e5, 1e, 1_000, 12:30, 0x, 0xg, 0o9, 1.2.3]",
      #"[".","-","+","e5","1e","1_000","12:30","0x","0xg","0o9","1.2.3"]"#
    ),
    ("[0xFFFFFFFFFFFFFFFF, 0x10000000000000000]", #"[18446744073709551615,"0x10000000000000000"]"#),
    ("[.inf, -.INF, .NaN]", #"[".inf","-.INF",".NaN"]"#),
    ("[!!str 5, !!int '5', ! 5, !!str ]", #"["5",5,"5",""]"#),
    ("1: a\nnull: b\ntrue: c\n~: d", #"{"1":"a","null":"b","true":"c","~":"d"}"#),
    (#"a: "x\"\\\n\u00e9\x41\U0001F600\/\0""#, #"{"a":"x\"\\\néA😀/\u0000"}"#),
    ("a: 'it''s'", #"{"a":"it's"}"#),
    ("a: |\n  one\n    two\n\n  three\n", #"{"a":"one\n  two\n\nthree\n"}"#),
    ("a: |-\n  one\n\n", #"{"a":"one"}"#),
    ("a: |+\n  one\n\n", #"{"a":"one\n\n"}"#),
    ("a: >\n  one\n  two\n\n  three\n    four\n  five\n", #"{"a":"one two\nthree\n  four\nfive\n"}"#),
    ("a: one\n  two\n\n  three", #"{"a":"one two\nthree"}"#),
    ("a: \"one\n  two \\\n   three\"", #"{"a":"one two three"}"#),
    (
      "base: &b {x: 1, y: 2}\nc: {<<: *b, y: 3, z: 4}",
      #"{"base":{"x":1,"y":2},"c":{"x":1,"y":3,"z":4}}"#
    ),
    ("c: {<<: [{x: 1, <<: {x: 0, w: 5}}, {x: 2, y: 2}], z: 4}", #"{"c":{"x":1,"w":5,"y":2,"z":4}}"#),
    ("c: {<<: {<<: {x: 0}, x: 1}}", #"{"c":{"x":1}}"#),
    ("c: {<<: 5}", #"{"c":{"<<":5}}"#),
    ("a: &x [1]\nb: *x", #"{"a":[1],"b":[1]}"#),
    ("a: 1\na: 2", #"{"a":1,"a":2}"#),
    ("---\n", "null"),
    ("{}", "{}"),
    ("[]", "[]"),
    ("a: {}\nb: []", #"{"a":{},"b":[]}"#),
    ("{a, b: }", #"{"a":null,"b":null}"#),
    ("\u{FEFF}a: 1", #"{"a":1}"#),
    ("a: 1\r\nb:\r\n- x\r\n", #"{"a":1,"b":["x"]}"#),
  ])
  func writes(yaml: String, json: String) throws {
    #expect(try canonicalJSON(yaml).text == json)
  }

  /// The JSON part, found in the YAML, is the marked text.
  @Test(arguments: [
    ("a: ⟦1⟧", "1"),
    ("⟦a⟧: 1", #""a""#),
    ("😀: {é: ⟦value⟧}", #""value""#),
    ("\u{FEFF}a: b\nc: ⟦d⟧", #""d""#),
    ("a: 1\r\nb:\r\n  - ⟦x⟧\r\n", #""x""#),
    ("a: |\n  one\n  t⟦w⟧o\n", "w"),
    ("a: |\n  one\n  {\"k⟦ey⟧\": 1}\n", "ey"),
    ("a: ⟦|\n  one⟧\n\nb: 1", #""one\n""#),
    ("a: |2\n    one\n  t⟦w⟧o\n", "w"),
    ("a: |\r\n  one\r\n  t⟦w⟧o\r\n", "w"),
    ("a: |\n  one⟦\n⟧  two\n", #"\n"#),
    ("a: >\n  one\n  t⟦w⟧o\n", "w"),
    ("a: >-\n  one⟦\n  ⟧two\n", " "),
    ("a: 'it⟦''⟧s'", "'"),
    ("a: 'it''⟦s⟧'", "s"),
    (#"a: "x⟦\u00e9⟧y""#, "é"),
    (#"a: "x\u00e9⟦y⟧""#, "y"),
    (#"a: "x⟦\"⟧y""#, #"\""#),
    ("a: one\n   t⟦w⟧o", "w"),
    ("a: 'one\n   t⟦w⟧o'", "w"),
    ("a: \"one \\\n   t⟦w⟧o\"", "w"),
    ("a: !!str ⟦5⟧", #""5""#),
    ("a: &anchor ⟦x⟧", #""x""#),
    ("a: &anchor # remark\n  ⟦x: 1⟧\nb: 2", #"{"x":1}"#),
    ("a:\n  ⟦b: 1\n  c: 2⟧\nd: 3", #"{"b":1,"c":2}"#),
    ("a:\n  ⟦- 1\n  - 2⟧\n\nd: 3", "[1,2]"),
    ("a: ⟦{b: 1, c: 2}⟧ # remark", #"{"b":1,"c":2}"#),
    ("a: &x ⟦value⟧\nb: *x", #""value""#),
    ("# remark\n\n⟦a: 1⟧\n", #"{"a":1}"#),
    ("a: ⟦0x10⟧", "16"),
    ("a: ⟦True⟧", "true"),
    ("a: ⟦''⟧", #""""#),
    ("a: ⟦\"\"⟧", #""""#),
  ])
  func leadsBack(marked: String, part: String) throws {
    let yaml = MarkedYAML(marked)
    let documents = try YAMLReader.documents(in: yaml.source, mode: .lenient)
    let json = CanonicalJSON(documents[0], of: yaml.source)
    let range = try #require(json.range(of: part))
    #expect(json.map.innerCount == json.bytes.count)
    #expect(json.map.outer(range) == yaml.marked)
    #expect(yaml.text(json.map.outer(range)) == yaml.text(yaml.marked))
  }

  @Test func takesHeaderValuesByTheirLetters() throws {
    let yaml = "headers: {a: 5, b: 010, c: yes, d: ~, e: 0x10}\npriority: 010"
    let json = try canonicalJSON(yaml) { path in path.first == .key(Array("headers".utf8)) }
    #expect(json.text == #"{"headers":{"a":"5","b":"010","c":"yes","d":"~","e":"0x10"},"priority":10}"#)
    #expect(json.notes.isEmpty)
  }
}
