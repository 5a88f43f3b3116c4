public import Geodesy
import Quantities
public import RoadMap
import RoadTiles

/// The roads of a map as a picture, coloured by a layer, with a legend.
///
/// ## Source
/// The projection is the Mercator projection of the sphere, which web maps use (EPSG:3857); a picture of one country looks
/// the same.
public struct RoadPicture {
    /// What a picture shows.
    public struct Parameters: Sendable {
        /// What colours the roads.
        public var layer: RoadLayer
        /// The area; `nil` for the whole map.
        public var bounds: BoundingBox?
        /// The width of the picture, 200...10,000 pixels.
        public var width: Double
        /// The title.
        public var title: String
        /// The line at the bottom: source and licence of the data.
        public var footer: String

        /// A picture of a whole map.
        public init(_ layer: RoadLayer, title: String) {
            self.layer = layer
            self.title = title
            width = 1600
            footer = ""
        }
    }

    private struct Road {
        let line: [SVGPicture.Point]
        let value: Double?
        let rank: Int
        let length: Double
    }

    private static let margin = 24.0
    private static let head = 56.0
    private static let foot = 84.0
    private let parameters: Parameters
    private let frame: MapFrame
    private let unit: String
    private var roads: [Road] = []
    /// What the heights are above.
    private var heightData: Set<String> = []

    /// Reads the roads of an area. Roads that only touch it are there as a whole.
    public init(of map: RoadMap, _ parameters: Parameters) throws(MapError) {
        self.parameters = parameters
        let bounds = parameters.bounds ?? map.header.bounds
        frame = MapFrame(
            bounds, width: parameters.width - 2 * Self.margin, left: Self.margin, top: Self.head)
        unit =
            parameters.layer == .limit
            ? (map.header.country.speedUnit == .milesPerHour ? "mph" : "km/h") : ""
        var links: [Link] = []
        try map.forEachLink(in: bounds) { link in links.append(link) }
        var shape = Shape()
        for link in links {
            let summary = try RoadSummary(of: link, in: map)
            if summary.meanHeight != nil {
                heightData.insert(summary.isAboveEllipsoid ? "the ellipsoid" : "sea level")
            }
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            roads.append(
                Road(
                    line: frame.line(shape.points), value: parameters.layer.value(of: summary),
                    rank: summary.roadClass ?? 6, length: link.length.metres.value))
        }
    }

    /// The share of the roads' length with a known value, 0...1; `nil` without roads.
    public var knownShare: Double? {
        let all = roads.reduce(0) { $0 + $1.length }
        let known = roads.reduce(0) { $0 + ($1.value == nil ? 0 : $1.length) }
        return all > 0 ? known / all : nil
    }

    /// Draws the picture.
    public func drawn() -> SVGPicture {
        let scale = parameters.layer.scale(of: roads.compactMap(\.value), unit: unit)
        var picture = SVGPicture(
            width: parameters.width, height: Self.head + frame.height + Self.foot)
        // The least important roads lie below; unknown ones below all.
        for rank in (1...6).reversed() {
            draw(roads.filter { $0.rank == rank && $0.value == nil }, scale, rank, on: &picture)
        }
        for rank in (1...6).reversed() {
            draw(roads.filter { $0.rank == rank && $0.value != nil }, scale, rank, on: &picture)
        }
        frame.clear(&picture)
        write(scale, on: &picture)
        return picture
    }

    private func draw(
        _ roads: [Road], _ scale: ColourScale, _ rank: Int, on picture: inout SVGPicture
    ) {
        var byColour: [String: [[SVGPicture.Point]]] = [:]
        for road in roads { byColour[scale.colour(of: road.value), default: []].append(road.line) }
        let width = [4.5, 3.5, 2.8, 2.2, 1.6, 1.2][min(max(rank, 1), 6) - 1]
        for (colour, lines) in byColour.sorted(by: { $0.key < $1.key }) {
            let isUnknown = colour == ColourScale.unknown
            picture.lines(
                lines,
                SVGPicture.Stroke(
                    colour, width: isUnknown ? min(width, 1.2) : width, isDashed: isUnknown))
        }
    }

