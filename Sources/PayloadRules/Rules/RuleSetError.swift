/// What keeps a rules file, or a part of it, from being used.
package struct RuleSetError: Error, Sendable, Hashable {
  package var message: String
  /// Index of the source among those loaded, and the place in its JSON text.
  package var source: Int
  package var range: ByteRange
  /// What was probably meant.
  package var nearest: String?

  /// The message with its nearest match.
  package var description: String {
    nearest.map { "\(message); did you mean '\($0)'?" } ?? message
  }
}
