// swift-tools-version: 6.2
import PackageDescription

// Programs that print ratios against a peer measured in the same run. A package of its own, so that nobody
// who uses apns-lint needs the peers.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "apns-lint", path: "..")],
  targets: [
    .systemLibrary(
      name: "SystemSimdjson",
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    // A C interface around the C++ library.
    .target(
      name: "CSimdjson", dependencies: ["SystemSimdjson"],
      linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CAllocations"),
    .target(
      name: "BenchmarkSupport", dependencies: ["CSimdjson"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    // Foundation, so that only the peer is made of it.
    .target(name: "FoundationPeer"),
    .executableTarget(
      name: "lint-benchmark",
      dependencies: [
        "BenchmarkSupport", "CAllocations", "FoundationPeer",
        .product(name: "APNsLint", package: "apns-lint"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .executableTarget(
      name: "scan-benchmark",
      dependencies: ["BenchmarkSupport", .product(name: "PayloadRules", package: "apns-lint")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
