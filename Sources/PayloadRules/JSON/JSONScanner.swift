/// Reads a JSON text into a flat tree, by RFC 8259, whatever the text is.
///
/// A clean text is read in one pass without any allocation. At the first byte that needs to be reported
/// that pass gives up, and `JSONRecovery` reads the text again from its beginning, mending as it goes.
/// Neither throws, recurses or traps, and both take time in proportion to the text.
package struct JSONScanner {
  /// Texts from this size on could not be counted in a node's offsets.
  static let maximumCount = Int(UInt32.max) - 1
  /// Above this size room for every possible node is not reserved ahead.
  static let maximumReservedCount = 1 << 20

  package static func scan(_ text: ByteView, into document: inout JSONDocument, maximumDepth: Int = 512) {
    document.reset()
    guard text.count < maximumCount else {
      document.isWellFormed = false
      document.problems.append(
        JSONProblem(detector: "json-unexpected", range: ByteRange(maximumCount, text.count), node: 0))
      return
    }
    if text.count <= maximumReservedCount, scanClean(text, into: &document, maximumDepth: maximumDepth) {
      return
    }
    document.reset()
    var recovery = JSONRecovery(text: text, document: document, maximumDepth: maximumDepth)
    document = JSONDocument()
    recovery.run()
    document = recovery.document
  }

  /// Reads the text if there is nothing to report about it; otherwise leaves the document half-filled.
  private static func scanClean(
    _ text: ByteView, into document: inout JSONDocument, maximumDepth: Int
  ) -> Bool {
    var pass = CleanPass()
    var isClean = false
    // A node takes two bytes at least, its own and a separator or closing bracket; only containers that
    // are still open have taken just one.
    let room = (text.count + min(max(maximumDepth, 0), text.count)) / 2 + 4
    document.nodes.append(addingCapacity: room) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        unsafe isClean = pass.run(text, nodes: buffer, maximumDepth: maximumDepth)
        count = pass.count
      }
    }
    document.hasNull = pass.hasNull
    document.hasEscapes = pass.hasEscapes
    document.insignificantBytes = pass.blank
    guard isClean else { return false }
    return !pass.mayHaveDuplicateKeys || !hasDuplicateKeys(text, in: &document)
  }

  /// Whether any object holds two equal keys, by an exact comparison.
  private static func hasDuplicateKeys(_ text: ByteView, in document: inout JSONDocument) -> Bool {
    for index in document.nodes.indices where document.nodes[index].kind == .object {
      var found = false
      JSONKeys.forEachDuplicate(of: index, in: &document, text: text) { _, _ in found = true }
      if found { return true }
    }
    return false
  }
}

/// The pass over a text that there is nothing to say about.
struct CleanPass {
  /// Nodes written so far.
  var count = 0
  var blank = 0
  var hasNull = false
  var hasEscapes = false
  /// Whether two keys of one object looked alike at a glance.
  var mayHaveDuplicateKeys = false

