import Geodesy
import Quantities

/// Spots of a continuous profile that wait to be thinned out. The first one has been sent on already,
/// once there was one: it is where the next piece begins.
struct OpenSpots<Value> {
    /// A value at a place of the path.
    struct Spot {
        /// Whole metres on the wire.
        let metres: Int
        let value: Value
    }

    /// The spots in order, each on another metre.
    private(set) var spots: [Spot] = []
    /// Whether the first spot has been sent on.
    private(set) var hasAnchor = false
    /// Whether the last spot stands a metre behind its place, for another value is on that metre.
    private var isStep = false

    /// The last spot's place.
    var end: Int? { spots.last?.metres }

    /// The place up to which spots have been sent on.
    var sentEnd: Int? { hasAnchor ? spots.first?.metres : nil }

    /// Adds a spot. Of several on one metre the first stays.
    mutating func append(_ value: Value, at metres: Int) {
        if let end, metres <= end { return }
        spots.append(Spot(metres: metres, value: value))
        isStep = false
    }

    /// Adds a spot a metre behind its place.
    mutating func appendStep(_ value: Value, at metres: Int) {
        append(value, at: metres + 1)
        isStep = true
    }

    /// Whether what holds on the last spot's metre is rather the value of a later place. Then it does.
    mutating func replaceStep(_ value: Value, at metres: Int) -> Bool {
        guard isStep, let end, metres == end || metres == end - 1 else { return false }
        spots[spots.count - 1] = Spot(metres: end, value: value)
        isStep = metres < end
        return true
    }

    /// Takes the memory of others, which are given up.
    mutating func exchangeMemory(with other: inout Self) {
        spots.exchangeMemory(with: &other.spots)
    }

    /// Forgets all spots: the profile is not known any more, and begins anew with the next one.
    mutating func interrupt() {
        spots.removeAll(keepingCapacity: true)
        hasAnchor = false
    }

    /// Forgets the first spots.
    mutating func drop(first count: Int) { spots.removeFirst(count) }

    /// Sends all spots on: what stays is the last one, as the next beginning.
    mutating func close() {
        guard spots.count > 0 else { return }
        spots.removeFirst(spots.count - 1)
        hasAnchor = true
        isStep = false
    }
}

extension OpenSpots<Double> {
    /// The value at a place between two spots, `nil` outside of them.
    func value(at metres: Int) -> Double? {
        var before: Spot?
        for spot in spots {
            if spot.metres == metres { return spot.value }
            if spot.metres > metres {
                guard let before else { return nil }
                let share = Double(metres - before.metres) / Double(spot.metres - before.metres)
                return before.value + (spot.value - before.value) * share
            }
            before = spot
        }
        return nil
    }

    /// Forgets what is not needed any more to tell the value from a place on.
    mutating func drop(before metres: Int) {
        var behind = 0
        while behind + 1 < spots.count, spots[behind + 1].metres <= metres { behind += 1 }
        drop(first: behind)
    }

}

extension OpenSpots where Value: Equatable {
    /// Adds a spot of a profile that may jump or bend within a metre: of two values on one metre the
    /// second holds from the next metre on, unless there is a later one by then.
    mutating func appendOrStep(_ value: Value, at metres: Int) {
        if replaceStep(value, at: metres) { return }
        guard let last = spots.last, last.metres == metres, last.value != value else {
            append(value, at: metres)
            return
        }
        appendStep(value, at: metres)
    }
}

/// A place of the path and its exact distance from the path's start.
struct PlaceSpot: Equatable {
    let point: Coordinate
    let distance: Metres
}

/// Chooses the fewest spots of a profile from which interpolation stays within a bound: the shortest
/// way through the graph of all pieces that keep it (Imai and Iri 1988). Deciding about stretches of
/// the path at a time, it is the fewest for each of them.
struct SpotChooser {
    /// The chosen spots, first and last always among them.
    private(set) var chosen: [Int] = []
    private var pieces: [Int] = []
    private var next: [Int] = []

    /// A piece that fails does not mean that a longer one does; so many failures in a row do.
    private static let patience = 8

    /// Chooses among `count` spots. `keeps(i, j)` says whether the piece from spot i to spot j keeps
    /// the bound for the spots in between; neighbours always do.
    mutating func choose(count: Int, keeps: (Int, Int) -> Bool) {
        chosen.removeAll(keepingCapacity: true)
        guard count > 0 else { return }
        pieces.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        pieces.append(contentsOf: repeatElement(.max, count: count))
        next.append(contentsOf: repeatElement(count - 1, count: count))
        pieces[count - 1] = 0
        for start in stride(from: count - 2, through: 0, by: -1) {
            var failures = 0
            for end in (start + 1)..<count {
                if end == start + 1 || keeps(start, end) {
                    failures = 0
                    // Of equally many pieces the one that reaches farther is better: the rest is
                    // shorter.
                    if pieces[end] + 1 <= pieces[start] {
                        pieces[start] = pieces[end] + 1
                        next[start] = end
                    }
                } else {
                    failures += 1
                    if failures == SpotChooser.patience { break }
                }
            }
        }
        var index = 0
        chosen.append(0)
        while index < count - 1 {
            index = next[index]
            chosen.append(index)
        }
    }
}
