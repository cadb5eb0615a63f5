internal import PayloadRules

/// A body that a request takes from elsewhere.
struct RequestBody {
  var bytes: [UInt8]
  var location: TextLocation
}

extension RequestBuilder {
  /// Decides what is absent in a request as it goes over the wire; `isOpen` where parts of it are not shown.
  mutating func settleWhole(isOpen: Bool, knowsCredential: Bool, now: Double?, clock: () -> Double) {
    // An address behind a placeholder is there, whatever it is.
    let (host, path, token) = (subject.host, subject.path, subject.token)
    let payload = subject.payload
    settle(isRequest: true, hasHeaders: !isOpen, now: now, clock: clock)
    (subject.host, subject.path, subject.token, subject.payload) = (host, path, token, payload)
    subject.isWholeRequest = !isOpen
    if isOpen {
      subject.headersAreComplete = false
      if subject.credential == .none { subject.credential = .unknown }
    } else if subject.credential == .unknown, knowsCredential {
      subject.credential = .none
    }
  }

  /// Reports what a reader met in the text around the request.
  mutating func detect(
    _ detector: String, at range: ByteRange, subject about: FindingSubject = .envelope,
    pointer: String? = nil,
    _ values: [String: String] = [:], edits: [Edit] = [], fixTitle: String? = nil
  ) {
    subject.detections.append(
      Detection(
        detector: detector, place: FindingPlace(source: .request, range: range), subject: about,
        pointer: pointer, values: values, edits: edits, fixTitle: fixTitle))
  }

  /// A header whose name and value stand in one text; false where there is no colon.
  mutating func addHeader(line text: AssembledText, in source: SourceText) -> Bool {
    guard let colon = text.bytes.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = text.trimmedPart(0, colon)
    let value = text.trimmedPart(colon + 1, text.bytes.count)
    addHeader(name, value, in: source)
    return true
  }

  mutating func addHeader(_ name: AssembledText, _ value: AssembledText, in source: SourceText) {
    addHeader(
      name.string, value.string,
      at: PlaceResolver.Header(name: name.location(in: source), value: value.location(in: source)))
  }

  /// A fact that a whole word of the file stands for, without its letters being there.
  mutating func set(_ field: String, _ value: String, impliedAt range: ByteRange, in source: SourceText) {
    set(field, value, at: RequestBuilder.implied(value, range, source))
  }

  mutating func setContext(_ key: String, _ value: String, impliedAt range: ByteRange, in source: SourceText)
  {
    setContext(key, value, at: RequestBuilder.implied(value, range, source))
  }

  private static func implied(_ value: String, _ range: ByteRange, _ source: SourceText) -> TextLocation {
    var map = OffsetMap()
    map.append(value.utf8.count, at: range.start, outerCount: range.count, isLinear: false)
    return TextLocation(source: source, map: map, layer: .opaque, whole: range)
  }

  /// What to report of a body that is the name of a file: a variable in it may still bring the sign.
  static func fileNameDetector(_ bytes: [UInt8]) -> String {
    Placeholders.find(in: bytes, expectsFormat: false) == nil ? "body-is-file-name" : "body-may-be-file-name"
  }

  /// Whether a body is nothing but the name of a file, so that the sign that reads it was forgotten.
  static func isFileName(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, bytes.count < 256, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7B && $0 != 0x22 })
    else {
      return false
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix(".json") || text.hasSuffix(".apns")
  }
}

extension AssembledText {
  /// A part without the blanks at its ends.
  func trimmedPart(_ start: Int, _ end: Int) -> AssembledText {
    var (start, end) = (start, end)
    while start < end, isWhite(bytes[start]) { start += 1 }
    while end > start, isWhite(bytes[end - 1]) { end -= 1 }
    return part(ByteRange(start, end))
  }
}

extension InputReader {
  /// Reads the file that a body comes from, where it lies in the folder of the input; otherwise says why not.
  func bodyFile(
    _ name: AssembledText, withoutLineEnds: Bool, for builder: inout RequestBuilder
  ) -> RequestBody? {
    // Nobody knows what a placeholder will name.
    guard !name.isEmpty, Placeholders.find(in: name.bytes, expectsFormat: false) == nil else { return nil }
    let text = name.string.hasPrefix("./") ? String(name.string.dropFirst(2)) : name.string
    do {
      var (source, detections) = try readFile(text)
      for index in detections.indices {
        detections[index].place = FindingPlace(source: .payload, range: ByteRange(0, 0))
      }
      builder.subject.detections += detections
      guard withoutLineEnds else {
        return RequestBody(
          bytes: source.bytes, location: InputTree.wholeLocation(of: source, isOtherFile: true))
      }
      var kept = AssembledText(at: 0)
      var start = 0
      for (index, byte) in source.bytes.enumerated() where byte == 0x0A || byte == 0x0D || byte == 0 {
        kept.append(source.bytes[start..<index], at: start)
        start = index + 1
      }
      kept.append(source.bytes[start...], at: start)
      kept.addPiece(0, source.bytes.count, .plain)
      kept.whole = ByteRange(0, source.bytes.count)
      return RequestBody(bytes: kept.bytes, location: kept.location(in: source, isOtherFile: true))
    } catch {
      builder.detect("body-file-not-read", at: name.whole, ["actual": text, "detail": error.message])
      return nil
    }
  }
}
