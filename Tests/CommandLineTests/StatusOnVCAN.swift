import Foundation
import Glibc
import Testing

/// The control socket of a running daemon, as `ehorizon` and as other programs use it.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct StatusOnVCAN {
    static func start(
        _ bus: Bus, _ scratch: Scratch, flags: [String] = ["--messages", "all"]
    ) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--control-socket", scratch["control"], "--record",
                scratch["drive.ehrec"],
            ] + flags)
    }

    /// What the daemon answers to `ehorizon status --json`.
    static func status(_ scratch: Scratch) throws -> [String: Any] {
        let outcome = try ehorizon("status", "--json", "--control-socket", scratch["control"])
        try #require(outcome.status == 0, "\(outcome)")
        let object = try JSONSerialization.jsonObject(with: outcome.output)
        return try #require(object as? [String: Any])
    }

    /// Runs `ehorizon control`.
    @discardableResult
    static func control(_ scratch: Scratch, _ arguments: String...) throws -> Outcome {
        try ehorizon(["control"] + arguments + ["--control-socket", scratch["control"]])
    }

    /// The replay of the recording sends what was on the bus.
    static func expectReplay(_ scratch: Scratch) throws {
        let replay = try ehorizon(
            "replay", "--map", try Sample.map, "--input", scratch["drive.ehrec"], "--output",
            scratch["again.log"])
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
    }

    /// `ehorizon status --tree` has each path with links that follow each other in the map.
    private static func expectTree(_ scratch: Scratch) throws {
        let outcome = try ehorizon("status", "--tree", "--control-socket", scratch["control"])
        let object = try JSONSerialization.jsonObject(with: outcome.output)
        let tree = try #require(object as? [String: Any])
        let paths = try #require(tree["paths"] as? [[String: Any]])
        #expect(paths.count > 1 && paths[0]["parent"] is NSNull)
        #expect(paths[0]["path"] as? Int == tree["path"] as? Int)
        let names = Set(paths.compactMap { $0["path"] as? Int })
        for path in paths.dropFirst() {
            #expect(names.contains(path["parent"] as? Int ?? -1))
            #expect((0...1).contains(path["probability"] as? Double ?? -1))
        }
        for path in paths { #expect((path["links"] as? [Any])?.isEmpty == false) }
        #expect((tree["main"] as? [Int])?.first == tree["path"] as? Int)
        let info = try ehorizon("map", "info", try Sample.map)
        #expect(info.text.contains(tree["map"] as? String ?? "?"))
    }

    /// The date of a map's data, and its age by the clock of the fixes.
    @Test func theMapsAgeIsInTheStatus() throws {
        let bus = try Bus("ehzstat9")
        let scratch = try Scratch()
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let dated = scratch["dated.osm.pbf"]
        let made = try ChildProcess(
            "osmium",
            [
                "cat", source.path(), "--output", dated, "--output-header",
                "osmosis_replication_timestamp=2024-02-29T12:00:00Z",
            ]
        ).wait()
        #expect(made.status == 0, "\(made)")
        let built = try ehorizon(
            "map", "build", "--osm", dated, "--country", "DE", "--output", scratch["dated.ehmap"])
        #expect(built.status == 0, "\(built)")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", scratch["dated.ehmap"], "--position",
                "file:\(Sample.drive.path())?rate=1", "--can", bus.name, "--control-socket",
                scratch["control"], "--config",
                try scratch.file("c.toml", "[daemon]\nmap_age_days = 100\n"),
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        let status = try Self.status(scratch)
        let map = try #require(status["map"] as? [String: Any])
        #expect(map["data_time"] as? Double == 1_709_208_000, "\(map)")
        let age = try #require(map["age_days"] as? Double)
        #expect(age > 365, "\(map)")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.contains("days older than the drive"), "\(outcome)")
    }

    @Test func statusAndMetrics() throws {
        let bus = try Bus("ehzstat0")
        let scratch = try Scratch()
        let daemon = try Self.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let status = try Self.status(scratch)
        #expect(status["version"] as? Int == 1)
        let place = try #require(status["place"] as? [String: Any])
        #expect(place["state"] as? String == "on-road")
        #expect((0...1).contains(place["probability"] as? Double ?? -1))
        let link = try #require(place["link"] as? [String: Any])
        #expect((link["way"] as? Int ?? 0) > 0)
        let fix = try #require(status["fix"] as? [String: Any])
        #expect(abs((fix["latitude"] as? Double ?? 0) - 53.55) < 0.1)
        let tree = try #require(status["tree"] as? [String: Any])
        #expect((tree["paths"] as? Int ?? 0) > 1)
        #expect(tree["path_index"] is Int)
        #expect((tree["exits"] as? [Any])?.isEmpty == false)
        let own = try #require(status["bus"] as? [String: Any])
        #expect(own["state"] as? String == "open")
        // vcan has no controller.
        #expect(own["controller"] is NSNull)
        let frames = try #require(own["frames"] as? [String: Int])
        #expect((frames["position"] ?? 0) > 0)
        #expect((frames["stub"] ?? 0) > 0)
        let map = try #require(status["map"] as? [String: Any])
        let info = try ehorizon("map", "info", try Sample.map)
        #expect(info.text.contains(map["identity"] as? String ?? "?"), "\(info.text)")
        // The sample does not say when its data is of.
        #expect(map["data_time"] is NSNull && map["age_days"] is NSNull, "\(map)")
        #expect((status["memory_bytes"] as? Int ?? 0) > 1_000_000)
        try Self.expectTree(scratch)
        // A fix each second is the latest one, and the load is measured over a second and keeps its limit.
        try eventually("a new fix, and a load") {
            let later = try Self.status(scratch)
            let fix = try #require(later["fix"] as? [String: Any])
            let load = try #require((later["bus"] as? [String: Any])?["load"] as? Double)
            #expect(load <= 0.055, "\(later)")
            return try #require(fix["age_s"] as? Double) < 3 && load > 0.001
        }

        let text = try ehorizon("status", "--control-socket", scratch["control"])
        #expect(text.text.contains("\nplace.state "), "\(text.text)")
        var file = stat()
        #expect(stat(scratch["control"], &file) == 0)
        #expect(file.st_mode & 0o777 == 0o660)

        let metrics = try ehorizon("status", "--metrics", "--control-socket", scratch["control"])
        let path = try scratch.file("metrics", metrics.output)
        let check = """
            import sys
            from prometheus_client.parser import text_string_to_metric_families as parse
            families = {family.name: family for family in parse(open(sys.argv[1]).read())}
            frames = {s.labels["message"]: s.value for s in families["ehorizon_frames"].samples}
            assert frames["position"] > 0, frames
            assert families["ehorizon_frames"].type == "counter"
            assert all(family.type in ("counter", "gauge") for family in families.values())
            print(len(families))
            """
        let parsed = try ChildProcess("/usr/bin/python3", ["-c", check, path]).wait()
        #expect(parsed.status == 0, "\(parsed)")
        #expect(Int(parsed.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 20)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        // The socket goes with the daemon.
        #expect(stat(scratch["control"], &file) != 0)
        try Self.expectReplay(scratch)
    }

    /// While a client does not read its tree, nobody else gets one. The state is answered.
    @Test func oneUnreadTree() throws {
        let bus = try Bus("ehzstat4")
        let scratch = try Scratch()
        let daemon = try Self.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let script = """
            import json, socket, sys, time
            def connect():
                client = socket.socket(socket.AF_UNIX)
                client.connect(sys.argv[1])
                return client, client.makefile()
            def ask(client, lines, name):
                client.sendall(json.dumps({"request": name}).encode() + b"\\n")
                return json.loads(lines.readline())
            idle, unread = connect()
            other, lines = connect()
            assert ask(other, lines, "tree")["ok"]
            count = 400
            idle.sendall(b'{"request":"tree"}\\n' * count)
            end = time.time() + 30
            while ask(other, lines, "tree")["ok"]:
                assert time.time() < end, "no tree waits"
                time.sleep(0.1)
            refused = ask(other, lines, "tree")
            assert refused["error"] == "another client has not read its tree yet", refused
            assert ask(other, lines, "status")["ok"]
            assert all(json.loads(unread.readline()).get("answer") == "tree" for _ in range(count))
            assert ask(other, lines, "tree")["ok"]
            """
        let outcome = try ChildProcess("/usr/bin/python3", ["-c", script, scratch["control"]])
            .wait()
        #expect(outcome.status == 0, "\(outcome)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// The socket of a daemon that was killed is replaced; that of a running one, and a file, are not.
    @Test func socketsOfOthers() throws {
        let bus = try Bus("ehzstat1")
        let scratch = try Scratch()
        let killed = try Self.start(bus, scratch)
        try eventually("a socket") { try scratch.names().contains("control") }
        killed.send(SIGKILL)
        _ = try killed.wait()
        #expect(try scratch.names().contains("control"))
        let first = try Self.start(bus, scratch)
        try eventually("it answers") {
            try ehorizon("status", "--control-socket", scratch["control"]).status == 0
        }
        let second = try Self.start(bus, scratch)
        try eventually("a line") {
            second.words.contains(
                "control: another process listens there; there is no control socket")
        }
        second.send(SIGTERM)
        #expect(try second.wait().status == 0)
        _ = try Self.status(scratch)
        first.send(SIGTERM)
        #expect(try first.wait().status == 0)
        try Data("keep".utf8).write(to: scratch.url("control"))
        let third = try Self.start(bus, scratch)
        try eventually("another line") { third.words.contains("it exists and is no socket") }
        third.send(SIGTERM)
        #expect(try third.wait().status == 0)
        #expect(try scratch.content("control") == Data("keep".utf8))
        #expect(try ehorizon("status", "--control-socket", scratch["none"]).status == 1)
    }

    /// Clients that send lines without an end, connect a thousand times, ask without a pause and never read.
    private static let hostile = """
        import socket, sys, time
        kind, path = sys.argv[1], sys.argv[2]
        def connect():
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            client.connect(path)
            return client
        print("begins", file=sys.stderr, flush=True)
        while True:
            try:
                if kind == "endless":
                    client = connect()
                    while True: client.sendall(b"{" * 65536)
                elif kind == "thousand":
                    clients = []
                    for _ in range(1000):
                        try: clients.append(connect())
                        except BlockingIOError: pass
                elif kind == "asking":
                    client = connect()
                    answers = client.makefile("rb")
                    while True:
                        client.sendall(b'{"request":"metrics"}\\n' * 50)
                        for _ in range(50):
                            if not answers.readline(): raise ConnectionError
                elif kind == "deaf":
                    clients = []
                    for _ in range(8):
                        client = connect()
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                        client.sendall(b'{"request":"subscribe","events":["place","tree","bus","warning","ahead"]}\\n')
                        client.setblocking(False)
                        clients.append(client)
                    while True:
                        for client in clients:
                            try: client.send(b'{"request":"status"}\\n' * 100)
                            except BlockingIOError: pass
                        time.sleep(0.001)
            except (ConnectionError, BrokenPipeError): pass
        """

    @Test(arguments: ["endless", "thousand", "asking", "deaf"])
    func hostileClients(_ kind: String) throws {
        let bus = try Bus("ehzstat2")
        let scratch = try Scratch()
        let script = try scratch.file("hostile.py", Self.hostile)
        let daemon = try Self.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let before = try #require(try Self.status(scratch)["memory_bytes"] as? Int)
        let client = try ChildProcess("python3", [script, kind, scratch["control"]])
        try eventually("it begins") { client.words.contains("begins") }
        try PositionGaps(on: bus, of: daemon).expectInterval(of: 100)
        #expect(client.isRunning(), "\(client.words)")
        client.send(SIGKILL)
        _ = try client.wait()
        // An orderly client is answered again, and the memory is bounded.
        try eventually("an answer") {
            try ehorizon("status", "--control-socket", scratch["control"]).status == 0
        }
        let after = try #require(try Self.status(scratch)["memory_bytes"] as? Int)
        #expect(after - before < 8_000_000, "\(before) \(after)")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.said.count <= 20, "\(outcome)")
        try Self.expectReplay(scratch)
    }
}
