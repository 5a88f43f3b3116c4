import Geodesy
import Quantities

/// Decides the steps of a trellis after the lag and hands out one decision for each fix.
struct DecisionLog {
    /// The time between a fix and its decision; `nil` for no decisions.
    let lag: Nanoseconds?
    private var queue = DecisionQueue()
    /// The numbers of rejected fixes without a decision.
    private var rejected: [Int] = []
    /// The last decided step. Fixes that are not used are still added to it.
    private var decided: DecidedStep?

    init(lag: Nanoseconds?) { self.lag = lag }

    /// The next decision that waits.
    mutating func take() -> MatchDecision? { queue.take() }

    /// Drops all decisions.
    mutating func removeAll() {
        queue.removeAll()
        rejected.removeAll()
        decided = nil
    }

    /// Marks a fix of the open steps as rejected.
    mutating func reject(_ number: Int) {
        if lag != nil { rejected.append(number) }
    }

    /// Decides a fix that belongs to no step.
    mutating func decideUncalibrated(_ number: Int) {
        guard lag != nil else { return }
        queue.append(MatchDecision(fixNumber: number, result: .notCalibrated, continues: false))
    }

    /// Decides every step that is older than the lag. `offRoad` is the current answer off the road.
    mutating func decideDue(
        at time: MonotonicTime, in trellis: inout Trellis, offRoad: MatchResult
    ) {
        guard let lag else { return trellis.closeOlderSteps() }
        while let oldest = trellis.oldestTime, time - oldest >= lag {
            decideOldest(in: &trellis, offRoad: offRoad)
        }
        publish(from: trellis)
    }

    /// Decides every step.
    mutating func decideAll(in trellis: inout Trellis, offRoad: MatchResult) {
        guard lag != nil else { return }
        while trellis.openCount > 0 { decideOldest(in: &trellis, offRoad: offRoad) }
        publish(from: trellis)
        decided = nil
    }

    /// Decides the oldest open step.
    mutating func decideOldest(in trellis: inout Trellis, offRoad: MatchResult) {
        guard lag != nil else { return trellis.closeOlderSteps() }
        publish(from: trellis)
        guard let decision = trellis.decide() else { return }
        // If off-road was improbable at the time, the current kind of place counts.
        let result = decision.place.map { MatchResult.onRoad($0) } ?? decision.offRoad ?? offRoad
        var continues = false
        if case .onRoad = result, case .onRoad = decided?.result { continues = decision.follows }
        decided = DecidedStep(
            step: decision.step,
            result: result,
            nextFix: decision.firstFix,
            continues: continues
        )
        publish(from: trellis)
    }

    /// Queues a decision for each fix of the last decided step.
    private mutating func publish(from trellis: Trellis) {
        guard var decided else { return }
        let last = trellis.lastFix(of: decided.step)
        while decided.nextFix <= last {
            let isRejected = rejected.first == decided.nextFix
            if isRejected { rejected.removeFirst() }
            queue.append(
                MatchDecision(
                    fixNumber: decided.nextFix,
                    result: isRejected ? .notCalibrated : decided.result,
                    continues: decided.continues
                )
            )
            decided.nextFix += 1
            // The fixes after it that are not used have the same place.
            if case .onRoad = decided.result { decided.continues = true }
        }
        self.decided = decided
    }
}

/// The last decided step, and the fix that is published next.
private struct DecidedStep {
    var step: Int
    var result: MatchResult
    var nextFix: Int
    var continues: Bool
}
