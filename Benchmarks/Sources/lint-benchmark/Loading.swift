import BenchmarkSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the first call of a process takes, with all that has to be loaded for it: measured in processes of their own.
enum Loading {
  private static let runs = 21

  static var rows: [Row] {
    [
      ("first call of a process, clean: the built-in rules as tables", 0),
      ("first call of a process, one finding: the built-in rules compiled", 9),
    ].compactMap { name, number in
      let taken = (0..<runs).compactMap { _ in first(number) }
      guard taken.count == runs else { return nil }
      return Row(
        work: name, bytes: works[number].bytes, findings: taken[0].findings,
        nanoseconds: median(taken.map(\.nanoseconds)))
    }
  }

  private static func first(_ number: Int) -> (nanoseconds: Double, findings: Int)? {
    guard let pipe = popen("'\(arguments[0])' first \(number)", "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return numbers.count == 2 ? (Double(numbers[0]), numbers[1]) : nil
  }
}
