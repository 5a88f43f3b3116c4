import Geodesy
import RoadMap
import Routing
import TextFiles

/// Ways that cars drove, as links of a map.
struct ReferenceRoutes {
    /// A link of a way and how much of it was driven, m.
    struct Step {
        var link: DirectedLink
        var length: Double
    }

    /// A way without a gap, and the route it is part of.
    struct Stretch {
        var route: String
        var steps: [Step]
    }

    /// In the order of the file.
    private(set) var stretches: [Stretch] = []
    /// The names of the routes, in that order.
    private(set) var names: [String] = []
    /// How many segments the map does not have.
    private(set) var lostSegments = 0

    private struct Segment: Hashable {
        var from: Coordinate
        var to: Coordinate
    }

    /// Reads `route,from_longitude,from_latitude,to_longitude,to_latitude`: the segments between the
    /// neighbouring points of the map that a route runs over, in driving order.
    init(_ path: String, on map: RoadMap) throws {
        let links = try Self.links(of: map)
        var number = 0
        for line in String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n") {
            number += 1
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let values = fields.dropFirst().compactMap { Double($0) }
            guard fields.count == 5, values.count == 4,
                let from = Coordinate(latitude: values[1], longitude: values[0]),
                let to = Coordinate(latitude: values[3], longitude: values[2])
            else {
                throw Failure(
                    "\(path), line \(number): \"\(line)\" is no route and four degrees")
            }
            let name = String(fields[0])
            if names.last != name { names.append(name) }
            guard let link = links[Segment(from: from, to: to)] else {
                lostSegments += 1
                stretches.append(Stretch(route: name, steps: []))
                continue
            }
            try add(link, LocalFrame(around: from).project(to).length, to: name, on: map)
        }
        stretches.removeAll { $0.steps.isEmpty }
    }

    private mutating func add(
        _ link: DirectedLink, _ length: Double, to name: String, on map: RoadMap
    ) throws {
        if let last = stretches.last, last.route == name, let step = last.steps.last {
            let index = last.steps.count - 1
            if step.link == link {
                stretches[stretches.count - 1].steps[index].length += length
                return
            }
            let exit = try map.link(step.link.link).exit(step.link.direction)
            if try map.link(link.link).entry(link.direction) == exit {
                stretches[stretches.count - 1].steps.append(Step(link: link, length: length))
                return
            }
        }
        stretches.append(Stretch(route: name, steps: [Step(link: link, length: length)]))
    }

    /// The link of each segment, in both directions.
    private static func links(of map: RoadMap) throws -> [Segment: DirectedLink] {
        var links: [Segment: DirectedLink] = [:]
        var shape = Shape()
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            for (from, to) in zip(shape.points, shape.points.dropFirst()) {
                links[Segment(from: from, to: to)] = DirectedLink(link.reference, .forward)
                links[Segment(from: to, to: from)] = DirectedLink(link.reference, .backward)
            }
        }
        return links
    }
}
