import Quantities

/// The kind of an object beside, on or across a road at one place.
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
    /// The border of a built-up area.
    case cityLimit = 5
    /// A hump, a table, a cushion: it slows cars down by shaking them.
    case speedBump = 6
    /// A narrowing, an island, a chicane: it slows cars down in another way.
    case trafficCalming = 7
    /// A railway crosses at the same level.
    case levelCrossing = 8
    /// A tramway crosses at the same level.
    case tramCrossing = 9
    /// A marked crossing for pedestrians.
    case pedestrianCrossing = 10
    /// A crossing for pedestrians without markings.
    case unmarkedCrossing = 11
    /// A speed camera.
    case speedCamera = 12
    /// A place to stop and pay toll.
    case tollBooth = 13
    /// A toll gantry: it charges cars that drive through.
    case tollGantry = 14
    /// A checkpoint at a border.
    case borderCrossing = 15
    /// A rest area.
    case restArea = 16
    /// A roundabout with an island that cars may drive over, drawn as one node.
    case miniRoundabout = 17
    /// The exit node of a motorway.
    case motorwayExit = 18
    /// A bus stop.
    case busStop = 19
    /// A gate.
    case gate = 20
    /// A bar that is lifted.
    case liftGate = 21
    /// A post, a block, a fence: cars cannot pass it unless it is removed.
    case bollard = 22
    /// Another barrier.
    case barrier = 23
    /// Bars in the ground that cattle do not cross.
    case cattleGrid = 24
    /// A height limiter.
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

/// The access to a road, or through a barrier.
@frozen
public enum AccessRight: UInt8, Sendable, Hashable, CaseIterable {
    /// The source does not state it.
    case unknown = 0
    /// All vehicles.
    case open = 1
    /// Only with a reason: destination, customers, private …
    case restricted = 2
    /// No vehicle.
    case closed = 3
}

/// A road object: an attribute of kind ``AttributeKind/roadObject`` over a stretch of length 0. At
/// the end of a link, an object holds for the direction that leads to that end. So every path
/// across a junction meets each object once. Tunnels and bridges are stretches and have attributes
/// of their own.
@frozen
public struct RoadObject: Sendable, Hashable {
    /// Its kind.
    public var kind: RoadObjectKind
    /// Whether cars may pass it, for barriers.
    public var carAccess: AccessRight
    /// Whether the source states the direction of the road that it applies to.
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

    /// Its number in an attribute: eight bits of kind, two of access, one of direction.
    @inlinable
    public var attributeValue: UInt64 {
        UInt64(kind.rawValue) | UInt64(carAccess.rawValue) << 8
            | (hasStatedDirection ? 1 << 10 : 0)
    }

    /// The object of a number in an attribute; `nil` for other numbers.
    @inlinable
    public init?(attributeValue value: UInt64) {
        guard let kind = RoadObjectKind(rawValue: UInt8(value & 0xFF)),
            let access = AccessRight(rawValue: UInt8(value >> 8 & 3))
        else { return nil }
        self.init(kind, carAccess: access, hasStatedDirection: value >> 10 & 1 == 1)
    }
}

extension RoadMap {
    /// Visits each object of a link that holds for a driving direction, in the order of the file.
    public func forEachObject(
        of link: Link,
        _ direction: Direction,
        _ visit: (PlacedObject) throws(MapError) -> Void
    ) throws(MapError) {
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard let object = PlacedObject(attribute, of: link, in: direction) else { return }
            try visit(object)
        }
    }

    /// Whether a road has priority, by a sign, at the node at which a vehicle enters it in a
    /// direction.
    public func isPriorityRoad(
        _ link: Link, enteredIn direction: Direction
    ) throws(MapError) -> Bool {
        var isPriority = false
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .priorityRoad, attribute.value == 1,
                link.range(of: attribute, in: direction).from <= .zero
            else { return }
            isPriority = true
        }
        return isPriority
    }
}
