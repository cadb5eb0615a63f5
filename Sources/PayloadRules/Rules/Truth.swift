/// Three-valued logic: what is unknown decides nothing.
enum Truth: UInt8, Sendable {
  case no, yes, unknown

  init(_ value: Bool) { self = value ? .yes : .no }

  static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .no: .yes
    case .yes: .no
    case .unknown: .unknown
    }
  }
}
