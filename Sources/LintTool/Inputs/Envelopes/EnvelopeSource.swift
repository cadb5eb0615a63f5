internal import PayloadRules

/// Makes the reader of other services' messages when one may be there, and keeps it; one a thread.
final class EnvelopeSource {
  private let make: () -> EnvelopeReader
  private(set) lazy var reader = make()

  init(_ make: @escaping () -> EnvelopeReader) { self.make = make }
}
