internal import PayloadRules

extension InputReader {
  /// The messages that `aws sns publish` commands of a script send; each is read as the input that its options
  /// build.
  func publishedMessages(_ source: SourceText, _ range: ByteRange, kind: InputKind) -> [InputRecord] {
    guard envelopes != nil, Array(source.bytes[range.start..<range.end]).holds("publish") else {
      return []
    }
    var records: [InputRecord] = []
    for call in ShellScript.calls(of: "aws", in: source.bytes, range: range) {
      guard let input = PublishInput(call, readFile: { (try? self.readFile($0))?.source.bytes }),
        !call.command.troubles.contains(where: { $0.kind == .unclosedQuote })
      else { continue }
      let tree = InputTree(input.text.bytes, at: input.text.location(in: source))
      for var record in envelopes(in: tree, kind: kind) ?? [] {
        record.resolver.request = call.place
        records.append(record)
      }
    }
    return records
  }

  /// Lines of a token, a blank and a payload, as a command-line sender takes them; nil for any other text.
  func tokenLines(_ source: SourceText) -> [InputRecord]? {
    let bytes = source.bytes
    let whole = InputTree.wholeLocation(of: source)
    var records: [InputRecord] = []
    var start = InputShape.byteOrderMarkLength(bytes)
    while start < bytes.count {
      var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let next = end + 1
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      defer { start = next }
      guard bytes[start..<end].contains(where: { !isWhite($0) }) else { continue }
      guard let blank = bytes[start..<end].firstIndex(of: 0x20), blank - start >= 32, blank + 1 < end,
        bytes[blank + 1] == UInt8(ascii: "{"), bytes[start..<blank].allSatisfy({ $0.isHexadecimalDigit })
      else { return nil }
      var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
      builder.subject.input = InputKind.jsonl.rawValue
      builder.resolver.request = ByteRange(start, start + 1)
      let token = ByteRange(start, blank)
      builder.set("token", source.text(token), at: whole.part(token))
      let payload = ByteRange(blank + 1, end)
      builder.setPayload(Array(bytes[payload.start..<payload.end]), at: whole.part(payload), basis: .asSent)
      var record = finish(&builder)
      record.record = records.count + 1
      records.append(record)
    }
    return records.isEmpty ? nil : records
  }
}

/// The JSON object that the options of one `aws sns publish` command stand for.
private struct PublishInput {
  private(set) var text: AssembledText

  /// Options of the program itself that take a value.
  private static let general: Set<String> = [
    "profile", "region", "output", "endpoint-url", "query", "color", "ca-bundle", "cli-read-timeout",
    "cli-connect-timeout", "cli-binary-format",
  ]

  init?(_ call: ShellCall, readFile: (String) -> [UInt8]?) {
    let words = Array(call.arguments)
    guard let command = words.firstIndex(where: { $0.string == "publish" }), command > 0,
      words[command - 1].string == "sns"
    else { return nil }
    text = AssembledText(at: call.place.start)
    text.append(Array("{".utf8), standingFor: call.place)
    var isFirst = true
    var index = command + 1
    while index < words.count {
      let word = words[index]
      index += 1
      guard word.string.hasPrefix("--") else { continue }
      var value: AssembledText
      var name = String(word.string.dropFirst(2))
      if let sign = word.text.bytes.firstIndex(of: UInt8(ascii: "=")) {
        name = String(decoding: word.text.bytes[2..<max(sign, 2)], as: UTF8.self)
        value = word.text.part(ByteRange(sign + 1, word.text.bytes.count))
      } else {
        guard index < words.count, !words[index].string.hasPrefix("--") else { continue }
        value = words[index].text
        index += 1
      }
      // What lies in a file leads back to the word that names it.
      if value.string.hasPrefix("file://"), let bytes = readFile(String(value.string.dropFirst(7))) {
        let place = value.whole
        value = AssembledText(at: place.start)
        value.append(bytes, standingFor: place)
        value.whole = place
      }
      if name == "cli-input-json", value.bytes.first == UInt8(ascii: "{") {
        value.whole = word.place
        text = value
        return
      }
      // A value of which nobody can see the text says nothing.
      guard !PublishInput.general.contains(name), !value.string.hasPrefix("file://"),
        Placeholders.find(in: value.bytes, expectsFormat: false)?.count != value.bytes.count || value.isEmpty
      else { continue }
      if !isFirst { text.append(Array(",".utf8), standingFor: word.place) }
      isFirst = false
      text.append(
        Array("\"\(PublishInput.memberName(name))\":".utf8), standingFor: word.place)
      if name.hasSuffix("-attributes") {
        appendAttributes(value)
      } else {
        appendQuoted(value)
      }
    }
    guard !isFirst else { return nil }
    text.append(Array("}".utf8), standingFor: call.place)
    text.whole = call.place
  }

  /// `target-arn` is `TargetArn`.
  private static func memberName(_ option: String) -> String {
    option.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// JSON as it is; `NAME={DataType=String,StringValue=x}` as the object that it stands for.
  private mutating func appendAttributes(_ value: AssembledText) {
    if value.bytes.first(where: { !isWhite($0) }) == UInt8(ascii: "{") {
      text.append(value, usedAt: value.whole)
      return
    }
    append("{", value.whole)
    var start = 0
    for (index, byte) in value.bytes.enumerated() {
      let isSign = [UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}")].contains(byte)
      guard isSign else { continue }
      if index > start { appendQuoted(value.part(ByteRange(start, index))) }
      start = index + 1
      switch byte {
      case UInt8(ascii: "="): append(":", value.whole)
      case UInt8(ascii: "{"): append("{", value.whole)
      case UInt8(ascii: "}"): append("}", value.whole)
      default: append(",", value.whole)
      }
    }
    if value.bytes.count > start { appendQuoted(value.part(ByteRange(start, value.bytes.count))) }
    append("}", value.whole)
  }

  private mutating func append(_ sign: String, _ range: ByteRange) {
    text.append(Array(sign.utf8), standingFor: range)
  }

  /// The value as a JSON string, each of its bytes leading back to where it stands.
  private mutating func appendQuoted(_ value: AssembledText) {
    append("\"", value.whole)
    var start = 0
    for (index, byte) in value.bytes.enumerated() {
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      appendPart(value, start, index)
      var escaped: [UInt8] = []
      JSONWriter.appendQuoted(String(decoding: [byte], as: UTF8.self), to: &escaped)
      text.append(
        escaped.dropFirst().dropLast(), standingFor: value.place(of: ByteRange(index, index + 1)))
      start = index + 1
    }
    appendPart(value, start, value.bytes.count)
    append("\"", value.whole)
  }

  private mutating func appendPart(_ value: AssembledText, _ start: Int, _ end: Int) {
    guard end > start else { return }
    let part = value.part(ByteRange(start, end))
    text.append(part, usedAt: part.whole)
  }
}

extension [UInt8] {
  fileprivate func holds(_ text: String) -> Bool { withByteView { $0.contains(text) } }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
