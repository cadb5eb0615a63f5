/// Predicates and operands.
extension SieveCompiler {
  mutating func predicate(_ predicate: Predicate) -> Int {
    switch predicate {
    case .present: return write([SievePredicate.present])
    case .absent: return write([SievePredicate.absent])
    case .type(let types): return write([SievePredicate.type, Int(types.rawValue)])
    case .oneOf(let values):
      let list = literals(values)
      return write([SievePredicate.oneOf, list])
    case .oneOfFact(let fact): return write([SievePredicate.oneOfFact, fact])
    case .range(let minimum, let maximum):
      let bounds = (bound(minimum), bound(maximum))
      return write([SievePredicate.range, bounds.0, bounds.1])
    case .length(let minimum, let maximum):
      let bounds = (bound(minimum), bound(maximum))
      return write([SievePredicate.length, bounds.0, bounds.1])
    case .bytes(let measure, let minimum, let maximum):
      let bounds = (bound(minimum), bound(maximum))
      let index = ByteMeasure.allCases.firstIndex(of: measure) ?? 0
      return write([SievePredicate.bytes, bounds.0, bounds.1, index])
    case .matches(let pattern):
      let number = patterns[pattern.text] ?? patterns.count
      patterns[pattern.text] = number
      return write([SievePredicate.matches, number] + text(pattern.text))
    case .format(let format):
      return write([SievePredicate.format, TextFormat.allCases.firstIndex(of: format) ?? 0])
    case .equals(let operand): return affix(SievePredicate.equals, operand)
    case .startsWith(let operand): return affix(SievePredicate.startsWith, operand)
    case .endsWith(let operand): return affix(SievePredicate.endsWith, operand)
    case .contains(let operand): return affix(SievePredicate.contains, operand)
    case .hasKeys(let keys): return self.keys(SievePredicate.hasKeys, keys)
    case .hasAny(let keys): return self.keys(SievePredicate.hasAny, keys)
    case .unique(.names): return write([SievePredicate.uniqueNames])
    case .unique(.values): return write([SievePredicate.uniqueValues])
    case .schema: return write([SievePredicate.schema])
    case .key(let inner):
      let offset = self.predicate(inner)
      return write([SievePredicate.key, offset])
    case .placeholder(let expected): return write([SievePredicate.placeholder, expected ? 1 : 0])
    case .all(let parts): return list(SievePredicate.all, parts)
    case .any(let parts): return list(SievePredicate.any, parts)
    case .not(let inner):
      let offset = self.predicate(inner)
      return write([SievePredicate.not, offset])
    case .sameAs, .detector: return write([SievePredicate.open])
    }
  }

  private mutating func list(_ operation: Int, _ parts: [Predicate]) -> Int {
    let offsets = parts.map { predicate($0) }
    return write([operation, offsets.count] + offsets)
  }

  private mutating func keys(_ operation: Int, _ keys: [String]) -> Int {
    let texts = keys.map { text($0) }
    return write([operation, texts.count] + texts.flatMap { $0 })
  }

  private mutating func affix(_ operation: Int, _ operand: Operand) -> Int {
    let offset = self.operand(operand)
    return write([operation, offset])
  }

  private mutating func bound(_ operand: Operand?) -> Int { operand.map { self.operand($0) } ?? -1 }

  mutating func operand(_ operand: Operand) -> Int {
    switch operand {
    case .literal(let value):
      let list = literals([value])
      return write([SieveOperand.literal, list])
    case .fact(let number): return write([SieveOperand.fact, number])
    case .anyOf(let number):
      let list = literals(set.facts[number].allValues.filter { $0 != .text("") })
      return write([SieveOperand.anyOf, list])
    case .place(let place): return write([SieveOperand.place, place.slot, Self.index(of: place.place.root)])
    case .derived(let number): return write([SieveOperand.derived, number])
    case .now(let offset):
      let bits = offset.bitPattern
      return write([
        SieveOperand.now, Int(Int32(truncatingIfNeeded: bits)), Int(Int32(truncatingIfNeeded: bits >> 32)),
      ])
    case .join(let parts):
      let offsets = parts.map { self.operand($0) }
      return write([SieveOperand.join, offsets.count] + offsets)
    case .between(let prefix, let place, let suffix):
      let texts = text(prefix) + text(suffix)
      return write([SieveOperand.between, place.slot] + texts)
    }
  }
}
