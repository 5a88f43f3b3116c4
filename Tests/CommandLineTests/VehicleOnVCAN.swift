import ADASISv2
import Foundation
import Glibc
import Testing

/// The car tells its speed on the bus, and POSITION goes by that where fixes are lost.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct VehicleOnVCAN {
    /// Eight seconds of the demo's drive, and then nothing for half a minute but that there is no fix.
    private func tunnel(_ scratch: Scratch) throws -> String {
        let drive = try String(contentsOfFile: Sample.drive.path(), encoding: .utf8)
        let lines = drive.split(separator: "\r\n").prefix(16)
        let last = try #require(lines.last { $0.contains("RMC") }).split(
            separator: ",", omittingEmptySubsequences: false)
        let clock = try #require(Double(last[1])).rounded()
        // The drive begins on a full minute or so: half a minute later is the same hour.
        let seconds = Int(clock) % 100 + Int(clock) / 100 % 100 * 60 + 30
        let time =
            Int(clock) / 10000 * 10000 + seconds / 60 * 100 + seconds % 60
        let digits = String(time)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        let body = "GPRMC,\(padded).000,V,,,,,,,\(last[9]),,,N"
        let checksum = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
        let sum = checksum.count < 2 ? "0" + checksum : checksum
        return try scratch.file(
            "tunnel.nmea", lines.joined(separator: "\r\n") + "\r\n$\(body)*\(sum)\r\n")
    }

    @Test(arguments: [false, true])
    func positionGoesByTheSpeedOnTheBus(_ hasOwnBus: Bool) throws {
        let bus = try Bus("ehzcar0")
        let own = hasOwnBus ? try Bus("ehzcar1") : nil
        let interface = own?.name ?? bus.name
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        // Nothing but the speed decides where the car is: it stays on the road ahead.
        let config = try scratch.file("straight.toml", "[horizon]\ndestinations = false\n")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(try tunnel(scratch))?rate=1",
                "--config", config, "--can", bus.name, "--vehicle-dbc", dbc, "--speed-signal",
                "Wheels.VehicleSpeed",
                "--record", scratch["drive.rec"],
            ] + (hasOwnBus ? ["--vehicle-can", interface] : []))
        // 72.00 km/h, which is twice what the fixes say, ten times a second and more.
        let car = try ChildProcess(
            "/bin/sh",
            ["-c", "while sleep 0.05; do cansend \(interface) 123#201C000000000000; done"])
        defer { car.send(SIGKILL) }
        /// What the daemon sent; the car's own frames are on the same bus.
        func sent() throws -> FrameLog {
            let lines = bus.text.split(separator: "\n").filter { !$0.contains(" 123#") }
            return try FrameLog(lines.joined(separator: "\n"))
        }
        try eventually("a path") { try !sent().places.isEmpty }
        /// The last POSITION on a path, with its moment in seconds.
        func last() throws -> (seconds: Double, metres: Int)? {
            for entry in try sent().entries.reversed() {
                guard case .position(let position) = entry.message else { continue }
                guard let metres = position.offset.metres else { return nil }
                return (Double(entry.time) / 1e9, metres)
            }
            return nil
        }
        // Two seconds after the last fix.
        let begin = try #require(try last()).seconds
        try eventually("the fixes are over") { try last().map { $0.seconds - begin > 11 } ?? false }
        let first = try #require(try last())
        try eventually("some seconds") { try last().map { $0.seconds - first.seconds > 4 } ?? true }
        try #require(try last() != nil, "the place is known by the speed alone")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")

        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", scratch["drive.rec"], "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
        // The last three seconds, at the moments of the daemon.
        let places = try FrameLog(of: replay).entries.compactMap { entry in
            if case .position(let position) = entry.message { (entry.time, position) } else { nil }
        }
        let (end, then) = try #require(places.last)
        let (start, before) = try #require(places.last { $0.0 < end - 3_000_000_000 })
        #expect(then.pathIndex == before.pathIndex)
        let metres = try #require(then.offset.metres) - #require(before.offset.metres)
        let speed = Double(metres) / (Double(end - start) / 1e9)
        #expect(abs(speed - 20) < 2.5, "\(before) \(then)")
    }

    /// The engineer at the bench sees which signal is missing: after a while, or at the end.
    @Test(arguments: [false, true])
    func aSignalThatIsNotHeardIsNamedOnce(_ isLong: Bool) throws {
        let bus = try Bus("ehzcar0")
        let own = try Bus("ehzcar1")
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
                "--odometer-signal", "Odometer", "--vehicle-can", own.name,
            ])
        let car = try ChildProcess(
            "/bin/sh", ["-c", "while sleep 0.2; do cansend \(own.name) 123#201C000000000000; done"])
        defer { car.send(SIGKILL) }
        let line = "\(own.name): signals not received so far, or reported as unknown: Odometer\n"
        try eventually("some seconds") { try bus.log().places.count > 20 }
        #expect(!daemon.words.contains("not received"))
        if isLong { try eventually("it is told") { daemon.words.contains(line) } }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.components(separatedBy: line).count == 2, "\(outcome)")
    }

    /// A renamed interface is gone too. Its socket stays with it, and the signals of another bus are not the car's.
    @Test(arguments: [false, true]) func theCarsBusGoesAndComesBack(isRenamed: Bool) throws {
        let bus = try Bus("ehzcar0")
        let own = try Bus("ehzcar1")
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
                "--vehicle-can", own.name,
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        if isRenamed {
            try own.down()
            try Bus.link("set \(own.name) name ehzcar9")
            try Bus.link("set ehzcar9 up")
        } else {
            try own.delete()
        }
        defer { if isRenamed { try? Bus.link("del ehzcar9") } }
        try eventually("it notices") { daemon.words.contains("\(own.name) is disconnected") }
        try own.add()
        try own.up()
        try eventually("it is back") { daemon.words.contains("\(own.name) is connected again") }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// The kernel reports changes of an interface by its own name alone.
    @Test func anAlternativeNameIsRefused() throws {
        let bus = try Bus("ehzcar0")
        try Bus.link("property add dev \(bus.name) altname ehzother")
        let vehicle = ["--can", bus.name, "--vehicle-can", "ehzother"]
        for arguments in [["--can", "ehzother"], vehicle] {
            let scratch = try Scratch()
            let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
            let refused = try ChildProcess(
                Programs.daemon,
                [
                    "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                    "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
                ] + arguments
            ).wait()
            #expect(refused.status == 1)
            #expect(
                refused.words
                    == "ehorizond: ehzother is an alternative name of an interface; use its own name"
                    + " (ip link show ehzother)\n")
        }
    }

    @Test func theCarsBusMayAppearLater() throws {
        let bus = try Bus("ehzcar0")
        let own = try Bus("ehzcar1")
        try own.delete()
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let arguments = [
            "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
            "--can", bus.name, "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
            "--vehicle-can", own.name,
        ]
        let refused = try ChildProcess(Programs.daemon, arguments + ["--require-interface"]).wait()
        #expect(refused.status == 1)
        #expect(refused.words == "ehorizond: there is no interface \(own.name)\n")

        let daemon = try ChildProcess(Programs.daemon, arguments)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let absent =
            "ehorizond: \(own.name): there is no such interface; waiting for it to appear; no vehicle"
            + " signals are received\n"
        #expect(daemon.words.components(separatedBy: absent).count == 2)
        try own.add()
        try own.up()
        try eventually("it is there") { daemon.words.contains("\(own.name) is connected;") }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
