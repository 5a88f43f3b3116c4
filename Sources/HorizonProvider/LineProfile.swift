import ADASISv2
import Quantities

/// A PROFILE SHORT whose values run straight from spot to spot. Its messages carry pieces: a first
/// value and, as value1, the one that it leads to.
enum LineProfile {
    /// In 1/m, to the right positive.
    case curvature
    /// In per cent, uphill positive.
    case slope

    /// The profile of a type, `nil` where its values do not run straight from spot to spot.
    init?(_ type: ShortProfileType) {
        switch type {
        case .curvature: self = .curvature
        case .slopeLinear: self = .slope
        default: return nil
        }
    }

    /// Its type on the wire.
    var type: ShortProfileType {
        switch self {
        case .curvature: .curvature
        case .slope: .slopeLinear
        }
    }

    /// The code nearest to a value.
    func code(_ value: Double) -> ProfileValueCode {
        switch self {
        case .curvature: ProfileValueCode(curvature: PerMetre(value))
        case .slope: ProfileValueCode(slopePercent: value)
        }
    }

    /// The value of a code, `nil` where it has none.
    func value(_ code: ProfileValueCode) -> Double? {
        switch self {
        case .curvature: code.curvature.value?.value
        case .slope: code.slopePercent.value
        }
    }
}

/// A value in steps that keeps within a bound of one that runs straight from spot to spot: each step is
/// as long as it can be, and has the middle of what it stands for.
struct OpenSteps {
    /// A step: from its first metre on the value holds.
    struct Step {
        let metres: Int
        let value: Double
    }

    private var start: Int?
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
            if max(highest, here) - min(lowest, here) > 2 * bound {
                decide()
                begin(at: from.metres + place - 1, with: last.value)
            }
            lowest = min(lowest, here)
            highest = max(highest, here)
            last = (from.metres + place, here)
        }
    }

    /// Decides on the step that is open, and goes on with a new one from its end.
    mutating func close() {
        guard start != nil else { return }
        decide()
        begin(at: last.metres, with: last.value)
        sentEnd = last.metres
    }

    /// The value is not known any more: decides on the step that is open, and begins anew with the next
    /// spot.
    mutating func interrupt() {
        guard let start else { return }
        if last.metres > start { decide() }
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
        lowest = value
        highest = value
        last = (metres, value)
    }

    private mutating func decide() {
        guard let start else { return }
        steps.append(Step(metres: start, value: (lowest + highest) / 2))
    }
}
