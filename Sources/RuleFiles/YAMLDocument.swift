package import PayloadRules

/// How strictly a YAML text is read.
package enum YAMLMode: Sendable {
  /// Rules and configuration: nothing that two readers could understand differently.
  case strict
  /// Requests and payloads: whatever the YAML 1.2 core schema allows.
  case lenient
}

/// The five ways to write a YAML scalar.
package enum YAMLScalarStyle: Sendable, Hashable {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

/// One value or key of a YAML text in a flat tree, in the order of the text.
///
/// A mapping's nodes are key, value, key, value, …; a sequence's are its elements. `next` skips all that a
/// container holds. An alias stands expanded: its nodes are a copy of the anchored ones, places included.
package struct YAMLNode: Sendable {
  package enum Kind: Sendable { case mapping, sequence, scalar }

  package var kind: Kind
  /// Meaningful for scalars only.
  package var style: YAMLScalarStyle
  /// Whether a container is written in brackets.
  package var isFlow: Bool
  /// The bytes of the value without tag and anchor; of a block container, from its first child to its last.
  package var range: ByteRange
  /// Where libyaml ends the value: past the last line break of a block scalar.
  package var contentEnd: Int
  /// Index of the first node that is not inside this one.
  package var next: Int
  /// A scalar's text with quotes, escapes, folding and indentation undone.
  package var text: [UInt8]
  /// The tag as libyaml resolves it: `tag:yaml.org,2002:str`.
  package var tag: String?
  /// Where the alias stands that this copy came from.
  package var alias: ByteRange?
  /// Whether the node came here through an alias, so that an edit of its text changes other places as well.
  package var isCopy = false
  /// Whether a mapping has a `<<` among its keys.
  package var hasMerge = false

  /// Whether the key asks for a merge.
  package var isMergeKey: Bool {
    kind == .scalar && style == .plain && text == [UInt8(ascii: "<"), UInt8(ascii: "<")]
  }

  package var string: String { String(decoding: text, as: UTF8.self) }
}

/// One document of a YAML text.
package struct YAMLDocument: Sendable {
  /// The tree; the root is node 0. Never empty.
  package var nodes: [YAMLNode]
  /// What aliases stand for, in ascending order and not overlapping: a change there shows in several places.
  package var sharedRanges: [ByteRange]
  /// What the reader noticed in lenient mode, in the order of the text.
  package var notes: [YAMLNote]

  /// Indices of the children of node `index`: keys and values alternate in a mapping.
  package func children(of index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < nodes[index].next {
      result.append(child)
      child = nodes[child].next
    }
    return result
  }
}

/// A peculiarity of a YAML text that changes no byte of what is read but may surprise its writer.
package struct YAMLNote: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// `yes`, `no`, `on`, `off` without quotes: a text, though older readers make it a boolean.
    case booleanWord = "yaml-boolean-word"
    /// `.inf` and `.nan`, which JSON cannot write; taken as text.
    case notFinite = "yaml-not-finite"
    /// A key that repeats an earlier one of the same mapping; the JSON text holds both.
    case duplicateKey = "yaml-duplicate-key"
    /// A tag outside the core schema; it was left out of account.
    case unknownTag = "yaml-unknown-tag"
    /// `<<` with a value that is no mapping and no list of mappings; taken as an ordinary key.
    case mergeOfNoMapping = "yaml-merge-of-no-mapping"
    /// A hexadecimal or octal number of more than 64 bits; taken as text.
    case hugeNumber = "yaml-huge-number"
  }

  package var kind: Kind
  /// Where it stands in the YAML text.
  package var range: ByteRange
  /// The earlier of two equal keys.
  package var related: ByteRange?
}
