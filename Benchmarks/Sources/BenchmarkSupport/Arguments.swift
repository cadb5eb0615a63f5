#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The value behind an option such as `--json`, if it is there.
public func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

/// Writes a file, or ends the program.
public func write(_ text: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else {
    print("cannot write \(path)")
    exit(2)
  }
  _ = text.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
  fclose(file)
}
