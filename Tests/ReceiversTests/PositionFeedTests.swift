import Foundation
import Glibc
import LinuxLoop
import Positioning
import Quantities
import Testing

@testable import Receivers

@Suite(.serialized, .timeLimit(.minutes(10)))
struct PositionFeedTests {
    @Test func aReceiverIsUnpluggedAndComesBack() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-feed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = folder.appendingPathComponent("gps")
        var run = try FeedRun("nmea:\(name.path)?baud=38400")
        try run.run("it waits for its device") { !$0.lines.isEmpty }
        #expect(run.lines[0].contains("No such file or directory; trying again"))
        let first = try PluggedDevice(at: name)
        try run.run("it opens it") { $0.lines.contains("connected to \(name.path)") }
        #expect(first.speed == speed_t(B38400))
        first.send(epoch(1) + epoch(2))
        try run.run("two fixes") { $0.fixes.count == 2 }
        // Half a sentence, and gone.
        first.send(Array(epoch(3).prefix(20)))
        first.unplug()
        try run.run("it notices") {
            $0.lines.contains { $0.contains("is disconnected; trying again") }
        }
        let second = try PluggedDevice(at: name)
        try run.run("it comes back") { $0.lines.count { $0.hasPrefix("connected") } == 2 }
        second.send(epoch(4) + epoch(5))
        try run.run("two more") { $0.fixes.count == 4 }
        second.unplug()
    }

    /// Ten times the pace is ten times the speed: what is between the fixes has to fit.
    @Test func aDriveAtAnotherPace() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-feed-\(UUID().uuidString).csv")
        let drive = "time,latitude,longitude,speed\n0,48,9,2\n1,48.00002,9,\n2,48.00004,9,3\n"
        try Data(drive.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var run = try FeedRun("file:\(file.path)?rate=10")
        try run.run("three fixes") { $0.fixes.count == 3 }
        #expect(run.fixes.map(\.speed) == [MetresPerSecond(20), nil, MetresPerSecond(30)])
    }

    @Test func aHostThatClosesIsTriedAgain() throws {
        let server = try LocalSocket(SOCK_STREAM)
        defer { server.end() }
        var run = try FeedRun("nmea-tcp://127.0.0.1:\(server.port)")
        try run.run("connected") { !$0.lines.isEmpty }
        let first = try server.take()
        _ = epoch(1).withUnsafeBytes { write(first, $0.baseAddress, $0.count) }
        // A fix does not wait for the next epoch where the line falls silent.
        try run.run("a fix") { $0.fixes.count == 1 }
        close(first)
        try run.run("it notices") { $0.lines.contains { $0.contains("closed the connection") } }
        try run.run("it comes back") { $0.lines.count { $0.hasPrefix("connected") } == 2 }
        let second = try server.take()
        _ = epoch(2).withUnsafeBytes { write(second, $0.baseAddress, $0.count) }
        try run.run("another fix") { $0.fixes.count == 2 }
        close(second)
    }

    @Test func datagrams() throws {
        let port = try LocalSocket.freePort()
        var run = try FeedRun("nmea-udp://:\(port)")
        try run.run("it listens") { !$0.lines.isEmpty }
        let sender = try LocalSocket(SOCK_DGRAM)
        defer { sender.end() }
        sender.send(epoch(1), to: port)
        // An empty one is no end.
        sender.send([], to: port)
        sender.send(epoch(2), to: port)
        try run.run("two fixes") { $0.fixes.count == 2 }
        #expect(run.lines.count == 1)
    }

    /// A sender that leaves out the line ends: each fix is there with its datagram.
    @Test func datagramsWithoutLineEnds() throws {
        let port = try LocalSocket.freePort()
        var run = try FeedRun("nmea-udp://:\(port)")
        try run.run("it listens") { !$0.lines.isEmpty }
        let sender = try LocalSocket(SOCK_DGRAM)
        defer { sender.end() }
        for second in 1...3 {
            for line in epoch(second).split(separator: 0x0D) where line.count > 1 {
                sender.send(line.filter { $0 != 0x0A }, to: port)
            }
            try run.run("the fix of its datagrams") { $0.fixes.count == second }
            #expect(run.fixes.last?.speed != nil)
        }
    }

    /// A device that is no line, as `/dev/gnss0` and here a pipe, is read as it is.
    @Test func aDeviceThatIsNoLine() throws {
        let name = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-gnss-\(UUID().uuidString)").path
        try #require(mkfifo(name, 0o600) == 0)
        defer { unlink(name) }
        let writer = open(name, O_RDWR | O_NONBLOCK)
        defer { close(writer) }
        var run = try FeedRun("nmea:\(name)")
        try run.run("it is connected") { $0.lines.contains { $0.hasPrefix("connected") } }
        _ = epoch(1).withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
        try run.run("a fix") { $0.fixes.count == 1 }
    }

    /// After a halt of the program, what waited in the line is dropped and counted where it is too old.
    @Test func fixesThatWaitedForLongAreDropped() throws {
        let port = try LocalSocket.freePort()
        var run = try FeedRun("nmea-udp://:\(port)")
        try run.run("it listens") { !$0.lines.isEmpty }
        let sender = try LocalSocket(SOCK_DGRAM)
        defer { sender.end() }
        sender.send(epoch(1), to: port)
        try run.run("a fix") { $0.fixes.count == 1 }
        for second in 2...4 { sender.send(epoch(second), to: port) }
        run.halted = .seconds(60)
        sender.send(epoch(62), to: port)
        try run.run("a fix of now") { $0.fixes.count == 2 }
        let times = run.fixes.compactMap { $0.time?.nanoseconds }
        #expect(times.last.map { $0 - times[0] } == 61_000_000_000)
        #expect(
            run.tally?.dropped.map { "\($0.count) \($0.kind)" } == [
                "3 fixes that came more than 10 s late"
            ])
    }

    /// Without an address only this machine can send; another address than the sender's is dropped and counted.
    @Test func datagramsOfAnotherSender() throws {
        let port = try LocalSocket.freePort()
        var run = try FeedRun("nmea-udp://0.0.0.0:\(port)?from=127.0.0.2")
        try run.run("it listens") { !$0.lines.isEmpty }
        let other = try LocalSocket(SOCK_DGRAM)
        defer { other.end() }
        let wanted = try LocalSocket(SOCK_DGRAM, address: 0x7F00_0002)
        defer { wanted.end() }
        for second in 1...3 { other.send(epoch(second), to: port) }
        wanted.send(epoch(4), to: port)
        try run.run("a fix") { !$0.fixes.isEmpty }
        #expect(run.fixes.count == 1)
        #expect(run.tally?.dropped.map(\.kind) == ["datagrams of another sender"])
        #expect(run.tally?.dropped.map(\.count) == [3])
        #expect(
            run.lines.dropFirst() == [
                "nmea-udp://0.0.0.0:\(port): datagrams from 127.0.0.1 are discarded; only those from 127.0.0.2"
                    + " are read"
            ])
    }

    @Test func datagramsWithoutAnAddressAreOfThisMachine() throws {
        let port = try LocalSocket.freePort()
        var run = try FeedRun("nmea-udp://:\(port)")
        try run.run("it listens") { !$0.lines.isEmpty }
        let table = try String(contentsOfFile: "/proc/net/udp", encoding: .utf8)
        let hex = String(port, radix: 16, uppercase: true)
        let local = String(repeating: "0", count: 4 - hex.count) + hex
        #expect(table.contains(" 0100007F:\(local) "), "\(table)")
        #expect(!table.contains(" 00000000:\(local) "))
    }

    /// gpsd is asked with the device; silent for three seconds, it is asked again.
    @Test func gpsdIsAskedAgain() throws {
        let server = try LocalSocket(SOCK_STREAM)
        defer { server.end() }
        var run = try FeedRun("gpsd://127.0.0.1:\(server.port)/dev/ttyUSB0")
        try run.run("connected") { !$0.lines.isEmpty }
        let taken = try server.take()
        defer { close(taken) }
        _ = fcntl(taken, F_SETFL, O_NONBLOCK)
        var asked = ""
        func read() -> Int {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(taken, &buffer, buffer.count)
            if count > 0 { asked += String(decoding: buffer[..<count], as: UTF8.self) }
            return asked.count { $0 == "\n" }
        }
        let report =
            #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2024-11-22T17:12:44.000Z","#
            + #""lat":1,"lon":2}"# + "\n"
        _ = Array(report.utf8).withUnsafeBytes { write(taken, $0.baseAddress, $0.count) }
        try run.run("a fix") { $0.fixes.count == 1 }
        #expect(read() == 1)
        #expect(asked == GPSDReader.watchCommand(device: "/dev/ttyUSB0"))
        try run.run("it asks again") { _ in read() >= 2 }
        #expect(
            run.lines.dropFirst() == [
                "gpsd://127.0.0.1:\(server.port)/dev/ttyUSB0: fixes come from /dev/ttyUSB0"
            ])
    }

    /// The first words to gpsd do not arrive, and it is refused from then on: the loop does not turn without a pause.
    @Test func aConnectionThatIsResetAtOnceIsTriedAgain() throws {
        let server = try LocalSocket(SOCK_STREAM)
        var run = try FeedRun("gpsd://127.0.0.1:\(server.port)")
        let taken = try server.take()
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(taken, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        close(taken)
        server.end()
        try run.run("a line") { !$0.lines.isEmpty }
        #expect(
            run.lines == [
                "cannot reach gpsd://127.0.0.1:\(server.port): the connection was closed at once; trying again"
            ])
        let end = monotonicNow() + .seconds(5)
        try run.run("it is refused for a while") { _ in monotonicNow() > end }
        if let deadline = run.deadline { #expect(deadline > end - .seconds(1)) }
        #expect(run.lines.count == 1)
    }

    /// A host that vanishes without a word is noticed while it is not sent anything, and while it is.
    @Test func aHostThatVanishesIsNoticed() throws {
        let server = try LocalSocket(SOCK_STREAM)
        defer { server.end() }
        guard
            case .connected(let descriptor) = Connector.Outcome.tcp(
                host: "127.0.0.1", port: "\(server.port)")
        else {
            Issue.record("no connection")
            return
        }
        defer { close(descriptor) }
        func option(_ level: Int32, _ name: Int32) -> Int32 {
            var value: Int32 = 0
            var size = socklen_t(4)
            getsockopt(descriptor, level, name, &value, &size)
            return value
        }
        let tcp = Int32(IPPROTO_TCP)
        #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
        #expect(
            option(tcp, TCP_KEEPIDLE) + option(tcp, TCP_KEEPINTVL) * option(tcp, TCP_KEEPCNT) == 14)
        #expect(option(tcp, TCP_USER_TIMEOUT) == 11_000)
    }

    /// A pipe is a recorded drive too. It is read to its end, whenever its writer comes.
    @Test func aPipeIsReadToItsEnd() throws {
        let name = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-feed-\(UUID().uuidString).nmea").path
        try #require(mkfifo(name, 0o600) == 0)
        defer { unlink(name) }
        let writer = Thread {
            usleep(100_000)
            try? FileHandle(forWritingTo: URL(fileURLWithPath: name)).write(
                contentsOf: Data(epoch(1)))
        }
        writer.start()
        var run = try FeedRun("file:\(name)?rate=10")
        try run.run("a fix") { $0.fixes.count == 1 }
    }

    /// The device is named at its first fix and at each change, another one once.
    @Test func gpsdDevicesAreNamed() throws {
        let server = try LocalSocket(SOCK_STREAM)
        defer { server.end() }
        var run = try FeedRun("gpsd://127.0.0.1:\(server.port)")
        try run.run("connected") { !$0.lines.isEmpty }
        let taken = try server.take()
        defer { close(taken) }
        func send(_ device: String, _ second: Int, mode: Int = 3) {
            let text =
                #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"2024-11-22T17:12:"#
                + #"\#(second).000Z","lat":1,"lon":2}"# + "\n"
            _ = Array(text.utf8).withUnsafeBytes { write(taken, $0.baseAddress, $0.count) }
        }
        send("/dev/a", 10)
        for second in 11..<14 {
            send("/dev/b", second)
            send("/dev/a", second)
        }
        try run.run("four fixes") { $0.fixes.count == 4 }
        send("/dev/a", 14, mode: 1)
        send("/dev/a", 15, mode: 1)
        send("/dev/b", 16)
        try run.run("a fix of the other") { $0.fixes.count == 5 }
        let source = "gpsd://127.0.0.1:\(server.port)"
        #expect(
            run.lines.dropFirst() == [
                "\(source): fixes come from /dev/a",
                "\(source): /dev/b reports fixes too; they are not used",
                "\(source): fixes come from /dev/b, not from /dev/a",
            ])
        #expect(run.tally?.dropped.first { $0.kind == "of another device" }?.count == 3)
    }

    /// Fixes that a line held up say so, whether their receiver tells the date or the time of day alone.
    @Test(arguments: [true, false])
    func delaysAreStamped(isDated: Bool) throws {
        let server = try LocalSocket(SOCK_STREAM)
        defer { server.end() }
        var run = try FeedRun("nmea-tcp://127.0.0.1:\(server.port)")
        try run.run("connected") { !$0.lines.isEmpty }
        let taken = try server.take()
        defer { close(taken) }
        func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes { write(taken, $0.baseAddress, $0.count) }
        }
        let start = monotonicNow()
        send(epoch(1, isDated: isDated))
        try run.run("a fix") { $0.fixes.count == 1 }
        usleep(1_500_000)
        // Sent half a second late.
        send(epoch(2, isDated: isDated))
        try run.run("another fix") { $0.fixes.count == 2 }
        #expect(run.fixes.allSatisfy { ($0.time != nil) == isDated })
        #expect(run.fixes[0].delay == .zero)
        let delay = try #require(run.fixes[1].delay)
        let late = (monotonicNow() - start).seconds - 1
        #expect(delay.seconds <= late)
        // Beyond the tolerance it would be no delay; a busy machine may take as long.
        #expect(delay.seconds > 0.25 || late > 2)
    }
}

