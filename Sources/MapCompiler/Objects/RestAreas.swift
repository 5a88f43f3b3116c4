import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Rest areas that are areas in the input. A road has an object where it enters one, for the direction
/// that leads into it.
struct RestAreas: Sendable {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    private var areas: [BorderArea] = []
    /// The areas by the cells of a grid that their boxes lie in.
    private var cells: [Cell: [Int]] = [:]

    /// The edge of a cell, 0.02°.
    private static let edgeE7: Int32 = 200_000
    /// Places along a road are looked at at this distance, metres.
    private static let step = 10.0

    /// No areas.
    init() {}

    /// Areas, each within rings.
    init(_ rings: [[[Coordinate]]]) {
        for rings in rings {
            areas.append(BorderArea(rings: rings))
            var box = BoundingBox.empty
            for place in rings.joined() { box.grow(toHold: place) }
            Self.forEachCell(of: box) { cells[$0, default: []].append(areas.count - 1) }
        }
    }

    private static func forEachCell(of box: BoundingBox, _ visit: (Cell) -> Void) {
        func number(_ e7: Int32) -> Int32 { e7 >= 0 ? e7 / edgeE7 : (e7 - edgeE7 + 1) / edgeE7 }
        guard box.southE7 <= box.northE7, box.westE7 <= box.eastE7 else { return }
        for row in number(box.southE7)...number(box.northE7) {
            for column in number(box.westE7)...number(box.eastE7) {
                visit(Cell(row: row, column: column))
            }
        }
    }

    /// Adds the places to a link where its line enters an area.
    func add(to link: inout NewLink, along shape: Shape, length: Centimetres) {
        guard !areas.isEmpty else { return }
        var box = BoundingBox.empty
        for place in shape.points { box.grow(toHold: place) }
        var near: [Int] = []
        Self.forEachCell(of: box) { cell in
            for area in cells[cell] ?? [] where !near.contains(area) { near.append(area) }
        }
        for area in near.sorted() {
            for (place, isEntry) in crossings(of: areas[area], along: shape) {
                let directions = link.directions.intersection(isEntry ? .forward : .backward)
                guard !directions.isEmpty else { continue }
                // Between the ends: one that is at a node is not also in the next link.
                let along = max(min(place, length - Centimetres(1)), min(Centimetres(1), length))
                link.attributes.append(
                    Attribute(
                        .roadObject, RoadObject(.restArea).attributeValue,
                        directions: directions, provenance: .derived, from: along, to: along))
            }
        }
    }

    /// Where a line goes into an area or out of it.
    private func crossings(
        of area: BorderArea, along shape: Shape
    ) -> [(place: Centimetres, isEntry: Bool)] {
        var found: [(place: Centimetres, isEntry: Bool)] = []
        var isInside = area.contains(shape.points[0])
        for index in 1..<shape.count {
            let (start, end) = (shape.offset(at: index - 1), shape.offset(at: index))
            func place(_ share: Double) -> Coordinate? {
                let (from, to) = (shape.points[index - 1], shape.points[index])
                return Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * share,
                    longitude: from.longitude + (to.longitude - from.longitude) * share)
            }
            let count = max(1, Int(((end - start).metres.value / Self.step).rounded(.up)))
            for number in 1...count {
                var (low, high) = (
                    Double(number - 1) / Double(count), Double(number) / Double(count)
                )
                let point = number == count ? shape.points[index] : place(high)
                guard let point, area.contains(point) != isInside else { continue }
                for _ in 0..<12 {
                    let middle = (low + high) / 2
                    guard let point = place(middle) else { break }
                    if area.contains(point) == isInside { low = middle } else { high = middle }
                }
                isInside.toggle()
                let along = (Double((end - start).value) * high).rounded()
                found.append((start + Centimetres(Int(along)), isInside))
            }
        }
        return found
    }
}
