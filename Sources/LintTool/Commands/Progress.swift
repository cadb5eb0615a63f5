/// Says how far a long run has come, on a terminal and after a second.
struct Progress {
  private let stream: any OutputStream
  private let isOn: Bool
  private let start: Double
  private var last = 0.0
  private var isShown = false

  init(_ stream: any OutputStream, isOn: Bool) {
    self.stream = stream
    self.isOn = isOn
    start = isOn ? FileSystem.now : 0
  }

  mutating func show(_ done: Int) {
    guard isOn, done > 0 else { return }
    let now = FileSystem.now
    guard now - start > 1, now - last > 0.2 else { return }
    last = now
    isShown = true
    stream.write("\r\u{1B}[K\(done) files")
  }

  /// Says how many lines of a stream were read, of which nobody knows the length.
  mutating func show(lines: Int) {
    guard isOn else { return }
    let now = FileSystem.now
    guard now - start > 1, now - last > 0.2 else { return }
    last = now
    isShown = true
    stream.write("\r\u{1B}[K\(lines) lines")
  }

  mutating func clear() {
    if isShown { stream.write("\r\u{1B}[K") }
    isShown = false
  }
}
