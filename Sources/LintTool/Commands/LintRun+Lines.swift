internal import PayloadRules

/// Streams of JSON Lines: read block by block, handed on in chunks of whole lines.
extension LintRun {
  /// Reads a stream of lines, however long it is.
  mutating func takeLines(_ task: LintTask) {
    do throws(FileError) {
      let stream = try task.path.map { path throws(FileError) in try DescriptorInput(path: path) } ?? input
      let (head, hasEnded) = try readHead(of: stream, task)
      if isOtherText(head) {
        // UTF-16 has line ends of its own; and what is no text is said so where files are read.
        return takeWhole(task, after: head, of: stream)
      }
      guard task.isNamed || options.input == .jsonl || beginsWithPush(head, task) else {
        explain(task, "passed over: its first line is no push")
        return
      }
      explain(
        task, "jsonl: " + (options.input == .jsonl ? "--input says so" : "its name says that it holds lines"))
      submitItems()
      countInput()
      var splitter = LineSplitter()
      var block = head
      while !block.isEmpty {
        for chunk in splitter.split(block) {
          progress.show(lines: chunk.line)
          submit(.lines(chunk, task))
        }
        block = hasEnded ? [] : try read(stream)
      }
      if let chunk = splitter.finish() { submit(.lines(chunk, task)) }
    } catch {
      add(.trouble(Problem(ConfigurationError(FileError(path: task.name, kind: error.kind)))))
    }
  }

  private mutating func explain(_ task: LintTask, _ text: String) {
    guard options.explainsInput else { return }
    add(.message("\(task.name.onOneLine): \(text)"))
  }

  /// The next block; whoever feeds the stream line by line has the answers to all of them before it blocks.
  private mutating func read(_ stream: any InputStream) throws(FileError) -> [UInt8] {
    if !stream.isReady { drain() }
    return try stream.readSome()
  }

  /// As much of a stream as shows whether it is one of pushes, where nobody said so.
  private mutating func readHead(
    of stream: any InputStream, _ task: LintTask
  ) throws(FileError) -> (head: [UInt8], hasEnded: Bool) {
    if !stream.isReady {
      submitItems()
      drain()
    }
    var head = try stream.readSome()
    if head.isEmpty { return (head, true) }
    if task.isNamed || options.input == .jsonl { return (head, false) }
    while LintRun.firstLine(of: head) == nil, head.count <= LineSplitter.maximumLineLength {
      let block = try read(stream)
      if block.isEmpty { return (head, true) }
      head += block
    }
    return (head, false)
  }

  /// The first line that is not blank, if it is there as a whole.
  private static func firstLine(of head: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    LineSplitter.forEachLine(head) { range, hasEnd in
      if result == nil, hasEnd, !range.isEmpty { result = Array(head[range]) }
    }
    return result
  }

  private func isOtherText(_ head: [UInt8]) -> Bool {
    InputShape.isBinary(head) || head.withByteView { UTF16Transcoder.detect($0) } != nil
  }

  private func beginsWithPush(_ head: [UInt8], _ task: LintTask) -> Bool {
    let shape = InputShape(recognition: task.setup.engine.recognition, name: task.name, isNamed: false)
    return shape.beginsWithPush(LintRun.firstLine(of: head) ?? head)
  }
}
