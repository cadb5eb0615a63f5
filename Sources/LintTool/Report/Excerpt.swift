internal import PayloadRules

/// The source lines of a place, with markers under the exact range, ready for a terminal.
struct Excerpt {
  struct Line {
    var number: Int
    var text: String
    /// Blanks, then `^` under each marked column.
    var marker: String
    /// Whether lines between the one before and this one are left out.
    var followsGap = false
  }

  /// Columns that a line may take before it is shown as a window.
  static let maximumWidth = 100

  /// A private key in PEM is shorter than this.
  private static let reachForSecrets = 4096

  var lines: [Line] = []

  init(_ place: FilePlace, masker: Masker) {
    let first = place.source.line(at: place.range.start)
    let last =
      place.range.isEmpty ? first : place.source.line(at: max(place.range.start, place.range.end - 1))
    lines.append(Excerpt.line(first, of: place, masker, isFirst: true))
    if last > first {
      var line = Excerpt.line(last, of: place, masker, isFirst: false)
      line.followsGap = last > first + 1
      lines.append(line)
    }
  }

  /// A character of a line as it is shown.
  private struct Cell {
    var text: String
    var width: Int
    var isMarked: Bool
  }

  private static func line(_ number: Int, of place: FilePlace, _ masker: Masker, isFirst: Bool) -> Line {
    let range = place.source.lineRange(number)
    var part = ByteRange(
      max(range.start, place.range.start), min(range.end, max(place.range.end, range.start)))
    if !isFirst {
      // A last line is marked from its first character on, not under its indentation.
      while part.start < part.end, isBlank(place.source.bytes[part.start]) { part.start += 1 }
    }
    let clipped = clip(range, around: part, of: place.source)
    var cells = self.cells(clipped.range, marked: part, of: place.source, masker)
    cells = window(
      &cells, hasBefore: clipped.range.start > range.start, hasAfter: clipped.range.end < range.end)
    var text = ""
    var marker = ""
    for cell in cells {
      text += cell.text
      marker += String(repeating: cell.isMarked ? "^" : " ", count: cell.width)
    }
    while text.last == " " { text.removeLast() }
    while marker.last == " " { marker.removeLast() }
    return Line(number: number, text: text, marker: marker)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// A part of a very long line around the marked one, so that work does not grow with the line.
  private static func clip(
    _ line: ByteRange, around part: ByteRange, of source: SourceText
  ) -> (range: ByteRange, isClipped: Bool) {
    let reach = maximumWidth * 2
    guard line.count > 4 * reach else { return (line, false) }
    var start = max(line.start, part.start - reach)
    var end = min(line.end, part.start + 2 * reach)
    while start > line.start, source.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.end, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return (ByteRange(start, end), true)
  }

  private static func cells(
    _ range: ByteRange, marked: ByteRange, of source: SourceText, _ masker: Masker
  ) -> [Cell] {
    // What a secret is may be told by what stands before it, on an earlier line or out of the window.
    let start = max(0, range.start - reachForSecrets)
    let end = min(source.bytes.count, range.end + 64)
    let masked = masker.starred(Array(source.bytes[start..<end]))
    let bytes = Array(masked[(range.start - start)..<(range.end - start)])
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return plainCells(bytes, from: range.start, marked: marked)
    }
    var cells: [Cell] = []
    var offset = range.start
    var column = 0
    var hasMark = false
    for character in String(decoding: bytes, as: UTF8.self) {
      let shown = Excerpt.shown(character, column: column)
      var isMarked = false
      for scalar in character.unicodeScalars {
        // An empty range is marked at the character before which it lies.
        isMarked = isMarked || offset == marked.start || (marked.start < offset && offset < marked.end)
        offset += invalidAware(scalar, bytes, at: offset - range.start)
      }
      cells.append(Cell(text: shown.text, width: shown.width, isMarked: isMarked))
      hasMark = hasMark || isMarked
      column += shown.width
    }
    if !hasMark { cells.append(Cell(text: " ", width: 1, isMarked: true)) }
    return cells
  }

  /// The same for letters of ASCII, each of which is a character of one column.
  private static func plainCells(_ bytes: [UInt8], from start: Int, marked: ByteRange) -> [Cell] {
    var cells = bytes.enumerated().map { index, byte in
      let offset = start + index
      return Cell(
        text: String(UnicodeScalar(byte)), width: 1,
        isMarked: offset == marked.start || (marked.start < offset && offset < marked.end))
    }
    if !cells.contains(where: \.isMarked) { cells.append(Cell(text: " ", width: 1, isMarked: true)) }
    return cells
  }

  /// Bytes that a decoded scalar took: U+FFFD may stand for one invalid byte.
  private static func invalidAware(_ scalar: UnicodeScalar, _ bytes: [UInt8], at index: Int) -> Int {
    if scalar == "\u{FFFD}", !bytes[min(index, bytes.count)...].starts(with: [0xEF, 0xBF, 0xBD]) { return 1 }
    return UTF8.width(scalar)
  }

  /// A character as a terminal may show it, in at least one column.
  private static func shown(_ character: Character, column: Int) -> (text: String, width: Int) {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first else { return ("", 0) }
    switch scalar.value {
    case 0x20..<0x7F where scalars.count == 1: return (String(character), 1)
    case 0x09:
      let width = 4 - column % 4
      return (String(repeating: " ", count: width), width)
    case 0x00..<0x20:
      // The pictures of control characters lie in the same order.
      return (UnicodeScalar(0x2400 + scalar.value).map { String($0) } ?? "?", 1)
    case 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      // What would move or hide the text around it is shown as a dot.
      return ("·", 1)
    default:
      // A mark with nothing before it stands on a blank of its own.
      let width = DisplayWidth.columns(of: String(character))
      return width == 0 ? (" " + String(character), 1) : (String(character), width)
    }
  }

  /// The cells around the first marked one that fit, with an ellipsis where some are left out.
  private static func window(_ cells: inout [Cell], hasBefore: Bool, hasAfter: Bool) -> [Cell] {
    let total = cells.reduce(0) { $0 + $1.width }
    let ellipsis = Cell(text: "…", width: 1, isMarked: false)
    guard total > maximumWidth || hasBefore || hasAfter else { return cells }
    let firstMarked = cells.firstIndex(where: \.isMarked) ?? 0
    var start = firstMarked
    var width = 0
    while start > 0, width + cells[start - 1].width <= maximumWidth * 2 / 5 {
      start -= 1
      width += cells[start].width
    }
    var end = firstMarked
    while end < cells.count, width + cells[end].width <= maximumWidth - 2 {
      width += cells[end].width
      end += 1
    }
    while start > 0, width + cells[start - 1].width <= maximumWidth - 2 {
      start -= 1
      width += cells[start].width
    }
    var result = Array(cells[start..<end])
    if start > 0 || hasBefore { result.insert(ellipsis, at: 0) }
    if end < cells.count || hasAfter { result.append(ellipsis) }
    return result
  }
}
