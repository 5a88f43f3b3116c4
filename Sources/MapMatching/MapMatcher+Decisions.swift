import Geodesy
import Quantities

extension MapMatcher {
    /// The next decision about an older fix, in the order of the fixes: one for each, `nil` as long as
    /// the lag has not passed. Without a lag there are none.
    public mutating func takeDecision() -> MatchDecision? { decisions.take() }

    /// Decides all that is open, at the end of the fixes.
    public mutating func finish() { decideAll() }

    /// Decides every step that is older than the lag.
    mutating func decideWhatIsDue(at time: MonotonicTime) {
        guard let lag else {
            while filter.open.count > 1 { filter.giveUp() }
            return
        }
        while let oldest = filter.open.first, time - history.step(oldest).time >= lag {
            decideOldest()
        }
        publish()
    }

    /// Decides every step.
    mutating func decideAll() {
        guard lag != nil else { return }
        while !filter.open.isEmpty { decideOldest() }
        publish()
        decided = nil
    }

    /// Decides the oldest step that is open.
    mutating func decideOldest() {
        publish()
        guard let decision = filter.decide() else { return }
        let step = history.step(decision.step)
        // Where it did not look like it at the time, it is what it was found to be in since.
        var result = step.offRoad ?? offRoad.result
        if decision.state > 0 {
            result = .onRoad(
                history.matched(
                    step: decision.step,
                    state: decision.state,
                    probability: decision.probability
                )
            )
        }
        var continues = false
        if case .onRoad = result, case .onRoad = decided?.result { continues = true }
        decided = DecidedStep(
            step: decision.step,
            result: result,
            nextFix: step.firstFix,
            continues: continues
        )
        publish()
    }

    /// Hands out a decision for each fix of the step that was decided last.
    private mutating func publish() {
        guard var decided else { return }
        let step = history.step(decided.step)
        while decided.nextFix <= step.lastFix {
            let isOfNoUse = ofNoUse.first == decided.nextFix
            if isOfNoUse { ofNoUse.removeFirst() }
            decisions.append(
                MatchDecision(
                    fixNumber: decided.nextFix,
                    result: isOfNoUse ? .notCalibrated : decided.result,
                    continues: decided.continues
                )
            )
            decided.nextFix += 1
            // The fixes passed over after it stand where it stands.
            if case .onRoad = decided.result { decided.continues = true }
        }
        self.decided = decided
    }
}

/// The step that was decided last. Fixes that are passed over are still added to it.
struct DecidedStep {
    var step: Int
    var result: MatchResult
    var nextFix: Int
    var continues: Bool
}

/// Decisions that wait to be taken. Its memory grows to the most that ever waited and is kept.
struct DecisionQueue {
    private var items: [MatchDecision] = []
    private var next = 0

    /// Adds one at the end.
    mutating func append(_ decision: MatchDecision) { items.append(decision) }

    /// Takes the first one.
    mutating func take() -> MatchDecision? {
        guard next < items.count else { return nil }
        let decision = items[next]
        next += 1
        if next == items.count { removeAll() }
        return decision
    }

    /// Forgets all.
    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        next = 0
    }
}
