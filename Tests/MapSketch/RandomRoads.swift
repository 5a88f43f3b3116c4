import Geodesy
import Quantities
import RandomNumbers
public import RoadMap
import RoadMapWriter
public import Routing

/// A random network of bent roads and a car that drives through it at random.
public struct RandomRoads {
    /// The map, in memory.
    public let map: RoadMap
    /// Its file.
    public let file: [UInt8]
    private var random: SplitMix64
    private var place: LinkPlace?

    /// A square of `size` × `size` junctions with one road in five left out and some one-way. Of each
    /// kind of attribute and profile there are roads, and stretches of roads, where it is not known.
    public init(seed: UInt64, size: Int = 12) throws {
        var random = SplitMix64(seed: seed)
        guard let origin = Coordinate(latitude: 48, longitude: 9),
            let country = Country(
                numericCode: 276, drivingSide: .right, speedUnit: .kilometresPerHour)
        else { throw MapSketch.SketchError.notACountry }
        let frame = LocalFrame(around: origin)
        var content = MapContent(country: country)
        var nodes: [NewNode] = []
        for index in 0..<size * size {
            let point = PlanarVector(
                x: Double(index % size) * 220 + Double.random(in: -70...70, using: &random),
                y: Double(index / size) * 220 + Double.random(in: -70...70, using: &random))
            guard let place = frame.unproject(point) else {
                throw MapSketch.SketchError.offTheEarth
            }
            nodes.append(NewNode(id: Int64(index + 1), place: place))
        }
        var used = Set<Int>()
        for index in 0..<size * size {
            for neighbour in [index + 1, index + size] {
                if neighbour == index + 1 && neighbour % size == 0 { continue }
                guard neighbour < size * size, Int.random(in: 0..<5, using: &random) > 0 else {
                    continue
                }
                used.formUnion([index, neighbour])
                content.links.append(
                    Self.link(
                        from: nodes[index], to: nodes[neighbour], number: content.links.count,
                        frame: frame, &random))
            }
        }
        // A node without links is no part of a map.
        for index in 0..<size * size where !used.contains(index) {
            content.links.append(
                Self.link(
                    from: nodes[index], to: nodes[index == 0 ? 1 : index - 1],
                    number: content.links.count, frame: frame, &random))
        }
        file = try content.encoded()
        map = try RoadMap(source: MemoryBlockSource(file))
        self.random = random
    }

    private static func link(
        from start: NewNode, to end: NewNode, number: Int, frame: LocalFrame,
        _ random: inout SplitMix64
    ) -> NewLink {
        let first = frame.project(start.place)
        let last = frame.project(end.place)
        var points = [start.place]
        let bends = Int.random(in: 0...8, using: &random)
        for step in 0..<bends {
            let share = (Double(step) + 1) / Double(bends + 1)
            let along = first + (last - first) * share
            let point = PlanarVector(
                x: along.x + Double.random(in: -12...12, using: &random),
                y: along.y + Double.random(in: -12...12, using: &random))
            if let place = frame.unproject(point) { points.append(place) }
        }
        points.append(end.place)
        let oneWay = Int.random(in: 0..<6, using: &random) == 0
        var link = NewLink(
            way: Int64(number + 1), startNode: start, endNode: end, points: points,
            directions: oneWay ? .forward : .both)
        let shape = Shape(points)
        link.attributes = attributes(
            length: shape.offset(at: shape.count - 1), &random)
        link.texts = texts(&random)
        link.profiles = profiles(along: shape, &random)
        return link
    }

    /// Drives on, turning at random where there is a choice and back where there is none.
    public mutating func drive(_ metres: Double) throws -> LinkPlace {
        var current = try place ?? start()
        var rest = metres
        while true {
            let link = try map.link(current.link.link)
            let left = link.length.metres.value - current.offset.value
            if rest <= left {
                current.offset += Metres(rest)
                place = current
                return current
            }
            rest -= left
            var exits: [DirectedLink] = []
            let node = try map.node(link.exit(current.link.direction))
            var leaving: [DirectedLink] = []
            try map.forEachLink(leaving: node) { (exit) throws(MapError) in leaving.append(exit) }
            for exit in leaving where exit != current.link.reversed {
                if try map.link(exit.link).directions.contains(exit.direction) {
                    exits.append(exit)
                }
            }
            // Out of a trap the car is carried somewhere else: that, too, has to be survived.
            guard let exit = exits.randomElement(using: &random) else {
                current = try start()
                continue
            }
            current = LinkPlace(exit, offset: .zero)
        }
    }

    private mutating func start() throws -> LinkPlace {
        var all: [DirectedLink] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            all.append(DirectedLink(link.reference, .forward))
        }
        guard let link = all.randomElement(using: &random) else {
            throw MapSketch.SketchError.notACountry
        }
        return LinkPlace(link, offset: .zero)
    }

    /// A number of the same source as the drive.
    public mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }
}
