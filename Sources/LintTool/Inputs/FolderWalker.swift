internal import PayloadRules

/// Finds the files below a folder that may hold pushes, one after another in the order of their paths.
///
/// Links are not followed, hidden folders and what `.gitignore` names are left out. Only the folders on the way
/// to the next file are held, never all files.
struct FolderWalker {
  /// What a walk meets.
  enum Step {
    case file(String)
    case failure(FileError)
  }

  /// Why a walk does not come to a file.
  enum Verdict: Equatable {
    case found
    case hidden(String)
    case skipped(String)
    case notWanted
    case ignored(by: String, line: Int)
  }

  private struct Level {
    /// As the user would write it; empty for the current folder.
    var shown: String
    var absolute: String
    /// Last one first.
    var entries: [Entry]
    var ignoreDepth: Int
  }

  private struct Entry {
    var name: String
    var isFolder: Bool

    /// By bytes, a folder as if the slash after it stood there, so that whole paths come in order.
    static func isAfter(_ left: Entry, _ right: Entry) -> Bool {
      var (first, second) = (left.name.utf8.makeIterator(), right.name.utf8.makeIterator())
      while true {
        switch (first.next(), second.next()) {
        case (let one?, let other?): if one != other { return one > other }
        case (let one?, nil): return one > (right.isFolder ? slash : 0)
        case (nil, let other?): return (left.isFolder ? slash : 0) > other
        case (nil, nil): return left.isFolder && !right.isFolder
        }
      }
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let skipped: Set<String> = ["node_modules", ".build", "Pods", "vendor"]

  /// What files with pushes in them are called.
  static let suffixes = [
    ".apns", ".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".http", ".rest", ".har", ".sh", ".bash", ".zsh",
  ]

  private let kind: InputKind
  /// What paths must match, instead of having one of the names.
  private let glob: Glob?
  private let maximumDepth: Int
  private var levels: [Level] = []
  private var ignores: IgnoreStack
  private var failures: [FileError] = []
  /// Whether any file was found, or a folder could not be read.
  private(set) var isEmpty = true

  /// Walks `root`, written as the user wrote it; at most `maximumDepth` folders below it.
  init(
    _ root: String, currentFolder: String, for kind: InputKind = .auto, matching glob: Glob? = nil,
    maximumDepth: Int = .max
  ) {
    self.kind = kind
    self.glob = glob
    self.maximumDepth = maximumDepth
    let absolute = Path.absolute(root, from: currentFolder)
    ignores = IgnoreStack(above: absolute)
    enter(root, shown: root == "." ? "" : root, absolute)
  }

  /// The next file, or a folder that cannot be read; nil at the end.
  mutating func next() -> Step? {
    while true {
      if !failures.isEmpty {
        isEmpty = false
        return .failure(failures.removeFirst())
      }
      guard !levels.isEmpty else { return nil }
      let last = levels.count - 1
      guard let entry = levels[last].entries.popLast() else {
        levels.removeLast()
        ignores.truncate(to: levels.last?.ignoreDepth ?? 0)
        continue
      }
      let shown = Path.join(levels[last].shown, entry.name)
      let absolute = Path.join(levels[last].absolute, entry.name)
      if ignores.reason(for: absolute, name: entry.name, isFolder: entry.isFolder) != nil { continue }
      if entry.isFolder {
        enter(shown, shown: shown, absolute)
      } else if glob?.matches(shown) ?? true {
        isEmpty = false
        return .file(shown)
      }
    }
  }

  private mutating func enter(_ folder: String, shown: String, _ absolute: String) {
    let found: [(name: String, kind: SystemCalls.FileKind)]
    do { found = try SystemCalls.list(folder) } catch {
      failures.append(FileError(path: folder, kind: error.kind))
      return
    }
    var entries: [Entry] = []
    for (name, entryKind) in found {
      switch entryKind {
      case .folder where levels.count < maximumDepth && FolderWalker.isEntered(name):
        entries.append(Entry(name: name, isFolder: true))
      case .file where glob != nil || FolderWalker.isWanted(name, kind):
        entries.append(Entry(name: name, isFolder: false))
      default: break
      }
    }
    entries.sort(by: Entry.isAfter)
    ignores.push(absolute)
    levels.append(
      Level(shown: shown, absolute: absolute, entries: entries, ignoreDepth: ignores.depth))
  }

  private static func isEntered(_ name: String) -> Bool { !name.hasPrefix(".") && !skipped.contains(name) }

  private static func isWanted(_ name: String, _ kind: InputKind) -> Bool {
    // Files of this tool itself.
    if name.hasPrefix(".apns-lint") { return false }
    if kind == .markdown { return InputShape.isMarkdownName(name) }
    return isPayloadName(name) || InputShape.form(ofName: name) != nil
  }

  private static func isPayloadName(_ name: String) -> Bool {
    let name = name.lowercased()
    return suffixes.contains { name.hasSuffix($0) }
  }

  /// Whether a walk of `root` comes to a file below it, both absolute, and if not, why.
  static func verdict(on file: String, below root: String, for kind: InputKind = .auto) -> Verdict {
    guard let relative = Path.relative(file, to: root) else { return .notWanted }
    var ignores = IgnoreStack(above: root)
    var current = root
    let parts = relative.split(separator: "/").map { String($0) }
    for (index, name) in parts.enumerated() {
      ignores.push(current)
      current = Path.join(current, name)
      let isFolder = index + 1 < parts.count
      if isFolder, name.hasPrefix(".") { return .hidden(name) }
      if isFolder, skipped.contains(name) { return .skipped(name) }
      if let reason = ignores.reason(for: current, name: name, isFolder: isFolder) {
        return .ignored(by: reason.file, line: reason.line)
      }
    }
    return parts.last.map { isWanted($0, kind) } ?? false ? .found : .notWanted
  }
}
