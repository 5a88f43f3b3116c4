// swift-tools-version: 6.2
import PackageDescription

// Modules import each other in the direction of the data (docs/architecture.md). This target graph enforces the
// direction: a module can import only the modules that are listed for it here.

// A warning is an error. Older compilers have other warnings, so with them a warning is no error.
#if compiler(>=6.3)
let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
let warnings: [SwiftSetting] = []
#endif

/// Settings of every target: nothing is imported or exported by accident.
let strict: [SwiftSetting] =
    warnings + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// The engine's modules also have to mark each use of unsafe memory.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Tests are compiled without optimisation, even if the modules under test are optimised: these modules take the
/// time. Without optimisation the objects of a test exist up to the end of its scope.
let testing: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

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
        swiftSettings: testing
    )
}

/// The targets of a room. A room is a folder of `Sources`, a layer in the order of the data. A module imports modules
/// of its own room and of the rooms before it.
func room(_ name: String, _ targets: [Target]) -> [Target] {
    for target in targets { target.path = "Sources/\(name)/\(target.name)" }
    return targets
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)

/// Where the parser of arguments comes from. EHORIZON_ARGUMENT_PARSER names a folder with its sources, so that a Debian
/// package builds without a network.
let argumentParserSource: Package.Dependency =
    if let folder = Context.environment["EHORIZON_ARGUMENT_PARSER"] {
        .package(name: "swift-argument-parser", path: folder)
    } else {
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    }

let webServer: [Target.Dependency] = ["FlyingFox", "FlyingSocks"].map {
    .product(name: $0, package: "FlyingFox")
}

/// Where the web server of the viewer comes from; EHORIZON_FLYING_FOX names a folder with its sources.
let webServerSource: Package.Dependency =
    if let folder = Context.environment["EHORIZON_FLYING_FOX"] {
        .package(name: "FlyingFox", path: folder)
    } else {
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")
    }

