internal import PayloadRules

extension RequestBuilder {
  /// Reports what a shell would refuse, or read otherwise than meant.
  mutating func report(_ troubles: [ShellTrouble], in source: SourceText) {
    for trouble in troubles {
      let text = ["actual": source.text(trouble.range)]
      switch trouble.kind {
      case .unclosedQuote: detect("shell-unbalanced-quote", at: trouble.range, text)
      case .unclosedHereDocument: detect("shell-here-document-unclosed", at: trouble.range, text)
      case .typographicQuote: detect("shell-typographic-quote", at: trouble.range, text)
      case .blankAfterBackslash, .missingBackslash: break
      }
    }
    reportLines(troubles.filter { $0.kind == .blankAfterBackslash }, "a blank follows the backslash") {
      Edit(range: ByteRange($0.start + 1, $0.end), text: "")
    }
    reportLines(troubles.filter { $0.kind == .missingBackslash }, "no backslash stands at its end") {
      Edit(range: $0, text: " \\")
    }
  }

  /// Lines of one command that end for one reason: one finding at the first, which mends them all.
  private mutating func reportLines(_ troubles: [ShellTrouble], _ detail: String, edit: (ByteRange) -> Edit) {
    guard let first = troubles.first else { return }
    detect(
      "shell-line-not-continued", at: first.range, ["detail": detail], edits: troubles.map { edit($0.range) },
      fixTitle: "join the lines with a backslash")
  }
}
