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
    @Test func aRouteAlongTheMainPathIsReportedByUpdates() throws {
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
    @Test func aPathInWhichSomethingNewStandsBeforeWhatIsKnownIsReportedAsAnother() throws {
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
        #expect(bench.provider.paths[0].held.contains { $0.isUpdate })
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

    /// What is in force where the vehicle is may be said at any time.
    @Test func whatIsNewBehindTheVehicleIsReportedAtOnce() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        _ = try bench.drive("B", "C", 50)
        let told = try Self.set(try Self.links(bench, "AB"), &bench)
        #expect(
            Self.segments(told)
                == ["8@150 yes update", "8@200 no", "9@0 no update", "8@400 no update"])
        #expect(bench.provider.paths[0].index == .first)
    }

    /// A road says how likely it is now.
    @Test func anotherCourseMakesASideRoadLessLikely() throws {
        var bench = Bench(
            try MapSketch(
                """
                A---------B---------C
                          |
                          D
                """, gridMetres: 20,
                roads: [
                    .init("AB", class: 2), .init("BC", class: 2), .init("BD", class: 2),
                ]))
        _ = try bench.drive("A", "B", 50)
        let before = try #require(bench.tree.paths.last?.branch).probability
        let told = try Self.set(try Self.links(bench, "AB", "BC"), &bench)
        let side = try #require(bench.tree.paths.last?.branch).probability
        #expect(ProbabilityCode(side) != ProbabilityCode(before))
        let codes = told.compactMap { message -> ProbabilityCode? in
            guard case .segment(let segment) = message, segment.pathIndex.raw == 9 else {
                return nil
            }
            return segment.relativeProbability
        }
        #expect(codes == [ProbabilityCode(side)])
    }

    /// The road that is driven is certain, however improbable its exit was: a client that ranks paths by their
    /// SEGMENTs finds the right one.
    @Test(arguments: [true, false]) func theRoadThatIsDrivenIsCertain(isSet: Bool) throws {
        var bench = Bench(
            try MapSketch(
                """
                A---------B---------C
                          |
                          D---------E
                """, gridMetres: 20,
                roads: [
                    .init("AB", class: 2), .init("BC", class: 2), .init("BD", class: 4),
                    .init("DE", class: 4),
                ])
        ) { $0.drivenPathIsCertain = isSet }
        let before = try bench.drive("A", "B", 150)
        let branch = try #require(bench.tree.paths.last?.branch)
        #expect(branch.probability < 0.5)
        func codes(_ messages: [Message]) -> Set<ProbabilityCode> {
            Set(
                messages.compactMap { message in
                    guard case .segment(let segment) = message, segment.pathIndex.raw == 9 else {
                        return nil
                    }
                    #expect(!isSet || segment.relativeProbability != .certain || segment.update)
                    return segment.relativeProbability
                })
        }
        #expect(codes(before) == [ProbabilityCode(branch.probability)])
        let after = try bench.drive("B", "D", 5)
        #expect(bench.provider.paths[0].index.raw == 9)
        #expect(codes(after) == (isSet ? [.certain] : []))
    }

    /// Where the main path is told as another one clients have to see the vehicle on it first.
    @Test func aMainPathThatIsReportedAsAnotherWaitsForPOSITION() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        #expect(bench.provider.reportedPlace != nil)
        try bench.tree.setCourse(try Self.links(bench, "AB", "BD"), isRoute: true)
        try bench.provider.update(tree: bench.tree, at: bench.time)
        #expect(bench.provider.reportedPlace == nil)
        #expect(bench.provider.paths.map(\.index.raw) == [10, 11])
    }

    /// Roads are looked at once for each change, and not where nothing has changed.
    @Test func whereNothingIsOtherNoRoadIsLookedAt() throws {
        var bench = try Self.bench()
        #expect(!bench.provider.hasOtherRoads)
        _ = try bench.drive("A", "B", 50)
        #expect(bench.provider.roadUpdate.draft.held.isEmpty)
        _ = try Self.set(try Self.links(bench, "AB", "BC"), &bench)
        #expect(!bench.provider.roadUpdate.draft.held.isEmpty && !bench.provider.hasOtherRoads)
        bench.provider.forgetRoadUpdates()
        _ = try bench.drive("A", "B", 60)
        #expect(bench.provider.roadUpdate.draft.held.isEmpty)
    }

    @Test func aRouteThatWasThereBeforeTheFirstPlaceIsReported() throws {
        var bench = try Self.bench()
        try bench.tree.setCourse(try Self.links(bench, "AB", "BC"), isRoute: true)
        #expect(
            Self.segments(try bench.drive("A", "B", 50)) == ["8@0 yes", "9@0 no", "8@400 yes"])
    }

    /// The tree of the new map counts routes anew.
    @Test func aRouteOnANewMapIsReported() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "B", 50)
        _ = try Self.set(try Self.links(bench, "AB", "BC"), &bench)
        #expect(bench.provider.reportedProgress == bench.provider.progress)
        var next = try Self.bench()
        try next.tree.setCourse(try Self.links(next, "AB", "BC"), isRoute: true)
        #expect(next.tree.routeNumber == bench.tree.routeNumber)
        try bench.provider.changeMap(to: next.sketch.map, emptied: next.tree, at: bench.time)
        #expect(bench.provider.reportedProgress == nil)
        bench.tree = next.tree
        #expect(
            Self.segments(try bench.drive("A", "B", 50)).map { $0.suffix(4) }
                == [" yes", "0 no", " yes"])
    }

    /// Paths that cannot be read follow once they can; the others do not wait for them.
    @Test func aPathThatCannotBeReadFollows() throws {
        func everywhere(_ kind: AttributeKind, _ value: UInt64) -> Attribute {
            Attribute(
                kind, value, provenance: .tagged, from: .zero, to: Centimetres(Int(UInt32.max)))
        }
        // Of the main path's first link nobody can say what time it is there.
        var condition = Condition()
        condition.weekdays = 0b1000
        let rule = SpeedLimitRule(.limited(30, .kilometresPerHour))
        var bench = Bench(
            try MapSketch(
                """
                A---------B---------C
                          |
                          |
                          D
                """, gridMetres: 20,
                roads: [
                    .init(
                        "AB", class: 2,
                        also: [
                            everywhere(.particularSpeedLimit, rule.attributeValue),
                            everywhere(.condition, condition.attributeValue),
                            everywhere(.timeZone, 1 << 30),
                        ]), .init("BC", class: 2), .init("BD", class: 5),
                ]))
        _ = try bench.drive("A", "B", 50)
        try bench.tree.setCourse(try Self.links(bench, "AB", "BC"), isRoute: true)
        func see(at moment: Int64?) throws {
            let place = LinkPlace(try bench.sketch.link("A", "B"), offset: Metres(50))
            try bench.tree.advance(to: place, at: moment)
            try bench.provider.update(tree: bench.tree, at: bench.time)
        }
        #expect(throws: MapError.self) { try see(at: 1_784_109_600) }
        #expect(bench.provider.hasOtherRoads)
        let first = try bench.send(for: 1)
        #expect(Self.segments(first) == ["9@0 no update"])
        try see(at: nil)
        #expect(!bench.provider.hasOtherRoads)
        let second = try bench.send(for: 1)
        #expect(Self.segments(second) == ["8@0 yes update"])
    }
}
