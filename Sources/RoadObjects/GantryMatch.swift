import Geodesy
import RoadMap
import Quantities

/// Finds where roads cross a line.
struct GantryMatch {
    private let pieces: [PlaneSegment]
    private let origin: Coordinate
    private var box = BoundingBox.empty

    init(_ places: [Coordinate]) throws(ObjectError) {
        guard places.count <= RoadObjects.mostPoints else {
            throw .tooManyPoints(most: RoadObjects.mostPoints)
        }
        guard let origin = places.first, places.contains(where: { $0 != origin }) else {
            throw .tooFewPoints(least: 2)
        }
        self.origin = origin
        var pieces: [PlaneSegment] = []
        var last = PlanePoint(origin, around: origin)
        for place in places {
            box.grow(toHold: place)
            let point = PlanePoint(place, around: origin)
            if point != last { pieces.append(PlaneSegment(from: last, to: point)) }
            last = point
        }
        self.pieces = pieces
    }

    func stretches(on map: RoadMap) throws(ObjectError) -> [ObjectStretch] {
        var found: [ObjectStretch] = []
        var problem: ObjectError?
        do throws(MapError) {
            var shape = Shape()
            try map.forEachLink(in: box) { (link) throws(MapError) in
                guard !link.directions.isEmpty, problem == nil else { return }
                shape.removeAll()
                try map.appendShape(of: link, to: &shape)
                append(link, shape, to: &found)
                if found.count > RoadObjects.mostStretches {
                    problem = .tooLarge(most: RoadObjects.mostStretches)
                }
            }
        } catch { throw .map("\(error)") }
        if let problem { throw problem }
        guard !found.isEmpty else { throw .unmatched("no road of the map crosses it") }
        return found
    }

    private func append(_ link: Link, _ shape: Shape, to found: inout [ObjectStretch]) {
        let points = shape.points.map { PlanePoint($0, around: origin) }
        for index in points.indices.dropLast() {
            let road = PlaneSegment(from: points[index], to: points[index + 1])
            let length = shape.distances[index + 1] - shape.distances[index]
            for piece in pieces {
                guard let share = road.crossing(of: piece) else { continue }
                let along = ObjectMatcher.centimetres(
                    Metres(shape.distances[index] + share * length), on: link)
                for direction in Direction.allCases where link.directions.contains(direction) {
                    let offset = direction == .forward ? along : link.length - along
                    found.append(
                        ObjectStretch(
                            link: DirectedLink(link.reference, direction), from: offset,
                            to: offset, isStart: true, isEnd: true, rest: .zero))
                }
            }
        }
    }
}
