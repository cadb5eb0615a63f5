// swift-tools-version: 6.2
import PackageDescription

// A sender that checks a push before it goes out. Needs the library only: no C library, no libyaml.
let package = Package(
  name: "Sender",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "apns-lint", path: "../..")],
  targets: [
    .executableTarget(name: "Sender", dependencies: [.product(name: "APNsLint", package: "apns-lint")])
  ],
  swiftLanguageModes: [.v6]
)
