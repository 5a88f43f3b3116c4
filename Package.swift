// swift-tools-version: 6.2
import PackageDescription

// The direction of the modules is the direction of the data (README, "How it is built"), and this
// target graph enforces it: a module can only import what is listed for it here.

/// Settings of every target: a warning is an error, nothing is imported or exported by accident.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The engine's modules also have to mark each use of unsafe memory.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

func module(
    _ name: String, _ dependencies: [String] = [], documents: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        exclude: documents,
        swiftSettings: pure
    )
}

func tests(_ name: String, _ dependencies: [String], documents: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies.map { .byName(name: $0) },
        exclude: documents,
        swiftSettings: strict
    )
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)

let package = Package(
    name: "ehorizon",
    products: [
        .executable(name: "ehorizond", targets: ["ehorizond"]),
        .executable(name: "ehorizon", targets: ["ehorizon"]),
        .executable(name: "ehorizon-compile", targets: ["ehorizon-compile"]),
        .library(
            name: "EHorizon",
            targets: [
                "Engine", "RoadAhead", "RoadObjects", "RouteReading", "HorizonReconstructor",
                "ProtocolChecker",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // Values everything speaks in.
        module("JSONReading"),
        module("Quantities"),
        module("CANFrames"),

        // From the receiver to the path tree.
        module("Geodesy", ["Quantities"]),
        module("RoadMap", ["Quantities", "Geodesy"], documents: ["FORMAT.md"]),
        module("RecordSorting"),
        module("WorkSharing"),
        module(
            "RoadMapWriter", ["Quantities", "Geodesy", "RoadMap", "RecordSorting", "WorkSharing"]),
        module("RoadShape", ["Quantities", "Geodesy"]),
        // Off-board: the tiles of HERE's Platform Data Extension.
        .target(
            name: "PlatformDataExtension",
            dependencies: ["Quantities", "Geodesy", "JSONReading", "RecordSorting"],
            swiftSettings: strict
        ),
        module("Routing", ["Quantities", "Geodesy", "RoadMap"]),
        module("Positioning", ["Quantities", "Geodesy"]),
        module("MapMatching", ["Quantities", "Geodesy", "RoadMap", "Routing", "Positioning"]),
        module(
            "RouteReading",
            [
                "Quantities", "Geodesy", "JSONReading", "RoadMap", "Routing", "Positioning",
                "MapMatching",
            ]),
        module("Horizon", ["Quantities", "Geodesy", "RoadMap", "Routing", "MapMatching"]),
        module("RoadAhead", ["Quantities", "Geodesy", "RoadMap", "Horizon"]),
        module(
            "RoadObjects",
            [
                "Quantities", "Geodesy", "JSONReading", "RoadMap", "Routing", "Horizon",
                "RouteReading",
            ]),

        // From the path tree to frames.
        module("CANDatabase", ["CANFrames"]),
        module("VehicleSignals", ["Quantities", "Positioning", "CANFrames", "CANDatabase"]),
        module("ADASISv2", ["Quantities", "CANFrames", "CANDatabase"]),
        module(
            "ProtocolReference", ["CANFrames", "CANDatabase", "ADASISv2"], documents: ["Pages"]),
        module(
            "HorizonProvider",
            ["Quantities", "Geodesy", "RoadMap", "Horizon", "CANFrames", "ADASISv2"]
        ),
        // From frames back to the path tree, and whether they keep to the protocol: both written from
        // the protocol's reference, and so without a way to the provider.
        module("HorizonReconstructor", ["Quantities", "ADASISv2"]),
        module("ProtocolChecker", ["Quantities", "CANFrames", "ADASISv2"]),
        module(
            "Engine",
            [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                "Horizon", "CANFrames", "ADASISv2", "HorizonProvider",
            ]
        ),
        module(
            "Simulation",
            [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                "Horizon", "CANFrames", "HorizonProvider", "Engine",
            ]),

        // What happened to the engine, written down and read again.
        module(
            "Recording",
            [
                "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames", "ADASISv2",
                "HorizonProvider", "Engine",
            ], documents: ["FORMAT.md"]),
        // Long drives through all of that, watched: for the endurance tests and ehorizon-bench.
        .target(
            name: "ProtocolTrials",
            dependencies: [
                "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Routing", "Positioning",
                "MapMatching", "Horizon", "CANFrames", "ADASISv2", "HorizonProvider", "Engine",
                "HorizonReconstructor", "ProtocolChecker", "Simulation",
            ],
            swiftSettings: strict
        ),
        // Readers of positions beside gpsd: for the tests and ehorizon-bench.
        .target(
            name: "ReceiverTrials",
            dependencies: ["Quantities", "Geodesy", "Positioning"],
            exclude: ["GPSD.md"],
            swiftSettings: strict
        ),
        // How good matching is, by the truth: for the tests and ehorizon-bench.
        .target(
            name: "MatchingTrials", dependencies: ["Geodesy", "Console"],
            exclude: ["DRIVES.md"], swiftSettings: strict),
        // Roads and terrains whose shape is known, drawn as mappers draw and measured as grids do.
        .target(
            name: "GeometryTrials",
            dependencies: [
                "Quantities", "Geodesy", "RoadShape", "RoadMap", "Elevation", "CGDAL",
            ],
            swiftSettings: strict
        ),
        .target(name: "CAllocations", path: "Tests/Benchmark/CAllocations"),
        .executableTarget(
            name: "ehorizon-bench",
            dependencies: [
                "Quantities", "Geodesy", "CANFrames", "ADASISv2", "RoadMap", "Routing",
                "Positioning",
                "MapMatching", "Horizon", "RoadObjects", "Simulation", "HorizonProvider",
                "HorizonReconstructor",
                "ProtocolChecker", "Engine", "ProtocolTrials", "MatchingTrials", "Configuration",
                "VehicleSignals", "Console", "CAllocations", argumentParser,
            ],
            swiftSettings: strict
        ),

        // The rim: the kernel, the libraries, the flags.
        .target(name: "CLinux"),
        .systemLibrary(
            name: "CSocketCAN",
            pkgConfig: "libsocketcan",
            providers: [.apt(["libsocketcan-dev"])]
        ),
        .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
        // The few functions of libsodium that check a signature become part of the program: an ECU has
        // one shared library less to carry.
        .target(
            name: "MapSignature",
            dependencies: ["RoadMap", "CSodium"],
            swiftSettings: strict,
            linkerSettings: [.linkedLibrary(":libsodium.a")]
        ),
        .target(
            name: "LinuxLoop",
            dependencies: ["Quantities", "CLinux"],
            swiftSettings: strict
        ),
        // Where fixes come from while the car drives.
        .target(
            name: "Receivers",
            dependencies: ["Quantities", "Positioning", "LinuxLoop", "Configuration", "Console"],
            swiftSettings: strict
        ),
        .target(
            name: "SocketCAN",
            dependencies: ["Quantities", "CANFrames", "LinuxLoop", "CLinux", "CSocketCAN"],
            swiftSettings: strict
        ),
        .target(
            name: "COsmium",
            // Optimised in debug builds too: libosmium is all templates. NDEBUG, because its assertions
            // would end the process on bad data that it also reports in an orderly way.
            cxxSettings: [
                .unsafeFlags(["-O2", "-std=c++17"]), .define("NDEBUG"), .define("OSMIUM_WITH_LZ4"),
            ],
            linkerSettings: [
                .linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat"),
                .linkedLibrary("lz4"), .linkedLibrary("pthread"),
            ]
        ),
        .target(
            name: "CGDAL",
            cxxSettings: [.unsafeFlags(["-I/usr/include/gdal", "-std=c++17"])],
            linkerSettings: [.linkedLibrary("gdal")]
        ),
        .target(
            name: "Elevation",
            dependencies: ["Quantities", "Geodesy", "CGDAL"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ehorizon-geometry",
            dependencies: [
                "Quantities", "Geodesy", "RoadShape", "RoadMap", "Elevation", "GeometryTrials",
                "Console", argumentParser,
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MapCompiler",
            dependencies: [
                "Quantities", "Geodesy", "RoadShape", "RoadMap", "RoadMapWriter", "RecordSorting",
                "WorkSharing", "Elevation", "PlatformDataExtension", "COsmium",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Configuration",
            dependencies: [
                "Quantities", "CANFrames", "CANDatabase", "ADASISv2", "RoadMap", "Routing",
                "Horizon",
                "HorizonProvider", "Engine", "MapMatching", "Positioning", "RouteReading",
                "VehicleSignals", "Console", argumentParser,
            ],
            exclude: ["ehorizon.toml", "FLAGS.md", "SETTINGS.md"],
            swiftSettings: strict
        ),

        .target(name: "Console", dependencies: [argumentParser], swiftSettings: strict),

        // The programs: wiring and command line.
        .executableTarget(
            name: "ehorizond",
            dependencies: [
                "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames", "ADASISv2",
                "Horizon", "HorizonProvider", "Engine", "Recording", "SocketCAN", "LinuxLoop",
                "CLinux", "MapSignature", "Receivers", "VehicleSignals",
                "Configuration", "Console",
                argumentParser,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ehorizon",
            dependencies: [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                "Horizon", "RoadAhead", "RoadObjects", "CANFrames", "CANDatabase", "ADASISv2",
                "ProtocolReference",
                "HorizonProvider", "Engine", "HorizonReconstructor", "ProtocolChecker",
                "Simulation", "Recording", "SocketCAN", "MapSignature", "PlatformDataExtension",
                "RecordSorting", "VehicleSignals",
                "Configuration",
                "Console", argumentParser,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ehorizon-compile",
            dependencies: [
                "Quantities", "RoadMap", "RoadMapWriter", "RecordSorting", "MapCompiler", "Console",
                "CLinux", argumentParser,
            ],
            swiftSettings: strict
        ),

        // The smallest program on the library, which the page "Start" shows.
        .executableTarget(
            name: "Start",
            dependencies: [
                "CANFrames", "Engine", "Horizon", "Positioning", "Quantities", "RoadAhead",
                "RoadMap",
            ],
            path: "Tests/Start",
            swiftSettings: strict
        ),

        // Maps drawn in characters, for the tests.
        .target(
            name: "MapSketch",
            dependencies: ["Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Routing"],
            path: "Tests/MapSketch",
            swiftSettings: strict
        ),

        tests("Quantities", ["Quantities"]),
        tests("Geodesy", ["Quantities", "Geodesy"]),
        tests("MapSignature", ["RoadMap", "MapSignature"]),
        tests("RecordSorting", ["RecordSorting", "MapSketch"]),
        tests("RoadMap", ["Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "MapSketch"]),
        tests("RoadShape", ["Quantities", "Geodesy", "RoadShape", "GeometryTrials"]),
        tests("Elevation", ["Quantities", "Geodesy", "Elevation", "CGDAL", "GeometryTrials"]),
        tests(
            "PlatformDataExtension",
            ["Quantities", "Geodesy", "RecordSorting", "PlatformDataExtension"],
            documents: ["Tiles"]),
        tests("Routing", ["Quantities", "Geodesy", "RoadMap", "Routing", "MapSketch"]),
        tests("Positioning", ["Quantities", "Geodesy", "Positioning", "ReceiverTrials"]),
        tests(
            "RouteReading",
            ["Quantities", "Geodesy", "RoadMap", "Routing", "RouteReading", "MapSketch"]),
        tests(
            "Receivers",
            ["Quantities", "Geodesy", "Positioning", "LinuxLoop", "Configuration", "Receivers"]),
        tests(
            "MapMatching",
            [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                "MapSketch",
            ]
        ),
        tests("MatchingTrials", ["MatchingTrials"]),
        tests(
            "Horizon",
            ["Quantities", "Geodesy", "RoadMap", "Routing", "MapMatching", "Horizon", "MapSketch"]
        ),
        tests(
            "RoadObjects",
            [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Horizon", "RouteReading",
                "RoadObjects", "MapSketch",
            ]
        ),
        tests(
            "RoadAhead",
            [
                "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Routing", "Horizon",
                "RoadAhead", "MapSketch",
            ]
        ),
        tests("CANFrames", ["CANFrames"]),
        tests("CANDatabase", ["CANFrames", "CANDatabase"]),
        tests(
            "VehicleSignals",
            ["Quantities", "Positioning", "CANFrames", "CANDatabase", "VehicleSignals"]),
        tests("ADASISv2", ["Quantities", "CANFrames", "CANDatabase", "ADASISv2"]),
        tests(
            "ProtocolReference", ["CANFrames", "CANDatabase", "ADASISv2", "ProtocolReference"]),
        .target(
            name: "FuzzEntries",
            dependencies: [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "CANFrames",
                "CANDatabase",
                "ADASISv2", "HorizonProvider", "Engine", "HorizonReconstructor", "ProtocolChecker",
                "Recording", "Configuration", "MapSketch", "RecordSorting",
                "PlatformDataExtension", "RouteReading", "RoadObjects", "Horizon", "Console",
                argumentParser,
            ],
            path: "Tests/Fuzz/Entries",
            swiftSettings: strict
        ),
        tests("Fuzz", ["FuzzEntries"]),
        tests(
            "HorizonProvider",
            [
                "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Horizon", "CANFrames",
                "ADASISv2", "HorizonProvider", "MapSketch", "Routing", "HorizonReconstructor",
            ],
            documents: ["Transcripts"]
        ),
        tests("HorizonReconstructor", ["Quantities", "ADASISv2", "HorizonReconstructor"]),
        tests("ProtocolChecker", ["Quantities", "CANFrames", "ADASISv2", "ProtocolChecker"]),
        tests(
            "Engine",
            [
                "Quantities", "Geodesy", "RoadMap", "Positioning", "Horizon", "CANFrames",
                "ADASISv2", "HorizonProvider", "HorizonReconstructor", "Engine",
                "ProtocolChecker", "MapSketch",
            ]
        ),
        tests(
            "Endurance",
            [
                "Quantities", "RoadMap", "Positioning", "CANFrames", "ADASISv2", "Horizon",
                "HorizonProvider", "Engine", "HorizonReconstructor", "ProtocolChecker",
                "ProtocolTrials", "Configuration", "MapSketch",
            ]
        ),
        tests("SocketCAN", ["Quantities", "CANFrames", "SocketCAN", "LinuxLoop", "CLinux"]),
        tests(
            "MapCompiler",
            [
                "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "RecordSorting", "MapCompiler",
            ],
            documents: ["speed-limit-taggings.txt"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "Quantities", "CANFrames", "CANDatabase", "ADASISv2", "Horizon", "HorizonProvider",
                "MapMatching", "Engine", "Configuration", argumentParser,
            ],
            swiftSettings: strict
        ),
        tests(
            "Recording",
            [
                "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames", "ADASISv2",
                "Horizon",
                "HorizonProvider", "Engine", "Simulation", "Recording", "MapSketch",
            ]),
        tests(
            "Simulation",
            [
                "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "Simulation",
                "MapSketch",
            ]),
        tests(
            "CommandLine",
            ["Quantities", "CANFrames", "ADASISv2", "RoadMap", "Engine", "Recording"]),
    ]
)

// Fuzzers need a runtime of their own, so they are only there when tools/fuzz asks for them.
if Context.environment["EHORIZON_FUZZ"] != nil {
    for entry in [
        "dbc", "candump", "decoder", "mapping", "configuration", "recording", "reconstructor",
        "checker", "map", "tiles", "nmea",
        "gpsd", "gpx", "csv", "route", "objects",
    ] {
        package.targets.append(
            .executableTarget(
                name: "fuzz-\(entry)",
                dependencies: ["FuzzEntries"],
                path: "Tests/Fuzz/fuzz-\(entry)",
                swiftSettings: [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
            )
        )
    }
}
