import Geodesy

/// The parts of lines inside a rectangle.
enum BoxCut {
    /// The parts of a line, each of two points or more, in the order of the line.
    static func parts(of line: [Coordinate], in box: BoundingBox) -> [[Coordinate]] {
        var parts: [[Coordinate]] = []
        var open: [Coordinate] = []
        func close() {
            if open.count > 1 { parts.append(open) }
            open = []
        }
        for (first, second) in zip(line, line.dropFirst()) {
            guard let (from, to) = shares(first, second, box) else {
                close()
                continue
            }
            if from > 0 { close() }
            for share in [from, to] {
                let point = place(first, second, share)
                if open.last != point { open.append(point) }
            }
            if to < 1 { close() }
        }
        close()
        return parts
    }

    /// The shares of a segment at which it enters and leaves the rectangle (Liang and Barsky 1984); `nil` outside.
    private static func shares(
        _ first: Coordinate, _ second: Coordinate, _ box: BoundingBox
    ) -> (from: Double, to: Double)? {
        let (x, y) = (Double(first.longitudeE7), Double(first.latitudeE7))
        let (dx, dy) = (Double(second.longitudeE7) - x, Double(second.latitudeE7) - y)
        var (from, to) = (0.0, 1.0)
        for (change, room) in [
            (-dx, x - Double(box.westE7)), (dx, Double(box.eastE7) - x),
            (-dy, y - Double(box.southE7)), (dy, Double(box.northE7) - y),
        ] {
            if change == 0 {
                if room < 0 { return nil }
            } else if change < 0 {
                from = max(from, room / change)
            } else {
                to = min(to, room / change)
            }
        }
        return from <= to ? (from, to) : nil
    }

    private static func place(
        _ first: Coordinate, _ second: Coordinate, _ share: Double
    ) -> Coordinate {
        if share <= 0 { return first }
        if share >= 1 { return second }
        func between(_ from: Int32, _ to: Int32) -> Int32 {
            Int32((Double(from) + (Double(to) - Double(from)) * share).rounded())
        }
        return Coordinate(
            latitudeE7: between(first.latitudeE7, second.latitudeE7),
            longitudeE7: between(first.longitudeE7, second.longitudeE7)) ?? first
    }
}
