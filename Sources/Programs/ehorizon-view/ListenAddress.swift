import ArgumentParser
import CLibrary
import FlyingFox
import FlyingSocks

/// An IP address and a port, such as `127.0.0.1:8080` or `[::1]:8080`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible, Sendable {
    let host: String
    let port: UInt16
    private let isVersion6: Bool

    var description: String { isVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = UInt16(argument[argument.index(after: colon)...])
        else { return nil }
        let host = argument[..<colon]
        self.port = port
        isVersion6 = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isVersion6 ? String(host.dropFirst().dropLast()) : String(host)
        guard (try? address()) != nil else { return nil }
    }

    /// A server at this address.
    func server(_ handler: PageHandler) throws -> HTTPServer {
        // The library's 15 s are short for a map that is opened on a slow disk.
        HTTPServer(
            config: HTTPServer.Configuration(
                address: try address(), timeout: 300, logger: .disabled),
            handler: handler)
    }

    private func address() throws -> any SocketAddress {
        isVersion6
            ? try sockaddr_in6.inet6(ip6: host, port: port)
            : try sockaddr_in.inet(ip4: host, port: port)
    }
}
