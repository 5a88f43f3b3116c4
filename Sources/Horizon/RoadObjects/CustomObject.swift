public import Geodesy
public import Quantities
public import RouteReading

/// Something on or beside the road that the host knows and the map does not: an incident that a service
/// reports, a closure, a toll gantry, an area with rules of its own.
public struct CustomObject: Sendable, Hashable, Identifiable {
    /// What the host calls it; no two objects have the same.
    public var id: String
    /// What it is.
    public var kind: Kind
    /// How much it matters; `nil` where that is not known.
    public var severity: Severity?
    /// The first moment at which it is no longer there, in seconds since 1970; `nil` where it stays.
    public var expiry: Int64?
    /// Where it is.
    public var geometry: Geometry

    /// An object of its parts.
    public init(
        id: String, kind: Kind = .custom, severity: Severity? = nil, expiry: Int64? = nil,
        _ geometry: Geometry
    ) {
        self.id = id
        self.kind = kind
        self.severity = severity
        self.expiry = expiry
        self.geometry = geometry
    }

    /// What an object is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// What the host alone has a word for.
        case custom
        /// An accident, a broken-down vehicle, something on the road.
        case incident
        /// A queue.
        case congestion
        /// A road that is closed.
        case closure
    }

    /// How much an object matters, as services of traffic messages grade it.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// It hardly matters.
        case low
        /// It slows some down.
        case minor
        /// It slows all down.
        case major
        /// It stops all, or is a danger.
        case critical
    }

    /// Where an object is.
    public enum Geometry: Sendable, Hashable {
        /// A place on the nearest road within ``RoadObjects/pointRadius``; with a course, of a road that
        /// is driven within 60° of it, and for that direction alone.
        case point(Coordinate, course: Degrees?)
        /// A line along roads, in driving direction.
        case line([Coordinate])
        /// An area: its outer ring and rings that are cut out of it. Rings need not be closed. Straight
        /// lines between their points are those of longitude and latitude, as in GeoJSON.
        case polygon([[Coordinate]])
        /// A line across roads, met where they cross it.
        case gantry([Coordinate])
        /// A line location of OpenLR.
        case openLR(OpenLRLine)
    }
}

/// Why an object cannot be on the roads of a map. Its description is the one line to show a person,
/// behind the object's name.
public enum ObjectError: Error, Sendable, Hashable {
    /// There is an object of that name.
    case duplicate
    /// A line, ring or gantry needs more points.
    case tooFewPoints(least: Int)
    /// It has more points than are taken.
    case tooManyPoints(most: Int)
    /// Two sides of an area cross or touch, those that begin at these points of all its rings, counted
    /// from 1.
    case selfCrossing(Int, Int)
    /// A ring of an area, counted from 1, that is to be cut out of the first one does not lie in it, or lies
    /// in another one that is.
    case strayRing(Int)
    /// It lies on more stretches of road than are taken.
    case tooLarge(most: Int)
    /// It lies on no road.
    case unmatched(String)
    /// The map cannot be read.
    case map(String)
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
        case .unmatched(let reason), .map(let reason): reason
        }
    }
}
