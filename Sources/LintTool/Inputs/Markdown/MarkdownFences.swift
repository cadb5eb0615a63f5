internal import PayloadRules

/// One fenced block of a Markdown text.
struct MarkdownFence {
  /// The first word behind the opening fence, in lower case.
  var language: String
  /// Its lines, without the indentation that the fence has.
  var bytes: [UInt8]
  /// From these bytes to the file's.
  var map: OffsetMap

  /// The fenced blocks of a text, in order; one that does not close ends with the text.
  static func all(in text: [UInt8]) -> [MarkdownFence] {
    var fences: [MarkdownFence] = []
    var open: (fence: MarkdownFence, sign: UInt8, length: Int, indentation: Int, quotes: Int)?
    var start = InputShape.byteOrderMarkLength(text)
    while start < text.count {
      let lineEnd = text[start...].firstIndex(of: 0x0A) ?? text.count
      let next = min(lineEnd + 1, text.count)
      let quoted = quotes(text, start, lineEnd, atMost: open?.quotes ?? Int.max)
      // With the quotation ends what stands in it.
      if let block = open, quoted.count < block.quotes {
        fences.append(block.fence)
        open = nil
      }
      start = quoted.end
      let line = HTTPLine(text, start, lineEnd)
      let (sign, length) = fence(text, line)
      if let block = open {
        if sign == block.sign, length >= block.length, line.first + length == line.last {
          fences.append(block.fence)
          open = nil
        } else {
          let kept = min(start + block.indentation, max(line.first, start))
          let from = lineEnd == line.first ? min(kept, lineEnd) : kept
          open?.fence.map.append(next - from, at: from, outerCount: next - from, isLinear: true)
          open?.fence.bytes.append(contentsOf: text[from..<next])
        }
      } else if length >= 3 {
        let info = line.trimmed(line.first + length, line.last)
        let words = text[info.start..<info.end].split { $0 == 0x20 || $0 == 0x2C || $0 == 0x7B || $0 == 0x7D }
        // Two back quotes around words on one line are code within it.
        if !(sign == 0x60 && text[info.start..<info.end].contains(0x60)) {
          let language = words.first.map { String(decoding: $0, as: UTF8.self).asciiLowercased } ?? ""
          open = (
            MarkdownFence(language: language, bytes: [], map: OffsetMap()), sign, length, line.first - start,
            quoted.count
          )
        }
      }
      start = next
    }
    if let open { fences.append(open.fence) }
    return fences
  }

  /// The signs of quotations that a line begins with, and where what they quote begins.
  private static func quotes(
    _ text: [UInt8], _ start: Int, _ end: Int, atMost limit: Int
  ) -> (count: Int, end: Int) {
    var (count, last) = (0, start)
    while count < limit {
      var index = last
      while index < end, index - last < 4, text[index] == 0x20 { index += 1 }
      guard index < end, index - last < 4, text[index] == UInt8(ascii: ">") else { break }
      index += 1
      if index < end, text[index] == 0x20 { index += 1 }
      (count, last) = (count + 1, index)
    }
    return (count, last)
  }

  /// The sign of a fence, and how often it stands at the beginning of a line.
  private static func fence(_ text: [UInt8], _ line: HTTPLine) -> (sign: UInt8, length: Int) {
    guard line.first < line.last, text[line.first] == 0x60 || text[line.first] == 0x7E else { return (0, 0) }
    var index = line.first
    while index < line.last, text[index] == text[line.first] { index += 1 }
    return index - line.first >= 3 ? (text[line.first], index - line.first) : (0, 0)
  }

  /// A name by which the block's kind is told; nil for a language in which nobody keeps a push.
  var name: String? {
    switch language {
    case "json", "jsonc", "json5", "apns", "": "block.json"
    case "http", "rest", "https": "block.http"
    case "bash", "sh", "shell", "zsh", "console", "curl", "shell-session", "shellsession", "terminal", "cmd":
      "block.sh"
    case "yaml", "yml": "block.yaml"
    default: nil
    }
  }
}
