/// One line of the table: what a work took, and what peers took for parsing the same bytes in the same run.
public struct Row {
  /// A peer's time, and how many times it the work took.
  public struct Peer {
    public var name: String
    public var nanoseconds: Double
    public var ratio: Double

    public init(name: String, nanoseconds: Double, ratio: Double) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.ratio = ratio
    }
  }

  public var work: String
  public var bytes: Int
  public var findings: Int
  public var nanoseconds: Double
  public var peers: [Peer]
  /// A call, through a session and by itself; nil where they are not counted.
  public var allocations: Double?
  public var oneShotAllocations: Double?

  public init(
    work: String, bytes: Int, findings: Int = 0, nanoseconds: Double, peers: [Peer] = [],
    allocations: Double? = nil, oneShotAllocations: Double? = nil
  ) {
    self.work = work
    self.bytes = bytes
    self.findings = findings
    self.nanoseconds = nanoseconds
    self.peers = peers
    self.allocations = allocations
    self.oneShotAllocations = oneShotAllocations
  }

  public static let tableHead: String = {
    let names = [
      "work", "bytes", "findings", "apns-lint", "ns a byte", "simdjson", "ratio", "JSONSerialization",
      "ratio",
      "allocations", "one-shot",
    ]
    return "| " + names.joined(separator: " | ") + " |\n|" + String(repeating: " --- |", count: names.count)
  }()

  /// A line of the table.
  public var line: String {
    var cells = [
      work, String(bytes), String(findings), Row.time(nanoseconds),
      bytes > 0 ? rounded(nanoseconds / Double(bytes), 2) : "",
    ]
    for peer in ["simdjson", "JSONSerialization"] {
      let found = peers.first { $0.name == peer }
      cells.append(found.map { Row.time($0.nanoseconds) } ?? "")
      cells.append(found.map { rounded($0.ratio, 2) } ?? "")
    }
    cells.append(allocations.map { rounded($0, 1) } ?? "")
    cells.append(oneShotAllocations.map { rounded($0, 1) } ?? "")
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 10_000
      ? "\(rounded(nanoseconds, 0)) ns"
      : nanoseconds < 10_000_000
        ? "\(rounded(nanoseconds / 1000, 1)) µs" : "\(rounded(nanoseconds / 1_000_000, 1)) ms"
  }

  /// All rows as the README describes them.
  public static func json(program: String, kernel: String, _ rows: [Row]) -> String {
    let lines = rows.map { row in
      var parts = [
        #""work": "\#(row.work)""#, #""bytes": \#(row.bytes)"#, #""findings": \#(row.findings)"#,
        #""nanoseconds": \#(rounded(row.nanoseconds, 1))"#,
      ]
      let peers = row.peers.map {
        #""\#($0.name)": {"nanoseconds": \#(rounded($0.nanoseconds, 1)), "ratio": \#(rounded($0.ratio, 3))}"#
      }
      parts.append(#""peers": {\#(peers.joined(separator: ", "))}"#)
      if let count = row.allocations { parts.append(#""allocations": \#(rounded(count, 2))"#) }
      if let count = row.oneShotAllocations { parts.append(#""oneShotAllocations": \#(rounded(count, 2))"#) }
      return "  {" + parts.joined(separator: ", ") + "}"
    }
    return """
      {"version": 1, "program": "\(program)", "simdjson": "\(kernel)", "rows": [
      \(lines.joined(separator: ",\n"))
      ]}

      """
  }
}
