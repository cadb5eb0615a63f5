/// Objects and their members.
extension JSONSchemaCheck {
  private struct Member {
    var key: String
    var keyNode: Int
    var value: Int
    /// Whether the name is a placeholder, so that it may become any other.
    var isOpen: Bool
  }

  mutating func objects(_ rules: JSONSchema.ObjectRules, _ node: Int, reports: Bool) -> Truth {
    let members = members(of: node)
    let keys = Set(members.map(\.key))
    let isOpen = members.contains { $0.isOpen }
    var result = Truth.yes
    if let minimum = rules.minimum, keys.count < minimum {
      result = .no
      if reports {
        report(node, "minProperties", "has \(keys.count) properties, must have at least \(minimum)")
      }
    }
    if let maximum = rules.maximum, keys.count > maximum {
      result = .no
      if reports {
        report(node, "maxProperties", "has \(keys.count) properties, may have at most \(maximum)")
      }
    }
    let missing = rules.required.filter { !keys.contains($0) }
    var meant: Set<String> = []
    for member in members where !member.isOpen {
      result.add(apply(rules, to: member, keys, &meant, reports: reports))
    }
    if isOpen { result.add(.unknown) }
    if !missing.isEmpty {
      result.add(isOpen ? .unknown : .no)
      // One cause, one word: the misspelt key has told of the key that it stands for.
      let untold = missing.filter { !meant.contains($0) }
      if reports, !isOpen { reportMissing(untold, rules, node, "required", "") }
    }
    for dependency in rules.dependentRequired where keys.contains(dependency.key) {
      let missing = dependency.required.filter { !keys.contains($0) }
      guard !missing.isEmpty else { continue }
      result.add(isOpen ? .unknown : .no)
      if reports, !isOpen {
        reportMissing(missing, rules, node, "dependentRequired", ", which '\(dependency.key)' needs")
      }
    }
    for dependency in rules.dependentSchemas where keys.contains(dependency.key) {
      result.add(apply(dependency.schema, node, reports: reports))
    }
    return result
  }

  private func members(of node: Int) -> [Member] {
    var result: [Member] = []
    var key = node + 1
    let end = Int(document.nodes[node].next)
    while key + 1 < end {
      let current = document.nodes[key]
      var isOpen = current.kind != .key || current.flags.contains(.guessed)
      if !isOpen, allowsPlaceholders {
        isOpen = holdsPlaceholder(key, expectsFormat: false)
      }
      result.append(
        Member(key: JSONText.string(current, in: text), keyNode: key, value: key + 1, isOpen: isOpen))
      key = Int(document.nodes[key + 1].next)
    }
    return result
  }

  /// Applies whatever is said of a member by its name.
  private mutating func apply(
    _ rules: JSONSchema.ObjectRules, to member: Member, _ keys: Set<String>, _ meant: inout Set<String>,
    reports: Bool
  ) -> Truth {
    var result = Truth.yes
    var isCovered = false
    if let schema = rules.properties[member.key] {
      isCovered = true
      result.add(apply(schema, member.value, reports: reports))
    }
    if !rules.patterns.isEmpty {
      let name = Array(member.key.utf8)
      for (pattern, schema) in rules.patterns {
        guard countStep() else { return .unknown }
        guard name.withByteView({ pattern.matches($0) }) else { continue }
        isCovered = true
        result.add(apply(schema, member.value, reports: reports))
      }
    }
    if let names = rules.names {
      let truth = apply(names, member.keyNode, reports: false)
      result.add(truth)
      if truth == .no, reports {
        report(member.value, .key, "propertyNames", "the name '\(member.key)' is not allowed")
      }
    }
    guard !isCovered, let additional = rules.additional else { return result }
    guard entries[additional].verdict == false else {
      result.add(apply(additional, member.value, reports: reports))
      return result
    }
    if reports, violations.count < limit {
      // Sorted, so that the same data always draws the same words.
      let absent = Set(rules.properties.keys).union(rules.required).subtracting(keys).subtracting(meant)
      let nearest = NearestMatch.nearest(to: member.key, among: absent.sorted())
      if let nearest { meant.insert(nearest) }
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      report(member.value, .key, "additionalProperties", "unknown property '\(member.key)'\(hint)")
    }
    return .no
  }

  private mutating func reportMissing(
    _ keys: [String], _ rules: JSONSchema.ObjectRules, _ node: Int, _ keyword: String, _ reason: String
  ) {
    guard !keys.isEmpty else { return }
    var names: [String] = keys.prefix(8).map { key in
      let allowed = rules.properties[key].flatMap { types(of: $0) }
      return "'\(key)'" + (allowed.map { " (\($0.display))" } ?? "")
    }
    if names.count < keys.count { names.append("…") }
    let noun = keys.count == 1 ? "property" : "properties"
    report(node, .object, keyword, "missing \(noun) \(names.joined(separator: ", "))\(reason)")
  }
}
