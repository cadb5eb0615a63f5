import Foundation
import LintTool
import Testing

/// Tokens and keys in files of their own, and secrets in what a report shows of a payload.
@Suite struct SecretsTests {
  /// No key at all, only the letters of one: three lines of base64 with signs that tokens do not have.
  private static let key = [
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgorchard/plum/pe",
    "ar+quince/medlar+apple/cherry+damson/apricot+peach/almond+walnut",
    "hazel/rowan/elder/maple/birch/larch",
  ]
  private static let block =
    "-----BEGIN PRIVATE KEY-----\n\(key.joined(separator: "\n"))\n-----END PRIVATE KEY-----\n"
  private static let token = "9f8a1c5e7b3d2f60418297a3c5d7e9fb0a1b2c3d4e5f60718293a4b5c6d7e8f9"
  private static let formats = ["text", "compact", "json", "jsonl", "github"]

  /// Pieces of the secret that no report may show: all but the first and last four characters.
  private static func shows(_ text: String, of secret: String) -> Bool {
    let letters = Array(secret.utf8)
    guard letters.count > 20 else { return text.contains(secret) }
    return stride(from: 8, to: letters.count - 16, by: 4).contains {
      text.contains(String(decoding: letters[$0..<$0 + 8], as: UTF8.self))
    }
  }

  static let files: [(kind: String, text: String, rules: [String])] = [
    ("jwt", "", ["provider-token-form"]),
    ("jwt", "\r\n", ["provider-token-form"]),
    ("token", "", ["device-token-missing"]),
    ("token", "\u{FEFF}\(token)\n", ["token-byte-order-mark"]),
    ("auto", "\u{FEFF}\(token)\n", ["token-byte-order-mark"]),
    ("jwt", "\u{FEFF}a.b", ["token-byte-order-mark", "provider-token-form"]),
    ("jwt", block, ["provider-token-private-key"]),
    ("jwt", "Bearer \(block)", ["provider-token-private-key"]),
    ("jwt", block.replacingOccurrences(of: "\n", with: ""), ["provider-token-private-key"]),
    ("jwt", key.joined(), ["provider-token-private-key"]),
    ("jwt", key.joined(separator: "\n"), ["provider-token-private-key"]),
  ]

  @Test(arguments: files)
  func tokenFile(kind: String, text: String, rules: [String]) {
    for format in Self.formats {
      let run = BuiltInRun(["-", "--input", kind, "--format", format], input: Array(text.utf8))
      if format == "json" {
        #expect(run.findings.compactMap { $0["rule"] as? String } == rules, "\(run.output)")
        #expect(run.status == (rules == ["token-byte-order-mark"] ? .clean : .findings))
      }
      for line in Self.key {
        #expect(!Self.shows(run.output + run.errors, of: line), "\(format): \(run.output)")
      }
    }
  }

  @Test("A byte order mark is taken off, and the token behind it is judged")
  func byteOrderMarkFix() {
    let text = Array("\u{FEFF}\(Self.token)".utf8)
    let run = BuiltInRun(["-", "--input", "token", "--format", "json"], input: text)
    #expect(run.marked("token-byte-order-mark", in: text) == [0xEF, 0xBB, 0xBF])
    let fix = run.findings.first?["fix"] as? [String: Any]
    let edit = (fix?["edits"] as? [[String: Any]])?.first
    #expect(edit?["start"] as? Int == 0)
    #expect(edit?["end"] as? Int == 3)
  }

  /// A secret in a payload, where a finding shows its line.
  static let payloads: [(text: String, secret: String)] = [
    (#"{"aps": {"alert": "Hi", "badge": "\#(block.replacingOccurrences(of: "\n", with: "\\n"))"}}"#, key[0]),
    (
      #"{"key": "\#(block.replacingOccurrences(of: "\n", with: "\\n"))", "aps": {"alert": "Hi", "badge": "1"}}"#,
      key[1]
    ),
    (
      #"{"aps": {"alert": "Hi", "badge": "Bearer kumquat-papaya_mango.8f3kq0z1m7w2c9x4b6"}}"#,
      "kumquat-papaya_mango.8f3kq0z1m7w2c9x4b6"
    ),
    (
      #"{"auth": "bearer kumquat/papaya+mango=", "aps": {"alert": "Hi", "badge": "1"}}"#,
      "kumquat/papaya+mango="
    ),
    ("aps: {alert: Hi}\nkey: |\n  \(block.replacingOccurrences(of: "\n", with: "\n  "))", key[1]),
  ]

  @Test(arguments: payloads)
  func payload(text: String, secret: String) {
    for format in Self.formats {
      let name = text.hasPrefix("aps:") ? "push.yaml" : "push.json"
      let arguments = ["-", "--stdin-filename", name, "--preview", "--format", format]
      let run = BuiltInRun(arguments, input: Array(text.utf8))
      #expect(run.status != .trouble)
      #expect(run.output.count > 50)
      #expect(!Self.shows(run.output, of: secret), "\(format): \(run.output)")
    }
  }

  @Test("--no-redact shows everything")
  func unmasked() {
    let text = #"{"aps": {"alert": "Hi", "badge": "Bearer kumquat-papaya_mango.8f3kq0z1m7w2c9x4b6"}}"#
    let run = BuiltInRun(["-", "--no-redact"], input: Array(text.utf8))
    #expect(run.output.contains("Bearer kumquat-papaya_mango.8f3kq0z1m7w2c9x4b6"))
  }

  @Test("A word that only looks like a scheme is shown as it is")
  func plainWords() {
    let text = #"{"aps": {"alert": "The bearer of this ticket", "badge": "1"}}"#
    #expect(BuiltInRun(["-"], input: Array(text.utf8)).output.contains("The bearer of this ticket"))
  }
}
