/// Values that hold from their metre on, up to the next one.
struct StepLine<Value> {
    private(set) var items: [(metres: Int, value: Value)] = []

    /// Adds a value; of two on one metre the later one holds.
    mutating func append(_ value: Value, at metres: Int) {
        if items.last?.metres == metres { items.removeLast() }
        items.append((metres, value))
    }

    /// What holds at a metre, `nil` before the first one.
    func value(at metres: Int) -> Value? {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].metres <= metres { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? items[low - 1].value : nil
    }

    /// The first metre within a range at which another line says something else.
    func firstDifference<Other>(
        from other: StepLine<Other>, in range: ClosedRange<Int>, isSame: (Value?, Other?) -> Bool
    ) -> Int? {
        if !isSame(value(at: range.lowerBound), other.value(at: range.lowerBound)) {
            return range.lowerBound
        }
        var own = firstIndex(beyond: range.lowerBound)
        var others = other.firstIndex(beyond: range.lowerBound)
        var here = value(at: range.lowerBound)
        var there = other.value(at: range.lowerBound)
        while true {
            let next = own < items.count ? items[own].metres : .max
            let otherNext = others < other.items.count ? other.items[others].metres : .max
            let metres = min(next, otherNext)
            guard metres <= range.upperBound else { return nil }
            if next == metres {
                here = items[own].value
                own += 1
            }
            if otherNext == metres {
                there = other.items[others].value
                others += 1
            }
            if !isSame(here, there) { return metres }
        }
    }

    private func firstIndex(beyond metres: Int) -> Int {
        items.firstIndex { $0.metres > metres } ?? items.count
    }
}

/// A value that runs straight from spot to spot, in pieces between which it is not known.
struct FactLine {
    struct Spot {
        /// Metres from the path's start, not rounded.
        let place: Double
        let value: Double
        /// The error that is allowed here.
        let bound: Double
    }

    /// What a line is around a place.
    struct Window {
        var lowest = Double.infinity
        var highest = -Double.infinity
        /// The largest error that is allowed in it.
        var bound = 0.0
        /// Whether the value is not known somewhere in it.
        var hasVoid = false
        /// Whether it is known somewhere in it.
        var isKnown: Bool { lowest <= highest }

        fileprivate mutating func add(_ value: Double, _ bound: Double) {
            lowest = min(lowest, value)
            highest = max(highest, value)
            self.bound = max(self.bound, bound)
        }
    }

    private var spots: [Spot] = []
    /// The first spot of each piece.
    private var begins: [Bool] = []

    mutating func append(_ spot: Spot, beginsPiece: Bool) {
        spots.append(spot)
        begins.append(beginsPiece)
    }

    /// Whether it is known from the beginning of a stretch on, within a centimetre.
    func isKnown(at place: Double) -> Bool { window(place, place).isKnown }

    /// All that the value is between two places.
    func window(_ from: Double, _ to: Double) -> Window {
        var window = Window()
        var low = 0
        var high = spots.count
        while low < high {
            let middle = (low + high) / 2
            if spots[middle].place < from { low = middle + 1 } else { high = middle }
        }
        var covered = from
        func join(_ start: Spot, _ end: Spot) {
            for place in [max(from, start.place), min(to, end.place)] {
                let span = end.place - start.place
                let share = span > 0 ? (place - start.place) / span : 0
                window.add(
                    start.value + (end.value - start.value) * share,
                    start.bound + (end.bound - start.bound) * share)
            }
            if start.place <= covered + 0.011 { covered = max(covered, end.place) }
        }
        var index = low
        while index < spots.count {
            let spot = spots[index]
            if index > 0, !begins[index], spots[index - 1].place <= to {
                join(spots[index - 1], spot)
            } else if spot.place <= to {
                window.add(spot.value, spot.bound)
                if spot.place <= covered + 0.011 { covered = max(covered, spot.place) }
            }
            if spot.place > to { break }
            index += 1
        }
        window.hasVoid = covered < to - 0.011 || !window.isKnown
        return window
    }
}
