import Foundation

/// One labelled input of `corpus/cases`; the format is described there.
struct LabelledCase: Sendable, CustomStringConvertible {
  struct Problem: Sendable {
    var slug: String
    var severity: String
    /// A JSON pointer, the name of a header, or a part of the request such as `:path`.
    var place: String
    var reason: String?
  }

  var id: String
  var kind: String
  var problems: [Problem]
  /// The command line, and what goes to its standard input.
  var arguments: [String]
  var input: String

  var description: String { id }

  /// The cases of the kinds that are scored here.
  static func all() throws -> [LabelledCase] {
    try Repository.files(below: "corpus/cases", suffix: ".jsonl").flatMap { file in
      try Repository.text(file).split(separator: "\n").compactMap { try LabelledCase(line: $0) }
    }
  }

  private static let inputKinds = [
    "payload": "payload", "apns-file": "simulator", "request": "request", "token": "token", "jwt": "jwt",
    "fcm": "fcm", "sns": "sns", "expo": "expo", "envelope": "auto",
  ]

  /// The service of an envelope, where the case names it.
  private static let services = ["fcm-v1": "fcm", "sns": "sns"]

  /// What no one can see in the request: the case's names and those of the request format.
  private static let contextKeys = [
    "environment": "token-environment", "key_environment": "key-environment", "key_file": "key-file",
    "certificate": "certificate", "platform": "platform", "jwt_use": "jwt-use", "endpoint": "endpoint",
    "endpoint_platform": "sns-platform",
  ]

  private init?(line: Substring) throws {
    guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let id = object["id"] as? String, let kind = object["kind"] as? String,
      let inputKind = Self.inputKinds[kind], let text = object["input"] as? String
    else { return nil }
    self.id = id
    self.kind = kind
    problems = (object["expect"] as? [[String: Any]] ?? []).map {
      Problem(
        slug: $0["problem"] as? String ?? "", severity: $0["severity"] as? String ?? "",
        place: $0["pointer"] as? String ?? "", reason: $0["apns_reason"] as? String)
    }
    let facts = object["request"] as? [String: Any] ?? [:]
    // A walk is another test's matter.
    if facts["scan"] != nil { return nil }
    var context: [String: Any] = [:]
    for (name, key) in Self.contextKeys where facts[name] != nil { context[key] = facts[name] }
    if context["jwt-use"] as? String == "webpush" { context["jwt-use"] = "web-push" }
    let service = (facts["envelope"] as? String).flatMap { Self.services[$0] }
    arguments = ["-", "--input", service ?? inputKind]
    if let now = facts["now"] { arguments += ["--now", "\(now)"] }
    if kind == "request" {
      input = try Self.requestText(facts, context: context, body: text)
    } else {
      input = text
      arguments += Self.options(facts, context: context)
    }
  }

  /// The request as one JSON object with the body as text.
  private static func requestText(
    _ facts: [String: Any], context: [String: Any], body: String
  ) throws -> String {
    var request: [String: Any] = ["body": body]
    for key in ["method", "host", "port", "path", "token", "headers"] where facts[key] != nil {
      request[key] = facts[key]
    }
    if !context.isEmpty { request["context"] = context }
    return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
  }

  private static func options(_ facts: [String: Any], context: [String: Any]) -> [String] {
    var options: [String] = []
    for (name, value) in facts["headers"] as? [String: Any] ?? [:] {
      options += ["--header", "\(name): \(value)"]
    }
    for pair in facts["headers"] as? [[Any]] ?? [] where pair.count == 2 {
      options += ["--header", "\(pair[0]): \(pair[1])"]
    }
    if let token = facts["token"] { options += ["--token", "\(token)"] }
    for name in ["topic", "push_type", "bundle_id"] {
      guard let value = facts[name] else { continue }
      options += ["--" + name.replacingOccurrences(of: "_", with: "-"), "\(value)"]
    }
    for (key, value) in context {
      let isBoolean = CFBooleanLike.isBoolean(value)
      options += ["--context", isBoolean ? "\(key)=\(value as? Bool == true)" : "\(key)=\(value)"]
    }
    return options
  }
}

/// JSON's booleans come out of Foundation as numbers.
private enum CFBooleanLike {
  static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }
}

extension LabelledCase.Problem {
  /// Whether a finding stands where the case says.
  func isAt(_ finding: CorpusRun.Finding) -> Bool {
    // Of a syntax problem the rule says that it is one; the place is the scanner's.
    if slug.hasPrefix("json-") { return finding.rule.hasPrefix("json-") }
    var places: Set<String> = []
    if let pointer = finding.pointer { places.insert(pointer) }
    if let name = finding.name { places.insert(name.lowercased()) }
    switch finding.subject {
    case "path", "token": places.formUnion([":path", "token"])
    case "host": places.formUnion([":authority", ":path"])
    case "method": places.insert(":method")
    case "certificate": places.insert("authorization")
    case "file": places.insert("")
    case "jwt": places.insert("authorization")
    case "key": places.insert("key")
    default: break
    }
    let wanted = place.hasPrefix("/") ? place : place.lowercased()
    if places.contains(wanted) { return true }
    // A missing key may be reported at its object or at that object's parent.
    guard slug.contains("missing"), wanted.hasPrefix("/"), let slash = wanted.lastIndex(of: "/") else {
      return false
    }
    return places.contains(String(wanted[..<slash]))
  }
}
