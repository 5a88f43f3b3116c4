public import Quantities

/// What an attribute of a link is about. The numbers stand in map files and never change their
/// meaning; a reader passes over the ones it does not know.
@frozen
public struct AttributeKind: RawRepresentable, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// Of a number in a map file.
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
    /// When the attribute before it holds; ``Condition/attributeValue``. Of several in a row any is
    /// enough.
    public static var condition: Self { Self(rawValue: 15) }
    /// The day the source's object was last edited, in days since 1970.
    public static var lastEdit: Self { Self(rawValue: 16) }
    /// The road has priority at its junctions (a sign says so): 1.
    public static var priorityRoad: Self { Self(rawValue: 17) }
    /// ``RoadSurface``; the value is its number.
    public static var surface: Self { Self(rawValue: 18) }
    /// ``VehicleAccess``; the value is its number.
    public static var vehicleAccess: Self { Self(rawValue: 19) }
    /// 0 no toll, 1 toll, 2 toll for trucks alone.
    public static var toll: Self { Self(rawValue: 20) }
    /// What each lane is for, from the left in driving direction, as in OpenStreetMap's `turn:lanes`
    /// (`left|through;right`); the value is the place of the text.
    public static var turnLanes: Self { Self(rawValue: 21) }
    /// The name in a language, as `fi=Mannerheimintie`; the value is the place of the text.
    public static var nameInLanguage: Self { Self(rawValue: 22) }
    /// ``RouteNumberClass`` of the reference; the value is its number.
    public static var routeNumberClass: Self { Self(rawValue: 23) }
    /// A ferry in the attribute's directions: 1. Its link is open to no car, so that it is neither
    /// matched nor driven as a road.
    public static var ferry: Self { Self(rawValue: 24) }
    /// The number of the European route, such as `E 18`; the value is the place of the text.
    public static var internationalReference: Self { Self(rawValue: 25) }
    /// The country where it is not that of the header, ISO 3166-1 numeric.
    public static var country: Self { Self(rawValue: 26) }
    /// The part of the country, ISO 3166-2 without the country and its dash: up to three characters of
    /// ASCII, the first in the lowest byte.
    public static var region: Self { Self(rawValue: 31) }
    /// The time zone where it is not that of the map's note `time-zone`, in the same words: the name of
    /// the tz database, a space, and its rule as POSIX.1 `TZ` writes it, or nothing where it is not
    /// known; the value is the place of the text.
    public static var timeZone: Self { Self(rawValue: 32) }
    /// ``TurnRestriction``; the value is its ``TurnRestriction/attributeValue``.
    public static var turnRestriction: Self { Self(rawValue: 27) }
    /// A way that one has to have come by for the restriction before it, of several the latest first;
    /// the value is its OpenStreetMap id, zigzag-coded.
    public static var previousWay: Self { Self(rawValue: 28) }
    /// ``RoadObject`` at a place: a stretch of length 0.
    public static var roadObject: Self { Self(rawValue: 29) }
    /// What the sign at the same place says, such as `FI:363[40]`; the value is the place of the text.
    public static var signText: Self { Self(rawValue: 30) }
}

/// The directions of a link that something holds for.
@frozen
public struct DirectionSet: OptionSet, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// Of a number in a map file.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue & 3 }

    /// From the start node to the end node.
    public static var forward: Self { Self(rawValue: 1) }
    /// From the end node to the start node.
    public static var backward: Self { Self(rawValue: 2) }
    /// Both ways.
    public static var both: Self { Self(rawValue: 3) }

    /// Whether it holds for a direction.
    @inlinable
    public func contains(_ direction: Direction) -> Bool {
        rawValue & (direction == .forward ? 1 : 2) != 0
    }
}

/// One fact about a stretch of a link.
@frozen
public struct Attribute: Sendable, Hashable {
    /// What it is about.
    public var kind: AttributeKind
    /// The directions it holds for.
    public var directions: DirectionSet
    /// How the map came to know it.
    public var provenance: Provenance
    /// Where it begins, from the link's start node, whichever way one drives.
    public var from: Centimetres
    /// Where it ends, from the link's start node; never before `from`.
    public var to: Centimetres
    /// The value, as its kind says.
    public var value: UInt64

    /// A fact of its parts.
    @inlinable
    public init(
        _ kind: AttributeKind,
        _ value: UInt64,
        directions: DirectionSet = .both,
        provenance: Provenance,
        from: Centimetres,
        to: Centimetres
    ) {
        self.kind = kind
        self.directions = directions
        self.provenance = provenance
        self.from = from
        self.to = to
        self.value = value
    }
}

/// What a profile of a link describes: a value that changes along it, known at spots.
@frozen
public struct ProfileKind: RawRepresentable, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// Of a number in a map file.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Curvature in 1e-5 1/m, positive where the road bends to the right driven forward, linear
    /// between spots.
    public static var curvature: Self { Self(rawValue: 1) }
    /// The error of the curvature in 1e-5 1/m, linear between spots: nine times of ten the truth is
    /// within it, so it is 1.645 standard errors.
    public static var curvatureError: Self { Self(rawValue: 4) }
    /// The error of the slope in 0.01 %, as that of the curvature.
    public static var slopeError: Self { Self(rawValue: 5) }
    /// The error of the altitude in cm, as that of the curvature.
    public static var altitudeError: Self { Self(rawValue: 6) }
    /// Slope in 0.01 %, uphill positive driven forward, linear between spots.
    public static var slope: Self { Self(rawValue: 2) }
    /// Altitude in cm above sea level, linear between spots.
    public static var altitude: Self { Self(rawValue: 3) }
    /// Height in cm above the WGS 84 ellipsoid, linear between spots: by how much that is not the altitude,
    /// some tens of metres, the map does not know.
    public static var ellipsoidalHeight: Self { Self(rawValue: 7) }
}

/// The value of a profile at one place.
@frozen
public struct ProfileSpot: Sendable, Hashable {
    /// The place, from the link's start node.
    public var offset: Centimetres
    /// The value, in the unit its kind says.
    public var value: Int32

    /// A spot of its place and value.
    @inlinable
    public init(offset: Centimetres, value: Int32) {
        self.offset = offset
        self.value = value
    }
}
