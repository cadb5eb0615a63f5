internal import APNsLint
internal import PayloadRules
internal import RuleFiles

/// Rules files read from YAML and compiled together, with the way back from an error to its line.
struct RulesLoading {
  private struct File {
    var name: String
    var bytes: [UInt8]
    var json: CanonicalJSON
  }

  let set: RuleSet
  private var files: [Int: File] = [:]
  /// Index of the first file among the rule set's sources.
  let firstFileSource: Int

  init(files: [(name: String, bytes: [UInt8])], includesBuiltIn: Bool) throws(ConfigurationError) {
    if files.isEmpty, includesBuiltIn {
      set = BuiltInRules.set
      firstFileSource = 1
      return
    }
    var sources = includesBuiltIn ? [BuiltInRules.source] : []
    firstFileSource = sources.count
    for file in files {
      let json = try Self.canonical(file)
      self.files[sources.count] = File(name: file.name, bytes: file.bytes, json: json)
      sources.append(RuleSet.Source(name: file.name, bytes: json.bytes))
    }
    set = RuleSet(sources)
  }

  /// One mistake can have thousands in its train, such as a file that is read twice.
  private static let maximumShown = 20

  /// The refusals of the loader, as one error with all that a reader can use; nil if there is none.
  var firstError: ConfigurationError? {
    let errors = set.errors
    guard let first = errors.first else { return nil }
    let place = place(source: first.source, range: first.range)
    var message = first.description
    for error in errors.dropFirst().prefix(Self.maximumShown - 1) {
      let place = self.place(source: error.source, range: error.range)
      message +=
        "\n\(files[error.source]?.name ?? "built-in rules"):\(place.line):\(place.column): \(error.description)"
    }
    if errors.count > Self.maximumShown { message += "\n… and \(errors.count - Self.maximumShown) more" }
    return ConfigurationError(
      message, file: files[first.source]?.name ?? "built-in rules", line: place.line, column: place.column)
  }

  /// The line and column of a place in a file's JSON text.
  func place(source: Int, range: ByteRange) -> (line: Int, column: Int) {
    guard let file = files[source] else { return (1, 1) }
    let place = YAMLPlace(offset: file.json.map.outerStart(range.start), of: file.bytes)
    return (place.line, place.column)
  }

  static func definesPushTypes(_ file: (name: String, bytes: [UInt8])) throws(ConfigurationError) -> Bool {
    let tree = JSONTree(try canonical(file).bytes)
    guard !tree.isEmpty, let facts = tree.value("facts", of: 0) else { return false }
    return tree.value("push-types", of: facts) != nil
  }

  private static func canonical(_ file: (name: String, bytes: [UInt8])) throws(ConfigurationError)
    -> CanonicalJSON
  {
    do throws(YAMLError) {
      let documents = try YAMLReader.documents(in: file.bytes, mode: .strict)
      guard let document = documents.first else {
        throw YAMLError("the rules file is empty", at: ByteRange(0, 0), of: file.bytes)
      }
      return CanonicalJSON(document, of: file.bytes)
    } catch {
      throw ConfigurationError(error.message, file: file.name, line: error.line, column: error.column)
    }
  }
}