let package = Package(
    name: "ehorizon",
    products: [
        .executable(name: "ehorizond", targets: ["ehorizond"]),
        .executable(name: "ehorizon", targets: ["ehorizon"]),
        .executable(name: "ehorizon-compile", targets: ["ehorizon-compile"]),
        .executable(name: "ehorizon-view", targets: ["ehorizon-view"]),
        .library(
            name: "EHorizon",
            targets: [
                "Engine", "Reasons", "RoadAhead", "RoadObjects", "RouteReading",
                "HorizonReconstructor", "ProtocolChecker",
            ]),
    ],
    dependencies: [argumentParserSource, webServerSource],
    targets: [
        // Values that everything speaks in, and the kernel's interfaces.
        room(
            "Base",
            [
                // Knows: JSON text (RFC 8259), value by value
                module("JSONReading"),
                // Knows: JSON text (RFC 8259), written member by member
                module("JSONWriting"),
                // Knows: lengths, angles, speeds and times with their units; whole centimetres
                module("Quantities"),
                // Knows: seeded random numbers, for simulations, measurements and tests
                module("RandomNumbers"),
                // Knows: CAN frames and identifiers; candump logs; bit lengths on the bus
                module("CANFrames"),
                // Knows: positions on the ellipsoid, distances, bearings; the calls into libm
                module("Geodesy", ["CLibrary", "Quantities"]),
                // Knows: sorting more records than memory holds
                module("RecordSorting", ["CLibrary"]),
                // Knows: work on several threads with results in order
                module("WorkSharing"),
                // Knows: signals in frames; DBC files
                module("CANDatabase", ["CANFrames"]),
                // Knows: zlib
                .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
                // Knows: the C library of the target, glibc or musl
                .target(name: "CLibrary", swiftSettings: strict),
                // Knows: system calls and structures that glibc's Swift module lacks
                .target(name: "CLinux"),
                // Knows: epoll, timers, signals, threads, sockets, serial lines
                .target(
                    name: "LinuxLoop",
                    dependencies: ["CLibrary", "Quantities", "CLinux"],
                    swiftSettings: strict
                ),
                // Knows: whole files, output files, failure lines; numbers, JSON strings and UTC as text
                .target(
                    name: "TextFiles", dependencies: ["CLibrary", "CLinux"], swiftSettings: strict),
            ]),
        // The map file and ways over it.
        room(
            "Map",
            [
                // Knows: the map file: links, nodes, attributes, blocks and their cache
                module("RoadMap", ["CLibrary", "Quantities", "Geodesy"], documents: ["FORMAT.md"]),
                // Knows: routes over links, access and turn restrictions
                module("Routing", ["Quantities", "Geodesy", "RoadMap"]),
                // Knows: libsodium
                .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
                // The few functions of libsodium that check a signature become part of the program: an ECU has
                // one shared library less to carry.
                // Knows: detached Ed25519 signatures of maps
                .target(
                    name: "MapSignature",
                    dependencies: ["RoadMap", "CSodium"],
                    swiftSettings: strict,
                    linkerSettings: [.linkedLibrary(":libsodium.a")]
                ),
                // Knows: the index of maps that are one map
                .target(
                    name: "RegionSet",
                    dependencies: ["Geodesy", "JSONReading", "RoadMap", "TextFiles"],
                    swiftSettings: strict
                ),
            ]),
        // From the receiver to a place on a link.
        room(
            "Position",
            [
                // Knows: NMEA 0183, gpsd JSON, GPX and CSV as fixes; the source of positions; dead reckoning of a position
                module("Positioning", ["Quantities", "Geodesy"]),
                // Knows: the place on the road that fits the fixes
                module(
                    "MapMatching", ["Quantities", "Geodesy", "RoadMap", "Routing", "Positioning"]),
                // Knows: motion, road surface and driver signals from CAN frames
                module(
                    "VehicleSignals", ["Quantities", "Positioning", "CANFrames", "CANDatabase"]),
                // Where fixes come from while the car drives.
                // Knows: live receivers and recorded drives as position events
                .target(
                    name: "Receivers",
                    dependencies: [
                        "CLibrary", "Quantities", "Positioning", "LinuxLoop", "TextFiles",
                    ],
                    swiftSettings: strict
                ),
            ]),
        // Messages, codes and layouts; and what reads them back, written from the protocol's reference
        // and so without a way to the provider.
        room(
            "Wire",
            [
                // Knows: messages, codes, layouts, message mask, DBC of the protocol
                module("ADASISv2", ["Quantities", "CANFrames", "CANDatabase"]),
                // Knows: reference pages, dissector and samples from the tables of the protocol
                module(
                    "ProtocolReference",
                    ["CANFrames", "CANDatabase", "ADASISv2", "ProtocolChecker"],
                    documents: ["Pages"]),
                // Knows: messages to path tree, as a client reads them
                module("HorizonReconstructor", ["Quantities", "ADASISv2"]),
                // Knows: the rules of the protocol over any log
                module("ProtocolChecker", ["Quantities", "CANFrames", "ADASISv2"]),
            ]),
        // The protocol in the control unit that receives it.
        room(
            "Client",
            [
                // Knows: frames to path tree, as HorizonReconstructor, in C for a control unit
                .target(name: "CHorizonClient")
            ]),
        // From the place to the path tree, from the tree to messages.
        room(
            "Horizon",
            [
                // Knows: GPX, GeoJSON, OpenStreetMap ways and OpenLR as a route on the map
                module(
                    "RouteReading",
                    [
                        "Quantities", "Geodesy", "JSONReading", "RoadMap", "Routing", "Positioning",
                        "MapMatching",
                    ]),
                // Knows: the path tree, its probabilities and its changes
                module("Horizon", ["Quantities", "Geodesy", "RoadMap", "Routing"]),
                // Knows: the attributes ahead along one path, as a list
                module("RoadAhead", ["Quantities", "Geodesy", "RoadMap", "Horizon"]),
                // Knows: objects of the host and of the map on the path tree
                module(
                    "RoadObjects",
                    [
                        "Quantities", "Geodesy", "JSONReading", "RoadMap", "Routing", "Horizon",
                        "RouteReading",
                    ]),
                // Knows: path tree to messages: path indexes, order, pace, repetition
                module(
                    "HorizonProvider",
                    ["Quantities", "Geodesy", "RoadMap", "Horizon", "CANFrames", "ADASISv2"]
                ),
                // Knows: matcher, path tree and provider as one function of events
                module(
                    "Engine",
                    [
                        "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                        "Horizon", "CANFrames", "ADASISv2", "HorizonProvider",
                    ]
                ),
                // Knows: why the horizon is what it is: place, exits, changes, values
                module(
                    "Reasons",
                    [
                        "Quantities", "RoadMap", "Routing", "MapMatching", "Horizon", "ADASISv2",
                        "HorizonProvider", "Engine",
                    ]
                ),
                // Not a part of Reasons: the daemon has no use for it.
                // Knows: why each message was sent
                module(
                    "FrameReasons",
                    ["Quantities", "Horizon", "ADASISv2", "HorizonProvider", "Engine"]),
                // What happened to the engine, written down and read again.
                // Knows: the events of the engine, written and read
                module(
                    "Recording",
                    [
                        "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "CANFrames",
                        "ADASISv2", "HorizonProvider", "Engine",
                    ], documents: ["FORMAT.md"]),
            ]),
        // The CAN bus of the kernel.
        room(
            "Bus",
            [
                // Knows: libsocketcan
                .systemLibrary(
                    name: "CSocketCAN",
                    pkgConfig: "libsocketcan",
                    providers: [.apt(["libsocketcan-dev"])]
                ),
                // Knows: CAN sockets, interface state, bus-off restart, pace of sending
                .target(
                    name: "SocketCAN",
                    dependencies: [
                        "CLibrary", "Quantities", "CANFrames", "LinuxLoop", "CLinux", "CSocketCAN",
                    ],
                    swiftSettings: strict
                ),
                // Knows: the frames of logs in the formats of the field, and logs made of frames
                module("BusLogs", ["CANFrames", "CZlib"]),
            ]),
        // Off-board: many drives to what they show about roads.
        room(
            "Fleet",
            [
                // Knows: what many drives showed about roads, without the cars
                .target(
                    name: "Observations",
                    dependencies: ["Quantities", "Geodesy", "RoadMap", "CSodium"],
                    swiftSettings: strict,
                    linkerSettings: [.linkedLibrary(":libsodium.a")]
                ),
                // Knows: where observations contradict a map
                module(
                    "MapExamination",
                    ["Quantities", "Geodesy", "RoadMap", "Routing", "Horizon", "Observations"]),
                // Knows: recorded drives to observations
                module(
                    "FleetLearning",
                    [
                        "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "MapMatching",
                        "Observations",
                    ]),
            ]),
        // Off-board: OpenStreetMap, elevation and saved tiles to a map file.
        room(
            "MapCompiler",
            [
                // Knows: links and attributes to a map file
                module(
                    "RoadMapWriter",
                    ["Quantities", "Geodesy", "RoadMap", "RecordSorting", "WorkSharing"]),
                // Knows: observations to attributes of links
                module(
                    "ObservedRoads", ["Quantities", "RoadMap", "RoadMapWriter", "Observations"]),
                // Knows: the differences of a new map from another one
                module("MapDifference", ["Quantities", "Geodesy", "RoadMap", "RoadMapWriter"]),
                // Knows: curvature and its error from the drawn line of a road
                module("RoadShape", ["Quantities", "Geodesy"]),
                // The tiles of HERE's Platform Data Extension.
                // Knows: saved tiles of HERE's Platform Data Extension as typed links
                .target(
                    name: "PlatformDataExtension",
                    dependencies: [
                        "CLibrary", "Quantities", "Geodesy", "JSONReading", "RecordSorting",
                    ],
                    swiftSettings: strict
                ),
                // Knows: libosmium, behind a C interface
                .target(
                    name: "COsmium",
                    // Optimised in debug builds too: libosmium is all templates. NDEBUG, because its assertions
                    // would end the process on bad data that it also reports in an orderly way.
                    cxxSettings: [
                        .unsafeFlags(["-O2", "-std=c++17"]), .define("NDEBUG"),
                        .define("OSMIUM_WITH_LZ4"),
                    ],
                    linkerSettings: [
                        .linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat"),
                        .linkedLibrary("lz4"), .linkedLibrary("pthread"),
                    ]
                ),
                // Knows: GDAL, behind a C interface
                .target(
                    name: "CGDAL",
                    cxxSettings: [.unsafeFlags(["-I/usr/include/gdal", "-std=c++17"])],
                    linkerSettings: [.linkedLibrary("gdal")]
                ),
                // Knows: height of the ground and its error from elevation grids
                .target(
                    name: "Elevation",
                    dependencies: ["CLibrary", "Quantities", "Geodesy", "CGDAL"],
                    swiftSettings: strict
                ),
                // Knows: OpenStreetMap or tiles, with elevation, to a map
                .target(
                    name: "MapCompiler",
                    dependencies: [
                        "CLibrary", "Quantities", "Geodesy", "JSONReading", "Positioning",
                        "RoadShape", "RoadMap", "RoadMapWriter", "RecordSorting", "WorkSharing",
                        "Elevation", "PlatformDataExtension", "COsmium",
                    ],
                    swiftSettings: strict
                ),
            ]),
        // What the viewer shows, and the pieces of its page.
        room(
            "Viewer",
            [
                // Knows: what a viewer draws: trees, frames and events as records over time
                module(
                    "Scene",
                    [
                        "ADASISv2", "CANDatabase", "CANFrames", "Engine", "Geodesy", "Horizon",
                        "HorizonProvider",
                        "HorizonReconstructor", "JSONWriting", "Positioning", "ProtocolChecker",
                        "Quantities", "Reasons", "RoadMap", "Routing",
                    ], documents: ["FORMAT.md"]),
                // Knows: the roads of a map as vector tiles
                module("RoadTiles", ["Geodesy", "Quantities", "RoadMap"]),
                // Knows: roads as pictures, SVG
                module("Pictures", ["Geodesy", "Quantities", "RoadMap", "RoadTiles"]),
                // Knows: requests of a browser and their answers, on the pipes of the web server
                module("PageExchange"),
                // The page: `#embed` puts its files into the program.
                // Knows: the files of the viewer's page
                .target(
                    name: "CViewerPage",
                    cSettings: [.unsafeFlags(["-std=c23", "-Wno-c23-extensions"])]),
            ]),
        // The programs: settings, flags and wiring.
        room(
            "Programs",
            [
                // Knows: the JSON Schemas of what the programs print
                .target(
                    name: "CSchemas",
                    cSettings: [.unsafeFlags(["-std=c23", "-Wno-c23-extensions"])]),
                // Knows: the command line: exit statuses, lines for people, progress bar, the version
                .target(
                    name: "Console",
                    dependencies: ["CLibrary", "TextFiles", argumentParser],
                    swiftSettings: strict
                ),
                // Knows: drives and a bus in virtual time
                module(
                    "Simulation",
                    [
                        "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing",
                        "Positioning", "CANFrames",
                        "HorizonProvider", "Engine",
                    ]),
                // Knows: settings, their flags, TOML, layouts and DBC files by name
                .target(
                    name: "Configuration",
                    dependencies: [
                        "CLibrary", "Quantities", "CANFrames", "CANDatabase", "ADASISv2", "RoadMap",
                        "Routing",
                        "Horizon", "HorizonProvider", "Engine", "MapMatching", "Positioning",
                        "RouteReading", "VehicleSignals", "Console", "TextFiles", argumentParser,
                    ],
                    exclude: ["ehorizon.toml"],
                    swiftSettings: strict
                ),
                // Knows: requests, answers, events and rights of the control socket; the queue of a client; no I/O
                module("StatusProtocol", ["JSONReading", "JSONWriting", "Quantities"]),
                // Knows: the decisions of the daemon: bus, vehicle bus, map, route, timers, settings, what is stored; no I/O
                .target(
                    name: "Supervision",
                    dependencies: [
                        "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames",
                        "ADASISv2", "MapMatching", "Horizon", "HorizonProvider", "Engine",
                        "Recording", "RoadObjects", "SocketCAN", "LinuxLoop", "VehicleSignals",
                        "Configuration", "TextFiles",
                    ],
                    swiftSettings: strict
                ),
                // Knows: the daemon: sockets, threads and files around Supervision and Engine
                .executableTarget(
                    name: "ehorizond",
                    dependencies: [
                        "CLibrary", "CLinux", "Quantities", "Geodesy", "RoadMap", "Positioning",
                        "CANFrames", "ADASISv2",
                        "Horizon", "MapMatching",
                        "HorizonProvider", "Engine", "Recording", "SocketCAN", "LinuxLoop",
                        "MapSignature", "Reasons", "RegionSet", "Receivers", "RoadAhead",
                        "RoadObjects", "Routing",
                        "VehicleSignals", "Configuration",
                        "Console", "TextFiles", "Supervision", "StatusProtocol", argumentParser,
                    ],
                    swiftSettings: strict
                ),
                // Knows: the tool of the bench: replay, decode, check, inspect, simulate
                .executableTarget(
                    name: "ehorizon",
                    dependencies: [
                        "CLibrary", "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning",
                        "MapMatching",
                        "Horizon", "RoadAhead", "RoadObjects", "RouteReading", "CANFrames",
                        "CANDatabase",
                        "ADASISv2", "ProtocolReference", "HorizonProvider", "Engine",
                        "HorizonReconstructor", "ProtocolChecker", "Reasons", "Simulation",
                        "Recording",
                        "MapSignature", "RegionSet", "PlatformDataExtension", "RecordSorting",
                        "VehicleSignals", "Configuration", "Console", "TextFiles", "JSONReading",
                        "JSONWriting", "LinuxLoop", "RoadTiles", "Scene", "CViewerPage", "CSchemas",
                        "CZlib",
                        "CLinux", "PageExchange", "Pictures", "SocketCAN", "BusLogs",
                        "FrameReasons", "Observations",
                        "FleetLearning", "MapExamination", "WorkSharing",
                        argumentParser,
                    ],
                    swiftSettings: strict
                ),
                // Knows: the program behind `ehorizon map build`
                .executableTarget(
                    name: "ehorizon-compile",
                    dependencies: [
                        "CLibrary", "Quantities", "Geodesy", "JSONReading", "RoadMap",
                        "RoadMapWriter", "Observations", "ObservedRoads", "MapDifference",
                        "RecordSorting", "MapCompiler", "Console", "CLinux", "TextFiles",
                        argumentParser,
                    ],
                    swiftSettings: strict
                ),
                // Knows: the web server behind `ehorizon view`
                .executableTarget(
                    name: "ehorizon-view",
                    dependencies: [
                        "CLibrary", "PageExchange", "Console", "TextFiles", argumentParser,
                    ] + webServer,
                    swiftSettings: strict
                ),
            ]),
        // What serves measurements alone.
        room(
            "Bench",
            [
                // Long drives through all of that, watched: for the endurance tests and ehorizon-bench.
                // Knows: long random drives, every frame watched
                .target(
                    name: "ProtocolTrials",
                    dependencies: [
                        "CLibrary", "RandomNumbers", "Quantities", "Geodesy", "RoadMap",
                        "RoadMapWriter",
                        "Routing",
                        "Positioning",
                        "MapMatching", "Horizon", "CANFrames", "ADASISv2", "HorizonProvider",
                        "Engine",
                        "HorizonReconstructor", "ProtocolChecker", "Simulation",
                    ],
                    swiftSettings: strict
                ),
                // Knows: the daemon's supervision and engine among faults, in virtual time
                .target(
                    name: "FaultTrials",
                    dependencies: [
                        "CLibrary", "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing",
                        "Positioning", "CANDatabase",
                        "CANFrames", "VehicleSignals", "Simulation", "ADASISv2", "Horizon",
                        "HorizonProvider", "Engine",
                        "HorizonReconstructor", "ProtocolChecker", "ProtocolTrials", "SocketCAN",
                        "LinuxLoop", "TextFiles", "Recording", "Configuration", "Supervision",
                        argumentParser,
                    ],
                    swiftSettings: strict
                ),
                // Readers of positions beside gpsd: for the tests and ehorizon-bench.
                // Knows: position readers against gpsd, over its recordings
                .target(
                    name: "ReceiverTrials",
                    dependencies: ["Quantities", "Geodesy", "Positioning"],
                    exclude: ["GPSD.md"],
                    swiftSettings: strict
                ),
                // How good matching is, by the truth: for the tests and ehorizon-bench.
                // Knows: calibration of probabilities; fitting of choices
                .target(
                    name: "MatchingTrials", dependencies: ["Quantities", "Geodesy", "TextFiles"],
                    exclude: ["DRIVES.md"], swiftSettings: strict),
                // Roads and terrains whose shape is known, drawn as mappers draw and measured as grids do.
                // Knows: roads and terrains of known shape
                .target(
                    name: "GeometryTrials",
                    dependencies: [
                        "RandomNumbers", "Quantities", "Geodesy", "RoadShape", "RoadMap",
                        "Elevation", "CGDAL",
                    ],
                    swiftSettings: strict
                ),
                // Knows: a counter of allocations
                .target(name: "CAllocations"),
                // Knows: measurements of time, memory and quality
                .executableTarget(
                    name: "ehorizon-bench",
                    dependencies: [
                        "CLibrary", "RandomNumbers", "Quantities", "Geodesy", "CANFrames",
                        "ADASISv2",
                        "RoadMap", "Routing",
                        "Positioning", "MapMatching", "Horizon", "RoadObjects", "Simulation",
                        "HorizonProvider", "HorizonReconstructor", "ProtocolChecker", "Engine",
                        "ProtocolTrials", "FaultTrials", "MatchingTrials", "Configuration",
                        "VehicleSignals", "BusLogs", "Observations",
                        "Console", "CAllocations", "TextFiles", argumentParser,
                    ],
                    swiftSettings: strict
                ),
                // Knows: measurements of curvature and slope
                .executableTarget(
                    name: "ehorizon-geometry",
                    dependencies: [
                        "CLibrary", "Quantities", "Geodesy", "RoadShape", "RoadMap", "Elevation",
                        "GeometryTrials", "Console", "TextFiles", argumentParser,
                    ],
                    swiftSettings: strict
                ),
            ]),
        // Tests, and what only they use.
        [
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

            // The same with a live loop, which the page "Start" shows too.
            .executableTarget(
                name: "StartLive",
                dependencies: ["CANFrames", "Engine", "Positioning", "Quantities", "RoadMap"],
                path: "Tests/StartLive",
                swiftSettings: strict
            ),

            // Maps drawn in characters, for the tests.
            .target(
                name: "MapSketch",
                dependencies: [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Routing",
                ],
                path: "Tests/MapSketch",
                swiftSettings: strict
            ),
            // Bus logs of formats without a writer in BusLogs, for the tests.
            .target(
                name: "LogSketch", dependencies: ["BusLogs"], path: "Tests/LogSketch",
                swiftSettings: strict),

            tests("TextFiles", ["TextFiles"]),
            tests("Quantities", ["Quantities"]),
            tests("Geodesy", ["Quantities", "Geodesy"]),
            tests("MapSignature", ["RoadMap", "MapSignature"]),
            tests(
                "Observations",
                ["RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Observations"]),
            tests(
                "FleetLearning",
                [
                    "Quantities", "Geodesy", "RoadMap", "Positioning", "Observations",
                    "FleetLearning", "MapSketch",
                ]),
            tests("RecordSorting", ["RandomNumbers", "RecordSorting", "MapSketch"]),
            tests(
                "RoadMap",
                ["RandomNumbers", "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "MapSketch"]),
            tests(
                "ObservedRoads",
                [
                    "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Observations",
                    "ObservedRoads",
                ]),
            tests(
                "MapExamination",
                [
                    "Quantities", "Geodesy", "RoadMap", "Observations", "MapExamination",
                    "MapSketch",
                ]),
            tests(
                "MapDifference",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "RoadMapWriter",
                    "MapDifference", "MapSketch",
                ]),
            tests("RoadShape", ["Geodesy", "RoadShape", "GeometryTrials"]),
            tests("Elevation", ["Quantities", "Geodesy", "Elevation", "GeometryTrials"]),
            tests(
                "PlatformDataExtension",
                ["Quantities", "Geodesy", "RecordSorting", "PlatformDataExtension"],
                documents: ["Tiles"]),
            tests(
                "Routing",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "MapSketch",
                    "RoadMapWriter",
                ]),
            tests("Positioning", ["Quantities", "Geodesy", "Positioning", "ReceiverTrials"]),
            tests(
                "RouteReading",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "RouteReading",
                    "MapSketch",
                    "RoadMapWriter",
                ]),
            tests(
                "Receivers",
                ["Quantities", "Positioning", "LinuxLoop", "Receivers"]),
            tests(
                "MapMatching",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning",
                    "MapMatching",
                    "MapSketch", "RoadMapWriter",
                ]
            ),
            tests("MatchingTrials", ["Quantities", "Geodesy", "MatchingTrials"]),
            tests(
                "Horizon",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "Horizon",
                    "MapSketch",
                    "RoadMapWriter",
                ]
            ),
            tests(
                "RoadObjects",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "Horizon",
                    "RouteReading",
                    "RoadObjects", "MapSketch", "RoadMapWriter",
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
            tests(
                "HorizonClient",
                [
                    "ADASISv2", "CANDatabase", "CANFrames", "CHorizonClient",
                    "HorizonReconstructor", "Quantities", "RandomNumbers",
                ]),
            tests("CANDatabase", ["RandomNumbers", "CANFrames", "CANDatabase"]),
            tests(
                "VehicleSignals",
                ["Quantities", "Positioning", "CANFrames", "CANDatabase", "VehicleSignals"]),
            tests(
                "ADASISv2", ["RandomNumbers", "Quantities", "CANFrames", "CANDatabase", "ADASISv2"]),
            tests(
                "ProtocolReference",
                [
                    "CANFrames", "CANDatabase", "ADASISv2", "ProtocolChecker", "ProtocolReference",
                ]),
            .target(
                name: "FuzzEntries",
                dependencies: [
                    "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "CANFrames",
                    "CANDatabase", "ADASISv2", "HorizonProvider", "Engine", "HorizonReconstructor",
                    "ProtocolChecker", "Recording", "Configuration", "MapSketch", "RecordSorting",
                    "PlatformDataExtension", "RouteReading", "RoadObjects", "Horizon", "TextFiles",
                    "Supervision", "MapSignature", "RegionSet", "MapCompiler", "JSONReading",
                    "StatusProtocol", "BusLogs", "LogSketch", "Observations", "MapExamination",
                    argumentParser,
                ],
                path: "Tests/Fuzz/Entries",
                swiftSettings: strict
            ),
            tests("Fuzz", ["RandomNumbers", "FuzzEntries"]),
            tests(
                "HorizonProvider",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "RoadMapWriter", "Horizon",
                    "CANFrames",
                    "ADASISv2", "HorizonProvider", "MapSketch", "Routing", "HorizonReconstructor",
                    "CANDatabase",
                ],
                documents: ["Transcripts"]
            ),
            tests(
                "HorizonReconstructor",
                ["RandomNumbers", "Quantities", "ADASISv2", "HorizonReconstructor"]),
            tests(
                "ProtocolChecker",
                ["Quantities", "CANFrames", "ADASISv2", "ProtocolChecker", "CANDatabase"]),
            tests(
                "Engine",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Positioning", "Horizon",
                    "CANFrames",
                    "ADASISv2", "HorizonProvider", "HorizonReconstructor", "Engine",
                    "ProtocolChecker", "MapSketch", "Routing", "MapMatching",
                ]
            ),
            tests(
                "Reasons",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning",
                    "MapMatching", "Horizon", "CANFrames", "ADASISv2", "HorizonProvider", "Engine",
                    "Reasons", "FrameReasons", "ProtocolTrials", "MapSketch",
                ]
            ),
            tests(
                "Endurance",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames",
                    "ADASISv2", "Horizon",
                    "HorizonProvider", "Engine", "HorizonReconstructor", "ProtocolChecker",
                    "ProtocolTrials", "Configuration", "MapSketch",
                ]
            ),
            tests(
                "FaultTrials",
                [
                    "RandomNumbers", "Quantities", "RoadMap", "SocketCAN", "FaultTrials",
                    "MapSketch",
                ]),
            tests(
                "Supervision",
                [
                    "Quantities", "Geodesy", "RoadMap", "Positioning", "CANFrames",
                    "CANDatabase", "ADASISv2", "Routing", "MapMatching", "Horizon",
                    "HorizonProvider", "Engine", "Recording",
                    "LinuxLoop", "SocketCAN", "VehicleSignals", "RoadObjects", "MapSketch",
                    "Configuration", "TextFiles", "HorizonReconstructor",
                    "Supervision",
                ]),
            tests(
                "StatusProtocol", ["JSONReading", "JSONWriting", "Quantities", "StatusProtocol"]),
            tests(
                "Scene",
                [
                    "ADASISv2", "CANDatabase", "CANFrames", "Engine", "Geodesy", "HorizonProvider",
                    "HorizonReconstructor", "JSONReading", "JSONWriting", "MapSketch",
                    "Positioning", "Quantities", "RoadMap", "Routing", "Scene", "Simulation",
                ]),
            tests(
                "RoadTiles",
                ["Geodesy", "MapSketch", "Quantities", "RoadMap", "RoadTiles"]),
            tests("PageExchange", ["PageExchange"]),
            tests("Pictures", ["Geodesy", "MapSketch", "Pictures", "Quantities", "RoadMap"]),
            tests("SocketCAN", ["Quantities", "CANFrames", "SocketCAN", "LinuxLoop"]),
            tests("BusLogs", ["BusLogs", "CANFrames", "CZlib", "LogSketch"]),
            tests(
                "MapCompiler",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "RoadMapWriter",
                    "RecordSorting",
                    "MapCompiler", "MapSketch",
                ],
                documents: ["speed-limit-taggings.txt"]),
            .testTarget(
                name: "ConfigurationTests",
                dependencies: [
                    "Quantities", "CANFrames", "CANDatabase", "ADASISv2", "Horizon",
                    "HorizonProvider", "MapMatching", "Engine", "Configuration", "VehicleSignals",
                    "Routing", "Positioning", argumentParser,
                ],
                swiftSettings: testing
            ),
            tests(
                "Recording",
                [
                    "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning", "CANFrames",
                    "ADASISv2", "Horizon", "HorizonProvider", "Engine", "Recording", "MapSketch",
                ]),
            tests(
                "Simulation",
                [
                    "RandomNumbers", "Quantities", "Geodesy", "RoadMap", "Routing", "Positioning",
                    "Simulation",
                    "MapSketch",
                ]),
            tests(
                "CommandLine",
                [
                    "Quantities", "CANFrames", "ADASISv2", "RoadMap", "Positioning", "Engine",
                    "Recording", "Configuration", "MapMatching", "Horizon", "Simulation",
                    "HorizonReconstructor", "FaultTrials", "LogSketch", "Observations",
                ]),
        ],
    ].flatMap { $0 }
)

