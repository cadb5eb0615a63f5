import PayloadRules
import RuleFiles
import Testing

struct YAMLEditTests {
  private static func apply(_ edit: Edit, to bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    result.replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.text.utf8))
    return result
  }

  private static let texts = [
    "x: &x {a: 1}\ny: {a: 1, b: *x, c: [*x, 2, *x], d: *x}\nz: [{k: *x }, *x,3]\nw: *x\nu: 4\n",
    "aps:\n  alert: Hello there\n  badge: 5\n  sound: 'it''s'\n\nother: {a: 1, b: [x, \"y\\n\", z], c: {d: e}}\n",
    "- a: 1\n  b: |\n    {\"aps\": {}}\n    two\n  c: >-\n    folded\n    text\n- b: 2\n- [1, 2,\n   3]\n",
    "{\"aps\": {\"alert\": \"é😀\", \"badge\": 1}, \"k\": null}",
    "a: one\n  two\nb: \"three\n  four\"\nc: 'five\n\n  six'\nd:\ne: ''\nf: ~ # remark\n",
    "\u{FEFF}a: 1\r\nb:\r\n  c: 2\r\n  d: 3\r\ne: f\r\n",
    "x: &x {a: 1, b: 2}\ny: *x\nz: {<<: *x, c: 3}\nw:\n  <<: *x\n  d: 4\nv: [*x, 5]\n",
    "a: {b, c: , 'd': 1,\n  # remark, with comma\n  e: 2}\n? k\n: v\n!!str t: !!int 5\n",
    "a: &q text\nb: [ *q , *q ]\nc: |2+\n    indented\n   x\n\nd: 0x10\n",
    "a: # remark\n  - b: 1 # one\n    # two\n    c: 2\n  -   d: 3\n      e: 4\n",
  ]

  /// Whatever edit is offered, the edited YAML must mean the edited JSON.
  @Test(arguments: texts)
  func meansTheSame(text: String) throws {
    let source = Array(text.utf8)
    let document = try YAMLReader.documents(in: source, mode: .lenient)[0]
    let json = CanonicalJSON(document, of: source)
    var edits: [Edit] = []
    for (index, place) in json.places.enumerated() {
      for value in [
        "\"new\"", "\"yes\"", "\"it's: a \\\"test\\\" #\\n\"", "\"\"", "7", "true", "[1,\"x\"]", "{\"k\":{}}",
      ] {
        edits.append(Edit(range: place.json, text: value))
      }
      let isObject = json.bytes[place.json.start] == UInt8(ascii: "{")
      if isObject {
        let inside = place.json.start + 1
        let isEmpty = place.json.count == 2
        for member in ["\"zz\":\"v\"", "\"zz\":{\"a\":[1,2]}", "\"zz\":1"] {
          edits.append(Edit(range: ByteRange(inside, inside), text: isEmpty ? member : member + ","))
        }
      }
      if place.isKey {
        let value = json.places[index + 1].json
        if json.bytes[value.end] == UInt8(ascii: ",") {
          edits.append(Edit(range: ByteRange(place.json.start, value.end + 1), text: ""))
        }
        if json.bytes[place.json.start - 1] == UInt8(ascii: ",") {
          edits.append(Edit(range: ByteRange(place.json.start - 1, value.end), text: ""))
        }
      }
      let isElement =
        place.parent >= 0 && json.bytes[json.places[place.parent].json.start] == UInt8(ascii: "[")
      if isElement {
        if json.bytes[place.json.end] == UInt8(ascii: ",") {
          edits.append(Edit(range: ByteRange(place.json.start, place.json.end + 1), text: ""))
          edits.append(Edit(range: ByteRange(place.json.end, place.json.end), text: ",9"))
        }
        if json.bytes[place.json.start - 1] == UInt8(ascii: ",") {
          edits.append(Edit(range: ByteRange(place.json.start - 1, place.json.end), text: ""))
        }
      }
      if json.bytes[place.json.start] == UInt8(ascii: "\"") {
        for start in place.json.start + 1..<place.json.end {
          for end in start..<min(start + 4, place.json.end) {
            for part in ["", "q", " ", "'", "\\\"", ": ", "é", "\\n", ","] {
              edits.append(Edit(range: ByteRange(start, end), text: part))
            }
          }
        }
      }
    }
    var offered = 0
    for edit in edits {
      guard let yamlEdit = json.yamlEdit(for: edit, in: document, of: source) else { continue }
      offered += 1
      let editedJSON = Self.apply(edit, to: json.bytes)
      // JSON is YAML, so that both are written the same way by reading them.
      guard let wanted = try? YAMLReader.documents(in: editedJSON, mode: .lenient) else { continue }
      let expected = CanonicalJSON(wanted[0], of: editedJSON).text
      let edited = Self.apply(yamlEdit, to: source)
      let found = (try? YAMLReader.documents(in: edited, mode: .lenient)).map {
        CanonicalJSON($0[0], of: edited).text
      }
      #expect(found == expected, "\(edit) as \(yamlEdit) in \(String(decoding: edited, as: UTF8.self))")
      if found != expected { return }
    }
    #expect(offered > 0)
  }

  @Test(arguments: [
    ("a: ⟦old⟧", "\"old\"", "\"5\"", "\"5\""),
    ("a: ⟦old⟧", "\"old\"", "\"new\"", "new"),
    ("a: ⟦'old'⟧", "\"old\"", "\"it's\"", "'it''s'"),
    ("a: ⟦\"old\"⟧", "\"old\"", "7", "7"),
    ("⟦aletr⟧: x", "\"aletr\"", "\"alert\"", "alert"),
    ("a: |\n  {\"k\": ⟦1⟧}\n", "1", "2", "2"),
    ("a: 1\n⟦b: 2\n⟧c: 3", "\"b\":2,", "", ""),
    ("a: 1\n⟦b: |\n  x\n⟧", ",\"b\":\"x\\n\"", "", ""),
    ("a: {b: 1⟦, c: 2⟧}", ",\"c\":2", "", ""),
    ("- ⟦a: 1\n  ⟧b: 2", "\"a\":1,", "", ""),
  ])
  func edits(marked: String, part: String, text: String, written: String) throws {
    let yaml = MarkedYAML(marked)
    let document = try YAMLReader.documents(in: yaml.source, mode: .lenient)[0]
    let json = CanonicalJSON(document, of: yaml.source)
    let range = try #require(json.range(of: part))
    let edit = try #require(json.yamlEdit(for: Edit(range: range, text: text), in: document, of: yaml.source))
    #expect(edit == Edit(range: yaml.marked, text: written))
  }

  /// The places are the nodes that a scanner finds in the JSON text, so that one index serves both.
  @Test(arguments: texts)
  func placesAreTheNodesOfTheText(text: String) throws {
    let source = Array(text.utf8)
    let json = CanonicalJSON(try YAMLReader.documents(in: source, mode: .lenient)[0], of: source)
    var document = JSONDocument()
    json.bytes.withByteView { JSONScanner.scan($0, into: &document) }
    #expect(document.nodes.map(\.range) == json.places.map(\.json))
    #expect(document.nodes.map { $0.kind == .key } == json.places.map(\.isKey))
    for place in json.places {
      let outer = json.map.outer(place.json)
      #expect(outer.start <= outer.end)
    }
  }
}
