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
}

extension InputStream {
  /// Everything that is left.
  package func readAll(limit: Int = FileSystem.maximumBytes) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
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

/// Standard input of the process.
final class ProcessInput: InputStream {
  var isTerminal: Bool { SystemCalls.isTerminal(0) }

  func readSome() throws(FileError) -> [UInt8] {
    do { return try SystemCalls.readSome() } catch { throw FileError(path: "-", kind: error.kind) }
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
  private var bytes: [UInt8]
  package let isTerminal = false

  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }
  package convenience init(_ text: String) { self.init(Array(text.utf8)) }

  package func readSome() throws(FileError) -> [UInt8] {
    let chunk = Array(bytes.prefix(1 << 16))
    bytes.removeFirst(chunk.count)
    return chunk
  }
}
