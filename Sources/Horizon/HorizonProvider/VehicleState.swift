public import Horizon
public import Quantities

/// The vehicle's state for POSITION, at the moment of the fix.
public struct VehicleState: Sendable, Hashable {
    /// The kind of position of the vehicle.
    public var place: Place
    /// The moment of the fix; `nil` before the first fix.
    public var time: MonotonicTime?
    /// Its speed, negative backwards; `nil` if unknown.
    public var speed: MetresPerSecond?
    /// Its heading against the direction of the path, clockwise; `nil` if unknown.
    public var relativeHeading: Degrees?
    /// The probability that it is on this path, 0...1.
    public var probability: Double?
    /// The standard deviation of its position.
    public var accuracy: Metres?
    /// Its other candidates, the likeliest first.
    public var alternatives = Alternatives()

    /// Another candidate for the vehicle's place.
    public struct Alternative: Sendable, Hashable {
        /// The path.
        public var path: PathID
        /// The place on it, from the path's start.
        public var offset: Metres
        /// The vehicle's heading against the direction of the path there, clockwise.
        public var relativeHeading: Degrees?
        /// The probability that it is there, 0...1.
        public var probability: Double

        /// A candidate of its parts.
        public init(
            path: PathID, offset: Metres, relativeHeading: Degrees?, probability: Double
        ) {
            self.path = path
            self.offset = offset
            self.relativeHeading = relativeHeading
            self.probability = probability
        }
    }

    /// The kinds of places of a vehicle.
    public enum Place: Sendable, Hashable {
        /// On the main path of the tree.
        case onPath
        /// On the map, but on no road.
        case offRoad
        /// Outside the area of the map.
        case noMap
        /// Unknown.
        case notCalibrated
    }

    /// A vehicle at a place; all other values are unknown.
    public init(_ place: Place, time: MonotonicTime? = nil) {
        self.place = place
        self.time = time
    }
}
