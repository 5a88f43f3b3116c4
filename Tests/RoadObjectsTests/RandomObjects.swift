import Geodesy
import Horizon
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadObjects
import RouteReading
import Routing
import Testing

/// Objects at random places of a random network, made from the roads that they are to lie on: what is
/// known of each is where it is, independent of how it is found.
struct RandomObjects {
    let map: RoadMap
    var random: SplitMix64
    private var links: [DirectedLink] = []

    /// A stretch of a link that an object was put on.
    struct Stretch {
        let link: DirectedLink
        let from: Double
        let to: Double
    }

    init(map: RoadMap, seed: UInt64) throws {
        self.map = map
        random = SplitMix64(seed: seed)
        var links: [DirectedLink] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            for direction in Direction.allCases where link.directions.contains(direction) {
                links.append(DirectedLink(link.reference, direction))
            }
        }
        self.links = links
    }

    /// A link's line in driving direction.
    func shape(of link: DirectedLink) throws -> Shape {
        var shape = Shape()
        try map.appendShape(of: try map.link(link.link), to: &shape)
        return link.direction == .forward ? shape : Shape(shape.points.reversed())
    }

    /// The middle of a straight piece well away from the ends of a link.
    private mutating func place() throws -> (link: DirectedLink, offset: Double, Shape) {
        while true {
            let link = try #require(links.randomElement(using: &random))
            let shape = try shape(of: link)
            let pieces = zip(shape.distances, shape.distances.dropFirst()).filter {
                $1 - $0 > 16 && $0 + $1 > 90 && $0 + $1 < shape.length.value * 2 - 90
            }
            guard let piece = pieces.randomElement(using: &random) else { continue }
            return (link, (piece.0 + piece.1) / 2, shape)
        }
    }

    /// The place that lies so far to the right and ahead of a place of a line.
    private func beside(
        _ shape: Shape, _ offset: Double, right: Double, ahead: Double = 0
    ) throws -> Coordinate {
        let frame = LocalFrame(around: shape.place(at: Metres(offset)))
        let first = frame.project(shape.place(at: Metres(offset - 0.5)))
        let second = frame.project(shape.place(at: Metres(offset + 0.5)))
        let along = (second - first) * (1 / (second - first).length)
        let across = PlanarVector(x: along.y, y: -along.x)
        return try #require(frame.unproject(across * right + along * ahead))
    }

    /// A place beside a road, for one direction.
    mutating func point() throws -> (geometry: CustomObject.Geometry, Stretch) {
        let (link, offset, shape) = try place()
        let side = Double.random(in: -4...4, using: &random)
        let course = shape.bearing(at: Metres(offset))
        return (
            .point(try beside(shape, offset, right: side), course: course),
            Stretch(link: link, from: offset, to: offset)
        )
    }

    /// A line across a road.
    mutating func gantry() throws -> (geometry: CustomObject.Geometry, Stretch) {
        let (link, offset, shape) = try place()
        return (
            .gantry([
                try beside(shape, offset, right: -6), try beside(shape, offset, right: 6),
            ]), Stretch(link: link, from: offset, to: offset)
        )
    }

    /// Roads one after the other that may be driven so, no link twice.
    private mutating func chain(_ count: Int) throws -> [DirectedLink] {
        while true {
            let chain = try goOn([try #require(links.randomElement(using: &random))], by: count - 1)
            if chain.count == count { return chain }
        }
    }

    /// Roads and some more behind them, as far as there are.
    mutating func goOn(_ roads: [DirectedLink], by count: Int) throws -> [DirectedLink] {
        var turns = DrivenTurns(map: map)
        var chain = roads
        for link in roads { try turns.enter(link) }
        for _ in 0..<count {
            let exits = turns.exits.map(\.link)
                .filter { exit in !chain.contains { $0.link == exit.link } }
            guard let exit = exits.randomElement(using: &random) else { break }
            chain.append(exit)
            try turns.enter(exit)
        }
        return chain
    }

    /// A line along roads from somewhere on the first to somewhere on the last, drawn up to 2 m off.
    mutating func line() throws -> (geometry: CustomObject.Geometry, [Stretch]) {
        let chain = try chain(Int.random(in: 1...5, using: &random))
        var stretches: [Stretch] = []
        var points: [Coordinate] = []
        for (number, link) in chain.enumerated() {
            let shape = try shape(of: link)
            let length = shape.length.value
            let from = number == 0 ? Double.random(in: 8...(length * 0.4), using: &random) : 0
            let to =
                number == chain.count - 1
                ? Double.random(in: (length * 0.6)...(length - 8), using: &random) : length
            stretches.append(Stretch(link: link, from: from, to: to))
            var offsets = shape.distances.filter { $0 > from && $0 < to }
            offsets.insert(from, at: 0)
            if number == chain.count - 1 { offsets.append(to) }
            for offset in offsets {
                let side = Double.random(in: -2...2, using: &random)
                let inner = min(max(offset, 0.5), length - 0.5)
                points.append(try beside(shape, inner, right: side, ahead: offset - inner))
            }
        }
        return (.line(points), stretches)
    }

    /// Whole roads as a line location, by way of its bytes; `nil` where the format cannot say them.
    mutating func openLR() throws -> (geometry: CustomObject.Geometry, [Stretch])? {
        let chain = try chain(Int.random(in: 1...5, using: &random))
        guard let line = try OpenLRLine(chain, on: map), let bytes = line.bytes else { return nil }
        let stretches = try chain.map {
            Stretch(link: $0, from: 0, to: try shape(of: $0).length.value)
        }
        return (.openLR(try OpenLRLine(bytes)), stretches)
    }

    /// A star around a place on a road.
    mutating func area() throws -> (
        geometry: CustomObject.Geometry, [Coordinate], DirectedLink
    ) {
        let (link, offset, shape) = try place()
        let frame = LocalFrame(around: shape.place(at: Metres(offset)))
        let count = Int.random(in: 3...9, using: &random)
        let start = Double.random(in: 0..<360, using: &random)
        var ring: [Coordinate] = []
        for number in 0..<count {
            let radius = Double.random(in: 20...300, using: &random)
            let bearing = Degrees(start + 360 * Double(number) / Double(count))
            // Bearings without a sine: a long leg in a frame of its own is turned into place.
            ring.append(try #require(frame.unproject(Self.vector(bearing, radius))))
        }
        return (.polygon([ring]), ring, link)
    }

    /// A vector of a bearing and a length.
    private static func vector(_ bearing: Degrees, _ length: Double) -> PlanarVector {
        // The point of a circle by halving angles: exact enough for a test, and of no library.
        var (x, y) = (0.0, 1.0)
        var (sine, cosine) = (0.0, -1.0)
        var angle = 180.0
        var rest = bearing.normalized.value
        for _ in 0..<40 {
            if rest >= angle {
                (x, y) = (x * cosine + y * sine, y * cosine - x * sine)
                rest -= angle
            }
            (sine, cosine) = (
                ((1 - cosine) / 2).squareRoot(), ((1 + cosine) / 2).squareRoot()
            )
            angle /= 2
        }
        return PlanarVector(x: x * length, y: y * length)
    }
}
