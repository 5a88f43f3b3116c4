import Geodesy
import Quantities
import RoadMap

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
        try ObjectMatcher(map: map).stretches(
            of: box, orElse: "no road of the map crosses it"
        ) { link, shape, found in append(link, shape, to: &found) }
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
                    found.append(.spot(at: along, on: link, direction))
                }
            }
        }
    }
}
