/// How many columns of a terminal text takes.
package enum DisplayWidth {
  /// Columns of a string, with joined emoji, flags and skin tones taken as one picture.
  package static func columns(of text: String) -> Int {
    var total = 0
    /// Columns of the picture or letter that marks may still attach to.
    var last = 0
    var isJoined = false
    var isHalfFlag = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      switch value {
      case 0x200D:
        isJoined = last == 2
        isHalfFlag = false
        continue
      case 0xFE0F:
        // A picture that is plain text by default takes two columns once it is asked to be a picture.
        if last == 1 {
          total += 1
          last = 2
        }
        continue
      case 0x1F3FB...0x1F3FF where last == 2: continue
      case 0x1F1E6...0x1F1FF where isHalfFlag:
        isHalfFlag = false
        continue
      default: break
      }
      let width = columns(of: scalar)
      guard width > 0 else { continue }
      isHalfFlag = (0x1F1E6...0x1F1FF).contains(value)
      if isJoined {
        isJoined = false
        continue
      }
      total += width
      last = width == 1 && !scalar.properties.isEmoji ? 0 : width
    }
    return total
  }

  /// Columns of a scalar by itself: 0 for marks, joiners and control characters, 2 for East Asian wide
  /// letters and emoji, else 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    if value < 0x300 { return value < 0xA0 ? 0 : 1 }
    if isWide(value) || scalar.properties.isEmojiPresentation {
      // A few marks lie among the wide letters.
      return (0x302A...0x302F).contains(value) || (0x3099...0x309A).contains(value) ? 0 : 2
    }
    // Vowels and finals that join the Hangul letter before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return 1
    }
  }

  /// First and last scalars of the ranges that Unicode calls wide or full-width, ascending. Gaps without
  /// letters are bridged.
  private static let wideRanges: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x2329, 0x232A), (0x2E80, 0x303E), (0x3041, 0x33FF), (0x3400, 0x4DBF),
    (0x4E00, 0xA4CF), (0xA960, 0xA97F), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19),
    (0xFE30, 0xFE6F), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x18DFF), (0x1AFF0, 0x1B2FF),
    (0x1F200, 0x1F265), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].first <= value
  }
}
