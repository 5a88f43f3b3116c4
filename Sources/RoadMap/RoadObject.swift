public import Quantities

/// What stands beside, on or across a road at one place.
@frozen
public enum RoadObjectKind: UInt8, Sendable, Hashable, CaseIterable {
    /// Traffic lights.
    case trafficLight = 1
    /// A sign to stop and give way.
    case stopSign = 2
    /// A sign to give way.
    case giveWaySign = 3
    /// Another sign; its code is the text at the same place.
    case trafficSign = 4
    /// Where a built-up area begins or ends.
    case cityLimit = 5
    /// A hump, a table, a cushion: what slows cars down by shaking them.
    case speedBump = 6
    /// A narrowing, an island, a chicane: what slows cars down otherwise.
    case trafficCalming = 7
    /// A railway crosses at the same level.
    case levelCrossing = 8
    /// A tramway crosses at the same level.
    case tramCrossing = 9
    /// A marked crossing for pedestrians.
    case pedestrianCrossing = 10
    /// A place where pedestrians cross that no marking shows.
    case unmarkedCrossing = 11
    /// What measures speeds and takes pictures.
    case speedCamera = 12
    /// A place to stop and pay toll.
    case tollBooth = 13
    /// What takes toll of cars that drive through.
    case tollGantry = 14
    /// A checkpoint at a border.
    case borderCrossing = 15
    /// A rest area.
    case restArea = 16
    /// A roundabout whose island may be driven over, drawn as one node.
    case miniRoundabout = 17
    /// The node where a motorway is left.
    case motorwayExit = 18
    /// A bus stop.
    case busStop = 19
    /// A gate.
    case gate = 20
    /// A bar that is lifted.
    case liftGate = 21
    /// A post, a block, a fence: what cars cannot pass unless somebody takes it away.
    case bollard = 22
    /// Another barrier.
    case barrier = 23
    /// Bars in the ground that cattle do not cross.
    case cattleGrid = 24
    /// What keeps high vehicles out.
    case heightRestrictor = 25
    /// A sign that shows a changing speed limit.
    case variableSpeedSign = 26

    /// Whether it is a sign or a light that drivers read.
    public var isSign: Bool {
        switch self {
        case .trafficLight, .stopSign, .giveWaySign, .trafficSign, .cityLimit, .levelCrossing,
            .pedestrianCrossing, .variableSpeedSign:
            true
        default: false
        }
    }
}

/// Whether somebody may drive a road, or pass a barrier.
@frozen
public enum AccessRight: UInt8, Sendable, Hashable, CaseIterable {
    /// The source does not say.
    case unknown = 0
    /// Everybody.
    case open = 1
    /// Only with a reason: destination, customers, private …
    case restricted = 2
    /// Nobody.
    case closed = 3
}

/// A road object: an attribute of kind ``AttributeKind/roadObject`` over a stretch of length 0. Where a
/// link ends, an object holds for the direction that leads to that end, so that on every way across a
/// junction each object is met once. Tunnels and bridges are stretches and have attributes of their
/// own.
@frozen
public struct RoadObject: Sendable, Hashable {
    /// What it is.
    public var kind: RoadObjectKind
    /// Whether cars may pass it, for barriers.
    public var carAccess: AccessRight
    /// Whether the source says for which direction of the road it is there.
    public var hasStatedDirection: Bool

    /// An object of its parts.
    @inlinable
    public init(
        _ kind: RoadObjectKind,
        carAccess: AccessRight = .unknown,
        hasStatedDirection: Bool = false
    ) {
        self.kind = kind
        self.carAccess = carAccess
        self.hasStatedDirection = hasStatedDirection
    }

    /// The number that stands for it in an attribute: eight bits of kind, two of access, one of
    /// direction.
    @inlinable
    public var attributeValue: UInt64 {
        UInt64(kind.rawValue) | UInt64(carAccess.rawValue) << 8
            | (hasStatedDirection ? 1 << 10 : 0)
    }

    /// The object that a number in an attribute stands for, `nil` where it stands for none.
    @inlinable
    public init?(attributeValue value: UInt64) {
        guard let kind = RoadObjectKind(rawValue: UInt8(value & 0xFF)),
            let access = AccessRight(rawValue: UInt8(value >> 8 & 3))
        else { return nil }
        self.init(kind, carAccess: access, hasStatedDirection: value >> 10 & 1 == 1)
    }
}

extension RoadMap {
    /// Visits each object of a link that holds for a direction, with its offset from the link's start
    /// node, in the order of the file.
    public func forEachObject(
        of link: Link,
        _ direction: Direction,
        _ visit: (RoadObject, Centimetres) throws(MapError) -> Void
    ) throws(MapError) {
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .roadObject, attribute.directions.contains(direction),
                let object = RoadObject(attributeValue: attribute.value)
            else { return }
            try visit(object, attribute.from)
        }
    }
}
