import Geodesy

/// A small area within rings. There are many, so it stores only their points.
struct RingArea: Sendable {
    let box: BoundingBox
    private let rings: [[Coordinate]]

    init(_ rings: [[Coordinate]]) {
        var box = BoundingBox.empty
        for place in rings.joined() { box.grow(toHold: place) }
        self.box = box
        self.rings = rings
    }

    /// The points of its rings.
    var corners: some Sequence<Coordinate> { rings.joined() }

    /// Whether a place is inside or a corner: a road that ends at the outline leads into the area.
    func touches(_ place: Coordinate) -> Bool {
        contains(place) || rings.contains { $0.contains(place) }
    }

    func contains(_ place: Coordinate) -> Bool {
        guard place.latitudeE7 >= box.southE7, place.latitudeE7 <= box.northE7,
            place.longitudeE7 >= box.westE7, place.longitudeE7 <= box.eastE7
        else { return false }
        var isInside = false
        for ring in rings {
            guard var last = ring.last else { continue }
            for point in ring {
                if place.isWest(of: (last, point)) { isInside.toggle() }
                last = point
            }
        }
        return isInside
    }
}
