/// The source of positions, as a flag or a configuration names it.
///
/// ```swift
/// PositionSource(argument: "nmea:/dev/ttyUSB0?baud=9600")   // .serial(path: "/dev/ttyUSB0", baud: 9600)
/// ```
public enum PositionSource: Sendable, Hashable, CustomStringConvertible {
    /// gpsd's JSON protocol over TCP.
    case gpsd(host: String, port: String, device: String?)
    /// NMEA 0183 from a serial line; without a rate the line keeps its rate.
    case serial(path: String, baud: Int?)
    /// NMEA 0183 over TCP.
    case tcp(host: String, port: String)
    /// NMEA 0183 in UDP datagrams to a port of this machine: at its loopback address, or at a stated one, which may
    /// be that of all (`0.0.0.0`, `[::]`). With a sender, datagrams of others are dropped.
    case udp(host: String?, port: String, sender: InternetAddress? = nil)
    /// A recorded drive; a rate of 2 replays it twice as fast.
    case file(path: String, rate: Double)
    /// Standard input, in any format that can be detected.
    case standardInput

    /// The rates of a serial line, bit/s.
    public static let baudRates = [
        4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
    ]

    /// gpsd's own port, assigned by IANA.
    private static let gpsdPort = "2947"

    /// The forms of the argument, for help and error messages.
    public static let forms =
        "gpsd://HOST[:PORT][/DEVICE], nmea:DEVICE[?baud=RATE], nmea-tcp://HOST:PORT,"
        + " nmea-udp://[ADDRESS]:PORT[?from=ADDRESS], file:PATH[?rate=NUMBER] or -"

    /// Parses an argument; `nil` where it has none of the ``forms``.
    public init?(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if let rest = argument.removing(prefix: "file:") {
            guard let (path, option) = Self.pathAndOption(rest, "rate=") else { return nil }
            var rate = 1.0
            if let option {
                guard let value = Double(option), value > 0, value <= 1000 else { return nil }
                rate = value
            }
            self = .file(path: path, rate: rate)
        } else if let rest = argument.removing(prefix: "nmea:") {
            guard let (path, option) = Self.pathAndOption(rest, "baud=") else { return nil }
            let baud = option.flatMap { Int($0) }
            if option != nil {
                guard let baud, Self.baudRates.contains(baud) else { return nil }
            }
            self = .serial(path: path, baud: baud)
        } else if let rest = argument.removing(prefix: "nmea-tcp://") {
            guard let (host, port) = Self.hostAndPort(rest), let host, let port else { return nil }
            self = .tcp(host: host, port: port)
        } else if let rest = argument.removing(prefix: "nmea-udp://") {
            guard let (place, option) = Self.pathAndOption(rest, "from="),
                let (host, port) = Self.hostAndPort(place[...]), let port
            else { return nil }
            let sender = option.flatMap { InternetAddress(text: $0) }
            if option != nil, sender == nil { return nil }
            self = .udp(host: host, port: port, sender: sender)
        } else if let rest = argument.removing(prefix: "gpsd://") {
            let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let (host, port) = Self.hostAndPort(parts[0]), let host else { return nil }
            let device = parts.count == 2 && !parts[1].isEmpty ? "/" + parts[1] : nil
            self = .gpsd(host: host, port: port ?? Self.gpsdPort, device: device)
        } else {
            return nil
        }
    }

    /// The argument that ``init(argument:)`` parses to this source.
    public var argument: String {
        switch self {
        case .gpsd, .tcp: description
        case .udp(_, _, let sender): description + (sender.map { "?from=\($0)" } ?? "")
        case .serial(let path, let baud): "nmea:\(path)" + (baud.map { "?baud=\($0)" } ?? "")
        case .file(let path, let rate): "file:\(path)" + (rate == 1 ? "" : "?rate=\(rate)")
        case .standardInput: "-"
        }
    }

    /// The name for messages.
    public var description: String {
        switch self {
        case .gpsd(let host, let port, let device):
            "gpsd://\(Self.bracketed(host)):\(port)\(device ?? "")"
        case .tcp(let host, let port): "nmea-tcp://\(Self.bracketed(host)):\(port)"
        case .udp(let host, let port, _): "nmea-udp://\(Self.bracketed(host ?? "")):\(port)"
        case .serial(let path, _), .file(let path, _): path
        case .standardInput: "standard input"
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// `PATH` or `PATH?NAME=VALUE`.
    private static func pathAndOption(
        _ text: Substring, _ name: String
    ) -> (String, Substring?)? {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty else { return nil }
        guard parts.count == 2 else { return (String(parts[0]), nil) }
        guard let value = parts[1].removing(prefix: name) else { return nil }
        return (String(parts[0]), value)
    }

    /// `HOST`, `HOST:PORT` or `[V6ADDRESS]:PORT`; either may be missing, not both.
    private static func hostAndPort(_ text: Substring) -> (host: String?, port: String?)? {
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard let number = rest.removing(prefix: ":") else { return nil }
                port = number
            }
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { return nil }
            host = parts.first ?? ""
            if parts.count == 2 { port = parts[1] }
        }
        if let port, UInt16(port) == nil { return nil }
        guard !host.isEmpty || port != nil else { return nil }
        return (host.isEmpty ? nil : String(host), port.map { String($0) })
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What follows a prefix, `nil` where the text does not begin with it.
    fileprivate func removing(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
