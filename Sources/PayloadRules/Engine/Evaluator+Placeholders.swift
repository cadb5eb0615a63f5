/// Placeholders: the forms that everybody writes, and those that the user declared.
extension Evaluator {
  /// No body that is so much larger than every limit is worth filling in.
  private static let largestTemplate = 1 << 18

  /// The first placeholder of a text, or nil.
  func placeholder(in text: ByteView, expectsFormat: Bool) -> ByteRange? {
    if let known = Placeholders.find(in: text, expectsFormat: expectsFormat) { return known }
    for declared in subject.placeholderSizes {
      if let range = declared.pattern.firstMatch(in: text) { return range }
    }
    return nil
  }

  /// Whether a text is worth a closer look.
  func mayHoldPlaceholder(_ text: ByteView) -> Bool {
    !subject.placeholderSizes.isEmpty || Self.mayHoldPlaceholder(text)
  }

  /// How many bytes the payload may gain when its declared placeholders are filled in.
  func placeholderGrowth() -> Int {
    guard subject.placeholderSizes.contains(where: { $0.maximumBytes != nil }),
      payload.count <= Self.largestTemplate
    else { return 0 }
    var growth = 0
    for node in payloadDocument.nodes {
      switch node.kind {
      case .string, .key: growth += self.growth(in: payload[JSONText.contentRange(node, in: payload)])
      case .placeholder: growth += self.growth(in: payload[node.range])
      default: break
      }
    }
    return growth
  }

  /// A text's placeholders from left to right; each search goes on where the last one ended.
  private func growth(in text: ByteView) -> Int {
    var searches = Array(repeating: Search(), count: subject.placeholderSizes.count + 1)
    var (growth, index) = (0, 0)
    while index < text.count {
      var first: (range: ByteRange, size: Int?)?
      for number in searches.indices {
        guard let range = next(number, &searches[number], in: text, from: index) else { continue }
        if let known = first, known.range.start <= range.start { continue }
        first = (range, size(number, text[range]))
      }
      guard let first else { break }
      if let size = first.size { growth += size - first.range.count }
      index = max(first.range.end, index + 1)
    }
    return growth
  }

  /// What was last found for one form, so that it is not sought anew.
  private struct Search {
    var found: ByteRange?
    var isDone = false
  }

  /// The next placeholder of a form: number 0 is what everybody writes, the others are declared.
  private func next(_ number: Int, _ search: inout Search, in text: ByteView, from index: Int) -> ByteRange? {
    if let known = search.found, known.start >= index { return known }
    if search.isDone { return nil }
    let rest = text[ByteRange(index, text.count)]
    let range =
      number == 0
      ? Placeholders.find(in: rest, expectsFormat: false)
      : subject.placeholderSizes[number - 1].pattern.firstMatch(in: rest)
    search.found = range?.shifted(by: index)
    search.isDone = range == nil
    return search.found
  }

  /// The declared size of a placeholder, or nil.
  private func size(_ number: Int, _ placeholder: ByteView) -> Int? {
    if number > 0 { return subject.placeholderSizes[number - 1].maximumBytes }
    return subject.placeholderSizes.first { $0.pattern.matches(placeholder) }?.maximumBytes
  }
}
