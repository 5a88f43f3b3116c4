import Configuration
import Glibc
import LinuxLoop
import Positioning

extension PositionSource {
    /// The reader of what comes from it, at its start.
    var input: PositionInput {
        switch self {
        case .gpsd(_, _, let device): PositionInput(gpsdDevice: device)
        case .serial, .tcp, .udp: PositionInput(format: .nmea)
        case .file, .standardInput: PositionInput()
        }
    }

    /// Whether it comes in datagrams, of which an empty one is no end.
    var isDatagrams: Bool {
        if case .udp = self { true } else { false }
    }
}

extension Poller {
    /// Whether the kernel can tell when there is something to read, which it refuses to for files and
    /// some devices.
    static func canWait(for descriptor: Int32) throws(SystemError) -> Bool {
        let poller = try Poller()
        do {
            try poller.add(descriptor, .readable, token: 0)
        } catch {
            guard error.code == EPERM else { throw error }
            return false
        }
        return true
    }
}
