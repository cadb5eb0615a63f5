internal import PayloadRules

/// One word of a shell command, its quotes taken off.
struct ShellWord: Sendable {
  var text: AssembledText
  /// The word as it is written, quotes included.
  var place: ByteRange
  var isQuoted = false
  /// Whether it is nothing but an expansion without a known value, which may be no word or several.
  var isOpen = false
  /// The file whose text the word is: `$(cat FILE)`.
  var file: AssembledText?
  /// How long the word was when that stood in it; what follows makes it another text.
  var fileEnd = 0

  var string: String { text.string }
}

/// What a shell would refuse or read in another way than its author meant.
struct ShellTrouble: Sendable {
  enum Kind: Sendable {
    case unclosedQuote, unclosedHereDocument, blankAfterBackslash, missingBackslash, typographicQuote
  }

  var kind: Kind
  var range: ByteRange
}

/// One simple command of a script.
struct ShellCommand: Sendable {
  enum Input: Sendable {
    case text(AssembledText)
    case file(AssembledText)
  }

  var words: [ShellWord] = []
  /// Here-document, here-string or file that its standard input comes from.
  var input: Input?
  /// Whether its standard input is the output of the command before it.
  var isPiped = false
  /// The file that its output goes to.
  var output: AssembledText?
  var troubles: [ShellTrouble] = []
  /// Where it ends, whatever came of it.
  var end = 0
  /// Values of the variables and files that the script set before it.
  var setting = ShellSetting()

  /// Index of the word that names `program`, where this is a call of it.
  func call(of program: String) -> Int? {
    for (index, word) in words.enumerated() {
      let isPrompted = index > 0 && ShellCommand.prompts.contains(words[index - 1].string)
      let name = word.string
      if name == program || name == program + ".exe" || name.hasSuffix("/" + program) {
        return isPrompted || words[..<index].allSatisfy(ShellCommand.isPrefix) ? index : nil
      }
      // A prompt is short; what stands far behind is an argument.
      if index > 12 { return nil }
    }
    return nil
  }

  private static let prompts: Set<String> = ["$", "%", "#", ">", "❯", "➜"]

  private static let prefixes: Set<String> = [
    "if", "while", "until", "do", "then", "else", "elif", "!", "{", "time", "sudo", "env", "exec", "nohup",
    "timeout", "gtimeout", "command", "xargs", "watch", "$", "%", "#", ">", "❯", "➜", "~", "-", "*", "&",
    "return",
  ]

  /// Words that may stand before the name of a program: wrappers, assignments, prompts.
  private static func isPrefix(_ word: ShellWord) -> Bool {
    let text = word.string
    if prefixes.contains(text) || text.hasPrefix("-") || text.utf8.contains(UInt8(ascii: "=")) { return true }
    if let last = text.utf8.last, [0x24, 0x25, 0x23, 0x3E].contains(last) { return true }
    // A duration, as `timeout` takes it.
    return text.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? true
  }
}

/// What a script has set so far.
struct ShellSetting: Sendable {
  var variables: [String: AssembledText] = [:]
  var arrays: [String: [ShellWord]] = [:]
  /// Files whose text variables hold: `NAME=$(cat FILE)`.
  var fileVariables: [String: AssembledText] = [:]
  /// Files that the script wrote from here-documents.
  var files: [String: AssembledText] = [:]
}
