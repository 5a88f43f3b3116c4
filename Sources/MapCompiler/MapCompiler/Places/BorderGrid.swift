import Geodesy

/// Boxes by the cells of a grid, to find the boxes near a place without checking all.
struct BorderGrid: Sendable {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    /// The edge of a cell, 0.05°: a few pieces of border each, where there are many.
    private static let edgeE7: Int32 = 500_000
    /// Ten cells in each direction are a block.
    private static let blockCells: Int32 = 10

    private var cells: [Cell: [Int32]] = [:]
    /// The blocks that have any box, one bit each, from the south pole and 180° west on. They make
    /// the wide land without borders cheap.
    private var blocks = [UInt64](repeating: 0, count: (blockRows * blockColumns + 63) / 64)
    private static let (blockRows, blockColumns) = (361, 721)

    /// The grid of some boxes, by their number.
    init(_ boxes: [BoundingBox]) {
        for (number, box) in boxes.enumerated() where box.southE7 <= box.northE7 {
            let (low, high) = (Self.cell(box.southE7), Self.cell(box.northE7))
            let (west, east) = (Self.cell(box.westE7), Self.cell(box.eastE7))
            for row in low...high {
                for column in west...east {
                    cells[Cell(row: row, column: column), default: []].append(Int32(number))
                    let block = Self.block(row, column)
                    if let bit = Self.bit(of: block) { blocks[bit / 64] |= 1 << UInt64(bit % 64) }
                }
            }
        }
    }

    private static func cell(_ e7: Int32) -> Int32 {
        Int32((Double(e7) / Double(edgeE7)).rounded(.down))
    }

    private static func block(_ row: Int32, _ column: Int32) -> Cell {
        func part(_ cell: Int32) -> Int32 {
            (cell >= 0 ? cell : cell - (blockCells - 1)) / blockCells
        }
        return Cell(row: part(row), column: part(column))
    }

    /// The place of a block among all, `nil` beyond the Earth.
    private static func bit(of block: Cell) -> Int? {
        let (row, column) = (Int(block.row) + 180, Int(block.column) + 360)
        guard row >= 0, row < blockRows, column >= 0, column < blockColumns else { return nil }
        return row * blockColumns + column
    }

    /// Whether any box may lie within so many cells of a cell.
    private func hasBoxes(around row: Int32, _ column: Int32, within rings: Int32) -> Bool {
        let low = Self.block(row - rings, column - rings)
        let high = Self.block(row + rings, column + rings)
        for row in low.row...high.row {
            for column in low.column...high.column {
                guard let bit = Self.bit(of: Cell(row: row, column: column)) else { continue }
                if blocks[bit / 64] & 1 << UInt64(bit % 64) != 0 { return true }
            }
        }
        return false
    }

    /// Calls `look` with the numbers of boxes around a place, near ones first, some twice. `look`
    /// returns a distance in metres. The search ends when no nearer box can follow, or none within
    /// `reach`. It does not cross the meridian of 180°.
    func search(around place: Coordinate, within reach: Double, _ look: (Int) -> Double) {
        let (row, column) = (Self.cell(place.latitudeE7), Self.cell(place.longitudeE7))
        // A degree of latitude is never shorter than 110.5 km; one of longitude is shorter by the
        // cosine, taken a degree nearer to the pole. At the poles there are no roads.
        let parallel = sineAndCosine(min(abs(place.latitude) + 1, 89) / degreesPerRadian).cosine
        let cellMetres = Double(Self.edgeE7) / 1e7 * 110_500 * parallel
        guard hasBoxes(around: row, column, within: Int32(reach / cellMetres) + 1) else { return }
        var nearest = reach
        var ring: Int32 = 0
        // Everything in a ring is at least its number minus one cells away.
        while Double(ring - 1) * cellMetres <= nearest {
            for other in (row - ring)...(row + ring) {
                let isEdge = abs(other - row) == ring
                let step = isEdge ? 1 : 2 * ring
                for side in stride(from: column - ring, through: column + ring, by: Int(step)) {
                    guard let numbers = cells[Cell(row: other, column: side)] else { continue }
                    for number in numbers { nearest = min(nearest, look(Int(number))) }
                }
            }
            ring += 1
        }
    }
}
