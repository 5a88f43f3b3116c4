import ADASISv2
import CANFrames
import Foundation
import Glibc
import Testing

/// What the kernel holds when a POSITION comes.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct SendOrderOnVCAN {
    /// Packages of 20 frames on a bus where a frame takes 1 to 1.35 ms: left to the kernel, a POSITION
    /// would stand behind up to eight of them.
    @Test func positionStandsBehindOneOtherFrameAtMost() throws {
        let bus = try Bus("ehzord0")
        let scratch = try Scratch()
        let configuration = try scratch.file(
            "c.toml",
            """
            [pace]
            bit_rate = 100000
            bus_load_percent = 60
            package_size = 50
            package_interval_s = 0.09
            """)
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--messages", "all", "--config", configuration,
            ])
        try eventually("a hundred places") { try bus.log().places.count > 100 }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        // A bus of that bit rate on which no frame has a stuff bit: 108 bits and 3 between frames.
        let shortest: Int64 = 108 * 10_000
        var through: [Int64] = []
        var positions = 0
        var most = 0
        var packages = 0
        for entry in try bus.log().entries {
            let waiting = through.count { $0 > entry.time }
            most = max(most, waiting)
            if entry.message.kind == .position {
                positions += 1
                #expect(waiting <= 1, "\(entry.time)")
            } else if waiting == 0, let last = through.last, entry.time - last < 1_500_000 {
                packages += 1
            }
            through.append(max(through.last ?? 0, entry.time) + shortest)
            through = through.suffix(50)
        }
        #expect(positions > 100)
        #expect(most <= 2)
        // There was something to wait for, and it went on as soon as that was through.
        #expect(packages > 200)
        #expect(try bus.log().counterHoles == 0)
    }

    /// A frame at a time does not keep the horizon from its budget.
    @Test func theBudgetIsUsedAllTheSame() throws {
        let bus = try Bus("ehzord1")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--messages", "all", "--bus-load", "5",
            ])
        func busiest() throws -> Int {
            let times = try bus.log().entries.map(\.time)
            return times.indices.dropFirst().map { index in
                times[index...].prefix { $0 - times[index] < 1_000_000_000 }.count
            }.max() ?? 0
        }
        // Of 185 frames a second nine of ten in the busiest one: the bench is slow.
        try eventually("the budget is used") { try busiest() >= 165 }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try busiest() <= 200)
    }
}
