import Foundation
import Glibc
import Testing

/// What the daemon records gives, replayed, exactly the frames that were on the bus.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["EHORIZON_VCAN"] != nil,
        "needs a CAN interface: set EHORIZON_VCAN"),
    .timeLimit(.minutes(10)))
struct RecordingOnVCAN {
    private let bench: RecordingBench

    init() throws { bench = try RecordingBench() }

    @Test func aReplayGivesWhatCandumpSaw() throws {
        let configuration = try bench.write(
            "c.toml", "[messages]\npreset = \"default\"\n[horizon]\nside_levels = 2\n")
        let recording = bench.path("drive.rec")
        let candump = try bench.start("candump", "-L", bench.interface, output: "bus.log")
        try bench.waitForCandump()
        let daemon = try bench.start(
            bench.program("ehorizond"), "--map", bench.map, "--position",
            "file:\(bench.drive)?rate=10", "--can", bench.interface, "--config", configuration,
            "--look-ahead", "1500", "--record", recording, output: "daemon.txt")
        usleep(3_000_000)
        // While it runs: other messages, by the file.
        _ = try bench.write(
            "c.toml", "[messages]\npreset = \"all\"\n[horizon]\nside_levels = 3\n")
        kill(daemon.processIdentifier, SIGHUP)
        daemon.waitUntilExit()
        #expect(daemon.terminationStatus == 0)
        usleep(500_000)
        candump.interrupt()
        candump.waitUntilExit()
        let said = try bench.read("daemon.txt")
        #expect(
            said.contains("taken over: messages.preset; a restart takes: horizon.side_levels"))

        let replay = try bench.start(
            bench.program("ehorizon"), "replay", "--map", bench.map, "--input", recording,
            "--output", bench.path("replay.log"), output: "replay.txt")
        replay.waitUntilExit()
        #expect(replay.terminationStatus == 0)
        #expect(try bench.read("replay.txt").hasSuffix("as they were sent\n"))
        let seen = try frames("bus.log")
        #expect(seen.count > 300)
        #expect(Set(seen.map { $0.prefix(3) }).count == 6)
        #expect(try frames("replay.log") == seen)
    }

    /// A file that cannot grow, as on a full disk, ends the recording with one line; the daemon goes on.
    @Test func aFullDiskEndsTheRecordingAlone() throws {
        let limited = "trap '' XFSZ; ulimit -f 10; exec \"$@\""
        let daemon = try bench.start(
            "sh", "-c", limited, "sh", bench.program("ehorizond"), "--map", bench.map, "--position",
            "file:\(bench.drive)?rate=20", "--can", bench.interface, "--messages", "all",
            "--record", bench.path("full.rec"), output: "full.txt")
        daemon.waitUntilExit()
        #expect(daemon.terminationStatus == 0)
        let said = try bench.read("full.txt").split(separator: "\n")
        #expect(said.count == 2)
        #expect(
            said.first
                == "ehorizond: cannot write \(bench.path("full.rec")): File too large; the recording"
                + " ends here")
        #expect(said.last?.hasSuffix(" frames sent") == true)
        // What is there is good, and the place where it ends is told.
        let replay = try bench.start(
            bench.program("ehorizon"), "replay", "--map", bench.map, "--input",
            bench.path("full.rec"), "--output", bench.path("full.log"), output: "replay.txt")
        replay.waitUntilExit()
        #expect(replay.terminationStatus == 1)
        #expect(try bench.read("replay.txt").contains("the recording breaks off\n"))
        #expect(try bench.read("replay.txt").hasSuffix("as they were sent\n"))
    }

    private func frames(_ name: String) throws -> [String] {
        try bench.read(name).split(separator: "\n").map { line in
            String(line.split(separator: " ").last ?? "")
        }
    }
}

/// The programs, a map and a drive for them.
struct RecordingBench {
    let folder: URL
    let interface = ProcessInfo.processInfo.environment["EHORIZON_VCAN"] ?? "vcan0"
    let map: String
    let drive: String

    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let programs: URL = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "ehorizon-recording-\(getpid())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        map = folder.appending(path: "n.ehmap").path()
        drive = folder.appending(path: "drive.nmea").path()
        guard !FileManager.default.fileExists(atPath: map) else { return }
        let source = Self.package.appending(path: "can-fixtures/demo-drive.nmea")
        let lines = try String(contentsOf: source, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).prefix(160)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: drive))
        let build = try start(
            program("ehorizon"), "map", "build", "--osm",
            Self.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf").path(),
            "--country", "DE", "--output", map, output: "build.txt")
        build.waitUntilExit()
        try #require(build.terminationStatus == 0)
    }

    func program(_ name: String) -> String { Self.programs.appending(path: name).path() }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: folder.appending(path: name))
        return path(name)
    }

    /// Starts a program; both its outputs go to a file.
    func start(_ program: String, _ arguments: String..., output: String) throws -> Process {
        let file = folder.appending(path: output)
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let handle = try FileHandle(forWritingTo: file)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        return process
    }

    /// Waits until candump listens.
    func waitForCandump() throws {
        for _ in 0..<200 {
            let listeners = try String(
                contentsOf: URL(filePath: "/proc/net/can/rcvlist_all"), encoding: .utf8)
            if listeners.contains(interface) { return }
            usleep(50_000)
        }
        Issue.record("candump does not listen")
    }
}
