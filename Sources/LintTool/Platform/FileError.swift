/// Why a file could not be read or written, in words for the one who named it.
package struct FileError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case missing, isFolder, permissionDenied, tooLarge, binary
    /// Named by a request, and not in the folder that the request lies in.
    case outside
    /// Named by a request in another folder of the repository, and no payload for certain.
    case noPushElsewhere
    /// Something is there already that must not be replaced.
    case exists
    case unreadable(String)
  }

  package var path: String
  package var kind: Kind

  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Why the file could not be written, without the path.
  var reasonNotWritten: String {
    if case .unreadable(let reason) = kind { return reason }
    return message
  }

  /// What is wrong, without the path.
  package var message: String {
    switch kind {
    case .missing: "no such file or folder"
    case .isFolder: "this is a folder, not a file"
    case .permissionDenied: "permission denied"
    case .tooLarge: "larger than \(FileSystem.maximumBytes >> 20) MiB, which no push is"
    case .binary: "a binary file, not a text"
    case .exists: "is there already"
    case .outside: "leads out of the repository of the request, so it is not read"
    case .noPushElsewhere: "lies in another folder and holds no push, so it is not read"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }
}
