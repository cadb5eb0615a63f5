/// Files and folders, with errors that name the path.
package enum FileSystem {
  /// No input may be larger.
  package static let maximumBytes = 64 << 20

  /// The bytes of a file.
  package static func read(_ path: String, limit: Int = maximumBytes) throws(FileError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try SystemCalls.read(path, limit: limit) } catch {
      throw FileError(path: path, kind: error.kind)
    }
    if bytes.count > limit { throw FileError(path: path, kind: .tooLarge) }
    return bytes
  }

  /// Replaces or creates a file in one step.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    do { try SystemCalls.replace(path, with: bytes) } catch {
      throw FileError(path: path, kind: error.kind)
    }
  }

  /// Makes a new file, and never replaces one.
  static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    do { try SystemCalls.create(path, with: bytes) } catch { throw FileError(path: path, kind: error.kind) }
  }

  package static func isFolder(_ path: String) -> Bool { SystemCalls.kind(of: path) == .folder }
  package static func exists(_ path: String) -> Bool { SystemCalls.kind(of: path) != nil }
  package static var currentFolder: String { SystemCalls.currentFolder }
  package static var now: Double { SystemCalls.now }
}

/// Paths as texts: joined, split and normalised without touching a disk.
package enum Path {
  /// `path` seen from `folder`; an absolute one stands for itself.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// Everything before the last slash; empty for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Everything after the last slash.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The absolute form, with `.` and `..` resolved by their letters.
  package static func absolute(_ path: String, from folder: String) -> String {
    let full = path.hasPrefix("/") ? path : folder + "/" + path
    // Nearly every path is written plainly.
    if isPlain(full) { return full }
    var parts: [Substring] = []
    for part in full.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a path has no empty part and none that begins with a dot.
  private static func isPlain(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      var previous = UInt8(ascii: "/")
      guard bytes.count > 1, bytes[0] == previous else { return false }
      for byte in bytes.dropFirst() {
        if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") {
          return false
        }
        previous = byte
      }
      return previous != UInt8(ascii: "/")
    }
  }

  /// Whether a folder is another one or lies above it, both absolute.
  package static func contains(_ outer: String, _ inner: String) -> Bool {
    outer == inner || inner.hasPrefix(outer == "/" ? "/" : outer + "/")
  }

  /// `path` seen from `folder`, both absolute; nil where it does not lie below.
  package static func relative(_ path: String, to folder: String) -> String? {
    if folder == "/" { return String(path.dropFirst()) }
    guard path.hasPrefix(folder + "/") else { return nil }
    return String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
  }
}
