internal import PayloadRules
internal import RuleFiles

/// A JSON text, or a YAML one written as JSON, with the way back into the file.
struct InputTree {
  let bytes: [UInt8]
  let document: JSONDocument
  let location: TextLocation
  let isYAML: Bool

  /// A JSON text that lies in `location`.
  init(_ bytes: [UInt8], at location: TextLocation, isYAML: Bool = false) {
    self.bytes = bytes
    var document = JSONDocument()
    bytes.withByteView { JSONScanner.scan($0, into: &document) }
    self.document = document
    self.location = location
    self.isYAML = isYAML
  }

  /// A text that was read already.
  init(_ tree: JSONTree, at location: TextLocation) {
    bytes = tree.bytes
    document = tree.document
    self.location = location
    isYAML = false
  }

  /// All of `source` as JSON.
  init(json source: SourceText, isOtherFile: Bool = false) {
    self.init(source.bytes, at: InputTree.wholeLocation(of: source, isOtherFile: isOtherFile))
  }

  static func wholeLocation(of source: SourceText, isOtherFile: Bool = false) -> TextLocation {
    let count = source.bytes.count
    return TextLocation(
      source: source, map: OffsetMap(linear: count, at: 0), layer: .plain, isOtherFile: isOtherFile,
      whole: ByteRange(0, count))
  }

  /// One of the values that may stand for a whole text: the root.
  var root: JSONNode? { document.nodes.first }

  func node(_ index: Int) -> JSONNode { document.nodes[index] }

  func string(_ index: Int) -> String {
    bytes.withByteView { JSONText.string(document.nodes[index], in: $0) }
  }

  /// The letters of a scalar: of a text without its quotes, of anything else as it stands.
  func letters(_ index: Int) -> String { string(index) }

  /// Keys and values of an object, in order.
  func members(of index: Int) -> [(name: String, key: Int, value: Int)] {
    guard document.nodes[index].kind == .object else { return [] }
    var result: [(name: String, key: Int, value: Int)] = []
    let end = Int(document.nodes[index].next)
    var child = index + 1
    while child + 1 < end {
      let value = Int(document.nodes[child].next)
      guard document.nodes[child].kind == .key, value < end else { break }
      result.append((string(child), child, value))
      child = Int(document.nodes[value].next)
    }
    return result
  }

  func elements(of index: Int) -> [Int] {
    guard document.nodes[index].kind == .array else { return [] }
    var result: [Int] = []
    let end = Int(document.nodes[index].next)
    var child = index + 1
    while child < end {
      result.append(child)
      child = Int(document.nodes[child].next)
    }
    return result
  }

  /// The last of the members with a name; APNs and most readers let it win.
  func member(_ name: String, of index: Int) -> Int? { members(of: index).last { $0.name == name }?.value }

  /// Where a whole value stands in the file, quotes included.
  func place(of index: Int) -> ByteRange { location.map.outer(document.nodes[index].range) }

  /// The first byte of a container in the file.
  func brace(of index: Int) -> ByteRange {
    let start = Int(document.nodes[index].start)
    return location.map.outer(ByteRange(start, start + 1))
  }

  /// The slice of the text that a value takes up, as a text of its own.
  func slice(_ index: Int) -> (bytes: [UInt8], location: TextLocation) {
    let range = document.nodes[index].range
    return (Array(bytes[range.start..<range.end]), location.part(range))
  }

  /// The text of a string or key, or the letters of another scalar, as a text of its own.
  func text(_ index: Int) -> (text: String, location: TextLocation) {
    let node = document.nodes[index]
    let map = bytes.withByteView { JSONText.offsetMap(of: node, in: $0) }
    let isString = node.kind == .string || node.kind == .key
    let content = isString ? bytes.withByteView { JSONText.contentRange(node, in: $0) } : node.range
    var inner = location
    inner.map = map.composed(with: location.map)
    inner.whole = location.map.outer(content.isEmpty ? node.range : content)
    inner.canonicalMap = location.canonicalMap.map { map.composed(with: $0) }
    switch (location.layer, isString) {
    case (.plain, true): inner.layer = .jsonString(depth: 1)
    case (.jsonString(let depth), true): inner.layer = .jsonString(depth: depth + 1)
    case (.yaml(let origin), true): inner.layer = .yamlString(origin)
    case (.plain, false), (.yaml, false), (.jsonString, false): break
    default: inner.layer = .opaque
    }
    return (string(index), inner)
  }
}
