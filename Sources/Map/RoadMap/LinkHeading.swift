import Geodesy
public import Quantities

/// The heading of a link's road at each place along it, from its line and the fitted curvature.
///
/// ```swift
/// let heading = try LinkHeading(of: link, in: map)
/// heading.at(Centimetres(1200))  // driven from the start node
/// ```
/// A chord of the drawn line gives the mean heading on its length, apart from the mapper's error.
/// The curvature gives the change of the heading from there to here. So the heading at a place is
/// the mean of the chords within ``LinkHeading/reach``, each turned by the curvature. Near chords
/// weigh more. Without curvature it is the heading of the chord.
public struct LinkHeading: Sendable {
    /// The distance beyond which chords do not count, m.
    public static let reach = 50.0

    private let shape: Shape
    /// The heading of each chord in radians, without jumps of a whole turn.
    private var chords: [Double] = []
    /// The places with a stated curvature, m, the curvature there in 1/m, and its integral from the
    /// start.
    private var spots: [(along: Double, curvature: Double, turned: Double)] = []
    /// The heading of each chord minus the mean turn of the road on it.
    private var origins: [Double] = []

    /// Reads the line and the curvature of a link.
    public init(of link: Link, in map: RoadMap) throws(MapError) {
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        var spots: [CurvatureSpot] = []
        try map.forEachSpot(of: .curvature, along: link) { spot in
            spots.append(
                CurvatureSpot(
                    along: spot.offset.metres.value, curvature: Double(spot.value) * 1e-5))
        }
        self.init(shape, spots)
    }

    /// A curvature at a place along a line.
    struct CurvatureSpot {
        /// From the line's first point, m.
        var along: Double
        /// 1/m, positive to the right.
        var curvature: Double
    }

    /// The headings of a line of at least two points; spots in their order.
    init(_ shape: Shape, _ curvature: [CurvatureSpot]) {
        self.shape = shape
        for index in 1..<max(shape.count, 1) {
            let chord = shape.points[index - 1].vector(to: shape.points[index])
            let heading = arcTangent(chord.x, chord.y)
            let turns = chords.last.map { (($0 - heading) / (2 * .pi)).rounded() } ?? 0
            chords.append(heading + turns * 2 * .pi)
        }
        for spot in curvature {
            var turned = 0.0
            if let last = spots.last {
                let span = spot.along - last.along
                turned = last.turned + span * (last.curvature + spot.curvature) / 2
            }
            spots.append((spot.along, spot.curvature, turned))
        }
        // The turn is a parabola between two borders, so Simpson's rule is exact.
        let borders = (shape.distances + spots.map(\.along)).sorted()
        var next = 0
        for (index, heading) in chords.enumerated() {
            let end = shape.distances[index + 1]
            var last = shape.distances[index]
            let length = end - last
            var sum = 0.0
            while last < end {
                let border = next < borders.count ? min(borders[next], end) : end
                if border < end { next += 1 }
                if border > last {
                    let middle = turned((last + border) / 2)
                    sum += (border - last) * (turned(last) + 4 * middle + turned(border)) / 6
                    last = border
                }
            }
            origins.append(heading - (length > 0 ? sum / length : 0))
        }
    }

    /// The heading at an offset from the start node, driven from there: 0 ..< 360 degrees clockwise from
    /// north. An offset outside of the link counts as its end.
    public func at(_ offset: Centimetres) -> Degrees {
        let length = shape.length.value
        let place = min(max(offset.metres.value, 0), length)
        guard !spots.isEmpty else { return degrees(chords[shape.segment(at: Metres(place))]) }
        var chord = shape.segment(at: Metres(max(place - LinkHeading.reach, 0)))
        var sum = 0.0
        var weights = 0.0
        while chord < origins.count, shape.distances[chord] < place + LinkHeading.reach {
            let weight =
                LinkHeading.weight(to: shape.distances[chord + 1] - place)
                - LinkHeading.weight(to: shape.distances[chord] - place)
            sum += weight * origins[chord]
            weights += weight
            chord += 1
        }
        guard weights > 0 else { return degrees(chords[shape.segment(at: Metres(place))]) }
        return degrees(sum / weights + turned(place))
    }

    /// The integral of a weight, up to a distance from a place. The weight falls linearly from one
    /// at the place to zero at ``reach``.
    private static func weight(to distance: Double) -> Double {
        let held = min(max(distance, -reach), reach)
        return held - held * abs(held) / (2 * reach)
    }

    /// Both ends of the link and the places with a stated curvature, from the start node. Between
    /// them the heading changes linearly or as on a clothoid.
    public var places: [Centimetres] {
        let length = shape.offset(at: max(shape.count - 1, 0))
        let inner = spots.map { Centimetres(Int(($0.along * 100).rounded())) }
        return [.zero] + inner.filter { $0 > .zero && $0 < length } + [length]
    }

    private func degrees(_ heading: Double) -> Degrees {
        Degrees(heading * degreesPerRadian).normalized
    }

    /// The turn of the road since its first point, radians.
    private func turned(_ along: Double) -> Double {
        guard let first = spots.first, along > first.along else { return 0 }
        var low = 0
        var high = spots.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if spots[middle].along <= along { low = middle } else { high = middle }
        }
        let start = spots[low]
        guard high < spots.count else { return start.turned }
        let end = spots[high]
        let span = along - start.along
        let slope = (end.curvature - start.curvature) / max(end.along - start.along, 1e-9)
        return start.turned + span * (start.curvature + slope * span / 2)
    }
}
