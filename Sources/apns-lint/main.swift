import PayloadRules
import RuleFiles
import Glibc

func read(_ path: String) -> [UInt8] {
  guard let f = fopen(path, "r") else { return [] }
  var out: [UInt8] = []
  var buf = [UInt8](repeating: 0, count: 65536)
  while true {
    let n = fread(&buf, 1, buf.count, f)
    if n <= 0 { break }
    out += buf[0..<n]
  }
  fclose(f)
  return out
}
let path = CommandLine.arguments.last!
let bytes = read(path)
do {
  let docs = try YAMLReader.documents(in: bytes, mode: .strict)
  let json = CanonicalJSON(docs[0], of: bytes)
  let set = RuleSet([.init(name: path, bytes: json.bytes)])
  for e in set.errors {
    let r = json.map.outer(e.range)
    let p = YAMLPlace(offset: r.start, of: bytes)
    print("\(path):\(p.line):\(p.column): error: \(e.description)")
  }
  let outcome = ExampleRunner(set).run()
  for f in outcome.failures {
    let r = json.map.outer(f.range)
    let p = YAMLPlace(offset: r.start, of: bytes)
    print("\(path):\(p.line):\(p.column): \(f.rule) example \(f.example): \(f.message)")
  }
  for r in outcome.withoutExamples { print("\(r): needs a passing and a failing example") }
  print("\(set.errors.count) load errors, \(outcome.ruleCount) rules, \(outcome.exampleCount) examples, \(outcome.failures.count) failures")
} catch { print("yaml: \(error)") }
