import ADASISv2
import Foundation
import Glibc
import Testing

/// The daemon on a real bus, with candump as the witness.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct DaemonOnVCAN {
    /// The daemon on a bus, with the demo's drive at a multiple of its pace.
    private func start(
        _ bus: Bus, rate: Int, drive: String? = nil, messages: [String] = ["all"]
    ) throws -> ChildProcess {
        let drive = drive ?? Sample.drive.path()
        return try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(drive)?rate=\(rate)", "--can",
                bus.name, "--messages",
            ] + messages)
    }

    /// Ends it by a signal and checks that it goes in good order.
    private func stop(_ daemon: ChildProcess, _ signal: Int32 = SIGTERM) throws {
        daemon.send(signal)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.hasSuffix(" frames sent\n"))
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [5, 20]) func aRecordedDriveFasterThanItWas(rate: Int) throws {
        let bus = try Bus("ehzrun\(rate)")
        let outcome = try start(bus, rate: rate, drive: Sample.shortDrive).wait()
        #expect(outcome.status == 0, "\(outcome)")
        let sent = try #require(
            outcome.said.last?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        try eventually("candump has all frames") { try bus.log().entries.count == sent }
        let log = try bus.log()
        #expect(log.names == MessageFlagTests.carried)
        #expect(log.entries.first?.message.kind == .metaData)
        #expect(log.counterHoles == 0)
        let places = Set(log.places.map(\.offset)).count
        if rate == 5 {
            // 60 s in 12 s, and half a second until the end: a POSITION each 100 ms, some late or left out
            // on a slow machine.
            #expect((80...140).contains(log.positions.count))
            #expect(places > 60)
        } else {
            // 60 s in 3 s, and half a second until the end.
            #expect((20...40).contains(log.positions.count))
            #expect(places > 15)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItInGoodOrder(_ signal: Int32) throws {
        let bus = try Bus("ehzend0")
        let daemon = try start(bus, rate: 1)
        try eventually("a POSITION") { try !bus.log().places.isEmpty }
        try stop(daemon, signal)
    }

    /// A client that joins with the return of the bus has the whole main path of 2 km within 4 s, with the messages and
    /// the load of the default.
    @Test(arguments: [false, true]) func aReturnBringsTheWholeHorizon(_ isDeleted: Bool) throws {
        let bus = try Bus("ehzback0")
        let daemon = try start(bus, rate: 1, messages: ["default"])
        // The drive's first kilometres have the reach; all of it has been sent by then.
        try eventually("a horizon") { try bus.log().places.count > 80 }
        let before = try bus.log()
        if isDeleted { try bus.delete() } else { try bus.down() }
        try eventually("it notices") {
            daemon.words.contains(isDeleted ? "disconnected" : "is down")
        }
        if isDeleted { try bus.add() }
        try bus.listen()
        try bus.up()
        func state() throws -> HorizonReturn { HorizonReturn(before: before, after: try bus.log()) }
        try eventually("the whole main path") { try state().complete != nil }
        try state().expectInTime()
        try stop(daemon)
    }

    /// After the interface was down, clients may have lost anything: all is sent again, META-DATA
    /// first, and no counter has a hole.
    @Test func theInterfaceGoesDownAndComesUp() throws {
        let bus = try Bus("ehzdown0")
        let daemon = try start(bus, rate: 1)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        try bus.down()
        try eventually("it notices") { daemon.words.contains("\(bus.name) is down") }
        try bus.listen()
        try bus.up()
        try eventually("a path again") { try bus.log().names == MessageFlagTests.carried }
        let log = try bus.log()
        #expect(log.entries.first?.message.kind == .metaData)
        #expect(log.counterHoles == 0)
        #expect(daemon.words.contains("\(bus.name) is up; the horizon is sent again"))
        try stop(daemon)
    }

    /// A daemon whose interface was deleted, and that has noticed it.
    private func startAndLose(_ bus: Bus) throws -> ChildProcess {
        let daemon = try start(bus, rate: 1)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        try bus.delete()
        try eventually("it notices") { daemon.words.contains("\(bus.name) is disconnected") }
        return daemon
    }

    @Test func theInterfaceIsDeletedAndMadeAgain() throws {
        let bus = try Bus("ehzgone0")
        let daemon = try startAndLose(bus)
        try bus.add()
        try bus.listen()
        #expect(daemon.isRunning())
        try bus.up()
        try eventually("a path again") { try bus.log().names == MessageFlagTests.carried }
        let log = try bus.log()
        #expect(log.entries.first?.message.kind == .metaData)
        #expect(log.counterHoles == 0)
        try stop(daemon)
    }

    /// The system has one descriptor left, which a question for the interface must not take for an answer: it is there.
    @Test func oneDescriptorIsEnoughForAnInterfaceThatReturns() throws {
        let bus = try Bus("ehzone0")
        let daemon = try startAndLose(bus)
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.id)/fd")
        let used = Set(names.compactMap(Int.init))
        let free = try #require((0...used.count).first { !used.contains($0) })
        try daemon.limitDescriptors(to: free + 1)
        try bus.add()
        try bus.listen()
        try bus.up()
        try eventually("a path again") { try bus.log().names == MessageFlagTests.carried }
        try stop(daemon)
    }

    /// It all happens between two turns of the daemon's loop, which is held for that time: what the
    /// socket tells of the past must not pass for news.
    @Test(arguments: [false, true])
    func theInterfaceComesAndGoesFasterThanTheDaemonLooks(_ isDeleted: Bool) throws {
        let bus = try Bus("ehzfast0")
        // Nothing but POSITION, so that it has nothing to send when it wakes, and looks first.
        let daemon = try start(bus, rate: 1, messages: ["none", "--enable", "position"])
        try eventually("a position") { try !bus.log().places.isEmpty }
        try bus.blink(isDeleted: isDeleted, holding: daemon)
        try bus.listen()
        try eventually("a position again") { try !bus.log().places.isEmpty }
        try stop(daemon)
    }

    /// An interface that is not up yet is waited for.
    @Test func theInterfaceIsDownAtTheStart() throws {
        let bus = try Bus("ehzlate0")
        try bus.down()
        let daemon = try start(bus, rate: 1)
        try eventually("it notices") { daemon.words.contains("\(bus.name) is down") }
        try bus.listen()
        try bus.up()
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        #expect(try bus.log().entries.first?.message.kind == .metaData)
        try stop(daemon)
    }

    /// Standard input as a pipe: what arrives is matched as it comes, its end is the daemon's.
    @Test func theDriveComesThroughAPipe() throws {
        let bus = try Bus("ehzpipe0")
        let scratch = try Scratch()
        // Noise between the sentences, and the last one cut.
        let drive = try Data(contentsOf: URL(filePath: Sample.shortDrive))
        let broken = Data([0xFF, 0x00, 0x24]) + drive.dropLast(40)
        let file = try scratch.file("broken.nmea", broken)
        let daemon = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "(cat '\(file)'; until [ -e '\(scratch["seen"])' ]; do sleep 0.1; done)"
                    + " | '\(Programs.daemon)' --map '\(try Sample.map)'"
                    + " --position - --can \(bus.name)",
            ])
        try eventually("a horizon") { try bus.log().names == MessageFlagTests.byDefault }
        _ = try scratch.file("seen", Data())
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.contains("standard input: line 1, column 1"), "\(outcome)")
        #expect(outcome.words.contains("the sentence breaks off"), "\(outcome)")
        #expect(try bus.log().names == MessageFlagTests.byDefault)
    }

    /// What is no log has no horizon: the pipe's end shows it.
    @Test func aPipeThatIsNoLogEndsWithAnError() throws {
        let bus = try Bus("ehzpipe1")
        let daemon = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "cat /bin/ls | '\(Programs.daemon)' --map '\(try Sample.map)' --position - --can"
                    + " \(bus.name)",
            ])
        let outcome = try daemon.wait()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.said.last == "ehorizond: standard input: there is no position in it",
            "\(outcome)")
    }

    @Test func sourcesThatHoldNothing() throws {
        let bus = try Bus("ehzvoid0")
        let map = try Sample.map
        let scratch = try Scratch()
        let noise = try scratch.file("noise", Data((0..<1000).map { UInt8($0 * 7 & 0xFF) }))
        for (source, line) in [
            ("file:/nowhere/x.nmea", "cannot open /nowhere/x.nmea: No such file or directory"),
            ("file:\(noise)", "\(noise): there is no position in it"),
            ("file:\(Programs.package.path())", "Is a directory"),
            // As services have it: /dev/null.
            ("-", "standard input: there is no position in it"),
        ] {
            try ehorizond("--map", map, "--position", source, "--can", bus.name)
                .expectRefusal(1, line)
        }
        try ehorizond("--map", map, "--position", "file:\(Sample.drive.path())", "--can", "lo")
            .expectRefusal(1, "lo is not a CAN interface")
    }
}
