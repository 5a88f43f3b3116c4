public import Quantities
public import RoadMap

/// A link on a path.
@frozen
public struct PathLink: Sendable {
    /// The link and its driving direction.
    public let link: DirectedLink
    /// Its record in the map.
    public let record: Link
    /// The start of the link, from the start of the path.
    public let start: Centimetres
    /// Its attributes.
    public let traits: LinkTraits
    /// The angle from the end of the link before into it, -180 ..< 180, clockwise positive; 0 for the
    /// first link of a path.
    public let turnAngle: Degrees
    /// The probability that a vehicle at its entry takes it, 0...1; 1 where there is no choice.
    public private(set) var probability: Double
    /// The same probability without a course.
    let prior: Double
    /// The travel time from the start of the path to its entry at the expected speeds, s.
    let startSeconds: Double

    init(
        link: DirectedLink, record: Link, start: Centimetres, traits: LinkTraits,
        turnAngle: Degrees, probability: Double, prior: Double, startSeconds: Double
    ) {
        self.link = link
        self.record = record
        self.start = start
        self.traits = traits
        self.turnAngle = turnAngle
        self.probability = probability
        self.prior = prior
        self.startSeconds = startSeconds
    }

    /// The travel time from the start of the path to its end at the expected speeds, s.
    var endSeconds: Double {
        startSeconds + record.length.metres.value / traits.expectedSpeed.value
    }

    /// The end of the link, from the start of the path.
    @inlinable
    public var end: Centimetres { start + record.length }

    /// Sets the probability that a vehicle at its entry takes it.
    mutating func weigh(_ probability: Double) { self.probability = probability }
}
