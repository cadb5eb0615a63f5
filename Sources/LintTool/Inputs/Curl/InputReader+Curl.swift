internal import PayloadRules

extension InputReader {
  /// The pushes among the curl commands of a script or a pasted text.
  mutating func curl(_ source: SourceText, _ shape: InputShape) -> InputContents {
    let start = InputShape.byteOrderMarkLength(source.bytes)
    let range = ByteRange(start, source.bytes.count)
    guard recognition.mayHoldRequest(source.bytes) || publishesFile(source) else {
      return notAPush(source, shape, detail: unreadPart(source, range, shape))
    }
    var records = curlRecords(source, range, kind: .curl)
    let others = publishedMessages(source, range, kind: .auto) + nestedCommands(source, range)
    if !others.isEmpty {
      records = InputReader.numbered(
        (records + others).sorted { $0.resolver.request < $1.resolver.request })
    }
    return records.isEmpty
      ? notAPush(source, shape, detail: unreadPart(source, range, shape)) : .records(records)
  }

  /// The same for a part of a file; each record is numbered among all curl commands. `isShellText` where nothing but
  /// the shell that reads it fills variables in.
  mutating func curlRecords(
    _ source: SourceText, _ range: ByteRange, kind: InputKind, isShellText: Bool = true
  ) -> [InputRecord] {
    var records: [InputRecord] = []
    var number = 0
    var reported: Set<Int> = []
    for call in ShellScript.calls(of: "curl", in: source.bytes, range: range) {
      let isBroken = call.command.troubles.contains { $0.kind == .unclosedQuote }
      for (index, request) in CurlCommand.requests(in: call).enumerated() {
        number += 1
        // What stands in an unclosed quote says nothing for certain.
        guard !isBroken else {
          if index == 0 { records += brokenCall(call, source, kind, number) }
          continue
        }
        // Several addresses share the options; those that lead elsewhere beside a push are nobody's matter.
        let leading = request.addresses.filter { leadsToService($0) }.prefix(InputReader.maximumAddresses)
        let addresses: [ShellWord?] = leading.isEmpty ? [request.addresses.first] : Array(leading)
        let troubles = index == 0 ? call.command.troubles : []
        for address in addresses {
          for var record in self.records(request, address, troubles, call, source, kind) {
            record.record = number
            // Behind the name stand the options of the first request; those of others follow a --next.
            if index == 0, !call.command.words[call.index].string.hasSuffix(".exe") {
              record.resolver.headerInsertion = HeaderInsertion(behind: call.place, in: source)
            }
            if isShellText, record.subject.input == kind.rawValue {
              let variables = request.variablesInSingleQuotes(call, in: source)
              record.subject.detections +=
                variables
                .filter { reported.insert($0.start).inserted }.map { quotedVariable($0, source) }
            }
            records.append(record)
          }
        }
      }
    }
    return records
  }

  /// A variable that goes out as it is written.
  private func quotedVariable(_ range: ByteRange, _ source: SourceText) -> Detection {
    Detection(
      detector: "shell-variable-in-single-quotes", place: FindingPlace(source: .request, range: range),
      subject: .envelope, pointer: nil, values: ["actual": source.text(range)])
  }

  /// So many pushes of one command are read.
  private static let maximumAddresses = 16

