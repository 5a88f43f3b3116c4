import ADASISv2

/// Slope in steps (per cent) that keeps within a bound of one that runs straight from spot to spot, at
/// each whole metre: the fewest steps that do, for each is as long as it can be.
///
/// A step that has to be sent before its end is known goes on with the value that it has, as long as
/// that keeps the bound: where what was known of the path ended makes no step by itself.
struct OpenSteps {
    /// A step: from its first metre on the value holds.
    struct Step {
        let metres: Int
        let value: Double
    }

    /// Where the step that is open began; `nil` where the slope is not known.
    private var start: Int?
    /// Its value, where that was sent already.
    private var sent: Double?
    private var lowest = 0.0
    private var highest = 0.0
    private var last = (metres: 0, value: 0.0)
    /// Steps that are decided and not yet taken.
    private(set) var steps: [Step] = []
    /// The place up to which steps have been taken.
    private(set) var sentEnd: Int?

    /// The last spot's place.
    var end: Int? { start == nil ? nil : last.metres }

    /// Adds a spot farther on; others are ignored. `bound` is the allowed error.
    mutating func append(_ value: Double, at metres: Int, bound: Double) {
        guard start != nil else {
            begin(at: metres, with: value)
            return
        }
        guard metres > last.metres else {
            // Where links meet the value may jump.
            if metres == last.metres, value != last.value {
                append(value, at: metres + 1, bound: bound)
            }
            return
        }
        let from = last
        let span = metres - from.metres
        // Whole metres are all that a step can begin at. The value at each of them decides.
        for place in 1...span {
            let here = from.value + (value - from.value) * Double(place) / Double(span)
            add(here, at: from.metres + place, bound: bound)
        }
    }

    private mutating func add(_ value: Double, at metres: Int, bound: Double) {
        if !keeps(min(lowest, value), max(highest, value), bound) {
            decide(bound)
            begin(at: metres, with: value)
        }
        lowest = min(lowest, value)
        highest = max(highest, value)
        last = (metres, value)
    }

    /// Sends the step that is open on, and lets it grow.
    mutating func close(bound: Double) {
        guard start != nil else { return }
        // Near where it is now, so that most of what may follow still fits.
        decide(bound, near: last.value)
        sentEnd = last.metres
    }

    /// The value is not known any more: decides on the step that is open, and begins anew with the next
    /// spot.
    mutating func interrupt(bound: Double) {
        guard let start else { return }
        if last.metres > start { decide(bound) }
        self.start = nil
        sentEnd = nil
    }

    /// Forgets the steps that are decided: they have been taken.
    mutating func dropDecided() { steps.removeAll(keepingCapacity: true) }

    /// Takes the memory of others, which are given up.
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

    /// Whether the step that is open keeps the bound for all between two values, with the value that it
    /// has or else with one that the wire can say.
    private func keeps(_ lowest: Double, _ highest: Double, _ bound: Double) -> Bool {
        let value = sent ?? OpenSteps.value(lowest, highest, near: (lowest + highest) / 2, bound)
        return highest - value <= bound + 1e-9 && value - lowest <= bound + 1e-9
    }

    /// The value on the wire that keeps the bound for all between two values and lies nearest to a third
    /// one; where none keeps it, the one nearest to their middle.
    private static func value(
        _ lowest: Double, _ highest: Double, near wanted: Double, _ bound: Double
    ) -> Double {
        let least = ((highest - bound) / step - 1e-6).rounded(.up)
        let most = ((lowest + bound) / step + 1e-6).rounded(.down)
        guard least <= most else { return ((lowest + highest) / 2 / step).rounded() * step }
        return min(max((wanted / step).rounded(), least), most) * step
    }

    /// What the wire counts slope in, per cent.
    private static let step = 0.1
}
