/// Payloads of one kind only, near the largest that may be sent and at 1 MB, so that the time a byte can be compared.
enum Pathological {
  static var all: [Work] {
    [
      ("deep nesting", nesting), ("long string", longString), ("many keys", manyKeys),
      ("nothing but escapes", escapes),
      ("duplicate keys", duplicateKeys),
    ].flatMap { name, make in
      [("4 KB", 4000), ("1 MB", 1_000_000)].map { size, bytes in
        let start = #"{"aps":{"alert":{"title":"Order","body":"On its way"}},"#
        return Work(
          "\(name), \(size)", start + make(bytes - start.utf8.count - 1) + "}", Pushes.alertHeaders,
          findings: nil)
      }
    }
  }

  /// Towers of arrays, each as deep as a parser of 512 levels takes.
  private static func nesting(_ bytes: Int) -> String {
    let depth = 500
    let tower = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let count = max(1, (bytes - 9) / (tower.utf8.count + 1))
    return #""deep":["# + Array(repeating: tower, count: count).joined(separator: ",") + "]"
  }

  private static func longString(_ bytes: Int) -> String {
    let text = "Your order will arrive on Tuesday. "
    return #""text":""# + String(repeating: text, count: (bytes - 9) / text.utf8.count) + #"""#
  }

  private static func manyKeys(_ bytes: Int) -> String {
    // `"k12345":12345,`
    (0..<bytes / 15).map { #""k\#(10000 + $0)":\#(10000 + $0)"# }.joined(separator: ",")
  }

  private static func escapes(_ bytes: Int) -> String {
    let text = #"\u00e9\n\ud83d\ude00\/\t"#
    return #""text":""# + String(repeating: text, count: (bytes - 9) / text.utf8.count) + #"""#
  }

  private static func duplicateKeys(_ bytes: Int) -> String {
    Array(repeating: #""order":12345"#, count: bytes / 14).joined(separator: ",")
  }
}
