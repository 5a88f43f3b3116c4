import ADASISv2
import Horizon
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

/// What the step profiles say of speed limits at one place.
@Suite struct LimitStepTests {
    private static func limit(
        _ limit: SpeedLimit, _ kind: SpeedLimitKind = .general,
        _ source: SpeedLimitSource = .unstated, when condition: Condition? = nil,
        isInForce: Bool = false
    ) -> LimitStretch {
        LimitStretch(
            SpeedLimitRule(limit, kind: kind, source: source), when: condition,
            provenance: .tagged, from: Centimetres(100), to: Centimetres(900), isInForce: isInForce)
    }

    private static func kmh(_ number: UInt16) -> SpeedLimit {
        .limited(number, .kilometresPerHour)
    }

    private static func above(_ weight: UInt16, _ weather: Condition.Weather = .any) -> Condition {
        var condition = Condition()
        condition.weightAbove = weight
        condition.weather = weather
        return condition
    }

    private static func steps(
        _ limits: [LimitStretch], at place: Int = 500, unit: SpeedUnit = .kilometresPerHour
    ) -> RoadSteps {
        let section = RoadSection(
            from: Centimetres(place), to: Centimetres(place + 1), [], limits, in: .forward)
        return RoadSteps(section, direction: .forward, open: .both, unit: unit)
    }

    /// Limit, recommended speed and source, `nil` where nothing is said.
    private static func general(
        _ limits: [LimitStretch], at place: Int = 500, unit: SpeedUnit = .kilometresPerHour
    ) -> [UInt32]? {
        LongValueCode(raw: steps(limits, at: place, unit: unit)[.speedLimit])
            .speedLimitAndRecommendedSpeed.value.map {
                [$0.speedLimit, $0.recommendedSpeed, UInt32($0.source.rawValue)]
            }
    }

    /// Limit, weight and whether the time matters.
    private static func trucks(
        _ limits: [LimitStretch], at place: Int = 500, unit: SpeedUnit = .kilometresPerHour
    ) -> [UInt32]? {
        LongValueCode(raw: steps(limits, at: place, unit: unit)[.truckSpeedLimit])
            .truckSpeedLimit.value.map { [$0.speed, $0.weight, $0.isTimeDependent ? 1 : 0] }
    }

    @Test func aLimitHoldsOnItsStretch() {
        let limits = [Self.limit(Self.kmh(50)), Self.limit(Self.kmh(40), .truck)]
        for (place, isLimited) in [(99, false), (100, true), (899, true), (900, false)] {
            #expect(Self.general(limits, at: place) == (isLimited ? [50, 0, 0] : nil))
            #expect(Self.trucks(limits, at: place) == (isLimited ? [40, 0, 0] : nil))
        }
    }

