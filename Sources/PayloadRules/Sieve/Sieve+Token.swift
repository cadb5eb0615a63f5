/// The provider token, taken apart.
extension Sieve {
  /// Finds the token and decodes its parts; false where something is wrong with its form.
  func readToken() -> Bool {
    tokenHeader = .empty
    tokenClaims = .empty
    tokenHeaderDocument.reset()
    tokenClaimsDocument.reset()
    guard let range = findToken() else { return true }
    // Nothing behind the scheme is the header's matter, nothing at all where a token was to be the token's.
    guard !range.isEmpty else { return facts.tokenHeaderIndex >= 0 }
    facts.tokenRange = range
    let token = texts.view[range]
    if Placeholders.find(in: token, expectsFormat: true) != nil { return true }
    guard let first = token.firstIndex(of: 0x2E), let second = token.firstIndex(of: 0x2E, from: first + 1),
      token.firstIndex(of: 0x2E, from: second + 1) == nil, first > 0, second > first + 1,
      second + 1 < token.count
    else { return false }
    guard Base64URL.decode(token[ByteRange(0, first)], into: &tokenHeaderBytes) == nil,
      Base64URL.decode(token[ByteRange(first + 1, second)], into: &tokenClaimsBytes) == nil,
      Base64URL.decode(token[ByteRange(second + 1, token.count)], into: &signatureBytes) == nil,
      token[token.count - 1] != 0x3D, token[first - 1] != 0x3D, token[second - 1] != 0x3D
    else { return false }
    // Copies in memory that does not move: the arrays are kept, the views last for this request.
    facts.tokenIsRead = true
    return decodeParts()
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

  private func decodeParts() -> Bool {
    let header = texts.append(bytes: tokenHeaderBytes)
    let claims = texts.append(bytes: tokenClaimsBytes)
    facts.signature = texts.appendHexadecimal(signatureBytes)
    tokenHeader = texts.view[header]
    tokenClaims = texts.view[claims]
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
