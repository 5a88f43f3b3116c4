import Foundation
import Glibc
import Testing

/// Disks that are full, that stand still, and that allow a file but no name for it.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct DisksOnVCAN {
    private static func sh(_ script: String, _ arguments: String...) throws {
        let outcome = try ChildProcess("sh", ["-ec", script, "sh"] + arguments).wait()
        try #require(outcome.status == 0, "\(script): \(outcome)")
    }

    private static func start(_ bus: Bus, _ scratch: Scratch, _ flags: [String]) throws
        -> ChildProcess
    {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--control-socket", scratch["control"],
            ] + flags)
    }

    private func count(_ file: String) -> Int {
        (try? Data(contentsOf: URL(filePath: file)))?.count { $0 == 0x0A } ?? 0
    }

    /// On a full disk the log of speed limits keeps whole lines and states how many are lost. After a rename the
    /// next line is in a new file with the old name.
    @Test func aFullDiskAndALogThatIsRenamed() throws {
        let bus = try Bus("ehzdisk0")
        let scratch = try Scratch()
        let disk = scratch["disk"]
        try Self.sh("mkdir $1; mount -t tmpfs -o size=64k none $1", disk)
        defer { try? Self.sh("umount $1", disk) }
        let log = disk + "/limits.log"
        let daemon = try Self.start(bus, scratch, ["--limit-log", log])
        try eventually("lines") { count(log) > 3 }
        // What is left is the rest of the log's page: a line ends beyond it.
        try Self.sh("cat /dev/zero >$1/filler || true", disk)
        try eventually("a full disk") {
            daemon.words.contains("No space left on device; lines are")
        }
        let full = count(log)
        let bytes = try Data(contentsOf: URL(filePath: log))
        #expect(bytes.last == 0x0A, "a part of a line")
        usleep(4_000_000)
        #expect(count(log) - full < 20)
        try Self.sh("rm $1/filler", disk)
        try eventually("lines again") { count(log) > full + 1 }
        try Self.sh("mv $1/limits.log $1/evidence.log", disk)
        try eventually("a new file") { count(log) > 2 }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)

        let text = try String(contentsOfFile: disk + "/evidence.log", encoding: .utf8)
        for line in text.split(separator: "\n") {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
        }
        #expect(text.split(separator: "\n").count { $0.contains("\"event\":\"lost\"") } >= 1)
        for name in ["evidence.log", "limits.log"] {
            let table = try ehorizon("limits", disk + "/" + name)
            #expect(table.status == 0, "\(name): \(table)")
        }
    }

    /// Whether the test's kernel is its own, with a module for disks from files.
    private static let canFreeze: Bool = {
        let script = """
            [ -e /sys/module/loop ] ||
                busybox insmod /usr/lib/uml/modules/$(uname -r)/kernel/drivers/block/loop.ko
            """
        return (try? sh(script)) != nil
    }()

    /// A disk that stands still while the daemon writes to it with each of its threads does not keep it from its end: a
    /// service manager would kill it after 10 s.
    /// Prints the time each 20 ms.
    private static let clock = """
        import time
        while True:
            print(time.monotonic(), flush=True)
            time.sleep(0.02)
        """

    /// The longest time for which the machine has stopped a clock, seconds.
    private static func longestStop(of clock: ChildProcess) throws -> Double {
        let times = clock.text.split(separator: "\n").dropLast().compactMap { Double($0) }
        try #require(times.count > 10)
        return zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? 0
    }

    @Test(.enabled(if: canFreeze, "needs User Mode Linux")) func aDiskThatStandsStill() throws {
        let bus = try Bus("ehzdisk1")
        let scratch = try Scratch()
        let disk = scratch["disk"]
        try Self.sh(
            """
            mkdir $1; truncate -s 20M $1.image; mke2fs -q -t ext4 -F $1.image
            mount -o loop $1.image $1
            """, disk)
        defer { try? Self.sh("umount $1", disk) }
        let daemon = try Self.start(
            bus, scratch,
            [
                "--record", disk + "/drive.rec", "--ring-directory", disk + "/ring",
                "--limit-log", disk + "/limits.log", "--state-directory", disk + "/state",
            ])
        try eventually("lines") { count(disk + "/limits.log") > 3 }
        try Self.sh("fsfreeze -f $1", disk)
        var isFrozen = true
        defer { if isFrozen { try? Self.sh("fsfreeze -u $1", disk) } }
        #expect(try StatusOnVCAN.control(scratch, "write-ring").status == 0)
        usleep(3_000_000)
        let clock = try ChildProcess("python3", ["-c", Self.clock])
        try eventually("the clock") { !clock.text.isEmpty }
        let begin = Date()
        daemon.send(SIGTERM)
        // Threads in the kernel end later; the first one has done all that the daemon does.
        func isAtItsEnd() -> Bool {
            let status = try? String(contentsOfFile: "/proc/\(daemon.id)/status", encoding: .utf8)
            return status.map { $0.contains("State:\tZ") } ?? true
        }
        while !isAtItsEnd(), Date().timeIntervalSince(begin) < 30 { usleep(20_000) }
        let time = Date().timeIntervalSince(begin)
        print("the daemon ends \(time) s after SIGTERM")
        // A service manager ends it after 10 s.
        #expect((1...9 + (try Self.longestStop(of: clock))).contains(time))
        for line in [
            "drive.rec: the disk did not take the end of the recording in time\n",
            "ring: the disk did not take the ring buffer in time\n",
            "limits.log: the disk did not take the last speed limits in time\n",
            "state/last-place: the disk did not take it in time; the next run may lack it\n",
        ] {
            #expect(daemon.words.contains("\(disk)/\(line)"), "\(daemon.words)")
        }
        try Self.sh("fsfreeze -u $1", disk)
        isFrozen = false
        #expect(try daemon.wait().status == 0)
    }

    /// Rules of the system, here a filter of system calls, may allow a file without a name and refuse it the name: that
    /// is known at the start.
    @Test func aFolderThatAllowsNoNames() throws {
        let bus = try Bus("ehzdisk2")
        let scratch = try Scratch()
        // linkat is refused with EPERM, every other call is allowed (seccomp(2)).
        let script = """
            import ctypes, os, struct, sys
            number = {'x86_64': 265, 'aarch64': 37}[os.uname().machine]
            code = b''.join(struct.pack('HBBI', *line) for line in [
                (0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7fff0000)])
            buffer = ctypes.create_string_buffer(code)
            program = struct.pack('HxxxxxxP', 4, ctypes.addressof(buffer))
            libc = ctypes.CDLL(None, use_errno=True)
            assert libc.prctl(38, 1, 0, 0, 0) == 0
            assert libc.prctl(22, 2, program, 0, 0) == 0, os.strerror(ctypes.get_errno())
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let daemon = try ChildProcess(
            "python3",
            [
                "-c", script, Programs.daemon, "--map", try Sample.map, "--position",
                "file:\(Sample.drive.path())?rate=1", "--can", bus.name, "--ring-directory",
                scratch["ring"],
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(
            daemon.words.contains("Operation not permitted; there is no ring buffer\n"),
            "\(daemon.words)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
