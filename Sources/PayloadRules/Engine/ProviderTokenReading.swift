/// A provider token (RFC 7519, compact form) taken apart; nothing is verified here.
struct ProviderTokenReading {
  /// The header that carries credentials in HTTP (RFC 9110).
  static let headerName = headerLetters.description
  static let headerLetters: StaticString = "authorization"
  static let scheme: StaticString = "bearer "

  var isThere = false
  /// Index of the header that holds it; nil where the token stands by itself.
  var headerIndex: Int?
  /// Bytes of the header's value before the token.
  var offset = 0
  /// The decoded JSON of header and claims; empty where it could not be decoded.
  var header: [UInt8] = []
  var claims: [UInt8] = []
  var signature: [UInt8] = []
  var hasSignature = false
  /// What was wrong with its form, by detector id, with the range in the token and a detail.
  var troubles: [(detector: String, range: ByteRange, detail: String)] = []
  /// Ranges of the three segments in the token.
  var segments: [ByteRange] = []

  init() {}

  init(_ subject: LintSubject) {
    let text: String
    if case .present(let token) = subject.providerToken {
      text = token
    } else if let index = subject.headers.firstIndex(where: { $0.name.asciiLowercased == Self.headerName }) {
      let value = subject.headers[index].value
      guard value.asciiLowercased.hasPrefix(Self.scheme.description) else { return }
      headerIndex = index
      offset = Self.scheme.utf8CodeUnitCount
      text = String(decoding: value.utf8.dropFirst(offset), as: UTF8.self)
    } else {
      return
    }
    // Nothing behind the scheme is a mistake in the header; nothing at all where a token was to be is one here.
    guard !text.isEmpty || headerIndex == nil else { return }
    isThere = true
    // A placeholder stands for a token that is filled in late: nothing inside it can be judged. About to be sent,
    // a word in capitals is what is sent.
    let isTemplate = subject.profile == .fixture
    if Placeholders.find(in: Array(text.utf8), expectsFormat: isTemplate) != nil { return }
    read(Array(text.utf8))
  }

  private mutating func read(_ bytes: [UInt8]) {
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x2E {
      segments.append(ByteRange(start, index))
      start = index + 1
    }
    guard segments.count == 3, segments.allSatisfy({ !$0.isEmpty }) else {
      troubles.append(("jwt-segments", ByteRange(0, bytes.count), "\(segments.count)"))
      segments = []
      return
    }
    header = decode(bytes, 0, "jwt-header-encoding") ?? []
    claims = decode(bytes, 1, "jwt-claims-encoding") ?? []
    if let decoded = decode(bytes, 2, "jwt-signature-encoding") {
      signature = decoded
      hasSignature = true
    }
    if !header.isEmpty, !isObject(header) {
      troubles.append(("jwt-header-not-json", segments[0], "header"))
      header = []
    }
    if !claims.isEmpty, !isObject(claims) {
      troubles.append(("jwt-claims-not-json", segments[1], "claims"))
      claims = []
    }
  }

  private func isObject(_ bytes: [UInt8]) -> Bool {
    let tree = JSONTree(bytes)
    return tree.document.isWellFormed && !tree.isEmpty && tree.kind(0) == .object
  }

  /// The bytes of a segment: base64url without padding; padding is undone, and reported.
  private mutating func decode(_ bytes: [UInt8], _ segment: Int, _ detector: String) -> [UInt8]? {
    var part = Array(bytes[segments[segment].start..<segments[segment].end])
    let length = part.count
    while part.last == 0x3D { part.removeLast() }
    var result: [UInt8] = []
    switch part.withByteView({ Base64URL.decode($0, into: &result) }) {
    case .badCharacter(let index):
      let character = Character(Unicode.Scalar(part[index]))
      troubles.append((detector, segments[segment], "the character '\(character)'"))
      return nil
    case .badLength:
      troubles.append((detector, segments[segment], "a length that no bytes have"))
      return nil
    case nil: break
    }
    if part.count != length { troubles.append((detector, segments[segment], "padding")) }
    return result
  }

  /// The signature in hexadecimal.
  var signatureText: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: signature.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
