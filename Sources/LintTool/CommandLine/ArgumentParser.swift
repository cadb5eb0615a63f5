internal import PayloadRules

/// What was wrong with a command line.
struct UsageError: Error, Hashable {
  var message: String
  init(_ message: String) { self.message = message }
}

/// A command line taken apart by a command's table.
struct ParsedArguments {
  /// Options in their order; the value is empty for an option without one.
  var options: [(name: String, value: String)] = []
  var operands: [String] = []
  var wantsHelp = false

  func last(_ name: String) -> String? { options.last { $0.name == name }?.value }
  func all(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  init(_ arguments: ArraySlice<String>, for command: CommandDescription) throws(UsageError) {
    var rest = arguments
    let table = command.options + [CommandDescription.help]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = argument.hasPrefix("--") ? String(parts[0]) : argument
      guard let option = table.first(where: { $0.name == name || $0.short == name }) else {
        throw unknown(name, among: table.map(\.name), what: "option")
      }
      if option.name == "--help" {
        wantsHelp = true
        continue
      }
      let attached = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      try add(option, attached: attached, rest: &rest)
    }
    if let maximum = command.maximumOperands, operands.count > maximum {
      throw UsageError("'\(command.name)' takes no further argument '\(operands[maximum])'")
    }
  }

  private mutating func add(
    _ option: OptionDescription, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard option.argument != nil else {
      if attached != nil { throw UsageError("\(option.name) takes no value") }
      options.append((option.name, ""))
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("\(option.name) needs a value: \(option.heading)")
    }
    // The value of --format may be followed by a file.
    let word =
      option.name == "--format"
      ? String(value.split(separator: "=", omittingEmptySubsequences: false)[0]) : value
    if let values = option.values, !values.contains(word) {
      let list = "\(option.name) is one of " + values.joined(separator: ", ")
      let nearest = NearestMatch.nearest(to: word, among: values).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("'\(word)': \(list)\(nearest)")
    }
    if !option.isRepeatable, has(option.name) { throw UsageError("\(option.name) is given twice") }
    options.append((option.name, value))
  }
}

/// The error about a name that does not exist, with the nearest one that does.
func unknown(_ name: String, among names: [String], what: String, place: String = "") -> UsageError {
  let nearest = NearestMatch.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  return UsageError("unknown \(what) '\(name)'\(place)\(nearest)")
}
