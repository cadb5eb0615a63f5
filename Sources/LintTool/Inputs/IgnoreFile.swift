/// The patterns of one `.gitignore`, for the folder that it lies in and all below.
struct IgnoreFile: Sendable {
  static let name = ".gitignore"

  private struct Entry: Sendable {
    var glob: Glob
    var isNegated: Bool
    var isForFolders: Bool
    /// Seen from the folder of the file, not tried on the last part of a path alone.
    var isAnchored: Bool
    var line: Int
  }

  /// The file itself, as it is shown.
  let path: String
  /// Absolute path of the folder that anchored patterns count from.
  let folder: String
  private var entries: [Entry] = []
  private var hasAnchored = false

  /// Reads a text line by line; a line that is no pattern matches nothing, as in git.
  init(_ text: [UInt8], path: String, folder: String) {
    self.path = path
    self.folder = folder
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if let entry = IgnoreFile.entry(line, number: number) { entries.append(entry) }
    }
    hasAnchored = entries.contains(where: \.isAnchored)
  }

  /// Nil where there is no such file, or none that can be read.
  init?(in folder: String, named name: String = IgnoreFile.name, for scope: String? = nil) {
    let path = Path.join(folder, name)
    guard let text = try? FileSystem.read(path, limit: 1 << 22) else { return nil }
    self.init(text, path: path, folder: scope ?? folder)
  }

  private static func entry(_ line: ArraySlice<UInt8>, number: Int) -> Entry? {
    var bytes = line
    if bytes.last == 0x0D { bytes = bytes.dropLast() }
    // Blanks at the end count only after a backslash.
    while bytes.last == 0x20 || bytes.last == 0x09, bytes.dropLast().last != UInt8(ascii: "\\") {
      bytes = bytes.dropLast()
    }
    if bytes.isEmpty || bytes.first == UInt8(ascii: "#") { return nil }
    let isNegated = bytes.first == UInt8(ascii: "!")
    if isNegated { bytes = bytes.dropFirst() }
    let isForFolders = bytes.last == UInt8(ascii: "/")
    if isForFolders { bytes = bytes.dropLast() }
    let isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
    guard let glob = Glob(String(decoding: bytes, as: UTF8.self), dialect: .ignoreFile) else { return nil }
    return Entry(
      glob: glob, isNegated: isNegated, isForFolders: isForFolders, isAnchored: isAnchored, line: number)
  }

  /// What the last pattern that matches says, and its line; nil where none matches.
  func verdict(on path: String, name: String, isFolder: Bool) -> (isIgnored: Bool, line: Int)? {
    if entries.isEmpty { return nil }
    let relative = hasAnchored ? Path.relative(path, to: folder) ?? path : ""
    for entry in entries.reversed() where isFolder || !entry.isForFolders {
      if entry.glob.matches(entry.isAnchored ? relative : name) { return (!entry.isNegated, entry.line) }
    }
    return nil
  }
}

/// The ignore files that count in a folder, outermost first.
struct IgnoreStack: Sendable {
  private var files: [IgnoreFile] = []

  /// What the repository around `root` leaves out, without the file in `root` itself.
  init(above root: String) {
    var folders: [String] = []
    var current = root
    while !FileSystem.exists(Path.join(current, ".git")) {
      // Without a repository nothing above counts.
      if current == "/" { return }
      current = Path.folder(of: current)
      folders.append(current)
    }
    if let own = IgnoreFile(in: current, named: ".git/info/exclude", for: current) { files.append(own) }
    for folder in folders.reversed() { push(folder) }
  }

  /// How many files there are, to go back to with `truncate`.
  var depth: Int { files.count }

  /// Takes the file of a folder that is entered, if there is one.
  mutating func push(_ folder: String) {
    if let file = IgnoreFile(in: folder) { files.append(file) }
  }

  mutating func truncate(to depth: Int) { files.removeLast(files.count - depth) }

  /// The file and line that leave a path out; nil where it stays.
  func reason(for path: String, name: String, isFolder: Bool) -> (file: String, line: Int)? {
    for file in files.reversed() {
      guard let verdict = file.verdict(on: path, name: name, isFolder: isFolder) else { continue }
      return verdict.isIgnored ? (file.path, verdict.line) : nil
    }
    return nil
  }
}
