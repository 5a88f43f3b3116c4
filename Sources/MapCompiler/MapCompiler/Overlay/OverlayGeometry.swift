import Geodesy
import JSONReading

/// The geometry of an entry.
struct OverlayGeometry {
    enum Shape {
        case point(Coordinate)
        case line(Geodesy.Shape)
        case area(RingArea)
    }

    private typealias Failure = JSONReader.Failure

    private indirect enum Nested {
        case position(Coordinate)
        case list([Nested])

        var position: Coordinate? { if case .position(let place) = self { place } else { nil } }
        var list: [Nested] { if case .list(let list) = self { list } else { [] } }
        /// The positions of a list of nothing else.
        var positions: [Coordinate]? {
            let found = list.compactMap(\.position)
            return found.count == list.count ? found : nil
        }
    }

    let shape: Shape

    init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        let start = reader.at
        var type = ""
        var nested = Nested.list([])
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "type": type = try reader.text() ?? ""
            case "coordinates": nested = try Self.coordinates(&reader, depth: 0)
            default: try reader.skip()
            }
        }
        switch type {
        case "Point":
            guard let place = nested.position else { break }
            shape = .point(place)
            return
        case "LineString":
            guard let points = nested.positions, Set(points).count > 1 else { break }
            shape = .line(Geodesy.Shape(points))
            return
        case "Polygon", "MultiPolygon":
            let rings = type == "Polygon" ? nested.list : nested.list.flatMap(\.list)
            let closed = rings.compactMap { ring -> [Coordinate]? in
                guard let points = ring.positions, points.count >= 4, points.first == points.last
                else { return nil }
                return points
            }
            guard !closed.isEmpty, closed.count == rings.count else { break }
            shape = .area(RingArea(closed))
            return
        default: break
        }
        throw Failure(
            expected: "the coordinates of a Point, a LineString, or a Polygon or MultiPolygon of "
                + "closed rings", at: start)
    }

    private static func coordinates(
        _ reader: inout JSONReader, depth: Int
    ) throws(JSONReader.Failure) -> Nested {
        let start = reader.at
        guard depth < 5 else { throw Failure(expected: "fewer nested arrays", at: start) }
        var isFirst = true
        try reader.open("[")
        var list: [Nested] = []
        var numbers: [Double] = []
        while try reader.nextElement(&isFirst) {
            if reader.isAtArray() {
                list.append(try coordinates(&reader, depth: depth + 1))
            } else {
                numbers.append(try reader.number())
            }
            guard numbers.count <= 8 else {
                throw Failure(expected: "at most 8 numbers of a position", at: start)
            }
        }
        if numbers.isEmpty { return .list(list) }
        guard list.isEmpty, numbers.count > 1,
            let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
        else { throw Failure(expected: "a longitude and a latitude in degrees", at: start) }
        return .position(place)
    }
}
