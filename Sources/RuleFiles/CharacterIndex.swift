/// Leads from libyaml's places, which count characters past a byte order mark, to byte offsets.
struct CharacterIndex {
  private static let stride = 64

  /// Length of the byte order mark.
  let base: Int
  private let isASCII: Bool
  /// Byte offset of every 64th character; empty for an ASCII text.
  private var checkpoints: [Int] = []

  init(_ source: [UInt8]) {
    base = source.starts(with: YAMLPlace.byteOrderMark) ? YAMLPlace.byteOrderMark.count : 0
    var accumulated: UInt8 = 0
    for index in base..<source.count { accumulated |= source[index] }
    isASCII = accumulated < 0x80
    guard !isASCII else { return }
    var character = 0
    for index in base..<source.count where source[index] & 0xC0 != 0x80 {
      if character % CharacterIndex.stride == 0 { checkpoints.append(index) }
      character += 1
    }
  }

  /// The byte offset at which character number `character` begins; the end of the text for any past it.
  func byteOffset(ofCharacter character: Int, in source: [UInt8]) -> Int {
    guard character >= 0 else { return base }
    guard !isASCII else { return min(base &+ character, source.count) }
    let checkpoint = character / CharacterIndex.stride
    guard checkpoint < checkpoints.count else { return source.count }
    var offset = checkpoints[checkpoint]
    var remaining = character % CharacterIndex.stride
    while remaining > 0, offset < source.count {
      offset += 1
      while offset < source.count, source[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return offset
  }
}
