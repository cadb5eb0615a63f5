/// Finds and reads the configuration for each folder, once.
struct ConfigurationFinder {
  private let choice: ConfigurationChoice
  private let currentFolder: String
  /// By absolute folder; nil inside for a folder without any.
  private var byFolder: [String: Configuration?] = [:]
  private var byFile: [String: Configuration] = [:]

  init(choice: ConfigurationChoice, currentFolder: String) {
    self.choice = choice
    self.currentFolder = currentFolder
  }

  /// The configuration for files in `folder`, an absolute path.
  mutating func configuration(for folder: String) throws(ConfigurationError) -> Configuration? {
    switch choice {
    case .none: return nil
    case .file(let file): return try read(file, Path.absolute(file, from: currentFolder))
    case .nearest: break
    }
    if let known = byFolder[folder] { return known }
    var visited: [String] = []
    var found: Configuration?
    var current = folder
    while true {
      if let known = byFolder[current] {
        found = known
        break
      }
      visited.append(current)
      let candidate = Path.join(current, Configuration.fileName)
      if FileSystem.exists(candidate) {
        let shown = Path.relative(candidate, to: currentFolder) ?? candidate
        found = try read(shown, candidate)
        break
      }
      if current == "/" || FileSystem.exists(Path.join(current, ".git")) { break }
      current = Path.folder(of: current)
    }
    for folder in visited { byFolder[folder] = .some(found) }
    return found
  }

  private mutating func read(
    _ shown: String, _ absolute: String
  ) throws(ConfigurationError) -> Configuration {
    if let known = byFile[absolute] { return known }
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(absolute) } catch {
      throw ConfigurationError(error.message, file: shown)
    }
    let configuration = try ConfigurationReader.read(
      bytes, file: shown, folder: Path.folder(of: absolute))
    byFile[absolute] = configuration
    return configuration
  }
}
