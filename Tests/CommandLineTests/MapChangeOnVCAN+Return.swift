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
        try eventually("it goes back") { daemon.words.contains("; back to the map before") }
        try eventually("META-DATA of the map before") { try countries(bus).last == 276 }

        #expect(rename(third, second) == 0)
        try eventually("the other file is told") { count(daemon.words, ": a new map, ") == 2 }
        let before = try countries(bus).count
        try drive(bus, 30)
        try eventually("META-DATA") { try countries(bus).count > before }
        #expect(try Set(countries(bus)[before...]) == [276])
        #expect(count(daemon.words, "; back to the map before") == 1, "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }

    /// A map that fails as soon as it is taken is not told of as one that is driven on.
    ///
    /// To damage it between its check and its use, the daemon is held at a line of its own: nobody reads
    /// what it says. Pipes in the place of the other file show how far the checks have come: they are
    /// opened after the map of the same round was looked at.
    @Test func aMapThatFailsAtOnceIsNotTold() throws {
        let bus = try Bus("ehzmap4")
        let town = try Town()
        let second = try town.map("second", town.east, country: "IE")
        let words = try Pipe(scratch, "words")
        let gates = try (0..<2).map { number in
            let path = scratch["gate\(number)"]
            try #require(mkfifo(path, 0o600) == 0)
            return path
        }
        let daemon = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" 2>\(words.path)", Programs.daemon, "--map", map,
                "--map", second, "--position", "file:\(Sample.drive.path())?rate=1", "--can",
                bus.name, "--messages", "all",
            ])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let other = try otherMap()
        words.fill()
        daemon.send(SIGHUP)
        var last = (text: "", time: Date())
        try eventually("it waits") {
            if bus.text != last.text { last = (bus.text, Date()) }
            return Date().timeIntervalSince(last.time) > 2
        }
        try move(other)
        for gate in gates {
            #expect(rename(gate, second) == 0)
            let descriptor = open(second, O_WRONLY)
            try #require(descriptor >= 0)
            close(descriptor)
        }
        try damage(map)
        try eventually("it goes back") { words.read().contains("; back to the map before") }
        try drive(bus, 30)
        let said = words.read()
        #expect(said.contains("\(map), \(second): "), "\(said)")
        #expect(!said.contains("a new map"), "\(said)")
        #expect(try Set(countries(bus)) == [276])
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }
}

/// A named pipe that is read when the test wants to.
private final class Pipe {
    let path: String
    private let descriptor: Int32
    private var text = ""

    init(_ scratch: Scratch, _ name: String) throws {
        path = scratch[name]
        try #require(mkfifo(path, 0o600) == 0)
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    /// Fills it up to the last byte, with lines of dots.
    func fill() {
        let dots = [UInt8](repeating: UInt8(ascii: "."), count: 4095) + [UInt8(ascii: "\n")]
        while write(descriptor, dots, dots.count) > 0 {}
        while write(descriptor, [UInt8(ascii: "\n")], 1) > 0 {}
    }

    /// All that was said in it by now.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return text }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}