// Fuzzers need a runtime of their own, so they are only there when tools/check fuzz asks for them.
if Context.environment["EHORIZON_FUZZ"] != nil {
    for entry in [
        "dbc", "candump", "decoder", "requests", "control", "mapping", "configuration", "recording",
        "reconstructor",
        "checker", "map", "tiles", "nmea",
        "gpsd", "gpx", "csv", "route", "objects", "state", "observations", "key", "regions",
        "openlr",
        "textlog", "blf", "pcap", "mdf4", "gzip",
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

// The quick loop of work: EHORIZON_TESTS="HorizonTests EngineTests" swift test builds these alone, with what
// they import.
if let wanted = Context.environment["EHORIZON_TESTS"] {
    var kept: Set<String> = []
    func keep(_ name: String) {
        guard kept.insert(name).inserted else { return }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            if case .byNameItem(let other, _) = dependency { keep(other) }
        }
    }
    for name in wanted.split(separator: " ") { keep(String(name)) }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}

// The build graph: every target also depends on what its dependencies depend on. The compiler copies the
// layout of a type into all modules that hold a value of it, also through other modules; SwiftPM builds a
// module again only where a module that it names itself has changed. Without this an incremental build, debug
// or optimised, mixes the old and the new layout of a type and crashes (tools/check incremental shows it).
// EHORIZON_DECLARED_DEPENDENCIES=1 leaves the lists above as they are, for the checks that read them.
if Context.environment["EHORIZON_DECLARED_DEPENDENCIES"] == nil {
    let declared = Dictionary(
        uniqueKeysWithValues: package.targets.map { target in
            let names = target.dependencies.compactMap { dependency -> String? in
                if case .byNameItem(let name, _) = dependency { name } else { nil }
            }
            return (target.name, names)
        })
    func reached(from names: [String], into found: inout Set<String>) {
        for name in names where found.insert(name).inserted {
            reached(from: declared[name] ?? [], into: &found)
        }
    }
    for target in package.targets {
        let own = declared[target.name] ?? []
        var all: Set<String> = []
        reached(from: own, into: &all)
        target.dependencies += all.subtracting(own).sorted().map { .byName(name: $0) }
    }
}
