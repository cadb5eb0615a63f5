/// Where the bytes of a text that was taken out of another one came from.
///
/// A payload may lie in a file as it is, inside a JSON string with escapes, in a YAML scalar, in UTF-16.
/// The engine's ranges count in the text it was given; this map leads them back into the file.
package struct OffsetMap: Sendable, Hashable {
  /// A run of the inner text. In a linear run inner and outer bytes go in step; otherwise the whole run
  /// stands for `outerCount` outer bytes (an escape, a folded line break).
  package struct Run: Sendable, Hashable {
    package var inner: Int
    package var innerCount: Int
    package var outer: Int
    package var outerCount: Int
    package var isLinear: Bool

    package init(inner: Int, innerCount: Int, outer: Int, outerCount: Int, isLinear: Bool) {
      self.inner = inner
      self.innerCount = innerCount
      self.outer = outer
      self.outerCount = outerCount
      self.isLinear = isLinear
    }
  }

  /// Ascending and without gaps in `inner`.
  package private(set) var runs: [Run] = []

  package init() {}

  /// The map of a text that lies as it is, `count` bytes from `outer` on.
  package init(linear count: Int, at outer: Int) {
    runs = [Run(inner: 0, innerCount: count, outer: outer, outerCount: count, isLinear: true)]
  }

  /// Length of the inner text so far.
  package var innerCount: Int { runs.last.map { $0.inner + $0.innerCount } ?? 0 }

  /// Appends inner bytes that lie at `outer`; joins a linear run that they continue.
  package mutating func append(_ innerCount: Int, at outer: Int, outerCount: Int, isLinear: Bool) {
    if isLinear, let last = runs.last, last.isLinear, last.outer + last.outerCount == outer {
      runs[runs.count - 1].innerCount += innerCount
      runs[runs.count - 1].outerCount += outerCount
      return
    }
    runs.append(
      Run(
        inner: self.innerCount, innerCount: innerCount, outer: outer, outerCount: outerCount,
        isLinear: isLinear))
  }

  /// The outer offset at which inner `offset` begins; past the end, the end of the last run.
  package func outerStart(_ offset: Int) -> Int {
    guard let run = run(at: offset) else { return runs.last.map { $0.outer + $0.outerCount } ?? 0 }
    return run.isLinear ? run.outer + (offset - run.inner) : run.outer
  }

  /// The outer offset at which the inner text that ends at `offset` ends.
  package func outerEnd(_ offset: Int) -> Int {
    guard offset > 0, let run = run(at: offset - 1) else { return outerStart(offset) }
    return run.isLinear ? run.outer + (offset - run.inner) : run.outer + run.outerCount
  }

  /// The outer range of an inner one.
  package func outer(_ range: ByteRange) -> ByteRange {
    if range.isEmpty {
      let place = outerStart(range.start)
      return ByteRange(place, place)
    }
    // An alias in YAML leads back to an earlier place, so that the end may lie before the start.
    let start = outerStart(range.start)
    return ByteRange(start, max(start, outerEnd(range.end)))
  }

  /// This map followed by `other`, which leads from this map's outer text further out.
  package func composed(with other: OffsetMap) -> OffsetMap {
    var result = OffsetMap()
    for run in runs {
      guard run.isLinear else {
        let place = other.outer(ByteRange(run.outer, run.outer + run.outerCount))
        result.append(run.innerCount, at: place.start, outerCount: place.count, isLinear: false)
        continue
      }
      var taken = 0
      while taken < run.innerCount {
        let middle = run.outer + taken
        guard let next = other.run(at: middle) else {
          let end = other.outerStart(middle)
          result.append(run.innerCount - taken, at: end, outerCount: 0, isLinear: false)
          break
        }
        let available = min(run.innerCount - taken, next.inner + next.innerCount - middle)
        if next.isLinear {
          result.append(
            available, at: next.outer + (middle - next.inner), outerCount: available, isLinear: true)
        } else {
          result.append(available, at: next.outer, outerCount: next.outerCount, isLinear: false)
        }
        taken += available
      }
    }
    return result
  }

  /// The run that holds inner `offset`, by binary search.
  private func run(at offset: Int) -> Run? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].inner + runs[middle].innerCount <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].inner <= offset else { return nil }
    return runs[low]
  }
}
