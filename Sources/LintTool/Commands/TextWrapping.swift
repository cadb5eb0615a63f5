internal import PayloadRules

/// A text in lines of at most 80 columns; all but the first are set in as far as `hanging` is long.
func wrapped(_ text: String, hanging: String = "") -> String {
  let indent = String(repeating: " ", count: hanging.count)
  var (result, column) = ("", hanging.count)
  for word in text.split(separator: " ") {
    let width = DisplayWidth.columns(of: String(word))
    if column > indent.count, column + 1 + width > 80 {
      result += "\n" + indent + word
      column = indent.count + width
    } else {
      let separator = column > indent.count ? " " : ""
      result += separator + word
      column += separator.count + width
    }
  }
  return result
}
