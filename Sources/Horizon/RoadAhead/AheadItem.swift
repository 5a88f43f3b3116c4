public import Horizon
public import Quantities
public import RoadMap

/// The kinds of entries ahead of the vehicle.
@frozen
public enum AheadKind: String, Sendable, Hashable, CaseIterable {
    /// The speed limit for cars, where it changes.
    case speedLimit = "speed-limit"
    /// A recommended speed.
    case advisorySpeed = "advisory-speed"
    /// The average speed of cars, where it changes.
    case averageSpeed = "average-speed"
    /// A curve whose safe speed is below a limit that can be set.
    case curve
    /// A stretch of known slope.
    case slope
    /// A junction with its exits.
    case junction
    /// A sign or a traffic light.
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

/// An entry ahead of the vehicle along a path of the tree, with its position.
public struct AheadItem: Sendable, Hashable {
    /// The kind of an entry with its values.
    public enum Content: Sendable, Hashable {
        /// The speed limit from here on; `nil` where none is known.
        case speedLimit(LimitStretch?)
        /// The recommended speed from here on; `nil` where it ends.
        case advisorySpeed(LimitStretch?)
        /// The average speed of the cars that drove here, from here on; `nil` where it is unknown again.
        case averageSpeed(MetresPerSecond?)
        /// A curve, from its start to its end.
        case curve(CurveAhead)
        /// A stretch of known slope.
        case slope(SlopeAhead)
        /// A junction, at its node.
        case junction(JunctionAhead)
        /// A sign with its code, such as `FI:363[40]`; `nil` if the map does not contain the code.
        case sign(RoadObject, text: String?)
        /// Another road object.
        case object(RoadObject)
        /// A tunnel, from its start to its end.
        case tunnel
        /// A bridge, from its start to its end.
        case bridge
        /// The country from here on.
        case country(Country)
    }

    /// The path on which the entry begins.
    public let path: PathID
    /// The start of the entry, from the start of the path.
    public let offset: Centimetres
    /// The distance from the vehicle to the start of the entry along the tree; negative behind the vehicle.
    public let distance: Metres
    /// The distance from the vehicle to the end of the entry, at most to the end of the tree. An entry without
    /// length has the distance of its start.
    public private(set) var end: Metres
    /// The kind with its values.
    public let content: Content
    /// For a limit: the day of the last edit of its road, in days since 1970. For several roads with the same limit,
    /// the oldest day. `nil` if the map does not contain the day.
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

    /// Extends the entry to a distance from the vehicle, on a road with this day of its last edit.
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
        case .averageSpeed: .averageSpeed
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

/// A curve: a stretch whose curvature has one sign.
public struct CurveAhead: Sendable, Hashable {
    /// The largest curvature, right positive.
    public var curvature: PerMetre
    /// The error of the curvature: 90 % of true values lie within it. `nil` if the map does not state it.
    public var error: PerMetre?
    /// The distance from the vehicle to the largest curvature.
    public var apex: Metres
    /// The speed at which the lateral acceleration has the configured value.
    public var safeSpeed: MetresPerSecond
    /// Whether it is a turn inside a junction. Maps do not contain its line, so it is assumed to be an arc.
    public var isTurn: Bool
}

/// A stretch with a linear slope.
@frozen
public struct SlopeAhead: Sendable, Hashable {
    /// The slope at the start, in per cent, uphill positive.
    public var atStart: Double
    /// The slope at the end, in per cent, uphill positive.
    public var atEnd: Double
}

/// A junction on the path.
public struct JunctionAhead: Sendable, Hashable {
    /// The road that the path follows.
    public var onward: Road
    /// The other legal exits, in the order of the tree.
    public var exits: [Road]

    /// A road that leaves a junction.
    public struct Road: Sendable, Hashable {
        /// The path that begins with the road; for the onward road, the path itself.
        public var path: PathID
        /// The angle from the direction of arrival, -180 ..< 180, clockwise positive.
        public var turnAngle: Degrees
        /// The probability that an arriving vehicle takes the road, 0...1.
        public var probability: Double
        /// The name, otherwise the number of the road; `nil` without both.
        public var name: String?
    }
}
