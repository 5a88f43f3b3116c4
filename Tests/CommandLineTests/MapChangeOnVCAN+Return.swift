import Foundation
import Glibc
import Testing

// Going back to the map before, of several files.
extension MapChangeOnVCAN {
    /// Makes every block of a file that is open unreadable; header and index stay.
    private func damage(_ path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: 48)
        let notes = try #require(try file.read(upToCount: 8)).reversed().reduce(0) {
            $0 << 8 | Int($1)
        }
        try file.seek(toOffset: 256)
        try file.write(contentsOf: Data(count: notes - 256))
    }

    private func count(_ words: String, _ part: String) -> Int {
        words.components(separatedBy: part).count - 1
    }

    /// The file that failed does not come back with another one.
    @Test func aFileThatFailedStaysAway() throws {
        let bus = try Bus("ehzmap3")
        let town = try Town()
        let second = try town.map("second", town.east, country: "IE")
        let third = try town.map("third", town.east, country: "GB")
        let daemon = try start(bus, rate: 2, ["--map", second])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        try move(try otherMap())
        try eventually("META-DATA of the new map") { try countries(bus).last == 40 }
        #expect(count(daemon.words, ": a new map, ") == 1)
        try damage(map)
        try eventually("it goes back") { daemon.words.contains("; the former map is used again") }
        try eventually("META-DATA of the map before") { try countries(bus).last == 276 }

        #expect(rename(third, second) == 0)
        try eventually("the other file is told") { count(daemon.words, ": a new map, ") == 2 }
        let before = try countries(bus).count
        try drive(bus, 30)
        try eventually("META-DATA") { try countries(bus).count > before }
        #expect(try Set(countries(bus)[before...]) == [276])
        #expect(count(daemon.words, "; the former map is used again") == 1, "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }

    /// A map that fails as soon as it is taken is not reported as a new map.
    ///
    /// To damage it between its check and its use, pipes stand in the places of the other two files. The daemon
    /// waits at each one until the test opens it too: at the second file, once the map was checked in the same
    /// round; at the third one, until it was damaged.
    @Test func aMapThatFailsAtOnceIsNotReportedAsNew() throws {
        let bus = try Bus("ehzmap4")
        let town = try Town()
        let second = try town.map("second", town.east, country: "IE")
        let third = try town.map("third", town.west, country: "IE")
        let gates = try (0..<3).map { number in
            let path = scratch["gate\(number)"]
            try #require(mkfifo(path, 0o600) == 0)
            return path
        }
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", map, "--map", second, "--map", third, "--position",
                "file:\(Sample.drive.path())?rate=1", "--can", bus.name, "--messages", "all",
            ])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let other = try otherMap()
        // The end of a round: the next one begins a second later.
        #expect(rename(gates[0], third) == 0)
        try pass(third)
        #expect(rename(gates[1], third) == 0 && rename(gates[2], second) == 0)
        try move(other)
        try pass(second)
        try damage(map)
        try pass(third)
        try eventually("it goes back") { daemon.words.contains("; the former map is used again") }
        try drive(bus, 30)
        #expect(daemon.words.contains("\(map), \(second), \(third): "), "\(daemon.words)")
        #expect(!daemon.words.contains("a new map"), "\(daemon.words)")
        #expect(try Set(countries(bus)) == [276])
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }

    /// Waits until the daemon is at a pipe, and lets it go on.
    private func pass(_ gate: String) throws {
        try eventually("the daemon opens \(gate)") {
            // Without a reader that waits this fails.
            let descriptor = open(gate, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { close(descriptor) }
            return descriptor >= 0
        }
    }
}
