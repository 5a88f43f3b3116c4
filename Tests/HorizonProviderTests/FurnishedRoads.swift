import Geodesy
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter

/// A few roads with one of everything that a map can know.
enum FurnishedRoads {
    /// A main road with a bend, a crossroads, a junction and a road that comes in, in steps of 20 m.
    static func sketch(country: Country? = nil) throws -> MapSketch {
        try MapSketch(
            """
                          H-----I
                          |     |
                D         |     J
                |         |     |
            A-B-C-P     S-E-----K-----F-----------L
                |   \\   /  |           |
                G    Q-R  M-----N     O

            """, gridMetres: 20,
            roads: [
                .init("ABCPQRSEKFL"), .init("DCG"), .init("EHIJK"), .init("EMN", oneway: true),
                .init("OF"),
            ], country: country, dataTime: 1_722_470_400, furnish: furnish)
    }

    private static let end = Int(UInt32.max)

    private static func fact(
        _ kind: AttributeKind, _ value: UInt64, _ directions: DirectionSet = .both, from: Int = 0,
        to: Int = end, _ provenance: Provenance = .tagged
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: provenance, from: Centimetres(from),
            to: Centimetres(to))
    }

    private static func sign(
        _ kind: RoadObjectKind, at place: Int, _ directions: DirectionSet = .both
    ) -> Attribute {
        fact(.roadObject, RoadObject(kind).attributeValue, directions, from: place, to: place)
    }

    private static func profile(_ kind: ProfileKind, _ spots: [(Int, Int32)]) -> NewProfile {
        NewProfile(
            kind, provenance: .derived,
            spots: spots.map { ProfileSpot(offset: Centimetres($0.0), value: $0.1) })
    }

    private static func limit(
        _ limit: SpeedLimit, _ kind: SpeedLimitKind = .general,
        _ source: SpeedLimitSource = .unstated
    ) -> UInt64 { SpeedLimitRule(limit, kind: kind, source: source).attributeValue }

    private static func furnish(_ link: inout NewLink) {
        switch link.way {
        case 100: furnishMainRoad(&link)
        case 101: furnishCrossroad(&link)
        case 102: furnishLoop(&link)
        case 103: furnishOneWay(&link)
        default: break
        }
        // Where the links of the main road meet, slope and altitude jump.
        guard link.way == 100, link.startNode.id != 0x41 else { return }
        link.profiles += [
            profile(.slope, [(0, 420), (5_000, -150), (end, 420)]),
            profile(.altitude, [(0, 21_900), (5_000, 21_300), (end, 21_900)]),
        ]
    }

    private static func furnishMainRoad(_ link: inout NewLink) {
        link.attributes = [
            fact(.functionalRoadClass, 2),
            fact(.formOfWay, UInt64(FormOfWay.singleCarriageway.rawValue)),
            fact(.lanes, 2, .forward), fact(.lanes, 1, .backward),
            fact(.speedLimit, limit(.limited(50, .kilometresPerHour), .general, .sign), to: 5_000),
            fact(
                .speedLimit, limit(.limited(70, .kilometresPerHour)), .forward, from: 5_000,
                .legalDefault),
            fact(.speedLimit, limit(.unlimited, .general, .law), .backward, from: 5_000),
            fact(.tunnel, 1, from: 3_050, to: 6_049), fact(.bridge, 1, from: 6_050, to: 9_000),
            fact(.priorityRoad, 1, from: 0), fact(.dividedRoad, 0),
            fact(.builtUpArea, 1, to: 4_000),
            fact(.complexIntersection, 1, from: 4_000, to: 4_400),
            fact(.routeNumberClass, UInt64(RouteNumberClass.national.rawValue)),
            fact(.surface, UInt64(RoadSurface.asphalt.rawValue), to: 6_000),
            fact(.surface, UInt64(RoadSurface.gravel.rawValue), from: 6_000),
            fact(
                .particularSpeedLimit, limit(.limited(40, .kilometresPerHour), .advisory),
                from: 1_000, to: 3_000),
            sign(.trafficLight, at: 500), sign(.stopSign, at: 2_000, .backward),
            sign(.giveWaySign, at: 2_000, .forward), sign(.cityLimit, at: 2_000),
            sign(.speedBump, at: 2_500),
        ]
        let whole = end
        link.profiles = [
            profile(.curvature, [(0, 0), (1_500, 900), (3_000, -2_000), (4_000, 0), (whole, 0)]),
            profile(.curvatureError, [(0, 40), (3_000, 400), (whole, 3_000)]),
        ]
        // The first link climbs as the third and fourth do not.
        if link.startNode.id == 0x41 {
            link.profiles += [
                profile(
                    .slope, [(0, 100), (2_000, 300), (4_000, 290), (6_000, -400), (whole, -150)]),
                profile(.slopeError, [(0, 10), (whole, 300)]),
                profile(
                    .altitude, [(0, 21_000), (2_000, 21_040), (6_000, 21_200), (whole, 21_300)]),
            ]
            link.texts.append(
                NewText(.turnLanes, "left|through;slight_right", directions: .forward))
        } else {
            link.texts.append(
                NewText(.turnLanes, "left;reverse|sharp_left|none|right;sharp_right|slight_left"))
        }
    }

    private static func furnishCrossroad(_ link: inout NewLink) {
        var weight = Condition()
        weight.weightAbove = 75
        var heavier = Condition()
        heavier.weightAbove = 120
        var wet = Condition()
        wet.weather = .wet
        var access = VehicleAccess()
        access[.truck] = .closed
        access[.bus] = .open
        access[.pedestrian] = .restricted
        link.attributes = [
            fact(.functionalRoadClass, 5),
            fact(.formOfWay, UInt64(FormOfWay.serviceRoad.rawValue)),
            fact(.speedLimit, limit(.walkingPace), to: 1_000),
            fact(.restrictedAccess, 1, from: 1_000),
            fact(.vehicleAccess, access.rawValue),
            fact(.speedLimit, limit(.limited(30, .milesPerHour), .general, .zone), from: 1_000),
            fact(.particularSpeedLimit, limit(.limited(60, .kilometresPerHour), .truck)),
            fact(.condition, heavier.attributeValue),
            fact(.particularSpeedLimit, limit(.limited(80, .kilometresPerHour), .truck)),
            fact(.condition, weight.attributeValue),
            fact(.particularSpeedLimit, limit(.limited(20, .kilometresPerHour), .truck)),
            fact(.condition, wet.attributeValue),
            fact(.particularSpeedLimit, limit(.variable, .variable), from: 1_500),
            sign(.levelCrossing, at: 1_000),
        ]
        link.profiles = [profile(.slope, [(0, 800), (end, 800)])]
    }

    private static func furnishLoop(_ link: inout NewLink) {
        link.attributes = [
            fact(.functionalRoadClass, 3), fact(.speedLimit, limit(.variable, .general, .marking)),
            fact(.particularSpeedLimit, limit(.limited(60, .kilometresPerHour), .truck)),
            fact(.lanes, 3), fact(.surface, UInt64(RoadSurface.ice.rawValue)),
        ]
        link.profiles = [
            profile(.curvature, [(0, 100), (8_000, 1_000), (end, 100)]),
            profile(.altitude, [(0, 20_000), (1_000, 20_500), (2_000, 20_020), (end, 20_900)]),
        ]
    }

    private static func furnishOneWay(_ link: inout NewLink) {
        link.attributes = [
            fact(.functionalRoadClass, 4), fact(.lanes, 2),
            fact(.routeNumberClass, UInt64(RouteNumberClass.local.rawValue)),
            fact(.speedLimit, limit(.limited(30, .kilometresPerHour), .general, .law)),
        ]
        link.profiles = [
            profile(.slope, [(0, -500), (2_000, -500), (3_000, 600), (end, 700)]),
            profile(.curvature, [(0, 0), (2_000, 8_000), (end, 0)]),
        ]
    }
}
