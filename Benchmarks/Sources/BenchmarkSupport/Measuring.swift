import CSimdjson

/// Medians of two things that were timed taking turns, in nanoseconds a turn.
public struct Comparison {
  public var own: Double
  public var peer: Double
  /// The median of the ratios of neighbouring runs.
  public var ratio: Double
}

/// Nanoseconds a turn.
public func time(_ turns: Int, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let (seconds, attoseconds) = clock.measure(body).components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(turns)
}

public func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Times two bodies of `turns` turns each, one after the other, again and again.
public func compare(turns: Int, runs: Int = 41, _ own: () -> Void, peer: () -> Void) -> Comparison {
  var (ours, theirs, ratios): ([Double], [Double], [Double]) = ([], [], [])
  for run in 0...runs {
    let (mine, other) = (time(turns, own), time(turns, peer))
    // The first run warms up.
    guard run > 0 else { continue }
    ours.append(mine)
    theirs.append(other)
    ratios.append(mine / other)
  }
  return Comparison(own: median(ours), peer: median(theirs), ratio: median(ratios))
}

/// simdjson's DOM parser over one text.
public final class Parser {
  private let parser = simdjson_bench_create()
  private let bytes: ContiguousArray<UInt8>
  private let count: Int

  public init(_ text: String) {
    count = text.utf8.count
    bytes = ContiguousArray(text.utf8) + ContiguousArray(repeating: 0, count: simdjson_bench_padding())
  }

  deinit { simdjson_bench_destroy(parser) }

  /// Parses so many times; returns how many succeeded.
  public func parse(_ turns: Int) -> Int {
    bytes.withUnsafeBufferPointer { simdjson_bench_parse(parser, $0.baseAddress, count, turns) }
  }
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
