internal import PayloadRules

/// Finds the payload files below a folder, in the order of their paths.
struct FolderWalker {
  private static let skipped: Set<String> = ["node_modules", ".build", "Pods", "vendor"]

  /// What files with pushes in them are called.
  static let suffixes = [
    ".apns", ".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".http", ".rest", ".har", ".sh", ".bash", ".zsh",
  ]

  private(set) var files: [String] = []
  private(set) var errors: [FileError] = []

  /// Walks `root`, written as the user wrote it; links are not followed.
  init(_ root: String, for inputKind: InputKind = .auto) {
    var pending = [root]
    while let folder = pending.popLast() {
      let entries: [(name: String, kind: SystemCalls.FileKind)]
      do { entries = try SystemCalls.list(folder) } catch {
        errors.append(FileError(path: folder, kind: error.kind))
        continue
      }
      let base = folder == "." ? "" : folder
      for (name, kind) in entries {
        switch kind {
        case .folder where !name.hasPrefix(".") && !FolderWalker.skipped.contains(name):
          pending.append(Path.join(base, name))
        case .file where FolderWalker.isWanted(name, inputKind): files.append(Path.join(base, name))
        default: break
        }
      }
    }
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    errors.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func isWanted(_ name: String, _ kind: InputKind) -> Bool {
    if kind == .markdown { return InputShape.isMarkdownName(name) }
    return isPayloadName(name) || InputShape.form(ofName: name) != nil
  }

  private static func isPayloadName(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return suffixes.contains { name.hasSuffix($0) }
  }
}
