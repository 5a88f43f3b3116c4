import Geodesy
import Quantities
import RoadMap
import RouteReading
import TextFiles

/// The roads that a vehicle really drove: segments between neighbouring points of the map, in driving order.
struct RouteOnMap {
    /// A segment from one point of the map to the next.
    struct Segment: Hashable {
        var start: Coordinate
        var end: Coordinate

        /// The length, metres.
        var length: Double { start.distance(to: end).value }

        /// The segment without its direction: the same for both.
        var undirected: Segment {
            let isForward =
                (start.latitudeE7, start.longitudeE7) < (end.latitudeE7, end.longitudeE7)
            return isForward ? self : Segment(start: end, end: start)
        }
    }

    /// A segment at its place in the route.
    struct Part {
        let segment: Segment
        /// The distance of its start from the start of the route, metres; gaps count as straight lines.
        let from: Double
        /// The distance of its end.
        let to: Double
        /// The links of the map that it is part of, in driving direction; none if the map does not have it.
        fileprivate(set) var links: [DirectedLink] = []
        /// Whether the route has no segment before it that ends where it starts.
        let isAfterGap: Bool
        /// Whether the route has no segment after it that starts where it ends.
        let isBeforeGap: Bool
    }

    /// The segments in driving order.
    private(set) var parts: [Part] = []
    /// All segments without their directions.
    private(set) var segments: Set<Segment> = []
    /// The length, each segment counted once, metres.
    private(set) var length = 0.0

    /// Reads the rows of a file and finds their links.
    init(_ path: String, on map: RoadMap) throws {
        try self.init(rows: try Self.rows(of: path), path, on: map)
    }

    private init(rows: [Segment], _ path: String, on map: RoadMap) throws {
        guard !rows.isEmpty else {
            throw Failure("\(path): there is no segment in it; write one row for each")
        }
        let links = try Self.links(of: Set(rows.map(\.undirected)), on: map)
        var along = 0.0
        for (index, row) in rows.enumerated() {
            let before = index > 0 ? rows[index - 1].end : row.start
            if before != row.start { along += before.distance(to: row.start).value }
            parts.append(
                Part(
                    segment: row, from: along, to: along + row.length, links: links[row] ?? [],
                    isAfterGap: index == 0 || before != row.start,
                    isBeforeGap: index + 1 == rows.count || rows[index + 1].start != row.end))
            along += row.length
            if segments.insert(row.undirected).inserted { length += row.length }
        }
    }

    /// The number of segments that the map does not have.
    var lostCount: Int { parts.count { $0.links.isEmpty } }

    /// The parts within a distance of a place of the route, metres.
    func parts(around along: Double, within reach: Double) -> ArraySlice<Part> {
        var first = parts.partitioningIndex { $0.to >= along - reach }
        let start = first
        while first < parts.count, parts[first].from <= along + reach { first += 1 }
        return parts[start..<first]
    }

    /// The segments of a file: CSV, or GeoJSON as `--route` writes it.
    private static func rows(of path: String) throws -> [Segment] {
        let bytes = try Files.read(path)
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            return try rows(of: String(decoding: bytes, as: UTF8.self), in: path)
        }
        do {
            guard case .line(let stretches) = try RouteFile(bytes) else { return [] }
            return stretches.flatMap { line in
                zip(line, line.dropFirst()).map { Segment(start: $0.place, end: $1.place) }
            }
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    private static func rows(of text: String, in path: String) throws -> [Segment] {
        var rows: [Segment] = []
        var name: Substring?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let values = fields.dropFirst().compactMap { Double($0) }
            guard fields.count == 5, values.count == 4,
                let start = Coordinate(latitude: values[1], longitude: values[0]),
                let end = Coordinate(latitude: values[3], longitude: values[2])
            else {
                throw Failure(
                    "\(path):\(index + 1): \"\(line)\": a row needs a name, longitude, latitude, longitude and"
                        + " latitude")
            }
            guard name == nil || name == fields[0] else {
                throw Failure(
                    "\(path):\(index + 1): the route \(fields[0]) begins after \(name ?? ""): write one route"
                        + " only")
            }
            name = fields[0]
            rows.append(Segment(start: start, end: end))
        }
        return rows
    }

    /// The links of segments, in both directions.
    private static func links(
        of wanted: Set<Segment>, on map: RoadMap
    ) throws(MapError) -> [Segment: [DirectedLink]] {
        var links: [Segment: [DirectedLink]] = [:]
        var shape = Shape()
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            for (start, end) in zip(shape.points, shape.points.dropFirst()) {
                let segment = Segment(start: start, end: end)
                guard wanted.contains(segment.undirected) else { continue }
                let back = Segment(start: end, end: start)
                links[segment, default: []].append(DirectedLink(link.reference, .forward))
                links[back, default: []].append(DirectedLink(link.reference, .backward))
            }
        }
        return links
    }
}

extension Array {
    /// The first index from which on a condition holds that holds for no element before.
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
