import Foundation

/// The checkout that the tests run in.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Files below a folder, by path from the root, sorted.
  static func files(below folder: String, suffix: String = "") -> [String] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) else {
      return []
    }
    return walk.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath && $0.path.hasSuffix(suffix) }
      .map { String($0.path.dropFirst(root.path.count)).trimmingPrefix("/") }.map(String.init).sorted()
  }

  /// Whether this run writes generated files anew instead of holding them against their source.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["APNSLINT_RECORD"] == "1" }
}
