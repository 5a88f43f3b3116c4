import Geodesy
import Horizon
import Quantities
import RoadMap
import Routing

/// Lines along the paths of a tree.
struct TreeLines {
    let tree: PathTree

    /// The line of a link in driving direction, between two distances from its entry.
    func line(
        of link: PathLink, from: Metres = .zero, to: Metres? = nil
    ) throws(MapError) -> [Coordinate] {
        var shape = Shape()
        try tree.map.appendShape(of: link.record, to: &shape)
        if link.link.direction == .backward {
            let points = shape.points
            shape.removeAll()
            for point in points.reversed() { shape.append(point) }
        }
        let start = max(from, .zero)
        let end = min(to ?? shape.length, shape.length)
        guard start < end else { return [shape.place(at: start)] }
        var line = [shape.place(at: start)]
        for (point, distance) in zip(shape.points, shape.distances)
        where distance > start.value && distance < end.value {
            line.append(point)
        }
        line.append(shape.place(at: end))
        return line
    }

    /// The line of the most probable path, or along a path, between two distances from the vehicle; a point if they
    /// are the same, and empty beyond the tree.
    func line(
        along path: PathID?, from: Metres, to: Metres
    ) throws(MapError) -> [Coordinate] {
        var points: [Coordinate] = []
        for stretch in tree.line(along: path) {
            guard let path = tree.path(stretch.path) else { continue }
            for link in path.links where link.start < stretch.to {
                let entry = stretch.distance(to: link.start)
                let exit = stretch.distance(to: min(link.end, stretch.to))
                guard exit >= from, entry <= to, exit > entry else { continue }
                for point in try line(of: link, from: from - entry, to: min(to, exit) - entry)
                where points.last != point {
                    points.append(point)
                }
            }
        }
        return from == to ? Array(points.prefix(1)) : points
    }

    /// The place of the vehicle; `nil` while the tree is empty.
    func vehicle() throws(MapError) -> Coordinate? {
        try line(along: nil, from: .zero, to: .zero).first
    }
}
