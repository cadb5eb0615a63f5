/// Schemas that are applied to the same value.
extension JSONSchemaCheck {
  mutating func combinations(_ number: Int, _ node: Int, reports: Bool) -> Truth {
    let entry = entries[number]
    var result = Truth.yes
    if let reference = entry.reference { result.add(apply(reference, node, reports: reports)) }
    for part in entry.allOf { result.add(apply(part, node, reports: reports)) }
    if let branches = entry.anyOf { result.add(anyOf(branches, node, reports: reports)) }
    if let branches = entry.oneOf { result.add(oneOf(branches, node, reports: reports)) }
    if let negated = entry.negated {
      let truth = apply(negated, node, reports: false)
      result.add(!truth)
      if truth == .yes, reports { report(node, "not", "has a form that the schema rules out") }
    }
    if let condition = entry.condition, entry.consequence != nil || entry.alternative != nil {
      switch apply(condition, node, reports: false) {
      case .yes: if let next = entry.consequence { result.add(apply(next, node, reports: reports)) }
      case .no: if let next = entry.alternative { result.add(apply(next, node, reports: reports)) }
      case .unknown: result.add(.unknown)
      }
    }
    return result
  }

  private mutating func anyOf(_ branches: [Int], _ node: Int, reports: Bool) -> Truth {
    var result = Truth.no
    for branch in branches {
      switch apply(branch, node, reports: false) {
      case .yes: return .yes
      case .unknown: result = .unknown
      case .no: break
      }
    }
    if result == .no, reports { reportNone(of: branches, "anyOf", node) }
    return result
  }

  private mutating func oneOf(_ branches: [Int], _ node: Int, reports: Bool) -> Truth {
    var (holding, unknown) = (0, false)
    for branch in branches {
      switch apply(branch, node, reports: false) {
      case .yes: holding += 1
      case .unknown: unknown = true
      case .no: break
      }
    }
    if holding > 1 {
      if reports {
        report(node, "oneOf", "fits \(holding) of the \(branches.count) allowed forms, must fit one")
      }
      return .no
    }
    if unknown { return .unknown }
    if holding == 0, reports { reportNone(of: branches, "oneOf", node) }
    return Truth(holding == 1)
  }

  /// Says what is wrong in the one branch that was surely meant, else that no branch fits.
  private mutating func reportNone(of branches: [Int], _ keyword: String, _ node: Int) {
    var fitting: [Int] = []
    var types: JSONTypeSet = []
    var areAllTyped = true
    for branch in branches {
      guard let own = self.types(of: branch) else {
        areAllTyped = false
        fitting.append(branch)
        continue
      }
      types.formUnion(own)
      if holds(own, node) { fitting.append(branch) }
    }
    if fitting.isEmpty, areAllTyped {
      report(node, keyword, "must be \(types.words), is \(kindWords(node))")
    } else if fitting.count == 1, let branch = fitting.first {
      let before = violations.count
      _ = apply(branch, node, reports: true)
      // What the branch breaks may have been said before, or not be known after all.
      if violations.count == before, violations.isEmpty {
        report(node, keyword, "fits none of the allowed forms")
      }
    } else {
      report(node, keyword, "fits none of the \(branches.count) allowed forms")
    }
  }

  /// The types that a schema allows, by itself or by what it refers to.
  func types(of number: Int) -> JSONTypeSet? {
    var number = number
    // No circle of references passes the compiler; a long chain of them is not worth following.
    for _ in 0..<8 {
      if let types = entries[number].types { return types }
      guard let next = entries[number].reference else { return nil }
      number = next
    }
    return nil
  }
}