@Suite struct PositionSourceTests {
    @Test(arguments: [
        ("gpsd://host", PositionSource.gpsd(host: "host", port: "2947", device: nil)),
        ("gpsd://[::1]:1/dev/x", .gpsd(host: "::1", port: "1", device: "/dev/x")),
        ("nmea:/dev/ttyUSB0", .serial(path: "/dev/ttyUSB0", baud: nil)),
        ("nmea:/dev/ttyUSB0?baud=9600", .serial(path: "/dev/ttyUSB0", baud: 9600)),
        ("nmea-tcp://host:10110", .tcp(host: "host", port: "10110")),
        ("nmea-udp://:10110", .udp(host: nil, port: "10110")),
        ("nmea-udp://127.0.0.1:10110", .udp(host: "127.0.0.1", port: "10110")),
        ("nmea-udp://[::]:1", .udp(host: "::", port: "1")),
        (
            "nmea-udp://0.0.0.0:1?from=10.0.0.7",
            .udp(host: "0.0.0.0", port: "1", sender: InternetAddress(v4: 0x0A00_0007))
        ),
        ("file:a b?rate=2", .file(path: "a b", rate: 2)),
        ("-", .standardInput),
    ])
    func isReadAndWritten(text: String, source: PositionSource) {
        #expect(PositionSource(argument: text) == source)
        #expect(PositionSource(argument: source.argument) == source)
    }

    @Test(arguments: [
        "nmea:", "nmea:/dev/x?baud=1234", "nmea:/dev/x?rate=9600", "nmea-tcp://host",
        "nmea-tcp://:1", "nmea-udp://", "nmea-udp://:0x", "gpsd://:2947", "gpsd://host:99999",
        "tcp://host:1", "file:x?rate=0", "nmea-udp://:1?from=host", "nmea-udp://:1?from=",
        "nmea-udp://:1?baud=9600",
    ])
    func isRefused(text: String) { #expect(PositionSource(argument: text) == nil) }
}
