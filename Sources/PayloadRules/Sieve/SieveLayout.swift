// Words that say what a record of a `SieveProgram` is.

enum SieveLiteral {
  static let text = 1
  static let number = 2
  static let boolean = 3
  static let null = 4
}

enum SieveStep {
  static let key = 0
  static let elements = 1
  static let members = 2
  static let descendants = 3
}

enum SieveCondition {
  static let always = 0
  static let test = 1
  static let all = 2
  static let any = 3
  static let not = 4
}

enum SieveKey {
  static let route = 0
  static let pushType = 1
  /// A text at a slot.
  static let host = 2
  static let name = 3
}

enum SieveDerivation {
  static let standard = 0
  static let suffix = 1
  static let withoutSuffix = 2
  static let number = 3
  static let seconds = 4
  static let lowerCase = 5
  static let hexDigits = 6
  static let row = 7
  static let operand = 8
}

enum SieveOperand {
  static let literal = 0
  static let fact = 1
  static let anyOf = 2
  static let place = 3
  static let derived = 4
  static let now = 5
  static let join = 6
  static let between = 7
}

enum SievePredicate {
  static let present = 0
  static let absent = 1
  static let type = 2
  static let oneOf = 3
  static let oneOfFact = 4
  static let range = 5
  static let length = 6
  static let bytes = 7
  static let matches = 8
  static let format = 9
  static let equals = 10
  static let startsWith = 11
  static let endsWith = 12
  static let contains = 13
  static let hasKeys = 14
  static let hasAny = 15
  static let uniqueNames = 16
  static let uniqueValues = 17
  static let schema = 18
  static let key = 19
  static let placeholder = 20
  static let all = 21
  static let any = 22
  static let not = 23
  /// A test that only the rules themselves can make.
  static let open = 24
}

/// Numbers of `PlaceRoot`s.
enum SieveRoots {
  static let payload = 0
  static let headers = 1
  static let method = 2
  static let host = 3
  static let port = 4
  static let path = 5
  static let token = 6
  static let route = 7
  static let input = 8
  static let profile = 9
  static let credential = 10
  static let jwt = 11
  static let context = 12
  static let envelope = 13
  static let derived = 14
  static let now = 15
  static let pushType = 16
}
