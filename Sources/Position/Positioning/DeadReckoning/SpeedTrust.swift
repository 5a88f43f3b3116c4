/// Whether the car's own speed agrees with the speeds of fixes. Wheels spin on ice, lock under the
/// brakes, and stand on a ferry: then their speed is not that of the car.
///
/// One fix may be wrong, so three in a row decide, in both directions. While there are no fixes
/// there is no doubt: in a tunnel the car's own speed is all that there is.
struct SpeedTrust: Sendable {
    /// Whether the speed counts.
    private(set) var isTrusted = true
    /// The speed of a fix, m/s, the distance by the car's own speed, m, and the time, s.
    private var last: (speed: Double, counted: Double, seconds: Double)?
    /// The time since the last comparison, s.
    private var age = 0.0
    /// The number of fixes in a row that contradict ``isTrusted``.
    private var contradictions = 0
    /// The distance by the car's own speed less that by these fixes, m.
    private var excess = 0.0

    /// Fixes have changed ``SpeedTrust/isTrusted``.
    struct Change: Equatable {
        /// The car's own speed less that of the fixes, m/s.
        var speed: Double
        /// The distance by the car's own speed less that by the fixes since they contradict, m.
        var distance: Double
    }

    private static let deciding = 3
    /// The difference beyond which a fix contradicts the wheels, m/s. The velocity of receivers is
    /// seldom as wrong, and a fix that comes a second too late shows less in hard braking.
    private static let leastDifference = 4.0
    /// The same as a share of the larger speed: the scale is wrong by at most 10 % (UN R39, 5.3).
    private static let leastShare = 0.2
    /// The shortest time between two fixes that are compared, s: distances grow in steps.
    private static let shortestSpan = 0.9
    /// Fixes further apart than this show too little of the speed between them, s. So long after
    /// the last fix, the doubt ends.
    private static let longestSpan = 3.0

    /// Advances time.
    mutating func advance(_ seconds: Double) {
        age += seconds
        if age > Self.longestSpan { self = SpeedTrust() }
    }

    /// Compares the speed of a fix, m/s, with the distance that the car's own speed had counted, m,
    /// at the fix's moment, s.
    mutating func compare(speed: Double, counted: Double, at seconds: Double) -> Change? {
        guard let last else {
            self.last = (speed, counted, seconds)
            age = 0
            return nil
        }
        let span = seconds - last.seconds
        guard span >= Self.shortestSpan else { return nil }
        self.last = (speed, counted, seconds)
        age = 0
        guard span <= Self.longestSpan else { return nil }
        let own = ((counted - last.counted) / span).magnitude
        let seen = (speed + last.speed) / 2
        let limit = max(Self.leastDifference, Self.leastShare * max(own, seen))
        let agrees = (own - seen).magnitude <= limit
        if agrees == isTrusted {
            (contradictions, excess) = (0, 0)
            return nil
        }
        contradictions += 1
        excess += (own - seen) * span
        guard contradictions >= Self.deciding else { return nil }
        isTrusted.toggle()
        let change = Change(speed: own - seen, distance: excess)
        (contradictions, excess) = (0, 0)
        return change
    }

    /// The signal was missing: the distance does not continue.
    mutating func breakOff() { last = nil }
}
