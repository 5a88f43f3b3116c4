import Geodesy

/// Numbers by small cells of the boxes around their places. It finds the numbers near a piece of
/// line.
struct PointGrid {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32

        /// A place among the bits.
        var bit: Int { Int(UInt32(bitPattern: row &* 7919 &+ column) & 0xFFFF) }
    }

    /// The edge of a cell, 0.001°: about 110 m.
    private static let edgeE7: Int32 = 10_000
    private var cells: [Cell: [Int]] = [:]
    /// Most cells have none; this filter finds them at once.
    private var bits = [UInt64](repeating: 0, count: 1 << 10)

    mutating func add(_ number: Int, _ box: BoundingBox) {
        Self.forEachCell(box.southE7, box.westE7, box.northE7, box.eastE7) { cell in
            cells[cell, default: []].append(number)
            bits[cell.bit >> 6] |= 1 << UInt64(cell.bit & 63)
            return true
        }
    }

    /// Whether any may be near a piece of line.
    func mayTouch(_ start: Coordinate, _ end: Coordinate) -> Bool {
        var isFound = false
        Self.forEachCell(start, end) { cell in
            isFound = bits[cell.bit >> 6] >> UInt64(cell.bit & 63) & 1 != 0
            return !isFound
        }
        return isFound
    }

    /// Calls with each number whose box may touch the piece of line. Some numbers come several
    /// times.
    func forEach(touching start: Coordinate, _ end: Coordinate, _ visit: (Int) -> Void) {
        Self.forEachCell(start, end) { cell in
            cells[cell]?.forEach(visit)
            return true
        }
    }

    private static func forEachCell(
        _ start: Coordinate, _ end: Coordinate, _ visit: (Cell) -> Bool
    ) {
        forEachCell(
            min(start.latitudeE7, end.latitudeE7), min(start.longitudeE7, end.longitudeE7),
            max(start.latitudeE7, end.latitudeE7), max(start.longitudeE7, end.longitudeE7), visit)
    }

    private static func forEachCell(
        _ south: Int32, _ west: Int32, _ north: Int32, _ east: Int32, _ visit: (Cell) -> Bool
    ) {
        func number(_ e7: Int32) -> Int32 { e7 >= 0 ? e7 / edgeE7 : (e7 - edgeE7 + 1) / edgeE7 }
        let rows = number(south)...number(north)
        let columns = number(west)...number(east)
        // A misplaced node makes a piece of line as long as a continent. It has no objects beside
        // it.
        guard rows.count * columns.count <= 10_000 else { return }
        for row in rows {
            for column in columns where !visit(Cell(row: row, column: column)) { return }
        }
    }
}
