/// A compiled JSON Schema (2020-12, a documented subset).
package struct JSONSchema: Sendable {}
