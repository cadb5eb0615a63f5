internal import PayloadRules

/// What a script sets: variables, arrays, and under which conditions.
extension ShellScanner {
  private static let declarations: Set<String> = ["export", "local", "readonly", "declare", "typeset", "set"]

  private static let openings: Set<String> = ["if", "while", "until", "for", "case", "select"]
  private static let closings: Set<String> = ["fi", "done", "esac"]
  private static let branches: Set<String> = ["else", "elif"]
  private static let leading: Set<String> = ["then", "do", "else", "{", "!"]

  /// Takes note of what a command that ends here sets, and of the blocks that it opens and closes.
  mutating func follow(_ words: [ShellWord]) {
    var rest = words[...]
    while let first = rest.first?.string {
      if ShellScanner.openings.contains(first) { openBlocks += 1 }
      if ShellScanner.branches.contains(first) || ShellScanner.closings.contains(first) { endBranch() }
      if ShellScanner.closings.contains(first) { openBlocks = max(0, openBlocks - 1) }
      guard ShellScanner.leading.contains(first) else { break }
      rest = rest.dropFirst()
    }
    switch rest.first?.string {
    case "for", "select", "unset": forget(rest.dropFirst().prefix(1))
    case "read", "getopts", "mapfile", "readarray": forget(rest.dropFirst())
    case let first? where ShellScanner.declarations.contains(first):
      assign(rest.dropFirst().drop { $0.string.hasPrefix("-") })
    default: assign(rest)
    }
  }

  /// Ends a branch of a condition: what it set holds only if it ran.
  mutating func endBranch() {
    for name in unsure { forget(name) }
    unsure = []
  }

  private mutating func forget(_ names: ArraySlice<ShellWord>) {
    for name in names { forget(name.string) }
  }

  private mutating func forget(_ name: String) {
    setting.variables[name] = nil
    setting.arrays[name] = nil
    setting.fileVariables[name] = nil
  }

  /// Takes note of `NAME=value` words that are a command of their own.
  private mutating func assign(_ words: ArraySlice<ShellWord>) {
    for word in words {
      guard ShellScanner.nameLength(word.text.bytes) != nil else { return }
    }
    for word in words {
      let bytes = word.text.bytes
      guard let length = ShellScanner.nameLength(bytes) else { continue }
      let isAppended = bytes[length] == UInt8(ascii: "+")
      let name = String(decoding: bytes[..<length], as: UTF8.self)
      forget(name)
      if isAppended || isConditional { continue }
      if let file = word.file {
        setting.fileVariables[name] = file
      } else if bytes.count > length + 1 {
        // An empty one is a blank to be filled in, by an argument or by hand.
        setting.variables[name] = word.text.part(ByteRange(length + 1, bytes.count))
      }
      if openBlocks > 0 { unsure.insert(name) }
    }
  }

  /// Length of the name in `NAME=value` or `NAME+=value`.
  static func nameLength(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, first.isLetter || first == 0x5F else { return nil }
    var length = 1
    while length < bytes.count, isNameByte(bytes[length]) { length += 1 }
    guard length < bytes.count else { return nil }
    if bytes[length] == UInt8(ascii: "=") { return length }
    return bytes[length] == UInt8(ascii: "+") && length + 1 < bytes.count
      && bytes[length + 1] == UInt8(ascii: "=") ? length : nil
  }

  static func isNameByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x5F }

  /// `NAME=(…)`.
  mutating func readArray(_ name: String) {
    position += 1
    var words: [ShellWord] = []
    while position < end, text[position] != 0x29 {
      if isWhite(text[position]) {
        position += 1
      } else if text[position] == 0x23, isCommentStart {
        skipLine()
      } else {
        let start = position
        if let word = word() { words.append(word) }
        position = max(position, start + 1)
      }
    }
    position = min(position + 1, end)
    forget(name)
    setting.arrays[name] = words
    if openBlocks > 0 { unsure.insert(name) }
  }
}
