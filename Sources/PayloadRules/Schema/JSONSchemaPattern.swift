extension JSONSchema {
  /// A pattern of JSON Schema, which is sought anywhere in a text unless `^` and `$` bind it to the ends.
  struct SearchPattern: Sendable {
    let text: String
    private let pattern: Pattern

    init(_ text: String) throws(Pattern.Trouble) {
      self.text = text
      var branches: [String] = []
      for branch in try Self.alternatives(Array(text.unicodeScalars)) {
        var scalars = branch[...]
        var (prefix, suffix) = (".*", ".*")
        if scalars.first == "^" {
          scalars.removeFirst()
          prefix = ""
        }
        if scalars.last == "$", scalars.dropLast().reversed().prefix(while: { $0 == "\\" }).count % 2 == 0 {
          scalars.removeLast()
          suffix = ""
        }
        var inner = String.UnicodeScalarView()
        inner.append(contentsOf: scalars)
        branches.append("\(prefix)(?:\(String(inner)))\(suffix)")
      }
      pattern = try Pattern(branches.joined(separator: "|"))
    }

    func matches(_ text: ByteView) -> Bool { pattern.matches(text) }

    /// Longer patterns, and those whose counts multiply beyond reason, are refused unread.
    private static let maximumLength = 2048

    /// The branches of the outermost `|`, since `^` and `$` bind tighter than it does.
    private static func alternatives(
      _ scalars: [Unicode.Scalar]
    ) throws(Pattern.Trouble) -> [[Unicode.Scalar]] {
      guard scalars.count <= maximumLength else {
        throw Pattern.Trouble(message: "the pattern is too long", offset: 0)
      }
      var branches: [[Unicode.Scalar]] = [[]]
      var depth = 0
      var isInClass = false
      var isEscaped = false
      var counts = 0
      for (index, scalar) in scalars.enumerated() {
        if isEscaped {
          isEscaped = false
        } else {
          switch scalar {
          case "\\": isEscaped = true
          case "[": isInClass = true
          case "]": isInClass = false
          case "(" where !isInClass: depth += 1
          case ")" where !isInClass:
            depth -= 1
            // Without this the parentheses that are added below would make it right.
            if depth < 0 { throw Pattern.Trouble(message: "a ')' without its '('", offset: index) }
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            if next == "{" { counts += 1 }
          case "|" where !isInClass && depth == 0:
            branches.append([])
            continue
          default: break
          }
        }
        branches[branches.count - 1].append(scalar)
      }
      // Each counted group may repeat another 64 times, empty ones without growing the automaton.
      guard counts <= 3 else { throw Pattern.Trouble(message: "too many counted groups", offset: 0) }
      if depth > 0 { throw Pattern.Trouble(message: "a '(' without its ')'", offset: scalars.count) }
      return branches
    }
  }
}