  /// Writes the tree to `nodes`; false at the first byte that deserves a word. While a container is open,
  /// its `next` holds the index of the container around it plus one, which saves a stack.
  mutating func run(_ text: ByteView, nodes: UnsafeMutableBufferPointer<JSONNode>, maximumDepth: Int)
    -> Bool
  {
    let end = text.count
    var at = 0
    var open = -1
    var depth = 0
    var inObject = false
    var next = 0
    defer { count = next }

    scanning: while true {
      if inObject {
        guard skipBlank(text, &at), text[at] == UInt8(ascii: "\"") else { return false }
        let start = at
        var flags: JSONFlags = []
        at &+= 1
        guard Self.skipString(text, &at, &flags) else { return false }
        if flags.contains(.hasEscapes) { hasEscapes = true }
        unsafe nodes[next] = JSONNode(kind: .key, start: start, end: at, next: next &+ 1, flags: flags)
        next &+= 1
        guard skipBlank(text, &at), text[at] == UInt8(ascii: ":") else { return false }
        at &+= 1
      }
      guard skipBlank(text, &at) else { return false }
      let start = at
      switch text[at] {
      case UInt8(ascii: "\""):
        var flags: JSONFlags = []
        at &+= 1
        guard Self.skipString(text, &at, &flags) else { return false }
        if flags.contains(.hasEscapes) { hasEscapes = true }
        unsafe nodes[next] = JSONNode(kind: .string, start: start, end: at, next: next &+ 1, flags: flags)
        next &+= 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth &+= 1
        guard depth <= maximumDepth else { return false }
        inObject = text[at] == UInt8(ascii: "{")
        unsafe nodes[next] = JSONNode(
          kind: inObject ? .object : .array, start: start, end: start, next: open &+ 1)
        open = next
        next &+= 1
        at &+= 1
        guard skipBlank(text, &at) else { return false }
        if text[at] != (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue scanning }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        var flags: JSONFlags = []
        guard Self.skipNumber(text, &at, &flags) else { return false }
        unsafe nodes[next] = JSONNode(kind: .number, start: start, end: at, next: next &+ 1, flags: flags)
        next &+= 1
      case UInt8(ascii: "t"):
        guard at &+ 4 <= end, text.load32(at: at) == 0x6575_7274 else { return false }
        at &+= 4
        unsafe nodes[next] = JSONNode(kind: .true, start: start, end: at, next: next &+ 1)
        next &+= 1
      case UInt8(ascii: "f"):
        guard at &+ 5 <= end, text.load32(at: at &+ 1) == 0x6573_6C61 else { return false }
        at &+= 5
        unsafe nodes[next] = JSONNode(kind: .false, start: start, end: at, next: next &+ 1)
        next &+= 1
      case UInt8(ascii: "n"):
        guard at &+ 4 <= end, text.load32(at: at) == 0x6C6C_756E else { return false }
        at &+= 4
        hasNull = true
        unsafe nodes[next] = JSONNode(kind: .null, start: start, end: at, next: next &+ 1)
        next &+= 1
      default: return false
      }

      while open >= 0 {
        guard skipBlank(text, &at) else { return false }
        let byte = text[at]
        at &+= 1
        if byte == UInt8(ascii: ",") { continue scanning }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        let parent = unsafe Int(nodes[open].next) &- 1
        unsafe nodes[open].end = UInt32(truncatingIfNeeded: at)
        unsafe nodes[open].next = UInt32(truncatingIfNeeded: next)
        if inObject, !mayHaveDuplicateKeys {
          unsafe mayHaveDuplicateKeys = Self.looksAlike(text, nodes, open)
        }
        open = parent
        depth &-= 1
        inObject = unsafe open >= 0 && nodes[open].kind == .object
      }
      break
    }
    // Only white space may follow.
    return !skipBlank(text, &at)
  }

  /// Whether two keys of the object might be equal: a filter of 64 bits, set by length and outer letters.
  @inline(__always)
  private static func looksAlike(
    _ text: ByteView, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ object: Int
  ) -> Bool {
    var seen: UInt64 = 0
    let end = unsafe Int(nodes[object].next)
    var key = object &+ 1
    while key < end {
      let (start, stop) = unsafe (Int(nodes[key].start), Int(nodes[key].end))
      // An escape may hide any letter.
      if unsafe nodes[key].flags.contains(.hasEscapes) { return true }
      let mixed =
        (stop &- start) &* 11 &+ Int(text[start &+ 1]) &* 7 &+ Int(text[stop &- 2]) &* 3
        &+ Int(text[start &+ (stop &- start) / 2])
      let bit = UInt64(1) << UInt64(truncatingIfNeeded: mixed & 63)
      if seen & bit != 0 { return unsafe haveEqualKeys(text, nodes, object) }
      seen |= bit
      key = unsafe Int(nodes[key &+ 1].next)
    }
    return false
  }

  /// Compares the keys of a small object each with each; a large one is left to the exact test.
  private static func haveEqualKeys(
    _ text: ByteView, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ object: Int
  ) -> Bool {
    let end = unsafe Int(nodes[object].next)
    var key = object &+ 1
    var seen = 0
    while key < end {
      seen &+= 1
      if seen > JSONKeys.pairwiseLimit { return true }
      let range = unsafe nodes[key].range
      if unsafe nodes[key].flags.contains(.hasEscapes) { return true }
      var other = object &+ 1
      while other < key {
        let otherRange = unsafe nodes[other].range
        if range.count == otherRange.count, text[range].equals(text[otherRange]) { return true }
        other = unsafe Int(nodes[other &+ 1].next)
      }
      key = unsafe Int(nodes[key &+ 1].next)
    }
    return false
  }

  /// Moves to the next byte that is not white space; false at the end.
  @inline(__always)
  private mutating func skipBlank(_ text: ByteView, _ at: inout Int) -> Bool {
    guard at < text.count else { return false }
    if text[at] > 0x20 { return true }
    return skipBlankRun(text, &at)
  }

  @inline(never)
  private mutating func skipBlankRun(_ text: ByteView, _ at: inout Int) -> Bool {
    let start = at
    let end = text.count
    defer { blank &+= at &- start }
    while at < end {
      if at &+ 8 <= end, text.load64(at: at) == 0x2020_2020_2020_2020 {
        at &+= 8
        continue
      }
      switch text[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at &+= 1
      default: return true
      }
    }
    return false
  }
}
