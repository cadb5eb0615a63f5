#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Everything that this tool asks of the operating system but threads; no file outside this folder imports the
/// C library.
enum SystemCalls {
  /// What a path leads to.
  enum FileKind { case file, folder, link, other }

  /// What a call that failed reported.
  struct Failure: Error {
    var code: Int32

    var kind: FileError.Kind {
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .isFolder
      case EEXIST: .exists
      case EACCES, EPERM: .permissionDenied
      default: .unreadable(String(cString: strerror(code)))
      }
    }
  }

  /// The bytes of a file; at most `limit` of them and one more.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let (descriptor, size) = try openFile(path)
    defer { close(descriptor) }
    // One more than there are, so that the end is seen without another array.
    let capacity = min(max(size, 0), limit) + 1
    var bytes = try readSome(descriptor, upTo: capacity)
    while !bytes.isEmpty, bytes.count <= limit {
      let rest = capacity - bytes.count
      let chunk = try readSome(descriptor, upTo: rest > 0 ? rest : 1 << 16)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Opens a file to read; folders are refused.
  static func openFile(_ path: String) throws(Failure) -> (descriptor: Int32, size: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let failure = Failure(code: errno)
      close(descriptor)
      throw failure
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw Failure(code: EISDIR)
    }
    return (descriptor, Int(status.st_size))
  }

  static func closeFile(_ descriptor: Int32) { close(descriptor) }

  /// The next bytes of a stream, as many as there are up to `limit`; empty at its end.
  static func readSome(_ descriptor: Int32, upTo limit: Int = 1 << 16) throws(Failure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { buffer, count in
      while true {
        #if canImport(Darwin)
          let result = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          let result = Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
        count = max(result, 0)
        if result >= 0 { return }
        if errno == EINTR { continue }
        code = errno
        return
      }
    }
    if code != 0 { throw Failure(code: code) }
    return bytes
  }

  /// Whether a read would return at once: there are bytes, or the stream has ended.
  static func isReady(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Where a byte stands for the first time, from `start` on.
  static func firstIndex(of byte: UInt8, in buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = buffer.baseAddress, start < buffer.count,
      let found = memchr(base + start, Int32(byte), buffer.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// Processors that this process may use.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Writes all bytes; false once the reader has gone away or the device is full.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Musl.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return false
      }
      done += count
    }
    return true
  }

  /// Whether the last failure to write was a reader that has gone away, which is no trouble of ours.
  static var wasBrokenPipe: Bool { errno == EPIPE }

  /// A reader that goes away makes `write` fail instead of ending the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  static func endProcess(_ status: Int32) -> Never { exit(status) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The current folder, without a final slash but at the root.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Seconds since 1970.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What `path` is; nil where nothing is there, or nothing that may be seen.
  static func kind(of path: String, followsLinks: Bool = true) -> FileKind? {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// The names in a folder with what they are, links not followed, in no order.
  static func list(_ path: String) throws(Failure) -> [(name: String, kind: FileKind)] {
    guard let folder = opendir(path) else { throw Failure(code: errno) }
    defer { closedir(folder) }
    var entries: [(name: String, kind: FileKind)] = []
    while let entry = readdir(folder) {
      let type = Int32(entry.pointee.d_type)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      let kind: FileKind
      switch type {
      case Int32(DT_REG): kind = .file
      case Int32(DT_DIR): kind = .folder
      case Int32(DT_LNK): kind = .link
      case Int32(DT_UNKNOWN): kind = self.kind(of: path + "/" + name, followsLinks: false) ?? .other
      default: kind = .other
      }
      entries.append((name, kind))
    }
    return entries
  }

  /// Makes a new file; fails where anything has that name.
  static func create(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var isWritten = write(bytes, to: descriptor)
    let code = errno
    isWritten = close(descriptor) == 0 && isWritten
    if !isWritten {
      unlink(path)
      throw Failure(code: code)
    }
  }

  /// Replaces a file by `bytes` in one step and keeps its mode; a link stays and its target is replaced.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    var target = path
    if let resolved = realpath(path, nil) {
      target = String(cString: resolved)
      free(resolved)
    }
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      // A device or a pipe, such as /dev/stdout: written to, never replaced.
      let descriptor = open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(code: errno) }
      defer { close(descriptor) }
      guard write(bytes, to: descriptor) else { throw Failure(code: errno) }
      return
    }
    let temporary = target + ".\(getpid()).tmp"
    let mode = exists ? status.st_mode & 0o7777 : 0o666
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var isWritten = write(bytes, to: descriptor)
    let code = errno
    if exists { isWritten = fchmod(descriptor, mode) == 0 && isWritten }
    isWritten = close(descriptor) == 0 && isWritten
    guard isWritten, rename(temporary, target) == 0 else {
      let failure = Failure(code: isWritten ? errno : code)
      unlink(temporary)
      throw failure
    }
  }
}
