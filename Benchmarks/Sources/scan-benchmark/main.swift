import CSimdjson
import PayloadRules

// Prints nanoseconds a parse, and the ratio, for our scanner and simdjson's DOM parser over the same bytes,
// taking turns in one run so that both meet the same machine.

let small = """
  {"aps":{"alert":{"title":"Order shipped","subtitle":"Parcel 1 of 2","body":"Your order will arrive on \
  Tuesday between 9 and 11."},"sound":"default","badge":3,"thread-id":"orders","category":"ORDER_SHIPPED",\
  "interruption-level":"time-sensitive","relevance-score":0.7},"order-id":"A-20261130-0042","tracking-url":\
  "https://example.com/track/A-20261130-0042","campaign":"autumn-27"}
  """

func padded(_ text: String) -> ContiguousArray<UInt8> {
  ContiguousArray(text.utf8) + ContiguousArray(repeating: 0, count: simdjson_bench_padding())
}

/// Nanoseconds a turn.
func time(_ turns: Int, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let duration = clock.measure(body)
  let (seconds, attoseconds) = duration.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(turns)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// A positive number with a fixed count of decimals.
func round(_ value: Double, _ digits: Int) -> String {
  let scale = digits == 2 ? 100 : 10
  let scaled = Int(value * Double(scale) + 0.5)
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func compare(_ name: String, _ text: String, turns: Int) {
  let bytes = padded(text)
  let count = text.utf8.count
  let parser = simdjson_bench_create()
  defer { simdjson_bench_destroy(parser) }
  var document = JSONDocument()
  var ours: [Double] = []
  var theirs: [Double] = []
  var ratios: [Double] = []
  var checksum = 0
  for run in 0..<22 {
    let own = time(turns) {
      for _ in 0..<turns {
        document.read(bytes.span.extracting(0..<count))
        checksum &+= document.nodes.count
      }
    }
    let peer = time(turns) {
      bytes.withUnsafeBufferPointer {
        checksum &+= simdjson_bench_parse(parser, $0.baseAddress, count, turns)
      }
    }
    // The first run warms up.
    guard run > 0 else { continue }
    ours.append(own)
    theirs.append(peer)
    ratios.append(own / peer)
  }
  precondition(document.isWellFormed && checksum > 0)
  let (own, peer) = (median(ours), median(theirs))
  print(
    "\(name): \(count) bytes, \(document.nodes.count) nodes; apns-lint \(round(own, 1)) ns, "
      + "simdjson \(round(peer, 1)) ns, ratio \(round(median(ratios), 2))")
}

print("simdjson implementation: \(String(cString: simdjson_bench_implementation()))")
compare("payload", small, turns: 20_000)

// The same, as people keep it in files.
var pretty = ""
var level = 0
var isInString = false
for character in small {
  if character == "\"" { isInString.toggle() }
  guard !isInString else {
    pretty.append(character)
    continue
  }
  switch character {
  case "{":
    level += 1
    pretty += "{\n" + String(repeating: "  ", count: level)
  case "}":
    level -= 1
    pretty += "\n" + String(repeating: "  ", count: level) + "}"
  case ",": pretty += ",\n" + String(repeating: "  ", count: level)
  case ":": pretty += ": "
  default: pretty.append(character)
  }
}
compare("payload, indented", pretty, turns: 20_000)

let many = "[" + Array(repeating: small, count: 250).joined(separator: ",") + "]"
compare("250 payloads", many, turns: 100)