    private func write(_ scale: ColourScale, on picture: inout SVGPicture) {
        let known = knownShare.map { share in
            parameters.layer == .coverage
                ? "\(roads.count) links" : "\(Int((share * 100).rounded())) % of the length known"
        }
        picture.text(
            parameters.title, at: SVGPicture.Point(Self.margin, 26), size: 18, isBold: true)
        var title = parameters.layer.title
        if parameters.layer == .height, !heightData.isEmpty {
            title += " above " + heightData.sorted().joined(separator: " or ")
        }
        let heading = [title, known ?? "no roads"].joined(separator: ", ")
        picture.text(heading, at: SVGPicture.Point(Self.margin, 46), size: 14)
        let top = Self.head + frame.height + 24
        var left = Self.margin
        let steps = parameters.layer == .coverage ? scale.steps : scale.steps + [unknownStep]
        for step in steps {
            picture.rectangle(SVGPicture.Point(left, top), 26, 14, step.colour)
            picture.text(step.text, at: SVGPicture.Point(left + 32, top + 12), size: 13)
            left += 56 + Double(step.text.count) * 8.5
        }
        picture.text(
            parameters.footer, at: SVGPicture.Point(Self.margin, top + 44), size: 11,
            colour: "#5f6368")
    }

    private var unknownStep: ColourScale.Step {
        ColourScale.Step(colour: ColourScale.unknown, text: "unknown")
    }
}

/// A rectangle of the Earth in a rectangle of a picture.
struct MapFrame {
    /// The width in the picture.
    let width: Double
    /// The height in the picture.
    let height: Double
    private let left: Double
    private let top: Double
    private let scale: Double
    private let west: Double
    private let north: Double

    /// A frame of a width for an area. Its height is at most its width and a half: then it shows more to both sides.
    init(_ bounds: BoundingBox, width: Double, left: Double, top: Double) {
        self.left = left
        self.top = top
        self.width = width
        let west = Double(bounds.westE7) / 1e7
        north = Self.mercator(Double(bounds.northE7) / 1e7)
        let south = Self.mercator(Double(bounds.southE7) / 1e7)
        let across = max(Double(bounds.eastE7) / 1e7 - west, 1e-6)
        let down = max(north - south, 1e-6)
        scale = min(width / across, 1.5 * width / down)
        height = down * scale
        self.west = west - (width / scale - across) / 2
    }

    /// Covers what lines draw around the frame.
    func clear(_ picture: inout SVGPicture) {
        let white = "#ffffff"
        let right = left + width
        let bottom = top + height
        picture.rectangle(SVGPicture.Point(0, 0), picture.width, top, white)
        picture.rectangle(
            SVGPicture.Point(0, bottom), picture.width, picture.height - bottom, white)
        picture.rectangle(SVGPicture.Point(0, 0), left, picture.height, white)
        picture.rectangle(SVGPicture.Point(right, 0), picture.width - right, picture.height, white)
    }

    /// A line in the picture, without points that fall together.
    func line(_ points: [Coordinate]) -> [SVGPicture.Point] {
        var line: [SVGPicture.Point] = []
        for (number, place) in points.enumerated() {
            let point = point(of: place)
            if let last = line.last, number < points.count - 1,
                abs(last.x - point.x) + abs(last.y - point.y) < 0.7
            {
                continue
            }
            line.append(point)
        }
        return line
    }

    /// The parts of a line whose points lie in the frame, with the points beside them.
    func parts(of points: [Coordinate]) -> [[SVGPicture.Point]] {
        let line = line(points)
        var parts: [[SVGPicture.Point]] = []
        var part: [SVGPicture.Point] = []
        for (from, to) in zip(line, line.dropFirst()) {
            guard isInside(from) || isInside(to) else {
                if !part.isEmpty { parts.append(part) }
                part = []
                continue
            }
            if part.isEmpty { part.append(from) }
            part.append(to)
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private func isInside(_ point: SVGPicture.Point) -> Bool {
        (left...left + width).contains(point.x) && (top...top + height).contains(point.y)
    }

    private func point(of place: Coordinate) -> SVGPicture.Point {
        SVGPicture.Point(
            left + (place.longitude - west) * scale,
            top + (north - Self.mercator(place.latitude)) * scale)
    }

    /// The northing in degrees of longitude.
    private static func mercator(_ latitude: Double) -> Double {
        let phi = min(max(latitude, -85), 85) * .pi / 180
        let (sine, cosine) = sineAndCosine(.pi / 4 + phi / 2)
        return logarithm(sine / cosine) * 180 / .pi
    }
}
