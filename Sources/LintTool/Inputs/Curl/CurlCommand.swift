internal import PayloadRules

/// One request of a curl command: its options, taken apart.
struct CurlCommand {
  /// One `-d` or its like.
  struct Body {
    var option: String
    /// The option as it is written, for messages, and its place.
    var written: String
    var place: ByteRange
    var word: ShellWord
  }

  /// An option that changes what is sent.
  struct Switch {
    var option: String
    var place: ByteRange
    /// Its value.
    var text: AssembledText?
  }

  /// The word `curl`.
  var place: ByteRange
  var headers: [ShellWord] = []
  var bodies: [Body] = []
  var addresses: [ShellWord] = []
  var method: ShellWord?
  var certificate: ShellWord?
  var user: Switch?
  var bearer: Switch?
  /// `--http1.1`, `--http2` and the like; the last one counts.
  var version: Switch?
  /// `-G`, `-I`, `-T`.
  var transfer: Switch?
  var form: Switch?
  /// `-K FILE`, which may hold any other option.
  var configuration: Switch?
  /// Whether options may stand where this command does not show them: `-K FILE`, `"$@"`.
  var isOpen = false

  init(place: ByteRange) { self.place = place }

  /// The requests of a command: `--next` begins a new one.
  static func requests(in call: ShellCall) -> [CurlCommand] {
    var parser = CurlParser(place: call.place)
    parser.read(Array(call.arguments))
    return parser.requests + [parser.command]
  }
}

/// Goes through the words of a curl command.
private struct CurlParser {
  var command: CurlCommand
  var requests: [CurlCommand] = []
  private var words: [ShellWord] = []
  private var index = 0

  init(place: ByteRange) { command = CurlCommand(place: place) }

  mutating func read(_ words: [ShellWord]) {
    self.words = words
    var open: [ShellWord] = []
    while index < words.count {
      let word = words[index]
      index += 1
      let text = word.string
      if text.hasPrefix("--"), text.utf8.count > 2 {
        readLong(word, String(text.dropFirst(2)))
      } else if text.hasPrefix("-"), text.utf8.count > 1, text != "--" {
        readShort(word)
      } else if word.isOpen {
        open.append(word)
      } else if !text.isEmpty, text != "--" {
        command.addresses.append(word)
      }
    }
    // A lone variable is the address where there is no other; beside one it may hold options.
    if command.addresses.isEmpty, let last = open.popLast() { command.addresses = [last] }
    command.isOpen = command.isOpen || !open.isEmpty
  }

  private mutating func value() -> ShellWord? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1]
  }

  private mutating func readLong(_ word: ShellWord, _ text: String) {
    if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let name = CurlOptions.longName(String(text[..<equals]))
      if CurlOptions.longWithValue.contains(name) {
        let start = 2 + text.utf8.distance(from: text.startIndex, to: equals) + 1
        var part = word
        part.text = word.text.part(ByteRange(start, word.text.bytes.count))
        return take(name, word, part, written: "--" + String(text[..<equals]))
      }
    }
    let name = CurlOptions.longName(text)
    if CurlOptions.longWithValue.contains(name) {
      guard let value = value() else { return }
      return take(name, word, value, written: word.string)
    }
    flag(name, word.place)
  }

  /// `-vXPOST`: the letters of several options, the last of which may have its value behind it.
  private mutating func readShort(_ word: ShellWord) {
    let bytes = word.text.bytes
    var position = 1
    while position < bytes.count {
      let letter = Character(Unicode.Scalar(bytes[position]))
      position += 1
      let name = CurlOptions.longNames[letter]
      guard CurlOptions.shortWithValue.contains(letter) else {
        if let name { flag(name, word.place) }
        continue
      }
      var value: ShellWord?
      if position < bytes.count {
        value = word
        value?.text = word.text.part(ByteRange(position, bytes.count))
      } else {
        value = self.value()
      }
      if let name, let value { take(name, word, value, written: "-\(letter)") }
      return
    }
  }

  private mutating func flag(_ name: String, _ place: ByteRange) {
    switch name {
    case "http1.0", "http1.1", "http2", "http2-prior-knowledge", "http3", "http3-only", "no-http2":
      command.version = CurlCommand.Switch(option: name, place: place)
    case "get", "head": command.transfer = CurlCommand.Switch(option: name, place: place)
    case "next":
      requests.append(command)
      command = CurlCommand(place: command.place)
    default: break
    }
  }

  private mutating func take(_ name: String, _ option: ShellWord, _ value: ShellWord, written: String) {
    switch name {
    case "header": command.headers.append(value)
    case _ where CurlOptions.bodies.contains(name):
      command.bodies.append(
        CurlCommand.Body(option: name, written: written, place: option.place, word: value))
    case "url": command.addresses.append(value)
    case "request": command.method = value
    case "cert": command.certificate = value
    case "user": command.user = CurlCommand.Switch(option: name, place: option.place, text: value.text)
    case "oauth2-bearer":
      command.bearer = CurlCommand.Switch(option: name, place: option.place, text: value.text)
    case "upload-file":
      command.transfer = CurlCommand.Switch(option: name, place: option.place, text: value.text)
    case "form", "form-string": command.form = CurlCommand.Switch(option: name, place: option.place)
    case "config":
      command.configuration = CurlCommand.Switch(option: name, place: option.place, text: value.text)
      command.isOpen = true
    default: break
    }
  }
}
