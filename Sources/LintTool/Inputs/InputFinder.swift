/// Finds what a command line names, one input after another, so that no run holds the names of all of them.
struct InputFinder {
  /// One thing to lint.
  struct Candidate {
    /// As the user wrote it, or found below what the user wrote; nil for standard input.
    var path: String?
    /// The same from the root on; of standard input, of the name that it was given.
    var absolute: String
    /// Named by the user, so that what is no push is said.
    var isNamed: Bool
  }

  private let kind: InputKind
  private let currentFolder: String
  /// Absolute name of standard input.
  private let inputName: String
  private let operands: [String]
  private var position = 0
  private var walker: FolderWalker?
  /// What the walker walks, as it is said when nothing is found.
  private var walked: (text: String, isGlob: Bool)?
  private var list: PathList?
  /// Nil where one folder is walked and nothing can be met twice.
  private var seen: SeenPaths?

  /// Trouble met since the caller last took it.
  private var trouble: [Problem] = []
  /// Folders that were walked as a whole, absolute.
  private(set) var walkedFolders: [String] = []
  /// Folders of the command line in which nothing could be a push.
  private(set) var emptyFolders: [String] = []

  init(_ options: LintOptions, currentFolder: String, input: any InputStream) {
    kind = options.input
    self.currentFolder = currentFolder
    inputName = Path.absolute(options.stdinFilename ?? "-", from: currentFolder)
    operands = options.paths.isEmpty && options.filesFrom == nil ? ["."] : options.paths
    if operands.count > 1 || options.filesFrom != nil { seen = SeenPaths() }
    if let file = options.filesFrom {
      do { list = try PathList(file, isNullSeparated: options.isNullSeparated, input: input) } catch {
        trouble.append(Problem("--files-from: " + error.message, file: file))
      }
    }
  }

  /// Whether the next input is found without waiting for whoever sends a list of them.
  var isReady: Bool { walker != nil || position < operands.count || list?.isReady ?? true }

  /// Trouble since the last call.
  mutating func takeProblems() -> [Problem] {
    defer { trouble = [] }
    return trouble
  }

  /// The next input; nil at the end.
  mutating func next() -> Candidate? {
    while true {
      if walker != nil {
        guard let path = nextWalked() else { continue }
        if let candidate = candidate(path, isNamed: false) { return candidate }
        continue
      }
      if position < operands.count {
        position += 1
        if let candidate = take(operands[position - 1], isNamed: true) { return candidate }
        continue
      }
      guard let path = nextListed() else { return nil }
      if let candidate = take(path, isNamed: false) { return candidate }
    }
  }

  /// An operand or a line of a list: a file to judge now, or a folder or pattern to walk next.
  private mutating func take(_ path: String, isNamed: Bool) -> Candidate? {
    if path == "-", isNamed { return Candidate(path: nil, absolute: inputName, isNamed: true) }
    if FileSystem.isFolder(path) {
      walker = FolderWalker(path, currentFolder: currentFolder, for: kind)
      walked = (path, false)
      walkedFolders.append(Path.absolute(path, from: currentFolder))
      return nil
    }
    if isNamed, Glob.hasWildcard(path), !FileSystem.exists(path) {
      expand(path)
      return nil
    }
    return candidate(path, isNamed: isNamed)
  }

  private mutating func expand(_ pattern: String) {
    guard let glob = Glob(pattern) else {
      trouble.append(Problem(Glob.trouble(pattern)))
      return
    }
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let literal = parts.dropLast().prefix { !Glob.hasWildcard(String($0)) }
    let prefix = literal.joined(separator: "/")
    let root = !prefix.isEmpty ? prefix : literal.isEmpty ? "." : "/"
    walked = (pattern, true)
    guard FileSystem.isFolder(root) else {
      reportUnmatched(pattern)
      return
    }
    walker = FolderWalker(
      root, currentFolder: currentFolder, for: kind, matching: glob,
      maximumDepth: pattern.contains("**") ? .max : parts.count - literal.count)
  }

  private mutating func reportUnmatched(_ pattern: String) {
    trouble.append(Problem("no file matches this pattern", file: pattern))
  }

  private mutating func nextWalked() -> String? {
    switch walker?.next() {
    case .file(let path)?: return path
    case .failure(let error)?: trouble.append(Problem(ConfigurationError(error)))
    case nil:
      if let walked, walker?.isEmpty ?? false {
        if walked.isGlob { reportUnmatched(walked.text) } else { emptyFolders.append(walked.text) }
      }
      walker = nil
    }
    return nil
  }

  private mutating func nextListed() -> String? {
    do { return try list?.next() } catch {
      trouble.append(Problem(ConfigurationError(error)))
      list = nil
      return nil
    }
  }

  /// A file, unless it was met before.
  private mutating func candidate(_ path: String, isNamed: Bool) -> Candidate? {
    let absolute = Path.absolute(path, from: currentFolder)
    guard seen?.insert(absolute) ?? true else { return nil }
    return Candidate(path: path, absolute: absolute, isNamed: isNamed)
  }

  /// Whether a file, absolute, is an operand or lies where a walk comes by.
  func comes(to file: String) -> Bool {
    operands.contains { operand in
      let absolute = Path.absolute(operand, from: currentFolder)
      if absolute == file { return operand != "-" }
      guard FileSystem.exists(file) else { return false }
      if let glob = Glob(operand), !glob.isLiteral {
        return glob.matches(file) || glob.matches(Path.relative(file, to: currentFolder) ?? file)
      }
      return FolderWalker.verdict(on: file, below: absolute, for: kind) == .found
    }
  }
}

/// The paths that were met, by two independent hashes: 16 bytes each however long they are.
private struct SeenPaths {
  private struct Digest: Hashable {
    var first: Int
    var second: Int
  }

  private var digests: Set<Digest> = []

  mutating func insert(_ path: String) -> Bool {
    var (first, second) = (Hasher(), Hasher())
    first.combine(path)
    second.combine(1)
    second.combine(path)
    return digests.insert(Digest(first: first.finalize(), second: second.finalize())).inserted
  }
}
