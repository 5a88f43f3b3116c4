import CANFrames
import Foundation
import Glibc
import Testing

/// The ring buffer of a running daemon: nothing is written but what is asked for, and that is what was on the bus.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct RingOnVCAN {
    static func start(
        _ bus: String, _ scratch: Scratch, _ flags: [String] = [], environment: [String] = []
    ) throws -> ChildProcess {
        try ChildProcess(
            "env",
            environment + [
                Programs.daemon, "--map", try Sample.map, "--position",
                "file:\(Sample.drive.path())?rate=1", "--can", bus, "--control-socket",
                scratch["control"], "--ring-directory", scratch["ring"],
            ] + flags)
    }

    private func files(_ scratch: Scratch) throws -> [String] {
        // Where a file needs a name before it is complete, that is not one of the ring buffer.
        try FileManager.default.contentsOfDirectory(atPath: scratch["ring"])
            .filter { !$0.hasSuffix(".partial") }.sorted()
    }

    private func frames(_ log: String) throws -> [LoggedFrame] {
        try log.split(separator: "\n").map { try LoggedFrame(parsing: String($0)) }
    }

    private func replay(_ scratch: Scratch, _ name: String, _ flags: [String] = []) throws
        -> Outcome
    {
        try ehorizon(
            [
                "replay", "--map", try Sample.map, "--input", scratch["ring"] + "/" + name,
                "--output", "-",
            ]
                + flags)
    }

    @Test func onCommandAndByASignal() throws {
        let bus = try Bus("ehzring0")
        let own = try Bus("ehzring1")
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let settings = try scratch.file(
            "c.toml",
            """
            [vehicle]
            dbc = "\(dbc)"
            can = "\(own.name)"
            event_signal = "Wheels.VehicleSpeed"
            """)
        let daemon = try Self.start(
            bus.name, scratch, ["--config", settings, "--messages", "all"])
        try eventually("some seconds") { try bus.log().places.count > 50 }
        #expect(try files(scratch).isEmpty)
        let asked = try StatusOnVCAN.control(scratch, "write-ring")
        #expect(asked.status == 0, "\(asked)")
        try eventually("a file") { try files(scratch).count == 1 }
        let name = try files(scratch)[0]
        #expect(name.hasPrefix("000001-") && name.hasSuffix("-command.rec"), "\(name)")
        try eventually("a line") {
            daemon.words.contains("\(scratch["ring"])/\(name): the ring buffer is written\n")
        }
        var status = stat()
        #expect(stat(scratch["ring"] + "/" + name, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat(scratch["ring"], &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)

        // The ring is longer than the run: it has all frames.
        let transmitted = try replay(scratch, name, ["--transmitted"])
        #expect(transmitted.status == 0, "\(transmitted)")
        let (made, seen) = (try frames(transmitted.text), try frames(bus.text))
        #expect(made.count > 300)
        #expect(made.map(\.content) == seen.prefix(made.count).map(\.content))
        let replay = try self.replay(scratch, name)
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.contains("the recording begins inside a run"), "\(replay)")
        #expect(try frames(replay.text).count > 300)
        let ahead = try ehorizon(
            "ahead", "--map", Sample.map, "--input", scratch["ring"] + "/" + name, "--every", "end")
        #expect(ahead.text.contains("  junction  on path "), "\(ahead)")

        // The signal is not received, then 0, then not 0, and stays so.
        for data in ["0000000000000000", "201C000000000000", "201C000000000000"] {
            let sent = try ChildProcess("cansend", [own.name, "123#\(data)"]).wait()
            try #require(sent.status == 0, "\(sent)")
            usleep(300_000)
        }
        try eventually("a second file") { try files(scratch).count == 2 }
        usleep(500_000)
        #expect(try files(scratch).count == 2)
        #expect(try files(scratch)[1].hasSuffix("-signal.rec"))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try files(scratch).count == 2)
    }

    @Test func byBusOff() throws {
        let adapter = try SerialAdapter("ehzring2")
        defer { adapter.unplug() }
        let scratch = try Scratch()
        let daemon = try Self.start(adapter.name, scratch, ["--bitrate", "500000"])
        try eventually("frames") { adapter.identifiers.count > 100 }
        for _ in 0..<3 {
            adapter.forget()
            try adapter.say("sb000255")
            try eventually("frames again") { adapter.identifiers.count > 20 }
        }
        try eventually("a file") { try files(scratch).count == 1 }
        #expect(try files(scratch)[0].hasSuffix("-bus-off.rec"))
        #expect(try self.replay(scratch, try files(scratch)[0]).status == 0)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        // The later ones were kept in memory.
        #expect(try files(scratch).count == 2)
    }

    /// The loop stands still: before the service manager would end the daemon, its last seconds are in a file.
    @Test func aLoopThatStandsStill() throws {
        let bus = try Bus("ehzring3")
        let scratch = try Scratch()
        let manager = try ServiceOnVCAN.Manager(scratch["notify"])
        let daemon = try Self.start(
            bus.name, scratch,
            environment: ["NOTIFY_SOCKET=\(manager.address)", "WATCHDOG_USEC=30000000"])
        try eventually("a path") { try bus.log().places.count > 20 }
        // The main thread alone is stopped: PTRACE_SEIZE, PTRACE_INTERRUPT.
        let script = """
            import ctypes, sys, time
            libc = ctypes.CDLL(None, use_errno=True)
            libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
            process = int(sys.argv[1])
            assert libc.ptrace(0x4206, process, None, None) == 0, ctypes.get_errno()
            assert libc.ptrace(0x4207, process, None, None) == 0, ctypes.get_errno()
            print(time.time(), flush=True)
            time.sleep(600)
            """
        let holder = try ChildProcess("python3", ["-c", script, "\(daemon.id)"])
        try eventually("the loop is held") { holder.text.hasSuffix("\n") }
        try eventually("a file") { try files(scratch).count == 1 }
        #expect(try files(scratch)[0].hasSuffix("-watchdog.rec"))
        let begin = try #require(
            Double(holder.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        var status = stat()
        #expect(stat(scratch["ring"] + "/" + (try files(scratch)[0]), &status) == 0)
        let wait = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9 - begin
        print("the file is there \(wait) s after the loop stood still")
        #expect((0...30).contains(wait), "the watchdog's time is 30 s")
        // With its holder the hold ends.
        holder.send(SIGKILL)
        try holder.wait()
        #expect(try self.replay(scratch, try files(scratch)[0]).status == 0)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// Where the ring buffer cannot be, the horizon is sent.
    /// A ring buffer for which memory lacks is none; the horizon is sent.
    @Test func aRingWithoutMemory() throws {
        let bus = try Bus("ehzring6")
        let scratch = try Scratch()
        let settings = try scratch.file("c.toml", "[daemon]\nring_limit_mib = 256\n")
        let daemon = try ChildProcess(
            "prlimit",
            [
                "--as=\(700 << 20)", Programs.daemon, "--config", settings, "--map",
                try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1", "--can",
                bus.name, "--ring-directory", scratch["ring"],
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(daemon.words.contains("no memory of 768 MiB"), "\(daemon.words)")
        #expect(daemon.words.contains("there is no ring buffer"), "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    @Test func aFolderThatCannotBeUsed() throws {
        let bus = try Bus("ehzring4")
        let scratch = try Scratch()
        _ = try scratch.file("ring", "a file")
        let daemon = try Self.start(bus.name, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(
            daemon.words.contains(
                "cannot use the folder \(scratch["ring"]): Not a directory; there is no ring buffer\n"
            ))
        let asked = try StatusOnVCAN.control(scratch, "write-ring")
        asked.expectRefusal(1, "there is no ring buffer (daemon.ring_directory)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
