import Geodesy

/// Boxes by the cells of a grid, to find the boxes that touch another one or contain a place.
struct AreaGrid: Sendable {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    private var boxes: [BoundingBox] = []
    private var cells: [Cell: [Int32]] = [:]
    /// Boxes that are wider than some cells: a misplaced node makes an area as wide as a continent.
    private var wide: [Int32] = []

    /// The edge of a cell, 0.02°.
    private static let edgeE7: Int32 = 200_000
    /// Boxes wider than 1° are not in cells.
    private static let widestE7: Int64 = 10_000_000

    /// Adds a box; they are numbered from 0 on.
    mutating func add(_ box: BoundingBox) {
        let number = Int32(boxes.count)
        boxes.append(box)
        if Self.isWide(box) {
            wide.append(number)
        } else {
            Self.forEachCell(of: box) { cells[$0, default: []].append(number) }
        }
    }

    /// The numbers of the boxes that share a place with a box, ascending.
    func touching(_ box: BoundingBox) -> [Int] {
        if Self.isWide(box) { return boxes.indices.filter { boxes[$0].intersects(box) } }
        var found: [Int] = []
        func look(_ number: Int32) {
            let number = Int(number)
            if boxes[number].intersects(box) { found.append(number) }
        }
        wide.forEach(look)
        Self.forEachCell(of: box) { cells[$0]?.forEach(look) }
        // A box in several cells comes several times.
        found.sort()
        var last = -1
        found.removeAll { number in
            defer { last = number }
            return number == last
        }
        return found
    }

    /// Whether a box contains a place.
    func holds(_ place: Coordinate) -> Bool {
        func isInside(_ number: Int32) -> Bool { boxes[Int(number)].contains(place) }
        let cell = Cell(
            row: Self.number(place.latitudeE7), column: Self.number(place.longitudeE7))
        return wide.contains(where: isInside) || cells[cell]?.contains(where: isInside) ?? false
    }

    private static func isWide(_ box: BoundingBox) -> Bool {
        Int64(box.northE7) - Int64(box.southE7) > widestE7
            || Int64(box.eastE7) - Int64(box.westE7) > widestE7
    }

    private static func number(_ e7: Int32) -> Int32 {
        e7 >= 0 ? e7 / edgeE7 : (e7 - edgeE7 + 1) / edgeE7
    }

    private static func forEachCell(of box: BoundingBox, _ visit: (Cell) -> Void) {
        guard !box.isEmpty else { return }
        for row in number(box.southE7)...number(box.northE7) {
            for column in number(box.westE7)...number(box.eastE7) {
                visit(Cell(row: row, column: column))
            }
        }
    }
}
