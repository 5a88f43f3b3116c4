public import Geodesy
public import JSONReading
import RoadMapWriter

/// The area whose roads a map has: roads that only reach outside of it are read, so that junctions at its border
/// are those of the neighbouring map, and not written.
public struct KeptArea: Sendable {
    private let box: BoundingBox
    /// The polygons; `nil` where the area is the box.
    private let area: RingArea?

    /// A rectangle between its south-western and its north-eastern corner.
    public init(from southWest: Coordinate, to northEast: Coordinate) {
        var box = BoundingBox.empty
        box.grow(toHold: southWest)
        box.grow(toHold: northEast)
        self.box = box
        area = nil
    }

    /// The polygons of a GeoJSON text (RFC 7946), wherever they are in it; what is inside a hole is outside.
    /// - Parameter bytes: The text.
    public init(geoJSON bytes: [UInt8]) throws(JSONReader.Failure) {
        var reader = JSONReader(bytes)
        var rings: [[Coordinate]] = []
        try Self.readObject(&reader, into: &rings, depth: 0)
        try reader.finish()
        guard !rings.isEmpty else {
            throw JSONReader.Failure(expected: "a Polygon or a MultiPolygon", at: 0)
        }
        let area = RingArea(rings)
        (box, self.area) = (area.box, area)
    }

    /// Whether a road comes into the area: one of its points is inside.
    func touches(_ link: NewLink) -> Bool {
        link.points.contains { box.contains($0) && area?.touches($0) ?? true }
    }

    private static func readObject(
        _ reader: inout JSONReader, into rings: inout [[Coordinate]], depth: Int
    ) throws(JSONReader.Failure) {
        guard depth < JSONReader.deepest else {
            throw JSONReader.Failure(
                expected: "at most \(JSONReader.deepest) nested brackets", at: reader.at)
        }
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "coordinates": try readRings(&reader, into: &rings, depth: depth + 1)
            case "geometry" where reader.isAtObject():
                try readObject(&reader, into: &rings, depth: depth + 1)
            case "features", "geometries":
                var isFirst = true
                try reader.open("[")
                while try reader.nextElement(&isFirst) {
                    try readObject(&reader, into: &rings, depth: depth + 1)
                }
            default: try reader.skip()
            }
        }
    }

    /// Reads nested lists: those of positions are rings.
    private static func readRings(
        _ reader: inout JSONReader, into rings: inout [[Coordinate]], depth: Int
    ) throws(JSONReader.Failure) {
        guard depth < JSONReader.deepest else {
            throw JSONReader.Failure(
                expected: "at most \(JSONReader.deepest) nested brackets", at: reader.at)
        }
        var ring: [Coordinate] = []
        var isFirst = true
        let start = reader.at
        try reader.open("[")
        while try reader.nextElement(&isFirst) {
            var inner = reader
            try inner.open("[")
            guard !inner.isAtArray() else {
                try readRings(&reader, into: &rings, depth: depth + 1)
                continue
            }
            ring.append(try readPosition(&reader))
        }
        guard !ring.isEmpty else { return }
        guard ring.count >= 4, ring.first == ring.last else {
            throw JSONReader.Failure(expected: "a closed ring of at least 4 positions", at: start)
        }
        rings.append(ring)
    }

    private static func readPosition(
        _ reader: inout JSONReader
    ) throws(JSONReader.Failure) -> Coordinate {
        var numbers: [Double] = []
        var isFirst = true
        let start = reader.at
        try reader.open("[")
        while try reader.nextElement(&isFirst) { numbers.append(try reader.number()) }
        guard numbers.count >= 2,
            let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
        else {
            throw JSONReader.Failure(expected: "longitude and latitude in degrees", at: start)
        }
        return place
    }
}
