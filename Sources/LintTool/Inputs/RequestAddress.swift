internal import PayloadRules

/// The parts of an absolute URL, or of a path by itself.
struct RequestAddress {
  var scheme: ByteRange?
  var host: ByteRange?
  var port: ByteRange?
  var path: ByteRange?
  /// Whether it begins with a placeholder, which may hold a scheme, a host and a part of the path.
  var isOpen = false

  init(_ bytes: [UInt8]) {
    var rest = 0
    if let colon = RequestAddress.schemeLength(bytes) {
      scheme = ByteRange(0, colon)
      rest = colon + 3
    } else if bytes.first == UInt8(ascii: "/") {
      path = ByteRange(0, RequestAddress.pathEnd(bytes, 0))
      return
    } else if RequestAddress.placeholderEnd(bytes, 0) != nil {
      isOpen = true
    }
    let authority = RequestAddress.end(bytes, from: rest) { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
    if authority < bytes.count, bytes[authority] == 0x2F {
      path = ByteRange(authority, RequestAddress.pathEnd(bytes, authority))
    }
    guard !isOpen else { return }
    if let sign = bytes[rest..<authority].lastIndex(of: UInt8(ascii: "@")) { rest = sign + 1 }
    let colon = RequestAddress.end(Array(bytes[..<authority]), from: rest) { $0 == UInt8(ascii: ":") }
    if colon > rest { host = ByteRange(rest, colon) }
    if colon + 1 < authority { port = ByteRange(colon + 1, authority) }
  }

  /// Length of the scheme before `://`.
  private static func schemeLength(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count, bytes[index].isLetter { index += 1 }
    return index > 0 && bytes[index...].starts(with: Array("://".utf8)) ? index : nil
  }

  private static func pathEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    end(bytes, from: start) { $0 == 0x3F || $0 == 0x23 }
  }

  /// The first byte of a kind outside placeholders, or the end.
  private static func end(_ bytes: [UInt8], from start: Int, _ isEnd: (UInt8) -> Bool) -> Int {
    var index = start
    while index < bytes.count {
      if let last = placeholderEnd(bytes, index) {
        index = last
      } else if isEnd(bytes[index]) {
        return index
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// The end of a placeholder that begins at `start`.
  private static func placeholderEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    func after(_ byte: UInt8) -> Int? {
      // Longer ones are not looked for, so that many opening signs take no more than their number.
      bytes[start..<min(start + 512, bytes.count)].firstIndex(of: byte).map { $0 + 1 }
    }
    switch bytes[start] {
    case 0x24 where next == 0x7B: return after(0x7D)
    case 0x24 where next == 0x28: return after(0x29)
    case 0x24 where next.isLetter || next == 0x5F:
      var index = start + 2
      while index < bytes.count, bytes[index].isLetter || bytes[index].isDigit || bytes[index] == 0x5F {
        index += 1
      }
      return index
    case 0x7B where next == 0x7B: return after(0x7D).map { min($0 + 1, bytes.count) }
    case 0x7B where next.isLetter: return after(0x7D)
    case 0x3C where next.isLetter: return after(0x3E)
    default: return nil
    }
  }
}

extension RequestBuilder {
  /// Takes scheme, host, port and path from an address.
  mutating func setAddress(_ bytes: [UInt8], at location: TextLocation) {
    let address = RequestAddress(bytes)
    func text(_ range: ByteRange) -> String {
      String(decoding: bytes[range.start..<range.end], as: UTF8.self)
    }
    if let scheme = address.scheme {
      setContext("scheme", text(scheme).lowercased(), at: location.part(scheme))
    }
    for (field, range) in [("host", address.host), ("port", address.port), ("path", address.path)] {
      if let range { set(field, text(range), at: location.part(range)) }
    }
  }
}
