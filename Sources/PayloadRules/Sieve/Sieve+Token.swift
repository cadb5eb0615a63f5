/// The provider token, taken apart.
extension Sieve {
  /// Finds the token and decodes its parts; false where something is wrong with its form.
  func readToken() -> Bool {
    guard let range = findToken() else {
      forgetToken()
      return true
    }
    // Nothing behind the scheme is the header's matter, nothing at all where a token was to be the token's.
    guard !range.isEmpty else {
      forgetToken()
      return facts.tokenHeaderIndex >= 0
    }
    facts.tokenRange = range
    let token = texts.view[range]
    // A sender's next push carries the same token, for up to an hour.
    if providerToken.text.count == token.count, token.equals(providerToken.text.view) {
      facts.tokenIsRead = true
      facts.signature = texts.append(providerToken.signature.view)
      return true
    }
    forgetToken()
    if Placeholders.find(in: token, expectsFormat: facts.profile == .fixture) != nil { return true }
    guard let first = token.firstIndex(of: 0x2E), let second = token.firstIndex(of: 0x2E, from: first + 1),
      token.firstIndex(of: 0x2E, from: second + 1) == nil, first > 0, second > first + 1,
      second + 1 < token.count
    else { return false }
    guard Base64URL.decode(token[ByteRange(0, first)], into: &tokenHeaderBytes) == nil,
      Base64URL.decode(token[ByteRange(first + 1, second)], into: &tokenClaimsBytes) == nil,
      Base64URL.decode(token[ByteRange(second + 1, token.count)], into: &signatureBytes) == nil,
      token[token.count - 1] != 0x3D, token[first - 1] != 0x3D, token[second - 1] != 0x3D
    else { return false }
    facts.tokenIsRead = true
    guard readParts() else { return false }
    _ = providerToken.text.append(texts.view[range])
    return true
  }

  private func findToken() -> ByteRange? {
    if case .present(let range) = facts.providerToken { return range }
    for index in headers.indices
    where texts.view[headers[index].name].lowerCasedEquals(ProviderTokenReading.headerLetters) {
      let value = headers[index].value
      let start = value.start + ProviderTokenReading.scheme.utf8CodeUnitCount
      guard start <= value.end,
        texts.view[ByteRange(value.start, start)].lowerCasedEquals(ProviderTokenReading.scheme)
      else { return nil }
      facts.tokenHeaderIndex = index
      return ByteRange(start, value.end)
    }
    return nil
  }

  private func forgetToken() {
    guard !providerToken.isForgotten else { return }
    providerToken.isForgotten = true
    providerToken.text.removeAll()
    tokenHeader = .empty
    tokenClaims = .empty
    tokenHeaderDocument.reset()
    tokenClaimsDocument.reset()
  }

  private func readParts() -> Bool {
    providerToken.header.removeAll()
    providerToken.claims.removeAll()
    providerToken.signature.removeAll()
    _ = providerToken.header.append(bytes: tokenHeaderBytes)
    _ = providerToken.claims.append(bytes: tokenClaimsBytes)
    _ = providerToken.signature.appendHexadecimal(signatureBytes)
    facts.signature = texts.append(providerToken.signature.view)
    providerToken.isForgotten = false
    tokenHeader = providerToken.header.view
    tokenClaims = providerToken.claims.view
    JSONScanner.scan(tokenHeader, into: &tokenHeaderDocument)
    JSONScanner.scan(tokenClaims, into: &tokenClaimsDocument)
    return isObject(tokenHeaderDocument) && isObject(tokenClaimsDocument)
  }

  private func isObject(_ document: JSONDocument) -> Bool {
    document.problems.isEmpty && document.nodes.first?.kind == .object
  }

  func fillToken() {
    guard facts.tokenRange != nil else {
      mark(.tokenSlots, facts.credential == .certificate || facts.credential == .none ? 1 : 0)
      return
    }
    setTokenTexts()
    guard facts.tokenIsRead else {
      mark(.tokenHeaderSlots, 0)
      mark(.tokenClaimsSlots, 0)
      let signature = code[.tokenSignature]
      if signature >= 0 { states[signature] = 0 }
      return
    }
    fill(code[.tokenHeader], .tokenHeader)
    fill(code[.tokenClaims], .tokenClaims)
  }

  /// The token itself and its signature.
  func setTokenTexts() {
    guard let range = facts.tokenRange else { return }
    set(root(SieveRoots.jwt), range)
    if facts.tokenIsRead { set(code[.tokenSignature], facts.signature) }
  }
}

/// The provider token that was read last, taken apart.
struct SieveProviderToken: ~Copyable {
  /// Whether nothing is left of it in the documents either.
  var isForgotten = true
  /// Empty where none was read.
  var text = ByteStore()
  var header = ByteStore()
  var claims = ByteStore()
  /// In hexadecimal digits.
  var signature = ByteStore()
}
