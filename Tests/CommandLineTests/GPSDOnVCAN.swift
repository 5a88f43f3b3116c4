import ADASISv2
import Foundation
import Glibc
import Testing

/// Debian's gpsd reads a receiver, the daemon reads gpsd, candump sees the frames.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct GPSDOnVCAN {
    private static let port = "29471"

    private func gpsd(_ receiver: Receiver) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "PATH=$PATH:/usr/sbin:/sbin; exec gpsd -N -n -S \(Self.port) \(receiver.device)",
            ])
    }

    private func daemon(_ bus: Bus) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "gpsd://127.0.0.1:\(Self.port)", "--can",
                bus.name, "--messages", "all",
            ])
    }

    /// How many different places on a path there are in what is on the bus.
    private func places(_ bus: Bus) throws -> Int {
        Set(try bus.log().places.map { Int($0.pathIndex.raw) << 13 | Int($0.offset.raw) }).count
    }

    @Test func fromTheReceiverToTheBus() throws {
        let bus = try Bus("ehzgps0")
        let receiver = try Receiver(Sample.drive)
        defer { receiver.end() }
        let gpsd = try gpsd(receiver)
        let daemon = try daemon(bus)
        try eventually("the position moves along the paths") { try places(bus) >= 20 }
        let log = try bus.log()
        #expect(log.names.isSuperset(of: MessageFlagTests.carried))
        #expect(log.counterHoles == 0)
        // Along a path the offset grows.
        for (before, after) in zip(log.places, log.places.dropFirst())
        where before.pathIndex == after.pathIndex {
            #expect(after.offset.raw >= before.offset.raw)
        }
        #expect(daemon.words.contains("connected to gpsd://127.0.0.1:\(Self.port)"))
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(gpsd.isRunning())
    }

    /// Something on gpsd's port that takes connections and resets them: the daemon tries again.
    @Test func connectionsAreReset() throws {
        let bus = try Bus("ehzgps2")
        let resetting = """
            import socket, struct
            server = socket.create_server(("127.0.0.1", \(Self.port)), reuse_port=True)
            while True:
                taken, _ = server.accept()
                print("taken", flush=True)
                # Lingering for no time is a reset.
                taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                taken.close()
            """
        let server = try ChildProcess("/usr/bin/python3", ["-c", resetting])
        let daemon = try daemon(bus)
        try eventually("two attempts") { server.text.count { $0.isNewline } >= 2 }
        #expect(daemon.isRunning(), "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        server.send(SIGKILL)
    }

    /// The daemon may be there before gpsd, and outlives it.
    @Test func gpsdComesLateAndIsRestarted() throws {
        let bus = try Bus("ehzgps1")
        let receiver = try Receiver(Sample.drive)
        defer { receiver.end() }
        let daemon = try daemon(bus)
        try eventually("it waits") { daemon.words.contains("Connection refused; trying again") }
        // POSITION goes all the same, and says that there is no position.
        try eventually("POSITION") { try bus.log().positions.count >= 3 }
        #expect(try bus.log().places.isEmpty)
        var gpsd = try gpsd(receiver)
        try eventually("it moves") { try places(bus) >= 5 }
        gpsd.send(SIGKILL)
        try gpsd.wait()
        try eventually("it notices") {
            daemon.words.contains("closed the connection; trying again")
        }
        let before = try places(bus)
        gpsd = try self.gpsd(receiver)
        try eventually("it moves again") { try places(bus) >= before + 5 }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        // Each thing is said once, not at each try.
        #expect(outcome.said.count <= 8, "\(outcome)")
        #expect(outcome.words.contains("ehorizond: position: "), "\(outcome)")
    }
}
