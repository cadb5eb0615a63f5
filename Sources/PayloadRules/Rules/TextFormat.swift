/// The closed list of forms that a text may be held to.
package enum TextFormat: String, Sendable, CaseIterable {
  case uuid, hex, base64, base64url, decimal, jwt, bearer, url, email
  case uuidLowerCase = "uuid-lower-case"
  case hexBytes = "hex-bytes"
  case numberText = "number-text"
  case bundleIdentifier = "bundle-id"
  case hostName = "host-name"
  case dateTime = "date-time"
  case ecdsaRaw = "ecdsa-raw-64"
  case ecdsaDER = "ecdsa-der"
  case cardNumber = "card-number"
  case headerValue = "header-value"

  /// Whether the text, UTF-8, has this form.
  package func matches(_ text: ByteView) -> Bool {
    switch self {
    case .uuid: text.isUUID(lowerCaseOnly: false)
    case .uuidLowerCase: text.isUUID(lowerCaseOnly: true)
    case .hex: !text.isEmpty && text.isHexadecimal
    case .hexBytes: !text.isEmpty && text.count % 2 == 0 && text.isHexadecimal
    case .base64: text.count % 4 == 0 && text.isBase64(plus: 0x2B, slash: 0x2F)
    case .base64url: text.isBase64(plus: 0x2D, slash: 0x5F)
    case .decimal: !text.isEmpty && text.allSatisfy(\.isDigit)
    case .numberText: text.isJSONNumber
    case .jwt: text.isCompactToken
    case .bearer: text.count > 7 && text[ByteRange(0, 7)].lowerCasedEquals("bearer ")
    case .bundleIdentifier: text.isBundleIdentifier
    case .url: text.isURL
    case .email: text.isMailAddress
    case .hostName: text.isHostName
    case .dateTime: text.isDateTime
    case .ecdsaRaw: text.count == 128 && text.isHexadecimal
    case .ecdsaDER: text.isDERSignature
    case .cardNumber: text.holdsCardNumber
    case .headerValue: !text.holdsAny(0, 0x0A, 0x0D)
    }
  }
}

extension UInt8 {
  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isHexDigit: Bool { hexValue != nil }

  /// 0 to 15 for a hexadecimal digit.
  package var hexValue: UInt8? {
    if isDigit { return self - 0x30 }
    let lower = self | 0x20
    return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : nil
  }
}

