import PayloadRules
import Testing

struct NearestMatchTests {
  private static let names = [
    "alert", "badge", "sound", "mutable-content", "content-available", "thread-id", "loc-args", "id", "é",
  ]

  @Test(arguments: [
    ("alrt", "alert"), ("aelrt", "alert"), ("alerts", "alert"), ("Alert", "alert"), ("ALERT", "alert"),
    ("badgee", "badge"), ("bdage", "badge"), ("cadge", "badge"),
    ("mutableContent", "mutable-content"), ("mutable_content", "mutable-content"),
    ("mutable-contnet", "mutable-content"), ("mutabel-contnet", "mutable-content"),
    ("contentAvailable", "content-available"), ("content-availible", "content-available"),
    ("threadID", "thread-id"), ("locArg", "loc-args"), ("locsargs", "loc-args"), ("alert", "alert"),
  ])
  func finds(name: String, nearest: String) {
    #expect(NearestMatch.nearest(to: name, among: Self.names) == nearest)
    #expect(NearestMatch.nearest(to: Array(name.utf8), among: Self.names) == nearest)
  }

  @Test(arguments: [
    "", "title", "alrts!", "bdaeg", "mtabel-contnt", "a", "x", "😀", "---", "soundtrack",
    String(repeating: "a", count: 1_000_000), String(repeating: "-", count: 1_000_000),
  ])
  func findsNothing(name: String) {
    #expect(NearestMatch.nearest(to: name, among: Self.names) == nil)
  }

  @Test(
    "Every single edit of a name leads back to it",
    arguments: ["alert", "badge", "mutable-content", "loc-args", "push2talk"])
  func findsEveryEdit(name: String) {
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      var edited = [letters[..<index] + letters[(index + 1)...]]
      for other in ["q", "7", "_", "é", "😀"] as [Character] where other != letter {
        edited.append(letters[..<index] + [other] + letters[(index + 1)...])
        edited.append(letters[..<index] + [other] + letters[index...])
      }
      for text in edited where !text.isEmpty {
        #expect(NearestMatch.nearest(to: String(text), among: [name]) == name, "\(String(text))")
      }
    }
  }

  @Test func prefersTheNearestThenTheFirst() {
    #expect(NearestMatch.nearest(to: "content", among: ["contexts", "contend", "contest"]) == "contend")
    #expect(NearestMatch.nearest(to: "Sounds", among: ["bounds", "sound"]) == "sound")
    #expect(NearestMatch.nearest(to: "sound", among: ["sounds", "sound"]) == "sound")
  }

  @Test(arguments: [
    ("ca", "abc", 3 as Int?), ("abcd", "badc", 2), ("kitten", "sitting", 3), ("", "abc", 3),
    ("abc", "abc", 0),
    ("abcdefgh", "12345678", nil),
  ])
  func measures(left: String, right: String, edits: Int?) {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    #expect(NearestMatch.distance(left, right, limit: 3) == edits)
    #expect(NearestMatch.distance(right, left, limit: 3) == edits)
  }
}
