import Foundation
import Glibc
import Testing

/// `ehorizon view` on a bus, beside a running daemon.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct ViewOnVCAN {
    private static func hasFrames(_ records: [[String: Any]]) -> Bool {
        records.contains { $0["r"] as? String == "frames" }
    }

    private struct Car {
        let time: Double
        let at: [Double]

        func distance(to other: Car) -> Double {
            let north = (at[1] - other.at[1]) * 111_000
            let east = (at[0] - other.at[0]) * 66_000
            return (north * north + east * east).squareRoot()
        }
    }

    /// The places of the car on the road, by source.
    private static func cars(in records: [[String: Any]]) -> [[Car]] {
        var cars: [[Car]] = [[], []]
        for record in records where record["r"] as? String == "step" {
            guard let car = record["car"] as? [String: Any], let at = car["at"] as? [Double],
                car["state"] as? String == "on-path", let source = record["s"] as? Int,
                let time = record["t"] as? Double
            else { continue }
            cars[source].append(Car(time: time, at: at))
        }
        return cars
    }

    /// The main path of both sources: the daemon's own, and what a client knows of it.
    private static func compareTrees(in records: [[String: Any]]) throws {
        var lines: [[Int: [Double]]] = [[:], [:]]
        var main: [[Int]] = [[], []]
        for record in records where record["r"] as? String == "step" {
            guard let source = record["s"] as? Int else { continue }
            if record["reset"] as? Bool == true { lines[source] = [:] }
            for case let shape as [Any] in record["shape"] as? [Any] ?? [] {
                let id = try #require(shape.first as? Int)
                lines[source][id, default: []] += try #require(shape.last as? [Double])
            }
            if let paths = record["main"] as? [Int] { main[source] = paths }
        }
        let id = try #require(main[0].first)
        #expect((lines[0][id]?.count ?? 0) > 60)
        let client = try #require(main[1].first.flatMap { lines[1][$0] })
        #expect(client.count > 60)
        // Longitude and latitude are sent: the client's points lie on lines of the daemon.
        var pieces: [((Double, Double), (Double, Double))] = []
        for line in lines[0].values where line.count > 3 {
            for at in stride(from: 3, to: line.count, by: 3) {
                pieces.append(((line[at - 2], line[at - 1]), (line[at + 1], line[at + 2])))
            }
        }
        for number in stride(from: 0, to: client.count, by: 3) {
            let place = (client[number + 1], client[number + 2])
            let least = pieces.map { distance(of: place, from: $0.0, $0.1) }.min()
            #expect(try #require(least) < 5)
        }
    }

    /// The distance of a place from a line between two others, m, in the middle of Germany.
    private static func distance(
        of place: (Double, Double), from: (Double, Double), _ to: (Double, Double)
    ) -> Double {
        func metres(_ point: (Double, Double)) -> (Double, Double) {
            ((point.0 - from.0) * 66_000, (point.1 - from.1) * 111_000)
        }
        let (end, point) = (metres(to), metres(place))
        let length = max(end.0 * end.0 + end.1 * end.1, 1e-9)
        let share = min(1, max(0, (point.0 * end.0 + point.1 * end.1) / length))
        let (x, y) = (point.0 - end.0 * share, point.1 - end.1 * share)
        return (x * x + y * y).squareRoot()
    }

    @Test func aPageFollowsTheBusAndTheDaemon() throws {
        let bus = try Bus("ehzview0")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let page = try ServedPage([
            "--map", try Sample.map, "--control", scratch["control"], "--can", bus.name,
        ])
        // The page joins late: the line at the car is transmitted again within 20 s.
        let records = try page.records(seconds: 25)
        let head = try #require(records.first)
        #expect(head["live"] as? Bool == true)
        let kinds = (head["sources"] as? [[String: Any]])?.map { $0["kind"] as? String }
        #expect(kinds == ["daemon", "client"])
        let cars = Self.cars(in: records)
        #expect(cars[0].count > 3 && cars[1].count > 3)
        // Both report the same car: this drive has at most 30 m/s.
        let distances = cars[0].compactMap { one in
            cars[1].filter { abs($0.time - one.time) < 0.3 }.map { one.distance(to: $0) }.min()
        }
        #expect(distances.count > 3 && distances.allSatisfy { $0 < 15 }, "\(distances)")
        #expect(Self.hasFrames(records))
        try Self.compareTrees(in: records)
        try page.end()
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// A daemon that is stopped, that answers again, and that ends: the page shows no car and no tree of it.
    @Test func aPageShowsThatItsDaemonIsDisconnected() throws {
        let bus = try Bus("ehzview3")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let page = try ServedPage(["--map", try Sample.map, "--control", scratch["control"]])
        let reader = try ChildProcess(
            "/usr/bin/python3",
            [
                "-uc",
                "import sys, urllib.request as u\nfor l in u.urlopen(sys.argv[1]): print(l.decode(), end='')",
                "http://127.0.0.1:\(page.port)/scene",
            ])
        try eventually("a tree") { try Self.joined(page)["paths"] is [Any] }
        daemon.send(SIGSTOP)
        try eventually("no tree") { try !(Self.joined(page)["paths"] is [Any]) }
        let stopped = try Self.joined(page)
        #expect((stopped["car"] as? [String: Any])?["state"] as? String == "no-position")
        #expect(stopped["fix"] is NSNull)
        #expect(page.process.words.contains("no answer within 2 s"))
        daemon.send(SIGCONT)
        try eventually("a tree again") { try Self.joined(page)["paths"] is [Any] }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try eventually("no tree again") { try !(Self.joined(page)["paths"] is [Any]) }
        // A line that has come is read a little later.
        func records() throws -> [[String: Any]] {
            try reader.text.split(separator: "\n").dropLast().map {
                try #require(
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
        func changes() throws -> [String] {
            try records().filter { $0["r"] as? String == "event" }
                .compactMap { $0["name"] as? String }.filter { $0.hasSuffix("connected") }
        }
        try eventually("the events of its end") {
            let changes = try changes()
            return changes.contains("connected") && changes.last == "disconnected"
        }
        reader.send(SIGKILL)
        // The main path is one that the tree of the same moment has.
        for record in try records() where record["r"] as? String == "step" {
            let at = record["car"].flatMap { ($0 as? [String: Any])?["path"] as? Int }
            guard let at, let main = record["main"] as? [Int], let first = main.first else {
                continue
            }
            #expect(at == first)
        }
        try page.end()
    }

    /// All that holds now: the first step of a page that joins.
    private static func joined(_ page: ServedPage) throws -> [String: Any] {
        try #require(try page.records { $0.count > 1 }.dropFirst().first)
    }

    /// The interface disappears and returns.
    @Test func aPageWaitsForItsInterface() throws {
        let bus = try Bus("ehzview1")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        let page = try ServedPage(["--can", bus.name])
        try eventually("frames") { try !bus.log().places.isEmpty }
        try bus.delete()
        usleep(1_500_000)
        try bus.add()
        try bus.up()
        try bus.listen()
        try eventually("frames again") { try !bus.log().places.isEmpty }
        #expect(Self.hasFrames(try page.records(until: Self.hasFrames)))
        try page.end()
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }

    /// An interface that does not exist is waited for. Who joins later gets the whole tree at once.
    @Test func anInterfaceMayAppearLater() throws {
        let page = try ServedPage(["--can", "ehzview2"])
        let bus = try Bus("ehzview2")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("frames") { try !bus.log().places.isEmpty }
        #expect(Self.hasFrames(try page.records(until: Self.hasFrames)))
        #expect(page.process.words.contains("waiting for ehzview2"))
        let late = try #require(try page.records { $0.count > 1 }.dropFirst().first)
        #expect(late["r"] as? String == "step")
        #expect(late["reset"] as? Bool == true)
        #expect((late["paths"] as? [Any])?.isEmpty == false)
        #expect((late["shape"] as? [Any])?.isEmpty == false)
        try page.end()
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
