import Geodesy

/// The lines of borders, and of rest areas and residential areas that are relations, during the
/// reading of ways and nodes. They are in memory, since they are few compared with roads.
struct AreaLines {
    private let borders: [StatedBorder]
    private var restAreas: [[Int64]]
    private let residentialAreas: [[Int64]]
    private let wanted: Set<Int64>
    private var ways: [Int64: [Int64]] = [:]
    private var nodes: Set<Int64> = []
    /// The low bits of the nodes: most nodes of a file are none of them, and this filter finds them
    /// at once.
    private var nodeBits: [UInt64] = []
    private var places: [Int64: Coordinate] = [:]

    private static let bitCount: Int64 = 1 << 20

    /// The borders and areas of relations, without lines yet. Areas are given by their ways.
    init(
        of borders: [StatedBorder], restAreas: [[Int64]] = [], residentialAreas: [[Int64]] = []
    ) {
        self.borders = borders
        self.restAreas = restAreas
        self.residentialAreas = residentialAreas
        wanted = Set(borders.flatMap(\.ways) + restAreas.joined() + residentialAreas.joined())
    }

    /// The ways that they are made of, ascending.
    var wayIDs: [Int64] { wanted.sorted() }

    /// All countries and parts of countries that a place can have, and some more.
    var codes: [String] {
        borders.map(\.code) + borders.map(\.country)
    }

    /// Adds a way of the input if it is one of them. Of several ways with one id, the first counts.
    mutating func take(_ id: Int64, _ line: UnsafeBufferPointer<Int64>) {
        if wanted.contains(id) { keep(id, line) }
    }

    /// The same, and a way that is a rest area without a relation.
    mutating func take(_ id: Int64, _ line: UnsafeBufferPointer<Int64>, _ tags: ReadTags) {
        guard line.count > 3, line.first == line.last, tags.areOfRestArea else {
            return take(id, line)
        }
        if ways[id] == nil { restAreas.append([id]) }
        keep(id, line)
    }

    /// Whether any nodes need a place.
    var hasNodes: Bool { !nodes.isEmpty }

    private mutating func keep(_ id: Int64, _ line: UnsafeBufferPointer<Int64>) {
        guard ways[id] == nil else { return }
        ways[id] = Array(line)
        nodes.formUnion(line)
        if nodeBits.isEmpty {
            nodeBits = Array(repeating: 0, count: Int(Self.bitCount) / 64)
        }
        for node in line {
            let bit = node & (Self.bitCount - 1)
            nodeBits[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
        }
    }

    /// Whether a node is part of one.
    func wants(_ node: Int64) -> Bool {
        guard !nodes.isEmpty else { return false }
        let bit = node & (Self.bitCount - 1)
        return nodeBits[Int(bit >> 6)] >> UInt64(bit & 63) & 1 != 0 && nodes.contains(node)
    }

    /// Adds a node that is part of one. Of several nodes with one id, the first counts.
    mutating func take(_ node: Int64, at place: Coordinate) {
        if places[node] == nil { places[node] = place }
    }

    /// The borders, in a map of a country.
    func borders(own: String?) -> Borders {
        borders.isEmpty
            ? Borders() : Borders(borders, own: own, ways: ways, places: places)
    }

    /// The rest areas whose whole line is in the input, each within rings.
    var restAreaRings: [[[Coordinate]]] { restAreas.compactMap(rings) }

    /// The same, as objects of roads.
    var areasOfRest: RestAreas { RestAreas(restAreaRings) }

    /// The residential areas of relations whose whole line is in the input, each within rings.
    var residentialRings: [[[Coordinate]]] { residentialAreas.compactMap(rings) }

    /// The rings that ways form together; `nil` if the input does not have all ways.
    private func rings(of members: [Int64]) -> [[Coordinate]]? {
        let held = members.compactMap { ways[$0] }
        let chains = BorderChains(of: held)
        guard held.count == members.count, chains.open.isEmpty else { return nil }
        let rings = chains.rings.map { $0.compactMap { places[$0] } }
        return rings.map(\.count) == chains.rings.map(\.count) ? rings : nil
    }
}

/// The ways around the rest area of a relation; `nil` if the relation is of another kind.
func restArea(_ members: [RelationMember], _ tags: Tags) -> [Int64]? {
    guard tags[.highway] == "rest_area" || tags[.highway] == "services" else { return nil }
    return outline(members)
}

/// The ways around the residential area of a relation; `nil` if the relation is of another kind.
func residentialArea(_ members: [RelationMember], _ tags: Tags) -> [Int64]? {
    tags[.landuse] == "residential" ? outline(members) : nil
}

private func outline(_ members: [RelationMember]) -> [Int64]? {
    let ways = members.filter { $0.isWay && ["outer", "inner", ""].contains($0.role) }.map(\.id)
    return ways.isEmpty ? nil : ways
}

extension ReadTags {
    /// Whether these tags belong to a rest area
    /// (https://wiki.openstreetmap.org/wiki/Tag:highway=rest_area).
    fileprivate var areOfRestArea: Bool {
        have(.highway, "rest_area") || have(.highway, "services")
    }
}
