import CLibrary
import CLinux

extension Connector.Outcome {
    /// How long a host may take to answer, seconds.
    private static let patience = 5

    /// Connects to a host and port over TCP. A host that vanishes without a word is noticed within a quarter of a minute
    /// (tcp(7)): by `SO_KEEPALIVE` while nothing is sent, by `TCP_USER_TIMEOUT` while what was sent is not acknowledged, as
    /// then no probe goes out. gpsd is sent a reminder after 3 s of silence.
    public static func tcp(host: String, port: String) -> Connector.Outcome {
        resolve(host, port, clinux_sock_stream, 0) { (descriptor, address) throws(SystemError) in
            // A blocked connect ends with the time for sending, socket(7).
            var time = timeval(tv_sec: patience, tv_usec: 0)
            try set(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time)
            try systemCall("connect") { connect(descriptor, address.ai_addr, address.ai_addrlen) }
            var on: Int32 = 1
            try set(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on)
            var idle: Int32 = 5
            try set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, &idle)
            var interval: Int32 = 3
            try set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, &interval)
            var count: Int32 = 3
            try set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, &count)
            var milliseconds: UInt32 = 11_000
            try set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds)
        }
    }

    /// Waits for datagrams at a port of this machine.
    /// - Parameter host: The address of this machine to listen at; `::` and `0.0.0.0` are all of them.
    public static func udp(host: String, port: String) -> Connector.Outcome {
        resolve(host, port, clinux_sock_datagram, AI_PASSIVE) {
            (descriptor, address) throws(SystemError) in
            if address.ai_family == AF_INET6 {
                // IPv4 too.
                var off: Int32 = 0
                try set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off)
            }
            try systemCall("bind") { bind(descriptor, address.ai_addr, address.ai_addrlen) }
        }
    }

    private static func resolve(
        _ host: String?, _ port: String, _ type: Int32, _ flags: Int32,
        _ open: (Int32, addrinfo) throws(SystemError) -> Void
    ) -> Connector.Outcome {
        var hints = addrinfo()
        hints.ai_socktype = type
        hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, port, &hints, &found)
        guard code == 0 else { return .failed(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var addresses: [addrinfo] = []
        var next = found
        while let address = next?.pointee {
            addresses.append(address)
            next = address.ai_next
        }
        // To listen, one socket for IPv6 takes IPv4 as well.
        if flags & AI_PASSIVE != 0 {
            addresses =
                addresses.filter { $0.ai_family == AF_INET6 }
                + addresses.filter { $0.ai_family != AF_INET6 }
        }
        var reason = "no address"
        for address in addresses {
            let type = address.ai_socktype | clinux_sock_close_on_exec
            let descriptor = socket(address.ai_family, type, address.ai_protocol)
            guard descriptor >= 0 else {
                reason = String(cString: strerror(errno))
                continue
            }
            let outcome = Connector.Outcome(descriptor) { () throws(SystemError) in
                try open(descriptor, address)
                try makeNonBlocking(descriptor)
            }
            switch outcome {
            case .connected: return outcome
            case .failed(let text): reason = text
            }
        }
        return .failed(reason)
    }

    private static func set<Value: BitwiseCopyable>(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: inout Value
    ) throws(SystemError) {
        let size = socklen_t(MemoryLayout<Value>.size)
        let code = setsockopt(descriptor, level, option, &value, size)
        if code < 0 { throw SystemError("setsockopt", errno) }
    }
}

/// Reads a datagram, and the address of its sender in the 128 bits of IPv6 (of IPv4 as `::ffff:a.b.c.d`); no
/// sender where it has no internet address.
public func readDatagram(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
) -> (result: Attempt<Int>, sender: (high: UInt64, low: UInt64)?) {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = attempt {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, address, &size)
            }
        }
    }
    let family = Int32(address.sin6_family)
    return withUnsafeBytes(of: &address) { bytes in
        switch family {
        case AF_INET6:
            // The address follows family, port and flow, ipv6(7).
            let high = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            let low = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
            return (result, (UInt64(bigEndian: high), UInt64(bigEndian: low)))
        case AF_INET:
            // The address follows family and port, ip(7).
            let bits = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
            return (result, (0, 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: bits))))
        default: return (result, nil)
        }
    }
}

/// Makes reading and writing return at once.
func makeNonBlocking(_ descriptor: Int32) throws(SystemError) {
    let flags = try systemCall("fcntl") { fcntl(descriptor, F_GETFL) }
    try systemCall("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
}
