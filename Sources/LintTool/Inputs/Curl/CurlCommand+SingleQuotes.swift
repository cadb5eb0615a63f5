internal import PayloadRules

extension CurlCommand {
  /// Where a variable stands between single quotes in what is sent, so that the shell leaves it as it is written.
  func variablesInSingleQuotes(_ call: ShellCall, in source: SourceText) -> [ByteRange] {
    // What `watch` runs goes through a second shell, which takes the quotes off and fills the variables in.
    if call.command.words[..<call.index].contains(where: { $0.string == "watch" }) { return [] }
    var texts = headers.map(\.text) + bodies.map(\.word.text) + addresses.map(\.text)
    texts += [user?.text, bearer?.text].compactMap { $0 }
    for body in bodies where body.option != "data-raw" {
      let name = body.word.string
      if name == "@-" || name == "@/dev/stdin" {
        if case .text(let text)? = call.input { texts.append(text) }
      } else if name.utf8.first == UInt8(ascii: "@"),
        let text = call.command.setting.files[String(name.dropFirst())]
      {
        texts.append(text)
      }
    }
    // Words of one array, and texts put together from one variable, share their pieces.
    var seen: Set<Int> = []
    var ranges: [ByteRange] = []
    for text in texts {
      for piece in text.pieces where piece.style == .singleQuoted && seen.insert(piece.range.start).inserted {
        ranges += ShellVariables.ranges(in: source.bytes, within: piece.range)
      }
    }
    return ranges.sorted { $0.start < $1.start }
  }
}

/// Finds what a shell would take for a variable, if it stood where the shell looks for one.
enum ShellVariables {
  /// No name of a variable with a default behind it is longer.
  private static let longestBraces = 128

  static func ranges(in bytes: [UInt8], within part: ByteRange) -> [ByteRange] {
    var ranges: [ByteRange] = []
    var index = part.start
    let end = min(part.end, bytes.count)
    while index < end {
      guard bytes[index] == 0x24, let last = variableEnd(in: bytes, from: index, before: end),
        isMeant(in: bytes, ByteRange(index, last), within: part)
      else {
        index += 1
        continue
      }
      ranges.append(ByteRange(index, last))
      index = last
    }
    return ranges
  }

  /// The end of `$NAME` or `${NAME…}`; nil for any other dollar sign, `$5`, `${{ … }}` and `${a.b}` among them.
  private static func variableEnd(in bytes: [UInt8], from start: Int, before end: Int) -> Int? {
    let isBraced = start + 1 < end && bytes[start + 1] == 0x7B
    let first = start + (isBraced ? 2 : 1)
    guard first < end, bytes[first].isLetter || bytes[first] == 0x5F else { return nil }
    var index = first
    while index < end, ShellScanner.isNameByte(bytes[index]) { index += 1 }
    guard isBraced else { return index }
    guard index < end, bytes[index] == 0x7D || Array(":-=?+#%/^,[".utf8).contains(bytes[index]) else {
      return nil
    }
    let limit = min(end, start + longestBraces)
    while index < limit, bytes[index] != 0x0A {
      if bytes[index] == 0x7D { return index + 1 }
      index += 1
    }
    return nil
  }

  /// Whether a variable is what anybody means: no `%1$s`, `US$A`, `$$x` or `\$x`, and no key such as `"$type":`.
  private static func isMeant(in bytes: [UInt8], _ range: ByteRange, within part: ByteRange) -> Bool {
    guard range.start > part.start else { return true }
    let before = bytes[range.start - 1]
    if before == 0x24 || before == 0x5C { return false }
    if bytes[range.start + 1] != 0x7B, ShellScanner.isNameByte(before), before != 0x5F { return false }
    guard before == 0x22, range.end < part.end, bytes[range.end] == 0x22 else { return true }
    var next = range.end + 1
    while next < part.end, isWhite(bytes[next]) { next += 1 }
    return next >= part.end || bytes[next] != UInt8(ascii: ":")
  }
}
