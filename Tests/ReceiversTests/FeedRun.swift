import Foundation
import Glibc
import LinuxLoop
import Positioning
import Quantities
import Testing

@testable import Receivers

/// A feed in a loop as the daemon has it.
struct FeedRun: ~Copyable {
    private let poller: Poller
    private let wakeup: Wakeup
    private var feed: PositionFeed
    private var slot = WatchSlot()
    private let words: Words
    var events: [PositionEvent] = []
    /// For so long the loop has not run, as if the program had been halted.
    var halted = Nanoseconds.zero

    /// What the feed says to people.
    final class Words {
        var lines: [String] = []
    }

    var lines: [String] { words.lines }
    /// When the feed wants to be read.
    var deadline: MonotonicTime? { feed.deadline }
    var tally: InputTally? { feed.tally }
    var fixes: [Fix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    init(_ source: String) throws {
        let source = try #require(PositionSource(argument: source), "\(source)")
        let words = Words()
        let poller = try Poller()
        let wakeup = try Wakeup()
        try poller.add(wakeup.descriptor, .readable, token: 0)
        var feed = try PositionFeed.open(OpenedSource(source), wakeup: wakeup) {
            words.lines.append($0)
        }
        feed.begin(at: monotonicNow())
        self.words = words
        self.poller = poller
        self.wakeup = wakeup
        self.feed = feed
    }

    /// Runs the loop until something is so. The limit is for what hangs, and too long to be met by chance.
    mutating func run(
        _ what: Comment, seconds: Double = 60, until isSo: (borrowing FeedRun) -> Bool
    ) throws {
        let end = monotonicNow() + .seconds(seconds)
        while !isSo(self) {
            guard monotonicNow() < end else { throw TooLate(what: what) }
            try step()
        }
    }

    private mutating func step() throws {
        try poller.follow(feed.watch, in: &slot, token: 1)
        try poller.wait(timeout: .milliseconds(20)) { _ in }
        let now = monotonicNow() + halted
        if try wakeup.acknowledge() { feed.takeConnection(at: now) }
        _ = feed.read(at: now, into: &events)
    }
}

/// What did not come about in time.
struct TooLate: Error {
    let what: Comment
}

/// RMC and GGA of a second of a day; without a date the GGA alone.
func epoch(_ second: Int, isDated: Bool = true) -> [UInt8] {
    let clock = 120_000 + second / 60 * 100 + second % 60
    let bodies = [
        "GPRMC,\(clock),A,4807.038,N,01131.000,E,022.4,084.4,230394,,,A",
        "GPGGA,\(clock),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
    ]
    return bodies.dropFirst(isDated ? 0 : 1).flatMap { body -> [UInt8] in
        let sum = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
        return Array("$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
    }
}

/// A pseudo-terminal under a name of its own, as udev gives devices one.
final class PluggedDevice {
    private let master: Int32
    private let slave: Int32
    private let link: URL

    init(at link: URL) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        // A child that held it open would keep it from hanging up.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        self.slave = slave
        self.link = link
        var line = termios()
        tcgetattr(slave, &line)
        cfmakeraw(&line)
        tcsetattr(slave, TCSANOW, &line)
        // Nobody listening must not block it.
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        // For a gpsd that has given its rights up.
        fchmod(slave, 0o666)
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: String(cString: ttyname(slave)))
    }

    func send(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    var speed: speed_t {
        var line = termios()
        tcgetattr(slave, &line)
        return cfgetispeed(&line)
    }

    /// Goes, as when the plug is pulled.
    func unplug() {
        try? FileManager.default.removeItem(at: link)
        close(slave)
        close(master)
    }
}

/// A socket of this machine.
final class LocalSocket {
    let descriptor: Int32
    let port: UInt16

    /// A port for datagrams that is free: one that was just given back.
    static func freePort() throws -> UInt16 {
        let probe = try LocalSocket(SOCK_DGRAM)
        defer { probe.end() }
        return probe.port
    }

    init(_ type: __socket_type, address host: UInt32 = 0x7F00_0001, port: UInt16 = 0) throws {
        let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
        self.descriptor = descriptor
        try #require(descriptor >= 0)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (bound, named) = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                (bind(descriptor, address, size), getsockname(descriptor, address, &size))
            }
        }
        try #require(bound == 0 && named == 0)
        self.port = UInt16(bigEndian: address.sin_port)
        if type.rawValue == SOCK_STREAM.rawValue { listen(descriptor, 4) }
    }

    /// The next connection, which has been made.
    func take() throws -> Int32 {
        let taken = accept(descriptor, nil, nil)
        try #require(taken >= 0)
        return taken
    }

    /// Sends a datagram to a port of this machine.
    func send(_ bytes: [UInt8], to port: UInt16) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                _ = sendto(descriptor, bytes, bytes.count, 0, address, size)
            }
        }
    }

    func end() { close(descriptor) }
}
