import ADASISv2
import Foundation
import Glibc
import Testing

/// Changes through the control socket, with candump as the witness: each is on the bus within a second.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct ControlOnVCAN {
    /// Waits until something is on the bus, and expects it at most a second after the request was answered.
    private func expectSoon(
        _ what: Comment, on bus: Bus, since asked: Date,
        _ holds: (FrameLog.Entry) -> Bool
    ) throws {
        let answered = now()
        func first() throws -> FrameLog.Entry? {
            try bus.log().entries.first {
                Double($0.time) / 1e9 > asked.timeIntervalSince1970 && holds($0)
            }
        }
        try eventually(what) { try first() != nil }
        let found = try #require(try first())
        #expect(try bus.log().positions(after: answered, until: found.time) <= 10, what)
    }

    private func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }

    /// What is sent from the tenth POSITION after a moment on, up to the twentieth or later.
    private func later(than moment: Int64, on bus: Bus) throws -> [FrameLog.Entry] {
        try eventually("2 s") { try bus.log().positions(after: moment, until: .max) >= 20 }
        let log = try bus.log()
        return log.entries.filter { log.positions(after: moment, until: $0.time) >= 10 }
    }

    private func isNewPath(_ old: PathIndex) -> (FrameLog.Entry) -> Bool {
        {
            if case .position(let position) = $0.message {
                position.pathIndex.isNormal && position.pathIndex != old
            } else {
                false
            }
        }
    }

    @Test func maskAndRoute() throws {
        let bus = try Bus("ehzctrl0")
        let scratch = try Scratch()
        let match = try ehorizon(
            "match", "--map", Sample.map, "--input", Sample.drive.path(), "--lag", "30", "--output",
            scratch["places.csv"], "--route", scratch["driven.geojson"])
        #expect(match.status == 0, "\(match)")
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }

        // Fewer messages, and all again.
        #expect(
            try StatusOnVCAN.control(scratch, "mask", "--messages", "none", "--enable", "position")
                .status == 0)
        let names = Set(try later(than: now(), on: bus).map(\.message.kind))
        #expect(names == [.position])
        var asked = Date()
        #expect(
            try StatusOnVCAN.control(scratch, "mask", "--messages", "all", "--disable", "stub")
                .status == 0)
        try expectSoon("SEGMENT", on: bus, since: asked) { $0.message.kind == .segment }
        let refused = try StatusOnVCAN.control(scratch, "mask", "--enable", "sun")
        #expect(refused.status == 1)
        #expect(refused.words.contains("messages.enable"), "\(refused)")

        asked = Date()
        #expect(
            try StatusOnVCAN.control(scratch, "set-route", scratch["driven.geojson"]).status == 0)
        try expectSoon("roads of the route", on: bus, since: asked) {
            if case .segment(let segment) = $0.message {
                segment.partOfCalculatedRoute == .yes
            } else {
                false
            }
        }
        let route = try #require(try StatusOnVCAN.status(scratch)["route"] as? [String: Any])
        #expect(route["in_use"] as? Bool == true)
        asked = Date()
        #expect(try StatusOnVCAN.control(scratch, "unset-route").status == 0)
        try expectSoon("no route", on: bus, since: asked) {
            if case .segment(let segment) = $0.message {
                segment.partOfCalculatedRoute == .notAvailable
            } else {
                false
            }
        }
        #expect(
            !(try bus.log().entries.filter { Double($0.time) / 1e9 > asked.timeIntervalSince1970 }
                .contains { $0.message.kind == .stub }))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try StatusOnVCAN.expectReplay(scratch)
    }

    /// A file with an area of 300 m around the car.
    func area(_ scratch: Scratch, _ id: String, _ properties: String) throws -> String {
        let fix = try #require(try StatusOnVCAN.status(scratch)["fix"] as? [String: Any])
        let latitude = try #require(fix["latitude"] as? Double)
        let longitude = try #require(fix["longitude"] as? Double)
        let ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map {
            "[\(longitude + Double($0.0) * 0.0045),\(latitude + Double($0.1) * 0.0027)]"
        }
        return try scratch.file(
            "\(id).geojson",
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"\(id)","properties":{\(properties)},
            "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}]}
            """)
    }

    @Test func aClosureAndALimit() throws {
        let bus = try Bus("ehzctrl1")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        sleep(2)
        func path() throws -> PathIndex { try #require(try bus.log().places.last).pathIndex }
        func tree() throws -> [String: Any] {
            try #require(try StatusOnVCAN.status(scratch)["tree"] as? [String: Any])
        }
        #expect(try tree()["exits"] as? [Any] != nil)
        let former = try path()
        var asked = Date()
        let works = try area(scratch, "works", #""kind":"closure""#)
        #expect(try StatusOnVCAN.control(scratch, "add-objects", works).status == 0)
        try expectSoon("another path", on: bus, since: asked, isNewPath(former))
        // All roads around the car are closed: its own road has no exit.
        #expect((try tree()["exits"] as? [Any])?.isEmpty == true)
        #expect((try tree()["paths"] as? Int) == 1)
        let closed = try path()
        asked = Date()
        #expect(try StatusOnVCAN.control(scratch, "remove-objects", "works").status == 0)
        try expectSoon("the exits again", on: bus, since: asked, isNewPath(closed))
        #expect((try tree()["exits"] as? [Any])?.isEmpty == false)

        func hasLimit(_ code: EffectiveSpeedLimitCode) -> (FrameLog.Entry) -> Bool {
            {
                if case .segment(let segment) = $0.message {
                    segment.effectiveSpeedLimit == code
                } else {
                    false
                }
            }
        }
        let ten = EffectiveSpeedLimitCode(upTo: 10)
        #expect(try !bus.log().entries.contains(where: hasLimit(ten)))
        asked = Date()
        let limit = try area(scratch, "slow", #""limit":10"#)
        #expect(try StatusOnVCAN.control(scratch, "add-objects", limit).status == 0)
        try expectSoon("10 km/h", on: bus, since: asked, hasLimit(ten))
        let objects = try #require(try StatusOnVCAN.status(scratch)["objects"] as? [[String: Any]])
        #expect(objects.count == 1 && (objects[0]["stretches"] as? Int ?? 0) > 1)
        asked = Date()
        #expect(try StatusOnVCAN.control(scratch, "remove-objects", "--all").status == 0)
        let gone = now()
        try expectSoon("the limit of the map", on: bus, since: asked) {
            if case .segment(let segment) = $0.message {
                segment.effectiveSpeedLimit != ten && segment.effectiveSpeedLimit != .unknown
            } else {
                false
            }
        }
        #expect(try !later(than: gone, on: bus).contains(where: hasLimit(ten)))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try StatusOnVCAN.expectReplay(scratch)
    }

    /// Another user than that of the daemon may read, and change nothing.
    @Test(.enabled(if: geteuid() == 0, "needs root, to become another user"))
    func otherUsersMayRead() throws {
        let bus = try Bus("ehzctrl2")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let ask = """
            import os, socket, sys
            client = socket.socket(socket.AF_UNIX)
            os.setgid(0)
            os.setgroups([0])
            os.chmod(os.path.dirname(sys.argv[1]), 0o755)
            os.setuid(65534)
            client.connect(sys.argv[1])
            lines = client.makefile()
            for name in ("status", "unset-route"):
                client.sendall(b'{"request":"%s"}\\n' % name.encode())
                print(lines.readline())
            """
        let outcome = try ChildProcess("python3", ["-c", ask, scratch["control"]]).wait()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains(#""answer":"status","ok":true"#), "\(outcome.text)")
        #expect(
            outcome.text.contains("unset-route needs the user of the daemon, or root"),
            "\(outcome.text)")
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    @Test func events() throws {
        let bus = try Bus("ehzctrl3")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let events = try ChildProcess(
            Programs.tool, ["control", "subscribe", "--control-socket", scratch["control"]])
        let ahead = try ChildProcess(
            Programs.tool, ["control", "ahead", "--control-socket", scratch["control"]])
        try eventually("places") { events.text.count { $0 == "\n" } >= 3 }
        #expect(events.text.contains(#""event":"place","state":"on-road""#))
        try eventually("limit and curve ahead") {
            ahead.text.contains(#""event":"ahead","limit":"#)
        }
        #expect(ahead.text.contains(#""safe_speed_m_s":"#))
        #expect(!ahead.text.contains(#""event":"place""#))
        // What a closure means for the tree depends on where the car is: there is another one after ten seconds.
        var closures = 0
        var next = Date()
        do {
            try eventually("a tree", seconds: 120) {
                if Date() >= next {
                    closures += 1
                    next = Date(timeIntervalSinceNow: 10)
                    let works = try area(scratch, "works\(closures)", #""kind":"closure""#)
                    #expect(try StatusOnVCAN.control(scratch, "add-objects", works).status == 0)
                }
                return events.text.contains(#""event":"tree","change":"new","cause":"objects""#)
            }
        } catch {
            Issue.record("\(closures) closures, and these events: \(events.text.suffix(4000))")
            throw error
        }
        #expect(events.text.contains(#""event":"warning","text":"control socket: add-objects""#))
        try bus.down()
        try eventually("the bus") {
            events.text.contains(#""event":"bus","interface":"\#(bus.name)","state":"down""#)
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        // The events end with the daemon.
        #expect(try events.wait().status == 0)
        #expect(try ahead.wait().status == 0)
    }

    /// The client of the page docs/guide/status.md.
    @Test func theClientOfThePage() throws {
        let page = try DocumentPage("docs/guide/status.md")
        let fence = try #require(page.fences.first { $0.language == "python" })
        #expect(fence.lines.count <= 30)
        let bus = try Bus("ehzctrl4")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let script = try scratch.file("client.py", fence.lines.joined(separator: "\n") + "\n")
        let client = try ChildProcess("python3", [script, scratch["control"]])
        try eventually("a state and events", seconds: 20) {
            client.text.contains("on-road") && client.text.contains("next limit")
        }
        client.send(SIGTERM)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
