internal import PayloadRules

/// One line of an HTTP file.
struct HTTPLine {
  private let text: [UInt8]
  let start: Int
  /// Where its line end stands.
  let end: Int
  /// Its first and last byte that is no blank.
  let first: Int
  let last: Int

  init(_ text: [UInt8], _ start: Int, _ end: Int) {
    self.text = text
    self.start = start
    self.end = end
    var (first, last) = (start, end)
    while first < last, isWhite(text[first]) { first += 1 }
    while last > first, isWhite(text[last - 1]) { last -= 1 }
    self.first = first
    self.last = last
  }

  var isEmpty: Bool { first == last }

  func starts(with prefix: String) -> Bool {
    let prefix = prefix.utf8
    return last - first >= prefix.count && text[first..<first + prefix.count].elementsEqual(prefix)
  }

  /// Whether curl is called somewhere in the line, behind assignments, a loop, a pipe or a path.
  var holdsCommand: Bool {
    guard !starts(with: "#"), !starts(with: "//") else { return false }
    let name = Array("curl".utf8)
    let before = Set(" \t/;|&(`\"'".utf8)
    var index = first
    while index + name.count < last {
      defer { index += 1 }
      guard text[index] == name[0], text[index..<index + name.count].elementsEqual(name),
        index == first || before.contains(text[index - 1])
      else { continue }
      let rest = text[(index + name.count)..<last]
      // An option or an address must follow: `curl` is a word of texts as well.
      if rest.starts(with: " -".utf8) || rest.starts(with: " http".utf8) || rest.starts(with: ".exe ".utf8)
        || rest.starts(with: " \\".utf8) || rest.starts(with: " \"http".utf8)
        || rest.starts(with: " 'http".utf8)
      {
        return true
      }
    }
    return false
  }

  /// A comment of either editor; `#` and `//` begin one where they stand first.
  var isComment: Bool { starts(with: "#") || starts(with: "//") }

  /// Whether a JSON object, or a list, begins here.
  var isJSON: Bool {
    guard !isEmpty, text[first] == 0x7B || text[first] == 0x5B else { return false }
    return !starts(with: "{{")
  }

  func contains(_ bytes: [UInt8]) -> Bool {
    guard let sign = bytes.first else { return false }
    var index = first
    while index < last {
      if text[index] == sign, text[index..<last].starts(with: bytes) { return true }
      index += 1
    }
    return false
  }

  /// The whole line in lower case, where it is short enough to be a label.
  var label: String {
    last - first <= 16 ? String(decoding: text[first..<last], as: UTF8.self).asciiLowercased : ""
  }

  /// `HTTP/2 200`.
  var isResponse: Bool {
    guard starts(with: "HTTP/") else { return false }
    let words = text[first..<last].split(separator: 0x20)
    return words.count > 1 && words[1].count == 3 && words[1].allSatisfy(\.isDigit)
  }

  func trimmed(_ from: Int, _ to: Int) -> ByteRange {
    var (from, to) = (min(from, to), to)
    while from < to, isWhite(text[from]) { from += 1 }
    while to > from, isWhite(text[to - 1]) { to -= 1 }
    return ByteRange(from, to)
  }

  /// Between a header's name and its value: a colon, or ` = ` in the manner of frame listings.
  var separator: ByteRange? {
    var index = first
    if index < last, text[index] == UInt8(ascii: ":") { index += 1 }
    while index < last,
      text[index].isLetter || text[index].isDigit || [0x2D, 0x5F, 0x2E, 0x7B, 0x7D].contains(text[index])
    {
      index += 1
    }
    guard index > first, index < last else { return nil }
    if text[index] == UInt8(ascii: ":") { return ByteRange(index, index + 1) }
    guard text[index...].starts(with: Array(" = ".utf8)) else { return nil }
    return ByteRange(index, index + 3)
  }

  private static let methods: Set<String> = [
    "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT",
  ]

  /// Method and address of a request line.
  var requestLine: (method: ByteRange?, address: ByteRange)? {
    guard let firstBlank = text[first..<last].firstIndex(of: 0x20) else {
      return isAddress(first) ? (nil, ByteRange(first, last)) : nil
    }
    let word = String(decoding: text[first..<firstBlank].prefix(16), as: UTF8.self)
    let isMethod = HTTPLine.methods.contains(word)
    var address = isMethod ? trimmed(firstBlank, last) : ByteRange(first, last)
    guard isAddress(address.start) || (isMethod && (looksLikeHost(address) || isVariable(address))) else {
      return nil
    }
    // The version at the end is no part of the address.
    if let blank = text[address.start..<address.end].lastIndex(of: 0x20),
      text[(blank + 1)..<address.end].starts(with: Array("HTTP/".utf8))
    {
      address = trimmed(address.start, blank)
    }
    return (isMethod ? ByteRange(first, firstBlank) : nil, address)
  }

  private func isAddress(_ index: Int) -> Bool {
    let rest = text[index..<last]
    if rest.starts(with: Array("https://".utf8)) || rest.starts(with: Array("http://".utf8)) { return true }
    if rest.starts(with: Array("{{".utf8)) { return rest.firstIndex(of: UInt8(ascii: "/")) != nil }
    return index > first && (rest.first == UInt8(ascii: "/") || rest.first == 0x24 || rest.first == 0x3C)
  }

  private func isVariable(_ range: ByteRange) -> Bool {
    text[range.start..<range.end].starts(with: Array("{{".utf8))
  }

  /// A host without a scheme, and a path.
  private func looksLikeHost(_ range: ByteRange) -> Bool {
    let address = text[range.start..<range.end]
    guard let slash = address.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return address[..<slash].contains(UInt8(ascii: "."))
      && address[..<slash].allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x3A].contains($0) }
  }

  /// The path after `<`, `<@` or `<@encoding`.
  var fileName: ByteRange? {
    var index = first + 1
    if index < last, text[index] == UInt8(ascii: "@") {
      while index < last, text[index] > 0x20 { index += 1 }
    }
    guard index < last, text[index] == 0x20 || text[index] == 0x09 else { return nil }
    let name = trimmed(index, last)
    return name.isEmpty ? nil : name
  }
}
