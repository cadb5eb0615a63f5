internal import PayloadRules

/// Reads and compiles the schemas that contexts name, each file once.
struct SchemaCache {
  /// What the keys of contexts that name a schema end in.
  private static let suffix = "-schema"
  private var schemas: [String: Result<JSONSchema, ConfigurationError>] = [:]

  /// Compiles the schemas that a record's context names; a path counts from where it was stated: the
  /// request's folder, the configuration's folder, or the current one for an option.
  mutating func load(
    into record: inout InputRecord, folder: String, configurationFolder: String?
  ) throws(ConfigurationError) {
    for (key, path) in record.subject.context.sorted(by: { $0.key < $1.key }) where key.hasSuffix(Self.suffix)
    {
      let full: String
      if record.resolver.facts["context." + key] != nil {
        full = Path.join(folder, path)
      } else if let origin = record.resolver.origins["context." + key], !origin.hasPrefix("--"),
        let configurationFolder
      {
        full = Path.join(configurationFolder, path)
      } else {
        full = path
      }
      record.subject.schemas[key] = try schema(full)
    }
  }

  private mutating func schema(_ path: String) throws(ConfigurationError) -> JSONSchema {
    if let known = schemas[path] { return try known.get() }
    let result: Result<JSONSchema, ConfigurationError>
    do throws(ConfigurationError) { result = .success(try Self.read(path)) } catch {
      result = .failure(error)
    }
    schemas[path] = result
    return try result.get()
  }

  private static func read(_ path: String) throws(ConfigurationError) -> JSONSchema {
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(path) } catch { throw ConfigurationError(error) }
    do throws(JSONSchemaError) {
      return try JSONSchema(JSONTree(bytes))
    } catch {
      let place = bytes.withByteView { text in
        LineIndex(text).position(at: error.range.start, in: text, unit: .scalars)
      }
      throw ConfigurationError(error.description, file: path, line: place.line, column: place.column)
    }
  }
}
