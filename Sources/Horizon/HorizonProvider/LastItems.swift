/// The last item of each series up to a place that moves along a path.
struct LastItems {
    private var indexes = [64 of Int32](repeating: -1)
    private var next = 0

    /// The last item of a series; `nil` if there is none up to the place.
    subscript(series: Series) -> Int? {
        let index = Int(indexes[Int(series.number)])
        return index < 0 ? nil : index
    }

    /// Moves the place forward, in whole metres.
    mutating func pass(upTo metres: Int, of items: borrowing PathItems) {
        while next < items.endIndex, items.metres(next) <= metres {
            indexes[Int(items.series(next).number)] = Int32(next)
            next += 1
        }
    }

    /// Whether an item holds at the place: it is the last one of its series, and no point.
    func isInForce(_ index: Int, of items: borrowing PathItems) -> Bool {
        let series = items.series(index)
        return indexes[Int(series.number)] == Int32(index) && !series.isPoint
    }
}
