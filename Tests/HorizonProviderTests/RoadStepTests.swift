import ADASISv2
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

/// What the step profiles say of attributes at one place.
@Suite struct RoadStepTests {
    private static func attribute(
        _ kind: AttributeKind, _ value: UInt64, _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged, from: Centimetres(100),
            to: Centimetres(900))
    }

    private static func steps(
        _ attributes: [Attribute], at place: Int = 500, _ direction: Direction = .forward,
        open: DirectionSet = .both
    ) -> RoadSteps {
        let section = RoadSection(
            from: Centimetres(place), to: Centimetres(place + 1), attributes, [], in: direction)
        return RoadSteps(
            section, direction: direction, open: open, unit: .kilometresPerHour)
    }

    private static func accessibility(
        _ rights: [VehicleAccess.Vehicle: AccessRight], restricted: UInt64? = nil,
        open: DirectionSet = .both, _ direction: Direction = .forward
    ) -> RoadAccessibility? {
        var access = VehicleAccess()
        for vehicle in VehicleAccess.Vehicle.allCases {
            access[vehicle] = rights[vehicle] ?? .unknown
        }
        var attributes = [attribute(.vehicleAccess, access.rawValue)]
        if let restricted { attributes.append(attribute(.restrictedAccess, restricted)) }
        let raw = steps(attributes, direction, open: open)[.roadAccessibility]
        return ProfileValueCode(raw: UInt16(raw)).roadAccessibility.value
    }

    @Test func nothingIsKnownAtFirst() {
        var steps = RoadSteps()
        #expect(StepProfile.allCases.map { steps[$0] } == [0, 1023, 0, 1023, .max, .max])
        #expect(StepProfile.allCases.map(\.unknown) == [0, 1023, 0, 1023, .max, .max])
        for (number, profile) in StepProfile.allCases.enumerated() {
            steps[profile] = UInt32(number + 10)
        }
        #expect(StepProfile.allCases.map { steps[$0] } == [10, 11, 12, 13, 14, 15])
        #expect(StepProfile.allCases.map { Self.steps([])[$0] } == [0, 1023, 0, 1023, .max, .max])
    }

    @Test func anAttributeHoldsOnItsStretchAndInItsDirections() {
        let attributes = [Self.attribute(.routeNumberClass, 3, .backward)]
        for (place, type) in [(99, 0), (100, 3), (899, 3), (900, 0)] as [(Int, UInt32)] {
            #expect(Self.steps(attributes, at: place, .backward)[.routeNumberType] == type)
            #expect(Self.steps(attributes, at: place, .forward)[.routeNumberType] == 0)
        }
    }

    @Test func routeNumbers() {
        for (value, type) in [(0, 0), (1, 1), (5, 5), (6, 0), (257, 0), (.max, 0)]
            as [(UInt64, UInt32)]
        {
            let attributes = [Self.attribute(.routeNumberClass, value)]
            #expect(Self.steps(attributes)[.routeNumberType] == type)
        }
    }

    @Test func anAverageSpeedIsInUnitsOfHalfAKilometreAnHour() {
        for (value, code) in [(1, 1), (97, 97), (511, 511), (4000, 511)] as [(UInt64, UInt32)] {
            #expect(Self.steps([Self.attribute(.averageSpeed, value)])[.averageSpeed] == code)
        }
        let backward = [Self.attribute(.averageSpeed, 97, .backward)]
        #expect(Self.steps(backward)[.averageSpeed] == 1023)
    }

    @Test func surfacesThatAreAConditionByThemselves() {
        let conditions: [RoadSurface: RoadCondition] = [
            .fineGravel: .gravel, .gravel: .gravel, .pebblestone: .gravel, .sand: .sand,
            .mud: .mud, .ice: .ice, .snow: .snow,
        ]
        for surface in RoadSurface.allCases {
            let attributes = [Self.attribute(.surface, UInt64(surface.rawValue))]
            #expect(
                Self.steps(attributes)[.roadCondition]
                    == UInt32(conditions[surface]?.rawValue ?? 0))
        }
        let gravel = UInt64(RoadSurface.gravel.rawValue)
        #expect(Self.steps([Self.attribute(.surface, 256 + gravel)])[.roadCondition] == 0)
    }

    private static let known: [VehicleAccess.Vehicle: AccessRight] = [
        .pedestrian: .open, .bus: .open, .delivery: .open, .taxi: .open, .truck: .open,
    ]

    @Test func eachMayUseTheRoadOrNot() {
        let all: RoadAccessibility = [
            .emergency, .cars, .pedestrians, .bus, .delivery, .taxi, .trucks, .throughTraffic,
        ]
        #expect(Self.accessibility(Self.known) == all)
        let bits: [(VehicleAccess.Vehicle, RoadAccessibility)] = [
            (.pedestrian, .pedestrians), (.bus, .bus), (.delivery, .delivery), (.taxi, .taxi),
            (.truck, .trucks),
        ]
        for (vehicle, bit) in bits {
            var rights = Self.known
            rights[vehicle] = .closed
            #expect(Self.accessibility(rights) == all.subtracting(bit))
            rights[vehicle] = .restricted
            let deliveries: RoadAccessibility = vehicle == .delivery ? [] : bit
            #expect(Self.accessibility(rights) == all.subtracting(deliveries))
            // Deliveries and taxis are cars where nothing else is said.
            rights[vehicle] = nil
            let isCar = vehicle == .delivery || vehicle == .taxi
            #expect(Self.accessibility(rights) == (isCar ? all : nil))
        }
    }

    @Test func carsWithAReasonAlone() {
        let others: RoadAccessibility = [
            .emergency, .pedestrians, .bus, .delivery, .taxi, .trucks,
        ]
        #expect(Self.accessibility(Self.known, restricted: 1) == others)
        #expect(Self.accessibility(Self.known, restricted: 0)?.contains(.cars) == true)
        var rights = Self.known
        rights[.delivery] = nil
        rights[.taxi] = nil
        // To deliver is a reason, and to drive people is none.
        #expect(Self.accessibility(rights, restricted: 1) == others.subtracting(.taxi))
    }

    @Test func whereCarsMayNotDriveTheMapHasToSaySo() {
        for (direction, open) in [
            (Direction.forward, DirectionSet.backward), (.backward, .forward),
        ] {
            #expect(Self.accessibility(Self.known, open: open, direction) == nil)
            var rights = Self.known
            rights[.car] = .closed
            rights[.taxi] = nil
            #expect(
                Self.accessibility(rights, open: open, direction)
                    == [.emergency, .pedestrians, .bus, .delivery, .trucks])
            rights[.car] = .open
            #expect(
                Self.accessibility(rights, open: open, direction)?
                    .isSuperset(of: [.cars, .taxi, .throughTraffic]) == true)
        }
    }
}
