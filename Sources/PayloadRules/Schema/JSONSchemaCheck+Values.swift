/// Texts, numbers and arrays.
extension JSONSchemaCheck {
  mutating func texts(_ rules: JSONSchema.TextRules, _ node: Int, reports: Bool) -> Truth {
    let bytes = decoded(node)
    var result = Truth.yes
    if rules.minimum != nil || rules.maximum != nil {
      // Each scalar has one byte that does not continue another.
      let length = bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
      if let minimum = rules.minimum, length < minimum {
        result = .no
        if reports { report(node, "minLength", "has \(length) characters, must have at least \(minimum)") }
      }
      if let maximum = rules.maximum, length > maximum {
        result = .no
        if reports { report(node, "maxLength", "has \(length) characters, may have at most \(maximum)") }
      }
    }
    if let pattern = rules.pattern {
      guard countStep() else { return .unknown }
      if !bytes.withByteView({ pattern.matches($0) }) {
        result = .no
        if reports { report(node, "pattern", "must match \(pattern.text)") }
      }
    }
    if let format = rules.format, !bytes.withByteView({ format.matches($0) }) {
      result = .no
      if reports { report(node, "format", "must have the format \(rules.formatName)") }
    }
    return result
  }

  mutating func numbers(_ rules: JSONSchema.NumberRules, _ node: Int, reports: Bool) -> Truth {
    guard let number = JSONSchemaDigest.quantity(document.nodes[node], in: text) else { return .unknown }
    var broken: [(keyword: String, message: String)] = []
    if let bound = rules.minimum, number.isBelow(bound) {
      broken.append(("minimum", "must be at least \(bound.text), is \(number.text)"))
    }
    if let bound = rules.maximum, bound.isBelow(number) {
      broken.append(("maximum", "must be at most \(bound.text), is \(number.text)"))
    }
    if let bound = rules.above, !bound.isBelow(number) {
      broken.append(("exclusiveMinimum", "must be above \(bound.text), is \(number.text)"))
    }
    if let bound = rules.below, !number.isBelow(bound) {
      broken.append(("exclusiveMaximum", "must be below \(bound.text), is \(number.text)"))
    }
    if let divisor = rules.multipleOf, !number.isMultiple(of: divisor) {
      broken.append(("multipleOf", "must be a multiple of \(divisor.text), is \(number.text)"))
    }
    if reports { for item in broken { report(node, item.keyword, item.message) } }
    return Truth(broken.isEmpty)
  }

  mutating func arrays(_ rules: JSONSchema.ArrayRules, _ node: Int, reports: Bool) -> Truth {
    var elements: [Int] = []
    var element = node + 1
    while element < Int(document.nodes[node].next) {
      elements.append(element)
      element = Int(document.nodes[element].next)
    }
    var result = Truth.yes
    if let minimum = rules.minimum, elements.count < minimum {
      result = .no
      if reports { report(node, "minItems", "has \(elements.count) elements, must have at least \(minimum)") }
    }
    if let maximum = rules.maximum, elements.count > maximum {
      result = .no
      if reports { report(node, "maxItems", "has \(elements.count) elements, may have at most \(maximum)") }
    }
    for (index, element) in elements.enumerated() {
      guard let schema = index < rules.leading.count ? rules.leading[index] : rules.items else { break }
      result.add(apply(schema, element, reports: reports))
    }
    if let schema = rules.contains { result.add(contains(schema, rules, elements, node, reports: reports)) }
    if rules.isUnique { result.add(unique(elements, node, reports: reports)) }
    return result
  }

  private mutating func contains(
    _ schema: Int, _ rules: JSONSchema.ArrayRules, _ elements: [Int], _ node: Int, reports: Bool
  ) -> Truth {
    var (holding, unknown) = (0, 0)
    for element in elements {
      switch apply(schema, element, reports: false) {
      case .yes: holding += 1
      case .unknown: unknown += 1
      case .no: break
      }
    }
    let minimum = rules.minimumContains ?? 1
    if holding + unknown < minimum {
      let message =
        "must hold at least \(minimum) elements of the form that the schema asks for, holds \(holding)"
      if reports { report(node, "contains", message) }
      return .no
    }
    if let maximum = rules.maximumContains, holding > maximum {
      let message =
        "may hold at most \(maximum) elements of the form that the schema limits, holds \(holding)"
      if reports { report(node, "maxContains", message) }
      return .no
    }
    let isSure = holding >= minimum && holding + unknown <= rules.maximumContains ?? .max
    return isSure ? .yes : .unknown
  }

  private mutating func unique(_ elements: [Int], _ node: Int, reports: Bool) -> Truth {
    let digests = JSONSchemaDigest.digests(of: node, in: document, text: text)
    var seen: [UInt64: Int] = [:]
    var result = Truth.yes
    for (index, element) in elements.enumerated() {
      guard let earlier = seen.updateValue(index, forKey: digests[element - node]) else { continue }
      if holdsOpaque(element) {
        result.add(.unknown)
        continue
      }
      result = .no
      if reports { report(element, "uniqueItems", "repeats element \(earlier), and all must differ") }
    }
    // Elements that are not known may turn out equal.
    if result == .yes, elements.count > 1, holdsOpaque(node) { result = .unknown }
    return result
  }
}
