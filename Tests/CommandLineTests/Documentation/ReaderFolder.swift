import Foundation
import Testing

/// The folder in which a reader of the documentation types its commands: the demo's files, and stand-ins
/// for data of one's own.
struct ReaderFolder {
    private let scratch: Scratch
    private let path: String

    /// Makes the folder. On a bus the daemon runs; without one it checks its options.
    init(onBus bus: String? = nil) throws {
        scratch = try Scratch()
        path = String(scratch[""].dropLast())
        let map = try Data(contentsOf: URL(filePath: Sample.map))
        let osm = try Data(
            contentsOf: Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf"))
        let drive = try Data(contentsOf: URL(filePath: Sample.shortDrive))
        let files: [(String, Data)] = [
            ("neubrandenburg.osm.pbf", osm), ("andorra-latest.osm.pbf", osm),
            ("neubrandenburg.ehmap", map), ("newer.ehmap", map), ("roads.ehmap", map),
            ("drive.nmea", drive), ("drive.gpx", Self.track(of: drive)),
            ("drive.log", Sample.firstLines(of: try Data(contentsOf: Sample.golden), 2000)),
            ("car.dbc", Data(Self.carDatabase.utf8)),
        ]
        for (name, content) in files { _ = try scratch.file(name, content) }
        for (name, target) in [
            ("here-tiles", "Tests/PlatformDataExtensionTests/Tiles"),
            ("can-fixtures", "can-fixtures"), ("maker.dbc", "can-fixtures/maker.dbc"),
            ("maker.map", "can-fixtures/maker.map"),
            ("corrections.geojson", "tools/sample-map/corrections.geojson"),
            ("ehorizon.toml", "Sources/Programs/Configuration/ehorizon.toml"),
        ] {
            try FileManager.default.createSymbolicLink(
                at: scratch.url(name),
                withDestinationURL: Programs.package.appending(path: target))
        }
        let folder = FileManager.default
        try folder.createDirectory(at: scratch.url("bin"), withIntermediateDirectories: true)
        try folder.createDirectory(at: scratch.url("tools"), withIntermediateDirectories: true)
        try folder.createSymbolicLink(
            at: scratch.url("tools/sample-map"),
            withDestinationURL: Programs.package.appending(path: "tools/sample-map"))
        try program("bin/ehorizon", "exec '\(Programs.tool)' \"$@\"")
        // The bench is already there.
        try program("tools/with-vcan", "exec \"$@\"")
        if bus == nil {
            try program("bin/ehorizond", "exec '\(Programs.daemon)' \"$@\" --check-config")
            try program("bin/candump", "exit 0")
            try program("bin/cansend", "exit 0")
        } else {
            try program("bin/ehorizond", "exec '\(Programs.daemon)' \"$@\"")
            try program("bin/candump", "timeout 5 /usr/bin/candump \"$@\"; exit 0")
        }
    }

    /// Writes a script in a process of its own: a child that another test starts meanwhile would hold the file
    /// open for writing, and such a file cannot be run ("Text file busy").
    private func program(_ name: String, _ body: String) throws {
        let command = #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#
        let outcome = try ChildProcess("/bin/sh", ["-c", command, "-", scratch[name], body]).wait()
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// Runs one command as a reader would.
    func run(_ command: String) throws -> Outcome {
        let script = "cd '\(path)' && export PATH='\(path)/bin':\"$PATH\" && set -o pipefail\n"
        return try ChildProcess("/bin/bash", ["-c", script + command]).wait(seconds: 180)
    }

    /// Whether a command that ended so did its work. `head` closes the pipe of what it has read enough of.
    static func isFine(_ outcome: Outcome) -> Bool { outcome.status == 0 || outcome.status == 141 }

    private static let carDatabase = """
        VERSION ""
        BU_: ESP
        BO_ 291 Motion: 8 ESP
         SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
         SG_ YawRate : 16|16@1- (0.01,0) [-300|300] "deg/s" Vector__XXX

        """

    /// A GPX track of the RMC sentences of a drive.
    private static func track(of drive: Data) -> Data {
        var points = ""
        for line in String(decoding: drive, as: UTF8.self).split(separator: "\n") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count > 9, cells[0].hasSuffix("RMC"), cells[1].count >= 6,
                let latitude = degrees(cells[3], 2), let longitude = degrees(cells[5], 3)
            else { continue }
            let time = [cells[1].prefix(2), cells[1].dropFirst(2).prefix(2)]
                .joined(separator: ":")
            let seconds = cells[1].dropFirst(4).prefix(2)
            let date = cells[9]
            points +=
                "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>20\(date.suffix(2))-"
                + "\(date.dropFirst(2).prefix(2))-\(date.prefix(2))T\(time):\(seconds)Z</time></trkpt>\n"
        }
        return Data("<gpx version=\"1.1\"><trk><trkseg>\n\(points)</trkseg></trk></gpx>\n".utf8)
    }

    private static func degrees(_ cell: Substring, _ digits: Int) -> Double? {
        guard let whole = Double(cell.prefix(digits)), let minutes = Double(cell.dropFirst(digits))
        else { return nil }
        return whole + minutes / 60
    }
}
