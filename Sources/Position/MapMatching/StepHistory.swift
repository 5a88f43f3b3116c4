import Geodesy
import Quantities
import Routing

/// The fixes, times and places of the latest steps of a filter. A ring of fixed length.
struct StepHistory {
    private let capacity: Int
    private let window: Int
    private var steps: [Step]
    private var places: [StepPlace]
    private(set) var count = 0

    /// One step: the used fix, and the fixes after it that were not used.
    struct Step {
        var firstFix: Int
        var lastFix: Int
        var time: MonotonicTime
        /// The answer off the road; `nil` if off-road is improbable.
        var offRoad: MatchResult?
        /// The longest road between two places on both sides of a node that are one place, metres.
        var samePlaceLimit = 0.0
    }

    /// The place of one state of a step.
    struct StepPlace {
        var road: RoadPlace
        var coordinate: Coordinate
        var bearing: PlanarVector
        var heading: PlanarVector?
    }

    /// A history of the latest `window` steps with at most `states` states each.
    init(states: Int, window: Int) {
        capacity = states
        self.window = window
        steps = []
        places = []
        steps.reserveCapacity(window)
        places.reserveCapacity(window * states)
    }

    /// Removes all steps.
    mutating func removeAll() { count = 0 }

    /// Starts again with a fix.
    mutating func begin(fix: Int, time: MonotonicTime) {
        count = 0
        append(fix: fix, time: time)
    }

    /// Adds a step.
    mutating func append(fix: Int, time: MonotonicTime) {
        let step = Step(firstFix: fix, lastFix: fix, time: time)
        let slot = count % window
        if slot < steps.count { steps[slot] = step } else { steps.append(step) }
        count += 1
    }

    /// Adds a fix that is not used to the latest step.
    mutating func extend(to fix: Int) {
        guard count > 0 else { return }
        steps[(count - 1) % window].lastFix = fix
    }

    /// Keeps the places of the states of the latest step, and `offRoad` as the answer of state 0.
    mutating func keep(
        _ candidates: [Candidate], heading: PlanarVector?, offRoad: MatchResult?,
        samePlace limit: Double
    ) {
        steps[(count - 1) % window].offRoad = offRoad
        steps[(count - 1) % window].samePlaceLimit = limit
        let first = (count - 1) % window * capacity
        for (index, candidate) in candidates.enumerated() {
            let kept = StepPlace(
                road: candidate.road,
                coordinate: candidate.coordinate,
                bearing: candidate.bearing,
                heading: heading
            )
            while places.count <= first + index + 1 { places.append(kept) }
            places[first + index + 1] = kept
        }
    }

    /// A step that is still in the ring.
    func step(_ number: Int) -> Step { steps[number % window] }

    /// A state of the latest step as an answer.
    func latest(_ state: Int, probability: Double) -> MatchedPlace {
        matched(step: count - 1, state: state, probability: probability)
    }

    /// Whether two states of a step in the ring are one place.
    func isSamePlace(_ state: Int, as other: Int, step: Int) -> Bool {
        let first = step % window * capacity
        return state == other
            || places[first + state].road.isSamePlace(
                as: places[first + other].road, within: steps[step % window].samePlaceLimit)
    }

    /// The road of a state of a step in the ring.
    func road(of state: Int, step: Int) -> RoadPlace {
        places[step % window * capacity + state].road
    }

    /// A state of a step in the ring as an answer.
    func matched(step: Int, state: Int, probability: Double) -> MatchedPlace {
        let kept = places[step % window * capacity + state]
        return MatchedPlace(
            place: kept.road.place,
            coordinate: kept.coordinate,
            relativeHeading: kept.heading.map { $0.bearing.turn(from: kept.bearing.bearing) },
            probability: probability
        )
    }
}
