public import ArgumentParser

/// Where the daemon reads its position.
public enum PositionSource: Sendable, Hashable, ExpressibleByArgument, CustomStringConvertible {
    /// gpsd's JSON protocol over TCP.
    case gpsd(host: String, port: String, device: String?)
    /// NMEA 0183 from a serial line; without a rate the line stays as it is set.
    case serial(path: String, baud: Int?)
    /// NMEA 0183 over TCP.
    case tcp(host: String, port: String)
    /// NMEA 0183 in datagrams that are sent to a port of this machine, at one of its addresses or all.
    case udp(host: String?, port: String)
    /// A recorded drive, at its own pace times a rate.
    case file(path: String, rate: Double)
    /// Whatever format standard input has, as it comes.
    case standardInput

    /// The rates that a serial line can be set to, bit/s.
    public static let baudRates = [
        4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
    ]

    /// gpsd's own port, assigned by IANA.
    private static let gpsdPort = "2947"

    /// The forms that it can be written in.
    static let forms =
        "gpsd://HOST[:PORT][/DEVICE], nmea:DEVICE[?baud=RATE], nmea-tcp://HOST:PORT,"
        + " nmea-udp://[ADDRESS]:PORT, file:PATH[?rate=NUMBER] or -"

    /// The source that a flag or a configuration names.
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
            guard let (host, port) = Self.hostAndPort(rest), let port else { return nil }
            self = .udp(host: host, port: port)
        } else if let rest = argument.removing(prefix: "gpsd://") {
            let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let (host, port) = Self.hostAndPort(parts[0]), let host else { return nil }
            let device = parts.count == 2 && !parts[1].isEmpty ? "/" + parts[1] : nil
            self = .gpsd(host: host, port: port ?? Self.gpsdPort, device: device)
        } else {
            return nil
        }
    }

    /// The source as ``init(argument:)`` reads it.
    public var argument: String {
        switch self {
        case .gpsd, .tcp, .udp: description
        case .serial(let path, let baud): "nmea:\(path)" + (baud.map { "?baud=\($0)" } ?? "")
        case .file(let path, let rate): "file:\(path)" + (rate == 1 ? "" : "?rate=\(rate)")
        case .standardInput: "-"
        }
    }

    /// The source as people name it.
    public var description: String {
        switch self {
        case .gpsd(let host, let port, let device):
            "gpsd://\(Self.bracketed(host)):\(port)\(device ?? "")"
        case .tcp(let host, let port): "nmea-tcp://\(Self.bracketed(host)):\(port)"
        case .udp(let host, let port): "nmea-udp://\(Self.bracketed(host ?? "")):\(port)"
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
