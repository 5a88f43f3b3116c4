import ADASISv2

/// Slope in steps, per cent. At each whole metre it stays within a bound of the linear slope
/// between profile points. It uses the fewest steps, since each step is as long as possible.
///
/// A step may be sent before its end is known. It then keeps its value as long as the bound allows.
/// The end of the known path alone does not start a new step.
struct OpenSteps {
    /// A step: its value holds from its first metre on.
    struct Step {
        let metres: Int
        let value: Double
    }

    /// The start of the open step; `nil` if the slope is unknown.
    private var start: Int?
    /// The value of the open step, if it was sent already.
    private var sent: Double?
    private var lowest = 0.0
    private var highest = 0.0
    private var last = (metres: 0, value: 0.0)
    /// Steps with a final value that were not taken yet.
    private(set) var steps: [Step] = []
    /// The place of the last taken step.
    private(set) var sentEnd: Int?

    /// The place of the last profile point.
    var end: Int? { start == nil ? nil : last.metres }

    /// Adds a profile point farther ahead; others are ignored. `bound` is the allowed error.
    mutating func append(_ value: Double, at metres: Int, bound: Double) {
        guard start != nil else {
            begin(at: metres, with: value)
            return
        }
        guard metres > last.metres else {
            // Between links the value may jump.
            if metres == last.metres, value != last.value {
                append(value, at: metres + 1, bound: bound)
            }
            return
        }
        let ramp = Ramp(from: last.metres, last.value, to: metres, value)
        while last.metres < metres {
            // A step begins at a whole metre only, so the value at each whole metre decides.
            if let place = lastKept(on: ramp, bound: bound) {
                let value = ramp.value(at: place)
                lowest = min(lowest, value)
                highest = max(highest, value)
                last = (place, value)
            } else {
                let next = last.metres + 1
                decide(bound)
                begin(at: next, with: ramp.value(at: next))
            }
        }
    }

    /// A linear slope between two profile points.
    private struct Ramp {
        let start: Int
        let end: Int
        private let low: Double
        private let high: Double

        init(from start: Int, _ low: Double, to end: Int, _ high: Double) {
            self.start = start
            self.end = end
            self.low = low
            self.high = high
        }

        func value(at metres: Int) -> Double {
            low + (high - low) * Double(metres - start) / Double(end - start)
        }
    }

    /// The last whole metre up to which the open step keeps the bound; `nil` if it does not at the next one. A ramp goes
    /// one way, so each metre before a kept one is kept too: halving finds it, however long the link is.
    private func lastKept(on ramp: Ramp, bound: Double) -> Int? {
        func isKept(_ place: Int) -> Bool {
            let value = ramp.value(at: place)
            return keeps(min(lowest, value), max(highest, value), bound)
        }
        if isKept(ramp.end) { return ramp.end }
        var (kept, lost) = (last.metres, ramp.end)
        while lost - kept > 1 {
            let middle = (kept + lost) / 2
            if isKept(middle) { kept = middle } else { lost = middle }
        }
        return kept > last.metres ? kept : nil
    }

    /// Sends the open step, which may still grow.
    mutating func close(bound: Double) {
        guard start != nil else { return }
        // A value near the current one, so that most later values still fit.
        decide(bound, near: last.value)
        sentEnd = last.metres
    }

    /// The value is unknown from here: decides the open step, and begins anew with the next profile
    /// point.
    mutating func interrupt(bound: Double) {
        guard let start else { return }
        if last.metres > start { decide(bound) }
        self.start = nil
        sentEnd = nil
    }

    /// Drops the decided steps after they were taken.
    mutating func dropDecided() { steps.removeAll(keepingCapacity: true) }

    /// Exchanges the memory with steps that are no longer needed.
    mutating func exchangeMemory(with other: inout Self) {
        steps.exchangeMemory(with: &other.steps)
    }

    private mutating func begin(at metres: Int, with value: Double) {
        start = metres
        sent = nil
        lowest = value
        highest = value
        last = (metres, value)
    }

    private mutating func decide(_ bound: Double, near wanted: Double? = nil) {
        guard let start, sent == nil else { return }
        let value = OpenSteps.value(
            lowest, highest, near: wanted ?? (lowest + highest) / 2, bound)
        steps.append(Step(metres: start, value: value))
        sent = value
    }

    /// Whether the open step keeps the bound for all values between two. It uses its value if it
    /// has one, else a value that the wire can represent.
    private func keeps(_ lowest: Double, _ highest: Double, _ bound: Double) -> Bool {
        let value = sent ?? OpenSteps.value(lowest, highest, near: (lowest + highest) / 2, bound)
        return highest - value <= bound + 1e-9 && value - lowest <= bound + 1e-9
    }

    /// The value on the wire that keeps the bound for all values between two and is nearest to
    /// `wanted`. If none keeps the bound, the value nearest to their middle.
    private static func value(
        _ lowest: Double, _ highest: Double, near wanted: Double, _ bound: Double
    ) -> Double {
        let least = ((highest - bound) / step - 1e-6).rounded(.up)
        let most = ((lowest + bound) / step + 1e-6).rounded(.down)
        guard least <= most else { return ((lowest + highest) / 2 / step).rounded() * step }
        return min(max((wanted / step).rounded(), least), most) * step
    }

    /// The step of slope on the wire, per cent.
    private static let step = 0.1
}
