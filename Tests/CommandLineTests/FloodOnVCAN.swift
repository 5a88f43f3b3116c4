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
        try PositionGaps(on: bus, of: daemon).expectInterval(of: 50)
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.words.contains(" fixes that came too fast"), "\(outcome)")
        #expect(outcome.said.count { $0.contains("faster than") } == 1)
        sender.send(SIGKILL)
        // The fixes of the recording are those that the engine used, so its replay sends the same frames.
        let replay = try ehorizon(
            "replay", "--map", try Sample.map, "--input", scratch["drive.ehrec"], "--output",
            scratch["again.log"])
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.contains("as they were sent"), "\(replay)")
    }

    /// Frames of other nodes: with an identifier of the horizon, error frames of this host, and vehicle signals.
    @Test(arguments: ["horizon", "errors", "vehicle"])
    func positionKeepsItsIntervalAmongFrames(_ kind: String) throws {
        let bus = try Bus("ehzflood1")
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let config = try scratch.file(
            "all.toml", "[horizon]\ndestinations = true\nlearning = true\n")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--messages", "all", "--config", config,
                "--vehicle-dbc", dbc, "--speed-signal", "Wheels.VehicleSpeed",
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        // 0x301 is STUB; 0x123 has the speed; 0x20000040 reports bus-off.
        let identifier = ["horizon": 0x301, "errors": 0x2000_0040, "vehicle": 0x123][kind] ?? 0
        let storm = try FrameStorm(on: bus, of: identifier, length: kind == "horizon" ? 2 : 8)
        try PositionGaps(on: bus, of: daemon).expectInterval(of: 150)
        storm.end()
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.said.count <= 20, "\(outcome)")
    }
}
