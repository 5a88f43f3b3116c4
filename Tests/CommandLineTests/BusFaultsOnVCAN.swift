import ADASISv2
import Foundation
import Glibc
import Testing

/// Faults of a bus that silenced the first version, or of which it said nothing.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct BusFaultsOnVCAN {
    private func start(
        _ interface: String, bitRate: Int? = nil, flags: [String] = []
    ) throws -> ChildProcess {
        let rate = bitRate.map { ["--bitrate", "\($0)"] } ?? []
        return try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", interface, "--messages", "all",
            ] + rate + flags)
    }

    private func stop(_ daemon: ChildProcess) throws -> Outcome {
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        return outcome
    }

    /// `cansend vcan0 20000040#0000000000000000`, which any user may send, looks like bus-off.
    @Test func aForgedErrorFrameChangesNothing() throws {
        let bus = try Bus("ehzforge0")
        let daemon = try start(bus.name)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        for identifier in ["20000040", "20000100", "20000204"] {
            let sent = try ChildProcess(
                "cansend", [bus.name, "\(identifier)#0030000000008080"]
            ).wait()
            try #require(sent.status == 0, "\(sent)")
            try bus.listen()
            try eventually("POSITION goes on") { try bus.log().positions.count > 5 }
        }
        let outcome = try stop(daemon)
        #expect(!outcome.words.contains("bus-off"), "\(outcome)")
        #expect(!outcome.words.contains("sent again"), "\(outcome)")
    }

    /// The controller is off the bus before the daemon starts: nobody sends it an error frame.
    @Test func theControllerIsOffAtTheStart() throws {
        let adapter = try SerialAdapter("ehzoff1")
        defer { adapter.unplug() }
        try Bus.link("set \(adapter.name) up")
        try adapter.say("sb000255")
        try eventually("the kernel knows") {
            try Bus.details(of: adapter.name).contains("BUS-OFF")
        }
        let daemon = try start(adapter.name)
        try eventually("a line") { daemon.words.contains("\(adapter.name) is bus-off") }
        usleep(500_000)
        #expect(adapter.identifiers.isEmpty)
        // Whoever owns the interface restarts it.
        try Bus.link("set \(adapter.name) down")
        try Bus.link("set \(adapter.name) up")
        try eventually("frames") { adapter.identifiers.count > 20 }
        #expect(adapter.identifiers.first == "305")
        _ = try stop(daemon)
    }

    /// The state goes from bus-off to error-active without a frame that says "restarted".
    @Test func theControllerIsBackWithoutAWord() throws {
        let adapter = try SerialAdapter("ehzoff2")
        defer { adapter.unplug() }
        let daemon = try start(adapter.name, bitRate: 500_000)
        try eventually("frames") { adapter.identifiers.count > 50 }
        try adapter.say("sb000255")
        try adapter.say("sa000000")
        adapter.forget()
        try eventually("it is announced") { daemon.words.contains("the horizon is sent again") }
        try eventually("frames again") { adapter.identifiers.count > 50 }
        _ = try stop(daemon)
    }

    @Test func anInterfaceThatComesLaterIsWaitedFor() throws {
        let bus = try Bus("ehzabsent0")
        try bus.delete()
        let daemon = try start(bus.name)
        try eventually("a line") {
            daemon.words.contains("\(bus.name): there is no such interface; waiting for it")
        }
        try bus.add()
        try bus.listen()
        try bus.up()
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        #expect(try bus.log().entries.first?.message.kind == .metaData)
        let outcome = try stop(daemon)
        #expect(outcome.said.count { $0.contains(bus.name) } == 2, "\(outcome)")
        try bus.delete()
        try start(bus.name, flags: ["--require-interface"]).wait()
            .expectRefusal(1, "there is no interface \(bus.name)")
    }

    /// An interface that is plugged in again has lost the bit rate that the daemon had set.
    @Test func theBitRateIsSetAgain() throws {
        let name = "ehzagain0"
        let first = try SerialAdapter(name)
        let daemon = try start(name, bitRate: 250_000)
        try eventually("frames") { first.identifiers.count > 20 }
        first.unplug()
        try eventually("it notices") { daemon.words.contains("\(name) is disconnected") }
        let second = try SerialAdapter(name)
        defer { second.unplug() }
        try eventually("frames again") { second.identifiers.count > 20 }
        let commands = second.commands
        let opened = try #require(commands.firstIndex(of: "O"))
        #expect(commands[..<opened].contains("S5"), "\(commands[..<opened])")
        _ = try stop(daemon)
    }

    @Test func anotherSenderOnOurIdentifiersIsNamed() throws {
        let bus = try Bus("ehzforeign0")
        let daemon = try start(bus.name)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        for _ in 0..<3 {
            let sent = try ChildProcess("cansend", [bus.name, "300#0011223344556677"]).wait()
            try #require(sent.status == 0, "\(sent)")
        }
        try eventually("a line") { daemon.words.contains("identifier 0x300 of the horizon") }
        let outcome = try stop(daemon)
        #expect(outcome.said.count { $0.contains("0x300") } == 1, "\(outcome)")
    }

    /// Down and up twenty times: not more than ten lines.
    @Test func aFlappingInterfaceIsSummedUp() throws {
        let bus = try Bus("ehzflap0")
        let daemon = try start(bus.name)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        for _ in 0..<20 {
            try bus.down()
            usleep(30_000)
            try bus.up()
            usleep(30_000)
        }
        try eventually("the sum") { daemon.words.contains(" more changes within ") }
        try bus.listen()
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let outcome = try stop(daemon)
        #expect(outcome.said.count <= 10, "\(outcome)")
    }

    /// The adapter takes nothing: a line after a second, one when it is over, and no frames that wait in the
    /// kernel for it to be over.
    @Test func aBlockedBusIsALine() throws {
        let adapter = try SerialAdapter("ehzblock0")
        defer { adapter.unplug() }
        let daemon = try start(adapter.name, bitRate: 500_000)
        try eventually("frames") { adapter.identifiers.count > 50 }
        adapter.hold(true)
        try eventually("a line") { daemon.words.contains("no frame was transmitted for 1 s") }
        adapter.hold(false)
        try eventually("it is over") { daemon.words.contains("frames are transmitted again") }
        _ = try stop(daemon)
    }

    /// Standard error is a pipe that nobody reads. The daemon still sends POSITION, counts the lost lines, and
    /// exits on SIGTERM.
    @Test func nobodyReadsTheLines() throws {
        let bus = try Bus("ehzlog0")
        let scratch = try Scratch()
        let pipe = scratch["pipe"]
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        let daemon = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" 2>\(pipe)", Programs.daemon, "--map", try Sample.map,
                "--position", "file:\(Sample.drive.path())?rate=1", "--can", bus.name,
                "--messages", "all",
            ])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        let dots = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while write(reader, dots, dots.count) > 0 {}
        while write(reader, dots, 1) > 0 {}
        for _ in 0..<3 {
            daemon.send(SIGHUP)
            usleep(200_000)
        }
        try bus.listen()
        try eventually("POSITION goes on") { try bus.log().positions.count > 20 }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while read(reader, &bytes, bytes.count) > 0 {}
        daemon.send(SIGHUP)
        var text = ""
        try eventually("what was lost") {
            let count = read(reader, &bytes, bytes.count)
            if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
            return text.contains("lines were lost, because standard error was not read")
        }
        // Scripts send these two for other daemons' log rotation.
        for signal in [SIGUSR1, SIGUSR2] {
            daemon.send(signal)
            try bus.listen()
            try eventually("POSITION after \(signal)") { try bus.log().positions.count > 5 }
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// A device without an end is no recorded drive: one line, before anything is sent.
    @Test func standardInputWithoutAnEndIsRefused() throws {
        let bus = try Bus("ehzzero0")
        let outcome = try ChildProcess(
            Programs.daemon,
            ["--map", try Sample.map, "--position", "-", "--can", bus.name], input: "/dev/zero"
        ).wait()
        outcome.expectRefusal(1, "-: more than 1048576 bytes")
    }
}
