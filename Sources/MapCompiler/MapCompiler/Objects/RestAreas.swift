import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Rest areas that are areas in the input. A road has an object at each entry, for the direction
/// that leads into the area.
struct RestAreas: Sendable {
    private var areas: [BorderArea] = []
    private var grid = AreaGrid()

    /// No areas.
    init() {}

    /// Areas, each within rings.
    init(_ rings: [[[Coordinate]]]) {
        for rings in rings {
            var box = BoundingBox.empty
            for place in rings.joined() { box.grow(toHold: place) }
            grid.add(box)
            areas.append(BorderArea(rings: rings))
        }
    }

    /// Adds the places to a link where its line enters an area.
    func add(to link: inout NewLink, along shape: Shape, length: Centimetres) {
        guard !areas.isEmpty else { return }
        for number in grid.touching(shape.box) {
            let crossings = AreaCrossings(of: shape, areas[number].contains)
            for (place, isEntry) in crossings.places {
                let directions = link.directions.intersection(isEntry ? .forward : .backward)
                guard !directions.isEmpty else { continue }
                // Between the ends, so that an object at a node is not in the next link too.
                let along = max(min(place, length - Centimetres(1)), min(Centimetres(1), length))
                link.attributes.append(
                    Attribute(
                        .roadObject, RoadObject(.restArea).attributeValue,
                        directions: directions, provenance: .derived, from: along, to: along))
            }
        }
    }
}

extension Shape {
    /// The rectangle that holds it.
    var box: BoundingBox {
        var box = BoundingBox.empty
        for place in points { box.grow(toHold: place) }
        return box
    }
}
