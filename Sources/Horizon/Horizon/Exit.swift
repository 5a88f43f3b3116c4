import Quantities
import RoadMap

/// An exit of a junction with its probability.
struct Exit: CountedExit {
    let road: ExitRoad
    /// At its entry.
    let bearing: Degrees
    let turnAngle: Degrees
    /// Its weight against the other exits.
    private(set) var weight = 0.0
    /// The probability without the course …
    private(set) var prior = 0.0
    /// … and with it.
    private(set) var probability = 0.0
    /// As ``CountedExit`` has it.
    private(set) var counted = 0.0
    /// How often the vehicle took it, if known.
    private(set) var taken = 0.0

    /// An exit with a bearing at its entry; the vehicle arrives with a heading.
    init(_ road: ExitRoad, bearing: Degrees, from heading: Degrees) {
        self.road = road
        self.bearing = bearing
        turnAngle = bearing.turn(from: heading)
    }

    var link: DirectedLink { road.link }
    var record: Link { road.record }
    var traits: LinkTraits { road.traits }
    var legality: ExitLegality { road.legality }
    var isUTurn: Bool { road.isUTurn }

    /// Whether a path may continue by it.
    var isOrdinary: Bool { legality == .legal && !isUTurn }

    mutating func setWeight(_ weight: Double) { self.weight = weight }

    /// Sets the probability without the course, and with it until the course is known.
    mutating func setPrior(_ prior: Double) {
        self.prior = prior
        probability = prior
    }

    /// Sets the probability with the course.
    mutating func weigh(_ probability: Double) { self.probability = probability }

    mutating func setCounted(_ count: Double) { counted = count }

    mutating func setTaken(_ count: Double) { taken = count }
}
