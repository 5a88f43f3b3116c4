import CLibrary
import CLinux
public import Quantities

/// A connection to a Unix socket (unix(7)) that waits: for programs of the bench, not for the daemon's loop.
public struct UnixClient: ~Copyable {
    private let owned: OwnedDescriptor
    private var buffer: [UInt8] = []

    /// Connects to the socket at a path.
    public static func connected(to path: String) throws(SystemError) -> UnixClient {
        let number = try systemCall("socket") { clinux_unix_stream_socket() }
        let owned = OwnedDescriptor(number)
        try systemCall("connect") { clinux_unix_connect(number, path) }
        let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
        try systemCall("fcntl") { fcntl(number, F_SETFL, flags & ~O_NONBLOCK) }
        return UnixClient(owned)
    }

    private init(_ owned: consuming OwnedDescriptor) { self.owned = owned }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall("send") {
                rest.withUnsafeBytes {
                    send(owned.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line without its line feed; `nil` at the end.
    ///
    /// - Parameter limit: How long it waits at most; then the error is `ETIMEDOUT`. Without one it waits for ever.
    public mutating func line(within limit: Nanoseconds? = nil) throws(SystemError) -> [UInt8]? {
        let end = limit.map { monotonicNow() + $0 }
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(end + 1) }
                return Array(buffer[..<end])
            }
            searched = buffer.count
            if let end { try waitForInput(until: end) }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = try systemCall("recv") {
                chunk.withUnsafeMutableBytes { recv(owned.number, $0.baseAddress, $0.count, 0) }
            }
            guard count > 0 else { return nil }
            buffer.append(contentsOf: chunk[..<count])
        }
    }

    private func waitForInput(until end: MonotonicTime) throws(SystemError) {
        while true {
            let rest = max(0, (end - monotonicNow()).value)
            var room = pollfd(fd: owned.number, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: (rest + 999_999) / 1_000_000)
            if try systemCall("poll", { poll(&room, 1, milliseconds) }) > 0 { return }
            if rest == 0 { throw SystemError("recv", ETIMEDOUT) }
        }
    }
}
