import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

/// Speed limits that hold at times, and signs that show changing ones.
@Suite("Limits at times")
struct TimedLimitTests {
    /// Wednesday, 2026-07-15, 12:00 in Berlin.
    static let noon: Int64 = 1_784_109_600
    static let hour: Int64 = 3600
    static let berlin = "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3"

    /// A road of 50 km/h, of which the second 100 m have a limit of 30 km/h under a condition.
    static func bench(_ condition: Condition, zone: String? = berlin) throws -> Bench {
        func fact(_ kind: AttributeKind, _ value: UInt64) -> Attribute {
            Attribute(
                kind, value, provenance: .tagged, from: Centimetres(10_000),
                to: Centimetres(20_000))
        }
        let rule = SpeedLimitRule(.limited(30, .kilometresPerHour), source: .sign)
        let sketch = try MapSketch(
            "A---B", gridMetres: 100,
            roads: [
                .init(
                    "AB", class: 3, limit: .limited(50, .kilometresPerHour),
                    also: [
                        fact(.particularSpeedLimit, rule.attributeValue),
                        fact(.condition, condition.attributeValue),
                    ])
            ]
        ) { link in
            if let zone { link.texts.append(NewText(.timeZone, zone)) }
        }
        return Bench(sketch)
    }

    /// The SEGMENTs sent for the first time once the car was seen at a moment: place, limit, its type.
    static func segments(_ bench: inout Bench, at moment: Int64?) throws -> [String] {
        let link = try bench.sketch.link("A", "B")
        try bench.tree.advance(to: LinkPlace(link, offset: Metres(10)), at: moment)
        let vehicle = VehicleState(.onPath, time: bench.time)
        try bench.provider.update(tree: bench.tree, vehicle: vehicle, at: bench.time)
        return try bench.send(for: 1).compactMap { message in
            guard case .segment(let segment) = message, !segment.retransmission else { return nil }
            return "\(segment.offset.raw) \(segment.effectiveSpeedLimit.raw)"
                + " \(segment.effectiveSpeedLimitType.raw)\(segment.update ? " update" : "")"
        }
    }

    static func hours(_ from: Int, _ to: Int) -> Condition {
        var condition = Condition()
        condition.hours = Condition.Hours(
            from: .minute(UInt16(from * 60)), to: .minute(UInt16(to * 60)))
        return condition
    }

    /// 50 km/h is code 11, 30 km/h is 7; type 7 is unknown.
    static let without = ["0 11 7"]

    static func with(_ type: EffectiveSpeedLimitTypeCode) -> [String] {
        ["0 11 7", "100 7 \(type.raw)", "200 11 7"]
    }

    @Test("The limit that holds now, and what it rests on")
    func kinds() throws {
        var weekdays = Self.hours(7, 17)
        weekdays.weekdays = 0b1_1111
        var sunday = Self.hours(7, 17)
        sunday.weekdays = 0b100_0000
        var wet = Condition()
        wet.weather = .wet
        let cases: [(Condition, [String])] = [
            (Self.hours(6, 22), Self.with(.byDay)), (Self.hours(4, 17), Self.with(.byDay)),
            (Self.hours(3, 17), Self.with(.timeOfDay)), (Self.hours(11, 13), Self.with(.timeOfDay)),
            (weekdays, Self.with(.timeOfDay)), (sunday, Self.without), (wet, Self.without),
            (Self.hours(22, 6), Self.without),
        ]
        for (condition, expected) in cases {
            var bench = try Self.bench(condition)
            #expect(try Self.segments(&bench, at: Self.noon) == expected, "\(condition)")
        }
        for (from, to, type) in [
            (22, 6, .byNight), (17, 4, .byNight), (16, 6, .timeOfDay), (22, 12, .timeOfDay),
        ] as [(Int, Int, EffectiveSpeedLimitTypeCode)] {
            var bench = try Self.bench(Self.hours(from, to))
            let midnight = Self.noon + 12 * Self.hour
            #expect(try Self.segments(&bench, at: midnight) == Self.with(type), "\(from)-\(to)")
        }
    }

    @Test("When a limit begins or ends, its SEGMENTs are told, those of known places as updates")
    func change() throws {
        var bench = try Self.bench(Self.hours(13, 14))
        #expect(try Self.segments(&bench, at: Self.noon) == Self.without)
        let index = bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id)
        #expect(try Self.segments(&bench, at: Self.noon + Self.hour - 1).isEmpty)
        #expect(
            try Self.segments(&bench, at: Self.noon + Self.hour)
                == Array(Self.with(.timeOfDay).dropFirst()))
        #expect(try Self.segments(&bench, at: Self.noon + 2 * Self.hour - 1).isEmpty)
        // Where the limit was there is the road's own again, and so it stays behind it.
        #expect(
            try Self.segments(&bench, at: Self.noon + 2 * Self.hour) == ["100 11 7 update"])
        #expect(bench.provider.pathIndex(of: try #require(bench.tree.mainPath).id) == index)
        // Midnight is no end of anything here.
        #expect(try Self.segments(&bench, at: Self.noon + 13 * Self.hour).isEmpty)
    }

    @Test("A day of the week begins and ends at midnight")
    func days() throws {
        var condition = Condition()
        condition.weekdays = 0b1000
        var bench = try Self.bench(condition)
        #expect(try Self.segments(&bench, at: Self.noon + 12 * Self.hour - 1) == Self.without)
        #expect(
            try Self.segments(&bench, at: Self.noon + 12 * Self.hour)
                == Array(Self.with(.timeOfDay).dropFirst()))
        #expect(
            try Self.segments(&bench, at: Self.noon + 36 * Self.hour) == ["100 11 7 update"])
    }

    @Test("Without a time, or without its zone, no such limit counts")
    func unknownTime() throws {
        var bench = try Self.bench(Self.hours(6, 22))
        #expect(try Self.segments(&bench, at: nil) == Self.without)
        #expect(try Self.segments(&bench, at: nil).isEmpty)
        #expect(
            try Self.segments(&bench, at: Self.noon)
                == Array(Self.with(.byDay).dropFirst()))
        bench = try Self.bench(Self.hours(6, 22), zone: nil)
        #expect(try Self.segments(&bench, at: Self.noon) == Self.without)
    }

    @Test("A variable sign is told of at its place, how it stands is not known")
    func variableSign() throws {
        let sign = Attribute(
            .roadObject, RoadObject(.variableSpeedSign).attributeValue, directions: .forward,
            provenance: .tagged, from: Centimetres(12_000), to: Centimetres(12_000))
        let sketch = try MapSketch(
            "A---B", gridMetres: 100, roads: [.init("AB", class: 3, also: [sign])])
        func signs(_ from: Character, _ to: Character) throws -> [String] {
            var bench = Bench(sketch) {
                $0.mask.set(ShortProfileType.variableSpeedSignPosition, to: true)
            }
            return try bench.drive(from, to, 10).compactMap { message in
                guard case .profileShort(let profile) = message,
                    profile.profileType == .variableSpeedSignPosition, !profile.retransmission
                else { return nil }
                return "\(profile.offset.raw) \(profile.value0.raw)"
            }
        }
        #expect(try signs("A", "B") == ["120 0"])
        #expect(try signs("B", "A").isEmpty)
    }
}
