import ADASISv2
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What an update of the tree does: the country, the paths as they grow, their STUBs.
@Suite struct UpdateRuleTests {
    private static func attribute(
        _ kind: AttributeKind, _ value: UInt64, from: Int = 0, to: Int = Int(UInt32.max)
    ) -> Attribute {
        Attribute(
            kind, value, provenance: .tagged, from: Centimetres(from), to: Centimetres(to))
    }

    /// Two links of 100 m; the second one is in another country from 60 m on.
    private static func border(_ country: UInt64, from: Int = 6_000) throws -> MapSketch {
        try MapSketch(
            "A-B-C", gridMetres: 50, roads: [.init("AB"), .init("BC")]
        ) { link in
            guard link.way == 101 else { return }
            link.attributes = [
                attribute(.country, country, from: from),
                attribute(.functionalRoadClass, 3, to: 5_000),
                attribute(.functionalRoadClass, 4, from: 5_000),
                attribute(
                    .speedLimit, SpeedLimit.limited(100, .kilometresPerHour).attributeValue),
            ]
        }
    }

    private static func put(
        _ bench: inout Bench, _ from: Character, _ to: Character, _ metres: Double
    ) throws {
        try bench.tree.advance(
            to: LinkPlace(try bench.sketch.link(from, to), offset: Metres(metres)))
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.onPath, time: bench.time), at: bench.time)
    }

    @Test(
        arguments: [
            ("A", "B", 99, 276), ("B", "C", 0, 276), ("B", "C", 59, 276), ("B", "C", 61, 756),
            ("B", "C", 105, 756), ("C", "B", 0, 756), ("C", "B", 39, 756), ("C", "B", 41, 276),
            ("B", "A", 1, 276),
        ] as [(Character, Character, Double, UInt16)])
    func theCountryIsThatOfThePlace(
        from: Character, to: Character, metres: Double, code: UInt16
    ) throws {
        var bench = Bench(try Self.border(756))
        try Self.put(&bench, from, to, metres)
        #expect(bench.provider.context.country.numericCode == code)
        #expect(bench.provider.metaDataMessage().countryCode == CountryCode(isoNumeric: Int(code)))
        var second = Bench(try Self.border(756))
        try Self.put(&second, "A", "B", 90)
        for (metres, code) in [(59.0, 276), (61, 756)] as [(Double, UInt16)] {
            try Self.put(&second, "B", "C", metres)
            #expect(second.provider.context.country.numericCode == code)
        }
        // From its first link on it may be a country that is not that of the header.
        var start = Bench(try Self.border(756, from: 0))
        _ = try start.drive("A", "B", 50)
        try Self.put(&start, "B", "C", 0)
        #expect(start.provider.context.country.numericCode == 756)
    }

    /// Whether a SEGMENT is part of the route; `nil` of other items.
    private static func isOnRoute(_ item: HeldItem) -> Bool? {
        guard case .segment(let segment) = item.message else { return nil }
        return segment.partOfCalculatedRoute == .yes
    }

    @Test(arguments: [(756, false), (826, true)] as [(UInt64, Bool)])
    func anotherUnitMakesEveryPathANewOne(country: UInt64, isNew: Bool) throws {
        var bench = Bench(try Self.border(country))
        try bench.tree.setCourse(
            [bench.sketch.link("A", "B"), bench.sketch.link("B", "C")], isRoute: true)
        _ = try bench.drive("A", "B", 90)
        let before = try #require(bench.provider.paths.first?.index)
        #expect(bench.provider.nextMetaData != nil)
        try Self.put(&bench, "B", "C", 70)
        let path = try #require(bench.provider.paths.first)
        #expect((path.index != before) == isNew)
        #expect(bench.provider.nextMetaData == nil)
        let limits = path.held.compactMap { item -> EffectiveSpeedLimitCode? in
            if case .segment(let segment) = item.message {
                segment.effectiveSpeedLimit
            } else {
                nil
            }
        }
        #expect(limits.last == EffectiveSpeedLimitCode(upTo: isNew ? 100 / 1.609344 : 100))
        #expect(path.held.allSatisfy { Self.isOnRoute($0) != false })
        // It stays as it is then.
        _ = try bench.send(for: 0.5)
        try Self.put(&bench, "B", "C", 80)
        #expect(bench.provider.nextMetaData != nil)
    }

    @Test func whatCannotBeReadIsSaidAndTheRestStands() throws {
        let bad = try MapSketch(
            "A-B-C", gridMetres: 50,
            roads: [.init("AB"), .init("BC", also: [Self.attribute(.turnLanes, 1 << 30)])])
        var bench = Bench(bad)
        #expect(throws: MapError.self) { try Self.put(&bench, "A", "B", 10) }
        #expect(bench.provider.paths[0].building.builtLinks == 1)
        #expect(!bench.provider.isComplete)
        // A country that there is not.
        var lost = Bench(try Self.border(4))
        #expect(throws: Never.self) { try Self.put(&lost, "A", "B", 10) }
        var unknown = Bench(try Self.border(1, from: 0))
        #expect(throws: MapError.self) { try Self.put(&unknown, "B", "C", 10) }
        #expect(unknown.provider.paths.count == 1 && !unknown.provider.isComplete)
        var link = Bench(try Self.border(1, from: 0)) { $0.extent = .currentLink }
        #expect(throws: MapError.self) { try Self.put(&link, "B", "C", 10) }
        #expect(link.provider.currentLink.nextTime != nil)
    }

    @Test(
        arguments: [
            ("A", "B", 99, nil), ("B", "C", 0, 3), ("B", "C", 49, 3), ("B", "C", 51, 4),
        ] as [(Character, Character, Double, Int?)])
    func theCurrentLinkIsThatOfThePlace(
        from: Character, to: Character, metres: Double, rank: Int?
    ) throws {
        var bench = Bench(try Self.border(276)) { $0.extent = .currentLink }
        _ = try bench.drive("A", "B", 10, seconds: 0)
        try Self.put(&bench, from, to, metres)
        let message = try #require(bench.provider.currentLink.due(at: bench.time))
        #expect(
            message.functionalRoadClass == rank.map { FunctionalRoadClassCode($0) } ?? .unknown)
    }

    /// Four links of 200 m, of which the first ones are given up behind the car.
    private static func grown() throws -> Bench {
        var bench = Bench(
            try MapSketch(
                """
                A-B-C-D-E
                  | | |
                  F G H
                """, gridMetres: 100,
                roads: [.init("ABCDE", class: 3), .init("BF"), .init("CG"), .init("DH")]))
        for (from, to) in [("A", "B"), ("B", "C"), ("C", "D")] as [(Character, Character)] {
            _ = try bench.drive(from, to, 150)
        }
        let main = try #require(bench.tree.mainPath)
        #expect(
            main.droppedLinks > 0 && bench.provider.paths[0].building.builtLinks > main.droppedLinks
        )
        return bench
    }

    private static func segments(_ bench: Bench) -> Int {
        bench.provider.paths[0].held.count { $0.series == .segment }
    }

    @Test func linksThatWereGivenUpBeforeTheyWereBuiltAreLeftOut() throws {
        var bench = try Self.grown()
        let main = try #require(bench.tree.mainPath)
        let all = main.droppedLinks + main.links.count
        #expect(bench.provider.paths[0].building.builtLinks == all)
        // What holds is said where the path begins to be known.
        bench.provider.paths[0].building.builtLinks = 0
        bench.provider.paths[0].held = []
        try bench.provider.update(tree: bench.tree, at: bench.time)
        #expect(bench.provider.paths[0].building.builtLinks == all && Self.segments(bench) == 1)
        // And not where the link before was built.
        bench.provider.paths[0].building.builtLinks = main.droppedLinks
        bench.provider.paths[0].held = []
        try bench.provider.update(tree: bench.tree, at: bench.time)
        #expect(bench.provider.paths[0].building.builtLinks == all && Self.segments(bench) == 0)
    }

    /// Where another route or time is looked for, too.
    @Test func ofAPathOfWhichNothingIsBuiltNothingIsReportedAnew() throws {
        var bench = try Self.grown()
        let main = try #require(bench.tree.mainPath)
        let index = bench.provider.paths[0].index
        for (built, count) in [(0, 1), (main.droppedLinks, 0)] {
            bench.provider.paths[0].building.builtLinks = built
            bench.provider.paths[0].held = []
            bench.provider.requestRoadUpdate()
            try bench.provider.update(tree: bench.tree, at: bench.time)
            #expect(Self.segments(bench) == count && !bench.provider.hasOtherRoads)
            #expect(bench.provider.paths[0].index == index)
        }
    }

    @Test func pathsEndWhereTheMapSaysSo() throws {
        var bench = try Self.grown()
        #expect(bench.provider.paths.allSatisfy { $0.building.hasEnded })
        bench = Bench(bench.sketch, horizon: { $0.lookAhead = [Centimetres(15_000)] })
        try Self.put(&bench, "A", "B", 10)
        #expect(bench.provider.paths.map(\.building.hasEnded) == [false])
    }

    @Test(arguments: [(0, true), (0.01, false)])
    func aRoadThatWasPassedIsReportedFor50Metres(beyond: Double, isReported: Bool) throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100)
        _ = try bench.drive("B", "C", 20)
        let start = try #require(bench.tree.paths.dropFirst().first)
        let metres = 20 + (Double(start.startDistance.value) + 5000) / 100 + beyond
        _ = try bench.drive("B", "C", metres)
        let number = try #require(
            bench.provider.paths[0].held.firstIndex { $0.branch == start.id })
        let message = bench.provider.paths[0].held[number].message
        bench.provider.paths[0].held[number].message = .stub(StubMessage())
        try bench.provider.update(tree: bench.tree, at: bench.time)
        guard case .stub(let stub) = bench.provider.paths[0].held[number].message,
            case .stub(let before) = message
        else { return }
        #expect((stub.relativeProbability == before.relativeProbability) == isReported)
    }

    @Test func anotherMapIsAnotherCountryWithOtherRoads() throws {
        var bench = try Self.grown()
        let other = try MapSketch(
            "A-B", gridMetres: 50,
            roads: [.init("AB", class: 5, limit: .limited(100, .kilometresPerHour))],
            country: Country(numericCode: 826, drivingSide: .left, speedUnit: .milesPerHour),
            dataTime: 1_704_067_200)
        bench.tree.clear()
        try bench.provider.changeMap(to: other.map, emptied: bench.tree, at: bench.time)
        #expect(bench.provider.paths.isEmpty && bench.provider.reportedPlace == nil)
        #expect(bench.provider.vehicle.place == .notCalibrated)
        let metaData = bench.provider.metaDataMessage()
        #expect(metaData.countryCode == CountryCode(isoNumeric: 826))
        #expect(metaData.mapVersionYear == MapYearCode(year: 2024))
        // The way is counted anew, and so the time alone counts.
        let rested = bench.time + .seconds(10)
        let free = bench.provider.pool.freeCount(at: rested, progress: .zero, forMainPath: true)
        #expect(free == 56)
        var tree = PathTree(map: other.map)
        try tree.advance(to: LinkPlace(try other.link("A", "B"), offset: .zero))
        try bench.provider.update(
            tree: tree, vehicle: VehicleState(.onPath, time: bench.time), at: bench.time)
        let first = try #require(
            bench.provider.paths.first?.held.first { $0.series == .segment })
        guard case .segment(let segment) = first.message else { return }
        #expect(segment.functionalRoadClass == FunctionalRoadClassCode(5))
        #expect(segment.effectiveSpeedLimit == EffectiveSpeedLimitCode(upTo: 100 / 1.609344))
    }

    @Test func candidatesThatWereNotReportedAreOthersByNow() throws {
        var bench = try Self.grown()
        for (due, left) in [(nil, nil), (0, 0), (1, nil), (2, nil)] as [(Int?, Int?)] {
            bench.provider.dueCandidate = due
            try bench.provider.update(tree: bench.tree, at: bench.time)
            #expect(bench.provider.dueCandidate == left)
        }
    }

    @Test func nothingOfThePathsIsLeftInTheQueue() throws {
        var bench = Bench(try ProviderTests.sketch())
        try Self.put(&bench, "A", "B", 10)
        try bench.provider.setMask(
            bench.provider.mask, extent: .currentLink, tree: bench.tree, at: bench.time)
        let isEmpty = !bench.provider.queue.hasMore(in: bench.provider.paths)
        #expect(isEmpty)
    }
}
