public import Horizon
public import Quantities

/// What POSITION says of the vehicle, at the moment it was true.
public struct VehicleState: Sendable, Hashable {
    /// Where the vehicle is.
    public var place: Place
    /// The moment at which it was there; `nil` as long as there was no fix.
    public var time: MonotonicTime?
    /// Its speed, negative backwards; `nil` where it is not known.
    public var speed: MetresPerSecond?
    /// Its heading against the direction of the path, clockwise; `nil` where not known.
    public var relativeHeading: Degrees?
    /// The probability that it is on this path, 0...1.
    public var probability: Double?
    /// The standard deviation of its position.
    public var accuracy: Metres?
    /// Where else it may be, the likeliest first.
    public var alternatives = Alternatives()

    /// Another place where the vehicle may be.
    public struct Alternative: Sendable, Hashable {
        /// The path.
        public var path: PathID
        /// The place on it, from the path's start.
        public var offset: Metres
        /// The vehicle's heading against the direction of the path there, clockwise.
        public var relativeHeading: Degrees?
        /// The probability that it is there, 0...1.
        public var probability: Double

        /// Another place of its parts.
        public init(
            path: PathID, offset: Metres, relativeHeading: Degrees?, probability: Double
        ) {
            self.path = path
            self.offset = offset
            self.relativeHeading = relativeHeading
            self.probability = probability
        }
    }

    /// Where a vehicle can be.
    public enum Place: Sendable, Hashable {
        /// On the main path of the tree.
        case onPath
        /// On the map, but on no road.
        case offRoad
        /// Outside the area of the map.
        case noMap
        /// Not known.
        case notCalibrated
    }

    /// A vehicle at a place of which nothing else is known.
    public init(_ place: Place, time: MonotonicTime? = nil) {
        self.place = place
        self.time = time
    }
}
