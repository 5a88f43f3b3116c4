/// The kind of an attribute of a link. The numbers are in map files and never change their meaning.
/// A reader skips unknown numbers.
@frozen
public struct AttributeKind: RawRepresentable, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// The kind of a number in a map file.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// ``FunctionalRoadClass``; the value is its rank.
    public static var functionalRoadClass: Self { Self(rawValue: 1) }
    /// ``FormOfWay``; the value is its number.
    public static var formOfWay: Self { Self(rawValue: 2) }
    /// The limit for every car at any time; the value is ``SpeedLimitRule/attributeValue``.
    public static var speedLimit: Self { Self(rawValue: 3) }
    /// The number of lanes open in the attribute's directions.
    public static var lanes: Self { Self(rawValue: 4) }
    /// A tunnel; 0 no, 1 yes.
    public static var tunnel: Self { Self(rawValue: 5) }
    /// A bridge; 0 no, 1 yes.
    public static var bridge: Self { Self(rawValue: 6) }
    /// The road's name; the value is the place of the text in the block's strings.
    public static var name: Self { Self(rawValue: 7) }
    /// The road's number, such as `B 96` or `A20;E251`; the value is the place of the text.
    public static var reference: Self { Self(rawValue: 8) }
    /// The level above (positive) or below ground, zigzag-coded.
    public static var layer: Self { Self(rawValue: 9) }
    /// One carriageway of a divided road; 0 no, 1 yes.
    public static var dividedRoad: Self { Self(rawValue: 10) }
    /// Inside a built-up area; 0 no, 1 yes.
    public static var builtUpArea: Self { Self(rawValue: 11) }
    /// Part of a complex intersection; 0 no, 1 yes.
    public static var complexIntersection: Self { Self(rawValue: 12) }
    /// Cars may only drive here with a reason (destination, customers, private): 1.
    public static var restrictedAccess: Self { Self(rawValue: 13) }
    /// A limit that is not for every car at any time; ``SpeedLimitRule/attributeValue``.
    public static var particularSpeedLimit: Self { Self(rawValue: 14) }
    /// The condition of the attribute before it; ``Condition/attributeValue``. Of several
    /// consecutive ones, any is enough.
    public static var condition: Self { Self(rawValue: 15) }
    /// The day the source's object was last edited, in days since 1970.
    public static var lastEdit: Self { Self(rawValue: 16) }
    /// The road has priority at its junctions by a sign: 1.
    public static var priorityRoad: Self { Self(rawValue: 17) }
    /// ``RoadSurface``; the value is its number.
    public static var surface: Self { Self(rawValue: 18) }
    /// ``VehicleAccess``; the value is its number.
    public static var vehicleAccess: Self { Self(rawValue: 19) }
    /// 0 no toll, 1 toll, 2 toll for trucks only.
    public static var toll: Self { Self(rawValue: 20) }
    /// The purpose of each lane, from the left in driving direction, as in OpenStreetMap's
    /// `turn:lanes` (`left|through;right`); the value is the place of the text.
    public static var turnLanes: Self { Self(rawValue: 21) }
    /// The name in a language, as `fi=Mannerheimintie`; the value is the place of the text.
    public static var nameInLanguage: Self { Self(rawValue: 22) }
    /// ``RouteNumberClass`` of the reference; the value is its number.
    public static var routeNumberClass: Self { Self(rawValue: 23) }
    /// A ferry in the attribute's directions: 1. Its link is open to no car. So it is not matched,
    /// and no path uses it as a road.
    public static var ferry: Self { Self(rawValue: 24) }
    /// The number of the European route, such as `E 18`; the value is the place of the text.
    public static var internationalReference: Self { Self(rawValue: 25) }
    /// The country if it is not that of the header, ISO 3166-1 numeric.
    public static var country: Self { Self(rawValue: 26) }
    /// The part of the country, ISO 3166-2 without the country and its dash: up to three characters of
    /// ASCII, the first in the lowest byte.
    public static var region: Self { Self(rawValue: 31) }
    /// The time zone if it is not that of the map's note `time-zone`, in the same format: the name
    /// of the tz database, a space, and its rule in the format of POSIX.1 `TZ`. Empty if unknown.
    /// The value is the place of the text.
    public static var timeZone: Self { Self(rawValue: 32) }
    /// Street lighting; 0 no, 1 yes, if only at times.
    public static var lit: Self { Self(rawValue: 33) }
    /// ``TurnRestriction``; the value is its ``TurnRestriction/attributeValue``.
    public static var turnRestriction: Self { Self(rawValue: 27) }
    /// A way that the vehicle must have driven for the restriction before it, of several the latest
    /// first. The value is its OpenStreetMap id, zigzag-coded.
    public static var previousWay: Self { Self(rawValue: 28) }
    /// ``RoadObject`` at a place: a stretch of length 0.
    public static var roadObject: Self { Self(rawValue: 29) }
    /// The text of the sign at the same place, such as `FI:363[40]`; the value is the place of the
    /// text.
    public static var signText: Self { Self(rawValue: 30) }
    /// How often cars took an exit at the end of the link in the attribute's direction: ``ExitCount``. What fewer cars
    /// took than the map publishes (``RoadMap/leastCars(of:)``) is not counted.
    public static var exitCount: Self { Self(rawValue: 34) }
    /// The median speed of the passes over the link, in units of 0.5 km/h.
    public static var averageSpeed: Self { Self(rawValue: 35) }
    /// The link is no road any more: 1. In a file of corrections beside a map it stands for the link of that map. It is open
    /// to no car.
    public static var removed: Self { Self(rawValue: 36) }
}

