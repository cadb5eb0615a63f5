/// Applies edits to a text: every byte that no edit covers stays.
package enum EditApplier {
  /// The text after the edits; nil where they overlap, insert twice at one place, or reach past its end.
  package static func apply(_ edits: [Edit], to text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = 0
    var last: ByteRange?
    for edit in edits.sorted(by: { $0.range < $1.range }) {
      let (start, end) = (edit.range.start, edit.range.end)
      guard start >= position, end >= start, end <= text.count else { return nil }
      // Which of two insertions comes first, nobody said; one that follows a replacement has its place.
      if edit.range.isEmpty, edit.range == last { return nil }
      last = edit.range
      result += text[position..<start]
      result += Array(edit.text.utf8)
      position = end
    }
    result += text[position...]
    return result
  }
}
