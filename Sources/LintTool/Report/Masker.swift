internal import PayloadRules

/// Hides tokens, JWTs and keys in texts: only the first and last four characters stay.
package struct Masker: Sendable {
  private let secrets: [[UInt8]]
  private let isOn: Bool

  /// `secrets` are known ones; long runs of hexadecimal digits, JWTs and PEM keys are found by their looks.
  package init(secrets: [String] = [], isOn: Bool = true) {
    self.isOn = isOn
    self.secrets = secrets.map { Array($0.utf8) }.filter {
      $0.count > 8 && !Masker.looksLikePlaceholder($0)
    }
  }

  private static func looksLikePlaceholder(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x7B, 0x7B]) || bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "%")
  }

  /// The text with each secret shortened.
  package func shortened(_ text: String) -> String {
    guard isOn else { return text }
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes)
    guard !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    var done = 0
    for range in ranges {
      let hidden = Masker.hidden(range, in: bytes)
      result += bytes[done..<hidden.start]
      result += Array("…".utf8)
      done = hidden.end
    }
    result += bytes[done...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes with each secret starred out, as long as before.
  package func starred(_ bytes: [UInt8]) -> [UInt8] {
    guard isOn else { return bytes }
    var result = bytes
    for range in ranges(in: bytes) {
      let hidden = Masker.hidden(range, in: bytes)
      for index in hidden.start..<hidden.end { result[index] = UInt8(ascii: "*") }
    }
    return result
  }

  package func holdsSecret(_ text: String) -> Bool {
    isOn && !ranges(in: Array(text.utf8)).isEmpty
  }

  /// All of a secret but four bytes at each end, and never half a character.
  private static func hidden(_ range: ByteRange, in bytes: [UInt8]) -> ByteRange {
    var start = range.start + 4
    var end = range.end - 4
    while start > range.start, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < range.end, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return ByteRange(start, max(start, end))
  }

  /// Where secrets stand, ascending, apart from each other, each longer than eight bytes.
  private func ranges(in bytes: [UInt8]) -> [ByteRange] {
    guard bytes.count > 8 else { return [] }
    var found = runs(in: bytes) + keyBlocks(in: bytes) + bearerTokens(in: bytes)
    for secret in secrets { found += occurrences(of: secret, in: bytes) }
    found.sort()
    var merged: [ByteRange] = []
    for range in found {
      if let last = merged.last, range.start < last.end {
        merged[merged.count - 1].end = max(last.end, range.end)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Where a secret, or a beginning of it of twelve bytes or more, stands.
  private func occurrences(of secret: [UInt8], in bytes: [UInt8]) -> [ByteRange] {
    let least = min(secret.count, 12)
    guard bytes.count >= least else { return [] }
    var result: [ByteRange] = []
    var index = 0
    while index + least <= bytes.count {
      var length = 0
      while length < secret.count, index + length < bytes.count, bytes[index + length] == secret[length] {
        length += 1
      }
      if length >= least {
        result.append(ByteRange(index, index + length))
        index += length
      } else {
        index += 1
      }
    }
    return result
  }

  private func runs(in bytes: [UInt8]) -> [ByteRange] {
    var result: [ByteRange] = []
    var index = 0
    while index < bytes.count {
      guard Masker.isTokenByte(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var isHexadecimal = true
      var dots = 0
      while index < bytes.count, Masker.isTokenByte(bytes[index]) {
        if bytes[index] == UInt8(ascii: ".") { dots += 1 }
        isHexadecimal = isHexadecimal && Masker.isHexadecimal(bytes[index])
        index += 1
      }
      let length = index - start
      let isWebToken =
        length >= 20 && dots >= 1 && bytes[start] == UInt8(ascii: "e")
        && bytes[start + 1] == UInt8(ascii: "y")
        && bytes[start + 2] == UInt8(ascii: "J")
      if (isHexadecimal && length >= 48) || isWebToken { result.append(ByteRange(start, index)) }
      // A key in base64 goes on behind signs that a token does not have.
      if length >= 2, bytes[start] == UInt8(ascii: "M"), bytes[start + 1] == UInt8(ascii: "I") {
        var end = start
        while end < bytes.count, Masker.isBase64(bytes[end]) { end += 1 }
        if end - start >= 60 {
          result.append(ByteRange(start, end))
          index = max(index, end)
        }
      }
    }
    return result
  }

  /// What stands between `-----BEGIN …-----` and the end of the block, or as much of it as there is; line ends
  /// may be escapes, or have been cut out.
  private func keyBlocks(in bytes: [UInt8]) -> [ByteRange] {
    let begin = Array("-----BEGIN ".utf8)
    var result: [ByteRange] = []
    var index = 0
    while index + begin.count <= bytes.count {
      guard bytes[index] == begin[0], bytes[index...].starts(with: begin) else {
        index += 1
        continue
      }
      var start = index + begin.count
      while start < bytes.count, start - index < 80, bytes[start] != UInt8(ascii: "-") { start += 1 }
      while start < bytes.count, bytes[start] == UInt8(ascii: "-") { start += 1 }
      var end = start
      while end < bytes.count, Masker.isKeyByte(bytes[end]) { end += 1 }
      if end - start > 8 { result.append(ByteRange(start, end)) }
      index = max(end, index + 1)
    }
    return result
  }

  /// What stands behind `Bearer`, in any letters, and is as long as a token; shorter where it was cut off.
  private func bearerTokens(in bytes: [UInt8]) -> [ByteRange] {
    let scheme = Array("bearer".utf8)
    var result: [ByteRange] = []
    var index = 0
    while index + scheme.count < bytes.count {
      guard bytes[index] | 0x20 == scheme[0],
        zip(bytes[index...], scheme).allSatisfy({ $0 | 0x20 == $1 }),
        Masker.isBlank(bytes[index + scheme.count])
      else {
        index += 1
        continue
      }
      var start = index + scheme.count
      while start < bytes.count, Masker.isBlank(bytes[start]) { start += 1 }
      var end = start
      while end < bytes.count,
        Masker.isTokenByte(bytes[end]) || Masker.isBase64(bytes[end]) || bytes[end] == UInt8(ascii: "~")
      {
        end += 1
      }
      let isCut = bytes[end...].starts(with: Array("…".utf8))
      if end - start >= 16 || (isCut && end - start > 8) { result.append(ByteRange(start, end)) }
      index = max(end, index + 1)
    }
    return result
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Base64, white space, and the letters of an escaped line end.
  private static func isKeyByte(_ byte: UInt8) -> Bool {
    isBase64(byte) || isBlank(byte) || byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "\\")
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"): true
    default: false
    }
  }
}