extension AttributeKind {
    /// The record of each kind that this version knows, in the order of the numbers. Names, texts, JSON,
    /// coverage and checks of attributes read it.
    public static var records: [AttributeRecord] { allRecords }

    private static let allRecords = [
        AttributeRecord(.functionalRoadClass, "functionalRoadClass", .number),
        AttributeRecord(.formOfWay, "formOfWay", .named(FormOfWay.self)),
        AttributeRecord(.speedLimit, "speedLimit", .speedLimit),
        AttributeRecord(.lanes, "lanes", .number),
        AttributeRecord(.tunnel, "tunnel", .flag),
        AttributeRecord(.bridge, "bridge", .flag),
        AttributeRecord(.name, "name", .text),
        AttributeRecord(.reference, "reference", .text),
        AttributeRecord(.layer, "layer", .signedNumber),
        AttributeRecord(.dividedRoad, "dividedRoad", .flag),
        AttributeRecord(.builtUpArea, "builtUpArea", .flag),
        AttributeRecord(.complexIntersection, "complexIntersection", .flag),
        AttributeRecord(.restrictedAccess, "restrictedAccess", .flag),
        AttributeRecord(.particularSpeedLimit, "particularSpeedLimit", .speedLimit, .repeated),
        AttributeRecord(.condition, "condition", .condition, .repeated),
        AttributeRecord(.lastEdit, "lastEdit", .day),
        AttributeRecord(.priorityRoad, "priorityRoad", .flag),
        AttributeRecord(.surface, "surface", .named(RoadSurface.self)),
        AttributeRecord(.vehicleAccess, "vehicleAccess", .vehicleAccess),
        AttributeRecord(.toll, "toll", .number),
        AttributeRecord(.turnLanes, "turnLanes", .text),
        AttributeRecord(.nameInLanguage, "nameInLanguage", .text, .repeated),
        AttributeRecord(.routeNumberClass, "routeNumberClass", .named(RouteNumberClass.self)),
        AttributeRecord(.ferry, "ferry", .flag),
        AttributeRecord(.internationalReference, "internationalReference", .text),
        AttributeRecord(.country, "country", .country, .exception),
        AttributeRecord(.turnRestriction, "turnRestriction", .turnRestriction, .repeated),
        AttributeRecord(.previousWay, "previousWay", .signedNumber, .repeated),
        AttributeRecord(.roadObject, "roadObject", .roadObject, .repeated),
        AttributeRecord(.signText, "signText", .text, .repeated),
        AttributeRecord(.region, "region", .region),
        AttributeRecord(.timeZone, "timeZone", .text, .exception),
        AttributeRecord(.lit, "lit", .flag),
        AttributeRecord(.exitCount, "exitCount", .exitCount, .repeated),
        AttributeRecord(.averageSpeed, "averageSpeed", .halfKilometresPerHour),
        AttributeRecord(.removed, "removed", .flag, .exception),
    ]

    /// The record of the kind; `nil` for a kind that this version does not know.
    public var record: AttributeRecord? { Self.allRecords.first { $0.kind == self } }
}
