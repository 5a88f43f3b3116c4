import CLibrary
import LinuxLoop
import Positioning
import TextFiles

extension PositionSource {
    /// The reader of what comes from it, at its start.
    var input: PositionInput {
        switch self {
        case .gpsd(_, _, let device): PositionInput(gpsdDevice: device)
        case .serial, .tcp, .udp: PositionInput(format: .nmea)
        case .file, .standardInput: PositionInput()
        }
    }

    /// The file that is read as a whole and played back at a rate; `nil` for what is read as it comes.
    ///
    /// Standard input is such a file where the kernel cannot wait for it: a regular file, or `/dev/null`. Its
    /// bytes do not come at the drive's pace.
    func wholeFile() throws(Failure) -> (path: String, rate: Double)? {
        switch self {
        case .file(let path, let rate): return (path, rate)
        case .standardInput:
            do throws(SystemError) {
                return try Poller.canWait(for: STDIN_FILENO) ? nil : ("-", 1)
            } catch {
                throw Failure("\(self): \(error)")
            }
        case .gpsd, .serial, .tcp, .udp: return nil
        }
    }

    /// How a connection to it is made, by a thread that may block; `nil` for files and standard input.
    var opener: (@Sendable () -> Connector.Outcome)? {
        switch self {
        case .gpsd(let host, let port, _), .tcp(let host, let port):
            { .tcp(host: host, port: port) }
        case .udp(let host, let port, _): { .udp(host: host ?? Self.loopback, port: port) }
        case .serial(let path, let baud): { .serial(path: path, baud: baud) }
        case .file, .standardInput: nil
        }
    }

    /// Whether it comes in datagrams, of which an empty one is no end.
    var isDatagrams: Bool {
        if case .udp = self { true } else { false }
    }

    /// The only sender whose datagrams are read; `nil` where anyone's are.
    var sender: InternetAddress? {
        if case .udp(_, _, let sender) = self { sender } else { nil }
    }

    /// The default address for datagrams. Only programs on this machine can send to it.
    private static var loopback: String { "127.0.0.1" }
}

extension Poller {
    /// Whether the kernel reports when there is something to read, which it refuses to for files and
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
