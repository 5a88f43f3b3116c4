import ADASISv2
import Horizon
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

/// What SEGMENT and STUB take from the map's attributes at one place.
@Suite struct RoadFieldTests {
    private static func attribute(
        _ kind: AttributeKind, _ value: UInt64, _ directions: DirectionSet = .both,
        _ provenance: Provenance = .tagged
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: provenance, from: Centimetres(100),
            to: Centimetres(900))
    }

    private static func fields(
        _ attributes: [Attribute], at place: Int = 500, _ direction: Direction = .forward,
        open: DirectionSet = .both, unit: SpeedUnit = .kilometresPerHour
    ) -> RoadFields {
        // Speed limits are tied to their conditions before: here none has any.
        let limits = attributes.filter { $0.kind == .speedLimit }.compactMap { attribute in
            SpeedLimitRule(attributeValue: attribute.value).map {
                LimitStretch(
                    $0, provenance: attribute.provenance, from: attribute.from, to: attribute.to)
            }
        }
        return fields(attributes, limits, at: place, direction, open: open, unit: unit)
    }

    private static func fields(
        _ attributes: [Attribute], _ limits: [LimitStretch], at place: Int = 500,
        _ direction: Direction = .forward, open: DirectionSet = .both,
        unit: SpeedUnit = .kilometresPerHour
    ) -> RoadFields {
        let section = RoadSection(
            from: Centimetres(place), to: Centimetres(place + 1), attributes, limits, in: direction)
        return RoadFields(section, open: open, unit: unit)
    }

    @Test func anAttributeHoldsFromItsFirstPlaceToBeforeItsLast() {
        let attributes = [Self.attribute(.functionalRoadClass, 4)]
        for (place, rank) in [(99, nil), (100, 4), (899, 4), (900, nil)] as [(Int, Int?)] {
            #expect(
                Self.fields(attributes, at: place).functionalRoadClass
                    == rank.map { FunctionalRoadClassCode($0) } ?? .unknown)
        }
    }

    @Test func eachFieldFromItsAttribute() {
        for value in [0, 1] as [UInt64] {
            let tri = TriStateCode(value == 1)
            #expect(Self.fields([Self.attribute(.tunnel, value)]).tunnel == tri)
            #expect(Self.fields([Self.attribute(.bridge, value)]).bridge == tri)
            #expect(Self.fields([Self.attribute(.dividedRoad, value)]).dividedRoad == tri)
            #expect(Self.fields([Self.attribute(.builtUpArea, value)]).builtUpArea == tri)
            #expect(
                Self.fields([Self.attribute(.complexIntersection, value)]).complexIntersection
                    == tri)
        }
        for form in FormOfWay.allCases {
            #expect(
                Self.fields([Self.attribute(.formOfWay, UInt64(form.rawValue))]).formOfWay
                    == FormOfWayCode(raw: form.rawValue))
        }
        // Numbers that mean nothing say nothing, however large they are.
        for value in [200, 259, .max] as [UInt64] {
            #expect(Self.fields([Self.attribute(.formOfWay, value)]).formOfWay == .unknown)
        }
        let none = Self.fields([])
        #expect(none.tunnel == .unknown && none.speedLimit == .unknown)
        #expect(none.lanesDriving == .notAvailable && none.lanesOpposite == .notAvailable)
    }

    @Test func lanesOfBothDirections() {
        let lanes = [Self.attribute(.lanes, 3, .forward), Self.attribute(.lanes, 2, .backward)]
        let forward = Self.fields(lanes)
        #expect(forward.lanesDriving == DrivingLanesCode(3))
        #expect(forward.lanesOpposite == OppositeLanesCode(2))
        let backward = Self.fields(lanes, .backward)
        #expect(backward.lanesDriving == DrivingLanesCode(2))
        #expect(backward.lanesOpposite == OppositeLanesCode(3))
        #expect(Self.fields(lanes, open: .forward).lanesOpposite == .oneWay)
        #expect(Self.fields([], open: .backward).lanesOpposite == .oneWay)
        // Other attributes are no lanes.
        #expect(Self.fields([Self.attribute(.tunnel, 1)]).lanesOpposite == .notAvailable)
        let many = Self.fields([Self.attribute(.lanes, .max)])
        #expect(many.lanesDriving == DrivingLanesCode(99))
        #expect(many.lanesOpposite == OppositeLanesCode(99))
    }

    @Test func speedLimitsAndWhatTheyRestOn() {
        func limit(
            _ limit: SpeedLimit, _ source: SpeedLimitSource = .unstated,
            _ provenance: Provenance = .tagged, unit: SpeedUnit = .kilometresPerHour
        ) -> RoadFields {
            let value = SpeedLimitRule(limit, source: source).attributeValue
            return Self.fields(
                [Self.attribute(.speedLimit, value, .both, provenance)], unit: unit)
        }
        let kmh = SpeedUnit.kilometresPerHour
        #expect(limit(.limited(70, kmh)).speedLimit == EffectiveSpeedLimitCode(upTo: 70))
        #expect(limit(.walkingPace).speedLimit == EffectiveSpeedLimitCode(upTo: 7))
        #expect(limit(.unlimited).speedLimit == .unlimited)
        #expect(limit(.variable).speedLimit == .unknown)
        #expect(
            limit(.limited(60, .milesPerHour)).speedLimit
                == EffectiveSpeedLimitCode(upTo: 60 * 1.609344))
        #expect(
            limit(.limited(113, kmh), unit: .milesPerHour).speedLimit
                == EffectiveSpeedLimitCode(upTo: 113 / 1.609344))
        #expect(
            limit(.limited(60, .milesPerHour), unit: .milesPerHour).speedLimit
                == EffectiveSpeedLimitCode(upTo: 60))
        for source in [SpeedLimitSource.sign, .zone, .marking] {
            #expect(limit(.unlimited, source).speedLimitType == .explicitSign)
        }
        #expect(limit(.unlimited, .law).speedLimitType == .implicit)
        #expect(limit(.unlimited).speedLimitType == .unknown)
        #expect(limit(.unlimited, .unstated, .legalDefault).speedLimitType == .implicit)
        // A number that is no rule says nothing.
        let none = Self.fields([Self.attribute(.speedLimit, 2)])
        #expect(none.speedLimit == .unknown && none.speedLimitType == .unknown)
    }

    /// From 17 to 24 h it is evening, from 4 to 10 h morning.
    @Test(
        arguments: [
            (1020, 240, .byNight), (1440, 600, .byNight), (1019, 240, .timeOfDay),
            (1441, 240, .timeOfDay), (1020, 239, .timeOfDay), (1020, 601, .timeOfDay),
            (240, 1020, .byDay), (600, 1440, .byDay), (239, 1020, .timeOfDay),
            (601, 1440, .timeOfDay), (240, 1019, .timeOfDay), (240, 1441, .timeOfDay),
        ] as [(UInt16, UInt16, EffectiveSpeedLimitTypeCode)])
    func timesOfTheDay(from: UInt16, to: UInt16, type: EffectiveSpeedLimitTypeCode) throws {
        func said(_ change: (inout Condition) -> Void) -> EffectiveSpeedLimitTypeCode {
            var condition = Condition()
            change(&condition)
            let limit = LimitStretch(
                SpeedLimitRule(.limited(30, .kilometresPerHour)), when: condition,
                provenance: .tagged, from: .zero, to: Centimetres(1_000), isInForce: true)
            return Self.fields([], [limit]).speedLimitType
        }
        let hours = Condition.Hours(from: .minute(from), to: .minute(to))
        let day = try #require(Condition.DayOfYear(month: 5, day: 1))
        let season = Condition.Season(from: day, to: day)
        #expect(said { $0.hours = hours } == type)
        // Whatever the date.
        #expect(said { ($0.hours, $0.weekdays) = (hours, 1) } == .timeOfDay)
        #expect(said { ($0.hours, $0.season) = (hours, season) } == .timeOfDay)
        #expect(said { $0.hours = .init(from: .dusk, to: .sunrise) } == .byNight)
        #expect(said { $0.hours = .init(from: .dawn, to: .minute(1200)) } == .byDay)
        #expect(said { $0.hours = .init(from: .dusk, to: .sunset) } == .timeOfDay)
        #expect(said { $0.hours = .init(from: .dawn, to: .sunrise) } == .timeOfDay)
        #expect(said { $0.hours = .init(from: .sunrise, to: .minute(300)) } == .timeOfDay)
        #expect(said { $0.weekdays = 1 } == .timeOfDay)
        #expect(said { $0.season = season } == .timeOfDay)
        #expect(said { _ in } == .unknown)
    }

    @Test func numbersInTheOtherUnit() {
        let kmh = SpeedUnit.kilometresPerHour
        #expect(SpeedLimit.limited(50, kmh).number(in: kmh) == 50)
        #expect(SpeedLimit.limited(50, .milesPerHour).number(in: kmh) == 50 * 1.609344)
        #expect(SpeedLimit.limited(50, kmh).number(in: .milesPerHour) == 50 / 1.609344)
        #expect(SpeedLimit.walkingPace.number(in: kmh) == 7)
        #expect(SpeedLimit.walkingPace.number(in: .milesPerHour) == 7 / 1.609344)
        #expect(SpeedLimit.unlimited.number(in: kmh) == nil)
        #expect(SpeedLimit.variable.number(in: kmh) == nil)
    }
}
