import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

/// When limits that hold at times have to be looked at again, and whether anything is other then.
@Suite struct LimitChangeTests {
    /// Wednesday, 2026-07-15, 12:00 in Berlin.
    private static let noon: Int64 = 1_784_109_600
    private static let hour: Int64 = 3600
    private static let wednesdayAndThursday = on(0b1100)

    private static func hours(_ from: Int, _ to: Int) -> Condition {
        var condition = Condition()
        condition.hours = Condition.Hours(
            from: .minute(UInt16(from * 60)), to: .minute(UInt16(to * 60)))
        return condition
    }

    private static func on(_ weekdays: UInt8) -> Condition {
        var condition = Condition()
        condition.weekdays = weekdays
        return condition
    }

    /// A limit on all of a link of 100 m.
    private static func limit(
        _ number: UInt16, _ kind: SpeedLimitKind = .general, when condition: Condition? = nil
    ) -> [Attribute] {
        func fact(_ kind: AttributeKind, _ value: UInt64) -> Attribute {
            Attribute(
                kind, value, provenance: .tagged, from: .zero, to: Centimetres(Int(UInt32.max)))
        }
        let rule = SpeedLimitRule(.limited(number, .kilometresPerHour), kind: kind)
        return [fact(.particularSpeedLimit, rule.attributeValue)]
            + (condition.map { [fact(.condition, $0.attributeValue)] } ?? [])
    }

    /// Two links in a row and a builder that has read both.
    private struct Road {
        let map: RoadMap
        let paths: [HorizonPath]
        var builder = SegmentBuilder(unit: .kilometresPerHour)

        init(_ first: [[Attribute]], then second: [[Attribute]] = [], at moment: Int64?) throws {
            let sketch = try MapSketch(
                "A-B-C", gridMetres: 50,
                roads: [
                    .init("AB", also: first.flatMap { $0 }),
                    .init("BC", also: second.flatMap { $0 }),
                ]
            ) { $0.texts.append(NewText(.timeZone, "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")) }
            map = sketch.map
            var tree = PathTree(map: map)
            try tree.advance(to: LinkPlace(try sketch.link("A", "B"), offset: .zero))
            paths = tree.paths
            #expect(paths.first?.links.count == 2)
            builder.judge(at: moment, on: .unknown)
            for link in try #require(paths.first).links { try builder.read(link, from: map) }
        }

        /// What is to come: the hour, and how many seconds before it the last moment before it is.
        var change: [Int64]? {
            builder.change.map { time, before in
                [(time - LimitChangeTests.noon) / LimitChangeTests.hour]
                    + (before.map { [time - $0] } ?? [])
            }
        }

        mutating func isOther(
            after hours: Int64, on surface: SurfaceCondition = .unknown
        ) throws -> Bool {
            let moment = LimitChangeTests.noon + hours * LimitChangeTests.hour
            builder.judge(at: moment, on: surface)
            return try builder.takeChange(of: paths, on: map)
        }

        /// The limit's code on the first link.
        mutating func code() throws -> UInt8 {
            let link = try #require(paths.first?.links.first)
            try builder.read(link, from: map)
            return UInt8(builder.message(at: .zero, of: link).effectiveSpeedLimit.raw)
        }
    }

    @Test func onlyLimitsForEveryCarThatHoldAtTimesWaitForATime() throws {
        let always = Self.limit(50)
        let lorries = Self.limit(40, .truck, when: Self.hours(13, 14))
        let timed = Self.limit(30, when: Self.hours(13, 14))
        for limits in [[], [always], [lorries], [always, lorries]] {
            var road = try Road(limits, at: nil)
            #expect(road.builder.change == nil)
            #expect(try !road.isOther(after: 0))
        }
        for limits in [[timed], [always, timed], [timed, always], [timed, lorries]] {
            var road = try Road(limits, at: nil)
            let change = try #require(road.builder.change)
            #expect(change.time == .min && change.before == nil)
            #expect(try road.isOther(after: 0))
            #expect(road.builder.change == nil)
        }
    }

    @Test func theFirstChangeOfAllLimitsIsNoted() throws {
        let early = Self.limit(30, when: Self.hours(13, 20))
        let late = Self.limit(70, when: Self.hours(15, 20))
        #expect(try Road([early, late], at: Self.noon).change == [1, 1])
        #expect(try Road([late, early], at: Self.noon).change == [1, 1])
        #expect(try Road([late], then: [early], at: Self.noon).change == [1, 1])
        #expect(try Road([early], then: [late], at: Self.noon).change == [1, 1])
        // No lorry's limit is looked at.
        let lorries = Self.limit(40, .truck, when: Self.hours(13, 14))
        #expect(try Road([lorries, late], at: Self.noon).change == [3, 1])
        #expect(try Road([lorries], at: Self.noon).change == nil)
    }

    @Test func aChangeThatIsToComeStaysNoted() throws {
        var road = try Road([Self.limit(30, when: Self.hours(13, 14))], at: Self.noon)
        road.builder.judge(at: Self.noon + Self.hour - 1, on: .unknown)
        // Not even the links are looked at.
        #expect(try !road.builder.takeChange(of: [], on: road.map))
        #expect(road.change == [1, 1])
        #expect(try road.isOther(after: 1))
        #expect(road.change == [2, 1])
    }

