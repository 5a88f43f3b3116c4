import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

/// A limit of a side road that begins at its hour.
@Suite struct RetoldLimitTests {
    /// Wednesday, 2026-07-15, 12:00 in Berlin.
    private static let noon: Int64 = 1_784_109_600
    private static let one: Int64 = noon + 3600

    /// A side road of 200 m and 70 km/h, of 50 km/h as the main road from 13 to 14 o'clock on a stretch,
    /// and of 90 km/h from 100 m on for 50 m. It forks at its end.
    private static func bench(from start: Int, to end: Int, isFast: Bool) throws -> Bench {
        func fact(_ kind: AttributeKind, _ value: UInt64, _ from: Int, _ to: Int) -> Attribute {
            Attribute(
                kind, value, provenance: .tagged, from: Centimetres(from), to: Centimetres(to))
        }
        func limit(_ number: UInt16) -> SpeedLimit { .limited(number, .kilometresPerHour) }
        var condition = Condition()
        condition.hours = Condition.Hours(from: .minute(13 * 60), to: .minute(14 * 60))
        let timed = SpeedLimitRule(limit(50))
        var facts = [
            fact(.particularSpeedLimit, timed.attributeValue, start * 100, end * 100),
            fact(.condition, condition.attributeValue, start * 100, end * 100),
        ]
        if isFast {
            facts += [
                fact(.speedLimit, limit(70).attributeValue, 0, 10_000),
                fact(.speedLimit, limit(90).attributeValue, 10_000, 15_000),
                fact(.speedLimit, limit(70).attributeValue, 15_000, 20_000),
            ]
        } else {
            facts.append(fact(.speedLimit, limit(70).attributeValue, 0, 20_000))
        }
        let zone = NewText(.timeZone, "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")
        return Bench(
            try MapSketch(
                """
                A--B-------C
                   |
                   |
                   |
                   D--E
                   |
                   F
                """, gridMetres: 50,
                roads: [
                    .init("AB", class: 2, limit: limit(50)),
                    .init("BC", class: 2, limit: limit(50)),
                    .init("BD", class: 4, also: facts), .init("DF", class: 4),
                    .init("DE", class: 6),
                ]
            ) { $0.texts.append(zone) }
        ) {
            $0.mask.set(.speedLimitAndRecommendedSpeed, to: true)
        } horizon: {
            $0.lookAhead = [200_000, 50_000, 50_000].map { Centimetres($0) }
        }
    }

    /// Looks at a moment, and returns what is sent then for the first time.
    private static func see(_ bench: inout Bench, at moment: Int64) throws -> [Message] {
        let place = LinkPlace(try bench.sketch.link("A", "B"), offset: Metres(100))
        try bench.tree.advance(to: place, at: moment)
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.onPath, time: bench.time), at: bench.time)
        return try bench.send(for: 1)
    }

    private static func limits(_ messages: [Message], of path: UInt8) -> [String] {
        messages.compactMap { message -> String? in
            guard case .profileLong(let profile) = message, !profile.retransmission,
                profile.profileType == .speedLimitAndRecommendedSpeed,
                profile.pathIndex.raw == path,
                case .known(let value) = profile.value.speedLimitAndRecommendedSpeed
            else { return nil }
            return "\(profile.offset.raw) \(value.speedLimit)\(profile.update ? " update" : "")"
        }
    }

    /// The profile of a path begins with what holds there, also where another path has ended so.
    @Test func theProfileIsReportedAsAnUpdate() throws {
        var bench = try Self.bench(from: 0, to: 200, isFast: false)
        let before = try Self.see(&bench, at: Self.noon)
        #expect(Self.limits(before, of: 8) == ["0 50"])
        #expect(Self.limits(before, of: 9) == ["0 70"])
        let after = try Self.see(&bench, at: Self.one)
        #expect(Self.limits(after, of: 8) == [])
        #expect(Self.limits(after, of: 9) == ["0 50 update"])
        #expect(bench.provider.paths.map(\.index.raw) == [8, 9, 10])
    }

    /// Something new in the midst of a side path: that one is told as another, with all that leave it,
    /// and the main path stays. The old indexes rest until the car has passed the side road.
    @Test func aSidePathThatIsReportedAsAnotherTakesItsOwnWithIt() throws {
        var bench = try Self.bench(from: 50, to: 75, isFast: true)
        // What leaves a side path gets its index once that one has its own.
        for _ in 0..<2 { _ = try Self.see(&bench, at: Self.noon) }
        #expect(bench.provider.paths.map(\.index.raw) == [8, 9, 10])
        for _ in 0..<2 { _ = try Self.see(&bench, at: Self.one) }
        #expect(bench.provider.paths.map(\.index.raw) == [8, 11, 12])
        let start = try #require(bench.tree.paths.dropFirst().first).startDistance
        func free(after metres: Double) -> Int {
            bench.provider.pool.freeCount(
                at: bench.time + .milliseconds(20_000),
                progress: bench.provider.progress + Metres(metres))
        }
        let rest = start.metres.value + bench.provider.parameters.restDistance.value
        #expect(rest == 110)
        #expect(free(after: rest - 0.01) == 51)
        #expect(free(after: rest) == 53)
    }
}
