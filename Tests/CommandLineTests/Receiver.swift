import Foundation
import Glibc
import Synchronization
import Testing

/// A receiver on a pseudo-terminal: sends a recorded drive, ten epochs a second, until it goes.
final class Receiver: Sendable {
    /// The terminal that a program reads the receiver from.
    let device: String
    private let master: Int32
    private let slave: Int32
    private let isEnding = Atomic(false)

    init(_ drive: URL) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        // A child that held it open would keep it from hanging up.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        self.slave = slave
        device = String(cString: ttyname(slave))
        // As a serial line: bytes pass as they are, nothing is echoed.
        var line = termios()
        tcgetattr(slave, &line)
        cfmakeraw(&line)
        tcsetattr(slave, TCSANOW, &line)
        // Nobody listening must not block it.
        _ = fcntl(self.master, F_SETFL, O_NONBLOCK)
        let sentences = try Data(contentsOf: drive).split(separator: 0x0A)
        Thread { [self] in
            // RMC and GGA of a moment together.
            for epoch in stride(from: 0, to: sentences.count - 1, by: 2) {
                if isEnding.load(ordering: .relaxed) { break }
                let bytes = [UInt8](sentences[epoch] + [0x0A] + sentences[epoch + 1] + [0x0A])
                _ = write(self.master, bytes, bytes.count)
                usleep(100_000)
            }
        }.start()
    }

    func end() { isEnding.store(true, ordering: .relaxed) }

    deinit {
        close(master)
        close(slave)
    }
}
