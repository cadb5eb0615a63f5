import Foundation
import LintTool
import PayloadRules
import Testing

/// A sender that feeds one line at a time, and waits for the answer before the next.
@Suite struct PipeTests {
  @Test(
    "Each record's report is there before the next is asked for",
    arguments: ["jsonl", "compact", "text", "github"], ["1", "4"])
  func answers(format: String, jobs: String) throws {
    try converse(["-", "--input", "jsonl", "--format", format, "--jobs", jobs]) { Self.push($0) }
  }

  @Test("A list of paths that comes one by one has its answers one by one", arguments: ["1", "4"])
  func paths(jobs: String) throws {
    let scratch = try Scratch()
    for number in 1...5 { try scratch.write("\(number).json", Array(Self.push(number).utf8)) }
    try converse(["--files-from", "-", "--format", "jsonl", "--jobs", jobs]) { scratch("\($0).json") }
  }

  private static func push(_ number: Int) -> String {
    #"{"aps": {"alert": "Ready", "badge": ""# + "\(number)\"}}"
  }

  private func converse(_ arguments: [String], line: (Int) -> String) throws {
    let questions = Pipe()
    let answers = Pipe()
    let output = PipeOutput(answers.fileHandleForWriting)
    let descriptor = questions.fileHandleForReading.fileDescriptor
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = Tool(engines: BuiltInEngine.factory).run(
        arguments: arguments, input: DescriptorInput(descriptor: descriptor), output: output,
        errors: MemoryOutput())
      try? answers.fileHandleForWriting.close()
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    for number in 1...5 {
      let line = line(number) + "\n"
      // In two parts, of which the first is no line yet.
      questions.fileHandleForWriting.write(Data(line.utf8.prefix(9)))
      questions.fileHandleForWriting.write(Data(line.utf8.dropFirst(9)))
      let answer = try #require(Self.answer(answers.fileHandleForReading), "no answer to line \(number)")
      #expect(answer.contains("badge-type"))
      #expect(answer.contains("\"\(number)\"") || answer.contains("\\\"\(number)\\\""))
    }
    try questions.fileHandleForWriting.close()
    #expect(ended.wait(timeout: .now() + 20) == .success)
  }

  /// What can be read within some seconds; nil where nothing comes.
  private static func answer(_ handle: FileHandle) -> String? {
    var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20_000) == 1 else { return nil }
    return String(decoding: handle.availableData, as: UTF8.self)
  }
}

private final class PipeOutput: LintTool.OutputStream, @unchecked Sendable {
  private let handle: FileHandle
  let isTerminal = false

  init(_ handle: FileHandle) { self.handle = handle }
  func write(_ bytes: [UInt8]) { handle.write(Data(bytes)) }
}
