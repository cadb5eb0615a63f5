extension ByteView {
  /// Eight bytes from `index` on, the first one lowest; the caller has seen that `index + 8 <= count`.
  @inline(__always)
  func load64(at index: Int) -> UInt64 {
    assert(index >= 0 && index &+ 8 <= count)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Four bytes from `index` on, the first one lowest; the caller has seen that `index + 4 <= count`.
  @inline(__always)
  func load32(at index: Int) -> UInt32 {
    assert(index >= 0 && index &+ 4 <= count)
    return unsafe UInt32(
      littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// The byte at `index`, or nil past the end.
  @inline(__always)
  package func at(_ index: Int) -> UInt8? {
    index >= 0 && index < count ? self[index] : nil
  }

  /// Feeds the bytes to a hasher, whose seed nobody can guess.
  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Appends the bytes to `bytes`.
  package func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }

  /// Whether `bytes` stand at `index`.
  @inline(__always)
  package func has(_ bytes: StaticString, at index: Int) -> Bool {
    let length = bytes.utf8CodeUnitCount
    guard index >= 0, index <= count - length else { return false }
    for offset in 0..<length {
      guard unsafe self[index + offset] == bytes.utf8Start[offset] else { return false }
    }
    return true
  }
}
