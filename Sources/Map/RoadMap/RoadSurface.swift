/// The surface of a road.
@frozen
public enum RoadSurface: UInt8, Sendable, Hashable, CaseIterable {
    /// Paved, no more is known.
    case paved = 1
    /// Asphalt.
    case asphalt = 2
    /// Concrete, also in plates or lanes.
    case concrete = 3
    /// Stones of even shape.
    case pavingStones = 4
    /// Cut stones.
    case sett = 5
    /// Stones as they were found, or stones of no known kind.
    case cobblestone = 6
    /// Metal, as on bridges.
    case metal = 7
    /// Wood, as on bridges.
    case wood = 8
    /// Stones with grass in their holes.
    case grassPaver = 9
    /// Not paved, no more is known.
    case unpaved = 16
    /// Gravel that was rolled.
    case compacted = 17
    /// Fine gravel.
    case fineGravel = 18
    /// Gravel.
    case gravel = 19
    /// Round stones, loose.
    case pebblestone = 20
    /// Earth, dirt, soil.
    case ground = 21
    /// Grass.
    case grass = 22
    /// Sand.
    case sand = 23
    /// Mud, wet most of the year.
    case mud = 24
    /// Rock.
    case rock = 25
    /// Ice, as on winter roads.
    case ice = 26
    /// Snow, as on winter roads.
    case snow = 27
}

/// The class of a road's number.
@frozen
public enum RouteNumberClass: UInt8, Sendable, Hashable, CaseIterable {
    /// Only a European route.
    case european = 1
    /// A motorway of a country.
    case motorway = 2
    /// A main road of a country.
    case national = 3
    /// A road of a part of a country.
    case regional = 4
    /// A road of a district or a town.
    case local = 5
}

/// The access restriction of a road, for each kind of vehicle: two bits of ``AccessRight`` each.
/// Unknown means that the source does not state it.
@frozen
public struct VehicleAccess: Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt64

    /// The value of a number in a map file.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// All values are unknown.
    @inlinable
    public init() { rawValue = 0 }

    /// The vehicles with an access value of their own, in the order of their bits.
    @frozen
    public enum Vehicle: UInt8, Sendable, Hashable, CaseIterable {
        /// Cars.
        case car
        /// Trucks: goods vehicles above 3.5 t.
        case truck
        /// Buses.
        case bus
        /// Taxis.
        case taxi
        /// Deliveries.
        case delivery
        /// Police, fire brigade, ambulances.
        case emergency
        /// Motorcycles.
        case motorcycle
        /// Bicycles.
        case bicycle
        /// Pedestrians.
        case pedestrian
    }

    /// The right of a kind of vehicle.
    public subscript(vehicle: Vehicle) -> AccessRight {
        get { AccessRight(rawValue: UInt8(rawValue >> shift(vehicle) & 3)) ?? .unknown }
        set {
            self = Self(
                rawValue:
                    rawValue & ~(3 << shift(vehicle))
                    | UInt64(newValue.rawValue) << shift(vehicle)
            )
        }
    }

    private func shift(_ vehicle: Vehicle) -> UInt64 { UInt64(vehicle.rawValue) * 2 }
}
