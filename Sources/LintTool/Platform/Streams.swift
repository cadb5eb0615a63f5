/// Where bytes are written to: a standard stream, or memory in a test.
package protocol OutputStream: AnyObject {
  var isTerminal: Bool { get }
  func write(_ bytes: [UInt8])
}

extension OutputStream {
  package func write(_ text: String) { write(Array(text.utf8)) }
}

/// Where `-` is read from.
package protocol InputStream: AnyObject {
  var isTerminal: Bool { get }
  /// The next bytes; empty at the end.
  func readSome() throws(FileError) -> [UInt8]
  /// Whether reading would return at once; false where the sender pauses.
  var isReady: Bool { get }
}

extension InputStream {
  package var isReady: Bool { true }

  /// Everything that is left, behind `head`.
  package func readAll(
    after head: [UInt8] = [], limit: Int = FileSystem.maximumBytes
  ) throws(FileError) -> [UInt8] {
    var bytes = head
    while true {
      let chunk = try readSome()
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > limit { throw FileError(path: "-", kind: .tooLarge) }
    }
  }
}

/// Standard output or standard error of the process, unbuffered.
final class ProcessOutput: OutputStream {
  private let descriptor: Int32
  private var isOpen = true
  /// Bytes were lost, and not because the reader had enough: the device is full, or the stream is closed.
  private(set) var hasFailed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { SystemCalls.isTerminal(descriptor) }

  func write(_ bytes: [UInt8]) {
    // Once the reader is gone there is nobody to tell.
    guard isOpen, !bytes.isEmpty else { return }
    isOpen = SystemCalls.write(bytes, to: descriptor)
    if !isOpen, !SystemCalls.wasBrokenPipe { hasFailed = true }
  }
}

/// Standard input of the process, a pipe, or a file that is read piece by piece.
package final class DescriptorInput: InputStream {
  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool

  /// An open stream, which stays open.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    path = "-"
    isOwned = false
  }

  /// A file.
  package init(path: String) throws(FileError) {
    do { descriptor = try SystemCalls.openFile(path).descriptor } catch {
      throw FileError(path: path, kind: error.kind)
    }
    self.path = path
    isOwned = true
  }

  deinit {
    if isOwned { SystemCalls.closeFile(descriptor) }
  }

  package var isTerminal: Bool { SystemCalls.isTerminal(descriptor) }
  package var isReady: Bool { SystemCalls.isReady(descriptor) }

  package func readSome() throws(FileError) -> [UInt8] {
    do { return try SystemCalls.readSome(descriptor, upTo: 1 << 17) } catch {
      throw FileError(path: path, kind: error.kind)
    }
  }
}

/// A stream into memory.
package final class MemoryOutput: OutputStream {
  package private(set) var bytes: [UInt8] = []
  package let isTerminal: Bool

  package init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

  package func write(_ bytes: [UInt8]) { self.bytes += bytes }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A stream out of memory.
package final class MemoryInput: InputStream {
  private let bytes: [UInt8]
  private var done = 0
  package let isTerminal = false

  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }
  package convenience init(_ text: String) { self.init(Array(text.utf8)) }

  package func readSome() throws(FileError) -> [UInt8] {
    let chunk = Array(bytes[done...].prefix(1 << 16))
    done += chunk.count
    return chunk
  }
}
