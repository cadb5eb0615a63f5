import PayloadRules
import RuleFiles
import Testing

/// Texts of a quarter of a megabyte made to be slow; each must be read, or refused, in time that grows with its length.
struct HostileYAMLTests {
  private static let size = 250_000

  private static func filled(_ part: String) -> String {
    String(repeating: part, count: size / part.utf8.count)
  }

  private static let texts: [String] = [
    filled("a: 1\n"),
    filled("- é\n"),
    "a: \"\(filled("\\n"))\"",
    "a: '\(filled("x\n\n"))'",
    "a: |\n\(filled("  x\n"))",
    "a: >\n\(filled("  x\n\n"))",
    "a: >\n\(filled("   x\n  y\n"))",
    "[\(filled("a,"))]",
    "{\(filled("? a : b, "))}",
    filled("--- 1\n"),
    filled("# x\n"),
    filled("a"),
    filled(" "),
    filled("\n"),
    "a: &x [1,\(filled(" \n"))2]\nb: [\(Array(repeating: "*x", count: 3000).joined(separator: ","))]",
    "a: &x \"\(filled("\\\n "))\"\nb: [\(Array(repeating: "*x", count: 3000).joined(separator: ","))]",
    filled("&a [") + "x",
    filled("!a "),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: texts.indices)
  func takesTimeInProportion(index: Int) {
    let source = Array(Self.texts[index].utf8)
    let clock = ContinuousClock()
    let duration = clock.measure {
      guard let documents = try? YAMLReader.documents(in: source, mode: .lenient) else { return }
      for document in documents {
        let json = CanonicalJSON(document, of: source)
        #expect(json.map.innerCount == json.bytes.count)
      }
    }
    #expect(duration < .seconds(10), "\(duration)")
  }
}
