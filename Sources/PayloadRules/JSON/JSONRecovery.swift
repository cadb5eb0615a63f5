/// Reads a JSON text that is not clean: reports each mistake once, mends it in its mind, and goes on, so
/// that the rest of the tree is the one of the mended text.
///
/// It takes the same grammar as `CleanPass` and keeps its state explicit: what may come next, and the
/// innermost open container, whose `next` holds the index of the container around it plus one.
struct JSONRecovery {
  /// Mistakes reported before the rest of the text is given up, which keeps hostile input cheap.
  static let maximumProblems = 100
  /// How far ahead a guess may look.
  static let reach = 1024

  /// What the grammar allows next.
  enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, colon, separator, nothing
  }

  let text: ByteView
  let end: Int
  let maximumDepth: Int
  var document: JSONDocument
  var at = 0
  /// Index of the innermost open container, or -1.
  var open = -1
  var depth = 0
  var expectation = Expectation.value
  /// The last comma, for the message about a trailing one.
  var comma = -1
  /// Mistakes in the grammar so far; hazards in valid JSON are counted apart.
  var mistakes = 0
  var hazards = 0
  /// Whether the end of the text has been explained by a mistake already.
  var isEndExplained = false
  /// Indexes of the problems that speak for all odd quotation marks of the text.
  var typographicProblem: Int?
  var singleQuoteProblem: Int?
  /// Line ends before this offset are known to lie inside the string that is being read.
  var lineEndsInsideUntil = 0

  init(text: ByteView, document: JSONDocument, maximumDepth: Int) {
    self.text = text
    end = text.count
    self.document = document
    self.maximumDepth = maximumDepth
  }

  mutating func run() {
    if UTF16Transcoder.detect(text) != nil {
      mistake("json-utf-16", ByteRange(0, end), node: 0, actual: "")
      return
    }
    readByteOrderMark()
    while true {
      skipBlank()
      if at >= end || mistakes >= Self.maximumProblems { break }
      switch expectation {
      case .value, .valueOrEnd: readValue()
      case .key, .keyOrEnd: readKey()
      case .colon: readColon()
      case .separator: readSeparator()
      case .nothing:
        readTrailingText()
        at = end
      }
    }
    finish()
  }

  private mutating func readByteOrderMark() {
    guard text.has("\u{FEFF}", at: 0) else { return }
    at = 3
    mistake(
      "json-byte-order-mark", ByteRange(0, 3), node: 0, actual: "U+FEFF",
      fix: Mending("remove the byte order mark", [Edit(range: ByteRange(0, 3), text: "")]))
  }

  // MARK: - The tree

  var isInObject: Bool { open >= 0 && document.nodes[open].kind == .object }

  /// The node that a mistake between values belongs to.
  var container: Int { max(open, 0) }

  mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, flags: JSONFlags = []) {
    let index = document.nodes.count
    document.nodes.append(JSONNode(kind: kind, start: start, end: end, next: index + 1, flags: flags))
    if kind == .null, !flags.contains(.guessed) { document.hasNull = true }
  }

  /// What may follow a value that has just been read.
  mutating func endValue() { expectation = open < 0 ? .nothing : .separator }

  mutating func openContainer(_ kind: JSONKind) {
    if depth >= maximumDepth {
      skipDeepContainer()
      return
    }
    let index = document.nodes.count
    document.nodes.append(JSONNode(kind: kind, start: at, end: at, next: open + 1))
    open = index
    depth += 1
    at += 1
    comma = -1
    expectation = kind == .object ? .keyOrEnd : .valueOrEnd
  }

  /// Closes the innermost container, whose last byte lies before `at`.
  mutating func closeContainer() {
    guard open >= 0 else { return }
    let index = open
    let parent = Int(document.nodes[index].next) - 1
    document.nodes[index].end = UInt32(truncatingIfNeeded: at)
    document.nodes[index].next = UInt32(truncatingIfNeeded: document.nodes.count)
    open = parent
    depth -= 1
    if document.nodes[index].kind == .object { reportDuplicates(of: index) }
    comma = -1
    endValue()
  }

  private mutating func reportDuplicates(of object: Int) {
    var pairs: [(Int, Int)] = []
    JSONKeys.forEachDuplicate(of: object, in: &document, text: text) { pairs.append(($0, $1)) }
    for (earlier, later) in pairs {
      document.hasDuplicateKeys = true
      document.nodes[later].flags.insert(.duplicateKey)
      hazard(
        "json-duplicate-key", document.nodes[later].range, node: later,
        actual: JSONText.string(document.nodes[later], in: text), related: document.nodes[earlier].range)
    }
  }

  /// Skips a container that lies too deep, without going into it.
  private mutating func skipDeepContainer() {
    let start = at
    mistake(
      "json-nesting-too-deep", ByteRange(start, start + 1), node: container, expected: "\(maximumDepth)")
    var level = 0
    while at < end {
      let byte = text[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        while at < end, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at = min(at + 1, end)
      case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      default: break
      }
      if level == 0 { break }
    }
    if level > 0 { isEndExplained = true }
    append(.invalid, start, at, flags: .guessed)
    endValue()
  }

  /// Closes what is open at the end of the text, and says so once.
  private mutating func finish() {
    let lastByte = at
    let gaveUp = at < end
    at = end
    if document.nodes.isEmpty, !gaveUp,
      mistakes == (document.problems.first?.detector == "json-byte-order-mark" ? 1 : 0)
    {
      mistake("json-empty", ByteRange(end, end), node: 0)
    }
    if open >= 0 {
      if !gaveUp, !isEndExplained { reportUnclosed(at: lastByte) }
      supplyMissingValue()
      while open >= 0 { closeContainer() }
    }
    if document.problems.count > 1 {
      // Duplicates are found when their object closes, quotation marks share one problem: sort, keeping
      // the order of those that begin together.
      let ordered = document.problems.enumerated().sorted {
        ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
      }
      document.problems = ordered.map(\.element)
    }
  }

  private mutating func reportUnclosed(at place: Int) {
    var closers = expectation == .colon ? ": null" : ""
    if expectation == .value, isInObject { closers = "null" }
    let isCertain = closers.isEmpty
    var index = open
    while index >= 0 {
      closers += document.nodes[index].kind == .object ? "}" : "]"
      index = Int(document.nodes[index].next) - 1
    }
    let opener = Int(document.nodes[open].start)
    let closer = document.nodes[open].kind == .object ? "}" : "]"
    var edits = [Edit(range: ByteRange(end, end), text: closers)]
    if expectation == .key || expectation == .value, comma >= 0, isCertain {
      edits.insert(Edit(range: ByteRange(comma, comma + 1), text: ""), at: 0)
    }
    mistake(
      "json-unclosed", ByteRange(end, end), node: open, expected: closer,
      related: ByteRange(opener, opener + 1),
      fix: isCertain ? Mending("close what is open", edits, .unsafe) : nil)
  }

  /// A key whose value is missing gets one, so that keys and values stay paired.
  mutating func supplyMissingValue() {
    guard isInObject, expectation == .colon || expectation == .value else { return }
    append(.invalid, at, at, flags: .guessed)
  }

  // MARK: - Problems

  /// The edits that mend a mistake, and what they do.
  struct Mending {
    var title: String
    var edits: [Edit]
    var safety: FixSafety

    init(_ title: String, _ edits: [Edit], _ safety: FixSafety = .safe) {
      self.title = title
      self.edits = edits
      self.safety = safety
    }
  }

  mutating func mistake(
    _ detector: String, _ range: ByteRange, node: Int, actual: String? = nil, expected: String? = nil,
    related: ByteRange? = nil, fix: Mending? = nil
  ) {
    mistakes += 1
    document.isWellFormed = false
    document.problems.append(
      JSONProblem(
        detector: detector, range: range, node: node, actual: actual ?? characters(range),
        expected: expected, related: related, edits: fix?.edits ?? [], fixTitle: fix?.title,
        fixSafety: fix?.safety ?? .safe, breaksGrammar: true))
  }

  /// Reports a mistake of which one string may hold any number.
  mutating func mistakeInString(
    _ detector: String, _ range: ByteRange, node: Int, actual: String? = nil, expected: String? = nil,
    fix: Mending? = nil
  ) {
    guard mistakes < Self.maximumProblems else {
      document.isWellFormed = false
      return
    }
    mistake(detector, range, node: node, actual: actual, expected: expected, fix: fix)
  }

  /// Reports something that valid JSON may hold.
  mutating func hazard(
    _ detector: String, _ range: ByteRange, node: Int, actual: String? = nil, related: ByteRange? = nil
  ) {
    hazards += 1
    guard hazards <= Self.maximumProblems else { return }
    document.problems.append(
      JSONProblem(
        detector: detector, range: range, node: node, actual: actual ?? characters(range), related: related))
  }

  /// The characters of a range, cut short where they are many.
  func characters(_ range: ByteRange) -> String {
    guard range.count > 120 else { return text[range].string }
    var stop = range.start + 120
    while stop > range.start, text[stop] & 0xC0 == 0x80 { stop -= 1 }
    return text[ByteRange(range.start, stop)].string + "…"
  }
}
