/// How the map came to know something. What it does not know has no attribute at all.
@frozen
public enum Provenance: UInt8, Sendable, Hashable, CaseIterable {
    /// Stated in the source, tag by tag.
    case tagged = 1
    /// Concluded from what the source states, such as one carriageway of a dual one from one-way.
    case derived = 2
    /// The default of the country's law, because the source states no value.
    case legalDefault = 3
    /// Stated in a correction of the map (an overlay), in place of the source. In map files it is `tagged`
    /// with a mark, which older readers ignore.
    case overlay = 9
    /// Seen on the drives of many cars. In map files it is `derived` with the mark.
    case observed = 10

    /// Its bits among the flags of an attribute in a map file.
    static let mask: UInt8 = 0b1011
}

/// How important a road is for through traffic: 1 the highest, 6 the lowest, as in ADASIS v2.
@frozen
public struct FunctionalRoadClass: Sendable, Hashable, Comparable {
    /// 1...6.
    public let rank: UInt8

    /// A class of its rank, `nil` outside 1...6.
    @inlinable
    public init?(rank: Int) {
        guard (1...6).contains(rank) else { return nil }
        self.rank = UInt8(rank)
    }

    /// Whether the left one is the more important.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// The physical form of a road. The numbers are those of ADASIS v2; 0 (unknown) and 15 (not
/// available) are the absence of the attribute.
@frozen
public enum FormOfWay: UInt8, Sendable, Hashable, CaseIterable {
    /// A motorway or another road with controlled access, without its ramps.
    case controlledAccess = 1
    /// A road with carriageways divided physically, access not controlled.
    case multipleCarriageway = 2
    /// An ordinary road.
    case singleCarriageway = 3
    /// A roundabout.
    case roundabout = 4
    /// A traffic square.
    case trafficSquare = 5
    /// A road that runs parallel to another one.
    case parallelRoad = 8
    /// A ramp on a road with controlled access.
    case controlledAccessRamp = 9
    /// A ramp elsewhere.
    case ramp = 10
    /// A service or frontage road.
    case serviceRoad = 11
    /// The entry or exit of a car park.
    case carParkAccess = 12
    /// The entry or exit of a service area.
    case serviceAccess = 13
    /// A pedestrian zone.
    case pedestrianZone = 14
}

/// The unit that speed limits are signed in.
@frozen
public enum SpeedUnit: UInt8, Sendable, Hashable, CaseIterable {
    /// km/h.
    case kilometresPerHour = 0
    /// mph: a mile is 1,609.344 m.
    case milesPerHour = 1
}

/// The side of the road one drives on.
@frozen
public enum DrivingSide: UInt8, Sendable, Hashable, CaseIterable {
    /// Traffic keeps to the left.
    case left = 0
    /// Traffic keeps to the right.
    case right = 1
}
