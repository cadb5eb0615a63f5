/// Tells, without allocating, whether a key may be near a known one; `NearestMatch` then says which.
enum KeyNearness {
  /// The letters and digits of a name as bits, without what `NearestMatch` passes over.
  static func letters(_ name: ByteView) -> UInt32 {
    var letters: UInt32 = 0
    for index in 0..<name.count {
      let byte = name[index] | 0x20
      switch byte {
      case 0x73: break
      case 0x61...0x7A: letters |= 1 << UInt32(byte - 0x61)
      case 0x30...0x39: letters |= 1 << UInt32(26 + (byte & 3))
      default: if byte != 0x2D, byte != 0x7F, name[index] != 0x5F { letters |= 1 << 31 }
      }
    }
    return letters
  }

  /// Whether two names with these letters cannot be near: each edit changes two letters at most.
  @inline(__always)
  static func areApart(_ left: UInt32, _ right: UInt32) -> Bool { (left ^ right).nonzeroBitCount > 4 }

  /// Whether `name` may be near `other`, never false where `NearestMatch` finds it near.
  static func mayBeNear(_ name: ByteView, _ other: ByteView) -> Bool {
    var limit = other.count < 2 ? 0 : other.count < 8 ? 1 : 2
    for index in 0..<name.count where name[index] >= 0x80 { return true }
    for index in 0..<other.count where other[index] >= 0x80 { return true }
    if equalForms(name, other) { return true }
    // Letters that are passed over in the form count as edits otherwise.
    if other.count < 2 { limit = 0 }
    return isWithin(name, 0, other, 0, limit)
  }

  /// Whether the names are equal without `-`, `_`, letter case and every `s`: a little more than near.
  private static func equalForms(_ left: ByteView, _ right: ByteView) -> Bool {
    var (leftIndex, rightIndex) = (0, 0)
    while true {
      while leftIndex < left.count, isPassedOver(left[leftIndex]) { leftIndex += 1 }
      while rightIndex < right.count, isPassedOver(right[rightIndex]) { rightIndex += 1 }
      guard leftIndex < left.count, rightIndex < right.count else {
        return leftIndex == left.count && rightIndex == right.count
      }
      guard lowered(left[leftIndex]) == lowered(right[rightIndex]) else { return false }
      leftIndex += 1
      rightIndex += 1
    }
  }

  private static func isPassedOver(_ byte: UInt8) -> Bool {
    byte == 0x2D || byte == 0x5F || byte == 0x73 || byte == 0x53
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Whether so many edits turn one rest into the other; as deep as there are edits, two at most.
  private static func isWithin(
    _ left: ByteView, _ leftStart: Int, _ right: ByteView, _ rightStart: Int, _ limit: Int
  ) -> Bool {
    var (leftIndex, rightIndex) = (leftStart, rightStart)
    while leftIndex < left.count, rightIndex < right.count,
      lowered(left[leftIndex]) == lowered(right[rightIndex])
    {
      leftIndex += 1
      rightIndex += 1
    }
    let (leftRest, rightRest) = (left.count - leftIndex, right.count - rightIndex)
    if leftRest == 0 || rightRest == 0 { return max(leftRest, rightRest) <= limit }
    guard limit > 0, abs(leftRest - rightRest) <= limit else { return false }
    if isWithin(left, leftIndex + 1, right, rightIndex + 1, limit - 1) { return true }
    if isWithin(left, leftIndex + 1, right, rightIndex, limit - 1) { return true }
    if isWithin(left, leftIndex, right, rightIndex + 1, limit - 1) { return true }
    guard leftRest > 1, rightRest > 1, lowered(left[leftIndex]) == lowered(right[rightIndex + 1]),
      lowered(left[leftIndex + 1]) == lowered(right[rightIndex])
    else { return false }
    return isWithin(left, leftIndex + 2, right, rightIndex + 2, limit - 1)
  }
}
