/// What a road is made of.
@frozen
public enum RoadSurface: UInt8, Sendable, Hashable, CaseIterable {
    /// Paved, no more is known.
    case paved = 1
    case asphalt = 2
    case concrete = 3
    case pavingStones = 4
    /// Cut stones.
    case sett = 5
    case cobblestone = 6
    case metal = 7
    case wood = 8
    case grassPaver = 9
    /// Not paved, no more is known.
    case unpaved = 16
    case compacted = 17
    case fineGravel = 18
    case gravel = 19
    case pebblestone = 20
    /// Earth, dirt, soil.
    case ground = 21
    case grass = 22
    case sand = 23
    case mud = 24
    case rock = 25
    case ice = 26
    case snow = 27
}

/// What kind of road a road's number belongs to.
@frozen
public enum RouteNumberClass: UInt8, Sendable, Hashable, CaseIterable {
    /// A European route alone.
    case european = 1
    case motorway = 2
    case national = 3
    case regional = 4
    case local = 5
}

/// Who may drive a road, vehicle by vehicle: two bits of ``AccessRight`` each. Unknown is what the
/// source does not say.
@frozen
public struct VehicleAccess: Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt64

    /// Of a number in a map file.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nothing is known.
    @inlinable
    public init() { rawValue = 0 }

    /// Those whose access is told apart, in the order of their bits.
    @frozen
    public enum Vehicle: UInt8, Sendable, Hashable, CaseIterable {
        case car, truck, bus, taxi, delivery, emergency, motorcycle, bicycle, pedestrian
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
