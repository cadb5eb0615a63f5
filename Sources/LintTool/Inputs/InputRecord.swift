internal import PayloadRules

/// One push to be judged, with the way back into the files it came from.
struct InputRecord {
  var subject: LintSubject
  var resolver: PlaceResolver
  /// Which message of another service it lies in, where one may hold several; what is said of the message is
  /// said once.
  var message: Int?
  /// Number from 1, where the input may hold several.
  var record: Int?
  /// Texts beside the request's own credentials that no report may show: passwords of a command.
  var secrets: [String] = []
}

/// What an input holds.
enum InputContents {
  case records([InputRecord])
  /// No push, and met only while walking.
  case skipped
}
