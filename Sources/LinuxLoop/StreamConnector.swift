import CLinux
import Glibc
public import Quantities
import Synchronization

/// Connects to a host and port on a thread of its own, since name look-ups and connecting block, and
/// hands the connection over through a ``Wakeup``.
public final class StreamConnector: Sendable {
    /// What became of an attempt.
    public enum Outcome: Sendable {
        /// Connected; the taker owns the descriptor, which does not block.
        case connected(Int32)
        /// It failed, for that reason.
        case failed(String)
    }

    private let host: String
    private let port: String
    private let wakeup: Wakeup
    private let outcome = Mutex<Outcome?>(nil)

    /// A connector that has not been started.
    public init(host: String, port: String, wakeup: Wakeup) {
        self.host = host
        self.port = port
        self.wakeup = wakeup
    }

    /// Begins an attempt after a pause. One at a time: the next only after ``takeOutcome()``.
    public func start(after pause: Nanoseconds) throws(SystemError) {
        try startThread { [self] in
            let end = monotonicNow() + pause
            while monotonicNow() < end {
                let rest = end - monotonicNow()
                usleep(UInt32(clamping: min(max(rest.value, 0) / 1000 + 1, 900_000)))
            }
            let result = connectOnce()
            outcome.withLock { $0 = result }
            wakeup.wake()
        }
    }

    /// What became of the attempt, once, `nil` where it is not over.
    public func takeOutcome() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }

    private func connectOnce() -> Outcome {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, port, &hints, &found)
        guard code == 0 else { return .failed(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var reason = "no address"
        var next = found
        while let address = next?.pointee {
            next = address.ai_next
            let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.ai_family, type, address.ai_protocol)
            guard descriptor >= 0 else {
                reason = String(cString: strerror(errno))
                continue
            }
            switch attempt({ connect(descriptor, address.ai_addr, address.ai_addrlen) }) {
            case .success:
                _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
                return .connected(descriptor)
            case .failure(let code):
                reason = String(cString: strerror(code))
                _ = close(descriptor)
            }
        }
        return .failed(reason)
    }
}
