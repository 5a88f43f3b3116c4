public import ArgumentParser

/// Where the daemon reads its position.
public enum PositionSource: Sendable, ExpressibleByArgument, CustomStringConvertible {
    /// gpsd's JSON protocol over TCP.
    case gpsd(host: String, port: String, device: String?)
    /// A recorded drive, at its own pace times a rate.
    case file(path: String, rate: Double)
    /// Whatever format standard input has, as it comes.
    case standardInput

    /// gpsd's own port, assigned by IANA.
    private static let gpsdPort = "2947"

    /// The forms that it can be written in.
    static let forms = "gpsd://HOST[:PORT][/DEVICE], file:PATH[?rate=NUMBER] or -"

    /// The source that a flag or a configuration names.
    public init?(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if let rest = argument.removing(prefix: "file:") {
            let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            var rate = 1.0
            if parts.count == 2 {
                guard let number = parts[1].removing(prefix: "rate="), let value = Double(number),
                    value > 0, value <= 1000
                else { return nil }
                rate = value
            }
            guard !parts[0].isEmpty else { return nil }
            self = .file(path: String(parts[0]), rate: rate)
        } else if let rest = argument.removing(prefix: "gpsd://") {
            let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let (host, port) = Self.hostAndPort(parts[0]) else { return nil }
            let device = parts.count == 2 && !parts[1].isEmpty ? "/" + parts[1] : nil
            self = .gpsd(host: host, port: port, device: device)
        } else {
            return nil
        }
    }

    /// The source as ``init(argument:)`` reads it.
    public var argument: String {
        switch self {
        case .gpsd: description
        case .file(let path, let rate): "file:\(path)" + (rate == 1 ? "" : "?rate=\(rate)")
        case .standardInput: "-"
        }
    }

    /// The source as people name it.
    public var description: String {
        switch self {
        case .gpsd(let host, let port, let device): "gpsd://\(host):\(port)\(device ?? "")"
        case .file(let path, _): path
        case .standardInput: "standard input"
        }
    }

    /// `HOST`, `HOST:PORT` or `[V6ADDRESS]:PORT`.
    private static func hostAndPort(_ text: Substring) -> (String, String)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, gpsdPort) }
            guard let port = rest.removing(prefix: ":"), UInt16(port) != nil else { return nil }
            return (host, String(port))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (String(host), gpsdPort) }
        guard UInt16(parts[1]) != nil else { return nil }
        return (String(host), String(parts[1]))
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What follows a prefix, `nil` where the text does not begin with it.
    fileprivate func removing(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
