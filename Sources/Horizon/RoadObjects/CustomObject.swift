public import Geodesy
public import Quantities
public import RoadMap
public import RouteReading

/// An object on or beside the road that comes from the host, not from the map. Examples are an incident reported by a
/// service, a closure, a toll gantry, and an area with special rules.
public struct CustomObject: Sendable, Hashable, Identifiable {
    /// The name of the object, chosen by the host; it is unique.
    public var id: String
    /// The kind of the object.
    public var kind: Kind
    /// The severity; `nil` if unknown.
    public var severity: Severity?
    /// The time at which the object expires, in seconds since 1970; `nil` if it does not expire.
    public var expiry: Int64?
    /// The speed limit along the object, in place of the map's; `nil` if it has none.
    public var limit: SpeedLimit?
    /// The position or the extent of the object.
    public var geometry: Geometry

    /// An object with these values.
    public init(
        id: String, kind: Kind = .custom, severity: Severity? = nil, expiry: Int64? = nil,
        limit: SpeedLimit? = nil, _ geometry: Geometry
    ) {
        self.id = id
        self.kind = kind
        self.severity = severity
        self.expiry = expiry
        self.limit = limit
        self.geometry = geometry
    }

    /// The kinds of objects.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A kind that only the host knows.
        case custom
        /// An accident, a broken-down vehicle, an obstacle on the road.
        case incident
        /// A queue.
        case congestion
        /// A road that is closed.
        case closure
    }

    /// The severity of an object, in the grades of traffic information services.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Almost no effect on traffic.
        case low
        /// Some vehicles are slowed down.
        case minor
        /// All vehicles are slowed down.
        case major
        /// All vehicles are stopped, or the object is dangerous.
        case critical
    }

    /// The position or the extent of an object.
    public enum Geometry: Sendable, Hashable {
        /// A position on the nearest road within ``RoadObjects/pointRadius``. With a course, only the driving direction
        /// of a road within 60° of this course counts.
        case point(Coordinate, course: Degrees?)
        /// A line along roads, in driving direction.
        case line([Coordinate])
        /// An area: its outer ring, and the rings of its holes. Rings need not be closed. The lines between points are
        /// straight in longitude and latitude, as in GeoJSON.
        case polygon([[Coordinate]])
        /// A line across roads. The vehicle passes the object where its road crosses the line.
        case gantry([Coordinate])
        /// A line location of OpenLR.
        case openLR(OpenLRLine)
    }
}

/// The reason why an object cannot be placed on the roads of a map. The description is one line, to print after the
/// name of the object.
public enum ObjectError: Error, Sendable, Hashable {
    /// There is already an object with this name.
    case duplicate
    /// A line, ring or gantry needs more points.
    case tooFewPoints(least: Int)
    /// The object has more points than the limit.
    case tooManyPoints(most: Int)
    /// Two sides of an area cross or touch. They begin at these points of all its rings, counted from 1.
    case selfCrossing(Int, Int)
    /// A hole of an area does not lie in the outer ring, or lies in another hole. Rings are counted from 1.
    case strayRing(Int)
    /// The object lies on more stretches of road than the limit.
    case tooLarge(most: Int)
    /// Together with the objects before it, the object restricts more stretches of road than the limit.
    case noRoom(most: Int)
    /// The object lies on no road.
    case unmatched(String)
    /// The map cannot be read.
    case map(MapError)
}

extension ObjectError {
    /// Whether it says nothing of the object: the map could not be read now.
    public var isPassing: Bool { if case .map(let error) = self { error.isPassing } else { false } }
}

extension ObjectError: CustomStringConvertible {
    /// The error in one line.
    public var description: String {
        switch self {
        case .duplicate: "an object of this name is there already"
        case .tooFewPoints(let least): "\(least) different points are needed at least"
        case .tooManyPoints(let most): "more than \(most) points"
        case .selfCrossing(let one, let other):
            "the area crosses or touches itself: its sides from points \(one) and \(other)"
        case .strayRing(let ring): "ring \(ring) of the area cuts nothing out of the first one"
        case .tooLarge(let most): "it lies on more than \(most) stretches of road"
        case .noRoom(let most):
            "all objects together restrict more than \(most) stretches of road; this one restricts none"
        case .unmatched(let reason): reason
        case .map(let error): "\(error)"
        }
    }
}
