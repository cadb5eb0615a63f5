internal import CYAML

/// What libyaml met, copied out of its memory; places count characters.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd, alias, scalar
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var kind: Kind
  var start: Int
  var end: Int
  var anchor: String?
  var tag: String?
  var text: [UInt8] = []
  var style = YAMLScalarStyle.plain
  var isFlow = false
}

/// libyaml's complaint; places count characters, except `byteOffset`.
struct EventFailure: Error {
  var problem: String
  var context: String?
  var character: Int
  var contextCharacter: Int?
  /// Set instead of `character` where the text is not even valid UTF-8.
  var byteOffset: Int?
}

/// Owner of one libyaml event parser over borrowed bytes, which must outlive it.
struct EventParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  init(_ buffer: UnsafeBufferPointer<UInt8>) throws(EventFailure) {
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      throw EventFailure(problem: "not enough memory", character: 0)
    }
    yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event; after the end of the stream none may be asked for.
  func next() throws(EventFailure) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    var result = YAMLEvent(
      kind: .streamEnd, start: Int(clamping: event.start_mark.index), end: Int(clamping: event.end_mark.index)
    )
    switch event.type {
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT:
      result.kind = .alias
      result.anchor = Self.string(event.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      result.kind = .scalar
      let scalar = event.data.scalar
      result.anchor = Self.string(scalar.anchor)
      result.tag = Self.string(scalar.tag)
      result.text = Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
      result.style = Self.style(scalar.style)
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.anchor = Self.string(event.data.sequence_start.anchor)
      result.tag = Self.string(event.data.sequence_start.tag)
      result.isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.anchor = Self.string(event.data.mapping_start.anchor)
      result.tag = Self.string(event.data.mapping_start.tag)
      result.isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: result.kind = .streamEnd
    }
    return result
  }

  private func failure() -> EventFailure {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "not enough memory"
    var failure = EventFailure(problem: problem, character: Int(clamping: state.problem_mark.index))
    if state.error == YAML_READER_ERROR {
      failure.byteOffset = Int(clamping: state.problem_offset)
    } else if let context = state.context {
      failure.context = String(cString: context)
      failure.contextCharacter = Int(clamping: state.context_mark.index)
    }
    return failure
  }

  private static func string(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