    /// A receiver's clock that was wrong, and is set right: what was transmitted at 13:30 is wrong at noon.
    @Test func aClockMayGoBack() throws {
        var road = try Road([Self.limit(50), Self.limit(30, when: Self.hours(13, 14))], at: nil)
        #expect(try road.isOther(after: 1))
        let atOne = try road.code()
        #expect(try road.isOther(after: 0))
        #expect(try road.code() != atOne)
        // A second time changes nothing, and neither does a step back within the same hours.
        #expect(try !road.isOther(after: 0))
        #expect(try !road.isOther(after: -1))
        #expect(road.change == [1, 1])
        #expect(try road.isOther(after: 1))
        #expect(try road.code() == atOne)
        // Where nothing depends on the time, nobody looks.
        road = try Road([Self.limit(50)], at: Self.noon)
        #expect(try !road.isOther(after: 1))
        #expect(try !road.isOther(after: 0))
    }

    /// What could not be read is looked at again.
    @Test func aClockThatGoesBackIsLookedAtAgain() throws {
        let other = try MapSketch("A-B", gridMetres: 1, roads: [.init("AB")]).map
        var road = try Road([Self.limit(50), Self.limit(30, when: Self.hours(13, 14))], at: nil)
        #expect(try road.isOther(after: 1))
        _ = try road.code()
        road.builder.judge(at: Self.noon, on: .unknown)
        #expect(throws: MapError.self) {
            try road.builder.takeChange(of: road.paths, on: other)
        }
        #expect(try road.isOther(after: 0))
    }

    @Test func anotherSurfaceThatCouldNotBeReadIsLookedAtAgain() throws {
        var wet = Condition()
        wet.weather = .wet
        var road = try Road([Self.limit(50), Self.limit(30, when: wet)], at: Self.noon)
        let other = try MapSketch("A-B", gridMetres: 1, roads: [.init("AB")]).map
        road.builder.judge(at: Self.noon, on: .wet)
        #expect(throws: MapError.self) {
            try road.builder.takeChange(of: road.paths, on: other)
        }
        #expect(try road.isOther(after: 0, on: .wet))
        #expect(try !road.isOther(after: 0, on: .wet))
        // Where no limit depends on it, nothing is other.
        road = try Road([Self.limit(50)], at: Self.noon)
        #expect(try !road.isOther(after: 0, on: .wet))
    }

    @Test func aChangeThatCouldNotBeReadStaysNoted() throws {
        let timed = Self.limit(30, when: Self.hours(13, 14))
        var road = try Road([timed, timed, timed], then: [timed], at: Self.noon)
        // A map in which the links of this one are not.
        let other = try MapSketch("A-B", gridMetres: 1, roads: [.init("AB")]).map
        // Also where it is another surface that is asked for, before the time has come.
        for (moment, surface) in [
            (Self.noon, .wet), (Self.noon + Self.hour, .unknown),
        ] as [(Int64, SurfaceCondition)] {
            road.builder.judge(at: moment, on: surface)
            #expect(throws: MapError.self) {
                try road.builder.takeChange(of: road.paths, on: other)
            }
            #expect(road.change == [1, 1])
        }
        #expect(try road.isOther(after: 1))
    }

    /// A path that cannot be read does not keep the limits of another one as they were.
    @Test func aPathThatCannotBeReadHidesNoOther() throws {
        let timed = Self.limit(30, when: Self.hours(13, 14))
        var road = try Road([timed], at: Self.noon)
        let long = [[Attribute]](repeating: timed, count: 20)
        let unknown = try Road(long, then: long, at: Self.noon).paths
        road.builder.judge(at: Self.noon + Self.hour, on: .unknown)
        #expect(throws: MapError.self) {
            try road.builder.takeChange(of: unknown, on: road.map)
        }
        #expect(try road.builder.takeChange(of: unknown + road.paths, on: road.map))
    }

    @Test func whereNothingBeginsOrEndsNothingIsOther() throws {
        for limits in [
            [Self.limit(30, when: Self.wednesdayAndThursday)],
            [Self.limit(50), Self.limit(30, when: Self.wednesdayAndThursday)],
            // It begins for lorries alone.
            [
                Self.limit(40, .truck, when: Self.on(0b100)),
                Self.limit(30, when: Self.wednesdayAndThursday),
            ],
            [
                Self.limit(40, .truck, when: Self.on(0b1000)),
                Self.limit(30, when: Self.wednesdayAndThursday),
            ],
        ] {
            var road = try Road(limits, at: Self.noon)
            #expect(road.change == [12, 1])
            #expect(try !road.isOther(after: 12))
            #expect(road.change == [36, 1])
            #expect(try road.isOther(after: 36))
        }
    }

    @Test func oneLinkWithAnotherLimitIsEnough() throws {
        let ends = Self.limit(30, when: Self.on(0b100))
        let stays = Self.limit(30, when: Self.wednesdayAndThursday)
        for (first, second) in [(ends, stays), (stays, ends), (ends, []), ([], ends)] {
            var road = try Road([first], then: [second], at: Self.noon)
            #expect(try road.isOther(after: 12))
        }
    }

    @Test func ofLimitsThatHoldNowTheLastOneCounts() throws {
        let slow = Self.limit(30, when: Self.hours(6, 22))
        let fast = Self.limit(70, when: Self.hours(11, 13))
        let later = Self.limit(20, when: Self.hours(13, 14))
        // 30 km/h is code 7, 70 km/h is 15.
        for (limits, code) in [
            ([slow, fast], 15), ([fast, slow], 7), ([fast, slow, later], 7), ([later, fast], 15),
        ] as [([[Attribute]], UInt8)] {
            var road = try Road(limits, at: Self.noon)
            #expect(try road.code() == code)
        }
    }
}
