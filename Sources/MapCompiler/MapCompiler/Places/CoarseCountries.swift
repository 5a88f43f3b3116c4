import Geodesy

/// The countries of places by the coarse table, for places that no border of the input assigns.
/// Most land lies far from any border. So a cell with a single country is computed once; in other
/// cells each place is looked up.
struct CoarseCountries: Sendable {
    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    /// The edge of a cell, 0.1°.
    private static let edgeE7: Int32 = 1_000_000

    /// The country of a cell; `nil` if the cell has several.
    private var cells: [Cell: String?] = [:]
    private var last: Cell?

    /// Adds a place whose country is needed later.
    mutating func add(_ place: Coordinate) {
        let cell = Self.cell(of: place)
        guard cell != last else { return }
        last = cell
        guard cells[cell] == nil else { return }
        let edge = Int64(Self.edgeE7)
        let halves: [(Int64, Int64)] = [(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)]
        let corners = halves.map { (north: Int64, east: Int64) -> String? in
            let latitude: Int64 = Int64(cell.row) * edge + north * edge / 2
            let longitude: Int64 = Int64(cell.column) * edge + east * edge / 2
            let corner = Coordinate(
                latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
            return corner.flatMap { CoarseBorders.table.country(at: $0) }
        }
        cells[cell] = .some(corners.allSatisfy { $0 == corners[0] } ? corners[0] : nil)
    }

    /// The countries of the added places, in alphabetical order.
    var codes: [String] { Set(cells.values.compactMap(\.self)).sorted() }

    /// The country of a place; `nil` if there is none or if the place lies near a border.
    func country(at place: Coordinate) -> String? {
        if let known = cells[Self.cell(of: place)], let country = known { return country }
        return CoarseBorders.table.country(at: place)
    }

    private static func cell(of place: Coordinate) -> Cell {
        func number(_ e7: Int32) -> Int32 { e7 >= 0 ? e7 / edgeE7 : (e7 - edgeE7 + 1) / edgeE7 }
        return Cell(row: number(place.latitudeE7), column: number(place.longitudeE7))
    }
}
