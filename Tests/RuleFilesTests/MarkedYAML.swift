import PayloadRules
import RuleFiles

/// A YAML text in which `⟦` and `⟧` stand around the place that is meant.
struct MarkedYAML {
  var source: [UInt8]
  var marked: ByteRange

  init(_ text: String) {
    var source: [UInt8] = []
    var start = 0
    var end = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "⟦": start = source.count
      case "⟧": end = source.count
      default: source += Array(String(scalar).utf8)
      }
    }
    self.source = source
    marked = ByteRange(start, end)
  }

  func text(_ range: ByteRange) -> String {
    guard range.start >= 0, range.start <= range.end, range.end <= source.count else { return "out of range" }
    return String(decoding: source[range.start..<range.end], as: UTF8.self)
  }
}

extension CanonicalJSON {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The range of the first occurrence of `part`.
  func range(of part: String) -> ByteRange? {
    let wanted = Array(part.utf8)
    guard wanted.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start...].starts(with: wanted) {
      return ByteRange(start, start + wanted.count)
    }
    return nil
  }
}

/// The only document of `text`, written as JSON.
func canonicalJSON(
  _ text: String, mode: YAMLMode = .lenient, takesLetters: (([YAMLStep]) -> Bool)? = nil
) throws -> CanonicalJSON {
  let source = Array(text.utf8)
  let documents = try YAMLReader.documents(in: source, mode: mode)
  return CanonicalJSON(documents[0], of: source, takesLetters: takesLetters)
}
