import MapSketch
import Testing

/// A situation on the road with a name: a map, a drive over it, and what must hold of what the matcher
/// says of the drive, whatever the seed of the noise.
struct Scenario: Sendable, CustomTestStringConvertible {
    /// What happens in it.
    let name: String
    /// The drawing of a ``MapSketch``.
    let map: String
    /// The width and height of a character of it, metres.
    let grid: Double
    let roads: [MapSketch.Road]
    let legs: [Leg]

    // The receiver.

    /// The standard deviation of what is new in each fix, each axis, metres.
    var noise = 1.5
    /// The standard deviation of the error that wanders with a time constant of 20 s, each axis, metres.
    var wander = 3.0
    /// Whether fixes say speed and course.
    var reportsMotion = true
    /// Whether the car counts its way, 1 % too long.
    var countsWay = false
    /// The time between fixes, seconds.
    var interval = 1.0
    /// How far the car has driven when the first fix comes, metres.
    var firstFix = 15.0

    // What must hold.

    /// So far into the drive nothing is asked, metres.
    var recovery = 0.0
    /// So far into a leg on another road the answer at once may still be the road before, metres.
    var grace = 30.0
    /// The share of the answers at once that are the road driven, over all seeds.
    var atOnce = 0.97
    /// The share of the decisions ten seconds later that are it.
    var later = 0.99
    /// The share of seeds whose route ten seconds later is the one driven, link by link: without a turn
    /// back, a detour or a gap that was not there. 0 where the way is not known well enough to be asked.
    var routes = 1.0

    var testDescription: String { name }

    /// The links driven, by the names of their ends: a stretch a string, as ``DrawnDrive/route(lag:)``
    /// gives them.
    var route: [String] {
        var stretches: [String] = []
        var last: String?
        for leg in legs {
            guard let road = leg.road else {
                if leg.isElsewhere { last = nil }
                continue
            }
            defer { last = road }
            guard !Self.isState(road) else { continue }
            if last.map(Self.isState) ?? true {
                stretches.append(road)
            } else if last != road {
                stretches[stretches.count - 1] += " " + road
            }
        }
        return stretches
    }

    /// Whether a leg is on no road.
    private static func isState(_ road: String) -> Bool {
        road.hasPrefix("off-road") || road.hasPrefix("no-map")
    }
}

/// A part of a drive, on one road.
struct Leg: Sendable {
    /// What the car does.
    enum Course: Sendable {
        /// Drives past places, in a straight line from each to the next.
        case drive(String, speed: Double)
        /// Stands.
        case stand(seconds: Int)
        /// Is somewhere else, some seconds later.
        case appear(Character, after: Int)
    }

    let course: Course
    /// The link, by the names of its ends, or the state, or several of them that are right, as in
    /// `off-road|no-map`; `nil` where nothing is asked.
    let road: String?
    /// Whether there are no fixes.
    var isHidden = false
    /// How far all fixes of the leg are shifted, metres.
    var east = 0.0
    var north = 0.0
    /// More noise in this leg, each axis, metres.
    var moreNoise = 0.0
    /// What the receiver says of its accuracy, metres.
    var accuracy: Double?
    /// The route begins anew, since nobody saw how the car came there.
    var isElsewhere = false

    static func drive(
        _ stops: String, on road: String?, speed: Double = 10, east: Double = 0,
        north: Double = 0, moreNoise: Double = 0, accuracy: Double? = nil
    ) -> Leg {
        Leg(
            course: .drive(stops, speed: speed), road: road, east: east, north: north,
            moreNoise: moreNoise, accuracy: accuracy)
    }

    /// Drives without fixes.
    static func hidden(_ stops: String, on road: String?, speed: Double = 10) -> Leg {
        Leg(course: .drive(stops, speed: speed), road: road, isHidden: true)
    }

    static func stand(_ seconds: Int, on road: String?, moreNoise: Double = 0) -> Leg {
        Leg(course: .stand(seconds: seconds), road: road, moreNoise: moreNoise)
    }

    /// Nobody knows how the car came to a place.
    static func appear(_ stop: Character, after seconds: Int) -> Leg {
        Leg(course: .appear(stop, after: seconds), road: nil, isElsewhere: true)
    }
}