  /// Whether an address by itself says that it is a push's.
  private func leadsToService(_ word: ShellWord) -> Bool {
    let bytes = word.text.bytes
    let address = RequestAddress(bytes)
    func text(_ range: ByteRange?) -> String {
      range.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) } ?? ""
    }
    return recognition.isServiceHost(text(address.host)) || recognition.isServicePath(text(address.path))
  }

  /// A command whose quotes do not close: that, and nothing else.
  private func brokenCall(
    _ call: ShellCall, _ source: SourceText, _ kind: InputKind, _ number: Int
  ) -> [InputRecord] {
    let text = Array(source.bytes[call.place.start..<max(call.command.end, call.place.end)])
    guard recognition.mayHoldRequest(text) else { return [] }
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = kind.rawValue
    builder.resolver.request = call.place
    builder.report(call.command.troubles, in: source)
    return [InputRecord(subject: builder.subject, resolver: builder.resolver, record: number)]
  }

  /// One request, if it is a push; what its body holds for another service, if it is not.
  private func records(
    _ request: CurlCommand, _ address: ShellWord?, _ troubles: [ShellTrouble], _ call: ShellCall,
    _ source: SourceText, _ kind: InputKind
  ) -> [InputRecord] {
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = kind.rawValue
    builder.resolver.request = request.place
    builder.resolver.headerSet = request.place
    var isOpen = request.isOpen
    for header in request.headers where !add(header, to: &builder, source) { isOpen = true }
    if let user = request.user { builder.addAuthorization("Basic", user, source) }
    if let bearer = request.bearer { builder.addAuthorization("Bearer", bearer, source) }
    if let address {
      builder.setAddress(address.text.bytes, at: address.text.location(in: source))
      if RequestAddress(address.text.bytes).scheme == nil, !RequestAddress(address.text.bytes).isOpen {
        builder.setContext("scheme", "http", impliedAt: address.text.whole, in: source)
      }
    } else if !isOpen {
      builder.detect("curl-without-url", at: request.place)
      // Where the address was lost, other options may be too.
      isOpen = true
    }
    setMethod(of: request, isOpen, &builder, source)
    setBody(of: request, call, isOpen, &builder, source)
    guard recognition.isPush(builder.subject) else { return messages(inBodyOf: builder) }
    if let configuration = request.configuration {
      builder.detect(
        "curl-config-not-read", at: configuration.place, ["actual": configuration.text?.string ?? ""])
    }
    if let certificate = request.certificate {
      builder.setContext("certificate", "true", impliedAt: certificate.text.whole, in: source)
    }
    setVersion(of: request, isOpen, &builder, source)
    builder.report(troubles, in: source)
    for (facts, isOption) in facts { builder.add(facts, isOption: isOption) }
    builder.settleWhole(isOpen: isOpen, knowsCredential: true, now: now, clock: clock)
    return [
      InputRecord(
        subject: builder.subject, resolver: builder.resolver, secrets: InputReader.secrets(of: request))
    ]
  }

  /// Passwords behind a certificate's file and a user's name, and tokens in headers that curl leaves out.
  private static func secrets(of request: CurlCommand) -> [String] {
    var secrets: [String] = []
    for text in [request.certificate?.text, request.user?.text] {
      if let parts = text?.string.split(separator: ":", maxSplits: 1), parts.count == 2 {
        secrets.append(String(parts[1]))
      }
    }
    for header in request.headers where !header.text.bytes.contains(UInt8(ascii: ":")) {
      secrets += header.string.split(separator: " ").filter { $0.utf8.count >= 20 }.map { String($0) }
    }
    return secrets
  }

  /// A `-H` option; false where it may be any header, or several.
  private func add(_ word: ShellWord, to builder: inout RequestBuilder, _ source: SourceText) -> Bool {
    let text = word.text
    if text.bytes.first == UInt8(ascii: "@") {
      return addHeaders(inFile: text.part(ByteRange(1, text.bytes.count)), to: &builder)
    }
    if let colon = text.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
      // Nothing behind the colon takes a header away that curl would add by itself.
      if text.trimmedPart(colon + 1, text.bytes.count).isEmpty { return true }
      return builder.addHeader(line: text, in: source)
    }
    if text.bytes.last == UInt8(ascii: ";") {
      let end = text.bytes.count
      builder.addHeader(text.trimmedPart(0, end - 1), text.part(ByteRange(end, end)), in: source)
      return true
    }
    if Placeholders.find(in: text.bytes, expectsFormat: true) != nil { return false }
    builder.detect("curl-header-without-colon", at: text.whole, subject: .header, ["actual": text.string])
    return true
  }

  private func setMethod(
    of request: CurlCommand, _ isOpen: Bool, _ builder: inout RequestBuilder, _ source: SourceText
  ) {
    if let method = request.method {
      builder.set("method", method.string, at: method.text.location(in: source))
      return
    }
    if let transfer = request.transfer {
      let methods = ["get": "GET", "head": "HEAD", "upload-file": "PUT"]
      builder.set("method", methods[transfer.option] ?? "GET", impliedAt: transfer.place, in: source)
    } else if !request.bodies.isEmpty || request.form != nil {
      builder.set("method", "POST", impliedAt: request.place, in: source)
    } else if !isOpen {
      builder.set("method", "GET", impliedAt: request.place, in: source)
    }
  }

  private func setVersion(
    of request: CurlCommand, _ isOpen: Bool, _ builder: inout RequestBuilder, _ source: SourceText
  ) {
    switch request.version?.option {
    case "http1.0"?, "http1.1"?:
      guard let version = request.version else { return }
      builder.setContext(
        "http-version", String(version.option.dropFirst(4)), impliedAt: version.place, in: source)
    case nil:
      guard !isOpen, builder.subject.context["scheme"] == "https",
        builder.subject.host.value.map({ recognition.isServiceHost($0) }) == true
      else { return }
      builder.detect("curl-http2-not-asked", at: request.place)
    default: break
    }
  }

  // MARK: Body

  private func setBody(
    of request: CurlCommand, _ call: ShellCall, _ isOpen: Bool, _ builder: inout RequestBuilder,
    _ source: SourceText
  ) {
    if let form = request.form {
      return builder.detect(
        "curl-body-is-form", at: form.place, subject: .payload, pointer: "", ["actual": "-F"])
    }
    guard let first = request.bodies.first else {
      if request.transfer?.option == "upload-file", let name = request.transfer?.text {
        if let body = bodyFile(name, withoutLineEnds: false, for: &builder) {
          builder.setPayload(body.bytes, at: body.location, basis: .asSent)
        }
      } else if !isOpen {
        setEmptyBody(&builder, at: request.place, source)
      }
      return
    }
    if request.transfer?.option == "get" {
      // What -d gave went into the address.
      return setEmptyBody(&builder, at: request.place, source)
    }
    let isEncoded = request.bodies.first { $0.option == "data-urlencode" }
    let isJoined = request.bodies.dropFirst().first { $0.option != "json" }
    if let option = isEncoded ?? isJoined {
      builder.detect(
        "curl-body-is-form", at: option.place, subject: .payload, pointer: "",
        ["actual": option.written])
      if isEncoded != nil { return }
    }
    guard let body = body(first, call, &builder, source) else { return }
    if RequestBuilder.isFileName(body.bytes), !body.location.isOtherFile {
      return builder.detect(
        RequestBuilder.fileNameDetector(body.bytes), at: body.location.whole, subject: .payload, pointer: "",
        ["actual": String(decoding: body.bytes, as: UTF8.self)])
    }
    if request.bodies.count > 1, isJoined == nil, !body.location.isOtherFile {
      // --json texts follow each other as they are.
      var joined = AssembledText(at: first.word.place.start)
      for part in request.bodies { joined.append(part.word.text, usedAt: part.word.text.whole) }
      joined.whole = first.word.text.whole
      return builder.setPayload(joined.bytes, at: joined.location(in: source), basis: .asSent)
    }
    builder.setPayload(body.bytes, at: body.location, basis: .asSent)
  }

  private func setEmptyBody(_ builder: inout RequestBuilder, at place: ByteRange, _ source: SourceText) {
    let isPost = builder.subject.method.value?.uppercased() == "POST"
    guard isPost else { return }
    builder.setPayload(
      [], at: TextLocation(source: source, map: OffsetMap(), layer: .opaque, whole: place), basis: .asSent)
  }

  /// What one `-d` sends; nil where nobody can see it.
  private func body(
    _ option: CurlCommand.Body, _ call: ShellCall, _ builder: inout RequestBuilder, _ source: SourceText
  ) -> RequestBody? {
    let text = option.word.text
    func inline(_ text: AssembledText) -> RequestBody {
      RequestBody(bytes: text.bytes, location: text.location(in: source))
    }
    let dropsLineEnds = option.option == "data" || option.option == "data-ascii"
    if let file = option.word.file {
      guard var body = read(file, false, call, &builder, source) else { return nil }
      // The shell takes line ends at the end of what a command prints away.
      while body.bytes.last == 0x0A { body.bytes.removeLast() }
      return body
    }
    guard option.option != "data-raw", text.bytes.first == UInt8(ascii: "@") else { return inline(text) }
    let name = text.part(ByteRange(1, text.bytes.count))
    guard name.string == "-" || name.string == "/dev/stdin" else {
      return read(name, dropsLineEnds, call, &builder, source)
    }
    switch call.input {
    case .text(let text)?:
      return inline(dropsLineEnds ? text.withoutLineEnds : text)
    case .file(let name)?: return read(name, dropsLineEnds, call, &builder, source)
    case nil: return nil
    }
  }

  private func read(
    _ name: AssembledText, _ dropsLineEnds: Bool, _ call: ShellCall, _ builder: inout RequestBuilder,
    _ source: SourceText
  ) -> RequestBody? {
    if let text = call.command.setting.files[name.string] {
      let kept = dropsLineEnds ? text.withoutLineEnds : text
      return RequestBody(bytes: kept.bytes, location: kept.location(in: source))
    }
    return bodyFile(name, withoutLineEnds: dropsLineEnds, for: &builder)
  }
}

extension RequestBuilder {
  /// The authorization that an option of curl makes.
  fileprivate mutating func addAuthorization(
    _ scheme: String, _ option: CurlCommand.Switch, _ source: SourceText
  ) {
    guard let text = option.text else { return }
    var value = AssembledText(at: text.whole.start)
    value.append(Array((scheme + " ").utf8), standingFor: ByteRange(text.whole.start, text.whole.start))
    value.append(text, usedAt: text.whole)
    value.whole = text.whole
    var location = value.location(in: source)
    location.layer = .opaque
    addHeader(
      recognition.authorizationHeader, value.string, at: PlaceResolver.Header(value: location))
  }
}
