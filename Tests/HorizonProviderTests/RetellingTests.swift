import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import HorizonProvider

/// What is told when roads are other than they were told to be.
@Suite struct RetellingTests {
    /// A road that goes straight on for 800 m, with a limit of its own on its last 400 m, and one that
    /// leaves it after 200 m.
    private static func bench() throws -> Bench {
        let limit = Attribute(
            .speedLimit, SpeedLimit.limited(70, .kilometresPerHour).attributeValue,
            provenance: .tagged, from: Centimetres(20_000), to: Centimetres(60_000))
        return Bench(
            try MapSketch(
                """
                A---------B-----------------------------C
                          |
                          |
                          D
                """, gridMetres: 20,
                roads: [
                    .init("AB", class: 2), .init("BC", class: 2, also: [limit]),
                    .init("BD", class: 5),
                ]))
    }

    private static func links(_ bench: Bench, _ ways: String...) throws -> [DirectedLink] {
        try ways.map { way in
            let ends = Array(way)
            return try bench.sketch.link(ends[0], ends[1])
        }
    }

    /// Sets a route and returns what is sent then but POSITION, META-DATA and repetitions.
    private static func set(_ links: [DirectedLink], _ bench: inout Bench) throws -> [Message] {
        try bench.tree.setCourse(links, isRoute: true)
        try bench.provider.update(tree: bench.tree, at: bench.time)
        return try bench.send(for: 1).filter { message in
            switch message {
            case .segment(let message): !message.retransmission
            case .stub(let message): !message.retransmission
            case .profileShort(let message): !message.retransmission
            case .profileLong(let message): !message.retransmission
            default: false
            }
        }
    }

    private static func segments(_ messages: [Message]) -> [String] {
        messages.compactMap { message in
            guard case .segment(let segment) = message else { return nil }
            let part = ["no", "yes", "unknown", "-"][Int(segment.partOfCalculatedRoute.raw)]
            return "\(segment.pathIndex.raw)@\(segment.offset.raw) \(part)"
                + (segment.update ? " update" : "")
        }
    }

    /// Only what the route says of the roads: nothing of profiles, and no item that says nothing.
    @Test func aRouteAlongTheMainPathIsToldByUpdates() throws {
        var bench = try Self.bench()
        #expect(Self.segments(try bench.drive("A", "B", 50)) == ["8@0 -", "9@0 -", "8@400 -"])
        let told = try Self.set(try Self.links(bench, "AB", "BC"), &bench)
        #expect(Self.segments(told) == ["8@0 yes update", "9@0 no update", "8@400 yes update"])
        #expect(told.allSatisfy { $0.kind == .segment || $0.kind == .stub })
        // No longer a route: again by updates.
        #expect(
            Self.segments(try Self.set([], &bench))
                == ["8@0 - update", "9@0 - update", "8@400 - update"])
    }

    /// Where the route turns off a SEGMENT is new, and one beyond it is known.
    @Test func aPathInWhichSomethingNewStandsBeforeWhatIsKnownIsToldAsAnother() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        let told = Self.segments(try Self.set(try Self.links(bench, "AB", "BD"), &bench))
        #expect(told == ["10@0 yes", "10@200 no", "11@0 yes", "10@400 no"])
        // From here on it is told by updates.
        #expect(
            Self.segments(try Self.set(try Self.links(bench, "AB", "BC"), &bench))
                == ["10@200 yes update", "11@0 no update", "10@400 yes update"])
    }

    /// Behind all that clients know something new may follow.
    @Test func whatIsNewBehindWhatIsKnownHasNoUpdateFlag() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 50)
        let index = bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id)
        let told = Self.segments(try Self.set(try Self.links(bench, "AB", "BC", "CG"), &bench))
        #expect(told.filter { $0.hasPrefix("8@") } == ["8@0 yes update", "8@240 no"])
        #expect(bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id) == index)
    }

    /// A route that is set and unset before anything could be sent has changed nothing.
    @Test func whatIsTakenBackBeforeItIsSentIsNoUpdate() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        try bench.tree.setCourse(try Self.links(bench, "AB", "BC"), isRoute: true)
        try bench.provider.update(tree: bench.tree, at: bench.time)
        #expect(bench.provider.paths[0].items.contains { $0.isUpdate })
        let told = try Self.set([], &bench)
        #expect(Self.segments(told).isEmpty && told.isEmpty)
    }

    /// What holds where the trailing length ends is said again for that place: with the update flag where
    /// it was said there already and is another by now.
    @Test func whatWasSaidAgainIsReplacedThere() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        _ = try bench.drive("A", "B", 180)
        bench.provider.repeatEverything(at: bench.time)
        _ = try bench.send(for: 1)
        let told = try Self.set(try Self.links(bench, "AB", "BC"), &bench)
        #expect(Self.segments(told).first == "8@80 yes update")
    }
}
