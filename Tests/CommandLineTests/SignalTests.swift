import Foundation
import Glibc
import Testing

/// A signal that ends a program leaves nothing of what it was writing.
@Suite("Files and signals") struct SignalTests {
    /// The files that a process has open in a folder.
    private static func files(of process: ChildProcess, in scratch: Scratch) -> [String] {
        let folder = "/proc/\(process.id)/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }.filter { $0.hasPrefix(scratch[""]) }
    }

    /// A new file, and one that has its name already.
    static func nothingIsLeft(_ signal: Int32, _ isThere: Bool, of command: String) throws {
        let scratch = try Scratch()
        if isThere { _ = try scratch.file("output", "what was there") }
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        // A car that stands for 28 hours: a replay of the demo's drive can be over before the signal comes.
        let inputs = try Scratch()
        let rows = (0..<100_000).map { "\($0),53.53763,13.26155" }.joined(separator: "\n")
        let drive = try inputs.file("drive.csv", "time,latitude,longitude\n\(rows)\n")
        let before = try scratch.names()
        let arguments =
            command == "replay"
            ? [
                "replay", "--map", try Sample.map, "--input", drive, "--messages",
                "all", "--output", scratch["output"],
            ]
            : [
                "--osm", source.path(), "--country", "DE", "--output",
                scratch["output"],
            ]
        let program =
            command == "replay"
            ? Programs.tool : Programs.folder.appending(path: "ehorizon-compile").path()
        // Whoever runs the tests may ignore the signals.
        let process = try ChildProcess(
            "env", ["--default-signal=INT,TERM,HUP", program] + arguments)
        try eventually("it writes") {
            try #require(process.isRunning())
            return !files(of: process, in: scratch).isEmpty
        }
        process.send(signal)
        let outcome = try process.wait()
        // As the shell expects it of a program that does not handle the signal.
        #expect(outcome.signal == signal, "\(outcome)")
        #expect(try scratch.names() == before)
        if isThere { #expect(try scratch.content("output") == Data("what was there".utf8)) }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [false, true])
    func nothingIsLeftOfARun(_ signal: Int32, _ isThere: Bool) throws {
        try Self.nothingIsLeft(signal, isThere, of: "replay")
    }

    @Test func nothingIsLeftOfAMap() throws {
        try Self.nothingIsLeft(SIGTERM, false, of: "map build")
    }
}

/// The same on a file system that has no files without a name: that of the guest.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct SignalOnVCAN {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func nothingIsLeftOfARun(_ signal: Int32) throws {
        try SignalTests.nothingIsLeft(signal, false, of: "replay")
    }
}
