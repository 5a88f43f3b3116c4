import Geodesy

/// An area within borders. A place is inside if a line to the east crosses the borders an odd
/// number of times. Lines are looked up by latitude.
struct BorderArea: Sendable {
    private struct Edge {
        let from: Coordinate
        let to: Coordinate
    }

    private var rows: [[Edge]] = []
    private var box = BoundingBox.empty
    private static let rowCount = 512

    /// The area within rings. A straight line closes a ring that does not end at its start.
    init(rings: [[Coordinate]]) {
        for point in rings.joined() { box.grow(toHold: point) }
        rows = Array(repeating: [], count: BorderArea.rowCount)
        for ring in rings {
            guard var last = ring.last else { continue }
            for point in ring {
                let edge = Edge(from: last, to: point)
                last = point
                guard edge.from.latitudeE7 != edge.to.latitudeE7 else { continue }
                let low = row(min(edge.from.latitudeE7, edge.to.latitudeE7))
                let high = row(max(edge.from.latitudeE7, edge.to.latitudeE7))
                for row in low...high { rows[row].append(edge) }
            }
        }
    }

    private func row(_ latitude: Int32) -> Int {
        let height = max(1, Int64(box.northE7) - Int64(box.southE7))
        let row = (Int64(latitude) - Int64(box.southE7)) * Int64(BorderArea.rowCount) / height
        return Int(min(max(row, 0), Int64(BorderArea.rowCount - 1)))
    }

    func contains(_ place: Coordinate) -> Bool {
        guard place.latitudeE7 >= box.southE7, place.latitudeE7 <= box.northE7,
            place.longitudeE7 >= box.westE7, place.longitudeE7 <= box.eastE7
        else { return false }
        var isInside = false
        for edge in rows[row(place.latitudeE7)] {
            if place.isWest(of: (edge.from, edge.to)) { isInside.toggle() }
        }
        return isInside
    }
}

extension Coordinate {
    /// Whether a line to the east crosses a stretch. For a place on the stretch, the answer is the
    /// same for every area that has the stretch.
    func isWest(of stretch: (from: Coordinate, to: Coordinate)) -> Bool {
        let (from, to) = stretch
        guard (from.latitudeE7 > latitudeE7) != (to.latitudeE7 > latitudeE7) else { return false }
        // The side of the stretch that has the place, in whole numbers: products of two 33-bit
        // numbers.
        let rise = Int64(to.latitudeE7) - Int64(from.latitudeE7)
        let up = Int64(latitudeE7) - Int64(from.latitudeE7)
        let run = Int64(to.longitudeE7) - Int64(from.longitudeE7)
        let over = Int64(longitudeE7) - Int64(from.longitudeE7)
        let (left, right) = (over.multipliedFullWidth(by: rise), run.multipliedFullWidth(by: up))
        let isWest = left.high != right.high ? left.high < right.high : left.low < right.low
        let isEast = left.high != right.high ? left.high > right.high : left.low > right.low
        return rise > 0 ? isWest : isEast
    }
}
