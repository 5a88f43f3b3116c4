import ADASISv2
import Foundation
import Glibc
import Testing

/// Fixes that jump and never stop, from each kind of source. POSITION keeps its interval, and nothing of a flood is
/// recorded but the fixes that the engine used.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct FloodOnVCAN {
    /// Sends the drive's places in random order as fast as it can: `flood.py udp|tcp|gpsd|pipe|serial PORT DRIVE LINE`.
    private static let flood = """
        import os, random, socket, sys, tty
        kind, port, drive = sys.argv[1], int(sys.argv[2]), sys.argv[3]
        places = [line.split(",") for line in open(drive) if line.startswith("$GPRMC")]
        random.seed(1)
        def sentence(body):
            total = 0
            for sign in body: total ^= ord(sign)
            return "$%s*%02X\\r\\n" % (body, total)
        def report(number):
            place, second = random.choice(places), number % 86400
            if kind == "gpsd":
                degrees = [float(v) // 100 + float(v) % 100 / 60 for v in (place[3], place[5])]
                return ('{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-01T%02d:%02d:%02d.000Z",'
                    '"lat":%.7f,"lon":%.7f,"speed":15}\\n'
                    % (second // 3600, second % 3600 // 60, second % 60, *degrees))
            return sentence("GPRMC,%02d%02d%02d.000,A,%s,N,%s,E,35.1,%d,010126,,,A" % (
                second // 3600, second % 3600 // 60, second % 60, place[3], place[5], random.randrange(360)))
        parts, number = [], 0
        for _ in range(200):
            part = ""
            while len(part) < 4000:
                number += 1
                part += report(number)
            parts.append(part.encode())
        if kind == "udp":
            target = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            target.connect(("127.0.0.1", port))
            send = target.send
        elif kind == "pipe":
            send = sys.stdout.buffer.write
        elif kind == "serial":
            master, slave = os.openpty()
            tty.setraw(slave)
            os.symlink(os.ttyname(slave), sys.argv[4])
            print("listens", file=sys.stderr, flush=True)
            send = lambda part: os.write(master, part)
        else:
            server = socket.create_server(("127.0.0.1", port), reuse_port=True)
            print("listens", file=sys.stderr, flush=True)
            send = server.accept()[0].sendall
        print("floods", file=sys.stderr, flush=True)
        while True:
            for part in parts:
                try: send(part)
                except ConnectionRefusedError: pass
                except OSError: sys.exit()
        """

    /// The gaps between POSITIONs that are longer than 0.2 s, in milliseconds.
    private func gaps(_ bus: Bus) throws -> [Int64] {
        let times = try bus.log().entries.filter { $0.message.kind == .position }.map(\.time)
        return zip(times.dropFirst(), times).map { ($0 - $1) / 1_000_000 }.filter { $0 > 200 }
    }

    @Test(arguments: ["udp", "tcp", "gpsd", "pipe", "serial"])
    func positionKeepsItsInterval(_ kind: String) throws {
        let bus = try Bus("ehzflood0")
        let scratch = try Scratch()
        let script = try scratch.file("flood.py", Self.flood)
        let config = try scratch.file(
            "all.toml", "[horizon]\ndestinations = true\nlearning = true\n")
        let port = "29481"
        let source = [
            "udp": "nmea-udp://:\(port)", "tcp": "nmea-tcp://127.0.0.1:\(port)",
            "gpsd": "gpsd://127.0.0.1:\(port)", "pipe": "-",
            "serial": "nmea:\(scratch["line"])",
        ][kind]
        let pipe = scratch["pipe"]
        try #require(mkfifo(pipe, 0o600) == 0)
        // The sender comes first: a pipe opens once both ends are there.
        let sender = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "exec python3 '\(script)' \(kind) \(port) '\(Sample.drive.path())'"
                    + " '\(scratch["line"])'"
                    + (kind == "pipe" ? " > '\(pipe)'" : ""),
            ])
        if kind != "udp", kind != "pipe" {
            try eventually("it listens") { sender.words.contains("listens") }
        }
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", source ?? "", "--can", bus.name,
                "--messages", "all",
                "--config", config, "--record", scratch["drive.ehrec"],
            ], input: kind == "pipe" ? pipe : "/dev/null")
        try eventually("it floods") { sender.words.contains("floods") }
        try eventually("fixes are thinned") { daemon.words.contains("fixes come faster than") }
        try bus.listen()
        try eventually("5 s of POSITION") { try bus.log().positions.count > 50 }
        // The machine itself may hold the processor once; the first version had gaps of seconds.
        let gaps = try gaps(bus)
        #expect(gaps.count <= 1 && gaps.allSatisfy { $0 < 500 }, "\(gaps)")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.words.contains(" fixes that came too fast"), "\(outcome)")
        #expect(outcome.said.count { $0.contains("faster than") } == 1)
        // The fixes of the recording are those that the engine used, so its replay sends the same frames.
        let replay = try ehorizon(
            "replay", "--map", try Sample.map, "--input", scratch["drive.ehrec"], "--output",
            scratch["again.log"])
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.contains("as they were sent"), "\(replay)")
        sender.send(SIGKILL)
    }
}
