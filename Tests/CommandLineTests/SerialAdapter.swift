import Foundation
import Glibc
import Synchronization
import Testing

/// A CAN adapter on a serial line, played by the test: the kernel's driver (slcan) talks to it over a
/// pseudo-terminal, as it does with one in a USB port. What the driver sends is written down; what the
/// adapter would report of its controller the test says.
///
/// The commands of such adapters are those of LAWICEL's CAN232: `C` closes the channel, `S6` sets
/// 500 kbit/s, `O` opens it, `tiiildd…` is a frame; of the driver's own are the states, `sb…` for
/// bus-off (Linux, drivers/net/can/slcan).
final class SerialAdapter: Sendable {
    /// The name of the interface that the kernel made for it.
    let name: String
    private let master: Int32
    private let slave: Int32
    private let written = Mutex<[UInt8]>([])
    private let isHeld = Atomic(false)

    init(_ name: String) throws {
        self.name = name
        var master: Int32 = -1
        var slave: Int32 = -1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        // A child that held it open would keep it from hanging up.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        self.slave = slave
        let device = String(cString: ttyname(slave))
        var line = termios()
        tcgetattr(slave, &line)
        cfmakeraw(&line)
        tcsetattr(slave, TCSANOW, &line)
        let attached = try ChildProcess("slcan_attach", ["-n", name, device]).wait()
        try #require(attached.status == 0, "\(attached)")
        Thread { [self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                while self.isHeld.load(ordering: .relaxed) { usleep(1000) }
                let count = read(self.master, &bytes, bytes.count)
                guard count > 0 else { break }
                written.withLock { $0 += bytes[..<count] }
            }
        }.start()
    }

    /// Takes nothing from the driver, so that its frames wait in the kernel; or takes them again.
    func hold(_ isHeld: Bool) { self.isHeld.store(isHeld, ordering: .relaxed) }

    /// Unplugs it.
    func unplug() {
        close(slave)
        close(master)
    }

    /// What the driver has sent since ``forget()``, command by command.
    var commands: [String] {
        written.withLock { String(decoding: $0, as: UTF8.self) }
            .split(separator: "\r").map(String.init)
    }

    func forget() { written.withLock { $0 = [] } }

    /// The identifiers of the frames among them, all of eleven bits.
    var identifiers: [String] {
        commands.filter { $0.hasPrefix("t") }.map { String($0.dropFirst().prefix(3)) }
    }

    /// Says something to the driver.
    func say(_ command: String) throws {
        let bytes = Array((command + "\r").utf8)
        try #require(write(master, bytes, bytes.count) == bytes.count)
    }
}
