// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "apns-lint",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "apns-lint", targets: ["apns-lint"]),
    .library(name: "APNsLint", targets: ["APNsLint"]),
    .library(name: "PayloadRules", targets: ["PayloadRules"]),
    .library(name: "RuleFiles", targets: ["RuleFiles"]),
  ],
  targets: [
    // The engine: JSON with positions, rules, findings, fixes. Standard library only.
    // Rounding a Double calls libm, which nothing else links where no C library is imported.
    .target(
      name: "PayloadRules", swiftSettings: swiftSettings + [.strictMemorySafety()],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

    // What a sender imports. No C library.
    .target(name: "APNsLint", dependencies: ["PayloadRules"], swiftSettings: swiftSettings),

    // YAML: rules files, configuration, requests.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "RuleFiles", dependencies: ["CYAML", "PayloadRules"], swiftSettings: swiftSettings),

    // Everything with files and streams.
    .target(
      name: "LintTool", dependencies: ["APNsLint", "PayloadRules", "RuleFiles"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "apns-lint", dependencies: ["LintTool", "PayloadRules", "RuleFiles"], swiftSettings: swiftSettings
    ),

    .testTarget(
      name: "APNsLintTests", dependencies: ["APNsLint", "PayloadRules"], swiftSettings: swiftSettings),
    .testTarget(
      name: "LintToolTests", dependencies: ["LintTool", "PayloadRules", "RuleFiles", "APNsLint"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PayloadRulesTests",
      dependencies: ["APNsLint", "LintTool", "PayloadRules", "RuleFiles"], swiftSettings: swiftSettings),
    .testTarget(
      name: "RuleFilesTests", dependencies: ["PayloadRules", "RuleFiles"], swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
