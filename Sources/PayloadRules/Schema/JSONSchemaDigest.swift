/// Digests of JSON values that are equal for equal values, however they are written.
enum JSONSchemaDigest {
  /// Digests of a value and all in it; the first is the value's own. Takes time in proportion to its text.
  static func digests(of node: Int, in document: JSONDocument, text: ByteView) -> [UInt64] {
    let nodes = document.nodes
    let end = min(Int(nodes[node].next), nodes.count)
    guard end > node else { return [0] }
    var result = [UInt64](repeating: 0, count: end - node)
    // What a container holds follows it, so that from the end on every part is known before its whole.
    for index in stride(from: end - 1, through: node, by: -1) {
      var hasher = Hasher()
      let current = nodes[index]
      switch current.kind {
      case .object:
        hasher.combine(1)
        var sum: UInt64 = 0
        var key = index + 1
        while key + 1 < Int(current.next), key + 1 < end {
          var member = Hasher()
          member.combine(result[key - node])
          member.combine(result[key + 1 - node])
          sum &+= UInt64(bitPattern: Int64(member.finalize()))
          key = Int(nodes[key + 1].next)
        }
        hasher.combine(sum)
      case .array:
        hasher.combine(2)
        var element = index + 1
        while element < Int(current.next), element < end {
          hasher.combine(result[element - node])
          element = Int(nodes[element].next)
        }
      case .string, .key:
        hasher.combine(3)
        hasher.combine(JSONText.hash(current, in: text))
      case .number:
        hasher.combine(4)
        let quantity = quantity(current, in: text)
        if let integer = quantity?.integer {
          hasher.combine(integer)
        } else {
          hasher.combine(quantity?.double)
        }
      default:
        hasher.combine(5)
        hasher.combine(current.kind)
      }
      result[index - node] = UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return result
  }

  /// A number, exact where it is an integer of 64 bits.
  static func quantity(_ node: JSONNode, in text: ByteView) -> JSONSchema.Quantity? {
    guard let double = JSONNumber.double(node, in: text) else { return nil }
    let integer = JSONNumber.integer(node, in: text) ?? Int(exactly: double)
    return JSONSchema.Quantity(double: double, integer: integer, text: text[node.range].string)
  }
}

extension JSONSchema.Quantity {
  /// Whether this number is below another; exact where both are integers.
  func isBelow(_ other: JSONSchema.Quantity) -> Bool {
    if let integer, let otherInteger = other.integer { return integer < otherInteger }
    return double < other.double
  }

  /// Whether this number is a multiple of another, which is above zero.
  func isMultiple(of other: JSONSchema.Quantity) -> Bool {
    if let integer, let divisor = other.integer, divisor > 0 { return integer % divisor == 0 }
    guard double.isFinite, other.double > 0 else { return false }
    let quotient = double / other.double
    guard quotient.isFinite else { return double.truncatingRemainder(dividingBy: other.double) == 0 }
    // 0.3 / 0.1 is not quite 3 in binary; what a few last bits make up for was meant as a multiple.
    return abs(quotient - quotient.rounded()) <= abs(quotient) * 4 * Double.ulpOfOne
  }
}
