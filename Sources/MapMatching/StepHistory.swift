import Geodesy
import Quantities
import Routing

/// What the filter's open steps stand for: fixes, times and the places of their states. A ring as
/// long as the filter's window.
struct StepHistory {
    private let capacity: Int
    private let window: Int
    private var steps: [Step]
    private var places: [StepPlace]
    private(set) var count = 0

    /// One step: the fix that was used and those passed over after it.
    struct Step {
        var firstFix: Int
        var lastFix: Int
        var time: MonotonicTime
        /// What the car was in if it was off the road; `nil` where it hardly could be.
        var offRoad: MatchResult?
    }

    /// The place of one state of a step.
    struct StepPlace {
        var place: LinkPlace
        var coordinate: Coordinate
        var bearing: PlanarVector
        var heading: PlanarVector?
    }

    /// A history of at most so many steps of at most so many states.
    init(states: Int, window: Int) {
        capacity = states
        self.window = window
        steps = []
        places = []
        steps.reserveCapacity(window)
        places.reserveCapacity(window * states)
    }

    /// Forgets all steps.
    mutating func removeAll() { count = 0 }

    /// Starts anew with a fix.
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

    /// Counts a fix that was passed over to the latest step.
    mutating func extend(to fix: Int) {
        guard count > 0 else { return }
        steps[(count - 1) % window].lastFix = fix
    }

    /// Keeps the places of the latest step's states; state 0 has none, and is what is said of it.
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
