/// Reads a JSON text into a flat tree, by RFC 8259, whatever the text is.
///
/// A clean text is read in one pass without any allocation. At the first byte that needs to be reported
/// that pass gives up, and `JSONRecovery` reads the text again from its beginning, mending as it goes.
/// Neither throws, recurses or traps, and both take time in proportion to the text.
package struct JSONScanner {
  /// Texts from this size on could not be counted in a node's offsets.
  static let maximumCount = Int(UInt32.max) - 1
  /// Above this size room is made for the nodes that there can be at this text, and not at any of its size.
  private static let maximumReservedCount = 1 << 20

  package static func scan(_ text: ByteView, into document: inout JSONDocument, maximumDepth: Int = 512) {
    document.reset()
    guard text.count < maximumCount else {
      document.isWellFormed = false
      document.problems.append(
        JSONProblem(detector: "json-unexpected", range: ByteRange(maximumCount, text.count), node: 0))
      return
    }
    if scanClean(text, into: &document, maximumDepth: maximumDepth) { return }
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
    var room = (text.count + min(max(maximumDepth, 0), text.count)) / 2 + 4
    if text.count > maximumReservedCount { room = min(room, openings(in: text) + 4) }
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

  /// How many bytes of the text are such that a node can only follow one of them.
  private static func openings(in text: ByteView) -> Int {
    var count = 0
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count &+= 1
      default: break
      }
    }
    return count
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
  /// Whether an exact test must tell if two keys of one object are equal.
  var mayHaveDuplicateKeys = false
  /// One bit for each key of the innermost object, by its letters.
  private var keysSeen: UInt64 = 0
  /// The same for the objects around it; deeper than this the exact test decides.
  private var outerKeysSeen = SIMD16<UInt64>()
  private var comparisons = 0

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
        guard skipBlank(text, &at), text.load8(at: at) == UInt8(ascii: "\"") else { return false }
        let start = at
        let string = Self.endOfString(text, start &+ 1)
        guard string.end > 0 else { return false }
        at = string.end
        let flags: JSONFlags = string.hasEscapes ? .hasEscapes : []
        if string.hasEscapes {
          // An escape may hide any letter.
          hasEscapes = true
          mayHaveDuplicateKeys = true
        } else if !mayHaveDuplicateKeys {
          unsafe mayHaveDuplicateKeys = repeatsKey(text, nodes, open, next, start, at)
        }
        unsafe nodes[next] = JSONNode(kind: .key, start: start, end: at, next: next &+ 1, flags: flags)
        next &+= 1
        guard skipBlank(text, &at), text.load8(at: at) == UInt8(ascii: ":") else { return false }
        at &+= 1
      }
      guard skipBlank(text, &at) else { return false }
      let start = at
      switch text.load8(at: at) {
      case UInt8(ascii: "\""):
        let string = Self.endOfString(text, start &+ 1)
        guard string.end > 0 else { return false }
        at = string.end
        let flags: JSONFlags = string.hasEscapes ? .hasEscapes : []
        if string.hasEscapes { hasEscapes = true }
        unsafe nodes[next] = JSONNode(kind: .string, start: start, end: at, next: next &+ 1, flags: flags)
        next &+= 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        outerKeysSeen[depth & 15] = keysSeen
        keysSeen = 0
        depth &+= 1
        if depth > 15 { mayHaveDuplicateKeys = true }
        guard depth <= maximumDepth else { return false }
        inObject = text.load8(at: at) == UInt8(ascii: "{")
        unsafe nodes[next] = JSONNode(
          kind: inObject ? .object : .array, start: start, end: start, next: open &+ 1)
        open = next
        next &+= 1
        at &+= 1
        guard skipBlank(text, &at) else { return false }
        if text.load8(at: at) != (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue scanning }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = Self.endOfNumber(text, start)
        guard number.end > 0 else { return false }
        at = number.end
        let flags: JSONFlags = number.isInteger ? .integer : []
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
        let byte = text.load8(at: at)
        at &+= 1
        if byte == UInt8(ascii: ",") { continue scanning }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        let parent = unsafe Int(nodes[open].next) &- 1
        unsafe nodes[open].end = UInt32(truncatingIfNeeded: at)
        unsafe nodes[open].next = UInt32(truncatingIfNeeded: next)
        open = parent
        depth &-= 1
        inObject = unsafe open >= 0 && nodes[open].kind == .object
        keysSeen = outerKeysSeen[depth & 15]
      }
      break
    }
    // Only white space may follow.
    return !skipBlank(text, &at)
  }

  /// Whether a key may equal an earlier one of its object: looks it up among 64 bits and, if its bit is
  /// taken, compares it with each. After too many comparisons the exact test has to decide, so that a text
  /// costs no more than its bytes.
  @inline(__always)
  private mutating func repeatsKey(
    _ text: ByteView, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ object: Int, _ key: Int,
    _ start: Int, _ end: Int
  ) -> Bool {
    let length = end &- start &- 2
    var letters = UInt64(truncatingIfNeeded: length)
    if start &+ 9 <= text.count {
      let word = text.load64(at: start &+ 1)
      letters ^= length >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
    } else {
      for offset in 0..<min(length, 8) {
        letters ^= UInt64(text[start &+ 1 &+ offset]) &<< UInt64(truncatingIfNeeded: offset &* 8)
      }
    }
    letters ^= UInt64(text.load8(at: end &- 2)) &<< 32
    let bit: UInt64 = 1 &<< ((letters &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    guard keysSeen & bit != 0 else {
      keysSeen |= bit
      return false
    }
    return unsafe equalsEarlierKey(text, nodes, object, key, ByteRange(start, end))
  }

  @inline(never)
  private mutating func equalsEarlierKey(
    _ text: ByteView, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ object: Int, _ key: Int,
    _ range: ByteRange
  ) -> Bool {
    var other = object &+ 1
    while other < key {
      comparisons &+= 1 &+ range.count >> 3
      guard comparisons <= text.count else { return true }
      let otherRange = unsafe nodes[other].range
      if range.count == otherRange.count, text[range].equals(text[otherRange]) { return true }
      other = unsafe Int(nodes[other &+ 1].next)
    }
    return false
  }

  /// Moves to the next byte that is not white space; false at the end.
  @inline(__always)
  private mutating func skipBlank(_ text: ByteView, _ at: inout Int) -> Bool {
    guard at < text.count else { return false }
    if text.load8(at: at) > 0x20 { return true }
    // The two usual cases, one space and a line end with its indentation, are read without a loop.
    if at &+ 10 <= text.count {
      var next = at
      if text.load8(at: at) == 0x0A {
        let word = text.load64(at: at &+ 1) ^ 0x2020_2020_2020_2020
        next = at &+ 1 &+ word.trailingZeroBitCount >> 3
      } else if text.load8(at: at) == 0x20 {
        next = at &+ 1
      }
      if text.load8(at: next) > 0x20 {
        blank &+= next &- at
        at = next
        return true
      }
    }
    at = endOfBlank(text, at)
    return at < text.count
  }

  /// Offset of the next byte from `start` on that is not white space; the end if there is none.
  @inline(never)
  private mutating func endOfBlank(_ text: ByteView, _ start: Int) -> Int {
    let end = text.count
    var at = start
    defer { blank &+= at &- start }
    while at < end {
      if at &+ 8 <= end, text.load64(at: at) == 0x2020_2020_2020_2020 {
        at &+= 8
        continue
      }
      switch text.load8(at: at) {
      case 0x20, 0x0A, 0x0D, 0x09: at &+= 1
      default: return at
      }
    }
    return at
  }
}
