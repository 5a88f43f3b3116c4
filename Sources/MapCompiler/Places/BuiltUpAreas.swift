import Geodesy
import Quantities

/// Built-up areas as the input draws them: `landuse=residential`, as closed ways and as relations
/// (https://wiki.openstreetmap.org/wiki/Tag:landuse=residential).
///
/// Where the signs of a place's name stand is hardly ever in the data. The areas where people live are.
/// Of the roads inside of them that have a limit of their own, trunk roads aside, 98 % of length in
/// Liechtenstein and 91 % in Andorra have none above that of built-up areas. Outside of them nothing is
/// known: a road between two such areas, or in a part of town that nobody has drawn, may be built up as
/// well.
struct BuiltUpAreas: Sendable {
    private struct Area {
        let area: RingArea
        /// The margin to the east and west.
        let east: Int32

        /// Whether a place is in it, or at its edge: many areas share their edge with a street, or end
        /// beside it.
        func holds(_ place: Coordinate) -> Bool {
            let north = BuiltUpAreas.marginE7
            func holdsBeside(_ latitude: Int32, _ longitude: Int32) -> Bool {
                // Degrees are so few that nothing overflows.
                Coordinate(
                    latitudeE7: place.latitudeE7 + latitude,
                    longitudeE7: place.longitudeE7 + longitude
                ).map(area.contains) ?? false
            }
            return area.contains(place) || holdsBeside(north, 0) || holdsBeside(-north, 0)
                || holdsBeside(0, east) || holdsBeside(0, -east)
        }
    }

    private var areas: [Area] = []
    private var grid = AreaGrid()

    /// Pieces inside of an area that are shorter touch its corner, pieces between two areas are the width
    /// of a street that both leave out.
    private static let shortest = Centimetres(20_00)
    /// How near an edge is at it: 3 m.
    private static let marginE7: Int32 = 270

    /// Adds an area within rings.
    mutating func add(_ rings: [[Coordinate]]) {
        let area = RingArea(rings)
        let box = area.box
        guard !box.isEmpty else { return }
        let middle = (Double(box.southE7) + Double(box.northE7)) / 2e7
        let shortening = max(sineAndCosine(middle / degreesPerRadian).cosine, 0.01)
        let east = Int32((Double(Self.marginE7) / shortening).rounded())
        grid.add(
            BoundingBox(
                southE7: box.southE7 - Self.marginE7, westE7: box.westE7 - east,
                northE7: box.northE7 + Self.marginE7, eastE7: box.eastE7 + east))
        areas.append(Area(area: area, east: east))
    }

    /// The stretches of a line inside of them, one behind the other. Of those that do not reach an end of
    /// the line the short ones are left out, and short pieces between two count as inside.
    func stretches(of shape: Shape) -> [ClosedRange<Centimetres>] {
        guard !areas.isEmpty, shape.count >= 2 else { return [] }
        let end = shape.offset(at: shape.count - 1)
        var found: [ClosedRange<Centimetres>] = []
        for number in grid.touching(shape.box) {
            let crossings = AreaCrossings(of: shape, areas[number].holds)
            var from: Centimetres? = crossings.beginsInside ? .zero : nil
            for (along, isEntry) in crossings.places {
                if let start = from, !isEntry { found.append(start...max(start, along)) }
                from = isEntry ? along : nil
            }
            if let from { found.append(from...max(from, end)) }
        }
        found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        var joined: [ClosedRange<Centimetres>] = []
        for stretch in found {
            if let last = joined.last, stretch.lowerBound - last.upperBound < Self.shortest {
                let upper = max(last.upperBound, stretch.upperBound)
                joined[joined.count - 1] = last.lowerBound...upper
            } else {
                joined.append(stretch)
            }
        }
        return joined.filter { stretch in
            let reachesEnd = stretch.lowerBound == .zero || stretch.upperBound == end
            let length = stretch.upperBound - stretch.lowerBound
            return length >= Self.shortest || (reachesEnd && length > .zero)
        }
    }
}
