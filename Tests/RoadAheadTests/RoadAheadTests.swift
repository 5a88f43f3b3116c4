import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadAhead
import RoadMap
import RoadMapWriter
import Routing
import Testing

@Suite("What lies ahead") struct RoadAheadTests {
    private static func kmh(_ number: UInt16) -> UInt64 {
        SpeedLimitRule(.limited(number, .kilometresPerHour)).attributeValue
    }

    /// 400 m of road in two links of 200 m, with what a test puts beside them.
    private static func road(
        _ first: [Attribute] = [], _ second: [Attribute] = [],
        profiles: [NewProfile] = [], secondProfiles: [NewProfile] = []
    ) throws -> MapSketch {
        try MapSketch(
            "A---B---C", gridMetres: 50,
            roads: [
                .init("AB", also: first, profiles: profiles),
                .init("BC", also: second, profiles: secondProfiles),
            ])
    }

    @Test func limitsAreReportedWhereTheyChange() throws {
        let map = try Self.road(
            [
                AheadScene.range(.speedLimit, Self.kmh(50), 0, 120),
                AheadScene.range(.speedLimit, Self.kmh(30), 120, 200),
            ], [AheadScene.range(.speedLimit, Self.kmh(30), 0, 60)])
        var scene = try AheadScene(map, at: ("A", "B"), 20)
        // 30 goes on across the node, and where nothing is known that is said.
        #expect(try scene.stretches(.speedLimit) == [[-20, 100], [100, 240], [240, 380]])
        let limits = try scene.items(.speedLimit).map { item -> SpeedLimit? in
            guard case .speedLimit(let stretch) = item.content else { return nil }
            return stretch?.rule.limit
        }
        #expect(
            limits == [.limited(50, .kilometresPerHour), .limited(30, .kilometresPerHour), nil])
    }

    @Test(
        arguments: [
            (19_000, 18_000, [18_000, nil]), (18_000, 19_000, [18_000, nil]),
            (nil, 19_000, [nil, nil]), (19_000, nil, [nil, nil]),
        ] as [(UInt64?, UInt64?, [Int?])])
    func aLimitIsAsOldAsTheOldestOfItsRoads(
        _ first: UInt64?, _ second: UInt64?, _ days: [Int?]
    ) throws {
        func edited(_ day: UInt64?, _ length: Int) -> [Attribute] {
            day.map { [AheadScene.range(.lastEdit, $0, 0, length)] } ?? []
        }
        let map = try Self.road(
            [AheadScene.range(.speedLimit, Self.kmh(50), 0, 200)] + edited(first, 200),
            [AheadScene.range(.speedLimit, Self.kmh(50), 0, 60)] + edited(second, 200))
        var scene = try AheadScene(map, at: ("A", "B"), 20)
        // Where no limit is known, there is nothing that could be old.
        #expect(try scene.items(.speedLimit).map(\.lastEdit) == days)
    }

    @Test func aLimitOfOneDirectionIsReportedToWhoDrivesIt() throws {
        let map = try Self.road(
            [
                AheadScene.range(.speedLimit, Self.kmh(50), 0, 120, .forward),
                AheadScene.range(.speedLimit, Self.kmh(70), 0, 80, .backward),
            ], [])
        var scene = try AheadScene(map, at: ("C", "B"), 150)
        #expect(try scene.stretches(.speedLimit) == [[-150, 170], [170, 250]])
    }

    @Test func aLimitAtTimesHoldsAtItsTime() throws {
        var night = Condition()
        night.hours = .init(from: .minute(22 * 60), to: .minute(6 * 60))
        let map = try MapSketch(
            "A---B", gridMetres: 50, roads: [.init("AB")]
        ) { link in
            link.attributes = [
                AheadScene.range(.speedLimit, Self.kmh(50), 0, 200),
                AheadScene.range(.particularSpeedLimit, Self.kmh(30), 0, 200),
                AheadScene.range(.condition, night.attributeValue, 0, 200),
            ]
            link.texts = [NewText(.timeZone, "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")]
        }
        // 2026-01-15, at noon and at 23:00 in Germany.
        for (moment, limit) in [(1_768_474_800, 50), (1_768_514_400, 30)] as [(Int64, UInt16)] {
            var scene = try AheadScene(map, at: ("A", "B"), 20)
            try scene.tree.advance(
                to: LinkPlace(try map.link("A", "B"), offset: Metres(30)), at: moment)
            let items = try scene.items(.speedLimit)
            #expect(items.count == 1)
            guard case .speedLimit(let stretch) = items.first?.content else { continue }
            #expect(stretch?.rule.limit == .limited(limit, .kilometresPerHour))
        }
    }

    @Test func aRecommendedSpeedIsReportedWithItsEnd() throws {
        let advised = SpeedLimitRule(.limited(30, .kilometresPerHour), kind: .advisory)
        let map = try Self.road(
            [AheadScene.range(.particularSpeedLimit, advised.attributeValue, 60, 110)], [])
        var scene = try AheadScene(map, at: ("A", "B"), 20)
        #expect(try scene.stretches(.advisorySpeed) == [[40, 90], [90, 380]])
    }

    @Test func anAverageSpeedIsReportedWithItsEnd() throws {
        let map = try Self.road(
            [AheadScene.range(.averageSpeed, 95, 60, 110, .forward)], [])
        var scene = try AheadScene(map, at: ("A", "B"), 20)
        #expect(try scene.stretches(.averageSpeed) == [[40, 90], [90, 380]])
        let speeds = try scene.items(.averageSpeed).map(\.content)
        let measured = MetresPerSecond(kilometresPerHour: 47.5)
        #expect(speeds == [.averageSpeed(measured), .averageSpeed(nil)])
        // Nothing is known where no car of the other direction was counted.
        var back = try AheadScene(map, at: ("B", "A"), 20)
        #expect(try back.items(.averageSpeed).isEmpty)
    }

    @Test func aCurveIsBetweenItsEndsAndAsFastAsItIsSafe() throws {
        // Level until 60 m, to a radius of 50 m at 100 m, as far as 140 m, level from 180 m on.
        let bend = AheadScene.profile(
            .curvature, [(0, 0), (60, 0), (100, 2000), (140, 2000), (180, 0), (200, 0)])
        let error = AheadScene.profile(.curvatureError, [(0, 100), (200, 100)])
        let map = try Self.road(profiles: [bend, error])
        var scene = try AheadScene(map, at: ("A", "B"), 10)
        scene.parameters.lateralAcceleration = MetresPerSecondSquared(2)
        scene.parameters.fastestCurve = MetresPerSecond(20)
        // From 2/20² = 0.005 1/m on, a quarter of the way up and down.
        #expect(try scene.stretches(.curve) == [[60, 160]])
        guard case .curve(let curve) = try scene.items(.curve).first?.content else { return }
        #expect(curve.curvature == PerMetre(0.02))
        #expect(curve.error == PerMetre(0.001))
        #expect(AheadScene.whole(curve.apex) == 90)
        #expect(abs(curve.safeSpeed.value - 10) < 1e-9)
        #expect(!curve.isTurn)
        // Driven the other way it bends to the left.
        var back = try AheadScene(map, at: ("C", "B"), 10)
        back.parameters = scene.parameters
        guard case .curve(let left) = try back.items(.curve).first?.content else {
            Issue.record("no curve")
            return
        }
        #expect(left.curvature == PerMetre(-0.02))
        #expect(try back.stretches(.curve) == [[220, 320]])
    }

    @Test func aBendToTheOtherSideIsAnotherCurve() throws {
        let bends = AheadScene.profile(
            .curvature, [(0, 1000), (80, 1000), (120, -1000), (200, -1000)])
        let map = try Self.road(profiles: [bends])
        var scene = try AheadScene(map, at: ("A", "B"), 0)
        scene.parameters.lateralAcceleration = MetresPerSecondSquared(2)
        scene.parameters.fastestCurve = MetresPerSecond(20)
        #expect(try scene.stretches(.curve) == [[0, 90], [110, 200]])
    }

    @Test func aCurveGoesOnAcrossANode() throws {
        let map = try Self.road(
            profiles: [AheadScene.profile(.curvature, [(0, 0), (100, 1000), (200, 1000)])],
            secondProfiles: [AheadScene.profile(.curvature, [(0, 1000), (100, 2000), (200, 0)])])
        var scene = try AheadScene(map, at: ("A", "B"), 0)
        scene.parameters.lateralAcceleration = MetresPerSecondSquared(2)
        scene.parameters.fastestCurve = MetresPerSecond(20)
        #expect(try scene.stretches(.curve) == [[50, 375]])
        guard case .curve(let curve) = try scene.items(.curve).first?.content else { return }
        #expect(AheadScene.whole(curve.apex) == 300)
    }

    @Test func whereCurvatureIsNotKnownNoCurveGoesOn() throws {
        let map = try Self.road(
            profiles: [AheadScene.profile(.curvature, [(0, 1000), (100, 1000)])],
            secondProfiles: [AheadScene.profile(.curvature, [(0, 1000), (200, 1000)])])
        var scene = try AheadScene(map, at: ("A", "B"), 0)
        #expect(try scene.stretches(.curve) == [[0, 100], [200, 400]])
    }

    @Test func aTurnInsideAJunctionIsACurve() throws {
        let map = try MapSketch(
            """
            A---B
                |
                C
            """, gridMetres: 50, roads: [.init("AB"), .init("BC")])
        var scene = try AheadScene(map, at: ("A", "B"), 50)
        #expect(try scene.stretches(.curve) == [[150, 160]])
        guard case .curve(let turn) = try scene.items(.curve).first?.content else { return }
        #expect(turn.isTurn)
        #expect(abs(turn.curvature.value - Double.pi / 20) < 0.001)
    }

    @Test func slopesAreReportedInDrivingDirection() throws {
        let slope = AheadScene.profile(.slope, [(0, 0), (100, 500), (200, 300)])
        let map = try Self.road(profiles: [slope])
        var scene = try AheadScene(map, at: ("A", "B"), 50)
        #expect(try scene.stretches(.slope) == [[-50, 50], [50, 150]])
        var back = try AheadScene(map, at: ("C", "B"), 0)
        guard case .slope(let first) = try back.items(.slope).first?.content else { return }
        #expect([first.atStart, first.atEnd] == [-3, -5])
    }

    @Test func tunnelsGoOnFromLinkToLink() throws {
        let map = try Self.road(
            [AheadScene.range(.tunnel, 1, 150, 200), AheadScene.range(.bridge, 0, 0, 200)],
            [AheadScene.range(.tunnel, 1, 0, 50), AheadScene.range(.tunnel, 1, 120, 130)])
        var scene = try AheadScene(map, at: ("A", "B"), 0)
        #expect(try scene.stretches(.tunnel) == [[150, 250], [320, 330]])
        #expect(try scene.stretches(.bridge).isEmpty)
        // Behind the car there is nothing ahead; inside it is there.
        var inside = try AheadScene(map, at: ("B", "C"), 20)
        #expect(try inside.stretches(.tunnel) == [[-20, 30], [100, 110]])
        var beyond = try AheadScene(map, at: ("B", "C"), 140)
        #expect(try beyond.stretches(.tunnel).isEmpty)
    }

    @Test func signsAndObjectsAreReportedToWhoDrivesTowardsThem() throws {
        let stop = RoadObject(.stopSign, hasStatedDirection: true)
        let map = try Self.road(
            [
                AheadScene.range(.roadObject, stop.attributeValue, 180, 180, .forward),
                AheadScene.range(.roadObject, RoadObject(.speedBump).attributeValue, 90, 90),
            ], [])
        var scene = try AheadScene(map, at: ("A", "B"), 10)
        #expect(try scene.stretches(.sign) == [[170, 170]])
        #expect(try scene.stretches(.object) == [[80, 80]])
        var back = try AheadScene(map, at: ("C", "B"), 0)
        #expect(try back.stretches(.sign).isEmpty)
        #expect(try back.stretches(.object) == [[310, 310]])
    }

    @Test func aBorderIsReportedWhereItIsCrossed() throws {
        let map = try Self.road([], [AheadScene.range(.country, 40, 50, 200)])
        var scene = try AheadScene(map, at: ("A", "B"), 10)
        let items = try scene.items(.country)
        #expect(items.map { AheadScene.whole($0.distance) } == [240])
        guard case .country(let country) = items.first?.content else { return }
        #expect(country.numericCode == 40)
        // Who comes from there enters Germany.
        var back = try AheadScene(map, at: ("C", "B"), 0)
        #expect(try back.stretches(.country) == [[150, 150]])
    }
}
