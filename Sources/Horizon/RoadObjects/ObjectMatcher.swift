import Geodesy
import Quantities
import RoadMap
import RouteReading
import Routing

/// Finds the stretches of road that objects lie on.
struct ObjectMatcher {
    let map: RoadMap

    /// The stretches of a geometry.
    func stretches(
        of geometry: CustomObject.Geometry
    ) throws(ObjectError) -> [ObjectStretch] {
        switch geometry {
        case .point(let place, let course): try point(at: place, course)
        case .line(let points): try line(along: points)
        case .polygon(let rings): try AreaMatch(rings).stretches(on: map)
        case .gantry(let points): try GantryMatch(points).stretches(on: map)
        case .openLR(let line): try placed { () throws(RouteError) in try LinkLine(line, on: map) }
        }
    }

    /// The stretches that `append` finds on each drivable link of a box; refused with `reason` where there
    /// is none, and where there are too many.
    func stretches(
        of box: BoundingBox, orElse reason: String,
        _ append: (Link, Shape, inout [ObjectStretch]) -> Void
    ) throws(ObjectError) -> [ObjectStretch] {
        var found: [ObjectStretch] = []
        var isTooLarge = false
        try reading { () throws(MapError) in
            var shape = Shape()
            try map.forEachLink(in: box) { (link) throws(MapError) in
                guard !link.directions.isEmpty, !isTooLarge else { return }
                shape.removeAll()
                try map.appendShape(of: link, to: &shape)
                append(link, shape, &found)
                isTooLarge = found.count > RoadObjects.mostStretches
            }
        }
        guard !isTooLarge else { throw .tooLarge(most: RoadObjects.mostStretches) }
        guard !found.isEmpty else { throw .unmatched(reason) }
        return found
    }

    private func reading<Result>(
        _ body: () throws(MapError) -> Result
    ) throws(ObjectError) -> Result {
        do throws(MapError) { return try body() } catch { throw .map(error) }
    }

    /// A place on the nearest link that is driven as the course says, if there is one; on each of them where
    /// several are as near, as at a node.
    private func point(
        at place: Coordinate, _ course: Degrees?
    ) throws(ObjectError) -> [ObjectStretch] {
        let frame = LocalFrame(around: place)
        var shape = Shape()
        var found: [(distance: Double, stretch: ObjectStretch, isAtEnd: Bool)] = []
        try reading { () throws(MapError) in
            try map.forEachLink(in: frame.box(radius: RoadObjects.pointRadius)) {
                (link) throws(MapError) in
                shape.removeAll()
                try map.appendShape(of: link, to: &shape)
                guard let nearest = shape.nearest(in: frame) else { return }
                let distance = nearest.distanceSquared.squareRoot()
                guard distance <= RoadObjects.pointRadius.value else { return }
                let bearing = nearest.direction.bearing
                for direction in Direction.allCases where link.directions.contains(direction) {
                    let driven = direction == .forward ? bearing : bearing.reversed
                    if let course, abs(driven.turn(from: course).value) > Self.widestTurn {
                        continue
                    }
                    let along = Self.centimetres(nearest.along, on: link)
                    let spot = ObjectStretch.spot(at: along, on: link, direction)
                    found.append((distance, spot, spot.from >= link.length - Self.sameNode))
                }
            }
        }
        let least = found.lazy.map(\.distance).min() ?? 0
        found.removeAll { $0.distance > least + Self.sameDistance }
        let roads = Set(found.map(\.stretch.link.link))
        // Who drives through a node comes to it by one link: the places where links begin there are the same.
        if roads.count > 1, found.contains(where: \.isAtEnd) {
            found.removeAll { !$0.isAtEnd && $0.stretch.from <= Self.sameNode }
        }
        guard !found.isEmpty else {
            let driven = course == nil ? "" : " that is driven in its direction"
            throw .unmatched(
                "there is no road of the map within \(Int(RoadObjects.pointRadius.value)) m\(driven)"
            )
        }
        return found.map(\.stretch)
    }

    /// Roads are as near where their distances differ by no more, metres: places are stored to 1e-7°.
    private static let sameDistance = 0.02
    /// A place so near the end of a link is at its node.
    private static let sameNode = Centimetres(2)

    /// The largest angle between a course and the road that it is meant for, degrees.
    private static let widestTurn = 60.0

    private func line(along points: [Coordinate]) throws(ObjectError) -> [ObjectStretch] {
        guard points.contains(where: { $0 != points[0] }) else { throw .tooFewPoints(least: 2) }
        guard points.count <= RoadObjects.mostPoints else {
            throw .tooManyPoints(most: RoadObjects.mostPoints)
        }
        return try placed { () throws(RouteError) in try LinkLine(under: points, on: map) }
    }

    /// The stretches of a line of links.
    private func placed(
        _ find: () throws(RouteError) -> LinkLine
    ) throws(ObjectError) -> [ObjectStretch] {
        let line: LinkLine
        do throws(RouteError) { line = try find() } catch {
            switch error {
            case .input(let number, let reason): throw .unmatched("point \(number): \(reason)")
            case .route(let reason): throw .unmatched(reason)
            case .map(let error): throw .map(error)
            }
        }
        return try reading { () throws(MapError) -> [ObjectStretch] in
            var ends: [(from: Centimetres, to: Centimetres)] = []
            for (number, link) in line.links.enumerated() {
                let record = try map.link(link.link)
                let from = number == 0 ? Self.centimetres(line.from, on: record) : .zero
                let to =
                    number == line.links.count - 1
                    ? Self.centimetres(line.to, on: record) : record.length
                ends.append((from, max(from, to)))
            }
            var rest = ends.reduce(0) { $0 + ($1.to - $1.from).value }
            var stretches: [ObjectStretch] = []
            for (number, (from, to)) in ends.enumerated() {
                stretches.append(
                    ObjectStretch(
                        link: line.links[number], from: from, to: to, isStart: number == 0,
                        isEnd: number == ends.count - 1, rest: Centimetres(rest)))
                rest -= (to - from).value
            }
            return stretches
        }
    }

    /// A place along a link's line as its offset.
    static func centimetres(_ along: Metres, on link: Link) -> Centimetres {
        min(max(Centimetres(rounding: along) ?? .zero, .zero), link.length)
    }
}
