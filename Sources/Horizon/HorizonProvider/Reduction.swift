import Geodesy
import Quantities

/// Points of a continuous profile before thinning. If a point was emitted before, it is the first
/// one: the next piece begins there.
struct OpenSpots<Value> {
    /// A value at a place of the path.
    struct Spot {
        /// Whole metres on the wire.
        let metres: Int
        let value: Value
    }

    /// The points in order, each on another metre.
    private(set) var spots: [Spot] = []
    /// Whether the first point was emitted.
    private(set) var hasAnchor = false
    /// Whether the last point is a metre behind its place, because its metre has another value.
    private var isStep = false

    /// The place of the last point.
    var end: Int? { spots.last?.metres }

    /// The place of the last emitted point.
    var sentEnd: Int? { hasAnchor ? spots.first?.metres : nil }

    /// Adds a point. The first of several points on one metre stays.
    mutating func append(_ value: Value, at metres: Int) {
        if let end, metres <= end { return }
        spots.append(Spot(metres: metres, value: value))
        isStep = false
    }

    /// Adds a point a metre behind its place.
    mutating func appendStep(_ value: Value, at metres: Int) {
        append(value, at: metres + 1)
        isStep = true
    }

    /// Whether the last point's metre rather has the value of a later place. Then that value holds.
    mutating func replaceStep(_ value: Value, at metres: Int) -> Bool {
        guard isStep, let end, metres == end || metres == end - 1 else { return false }
        spots[spots.count - 1] = Spot(metres: end, value: value)
        isStep = metres < end
        return true
    }

    /// Exchanges the memory with points that are no longer needed.
    mutating func exchangeMemory(with other: inout Self) {
        spots.exchangeMemory(with: &other.spots)
    }

    /// Drops all points: the value is unknown, and the profile begins anew with the next point.
    mutating func interrupt() {
        spots.removeAll(keepingCapacity: true)
        hasAnchor = false
    }

    /// Drops the first points.
    mutating func drop(first count: Int) { spots.removeFirst(count) }

    /// Emits all points. The last one stays as the next start.
    mutating func close() {
        guard spots.count > 0 else { return }
        spots.removeFirst(spots.count - 1)
        hasAnchor = true
        isStep = false
    }
}

extension OpenSpots<Double> {
    /// The value at a place between two points; `nil` outside of them.
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

    /// Drops the points that no value from a place on needs.
    mutating func drop(before metres: Int) {
        var behind = 0
        while behind + 1 < spots.count, spots[behind + 1].metres <= metres { behind += 1 }
        drop(first: behind)
    }

}

extension OpenSpots where Value: Equatable {
    /// Adds a point of a profile that may jump or bend within a metre. The second of two values on
    /// one metre holds from the next metre on, unless a later value follows by then.
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

/// Chooses the fewest points of a profile from which interpolation stays within a bound. It finds
/// the shortest path through the graph of all valid pieces (Imai and Iri 1988). The result is
/// minimal for each stretch of the path that it decides at once.
struct SpotChooser {
    /// The chosen points, including the first and the last.
    private(set) var chosen: [Int] = []
    private var pieces: [Int] = []
    private var next: [Int] = []

    /// After a failed piece, a longer one may still succeed. After so many failures in a row, the
    /// search stops.
    private static let patience = 8
    /// A piece of n points takes n comparisons, and there are as many pieces as pairs of points. After so many
    /// comparisons, only short pieces are tried: the result is right, and may have more points than needed.
    private static let mostComparisons = 20_000
    private static let shortPiece = 6
    /// The same for all profiles of an update together.
    private static let mostComparisonsOfUpdate = 160_000
    private var comparisonsLeft = Self.mostComparisonsOfUpdate

    /// Begins an update.
    mutating func beginUpdate() { comparisonsLeft = Self.mostComparisonsOfUpdate }

    /// Chooses among `count` points. `keeps(i, j)` states whether the piece from point i to point j
    /// keeps the bound for the points in between; it is always true for neighbours.
    mutating func choose(count: Int, keeps: (Int, Int) -> Bool) {
        chosen.removeAll(keepingCapacity: true)
        guard count > 0 else { return }
        pieces.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        pieces.append(contentsOf: repeatElement(.max, count: count))
        next.append(contentsOf: repeatElement(count - 1, count: count))
        pieces[count - 1] = 0
        var comparisons = 0
        let most = min(Self.mostComparisons, comparisonsLeft)
        for start in stride(from: count - 2, through: 0, by: -1) {
            var failures = 0
            for end in (start + 1)..<count {
                if comparisons > most, end - start > Self.shortPiece { break }
                comparisons += end - start
                if end == start + 1 || keeps(start, end) {
                    failures = 0
                    // Of equally many pieces, the one that reaches farther is better: it leaves a
                    // shorter rest.
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
        comparisonsLeft = max(comparisonsLeft - comparisons, 0)
        var index = 0
        chosen.append(0)
        while index < count - 1 {
            index = next[index]
            chosen.append(index)
        }
    }
}
