/// A JSON text spread over lines for reading, and where each of its bytes came to stand.
struct JSONLayout {
  private(set) var text: [UInt8] = []
  private var positions: [Int] = []

  /// Short objects and arrays stay on one line.
  private static let widthOfOneLine = 64

  /// `source` is JSON without white space.
  init(_ source: [UInt8]) {
    let ends = Self.ends(of: source)
    var open: [Bool] = []
    var (isText, isEscaped) = (false, false)
    for (index, byte) in source.enumerated() {
      if !isText, byte == 0x7D || byte == 0x5D {
        let isSpread = open.popLast() ?? false
        if isSpread { breakLine(open.count { $0 }) }
      }
      positions.append(text.count)
      text.append(byte)
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isText = false
        }
        continue
      }
      switch byte {
      case 0x22: isText = true
      case 0x7B, 0x5B:
        open.append((ends[index] ?? index) - index > Self.widthOfOneLine)
        if open.last == true { breakLine(open.count { $0 }) }
      case 0x2C where open.last == true: breakLine(open.count { $0 })
      case 0x2C, 0x3A: text.append(0x20)
      default: break
      }
    }
    positions.append(text.count)
  }

  private mutating func breakLine(_ depth: Int) {
    text.append(0x0A)
    text += [UInt8](repeating: 0x20, count: 2 * depth)
  }

  /// The range of the laid-out text that a range of the source became.
  func range(_ range: ByteRange) -> ByteRange {
    guard range.start >= 0, range.end < positions.count, range.start <= range.end else {
      return ByteRange(0, 0)
    }
    let end = range.isEmpty ? positions[range.start] : positions[range.end - 1] + 1
    return ByteRange(positions[range.start], end)
  }

  /// Where each bracket is closed.
  private static func ends(of source: [UInt8]) -> [Int: Int] {
    var (ends, open): ([Int: Int], [Int]) = ([:], [])
    var (isText, isEscaped) = (false, false)
    for (index, byte) in source.enumerated() {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isText = false
        }
      } else if byte == 0x22 {
        isText = true
      } else if byte == 0x7B || byte == 0x5B {
        open.append(index)
      } else if byte == 0x7D || byte == 0x5D, let start = open.popLast() {
        ends[start] = index
      }
    }
    return ends
  }
}
