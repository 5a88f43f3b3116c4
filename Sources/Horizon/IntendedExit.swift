import Geodesy
import Quantities
import RoadMap

/// An exit of the junction ahead, with what speaks for it.
struct IntendedExit {
    /// The number of its side path; `nil` where the main path itself goes on by it.
    let side: Int?
    let link: DirectedLink
    let record: Link
    /// Clockwise, degrees.
    let angle: Double
    /// The probability without what the driver is about to do …
    var expected: Double
    /// … and with it.
    var probability = 0.0
    /// How often the vehicle took it, as far as that is known.
    var taken = 0.0
    /// What it weighs against the others by where they lead.
    var weight = 0.0
    /// How much road may be driven to by way of it (``DestinationReach``).
    var road = 0.0
    /// Whether the tree's course takes it without that.
    var isOnCourse = false
    /// By how much each kind of evidence changes its odds, in the order of ``IntentEvidence``.
    var ratios = [4 of Double](repeating: 1)

    init(side: Int?, link: PathLink, angle: Degrees, expected: Double) {
        self.side = side
        self.link = link.link
        record = link.record
        self.angle = angle.value
        self.expected = expected
    }

    /// What is expected without what the vehicle did there in so many passes.
    func unlearned(of passes: Double) -> Double {
        LearnedTurns.expected(probability: expected, taken: taken, of: passes)
    }

    /// What is expected, times all that speaks for it.
    var odds: Double { expected * ratios[0] * ratios[1] * ratios[2] * ratios[3] }

    /// How far a vehicle has turned on its way into the exit, so far before the middle of the junction,
    /// degrees clockwise.
    func turned(before distance: Double) -> Double {
        let length = radius * abs(angle) / degreesPerRadian
        guard length > 0 else { return 0 }
        return angle * min(max((Self.tangent - distance) / length, 0), 1)
    }

    /// The speed that it can be taken at, m/s; `nil` where it hardly turns.
    func safeSpeed(lateral: Double) -> Double? {
        turns ? (lateral * radius).squareRoot() : nil
    }

    /// Whether it is no driving straight on.
    var turns: Bool { abs(angle) >= Self.leastTurn }

    /// Of the arc that touches both roads ``tangent`` metres from where they meet, m.
    private var radius: Double {
        let (sine, cosine) = sineAndCosine(abs(angle) / 2 / degreesPerRadian)
        return max(Self.tangent * cosine / max(sine, 0.01), Self.tightest)
    }

    /// The path of a turn inside a junction is not drawn in maps: it is taken for an arc that begins so far
    /// before its middle, which has a radius of 10 m where roads meet at a right angle.
    static let tangent = 10.0
    /// The radius of the tightest turn of a car, m.
    private static let tightest = 5.0
    /// What turns by less is driving straight on, degrees.
    private static let leastTurn = 20.0
}
