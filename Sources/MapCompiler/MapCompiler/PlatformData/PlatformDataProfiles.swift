import Geodesy
import PlatformDataExtension
import Quantities
import RoadMap
import RoadMapWriter

/// The profiles of a link of the Platform Data Extension, as the layers give them.
struct PlatformDataProfiles {
    let link: PlatformDataLink
    let shape: Shape

    private var length: Centimetres { shape.offset(at: shape.count - 1) }

    var profiles: [NewProfile] {
        guard let adas = link.adas else { return terrain }
        let places = places(of: adas)
        let slopes = pieces(zip(places, adas.slopes).map { ($0, $1) }, unit: 0.01, .slope)
        let heights = pieces(
            zip(places, adas.heights).map { ($0, $1?.value) },
            unit: 0.01,
            .ellipsoidalHeight
        )
        return pieces(curvatures(adas, at: places), unit: 1e-5, .curvature) + slopes
            + (heights.isEmpty ? terrain : heights)
    }

    /// The heights of the ground at the ends. Between them, the road is assumed to follow the
    /// straight line.
    private var terrain: [NewProfile] {
        let ends: [(Centimetres, Double?)] = [
            (.zero, link.terrain?.atReference?.value), (length, link.terrain?.atOther?.value),
        ]
        return pieces(ends, unit: 0.01, .ellipsoidalHeight, provenance: .derived)
    }

    /// The curvature at the inner points and at the nodes. At a node it depends on the previous and
    /// the next link. As in maps of other sources, it is the curvature along the straightest
    /// continuation.
    private func curvatures(
        _ adas: AdasAttributes,
        at places: [Centimetres]
    ) -> [(Centimetres, Double?)] {
        guard adas.curvatures.count == adas.points.count - 2 else { return [] }
        func through(_ nodes: [AdasAttributes.NodeCurvature]) -> Double? {
            // If one is unknown, the straightest continuation is unknown too.
            guard nodes.allSatisfy({ $0.curvature != nil }) else { return nil }
            return nodes.compactMap(\.curvature?.value).min {
                ($0.magnitude, $0) < ($1.magnitude, $1)
            }
        }
        var values: [(Centimetres, Double?)] = []
        if let start = places.first, let value = through(adas.startCurvatures) {
            values.append((start, value))
        }
        for (place, curvature) in zip(places.dropFirst(), adas.curvatures) {
            values.append((place, curvature?.value))
        }
        if let end = places.last, let value = through(adas.endCurvatures) {
            values.append((end, value))
        }
        return values
    }

    /// The positions of the layer's points along the link's line. If both lines have the same
    /// number of points, these are the same points. Otherwise the positions are in proportion.
    private func places(of adas: AdasAttributes) -> [Centimetres] {
        if adas.points.count == shape.count {
            return shape.points.indices.map { shape.offset(at: $0) }
        }
        let own = Shape(adas.points)
        guard own.length.value > 0 else { return adas.points.map { _ in .zero } }
        return own.distances.map { distance in
            Centimetres(Int((distance / own.length.value * Double(length.value)).rounded()))
        }
    }

    /// A profile for each stretch with all values known, so that no value is invented in between.
    private func pieces(
        _ values: [(Centimetres, Double?)],
        unit: Double,
        _ kind: ProfileKind,
        provenance: Provenance = .tagged
    ) -> [NewProfile] {
        var pieces: [[ProfileSpot]] = [[]]
        for (place, value) in values {
            guard let value, let number = Int32(exactly: (value / unit).rounded()) else {
                if !pieces[pieces.count - 1].isEmpty { pieces.append([]) }
                continue
            }
            // Of several at one centimetre, the first.
            if pieces[pieces.count - 1].last?.offset == place { continue }
            pieces[pieces.count - 1].append(ProfileSpot(offset: place, value: number))
        }
        return pieces.filter { !$0.isEmpty }.map {
            NewProfile(kind, provenance: provenance, spots: $0)
        }
    }
}
