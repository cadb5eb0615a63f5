/// One line of the table.
public struct Row {
  public var name: String
  public var bytes: Int
  public var comparison: Comparison
  public var allocations: Double
  public var oneShotAllocations: Double

  public init(
    name: String, bytes: Int, comparison: Comparison, allocations: Double, oneShotAllocations: Double
  ) {
    self.name = name
    self.bytes = bytes
    self.comparison = comparison
    self.allocations = allocations
    self.oneShotAllocations = oneShotAllocations
  }

  public static func table(_ rows: [Row]) -> String {
    let head = "| work | bytes | apns-lint | simdjson, parse only | ratio | allocations | one-shot |"
    let lines = rows.map { row in
      "| \(row.name) | \(row.bytes) | \(rounded(row.comparison.own, 0)) ns "
        + "| \(rounded(row.comparison.peer, 0)) ns | \(rounded(row.comparison.ratio, 2)) "
        + "| \(rounded(row.allocations, 1)) | \(rounded(row.oneShotAllocations, 1)) |"
    }
    return ([head, "| --- | --- | --- | --- | --- | --- | --- |"] + lines).joined(separator: "\n")
  }
}
