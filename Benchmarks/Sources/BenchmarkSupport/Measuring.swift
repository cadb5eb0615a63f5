import CSimdjson

/// Nanoseconds that a body takes.
public func time(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let (seconds, attoseconds) = clock.measure(body).components
  return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

public func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// A body that does its work so many times.
public struct Contender {
  public var name: String
  public var run: (_ turns: Int) -> Void

  public init(_ name: String, _ run: @escaping (_ turns: Int) -> Void) {
    self.name = name
    self.run = run
  }

  /// How many turns last long enough to be timed.
  fileprivate var turns: Int {
    // The first call may make ready what all later ones use.
    run(1)
    var turns = 1
    while turns < 1 << 20, time({ run(turns) }) < 1_000_000 { turns *= 2 }
    return turns
  }
}

/// Times contenders one after the other, again and again: nanoseconds a turn of the first one, and of each peer with
/// the median of the ratios of neighbouring runs.
public func compare(_ own: Contender, _ peers: [Contender]) -> (nanoseconds: Double, peers: [Row.Peer]) {
  let all = [own] + peers
  let turns = all.map(\.turns)
  var taken: [[Double]] = Array(repeating: [], count: all.count)
  let once = zip(all, turns).reduce(0) { sum, each in sum + time { each.0.run(each.1) } }
  // About a second, and an odd number, for a median.
  let runs = min(max(Int(1e9 / once), 3), 41) | 1
  for _ in 0..<runs {
    for (number, contender) in all.enumerated() {
      taken[number].append(time { contender.run(turns[number]) } / Double(turns[number]))
    }
  }
  let results = peers.indices.map { index in
    let theirs = taken[index + 1]
    return Row.Peer(
      name: peers[index].name, nanoseconds: median(theirs),
      ratio: median(zip(taken[0], theirs).map { $0 / $1 }))
  }
  return (median(taken[0]), results)
}

/// simdjson's DOM parser over one text.
public final class Parser {
  private let parser = simdjson_bench_create()
  private let bytes: ContiguousArray<UInt8>
  private let count: Int

  public init(_ text: [UInt8]) {
    count = text.count
    bytes = ContiguousArray(text) + ContiguousArray(repeating: 0, count: simdjson_bench_padding())
  }

  deinit { simdjson_bench_destroy(parser) }

  /// Parses so many times; returns how many succeeded.
  public func parse(_ turns: Int) -> Int {
    bytes.withUnsafeBufferPointer { simdjson_bench_parse(parser, $0.baseAddress, count, turns) }
  }

  /// The instructions that it uses here.
  public static var kernel: String { String(cString: simdjson_bench_implementation()) }
}

/// A positive number with a fixed count of decimals.
public func rounded(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int(value * Double(scale) + 0.5)
  guard digits > 0 else { return String(scaled) }
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// Base64 with `-` and `_`, without padding.
public func base64URL(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  var result: [UInt8] = []
  var (bits, count): (UInt32, UInt32) = (0, 0)
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    count += 8
    while count >= 6 {
      count -= 6
      result.append(letters[Int(bits >> count & 63)])
    }
  }
  if count > 0 { result.append(letters[Int(bits << (6 - count) & 63)]) }
  return String(decoding: result, as: UTF8.self)
}
