import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing

/// The place on a road at which the vehicle was at the end of the run before. It holds until the first fix.
struct RememberedPlace {
    /// The place on the line of its road.
    let coordinate: Coordinate
    /// The heading of the vehicle; `nil` where its direction was not known.
    let heading: Degrees?
    /// The standard deviation of the place.
    let accuracy: Metres

    /// The probability that the vehicle is still there. Convention: as likely as not, since it may have been
    /// towed, carried or moved by another system meanwhile.
    static let probability = 0.5
    /// A direction less probable than this was not known.
    private static let leastDirection = 0.75
    /// Beyond so many deviations the vehicle is elsewhere.
    private static let deviations = 3.0
    /// No place is known better than this: a car park beside the road.
    private static let leastAccuracy = Metres(10)

    /// Reads the place from the map.
    init(
        _ place: LinkPlace, accuracy: Metres, probability: Double, on map: RoadMap
    ) throws(MapError) {
        let link = try map.link(place.link.link)
        let along = link.offset(place.offset, in: place.link.direction)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        coordinate = shape.place(at: along)
        let road = shape.bearing(at: along)
        heading =
            probability < Self.leastDirection
            ? nil : place.link.direction == .forward ? road : road.reversed
        self.accuracy = max(accuracy, Self.leastAccuracy)
    }

    /// The heading of the vehicle at a fix; `nil` for a fix that shows another place.
    func heading(at fix: Fix, otherwise usual: Metres) -> Degrees? {
        let own = (fix.accuracy ?? usual).value
        let limit = Self.deviations * (own * own + accuracy.value * accuracy.value).squareRoot()
        let distance = LocalFrame(around: coordinate).project(fix.place).length
        return distance <= limit ? heading : nil
    }
}