extension ByteView {
  func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in 0..<count where !test(self[index]) { return false }
    return true
  }

  func lowerCasedEquals(_ expected: StaticString) -> Bool {
    guard count == expected.utf8CodeUnitCount else { return false }
    return expected.withUTF8Buffer { buffer in
      let other = unsafe ByteView(buffer)
      for index in 0..<count {
        let byte = self[index]
        let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        if lower != other[index] { return false }
      }
      return true
    }
  }

  fileprivate func isUUID(lowerCaseOnly: Bool) -> Bool {
    guard count == 36 else { return false }
    for index in 0..<36 {
      let byte = self[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        if byte != 0x2D { return false }
      } else if !byte.isHexDigit || (lowerCaseOnly && byte >= 0x41 && byte <= 0x5A) {
        return false
      }
    }
    return true
  }

  /// Letters, digits and the two given signs, with or without padding, of a length that bytes can have.
  fileprivate func isBase64(plus: UInt8, slash: UInt8) -> Bool {
    var end = count
    while end > 0, count - end < 2, self[end - 1] == 0x3D { end -= 1 }
    guard end > 0, end % 4 != 1, end == count || count % 4 == 0 else { return false }
    return self[ByteRange(0, end)].allSatisfy { $0.isLetter || $0.isDigit || $0 == plus || $0 == slash }
  }

  fileprivate var isJSONNumber: Bool {
    var index = 0
    func digits() -> Bool {
      let start = index
      while index < count, self[index].isDigit { index += 1 }
      return index > start
    }
    if index < count, self[index] == 0x2D { index += 1 }
    let first = index
    guard digits(), !(self[first] == 0x30 && index > first + 1) else { return false }
    if index < count, self[index] == 0x2E {
      index += 1
      guard digits() else { return false }
    }
    if index < count, self[index] | 0x20 == 0x65 {
      index += 1
      if index < count, self[index] == 0x2B || self[index] == 0x2D { index += 1 }
      guard digits() else { return false }
    }
    return index == count
  }

  /// Three parts of base64url between dots, none empty.
  fileprivate var isCompactToken: Bool {
    var parts = 0
    var start = 0
    for index in 0...count where index == count || self[index] == 0x2E {
      if index == start { return false }
      for place in start..<index {
        let byte = self[place]
        guard byte.isLetter || byte.isDigit || byte == 0x2D || byte == 0x5F else { return false }
      }
      parts += 1
      start = index + 1
    }
    return parts == 3
  }

  /// At least two labels of letters, digits and hyphens, separated by dots.
  fileprivate var isBundleIdentifier: Bool {
    var labels = 0
    var start = 0
    for index in 0...count where index == count || self[index] == 0x2E {
      if index == start { return false }
      for place in start..<index {
        let byte = self[place]
        guard byte.isLetter || byte.isDigit || byte == 0x2D else { return false }
      }
      labels += 1
      start = index + 1
    }
    return labels >= 2
  }

  /// A scheme, a colon, and something after it without blanks.
  fileprivate var isURL: Bool {
    guard let colon = firstIndex(of: 0x3A), colon > 0, colon + 1 < count, self[0].isLetter else {
      return false
    }
    for index in 0..<colon {
      let byte = self[index]
      guard byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return false
      }
    }
    let needsHost =
      self[ByteRange(0, colon)].lowerCasedEquals("http")
      || self[ByteRange(0, colon)].lowerCasedEquals("https")
    if needsHost {
      guard colon + 3 < count, self[colon + 1] == 0x2F, self[colon + 2] == 0x2F, self[colon + 3] != 0x2F
      else {
        return false
      }
    }
    return allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3C && $0 != 0x3E && $0 != 0x22 }
  }

  fileprivate var isMailAddress: Bool {
    guard let sign = firstIndex(of: 0x40), sign > 0, firstIndex(of: 0x40, from: sign + 1) == nil else {
      return false
    }
    guard self[ByteRange(sign + 1, count)].isBundleIdentifier else { return false }
    return self[ByteRange(0, sign)].allSatisfy { $0.isLetter || $0.isDigit || "._%+-".utf8.contains($0) }
  }

  fileprivate var isHostName: Bool {
    guard count > 0, count <= 253 else { return false }
    return allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E } && self[0] != 0x2E
  }

  /// The form of an RFC 3339 date and time (the zone may be missing), not whether such a day exists.
  fileprivate var isDateTime: Bool {
    guard count >= 19 else { return false }
    for (index, form) in "dddd-dd-ddTdd:dd:dd".utf8.enumerated() {
      let byte = self[index]
      switch form {
      case 0x64: if !byte.isDigit { return false }
      case 0x54: if byte | 0x20 != 0x74, byte != 0x20 { return false }
      default: if byte != form { return false }
      }
    }
    return self[ByteRange(19, count)].allSatisfy { $0.isDigit || "Zz.+-:".utf8.contains($0) }
  }

  /// Hexadecimal text of a SEQUENCE of two INTEGERs of at most 33 bytes each, at most 72 bytes in all.
  fileprivate var isDERSignature: Bool {
    guard count % 2 == 0, count >= 16, count <= 144 else { return false }
    func byte(_ index: Int) -> Int {
      guard index * 2 + 1 < count, let high = self[index * 2].hexValue, let low = self[index * 2 + 1].hexValue
      else { return -1 }
      return Int(high) << 4 | Int(low)
    }
    let length = count / 2
    guard byte(0) == 0x30, byte(1) == length - 2 else { return false }
    var index = 2
    for _ in 0..<2 {
      let size = byte(index + 1)
      guard byte(index) == 0x02, size >= 1, size <= 33 else { return false }
      index += 2 + size
    }
    return index == length
  }

  /// A run of 13 to 19 digits, blanks and hyphens between them allowed, whose Luhn sum is right.
  fileprivate var holdsCardNumber: Bool {
    var digits: [UInt8] = []
    func isCard() -> Bool {
      guard digits.count >= 13, digits.count <= 19, digits.contains(where: { $0 != digits[0] }) else {
        return false
      }
      var sum = 0
      for (place, digit) in digits.reversed().enumerated() {
        let value = place % 2 == 1 ? Int(digit) * 2 : Int(digit)
        sum += value > 9 ? value - 9 : value
      }
      return sum % 10 == 0
    }
    for index in 0..<count {
      let byte = self[index]
      if byte.isDigit {
        digits.append(byte - 0x30)
      } else if (byte != 0x20 && byte != 0x2D) || index == 0 || !self[index - 1].isDigit {
        if isCard() { return true }
        digits.removeAll(keepingCapacity: true)
      }
    }
    return isCard()
  }
}
