import Geodesy
import Quantities
import RoadMap

/// An exit of a junction ahead, with the evidence for it.
struct IntendedExit: CountedExit {
    /// The number of its side path; `nil` for the main path itself.
    let side: Int?
    let link: DirectedLink
    let record: Link
    /// Clockwise, degrees.
    let angle: Double
    /// The probability without evidence of the driver's intent …
    private(set) var expected: Double
    /// … and with it.
    private(set) var probability = 0.0
    /// As ``CountedExit`` has it.
    private(set) var counted = 0.0
    /// The vehicle's past turns here, and the destinations of the exit.
    private(set) var destinations = Destinations()
    /// Its weight against the other exits, by past turns and destinations.
    private(set) var weight = 0.0
    /// Whether the tree's course takes it, without evidence.
    private(set) var isOnCourse = false
    /// The factor by which each kind of evidence changes its odds, by the number of the kind's bit.
    private var ratios = [4 of Double](repeating: 1)

    /// The number of kinds of evidence.
    static var kindCount: Int { 4 }

    /// The data of the destination search about an exit.
    struct Destinations {
        /// How often the vehicle took the exit, if known.
        var taken = 0.0
        /// The length of road that the exit leads to (``DestinationReach``).
        var road = 0.0
    }

    init(side: Int?, link: PathLink, angle: Degrees, expected: Double) {
        self.side = side
        self.link = link.link
        record = link.record
        self.angle = angle.value
        self.expected = expected
    }

    mutating func setCounted(_ count: Double) { counted = count }

    mutating func expect(_ probability: Double) { expected = probability }

    mutating func weigh(_ probability: Double) { self.probability = probability }

    mutating func note(_ reached: Destinations) { destinations = reached }

    mutating func setWeight(_ weight: Double) { self.weight = weight }

    mutating func setOnCourse() { isOnCourse = true }

    mutating func setRatio(_ ratio: Double, by kind: IntentEvidence) { ratios[kind.number] = ratio }

    /// The factor by which a kind of evidence changes its odds.
    func ratio(by kind: IntentEvidence) -> Double { ratios[kind.number] }

    /// The probability without the vehicle's past turns in so many passes.
    func unlearned(of passes: Double) -> Double {
        LearnedTurns.expected(probability: expected, taken: destinations.taken, of: passes)
    }

    /// The expected probability times all evidence.
    var odds: Double { expected * ratios[0] * ratios[1] * ratios[2] * ratios[3] }

    /// The turn of a vehicle into the exit, at a distance before the middle of the junction,
    /// degrees clockwise.
    func turned(before distance: Double) -> Double {
        let length = radius * abs(angle) / degreesPerRadian
        guard length > 0 else { return 0 }
        return angle * min(max((Self.tangent - distance) / length, 0), 1)
    }

    /// The highest speed for the exit, m/s; `nil` if it hardly turns.
    func safeSpeed(lateral: Double) -> Double? {
        turns ? (lateral * radius).squareRoot() : nil
    }

    /// Whether it is a turn, and not straight on.
    var turns: Bool { abs(angle) >= Self.leastTurn }

    /// The radius of the arc that touches both roads ``tangent`` metres before and after the
    /// junction, m.
    private var radius: Double {
        let (sine, cosine) = sineAndCosine(abs(angle) / 2 / degreesPerRadian)
        return max(Self.tangent * cosine / max(sine, 0.01), Self.tightest)
    }

    /// Maps do not draw a turn inside a junction. The model is an arc that begins at this distance
    /// before the junction's middle, m. Its radius is 10 m if the roads meet at a right angle.
    static let tangent = 10.0
    /// The radius of the tightest turn of a car, m.
    private static let tightest = 5.0
    /// An exit with a smaller turn is straight on, degrees.
    private static let leastTurn = 20.0
}
