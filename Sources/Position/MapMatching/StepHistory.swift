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
    }

    /// The place of one state of a step.
    struct StepPlace {
        var place: LinkPlace
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
        _ candidates: [Candidate], heading: PlanarVector?, offRoad: MatchResult?
    ) {
        steps[(count - 1) % window].offRoad = offRoad
        let first = (count - 1) % window * capacity
        for (index, candidate) in candidates.enumerated() {
            let kept = StepPlace(
                place: candidate.place,
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

    /// A state of a step in the ring as an answer.
    func matched(step: Int, state: Int, probability: Double) -> MatchedPlace {
        let kept = places[step % window * capacity + state]
        return MatchedPlace(
            place: kept.place,
            coordinate: kept.coordinate,
            relativeHeading: kept.heading.map { $0.bearing.turn(from: kept.bearing.bearing) },
            probability: probability
        )
    }
}
