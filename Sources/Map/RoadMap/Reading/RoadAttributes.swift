public import Quantities

/// The attributes of a road at one place for one driving direction. `nil` is unknown: the map has no
/// such attribute there, or one with a value that this version does not know.
@frozen
public struct RoadAttributes: Sendable, Hashable {
    /// The functional road class.
    public internal(set) var functionalRoadClass: FunctionalRoadClass?
    /// The form of way.
    public internal(set) var formOfWay: FormOfWay?
    /// The number of lanes in the driving direction; 255 stands for more.
    public internal(set) var lanes: UInt8?
    /// The number of lanes in the opposite direction; 255 stands for more.
    public internal(set) var oppositeLanes: UInt8?
    /// Whether the place is in a tunnel.
    public internal(set) var isTunnel: Bool?
    /// Whether the place is on a bridge.
    public internal(set) var isBridge: Bool?
    /// Whether the road is one carriageway of a divided road.
    public internal(set) var isDividedRoad: Bool?
    /// Whether the place is in a built-up area.
    public internal(set) var isBuiltUpArea: Bool?
    /// Whether the place is part of a complex intersection.
    public internal(set) var isComplexIntersection: Bool?
    /// The class of the road's number.
    public internal(set) var routeNumberClass: RouteNumberClass?
    /// The surface.
    public internal(set) var surface: RoadSurface?
    /// The access of each kind of vehicle, as the source states it.
    public internal(set) var vehicleAccess = VehicleAccess()
    /// Whether cars need a reason to drive here.
    public internal(set) var isRestricted = false
    /// The average speed of cars, in units of 0.5 km/h.
    public internal(set) var averageSpeed: UInt16?
    /// The country, ISO 3166-1 numeric, where it is not the country of the file.
    public internal(set) var country: UInt64?

    /// Nothing known.
    @inlinable
    public init() {}

    /// The attributes that hold at a place, of a list whose ranges are in driving direction. Of several
    /// attributes of one kind the last one counts.
    public init(
        _ attributes: [Attribute], at place: Centimetres, in direction: Direction
    ) {
        for attribute in attributes where attribute.from <= place && place < attribute.to {
            take(attribute, in: direction)
        }
    }

    /// Whether attributes of a kind have a property here.
    static func reads(_ kind: AttributeKind) -> Bool {
        switch kind {
        case .functionalRoadClass, .formOfWay, .lanes, .tunnel, .bridge, .dividedRoad, .builtUpArea,
            .complexIntersection, .routeNumberClass, .surface, .vehicleAccess, .restrictedAccess,
            .country, .averageSpeed:
            true
        default: false
        }
    }

    private mutating func take(_ attribute: Attribute, in direction: Direction) {
        let value = attribute.value
        if attribute.kind == .lanes, attribute.directions.contains(direction.reversed) {
            oppositeLanes = UInt8(clamping: value)
        }
        guard attribute.directions.contains(direction) else { return }
        switch attribute.kind {
        case .functionalRoadClass:
            functionalRoadClass = FunctionalRoadClass(rank: Int(clamping: value))
        case .formOfWay: formOfWay = UInt8(exactly: value).flatMap(FormOfWay.init) ?? formOfWay
        case .lanes: lanes = UInt8(clamping: value)
        case .tunnel: isTunnel = value == 1
        case .bridge: isBridge = value == 1
        case .dividedRoad: isDividedRoad = value == 1
        case .builtUpArea: isBuiltUpArea = value == 1
        case .complexIntersection: isComplexIntersection = value == 1
        case .routeNumberClass:
            routeNumberClass = UInt8(exactly: value).flatMap(RouteNumberClass.init)
        case .surface: surface = UInt8(exactly: value).flatMap(RoadSurface.init)
        case .vehicleAccess: vehicleAccess = VehicleAccess(rawValue: value)
        case .restrictedAccess: isRestricted = value != 0
        case .country: country = value
        case .averageSpeed:
            averageSpeed = UInt16(min(value, MapFormat.highestAverageSpeed))
        default: break
        }
    }
}