    @Test func theLimitForEveryCarAndTheRecommendedSpeed() {
        #expect(Self.general([]) == nil)
        for kind in [SpeedLimitKind.truck, .trailer, .bus, .lane] {
            #expect(Self.general([Self.limit(Self.kmh(50), kind)]) == nil)
        }
        #expect(Self.general([Self.limit(Self.kmh(70), .advisory)]) == [0, 70, 0])
        // The last limit and the first recommended speed count.
        #expect(
            Self.general([
                Self.limit(Self.kmh(30), .advisory), Self.limit(Self.kmh(50)),
                Self.limit(Self.kmh(60)), Self.limit(Self.kmh(40), .advisory),
            ]) == [60, 30, 0])
        // What holds at times alone is not said.
        let atTimes = Self.above(0, .wet)
        #expect(Self.general([Self.limit(Self.kmh(50), when: atTimes)]) == nil)
        #expect(
            Self.general([
                Self.limit(Self.kmh(50)), Self.limit(Self.kmh(40), .advisory, when: atTimes),
            ]) == [50, 0, 0])
    }

    @Test func whatHoldsNowCountsBeforeWhatHoldsOtherwise() {
        var day = Condition()
        day.weekdays = 1
        func timed(_ number: UInt16, _ isInForce: Bool) -> LimitStretch {
            Self.limit(Self.kmh(number), .general, .sign, when: day, isInForce: isInForce)
        }
        let always = Self.limit(Self.kmh(50), .general, .law)
        #expect(Self.general([always, timed(30, true)]) == [30, 0, 1])
        #expect(Self.general([timed(30, true), always]) == [30, 0, 1])
        #expect(Self.general([timed(30, true)]) == [30, 0, 1])
        #expect(Self.general([always, timed(30, false)]) == [50, 0, 2])
        #expect(Self.general([timed(30, false)]) == nil)
        // As in SEGMENT, the last of them counts.
        #expect(Self.general([timed(30, true), timed(70, true), timed(20, false)]) == [70, 0, 1])
    }

    @Test func numbersOfTheWire() {
        #expect(Self.general([Self.limit(.unlimited)]) == [254, 0, 0])
        #expect(Self.general([Self.limit(.walkingPace)]) == [7, 0, 0])
        #expect(Self.general([Self.limit(.walkingPace)], unit: .milesPerHour) == [4, 0, 0])
        #expect(Self.general([Self.limit(Self.kmh(253))]) == [253, 0, 0])
        #expect(Self.general([Self.limit(Self.kmh(300))]) == [253, 0, 0])
        #expect(Self.general([Self.limit(Self.kmh(254), .advisory)]) == [0, 254, 0])
        #expect(Self.general([Self.limit(Self.kmh(300), .advisory)]) == [0, 254, 0])
        #expect(Self.general([Self.limit(.unlimited, .advisory)]) == [0, 0, 0])
        #expect(
            Self.general([Self.limit(.limited(60, .milesPerHour))]) == [97, 0, 0])
        #expect(Self.general([Self.limit(Self.kmh(1))], unit: .milesPerHour) == [1, 0, 0])
    }

    @Test func whatALimitRestsOn() {
        let sources: [(SpeedLimitSource, UInt32)] = [
            (.unstated, 0), (.sign, 1), (.zone, 1), (.marking, 1), (.law, 2),
        ]
        for (source, number) in sources {
            #expect(Self.general([Self.limit(Self.kmh(50), .general, source)]) == [50, 0, number])
        }
        // A variable sign, alone or beside what else holds.
        #expect(Self.general([Self.limit(.variable, .general, .sign)]) == [0, 0, 3])
        for sign in [
            Self.limit(.variable, .variable), Self.limit(Self.kmh(80), .variable),
            Self.limit(.variable, .lane),
        ] {
            #expect(Self.general([sign]) == [0, 0, 3])
            #expect(
                Self.general([Self.limit(Self.kmh(120), .general, .sign), sign]) == [120, 0, 3])
        }
    }

    @Test func theLimitForTrucks() {
        func truck(_ number: UInt16, _ condition: Condition? = nil) -> LimitStretch {
            Self.limit(Self.kmh(number), .truck, when: condition)
        }
        #expect(Self.trucks([Self.limit(Self.kmh(50))]) == nil)
        #expect(Self.trucks([Self.limit(.unlimited, .truck)]) == nil)
        #expect(Self.trucks([truck(80), truck(60)]) == [80, 0, 0])
        // One that always holds before all others, then the least weight, then the first of the rest.
        #expect(Self.trucks([truck(60, Self.above(75)), truck(80)]) == [80, 0, 0])
        #expect(
            Self.trucks([truck(60, Self.above(120)), truck(80, Self.above(75))]) == [80, 75, 0])
        #expect(
            Self.trucks([truck(80, Self.above(75)), truck(60, Self.above(120))]) == [80, 75, 0])
        #expect(
            Self.trucks([truck(80, Self.above(75)), truck(60, Self.above(75))]) == [80, 75, 0])
        #expect(
            Self.trucks([truck(40, Self.above(30, .wet)), truck(60, Self.above(120))])
                == [60, 120, 0])
        #expect(
            Self.trucks([truck(40, Self.above(30, .wet)), truck(20, Self.above(0, .ice))])
                == [40, 30, 1])
        #expect(Self.trucks([truck(60, Self.above(0))]) == [60, 0, 0])
        #expect(
            Self.trucks([Self.limit(.unlimited, .truck), truck(60, Self.above(120))])
                == [60, 120, 0])
        // Both numbers have eight bits.
        #expect(Self.trucks([truck(300, Self.above(400))]) == [255, 255, 0])
        #expect(Self.trucks([truck(97)], unit: .milesPerHour) == [60, 0, 0])
    }
}
