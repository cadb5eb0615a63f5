/// How a run ends.
package enum ExitStatus: Int32, Sendable {
  /// Nothing at or above the threshold.
  case clean = 0
  case findings = 1
  /// The tool could not do its job, or not all of it.
  case trouble = 2
}
