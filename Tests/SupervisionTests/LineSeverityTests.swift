import CANFrames
import Supervision
import Testing

@Suite("Severity of lines")
struct LineSeverityTests {
    /// Each state of the bus is a warning, and the end of each state a notice.
    @Test func stateOfTheBusAndItsEnd() throws {
        let states: [BusReport] = [
            .absent, .down, .disconnected, .busOff, .warning, .passive, .alone, .blocked,
            .bitRate(250_000, setting: 500_000), .lowBitRate(20_000, setting: 500_000),
            .foreignSender(try #require(CANIdentifier(base: 0x300))),
        ]
        for state in states {
            #expect(LineSeverity(of: state.line(of: "can0")) == .warning, "\(state)")
        }
        let ends: [BusReport] = [
            .up, .restarted, .recovered, .unblocked, .bitRate(500_000, setting: 500_000),
            .asleep, .awake, .upAsleep,
        ]
        for end in ends { #expect(LineSeverity(of: end.line(of: "can0")) == .notice, "\(end)") }
    }

    @Test(arguments: [
        ("cannot write drive.rec: No space left on device; the recording ends here", 3),
        ("cannot write state/last-place: No space left on device", 3),
        ("ring: the disk did not take the ring buffer in time", 3),
        ("limits.log: the disk did not take the last speed limits in time", 3),
        ("state/last-place: the disk did not take it in time; the next run may lack it", 3),
        ("roads.ehmap: block 7: bad checksum; this map is not used any more", 3),
        ("roads.ehmap: bad header; no map is in use", 3),
        ("roads.ehmap: the map was refused; the former map is used again", 3),
        ("roads.ehmap: bad header; the map is unchanged", 4),
        ("position: no fix for 5 s", 4),
        ("gpsd://localhost:2947 is disconnected; trying again", 4),
        ("SIGHUP: the configuration is unchanged", 4),
        ("position: fixes again, after 12 s", 5),
        ("position: on a road again, after 90 s", 5),
        ("SIGHUP: applied: messages; needs a restart: daemon.can", 5),
        ("roads.ehmap: a new map, 3 links", 5),
        ("13475 frames sent", 5),
    ])
    func lines(_ line: String, _ level: Int) {
        #expect(LineSeverity(of: line).rawValue == level)
        #expect(LineSeverity(of: line).prefix == "<\(level)>")
    }
}
