import Foundation
import Glibc
import Testing

/// `ehorizon view` on a bus, beside a running daemon.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct ViewOnVCAN {
    /// The records of a live scene, read for some seconds.
    private static func records(
        of page: ServedPage, seconds: Double
    ) throws -> [[String: Any]] {
        let body = try page.get("scene", seconds: seconds).body
        return try body.split(separator: 0x0A).dropLast().map {
            try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
        }
    }

    @Test func aPageFollowsTheBusAndTheDaemon() throws {
        let bus = try Bus("ehzview0")
        let scratch = try Scratch()
        let daemon = try StatusOnVCAN.start(bus, scratch)
        try eventually("a path") { try !bus.log().places.isEmpty }
        let page = try ServedPage([
            "--map", try Sample.map, "--control", scratch["control"], "--can", bus.name,
        ])
        let records = try Self.records(of: page, seconds: 6)
        let head = try #require(records.first)
        #expect(head["live"] as? Bool == true)
        let kinds = (head["sources"] as? [[String: Any]])?.map { $0["kind"] as? String }
        #expect(kinds == ["daemon", "client"])
        let steps = records.filter { $0["r"] as? String == "step" }
        let daemonCar = try #require(
            steps.last { $0["s"] as? Int == 0 && $0["car"] != nil }?["car"] as? [String: Any])
        let clientCar = try #require(
            steps.last { $0["s"] as? Int == 1 && $0["car"] != nil }?["car"] as? [String: Any])
        #expect(daemonCar["state"] as? String == "on-path")
        // Both report the same car: ten metres are half a second of this drive.
        let one = try #require(daemonCar["at"] as? [Double])
        let other = try #require(clientCar["at"] as? [Double])
        let north = (one[1] - other[1]) * 111_000
        let east = (one[0] - other[0]) * 66_000
        #expect((north * north + east * east).squareRoot() < 25, "\(one), \(other)")
        #expect(records.contains { $0["r"] as? String == "frames" })
        try page.end()
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
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
        let records = try Self.records(of: page, seconds: 4)
        #expect(records.contains { $0["r"] as? String == "frames" })
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
        let records = try Self.records(of: page, seconds: 4)
        #expect(records.contains { $0["r"] as? String == "frames" })
        #expect(page.process.words.contains("waiting for ehzview2"))
        let late = try #require(try Self.records(of: page, seconds: 1).dropFirst().first)
        #expect(late["r"] as? String == "step")
        #expect(late["reset"] as? Bool == true)
        #expect((late["paths"] as? [Any])?.count ?? 0 > 2, "\(late)")
        try page.end()
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
