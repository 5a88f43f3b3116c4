import ArgumentParser
import CLibrary
import JSONReading
import LinuxLoop
import Quantities
import TextFiles

/// The flag of the commands that speak to a running daemon.
struct ControlFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp("The control socket of the daemon.", valueName: "path"))
    var controlSocket = "/run/ehorizon/control"

    /// Connects to the daemon.
    func connect() throws(Failure) -> ControlClient {
        try ControlClient.connected(to: controlSocket)
    }
}

/// A connection to the control socket of a daemon (docs/guide/status.md).
struct ControlClient: ~Copyable {
    private let path: String
    private var socket: UnixClient

    /// Connects to the socket at a path.
    static func connected(to path: String) throws(Failure) -> ControlClient {
        do throws(SystemError) {
            return ControlClient(path, try UnixClient.connected(to: path))
        } catch {
            throw Failure("\(path): \(error); is ehorizond running with --control-socket?")
        }
    }

    private init(_ path: String, _ socket: consuming UnixClient) {
        self.path = path
        self.socket = socket
    }

    /// Sends a request: its name, and its other members as JSON.
    mutating func send(_ name: String, _ members: [(String, String)] = []) throws(Failure) {
        var line = "{\"version\":1,\"request\":\(jsonText(name))"
        for (key, value) in members { line += ",\(jsonText(key)):\(value)" }
        line += "}\n"
        do throws(SystemError) {
            try socket.write(Array(line.utf8))
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    /// The next line; `nil` at the end.
    ///
    /// - Parameter limit: How long it waits at most; without one for ever.
    mutating func line(within limit: Nanoseconds? = nil) throws(Failure) -> [UInt8]? {
        do throws(SystemError) {
            return try socket.line(within: limit)
        } catch {
            if let limit, error.code == ETIMEDOUT {
                throw Failure("\(path): no answer within \(Int(limit.seconds)) s")
            }
            throw Failure("\(path): \(error)")
        }
    }

    /// The answer to a request; a refusal is a failure.
    mutating func answer(within limit: Nanoseconds? = nil) throws(Failure) -> ControlText {
        guard let line = try line(within: limit) else {
            throw Failure("\(path): the daemon has closed the connection")
        }
        let text = try ControlText(line, from: path)
        if text["ok"] != "true" { throw Failure(text["error"] ?? "\(path): no answer") }
        return text
    }
}

/// A line of the daemon: its values by their paths, such as `bus.state`.
struct ControlText {
    /// The line as it is.
    let line: String
    /// The values in the order of the line; `nil` for an unknown one.
    private(set) var values: [(name: String, text: String?)] = []

    init(_ bytes: [UInt8], from path: String) throws(Failure) {
        line = String(decoding: bytes, as: UTF8.self)
        var reader = JSONReader(bytes)
        do throws(JSONReader.Failure) {
            try read(&reader, "", depth: 0)
            try reader.finish()
        } catch {
            throw Failure("\(path): byte \(error.at): expected \(error.expected)")
        }
    }

    /// The value of a path; `nil` if it is unknown.
    subscript(name: String) -> String? { values.first { $0.name == name }?.text }

    private mutating func read(
        _ reader: inout JSONReader, _ name: String, depth: Int
    ) throws(JSONReader.Failure) {
        guard depth < 8 else { return try reader.skip() }
        let prefix = name.isEmpty ? "" : name + "."
        var isFirst = true
        if reader.isAtObject() {
            try reader.open("{")
            while let key = try reader.nextMember(&isFirst) {
                try read(&reader, prefix + key, depth: depth + 1)
            }
        } else if reader.isAtArray() {
            try reader.open("[")
            var number = 0
            while try reader.nextElement(&isFirst) {
                try read(&reader, prefix + "\(number)", depth: depth + 1)
                number += 1
            }
        } else {
            values.append((name, try reader.text()))
        }
    }
}
