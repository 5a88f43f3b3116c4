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
    /// To damage it between its check and its use, files under a lease of the test stand in the places of the other
    /// two. The daemon waits at each one until the test gives its lease up: at the second file, once the map was
    /// checked in the same round; at the third one, until it was damaged.
    @Test func aMapThatFailsAtOnceIsNotReportedAsNew() throws {
        let bus = try Bus("ehzmap4")
        let town = try Town()
        let second = try town.map("second", town.east, country: "IE")
        let third = try town.map("third", town.west, country: "IE")
        let gates = try (0..<3).map { try Gate(scratch["gate\($0)"]) }
        let daemon = try start(bus, rate: 2, ["--map", second, "--map", third])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let other = try otherMap()
        // While the daemon waits at the last file of a round, all three get other ones for the next round.
        #expect(rename(gates[0].path, third) == 0)
        try gates[0].waitForTheDaemon()
        #expect(rename(gates[1].path, third) == 0 && rename(gates[2].path, second) == 0)
        try move(other)
        try gates[0].pass()
        try gates[2].pass()
        try damage(map)
        try gates[1].pass()
        try eventually("it goes back") { daemon.words.contains("; the former map is used again") }
        try drive(bus, 30)
        #expect(daemon.words.contains("\(map), \(second), \(third): "), "\(daemon.words)")
        #expect(!daemon.words.contains("a new map"), "\(daemon.words)")
        #expect(try Set(countries(bus)) == [276])
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }

    /// Of the former maps only the last one stays open, for going back: the others' blocks on the disk are free again.
    @Test func theFilesOfFormerMapsAreClosed() throws {
        let bus = try Bus("ehzmap9")
        let (first, other) = (try Sample.map, try otherMap())
        let daemon = try start(bus, rate: 1)
        try drive(bus, 3)
        for (number, file) in [other, first, other].enumerated() {
            try move(
                try scratch.file("next.ehmap", Data(contentsOf: URL(filePath: file))))
            try eventually("a new map") {
                daemon.words.split(separator: "\n").count { $0.contains(": a new map, ") }
                    == number + 1
            }
            try drive(bus, 3)
        }
        let folder = "/proc/\(daemon.id)/fd"
        func deleted() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder).count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?
                    .hasSuffix("map.ehmap (deleted)") ?? false
            }
        }
        try eventually("one is left") { try deleted() == 1 }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// Pipes in the places of a map and of its signature: each is refused, and the next map is used.
    @Test func aPipeInThePlaceOfTheMapIsRefused() throws {
        let bus = try Bus("ehzmapp")
        let daemon = try start(bus, rate: 1)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let pipe = scratch["pipe"]
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(rename(pipe, map) == 0)
        try eventually("the pipe is refused") {
            daemon.words.contains("not a regular file; the map")
        }
        try move(try otherMap())
        try eventually("META-DATA of the new map") { try countries(bus).last == 40 }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}

/// A file at which everybody who opens it waits until the test lets him pass: the test holds a lease on it.
private final class Gate {
    let path: String
    private let descriptor: Int32
    // <fcntl.h>, for Linux alone.
    private static let (setLease, getLease): (Int32, Int32) = (1024, 1025)

    init(_ path: String) throws {
        self.path = path
        try Data("no map".utf8).write(to: URL(filePath: path))
        // The kernel tells by a signal that somebody waits.
        signal(SIGIO, SIG_IGN)
        descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        try #require(fcntl(descriptor, Self.setLease, Int32(F_WRLCK)) == 0, "errno \(errno)")
    }

    deinit { close(descriptor) }

    /// Waits until the daemon waits here.
    func waitForTheDaemon() throws {
        try eventually("the daemon opens \(path)") {
            fcntl(descriptor, Self.getLease) != Int32(F_WRLCK)
        }
    }

    /// Waits until the daemon waits here, and lets it pass.
    func pass() throws {
        try waitForTheDaemon()
        #expect(fcntl(descriptor, Self.setLease, Int32(F_UNLCK)) == 0)
    }
}
