import Geodesy
import Quantities
import RoadMap

/// The countries and their parts, by the borders in the input.
///
/// A closed border defines the places inside. Of an extract's neighbours, the input has only the
/// common pieces of border. A place outside of all closed borders belongs to the neighbour at the
/// nearest piece, up to 30 km away. If that piece has several such neighbours, the place belongs to
/// the map's own country. If that country has a closed border too, the place belongs to the nearest
/// other country of the coarse table. If no border is so near, the coarse table decides, unless the
/// user has named the country.
struct Borders: Sendable {
    /// The country and region of a place.
    struct Place: Hashable {
        /// ISO 3166-1 alpha-2; `nil` if unknown.
        var country: String?
        /// ISO 3166-2; `nil` if unknown.
        var region: String?
    }

    private struct Area {
        let code: String
        let area: BorderArea
        var isCountry: Bool { code.utf8.count == 2 }
    }

    /// A piece of border with the codes of its countries and regions.
    private struct Piece {
        let points: [Coordinate]
        let codes: [String]
        let box: BoundingBox
    }

    /// The largest distance at which a piece of border assigns a place, metres. Extracts end soon
    /// behind the borders that they are cut along.
    private static let reach = 30_000.0

    private var areas: [Area] = []
    private var pieces: [Piece] = []
    private var grid = BorderGrid([])
    /// The countries whose whole border is known.
    private(set) var closedCountries: [String] = []
    /// The zones that countries name, by alpha-2 code.
    private var zones: [(country: String, zone: String)] = []

    /// No borders are known.
    var isEmpty: Bool { areas.isEmpty && pieces.isEmpty && coarse == nil }

    /// The map's own country.
    private let own: String?
    /// The coarse table's countries for the places of the map, if it is used.
    var coarse: CoarseCountries?

    /// No borders.
    init() { own = nil }

    /// Borders from relations, with the ways and nodes of the input, in a map of a country.
    init(
        _ stated: [StatedBorder], own: String?, ways: [Int64: [Int64]], places: [Int64: Coordinate]
    ) {
        self.own = own
        for border in stated {
            let held = border.ways.compactMap { ways[$0] }
            let chains = BorderChains(of: held)
            if border.isCountry, let zone = border.timeZone {
                zones.append((border.code, zone))
            }
            // A straight line replaces a missing piece, which is usually at sea.
            let isWhole = held.count == border.ways.count && chains.open.isEmpty
            let isNearlyWhole =
                held.count < border.ways.count && held.count * 4 >= border.ways.count * 3
                && chains.open.count <= 1
            guard isWhole || isNearlyWhole, !areas.contains(where: { $0.code == border.code })
            else { continue }
            let rings = (chains.rings + chains.open).map { $0.compactMap { places[$0] } }
            guard zip(rings, chains.rings + chains.open).allSatisfy({ $0.count == $1.count })
            else { continue }
            areas.append(Area(code: border.code, area: BorderArea(rings: rings)))
            if border.isCountry { closedCountries.append(border.code) }
        }
        var codes: [(way: Int64, code: String)] = []
        for border in stated {
            codes += border.ways.filter { ways[$0] != nil }.map { ($0, border.code) }
        }
        codes.sort { ($0.way, $0.code) < ($1.way, $1.code) }
        var index = 0
        while index < codes.count {
            let way = codes[index].way
            var names: [String] = []
            while index < codes.count, codes[index].way == way {
                if names.last != codes[index].code { names.append(codes[index].code) }
                index += 1
            }
            let points = (ways[way] ?? []).compactMap { places[$0] }
            var box = BoundingBox.empty
            for point in points { box.grow(toHold: point) }
            if points.count >= 2 { pieces.append(Piece(points: points, codes: names, box: box)) }
        }
        grid = BorderGrid(pieces.map(\.box))
    }

    /// All countries and parts of countries that a place can have, in alphabetical order.
    var codes: [String] {
        let codes = areas.map(\.code) + pieces.flatMap(\.codes) + (coarse?.codes ?? [])
        return Array(Set(codes + codes.map { String($0.prefix(2)) })).sorted()
    }

    /// The countries among them.
    var countries: [String] { codes.filter { $0.utf8.count == 2 } }

    /// The zone of a country, as a map has it: the zone that its border names, or the only zone.
    func timeZone(of country: String) -> String? {
        let named = zones.first { $0.country == country }?.zone
        return named.flatMap { TimeZones.zone(named: $0) } ?? TimeZones.onlyZone(of: country)
    }

    /// The country and region of a place.
    func place(at point: Coordinate) -> Place {
        var place = Place()
        var closedRegions: [String] = []
        for area in areas {
            if !area.isCountry { closedRegions.append(area.code) }
            guard area.area.contains(point) else { continue }
            if area.isCountry { place.country = area.code } else { place.region = area.code }
        }
        if let region = place.region, place.country == nil {
            place.country = String(region.prefix(2))
        }
        if let region = place.region, let country = place.country, !region.hasPrefix(country) {
            place.region = nil
        }
        guard place.country == nil else { return place }
        guard let nearest = nearestCodes(to: point) else {
            place.country = coarse?.country(at: point)
            return place
        }
        // A part of a country may end away from the country's border, as at a coast.
        var neighbours: [String] = []
        for country in nearest.map({ String($0.prefix(2)) })
        where !closedCountries.contains(country) && !neighbours.contains(country) {
            neighbours.append(country)
        }
        // A border without another side is a coast. A pier beside it still belongs to the map's own
        // country.
        if neighbours.count == 1 {
            place.country = neighbours[0]
        } else if neighbours.count > 1, let own, closedCountries.contains(own) {
            place.country = CoarseBorders.table.nearest(to: point, except: closedCountries)
        }
        let regions = nearest.filter { code in
            code.utf8.count > 2 && !closedRegions.contains(code)
                && place.country.map { code.hasPrefix($0) } ?? false
        }
        if regions.count == 1 { place.region = regions[0] }
        return place
    }

    /// The codes of the nearest piece of border, of several the first one; `nil` if none is within
    /// reach.
    private func nearestCodes(to point: Coordinate) -> [String]? {
        let frame = LocalFrame(around: point)
        var best: (distance: Double, number: Int)?
        func look(_ number: Int) -> Double {
            let distance = distance(to: pieces[number], in: frame)
            if best.map({ (distance, number) < $0 }) ?? true { best = (distance, number) }
            return distance
        }
        grid.search(around: point, within: Borders.reach, look)
        guard let best, best.distance <= Borders.reach else { return nil }
        return pieces[best.number].codes
    }

    /// The distance of a piece of border from the origin of a frame, in metres.
    private func distance(to piece: Piece, in frame: LocalFrame) -> Double {
        var nearest = Double.infinity
        var last = frame.project(piece.points[0])
        for next in piece.points.dropFirst() {
            let vector = frame.project(next)
            nearest = min(nearest, distanceFromOrigin(last, vector))
            last = vector
        }
        return nearest
    }
}

/// The distance of a stretch from the origin, in metres.
private func distanceFromOrigin(_ from: PlanarVector, _ to: PlanarVector) -> Double {
    let along = to - from
    let length = along.lengthSquared
    let share = length > 0 ? min(max(-from.dot(along) / length, 0), 1) : 0
    return (from + along * share).length
}
