/// Where a place begins.
package enum PlaceRoot: String, Sendable, Hashable, CaseIterable {
  case payload, headers, method, host, port, path, token, route, input, profile, credential, jwt, context
  case envelope, derived, now
  case pushType = "push-type"

  /// Whether the root has places below it.
  var hasMembers: Bool {
    switch self {
    case .payload, .headers, .path, .jwt, .context, .envelope, .derived: true
    default: false
    }
  }
}

/// One step of a place below its root.
package enum PlaceStep: Sendable, Hashable {
  case key(String)
  /// `[*]`: every element of an array.
  case elements
  /// `.*`: every member of an object.
  case members
  /// `.**`: every value below.
  case descendants
}

/// A plain path to one or more values of a request: `payload.aps.alert.loc-args[*]`.
package struct Place: Sendable, Hashable {
  package var root: PlaceRoot
  package var steps: [PlaceStep]

  /// What a text says instead of a place.
  enum Trouble: Error, Equatable {
    case unknownRoot(String)
    case malformed(String)
  }

  init(root: PlaceRoot, steps: [PlaceStep] = []) {
    self.root = root
    self.steps = steps
  }

  /// The longest prefix without a wildcard, and the steps after it.
  var fixedPrefix: (place: Place, rest: [PlaceStep]) {
    var fixed: [PlaceStep] = []
    for (index, step) in steps.enumerated() {
      guard case .key = step else {
        return (Place(root: root, steps: fixed), Array(steps[index...]))
      }
      fixed.append(step)
    }
    return (self, [])
  }

  var parent: Place? { steps.isEmpty ? nil : Place(root: root, steps: Array(steps.dropLast())) }

  var lastKey: String? {
    if case .key(let key) = steps.last { return key }
    return nil
  }

  func appending(_ key: String) -> Place { Place(root: root, steps: steps + [.key(key)]) }

  /// The place as rules write it.
  var text: String {
    var result = root.rawValue
    for step in steps {
      switch step {
      case .key(let key):
        if key.isEmpty || key.utf8.contains(where: { $0 == 0x2E || $0 == 0x5B || $0 == 0x22 }) {
          result += "[\"\(key)\"]"
        } else {
          result += ".\(key)"
        }
      case .elements: result += "[*]"
      case .members: result += ".*"
      case .descendants: result += ".**"
      }
    }
    return result
  }

  /// Reads a place; header names are lower-cased.
  static func parse(_ text: String) -> Result<Place, Trouble> {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count, bytes[index] != 0x2E, bytes[index] != 0x5B { index += 1 }
    let name = String(decoding: bytes[0..<index], as: UTF8.self)
    guard let root = PlaceRoot(rawValue: name) else { return .failure(.unknownRoot(name)) }
    var steps: [PlaceStep] = []
    while index < bytes.count {
      guard root.hasMembers else { return .failure(.malformed("'\(name)' has nothing below it")) }
      if case .descendants = steps.last { return .failure(.malformed("nothing can follow '**'")) }
      if bytes[index] == 0x5B {
        guard let step = bracketStep(bytes, &index) else {
          return .failure(.malformed("brackets hold * or a quoted key"))
        }
        steps.append(step)
        continue
      }
      index += 1
      let start = index
      while index < bytes.count, bytes[index] != 0x2E, bytes[index] != 0x5B { index += 1 }
      let key = String(decoding: bytes[start..<index], as: UTF8.self)
      switch key {
      case "": return .failure(.malformed("an empty step"))
      case "*": steps.append(.members)
      case "**": steps.append(.descendants)
      default: steps.append(.key(root == .headers ? key.asciiLowercased : key))
      }
    }
    return .success(Place(root: root, steps: steps))
  }

  /// Reads `[*]` or `["key"]` and moves past it.
  private static func bracketStep(_ bytes: [UInt8], _ index: inout Int) -> PlaceStep? {
    if index + 2 < bytes.count, bytes[index + 1] == 0x2A, bytes[index + 2] == 0x5D {
      index += 3
      return .elements
    }
    guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else { return nil }
    var end = index + 2
    while end + 1 < bytes.count, !(bytes[end] == 0x22 && bytes[end + 1] == 0x5D) { end += 1 }
    guard end + 1 < bytes.count else { return nil }
    let key = String(decoding: bytes[index + 2..<end], as: UTF8.self)
    index = end + 2
    return .key(key)
  }
}

extension String {
  /// The text with A to Z in lower case and everything else as it is.
  package var asciiLowercased: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
