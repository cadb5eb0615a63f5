/// The route and the push type.
extension Sieve {
  /// Finds the route; false where the path is of a form that is left to the rules.
  func findRoute() -> Bool {
    let routes = code[.routes]
    let parts = code[.pathParts]
    guard case .present(let path) = facts.path else {
      let count = code[routes]
      route = count > 0 ? 0 : -1
      for index in 0..<count {
        let assumed = code[code[routes + 1 + index]]
        guard assumed >= 0 else { continue }
        let truth = truth(assumed)
        if truth == .yes {
          route = index
          break
        }
        if truth.contains(.yes) { return false }
      }
      hasRoute = route >= 0
      var state: UInt8 = 1
      if case .unknown = facts.path { state = 0 }
      for index in 0..<code[parts] {
        let slot = code[parts + 3 + index * 3]
        states[slot] = state
        let token = root(SieveRoots.token)
        if token >= 0, states[token] == 2, isToken(code.text(at: parts + 1 + index * 3)) {
          states[slot] = 2
          values[slot] = values[token]
        }
      }
      return true
    }
    hasRoute = true
    guard texts.view.at(path.start) == 0x2F else { return false }
    for index in 0..<code[routes] where matches(code[routes + 1 + index], path) {
      route = index
      return true
    }
    return true
  }

  private func isToken(_ name: ByteView) -> Bool { name.lowerCasedEquals("token") }

  private func matches(_ record: Int, _ path: ByteRange) -> Bool {
    if case .present(let method) = facts.method {
      let method = texts.view[method]
      let (own, rivals) = (code[record + 1], code[record + 3])
      if code[own] > 0, !lists(own, method), lists(rivals, method) { return false }
    }
    let text = texts.view[path]
    let end = text.firstIndex(of: 0x3F) ?? text.count
    let segments = code[record + 2]
    var start = 1
    for index in 0..<code[segments] {
      guard start <= end else { return false }
      let stop = min(text.firstIndex(of: 0x2F, from: start) ?? end, end)
      let segment = segments + 1 + index * 5
      if code[segment] == 0, !text[ByteRange(start, stop)].equals(code.text(at: segment + 1)) { return false }
      start = stop + 1
    }
    guard start == end + 1 else { return false }
    start = 1
    for index in 0..<code[segments] {
      let stop = min(text.firstIndex(of: 0x2F, from: start) ?? end, end)
      let segment = segments + 1 + index * 5
      if code[segment] == 1 { fill(segment, ByteRange(path.start + start, path.start + stop)) }
      start = stop + 1
    }
    return true
  }

  private func fill(_ segment: Int, _ range: ByteRange) {
    let slot = code[segment + 3]
    if slot >= 0 {
      if range.isEmpty { states[slot] = 1 } else { set(slot, range, index: -3) }
    }
    let token = root(SieveRoots.token)
    guard code[segment + 4] == 1, token >= 0, states[token] != 2 else { return }
    if range.isEmpty { states[token] = 1 } else { set(token, range, index: -3) }
  }

  private func lists(_ list: Int, _ text: ByteView) -> Bool {
    for index in 0..<code[list] where code.text(at: list + 1 + index * 2).equals(text) { return true }
    return false
  }

  /// Infers the push type; false where that is left to the rules.
  func findPushType() -> Bool {
    isInferring = true
    defer { isInferring = false }
    guard infer() else { return false }
    settlePushType()
    return true
  }

  /// Puts push type and route where rules look for them, and forgets what was worked out without them.
  func settlePushType() {
    memo.fill(0)
    derivedStates.fill(0)
    let type = root(SieveRoots.pushType)
    if type >= 0 {
      if pushType == nil { states[type] = 0 } else { setDerived(type, Evaluator.pushTypeIndex) }
    }
    let route = root(SieveRoots.route)
    if route >= 0 {
      if self.route < 0 { states[route] = 1 } else { setDerived(route, Evaluator.routeIndex) }
    }
  }

  private func infer() -> Bool {
    let list = code[.inferences]
    for pass in 0...1 {
      if pass == 1, let stated = facts.statedPushType {
        let text = SieveText(source: .texts, start: stated.start, end: stated.end)
        pushTypeIndex = number(ofPushType: view(text))
        pushType = pushTypeIndex >= 0 ? text : nil
        (pushTypeFrom, certainty) = (.stated, 0)
        return true
      }
      for index in 0..<code[list] {
        let record = code[list + 1 + index]
        guard (code[record + 1] == 0) == (pass == 0) else { continue }
        let truth = truth(code[record + 2])
        if truth == .yes {
          take(record, index)
          return true
        }
        if truth.contains(.yes) { return false }
      }
    }
    return true
  }

  private func take(_ record: Int, _ index: Int) {
    (pushTypeFrom, certainty) = (.inference(index), code[record + 1])
    let resolved = resolve(code[record])
    guard resolved.kind == .values else { return }
    let type = first(resolved)
    guard type.kind == .text else { return }
    pushTypeIndex = number(ofPushType: view(type.text))
    if pushTypeIndex >= 0 { pushType = type.text }
  }

  private func number(ofPushType type: ByteView) -> Int {
    let types = code[.pushTypes]
    for index in 0..<code[types] where code.text(at: types + 1 + index * 2).equals(type) { return index }
    return -1
  }
}
