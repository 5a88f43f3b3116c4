public import Horizon
public import Quantities
public import RoadMap

/// A kind of things that may lie ahead.
@frozen
public enum AheadKind: String, Sendable, Hashable, CaseIterable {
    /// The speed limit for cars, where it changes.
    case speedLimit = "speed-limit"
    /// A recommended speed.
    case advisorySpeed = "advisory-speed"
    /// A curve that is driven slower than a speed that can be set.
    case curve
    /// A stretch of known slope.
    case slope
    /// A junction, with what leaves there.
    case junction
    /// A sign or a light that drivers read.
    case sign
    /// Another road object: a crossing, a camera, a barrier …
    case object
    /// A stretch in a tunnel.
    case tunnel
    /// A stretch on a bridge.
    case bridge
    /// Another country than the one before.
    case country
}

/// Something that lies ahead on a way through the tree, with where.
public struct AheadItem: Sendable, Hashable {
    /// What it is.
    public enum Content: Sendable, Hashable {
        /// The speed limit from here on; `nil` where none is known.
        case speedLimit(LimitStretch?)
        /// The recommended speed from here on; `nil` where it ends.
        case advisorySpeed(LimitStretch?)
        /// A curve, from where it begins to where it ends.
        case curve(CurveAhead)
        /// A stretch of known slope.
        case slope(SlopeAhead)
        /// A junction, at its node.
        case junction(JunctionAhead)
        /// A sign with what it says, where the map knows: a code such as `FI:363[40]`.
        case sign(RoadObject, text: String?)
        /// Another road object.
        case object(RoadObject)
        /// A tunnel, from where it begins to where it ends.
        case tunnel
        /// A bridge, from where it begins to where it ends.
        case bridge
        /// The country from here on.
        case country(Country)
    }

    /// The path that it begins on.
    public let path: PathID
    /// Where it begins, from the path's start.
    public let offset: Centimetres
    /// From the vehicle to its beginning by way of the tree; negative where it began behind.
    public let distance: Metres
    /// From the vehicle to its end, as far as the tree reaches; that of the beginning where it is at one
    /// place.
    public private(set) var end: Metres
    /// What it is.
    public let content: Content
    /// Of a limit, the day on which the road was last edited where it stands, in days since 1970: of several
    /// roads with the same limit the oldest. `nil` where the map does not say.
    public private(set) var lastEdit: Int?

    init(
        _ content: Content, at place: AheadLine.Place, to end: Metres? = nil, lastEdit: Int? = nil
    ) {
        path = place.path
        offset = place.offset
        distance = place.distance
        self.end = end ?? place.distance
        self.content = content
        self.lastEdit = lastEdit
    }

    /// Goes on to a distance from the vehicle; the road there was last edited on a day.
    mutating func extend(to end: Metres, lastEdit day: Int?) {
        self.end = end
        // A road of unknown age may be older than all others.
        if let known = lastEdit { lastEdit = day.map { min($0, known) } }
    }

    /// Its kind.
    public var kind: AheadKind {
        switch content {
        case .speedLimit: .speedLimit
        case .advisorySpeed: .advisorySpeed
        case .curve: .curve
        case .slope: .slope
        case .junction: .junction
        case .sign: .sign
        case .object: .object
        case .tunnel: .tunnel
        case .bridge: .bridge
        case .country: .country
        }
    }
}

/// A curve: a stretch that bends to one side all along.
public struct CurveAhead: Sendable, Hashable {
    /// The largest curvature, right positive.
    public var curvature: PerMetre
    /// What that may be wrong by nine times of ten; `nil` where the map does not say.
    public var error: PerMetre?
    /// From the vehicle to the place of the largest curvature.
    public var apex: Metres
    /// The speed at which the lateral acceleration is the one that is set.
    public var safeSpeed: MetresPerSecond
    /// Whether it is the turn inside a junction, of which no map has the line: an arc that is assumed.
    public var isTurn: Bool
}

/// A stretch on which the slope runs straight from one value to another.
@frozen
public struct SlopeAhead: Sendable, Hashable {
    /// Where it begins, in per cent, uphill positive.
    public var atStart: Double
    /// Where it ends.
    public var atEnd: Double
}

/// A junction on the way.
public struct JunctionAhead: Sendable, Hashable {
    /// The road that the way goes on by.
    public var onward: Road
    /// The other roads that one may take, in the order of the tree.
    public var exits: [Road]

    /// A road that leaves a junction.
    public struct Road: Sendable, Hashable {
        /// The path that begins with it; the way's own where that goes on.
        public var path: PathID
        /// The angle from the direction of arrival, -180 ..< 180, clockwise positive.
        public var turnAngle: Degrees
        /// The probability that a vehicle that arrives here takes it, 0...1.
        public var probability: Double
        /// Its name, or else its number; `nil` where it has none.
        public var name: String?
    }
}
