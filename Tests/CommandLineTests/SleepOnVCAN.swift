import ADASISv2
import CANFrames
import Foundation
import Glibc
import Testing

/// The ignition of the car is off, and on again.
extension String {
    fileprivate func count(_ part: String) -> Int { components(separatedBy: part).count - 1 }
}

@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct SleepOnVCAN {
    private func say(_ data: String, on bus: Bus) throws {
        let sent = try ChildProcess("cansend", [bus.name, "123#\(data)"]).wait()
        try #require(sent.status == 0, "\(sent)")
    }

    @Test func nothingIsSentWhileTheIgnitionIsOff() throws {
        let bus = try Bus("ehzsleep0")
        let own = try Bus("ehzsleep1")
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let settings = try scratch.file(
            "c.toml",
            """
            [vehicle]
            dbc = "\(dbc)"
            can = "\(own.name)"
            ignition_signal = "Wheels.VehicleSpeed"
            ignition_values = "0=off,1=off,2=on"
            """)
        let manager = try ServiceOnVCAN.Manager(scratch["notify"])
        let daemon = try ChildProcess(
            "env",
            [
                "NOTIFY_SOCKET=\(manager.address)", "WATCHDOG_USEC=900000", Programs.daemon,
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--control-socket", scratch["control"], "--record",
                scratch["drive.ehrec"], "--config", settings,
            ])
        // The signal is unknown: that is not off.
        try eventually("the horizon") { try bus.log().names == MessageFlagTests.byDefault }
        try say("0100000000000000", on: own)
        try eventually("a line") {
            daemon.words.contains(
                "\(bus.name): the ignition is off; nothing is sent until it is on\n")
        }
        usleep(200_000)
        try bus.listen()
        let signs = manager.read().count { $0 == "WATCHDOG=1" }
        try eventually("a state") {
            manager.read().contains(
                "STATUS=Waiting: \(bus.name) is asleep, the ignition is off.")
        }
        // A number without a meaning, and silence, change nothing.
        let signals = try ChildProcess("candump", ["-L", own.name])
        try eventually("the signal is logged") {
            try say("0700000000000000", on: own)
            return signals.text.contains("123#0700000000000000\n")
        }
        try eventually("3 s of signs of life") {
            manager.read().count { $0 == "WATCHDOG=1" } >= signs + 6
        }
        #expect(try bus.log().entries.isEmpty)
        let state = try #require(try StatusOnVCAN.status(scratch)["bus"] as? [String: Any])
        #expect(state["state"] as? String == "asleep")

        // Seconds from the signal to POSITION, which stands behind META-DATA.
        func wake(_ number: Int) throws -> Double {
            try say("0200000000000000", on: own)
            try eventually("the horizon again, and the signal") {
                try bus.log().names == MessageFlagTests.byDefault
                    && signals.text.count("123#0200000000000000\n") == number
            }
            let line = try #require(
                signals.text.split(separator: "\n").last { $0.hasSuffix("123#0200000000000000") })
            let begin = try LoggedFrame(parsing: String(line)).nanoseconds
            let entries = try bus.log().entries.prefix(2)
            #expect(entries.map(\.message.kind) == [.metaData, .position])
            let wait = Double(try #require(entries.last).time - begin) / 1e9
            print("POSITION \(wait) s after the signal")
            return wait
        }
        var wakes = 1
        var least = try wake(wakes)
        // It takes some milliseconds. A busy machine may stop for longer, but not at each of five times.
        while least > 0.25, wakes < 5 {
            try say("0100000000000000", on: own)
            wakes += 1
            try eventually("it sleeps") {
                daemon.words.count("the ignition is off; nothing is sent") == wakes
            }
            usleep(200_000)
            try bus.listen()
            least = min(least, try wake(wakes))
        }
        #expect((0...0.25).contains(least))
        #expect(
            daemon.words.contains("\(bus.name): the ignition is on; the horizon is sent again\n"))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(daemon.words.count("the ignition is") == 2 * wakes)
        try StatusOnVCAN.expectReplay(scratch)
    }
}
