/// What a source knows at one moment: its tree, and where the vehicle is.
public struct TreePicture: Sendable, Hashable {
    /// The paths, by their names.
    public var paths: [PathPicture] = []
    /// The most probable path, path by path.
    public var main: [Int] = []
    /// The vehicle; `nil` before the first report.
    public var car: CarPicture?
    /// Other places where the vehicle may be.
    public var others: [OtherPlace] = []

    /// A picture of nothing.
    public init() {}

    /// A path by its name.
    public func path(_ id: Int) -> PathPicture? {
        guard let number = paths.firstIndex(where: { $0.id == id }) else { return nil }
        return paths[number]
    }
}

/// The vehicle in a picture.
public struct CarPicture: Sendable, Hashable {
    /// Where it is, or why that is not known: `on-path`, `off-road`, `no-map`, `not-calibrated` or `no-position`.
    public var state: String
    /// Its path.
    public var path: Int?
    /// Its place on the path, m.
    public var offset: Double?
    /// Its place; `nil` if unknown.
    public var place: ShapePoint?
    /// Its heading, degrees clockwise from north.
    public var heading: Double?
    /// m/s.
    public var speed: Double?
    /// The probability of the place, 0...1.
    public var probability: Double?
    /// The standard deviation of the place, m.
    public var accuracy: Double?

    /// A vehicle of which no more than its state is known.
    public init(state: String) { self.state = state }
}

/// Another place where the vehicle may be.
public struct OtherPlace: Sendable, Hashable {
    /// The place.
    public var place: ShapePoint
    /// Its probability, 0...1; `nil` if unknown.
    public var probability: Double?

    /// A place with its probability.
    public init(_ place: ShapePoint, probability: Double?) {
        self.place = place
        self.probability = probability
    }
}
