/// Bytes that are gathered for one request and thrown away for the next, in memory that is kept.
///
/// Unlike an array's, its bytes can be viewed without a closure; a view ends at the next `append`.
@safe
struct ByteStore: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 256) {
    unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity, 16))
    self.capacity = max(capacity, 16)
  }

  deinit { unsafe base.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Everything gathered so far.
  var view: ByteView { unsafe ByteView(UnsafeBufferPointer(start: base, count: count)) }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    count &+= 1
  }

  /// Appends the UTF-8 of a text and returns where it lies.
  mutating func append(_ text: String) -> ByteRange {
    let start = count
    let isCopied: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append($0) }
    guard isCopied == nil else { return ByteRange(start, count) }
    for byte in text.utf8 { append(byte) }
    return ByteRange(start, count)
  }

  @inline(__always)
  private mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) {
    reserve(buffer.count)
    if let first = buffer.baseAddress {
      unsafe (base + count).update(from: first, count: buffer.count)
    }
    count &+= buffer.count
  }

  /// Appends bytes of another place (not of this store) and returns where they lie.
  mutating func append(_ bytes: ByteView) -> ByteRange {
    let start = count
    reserve(bytes.count)
    unsafe (base + count).update(from: bytes.base, count: bytes.count)
    count &+= bytes.count
    return ByteRange(start, count)
  }

  mutating func append(bytes: [UInt8]) -> ByteRange { bytes.withByteView { append($0) } }

  /// Appends bytes as hexadecimal digits in lower case.
  mutating func appendHexadecimal(_ bytes: [UInt8]) -> ByteRange {
    let start = count
    reserve(bytes.count * 2)
    for byte in bytes {
      appendDigit(byte >> 4)
      appendDigit(byte & 15)
    }
    return ByteRange(start, count)
  }

  private mutating func appendDigit(_ digit: UInt8) { append(digit < 10 ? 0x30 + digit : 0x57 + digit) }

  /// Turns A to Z in a range into lower case.
  func lowerCase(_ range: ByteRange) {
    precondition(range.start >= 0 && range.end <= count)
    let bytes = unsafe UnsafeMutableRawPointer(base)
    var index = range.start
    while index &+ 8 <= range.end {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      let capitals = word.bytes(from: 0x41, through: 0x5A)
      if capitals != 0 {
        unsafe bytes.storeBytes(of: word | capitals &>> 2, toByteOffset: index, as: UInt64.self)
      }
      index &+= 8
    }
    while index < range.end {
      let byte = unsafe base[index]
      if byte >= 0x41, byte <= 0x5A { unsafe base[index] = byte | 0x20 }
      index &+= 1
    }
  }

  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if count &+ extra > capacity { widen(extra) }
  }

  private mutating func widen(_ extra: Int) {
    let wider = max(capacity * 2, count + extra)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = wider
  }
}
