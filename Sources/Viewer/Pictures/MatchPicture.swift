public import Geodesy
public import RoadMap
import RoadTiles

/// A matched drive as a picture: the roads around it, the driven route, and the fixes.
public struct MatchPicture {
    /// A fix, and whether it is on a road.
    public struct Spot: Sendable {
        /// The place of the receiver.
        public let fix: Coordinate
        /// The place on the road; `nil` without one.
        public let matched: Coordinate?

        /// A fix.
        public init(fix: Coordinate, matched: Coordinate?) {
            self.fix = fix
            self.matched = matched
        }
    }

    private static let margin = 24.0
    private static let head = 56.0
    private static let foot = 64.0
    // Okabe and Ito 2008, "Color Universal Design".
    private static let colours = (route: "#0072b2", onRoad: "#e69f00", offRoad: "#d55e00")
    private let spots: [Spot]
    private let route: [[Coordinate]]

    /// A picture of fixes and of the unbroken stretches of their route.
    public init(spots: [Spot], route: [[Coordinate]]) {
        self.spots = spots
        self.route = route
    }

    /// Draws the picture; `nil` without a fix.
    public func drawn(
        on map: RoadMap, width: Double, title: String, footer: String
    ) throws(MapError) -> SVGPicture? {
        var bounds = BoundingBox.empty
        for spot in spots { bounds.grow(toHold: spot.fix) }
        guard !spots.isEmpty else { return nil }
        let frame = MapFrame(
            bounds.widened(by: 0.08), width: width - 2 * Self.margin, left: Self.margin,
            top: Self.head)
        var picture = SVGPicture(width: width, height: Self.head + frame.height + Self.foot)
        // A narrow drive has more beside it.
        try drawRoads(of: map, in: bounds.widened(by: 1), frame, on: &picture)
        frame.clear(&picture)
        let size = min(max(1000 / Double(spots.count), 1.2), 3)
        picture.lines(
            route.map(frame.line), SVGPicture.Stroke(Self.colours.route, width: 4.5))
        picture.lines(
            spots.compactMap { spot in spot.matched.map { frame.line([spot.fix, $0]) } },
            SVGPicture.Stroke(Self.colours.onRoad, width: 0.8))
        for spot in spots {
            guard let point = frame.line([spot.fix]).first else { continue }
            let colour = spot.matched == nil ? Self.colours.offRoad : Self.colours.onRoad
            picture.circle(point, radius: size, colour)
        }
        write(title, footer, top: Self.head + frame.height, on: &picture)
        return picture
    }

    private func drawRoads(
        of map: RoadMap, in bounds: BoundingBox, _ frame: MapFrame, on picture: inout SVGPicture
    ) throws(MapError) {
        var links: [Link] = []
        try map.forEachLink(in: bounds) { link in links.append(link) }
        var lines: [[SVGPicture.Point]] = []
        var shape = Shape()
        for link in links {
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            lines += frame.parts(of: shape.points)
        }
        picture.lines(lines, SVGPicture.Stroke("#c4c7cc", width: 1))
    }

    private func write(
        _ title: String, _ footer: String, top: Double, on picture: inout SVGPicture
    ) {
        let onRoad = spots.count { $0.matched != nil }
        picture.text(title, at: SVGPicture.Point(Self.margin, 26), size: 18, isBold: true)
        picture.text(
            "\(spots.count) fixes, \(onRoad) on a road", at: SVGPicture.Point(Self.margin, 46),
            size: 14)
        var left = Self.margin
        for (colour, text) in [
            (Self.colours.route, "driven route"), (Self.colours.onRoad, "fix on a road"),
            (Self.colours.offRoad, "fix on no road"),
        ] {
            picture.rectangle(SVGPicture.Point(left, top + 14), 26, 8, colour)
            picture.text(text, at: SVGPicture.Point(left + 32, top + 22), size: 13)
            left += 150
        }
        picture.text(
            footer, at: SVGPicture.Point(Self.margin, top + 48), size: 11, colour: "#5f6368")
    }
}

extension BoundingBox {
    /// The rectangle with a margin of a share of its size on each side, at least 100 m.
    func widened(by share: Double) -> BoundingBox {
        let least = 10_000.0
        let across = max(Double(eastE7 - westE7) * share, least)
        let down = max(Double(northE7 - southE7) * share, least)
        func degrees(_ e7: Int32, _ change: Double) -> Double { (Double(e7) + change) / 1e7 }
        var box = self
        let corners = [
            Coordinate(
                latitude: degrees(southE7, -down), longitude: degrees(westE7, -across)),
            Coordinate(latitude: degrees(northE7, down), longitude: degrees(eastE7, across)),
        ]
        for corner in corners.compactMap({ $0 }) { box.grow(toHold: corner) }
        return box
    }
}
