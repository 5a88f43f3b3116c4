import Geodesy
import Quantities

/// A run of nodes of a way that all have a place.
struct WayPiece {
    /// The number of its first node on the way.
    let start: Int
    /// The line of its nodes.
    let shape: Shape
    /// Whether it is the whole way.
    let isWhole: Bool

    /// The pieces of a way, by the places of its nodes.
    static func all(of places: [Coordinate?]) -> [WayPiece] {
        var pieces: [WayPiece] = []
        var shape = Shape()
        for (index, place) in (places + [nil]).enumerated() {
            if let place {
                shape.append(place)
                continue
            }
            if shape.count >= 2, shape.length.value > 0 {
                pieces.append(
                    WayPiece(
                        start: index - shape.count, shape: shape,
                        isWhole: shape.count == places.count))
            }
            shape = Shape()
        }
        return pieces
    }

    /// A place along it as a place of the way.
    func position(_ along: Metres) -> WayPosition {
        let segment = shape.segment(at: along)
        let (from, to) = (shape.distances[segment], shape.distances[segment + 1])
        let share = to > from ? min(max((along.value - from) / (to - from), 0), 1) : 0
        return share == 1
            ? WayPosition(index: start + segment + 1, share: 0)
            : WayPosition(index: start + segment, share: share)
    }

    /// A range along it as a range of the way; `nil` for the whole way.
    func range(_ range: ClosedRange<Metres>) -> Range<WayPosition>? {
        let isAll = range.lowerBound.value <= 0 && range.upperBound >= shape.length
        if isWhole, isAll { return nil }
        let (from, to) = (position(range.lowerBound), position(range.upperBound))
        return from..<max(from, to)
    }

    /// The ranges inside an area, without those shorter than a metre.
    func ranges(inside area: RingArea) -> [ClosedRange<Metres>] {
        let crossings = AreaCrossings(of: shape, area.contains)
        var found: [ClosedRange<Metres>] = []
        var from: Metres? = crossings.beginsInside ? Metres(0) : nil
        for (along, isEntry) in crossings.places {
            let along = min(along.metres, shape.length)
            if let start = from, !isEntry { found.append(start...max(start, along)) }
            from = isEntry ? along : nil
        }
        if let from { found.append(from...max(from, shape.length)) }
        return found.filter { ($0.upperBound - $0.lowerBound).value >= 1 }
    }
}
