/// The paths that `--files-from` names, one a line or each with a zero byte after it, as they are read.
struct PathList {
  private static let maximumPath = 1 << 16
  private static let maximumFile = 1 << 28

  private let name: String
  private let separator: UInt8
  /// Nil for a file, which was read whole.
  private let stream: (any InputStream)?
  private var buffer: [UInt8]
  private var start = 0
  private var isAtEnd: Bool
  private var line = 0

  init(_ file: String, isNullSeparated: Bool, input: any InputStream) throws(FileError) {
    name = file
    separator = isNullSeparated ? 0 : 0x0A
    stream = file == "-" ? input : nil
    buffer = file == "-" ? [] : try FileSystem.read(file, limit: PathList.maximumFile)
    isAtEnd = file != "-"
  }

  /// Whether the next path is there without waiting for the sender.
  var isReady: Bool { isAtEnd || buffer[start...].contains(separator) || stream?.isReady ?? true }

  /// The next path; empty lines are none.
  mutating func next() throws(FileError) -> String? {
    while true {
      guard var bytes = try nextItem() else { return nil }
      line += 1
      if separator == 0x0A, bytes.last == 0x0D { bytes = bytes.dropLast() }
      if bytes.isEmpty { continue }
      if bytes.contains(0) {
        throw FileError(
          path: name, kind: .unreadable("line \(line) holds a zero byte; paths apart by those need --null"))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private mutating func nextItem() throws(FileError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: separator) {
        defer { start = end + 1 }
        return buffer[start..<end]
      }
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? buffer[start...] : nil
      }
      guard buffer.count - start <= PathList.maximumPath else {
        throw FileError(path: name, kind: .unreadable("path \(line + 1) is too long to be one"))
      }
      searched = buffer.count - start
      buffer.removeFirst(start)
      start = 0
      let more = try stream?.readSome() ?? []
      isAtEnd = more.isEmpty
      buffer += more
    }
  }
}
