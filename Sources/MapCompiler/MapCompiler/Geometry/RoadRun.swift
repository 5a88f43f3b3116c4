import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import RoadShape

/// An unbroken run of a road's nodes and the curvature along it. Links are cut from it.
struct RoadRun {
    /// The position of its first node in the road.
    let first: Int
    /// The position of its last node.
    let last: Int
    private var line: [Coordinate] = []
    /// The distance along the line to each node, m.
    private var along: [Double] = []
    private var curvature = CurvatureProfile()

    /// No nodes.
    init() {
        first = 0
        last = -1
    }

    /// The run from one position in a road to another one, or to the last node that the input has.
    init(from first: Int, to last: Int, of points: [RoadPoint]) {
        self.first = first
        var distance = 0.0
        for point in points[first...last] {
            guard let place = point.place else { break }
            if let before = line.last { distance += before.distance(to: place).value }
            if place != line.last { line.append(place) }
            along.append(distance)
        }
        self.last = first + along.count - 1
    }

    /// Whether a stretch of the road is part of it.
    func holds(_ stretch: ArraySlice<RoadPoint>) -> Bool {
        stretch.startIndex >= first && stretch.endIndex - 1 <= last
    }

    /// Fits the curvature to the line, with or without its continuations.
    mutating func fit(
        before: RoadCurvature.Neighbour?, after: RoadCurvature.Neighbour?,
        with fitter: inout RoadCurvature
    ) {
        guard line.count > 1 else { return }
        curvature = fitter.profile(of: line, before: before, after: after)
    }

    /// The profiles of a stretch that becomes a link of a length.
    func profiles(of stretch: ArraySlice<RoadPoint>, length: Centimetres) -> [NewProfile] {
        let from = along[stretch.startIndex - first]
        let to = along[stretch.endIndex - 1 - first]
        var part = curvature.part(from: from, to: to)
        guard part.spots.count > 1 else { return [] }
        // The length of the link is the sum of its own distances, rounded once.
        part.spots[part.spots.count - 1].along = length.metres.value
        let curvatures = part.spots.compactMap { $0.spot(value: ($0.curvature * 1e5).rounded()) }
        let errors = part.spots.compactMap { $0.spot(value: ($0.error * 1e5).rounded(.up)) }
        return [
            NewProfile(.curvature, provenance: .derived, spots: fewest(curvatures, within: 0.005)),
            NewProfile(.curvatureError, provenance: .derived, spots: fewest(errors, within: 0.1)),
        ]
    }

    /// Drops points that interpolation between their neighbours reproduces, up to a fraction of
    /// the value. Of several points at one centimetre the first stays. The last of all always stays.
    private func fewest(_ spots: [ProfileSpot], within share: Double) -> [ProfileSpot] {
        var kept: [ProfileSpot] = []
        for index in spots.indices {
            let spot = spots[index]
            guard let before = kept.last else {
                kept.append(spot)
                continue
            }
            let isLast = index == spots.count - 1
            if spot.offset == before.offset {
                // A link of a centimetre has one spot.
                continue
            }
            if !isLast {
                let after = spots[index + 1]
                let span = Double((after.offset - before.offset).value)
                let fraction = Double((spot.offset - before.offset).value) / max(span, 1)
                let between =
                    Double(before.value) + Double(after.value - before.value) * fraction
                let bound = max(share * abs(Double(spot.value)), 1)
                if abs(between - Double(spot.value)) <= bound { continue }
            }
            kept.append(spot)
        }
        return kept
    }
}

extension CurvatureProfile.Spot {
    fileprivate func spot(value: Double) -> ProfileSpot? {
        // Far from the type's limits: a line's points are at least 1e-7 degrees apart.
        guard let value = Int32(exactly: value) else { return nil }
        return ProfileSpot(offset: Centimetres(Int((along * 100).rounded())), value: value)
    }
}
