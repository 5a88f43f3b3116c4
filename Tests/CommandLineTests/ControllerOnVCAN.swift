import Engine
import Foundation
import Glibc
import Quantities
import Recording
import RoadMap
import Testing

/// The daemon on a controller: a kernel's driver with a bit rate and states, which vcan has not.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct ControllerOnVCAN {
    private func start(_ adapter: SerialAdapter, bitRate: Int) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", adapter.name, "--bitrate", "\(bitRate)", "--messages", "all",
            ])
    }

    @Test func theBitRateIsSetBeforeTheFirstFrame() throws {
        let adapter = try SerialAdapter("ehzrate0")
        defer { adapter.unplug() }
        let daemon = try start(adapter, bitRate: 500_000)
        try eventually("frames") { adapter.identifiers.count > 20 }
        let commands = adapter.commands
        let opened = try #require(commands.firstIndex(of: "O"))
        #expect(commands[..<opened] == ["C", "S6"])
        #expect(adapter.identifiers.first == "305")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test func aBitRateThatTheDriverHasNotIsRefused() throws {
        let adapter = try SerialAdapter("ehzrate1")
        defer { adapter.unplug() }
        let outcome = try start(adapter, bitRate: 300_000).wait()
        outcome.expectRefusal(1, "cannot set the bit rate 300000 of ehzrate1: ")
        #expect(adapter.identifiers.isEmpty)
    }

    /// Off the bus nothing is sent, the daemon restarts the controller, and then everything is sent
    /// again, META-DATA first.
    @Test func aControllerThatIsOffTheBusIsRestarted() throws {
        let adapter = try SerialAdapter("ehzoff0")
        defer { adapter.unplug() }
        let daemon = try start(adapter, bitRate: 500_000)
        try eventually("frames") { adapter.identifiers.count > 100 }
        adapter.forget()
        try adapter.say("sb000255")
        try eventually("it notices") { daemon.words.contains("ehzoff0 is bus-off") }
        try eventually("it is up again") { daemon.words.contains("the horizon is sent again") }
        try eventually("frames again") { adapter.identifiers.count > 100 }
        let commands = adapter.commands
        let opened = try #require(commands.lastIndex(of: "O"))
        let again = commands[opened...].first { $0.hasPrefix("t") }
        #expect(again?.hasPrefix("t305") == true, "\(again ?? "nothing")")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.contains("ehzoff0 is up; the horizon is sent again"))
    }

    /// Warnings and passivity are states in which a controller sends.
    @Test func aControllerWithErrorsGoesOn() throws {
        let adapter = try SerialAdapter("ehzwarn0")
        defer { adapter.unplug() }
        let daemon = try start(adapter, bitRate: 250_000)
        try eventually("frames") { adapter.identifiers.count > 20 }
        for state in ["sw100000", "sp200000"] {
            try adapter.say(state)
            adapter.forget()
            try eventually("frames") { adapter.identifiers.filter { $0 == "300" }.count > 10 }
        }
        #expect(!daemon.words.contains("sent again"))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// Without `--bitrate` the interface's own bit rate decides, whoever sets it and whenever. A recording has it.
    /// When frames were sent at each bit rate, by the clock of the daemon, in nanoseconds.
    private static func timesByBitRate(of path: String) throws -> [Int: [Int64]] {
        var reader = try RecordingReader(FileBlockSource(path: path))
        var times: [Int: [Int64]] = [:]
        var bitRate = 0
        while let event = try reader.next() {
            switch event {
            case .engine(.bitRate(let rate, packageSize: _), _): bitRate = rate
            case .sent(let time, _): times[bitRate, default: []].append(time.nanoseconds)
            default: break
            }
        }
        return times
    }

    private static func busiestSecond(_ times: [Int64]) -> Int {
        times.indices.map { first in
            times[first...].prefix { $0 - times[first] < 1_000_000_000 }.count
        }.max() ?? 0
    }

    @Test func theLoadLimitFollowsTheInterface() throws {
        let adapter = try SerialAdapter("ehzrate2")
        defer { adapter.unplug() }
        try Bus.link("set \(adapter.name) type can bitrate 125000")
        try Bus.link("set \(adapter.name) up")
        let scratch = try Scratch()
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", adapter.name, "--messages", "all", "--record", scratch["drive.rec"],
            ])
        let line =
            "ehorizond: ehzrate2: the bit rate is 125000 bit/s, the configuration has 500000; the bus"
            + " load limit follows the interface\n"
        try eventually("frames") { adapter.identifiers.count > 20 }
        #expect(daemon.words.components(separatedBy: line).count == 2, "\(daemon.words)")
        try eventually("five seconds") { adapter.identifiers.count > 230 }
        try Bus.link("set \(adapter.name) down")
        try Bus.link("set \(adapter.name) type can bitrate 500000")
        try Bus.link("set \(adapter.name) up")
        try eventually("a line") {
            daemon.words.contains(
                "ehzrate2: the bit rate is 500000 bit/s again; the bus load limit follows it\n")
        }
        adapter.forget()
        try eventually("five seconds") { adapter.identifiers.count > 500 }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", scratch["drive.rec"], "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
        // 6250 and 25,000 bits a second are at most 46 and 185 frames of 135 bits; META-DATA is shorter.
        let times = try Self.timesByBitRate(of: scratch["drive.rec"])
        let slow = Self.busiestSecond(try #require(times[125_000]))
        let fast = Self.busiestSecond(try #require(times[500_000]))
        #expect((30...47).contains(slow), "\(slow)")
        #expect((100...190).contains(fast), "\(fast)")
    }
}
