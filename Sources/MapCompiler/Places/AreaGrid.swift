import Geodesy

/// Boxes by the cells of a grid that they lie in, to find those that a line may touch.
struct AreaGrid: Sendable {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    private var cells: [Cell: [Int32]] = [:]

    /// The edge of a cell, 0.02°.
    private static let edgeE7: Int32 = 200_000

    /// Whether there is no box.
    var isEmpty: Bool { cells.isEmpty }

    /// Adds the box of an area, by its number.
    mutating func add(_ box: BoundingBox, _ number: Int32) {
        Self.forEachCell(of: box) { cells[$0, default: []].append(number) }
    }

    /// The numbers of the boxes that share a cell with one, ascending, each once.
    func near(_ box: BoundingBox) -> [Int32] {
        var found: [Int32] = []
        Self.forEachCell(of: box) { cell in
            for number in cells[cell] ?? [] where !found.contains(number) { found.append(number) }
        }
        return found.sorted()
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
}
