/// Finds the known name that an unknown one was probably meant to be.
///
/// Two names are near if they are equal once letter case, `-`, `_` and a plural s are left out, or if one
/// edit (two from eight letters on) turns one into the other; an edit inserts, drops or replaces a letter or
/// swaps two neighbours. Letter case never counts.
package enum NearestMatch {
  /// Longer names are nobody's misspelling, and comparing them would be costly.
  private static let maximumBytes = 256

  /// The nearest of `names`, the first of several equally near; nil if none is near.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    guard name.utf8.count <= maximumBytes else { return nil }
    return nearest(to: Array(name.utf8), among: names)
  }

  /// The same for a name that is at hand as UTF-8 bytes.
  package static func nearest(to name: [UInt8], among names: some Sequence<String>) -> String? {
    guard !name.isEmpty, name.count <= maximumBytes else { return nil }
    let letters = lowercaseLetters(name)
    let form = normalForm(name)
    let set = name.withByteView { KeyNearness.letters($0) }
    var best: String?
    var bestDistance = Int.max
    for candidate in names {
      // Most names have nothing in common, which shows without a copy of their letters.
      guard !KeyNearness.areApart(set, letterSet(of: candidate)) else { continue }
      let bytes = Array(candidate.utf8)
      guard !bytes.isEmpty, bytes.count <= maximumBytes else { continue }
      if !form.isEmpty, form == normalForm(bytes) {
        // Equal letters count as no edit; a name that is equal as it stands cannot be beaten.
        if bytes == name { return candidate }
        if bestDistance > 0 { (best, bestDistance) = (candidate, 0) }
        continue
      }
      let candidateLetters = lowercaseLetters(bytes)
      let limit = min(allowedEdits(candidateLetters.count), bestDistance - 1)
      guard let distance = distance(letters, candidateLetters, limit: limit) else { continue }
      (best, bestDistance) = (candidate, distance)
    }
    return best
  }

  /// Whether `name` is near `other`; equal names are.
  package static func isNear(_ name: [UInt8], _ other: String) -> Bool {
    nearest(to: name, among: CollectionOfOne(other)) != nil
  }

  private static func letterSet(of name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { unsafe KeyNearness.letters(ByteView($0)) }
  }

  /// Edits that a known name of so many letters forgives; none for a single letter.
  private static func allowedEdits(_ letterCount: Int) -> Int {
    letterCount < 2 ? 0 : letterCount < 8 ? 1 : 2
  }

  /// The name in lower case without `-`, `_` and the plural s of each of its words.
  package static func normalForm(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in name.enumerated() {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { continue }
      let letter = lowercase(byte)
      if letter == UInt8(ascii: "s"), index > 0, endsWord(name, at: index + 1) { continue }
      result.append(letter)
    }
    return result
  }

  private static func endsWord(_ name: [UInt8], at index: Int) -> Bool {
    guard index < name.count else { return true }
    let next = name[index]
    // In `alertsBody` a word ends before the capital; in `ALERTS` none does before the last letter.
    return next == UInt8(ascii: "-") || next == UInt8(ascii: "_")
      || (isUppercase(next) && !isUppercase(name[index - 1]))
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// The Unicode scalars of the name, ASCII ones in lower case.
  private static func lowercaseLetters(_ name: [UInt8]) -> [UInt32] {
    guard name.contains(where: { $0 >= 0x80 }) else { return name.map { UInt32(lowercase($0)) } }
    return String(decoding: name, as: UTF8.self).unicodeScalars.map { scalar in
      scalar.isASCII ? UInt32(lowercase(UInt8(truncatingIfNeeded: scalar.value))) : scalar.value
    }
  }

  /// Edits between two texts, or nil if there are more than `limit`.
  package static func distance<Letter: Equatable>(
    _ left: [Letter], _ right: [Letter], limit: Int
  ) -> Int? {
    guard limit >= 0, abs(left.count - right.count) <= limit else { return nil }
    // Equal beginnings and ends need no edit; what is between them is mostly short.
    var start = 0
    var leftEnd = left.count
    var rightEnd = right.count
    while start < leftEnd, start < rightEnd, left[start] == right[start] { start += 1 }
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    if start == leftEnd || start == rightEnd { return max(leftEnd, rightEnd) - start }
    return distance(left[start..<leftEnd], right[start..<rightEnd], limit: limit)
  }

  private static func distance<Letter: Equatable>(
    _ left: ArraySlice<Letter>, _ right: ArraySlice<Letter>, limit: Int
  ) -> Int? {
    // Rows of the usual table of prefixes: the one being filled and the two before it.
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = beforePrevious
    for row in 1...left.count {
      let leftIndex = left.startIndex + row - 1
      current[0] = row
      var smallest = row
      for column in 1...right.count {
        let rightIndex = right.startIndex + column - 1
        let isEqual = left[leftIndex] == right[rightIndex]
        var edits = min(previous[column], current[column - 1]) + 1
        edits = min(edits, previous[column - 1] + (isEqual ? 0 : 1))
        if row > 1, column > 1, left[leftIndex] == right[rightIndex - 1],
          left[leftIndex - 1] == right[rightIndex]
        {
          edits = min(edits, beforePrevious[column - 2] + 1)
        }
        current[column] = edits
        smallest = min(smallest, edits)
      }
      // A swap reaches back two rows, so one full row beyond the limit is not the end by itself.
      if smallest > limit, (previous.min() ?? 0) > limit { return nil }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    let edits = previous[right.count]
    return edits <= limit ? edits : nil
  }
}
