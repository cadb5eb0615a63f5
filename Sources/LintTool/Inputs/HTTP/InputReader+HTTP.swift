internal import PayloadRules

extension InputReader {
  /// The pushes among the requests of an HTTP file or a dump.
  mutating func http(_ source: SourceText, _ shape: InputShape) -> InputContents {
    guard recognition.mayHoldRequest(source.bytes) else { return notAPush(source, shape) }
    let records = httpRecords(source)
    return records.isEmpty ? notAPush(source, shape) : .records(records)
  }

  private mutating func httpRecords(_ source: SourceText) -> [InputRecord] {
    let file = HTTPFile(
      source.bytes,
      range: ByteRange(InputShape.byteOrderMarkLength(source.bytes), source.bytes.count))
    var records: [InputRecord] = []
    for (index, request) in file.requests.enumerated() {
      for var record in self.records(request, source) {
        record.record = index + 1
        records.append(record)
      }
    }
    for range in file.commands { records += curlRecords(source, range, kind: .http, isShellText: false) }
    guard !file.commands.isEmpty else { return records }
    records.sort { $0.resolver.request < $1.resolver.request }
    for index in records.indices { records[index].record = index + 1 }
    return records
  }

  private func records(_ request: HTTPFileRequest, _ source: SourceText) -> [InputRecord] {
    var builder = RequestBuilder(source: source, recognition: recognition, profile: profile)
    builder.subject.input = InputKind.http.rawValue
    builder.resolver.request = request.place
    builder.resolver.headerSet = request.place
    // Listings of frames have a form of their own.
    if request.pseudoHeaders.isEmpty {
      builder.resolver.headerInsertion = HeaderInsertion(
        behindLineOf: request.headers.last?.name.whole.start ?? request.place.start, in: source)
    }
    if let method = request.method {
      builder.set("method", method.string, at: method.location(in: source))
    } else if request.address != nil {
      builder.set("method", "GET", impliedAt: request.place, in: source)
    }
    if let address = request.address { builder.setAddress(address.bytes, at: address.location(in: source)) }
    for (name, value) in request.pseudoHeaders {
      switch name {
      case "method", "path": builder.set(name, value.string, at: value.location(in: source))
      case "scheme": builder.setContext(name, value.string, at: value.location(in: source))
      case "authority": builder.setAuthority(value, in: source)
      default: break
      }
    }
    for (name, value) in request.headers {
      if name.string.asciiLowercased == "host" {
        if builder.subject.host.value == nil { builder.setAuthority(value, in: source) }
      } else {
        builder.addHeader(name, value, in: source)
      }
    }
    setBody(of: request, &builder, source)
    guard recognition.isPush(builder.subject) else { return messages(inBodyOf: builder) }
    if let place = request.missingEmptyLine { builder.detect("http-empty-line-missing", at: place) }
    for (facts, isOption) in facts { builder.add(facts, isOption: isOption) }
    // A certificate may lie in the editor's settings.
    builder.settleWhole(isOpen: false, knowsCredential: false, now: now, clock: clock)
    return [InputRecord(subject: builder.subject, resolver: builder.resolver)]
  }

  private func setBody(of request: HTTPFileRequest, _ builder: inout RequestBuilder, _ source: SourceText) {
    if let name = request.bodyFile {
      if let body = bodyFile(name, withoutLineEnds: false, for: &builder) {
        builder.setPayload(body.bytes, at: body.location, basis: .asSent)
      }
    } else if let body = request.body {
      if RequestBuilder.isFileName(body.bytes) {
        builder.detect(
          RequestBuilder.fileNameDetector(body.bytes), at: body.whole, subject: .payload, pointer: "",
          ["actual": body.string])
      } else {
        builder.setPayload(body.bytes, at: body.location(in: source), basis: .asSent)
      }
    } else if request.method?.string == "POST" {
      builder.setPayload(
        [], at: TextLocation(source: source, map: OffsetMap(), layer: .opaque, whole: request.place),
        basis: .asSent)
    }
  }
}

extension RequestBuilder {
  /// `host:port`.
  mutating func setAuthority(_ value: AssembledText, in source: SourceText) {
    let address = RequestAddress(Array("x://".utf8) + value.bytes)
    for (field, range) in [("host", address.host), ("port", address.port)] {
      guard let range = range?.shifted(by: -4) else { continue }
      let part = value.part(range)
      set(field, part.string, at: part.location(in: source))
    }
  }
}
