public import Geodesy
public import Quantities

/// A link with the data of its layers, in the units and with the signs of this program. Directions
/// are from the reference node to the other node. A value that no layer states is `nil` or empty.
public struct PlatformDataLink: Sendable {
    /// The permanent id.
    public var id: Int64
    /// The node where it starts, `nil` without the layer LINK.
    public var referenceNode: Int64?
    /// The node where it ends.
    public var otherNode: Int64?
    /// Its line without repeated points; fewer than two points if it has none.
    public var points: [Coordinate] = []
    /// The level of each point above or below others, empty where not stated.
    public var levels: [Int] = []
    /// The links at the reference node, with their driving directions from here.
    public var referenceNeighbours: [LinkPassage] = []
    /// The links at the other node, with their driving directions from here.
    public var otherNeighbours: [LinkPassage] = []

    /// Its name for people, the same as one of ``names``.
    public var name: String?
    /// Its names by language.
    public var names: [RoadName] = []
    /// Whether it is on a bridge.
    public var isBridge: Bool?
    /// Whether it is in a tunnel.
    public var isTunnel: Bool?
    /// Its attributes.
    public var attributes = LinkAttributes()

    /// Speed limits of all kinds. Of several of one kind and direction, the lowest.
    public var speedLimits: [LinkSpeedLimit] = []
    /// Curvature, slope and height of the ADAS layer.
    public var adas: AdasAttributes?
    /// Heights of the terrain below it.
    public var terrain: TerrainHeights?
    /// Signs at its end, or at the end of another link that leads into it.
    public var signs: [TrafficSign] = []
}

/// A name of a road.
public struct RoadName: Sendable, Hashable {
    /// The language's code in lower case, two or three letters; `nil` if it is not stated.
    public var language: String?
    /// The name.
    public var text: String

    /// A name in a language.
    public init(language: String?, text: String) {
        self.language = language
        self.text = text
    }
}

/// The attributes of a link from LINK_ATTRIBUTE.
public struct LinkAttributes: Sendable, Hashable {
    /// 1 the highest ... 5, stated or that of the layers that the link is in.
    public var functionalClass: Int?
    /// The ways it may be driven.
    public var directions: TravelDirection?
    /// The number of lanes driven from the reference node.
    public var lanesFromReference: Int?
    /// The number of lanes driven towards the reference node.
    public var lanesToReference: Int?
    /// The number of lanes that there are.
    public var physicalLanes: Int?
    /// Whether it is in a built-up area.
    public var isUrban: Bool?
    /// Whether it is a ramp.
    public var isRamp: Bool?
    /// Whether its access is controlled, as that of a motorway.
    public var hasControlledAccess: Bool?
    /// Whether it is one carriageway of several that are links of their own.
    public var isMultiDigitized: Bool?
    /// Whether something divides its directions.
    public var hasDivider: Bool?
    /// Whether it is paved.
    public var isPaved: Bool?
    /// Whether it runs beside a larger road to give access.
    public var isFrontage: Bool?
    /// The country's code as it is stated.
    public var countryCode: String?
    /// What part of an intersection it is, as it is coded; 0 none.
    public var intersectionCategory: Int?
    /// Whether it is a ferry.
    public var isFerry: Bool?
}

/// A limit of speed along a link.
public struct LinkSpeedLimit: Sendable, Hashable {
    /// What a limit is for.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// Every car at any time.
        case general
        /// Under conditions in other columns.
        case conditional
        /// The highest value of a variable sign.
        case variable
        /// Trucks.
        case truck
    }

    /// How fast.
    public enum Speed: Sendable, Hashable, Comparable {
        /// Kilometres per hour.
        case limited(Int)
        /// Known to be without a limit; the highest of all.
        case unlimited
    }

    /// What it is for.
    public var kind: Kind
    /// The way it holds for.
    public var direction: TravelDirection
    /// The speed.
    public var speed: Speed
    /// Whether a sign stands there; `nil` if it is not stated.
    public var isPosted: Bool?
    /// Whether the sign is in miles per hour; `nil` if it is not stated.
    public var isInMiles: Bool?
}

/// Heights of the terrain below a link, above the WGS 84 ellipsoid.
public struct TerrainHeights: Sendable, Hashable {
    /// The lowest.
    public var lowest: Metres?
    /// The highest.
    public var highest: Metres?
    /// The mean.
    public var mean: Metres?
    /// That at the reference node.
    public var atReference: Metres?
    /// That at the other node.
    public var atOther: Metres?
}

/// An object of the layer TRAFFIC_SIGN.
public struct TrafficSign: Sendable, Hashable {
    /// 11 variable speed sign, 16 traffic signal, 17 traffic sign, 18 railway crossing, 19 no
    /// overtaking, 38 black spot.
    public var condition: Int
    /// The kind of a traffic sign, as it is coded.
    public var type: Int?
    /// The category of a traffic sign, as it is coded.
    public var category: Int?
    /// The links that it applies to; it is at the end of the first one in driving direction.
    public var passages: [LinkPassage]
    /// Where this link stands among them, 0 the first.
    public var order: Int
}
