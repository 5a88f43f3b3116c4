import Foundation
import Glibc
import Testing

/// What the daemon reports to a service manager, at a socket of the test.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct ServiceOnVCAN {
    /// A socket as systemd has one, at a path or in the abstract namespace.
    final class Manager {
        let address: String
        private let descriptor: Int32

        init(_ address: String) throws {
            self.address = address
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            try #require(descriptor >= 0)
            var target = sockaddr_un()
            target.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(address.utf8)
            if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
            try #require(bytes.count < MemoryLayout.size(ofValue: target.sun_path))
            withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: bytes) }
            let size = socklen_t(MemoryLayout.size(ofValue: target.sun_family) + bytes.count)
            let bound = withUnsafePointer(to: &target) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
            }
            try #require(bound == 0, "\(String(cString: strerror(errno)))")
        }

        deinit { close(descriptor) }

        /// The assignments that have come.
        private(set) var received: [String] = []

        func read() -> [String] {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return received }
                received += String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
                    .map(String.init)
            }
        }
    }

    private static func start(
        _ bus: Bus, _ manager: Manager, watchdog: Int, _ flags: [String] = []
    ) throws -> ChildProcess {
        try ChildProcess(
            "env",
            [
                "NOTIFY_SOCKET=\(manager.address)", "WATCHDOG_USEC=\(watchdog)", Programs.daemon,
                "--map", try Sample.map, "--can", bus.name, "--position",
                "file:\(Sample.drive.path())",
            ] + flags)
    }

    @Test(arguments: [false, true])
    func readinessStatusReloadAndEnd(_ isAbstract: Bool) throws {
        let bus = try Bus("ehzserv\(isAbstract ? 1 : 0)")
        let scratch = try Scratch()
        let manager = try Manager(isAbstract ? "@ehorizon-\(getpid())" : scratch["notify"])
        try bus.down()
        let settings = try scratch.file("daemon.toml", "")
        let daemon = try Self.start(bus, manager, watchdog: 900_000, ["--config", settings])
        try eventually("it waits") {
            manager.read().contains("STATUS=Waiting: \(bus.name) is down.")
        }
        #expect(!manager.received.contains("READY=1"))
        // The bus is known to be down: that is no reason to restart the daemon.
        try eventually("signs of life") { manager.read().count { $0 == "WATCHDOG=1" } >= 2 }
        try bus.up()
        try eventually("it is ready") { manager.read().contains("READY=1") }
        try eventually("the car is on a road") {
            manager.read().contains("STATUS=Transmitting on \(bus.name); on a road.")
        }
        let before = manager.received.count { $0 == "WATCHDOG=1" }
        try eventually("more signs of life") {
            manager.read().count { $0 == "WATCHDOG=1" } >= before + 2
        }
        daemon.send(SIGHUP)
        try eventually("it has reloaded") { manager.read().count { $0 == "READY=1" } == 2 }
        let reload = try #require(manager.received.firstIndex(of: "RELOADING=1"))
        #expect(manager.received[reload + 1].hasPrefix("MONOTONIC_USEC="))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(manager.read().last == "STOPPING=1")
    }

    /// Without a receiver of its notices the daemon runs as before, with one line.
    @Test func aServiceManagerThatIsGoneIsALine() throws {
        let bus = try Bus("ehzserv2")
        let scratch = try Scratch()
        let daemon = try ChildProcess(
            "env",
            [
                "NOTIFY_SOCKET=\(scratch["nobody"])", Programs.daemon, "--map", try Sample.map,
                "--can", bus.name, "--position", "file:\(Sample.drive.path())",
            ])
        try eventually("a place") { try !bus.log().places.isEmpty }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0)
        let lines = outcome.said.filter { $0.contains("the service manager is not notified") }
        #expect(lines.count == 1, "\(outcome)")
    }
}
