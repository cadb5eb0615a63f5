/// A table of plain values in memory of its own: every access is checked, none counts references.
///
/// Whoever allocates one frees it; a copy is a second name for the same memory.
@safe
struct FixedBuffer<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  static func allocate(_ count: Int, repeating element: Element) -> FixedBuffer {
    let base = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: element, count: max(count, 1))
    return unsafe FixedBuffer(base: base, count: count)
  }

  static func allocate(_ elements: [Element]) -> FixedBuffer {
    let base = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    unsafe elements.withUnsafeBufferPointer { source in
      if let first = source.baseAddress {
        unsafe base.initialize(from: first, count: source.count)
      }
    }
    return unsafe FixedBuffer(base: base, count: elements.count)
  }

  private init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  func deallocate() { unsafe base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base[index]
    }
    nonmutating set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base[index] = newValue
    }
  }

  func fill(_ element: Element) { unsafe base.update(repeating: element, count: count) }

  /// Puts the elements of another table of the same size here.
  func copy(from other: FixedBuffer) {
    precondition(other.count == count)
    unsafe base.update(from: other.base, count: count)
  }
}

extension FixedBuffer where Element == UInt8 {
  /// The bytes, for as long as the table lives.
  var view: ByteView { unsafe ByteView(UnsafeBufferPointer(start: base, count: count)) }
}
