import Geodesy
import Quantities
import RoadMap

/// Finds the stretches of road inside an area.
struct AreaMatch {
    private let sides: [PlaneSegment]
    private let origin: Coordinate
    private var box = BoundingBox.empty

    init(_ rings: [[Coordinate]]) throws(ObjectError) {
        guard let origin = rings.first?.first else { throw .tooFewPoints(least: 3) }
        guard rings.reduce(0, { $0 + $1.count }) <= RoadObjects.mostPoints else {
            throw .tooManyPoints(most: RoadObjects.mostPoints)
        }
        self.origin = origin
        var sides: [PlaneSegment] = []
        var owners: [(ring: Int, number: Int, count: Int)] = []
        for (ring, places) in rings.enumerated() {
            var points: [PlanePoint] = []
            for place in places {
                box.grow(toHold: place)
                let point = PlanePoint(place, around: origin)
                if points.last != point { points.append(point) }
            }
            if points.count > 1, points.first == points.last { points.removeLast() }
            guard points.count > 2 else { throw .tooFewPoints(least: 3) }
            for number in points.indices {
                sides.append(
                    PlaneSegment(
                        from: points[number], to: points[(number + 1) % points.count]))
                owners.append((ring, number, points.count))
            }
        }
        self.sides = sides
        try Self.check(sides, owners)
        try Self.checkHoles(rings.indices.dropFirst(), sides, owners)
    }

    /// Refuses rings that cut nothing out of the first one: where they do not lie in it, or in one another.
    /// Sides do not meet, so one point says it of a ring.
    private static func checkHoles(
        _ holes: Range<Int>, _ sides: [PlaneSegment],
        _ owners: [(ring: Int, number: Int, count: Int)]
    ) throws(ObjectError) {
        for hole in holes {
            guard let first = owners.firstIndex(where: { $0.ring == hole }) else { continue }
            let place = sides[first].from
            for ring in 0..<holes.upperBound where ring != hole {
                let others = sides.indices.filter { owners[$0].ring == ring }.map { sides[$0] }
                guard isInside(place, others) == (ring == 0) else { throw .strayRing(hole + 1) }
            }
        }
    }

    /// Refuses an area whose sides meet elsewhere than where one follows the other.
    private static func check(
        _ sides: [PlaneSegment], _ owners: [(ring: Int, number: Int, count: Int)]
    ) throws(ObjectError) {
        for one in sides.indices {
            for other in sides.indices[(one + 1)...] where sides[one].meets(sides[other]) {
                let (first, second) = (owners[one], owners[other])
                let steps = second.number - first.number
                let isNeighbour =
                    first.ring == second.ring && (steps == 1 || steps == first.count - 1)
                // Neighbours share one point; one that goes back over the other shares more.
                if isNeighbour, !Self.goesBack(sides[one], sides[other], steps == 1) { continue }
                throw .selfCrossing(one + 1, other + 1)
            }
        }
    }

    private static func goesBack(
        _ one: PlaneSegment, _ other: PlaneSegment, _ follows: Bool
    ) -> Bool {
        let (first, second) = follows ? (one, other) : (other, one)
        guard PlanePoint.side(first.from, first.to, second.to) == 0 else { return false }
        let ahead =
            (first.to.x - first.from.x) * (second.to.x - second.from.x)
            + (first.to.y - first.from.y) * (second.to.y - second.from.y)
        return ahead < 0
    }

    func stretches(on map: RoadMap) throws(ObjectError) -> [ObjectStretch] {
        try ObjectMatcher(map: map).stretches(
            of: box, orElse: "there is no road of the map in the area"
        ) { link, shape, found in append(link, shape, to: &found) }
    }

    /// Appends the parts of a link that lie inside, for each direction that is driven.
    private func append(_ link: Link, _ shape: Shape, to found: inout [ObjectStretch]) {
        let points = shape.points.map { PlanePoint($0, around: origin) }
        var crossings: [Double] = []
        for index in points.indices.dropLast() {
            let piece = PlaneSegment(from: points[index], to: points[index + 1])
            let length = shape.distances[index + 1] - shape.distances[index]
            for side in sides {
                guard let share = piece.crossing(of: side) else { continue }
                crossings.append(shape.distances[index] + share * length)
            }
        }
        crossings.sort()
        var isInside = contains(points[0])
        var start = Centimetres.zero
        var isStart = false
        func close(at end: Centimetres, isEnd: Bool) {
            guard end > start else { return }
            for direction in Direction.allCases where link.directions.contains(direction) {
                let isForward = direction == .forward
                found.append(
                    ObjectStretch(
                        link: DirectedLink(link.reference, direction),
                        from: link.offset(isForward ? start : end, in: direction),
                        to: link.offset(isForward ? end : start, in: direction),
                        isStart: isForward ? isStart : isEnd,
                        isEnd: isForward ? isEnd : isStart, rest: nil))
            }
        }
        for crossing in crossings {
            let place = ObjectMatcher.centimetres(Metres(crossing), on: link)
            if isInside { close(at: place, isEnd: true) }
            isInside.toggle()
            (start, isStart) = (place, true)
        }
        if isInside { close(at: link.length, isEnd: false) }
    }

    /// Whether a place lies inside, by how often a line from it to the east meets a side. One right on a
    /// side is to its left, as in ``PlaneSegment/crossing(of:)``.
    private func contains(_ place: PlanePoint) -> Bool { Self.isInside(place, sides) }

    private static func isInside(_ place: PlanePoint, _ sides: [PlaneSegment]) -> Bool {
        var isInside = false
        for side in sides where (side.from.y > place.y) != (side.to.y > place.y) {
            let isUpward = side.to.y > side.from.y
            let onLeft = PlanePoint.side(side.from, side.to, place) >= 0
            if isUpward == onLeft { isInside.toggle() }
        }
        return isInside
    }
}
