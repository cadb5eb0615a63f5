internal import PayloadRules

/// Findings that are known and put up with, as a file of one entry a line.
///
/// An entry is a file, a rule, where in the payload, a fingerprint over these and the value, and how often that stood in
/// the file: it outlives edits elsewhere in the file, and two branches that add entries merge by lines.
struct Baseline: Sendable {
  struct Key: Hashable, Sendable {
    /// Seen from the folder of the baseline.
    var file: String
    var fingerprint: String
  }

  struct Entry: Sendable {
    var rule: String
    var pointer: String?
    /// How many findings it covers in a file that is read as a whole; in a stream of lines it covers them all.
    var count = 1
    /// Line in the baseline file; 0 for a new one.
    var line = 0
  }

  var entries: [Key: Entry] = [:]

  /// In the order of the file: by path, rule, pointer and fingerprint.
  var sorted: [(key: Key, value: Entry)] {
    let named = entries.map { key, entry in
      (Array("\(key.file)\0\(entry.rule)\0\(entry.pointer ?? "")\0\(key.fingerprint)".utf8), key, entry)
    }
    return named.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map { ($0.1, $0.2) }
  }

  /// The file's text.
  var text: [UInt8] {
    var bytes = Array("{\"version\":1,\"entries\":[".utf8)
    for (index, (key, entry)) in sorted.enumerated() {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("file", key.file)
      writer.member("rule", entry.rule)
      writer.member("pointer", entry.pointer)
      writer.member("fingerprint", key.fingerprint)
      if entry.count > 1 { writer.member("count", entry.count) }
      writer.endObject()
      bytes += Array((index == 0 ? "\n" : ",\n").utf8)
      bytes += writer.bytes
    }
    bytes += Array("\n]}\n".utf8)
    return bytes
  }

  // MARK: Reading

  init() {}

  /// Reads a baseline strictly; `file` is its name in errors.
  init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
    let tree = InputTree(json: SourceText(path: file, bytes: bytes))
    let lines = BaselineLines(tree, file: file)
    guard let root = tree.root, root.kind == .object, let version = tree.member("version", of: 0) else {
      throw ConfigurationError(
        "this is no baseline; --write-baseline makes one", file: file, line: 1, column: 1)
    }
    // Commas at the end of lines are what a merge of two branches gets wrong, and they say nothing.
    let commas = ["json-trailing-comma", "json-missing-comma"]
    if let problem = tree.document.problems.first(where: {
      $0.breaksGrammar && !commas.contains($0.detector)
    }) {
      throw lines.error("this baseline is no JSON any more", at: problem.range.start)
    }
    guard tree.letters(version) == "1" else {
      throw lines.error("this tool reads version 1 of a baseline", at: Int(tree.node(version).start))
    }
    let list = tree.member("entries", of: 0)
    for member in tree.members(of: 0) where !["version", "entries"].contains(member.name) {
      throw lines.unknownKey(member, among: ["version", "entries"])
    }
    guard let list, tree.node(list).kind == .array else {
      throw lines.error("'entries' is a list", at: Int(tree.node(list ?? 0).start))
    }
    for element in tree.elements(of: list) { try read(element, tree, lines) }
  }

  private mutating func read(
    _ element: Int, _ tree: InputTree, _ lines: BaselineLines
  ) throws(ConfigurationError) {
    let start = Int(tree.node(element).start)
    var texts: [String: String] = [:]
    var count = 1
    for member in tree.members(of: element) {
      switch (member.name, tree.node(member.value).kind) {
      case ("file", .string), ("rule", .string), ("fingerprint", .string), ("pointer", .string):
        texts[member.name] = tree.string(member.value)
      case ("pointer", .null): break
      case ("count", .number):
        guard let number = Int(tree.letters(member.value)), number > 0, number < 1 << 30 else {
          throw lines.error("count is a number from 1", at: Int(tree.node(member.value).start))
        }
        count = number
      case ("file", _), ("rule", _), ("fingerprint", _), ("pointer", _), ("count", _):
        throw lines.error(
          "\(member.name) has a value of the wrong type", at: Int(tree.node(member.value).start))
      default: throw lines.unknownKey(member, among: ["file", "rule", "pointer", "fingerprint", "count"])
      }
    }
    guard let file = texts["file"], let rule = texts["rule"], let fingerprint = texts["fingerprint"] else {
      throw lines.error("an entry needs 'file', 'rule' and 'fingerprint'", at: start)
    }
    let key = Key(file: file, fingerprint: fingerprint)
    // Two branches may have added the same finding, or one of its own each.
    if let known = entries[key] {
      entries[key]?.count = known.count + count
    } else {
      entries[key] = Entry(
        rule: rule, pointer: texts["pointer"], count: count, line: lines.place(start).line)
    }
  }
}

/// Lines and columns of a baseline file, for its errors.
private struct BaselineLines {
  private let tree: InputTree
  private let file: String

  init(_ tree: InputTree, file: String) {
    self.tree = tree
    self.file = file
  }

  func place(_ offset: Int) -> (line: Int, column: Int) {
    let position = tree.location.source.position(at: offset)
    return (position.line, position.column)
  }

  func error(_ message: String, at offset: Int) -> ConfigurationError {
    let place = place(offset)
    return ConfigurationError(message, file: file, line: place.line, column: place.column)
  }

  func unknownKey(
    _ member: (name: String, key: Int, value: Int), among names: [String]
  ) -> ConfigurationError {
    error(
      unknown(member.name, among: names, what: "key", place: " in a baseline").message,
      at: Int(tree.node(member.key).start))
  }
}
