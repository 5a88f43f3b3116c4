import Foundation
import Testing

/// A CAN interface of a test's own, with a candump that writes down what is on it.
final class Bus {
    static let isThere = ProcessInfo.processInfo.environment["EHORIZON_VCAN"] != nil
    static let reason: Comment = "needs a CAN interface: set EHORIZON_VCAN"

    let name: String
    private var candump: ChildProcess?

    /// Makes the interface, listens, and brings it up.
    init(_ name: String) throws {
        self.name = name
        try Self.ip("link del \(name)", mayFail: true)
        try add()
        try listen()
        try up()
    }

    deinit {
        candump?.send(SIGTERM)
        try? Self.ip("link del \(name)", mayFail: true)
    }

    func add() throws { try Self.ip("link add \(name) type vcan") }
    func delete() throws { try Self.ip("link del \(name)") }
    func up() throws { try Self.ip("link set \(name) up") }
    func down() throws { try Self.ip("link set \(name) down") }

    /// The interface goes and comes back at once, while a process is held.
    func blink(isDeleted: Bool, holding process: ChildProcess) throws {
        let away =
            isDeleted
            ? "ip link del \(name); ip link add \(name) type vcan" : "ip link set \(name) down"
        let command =
            "kill -STOP \(process.id); \(away); ip link set \(name) up; kill -CONT \(process.id)"
        try Self.shell(command)
    }

    /// Changes any interface: `set can0 up`.
    static func link(_ arguments: String) throws { try ip("link \(arguments)") }

    /// What `ip -details link show` says of an interface.
    static func details(of name: String) throws -> String {
        let command = "PATH=$PATH:/usr/sbin:/sbin; ip -details link show \(name)"
        let outcome = try ChildProcess("/bin/sh", ["-c", command]).wait()
        return String(decoding: outcome.output, as: UTF8.self)
    }

    private static func ip(_ arguments: String, mayFail: Bool = false) throws {
        try shell("ip \(arguments)", mayFail: mayFail)
    }

    private static func shell(_ command: String, mayFail: Bool = false) throws {
        let path = "PATH=$PATH:/usr/sbin:/sbin; "
        let outcome = try ChildProcess("/bin/sh", ["-c", path + command]).wait()
        try #require(mayFail || outcome.status == 0, "\(outcome)")
    }

    /// Starts a new candump; it goes on when the interface is down. Can be done before the
    /// interface is up, so that nothing is missed.
    func listen() throws {
        candump?.send(SIGTERM)
        candump = try ChildProcess("candump", ["-D", "-L", name])
        try eventually("candump listens") {
            let lists = try String(contentsOfFile: "/proc/net/can/rcvlist_all", encoding: .utf8)
            return lists.contains(" \(name) ")
        }
    }

    /// What has been on the bus since the last ``listen()``.
    func log() throws -> FrameLog { try FrameLog(text) }

    /// The same as candump wrote it.
    var text: String {
        let text = candump?.text ?? ""
        // The last line may be half written.
        return String(text[..<(text.lastIndex(of: "\n") ?? text.startIndex)])
    }
}

/// Waits until something is so. The limit is for what never comes, and too long to be met by chance.
func eventually(
    _ what: Comment,
    seconds limit: Double = 60,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () throws -> Bool
) throws {
    let end = Date(timeIntervalSinceNow: limit)
    while try !holds() {
        try #require(Date() < end, "never: \(what)", sourceLocation: sourceLocation)
        usleep(20_000)
    }
}
