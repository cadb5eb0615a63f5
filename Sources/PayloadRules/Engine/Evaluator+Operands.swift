/// What an operand comes to in one request.
enum Resolved {
  case unknown, absent
  /// One value, or the values any of which will do.
  case values([Scalar])
  /// Values that hang on an unknown push type: one entry for each that it may come to.
  case either([[Scalar]])
}

extension Evaluator {
  func resolve(_ operand: Operand) -> Resolved {
    switch operand {
    case .literal(let literal): return .values([Scalar(literal)])
    case .fact(let number): return row(set.facts[number])
    case .anyOf(let number):
      return .values(set.facts[number].allValues.map { Scalar($0) }.filter { $0 != .text("") })
    case .place(let place): return resolve(slots[place.slot], place.place)
    case .derived(let number):
      return derived(number).map { .values([$0]) } ?? (isUnknown(derived: number) ? .unknown : .absent)
    case .now(let offset):
      return subject.now.map { .values([.number($0 + offset)]) } ?? .unknown
    case .join(let parts):
      var text = ""
      for part in parts {
        guard case .values(let values) = resolve(part), let value = values.first else { return .unknown }
        text += value.display
      }
      return .values([.text(text)])
    case .between(let prefix, let place, let suffix):
      guard let whole = text(slots[place.slot]) else {
        return slots[place.slot].state == .unknown ? .unknown : .absent
      }
      // A path may stand before the prefix: only the last component counts.
      let name = whole.split(separator: "/").last.map(String.init) ?? whole
      guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count >= prefix.count + suffix.count else {
        return .absent
      }
      return .values([.text(String(name.dropFirst(prefix.count).dropLast(suffix.count)))])
    }
  }

  private func resolve(_ value: Value, _ place: Place) -> Resolved {
    switch place.root {
    case .pushType: return pushType.value.map { .values([.text($0)]) } ?? .unknown
    case .route: return route.map { .values([.text($0)]) } ?? .absent
    default: break
    }
    switch value.state {
    case .unknown, .opaque: return .unknown
    case .absent: return .absent
    case .present: return scalar(value).map { .values([$0]) } ?? .absent
    }
  }

  /// Decides by an operand; where it may come to several values, only if all of them decide alike.
  func decide(_ operand: Operand, _ test: ([Scalar]) -> Truth) -> Truth {
    switch resolve(operand) {
    case .unknown, .absent: return .unknown
    case .values(let values): return test(values)
    case .either(let alternatives):
      var result: Truth?
      for values in alternatives {
        let truth = test(values)
        if result == nil { result = truth }
        if result != truth { return .unknown }
      }
      return result ?? .unknown
    }
  }

  /// The row of a table for this request, the most specific one first.
  private func row(_ fact: FactTable) -> Resolved {
    guard !fact.keys.isEmpty else { return .values(fact.standard.map { Scalar($0) }) }
    var names: [String?] = []
    var hangsOnPushType = false
    for key in fact.keys {
      switch key {
      case .route: names.append(route)
      case .name: names.append(nil)
      case .pushType:
        names.append(pushType.value)
        if pushType.value == nil { hangsOnPushType = true }
      case .host:
        names.append(set.plan.roots[.host].flatMap { text(slots[$0]) })
      case .pathPart(let name):
        names.append(set.plan.pathParts.first { $0.name == name }.flatMap { text(slots[$0.slot]) })
      }
    }
    guard hangsOnPushType else { return .values(row(fact, names).map { Scalar($0) }) }
    var alternatives: [[Scalar]] = []
    for type in set.pushTypes {
      let filled = zip(fact.keys, names).map { $0 == .pushType ? type : $1 }
      let values = row(fact, filled).map { Scalar($0) }
      if !alternatives.contains(values) { alternatives.append(values) }
    }
    return alternatives.count == 1 ? .values(alternatives[0]) : .either(alternatives)
  }

  private func row(_ fact: FactTable, _ names: [String?]) -> [Literal] {
    let known = names.compactMap { $0 }
    if known.count == names.count, names.count > 1 {
      let joined = known.joined(separator: "/")
      if let row = fact.rows.first(where: { $0.key == joined }) { return row.values }
    }
    for name in known {
      if let row = fact.rows.first(where: { $0.key == name }) { return row.values }
    }
    return fact.standard
  }
}
