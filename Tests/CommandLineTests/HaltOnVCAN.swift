import ADASISv2
import Foundation
import Glibc
import Testing

/// Nothing of the daemon runs for a while, as in the freezer of a control group or under a debugger; receiver, bus and
/// clients go on. (A suspended machine is one of the checks of `tools/check controller`.)
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct HaltOnVCAN {
    /// A receiver on UDP, one fix in a second: `receiver.py PORT DRIVE`. The drive begins behind its turn-off: for the next
    /// two minutes the vehicle stays on one path.
    private static let receiver = """
        import socket, sys, time
        target = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        target.connect(("127.0.0.1", int(sys.argv[1])))
        drive = [line for line in open(sys.argv[2], newline="") if line.startswith("$GPRMC")]
        for line in drive[20:]:
            try: target.send(line.encode())
            except ConnectionRefusedError: pass
            time.sleep(1)
        """

    /// Clients drop everything after 2 s without POSITION, and have the whole main path again within 4 s.
    @Test func aHaltIsFollowedByTheWholeHorizon() throws {
        let bus = try Bus("ehzhalt0")
        let scratch = try Scratch()
        let script = try scratch.file("receiver.py", Self.receiver)
        let receiver = try ChildProcess("python3", [script, "29482", Sample.drive.path()])
        defer { receiver.send(SIGKILL) }
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "nmea-udp://:29482", "--can", bus.name,
                "--messages", "default",
            ])
        try eventually("a horizon") { try bus.log().places.count > 80 }
        daemon.send(SIGSTOP)
        usleep(500_000)
        let before = try bus.log()
        let lines = daemon.words
        try bus.listen()
        // Long enough for clients, and too short for another path.
        sleep(4)
        #expect(try bus.log().entries.isEmpty)
        daemon.send(SIGCONT)
        func state() throws -> HorizonReturn { HorizonReturn(before: before, after: try bus.log()) }
        try eventually("the whole main path") { try state().complete != nil }
        try state().expectInTime(inAnyOrder: true)
        #expect(try state().hasSamePath)
        // A halt is no change of the bus or of the receiver.
        #expect(daemon.words == lines)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
