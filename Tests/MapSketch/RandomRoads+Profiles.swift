import Geodesy
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter

extension RandomRoads {
    /// Curvature, slope and altitude with the errors of the first two; some roads have none, some have
    /// voids, and what is known of one road does not go on in the next.
    static func profiles(along shape: Shape, _ random: inout SplitMix64) -> [NewProfile] {
        var profiles: [NewProfile] = []
        if Int.random(in: 0..<6, using: &random) > 0 {
            let spots = curvature(along: shape, &random)
            profiles += pieces(.curvature, spots, &random)
            if Bool.random(using: &random) {
                profiles.append(errors(.curvatureError, at: spots, 0...300, &random))
            }
        }
        if Int.random(in: 0..<4, using: &random) > 0 {
            let slope = places(along: shape, &random).map { place in
                ProfileSpot(offset: place, value: .random(in: -1200...1200, using: &random))
            }
            profiles += pieces(.slope, slope, &random)
            if Bool.random(using: &random) {
                profiles.append(errors(.slopeError, at: slope, 0...200, &random))
            }
            let altitude = places(along: shape, &random).map { place in
                ProfileSpot(offset: place, value: .random(in: 20_000...22_000, using: &random))
            }
            profiles += pieces(.altitude, altitude, &random)
        }
        return profiles
    }

    /// That of the line, mostly straight where roads meet.
    private static func curvature(
        along shape: Shape, _ random: inout SplitMix64
    ) -> [ProfileSpot] {
        func end() -> Int32 {
            Bool.random(using: &random) ? 0 : .random(in: -800...800, using: &random)
        }
        var spots = [ProfileSpot(offset: .zero, value: end())]
        for index in 1..<shape.count - 1 {
            if let curvature = threePointCurvature(
                shape.points[index - 1], shape.points[index], shape.points[index + 1])
            {
                let value = Int32((curvature.value * 1e5).rounded())
                spots.append(ProfileSpot(offset: shape.offset(at: index), value: value))
            }
        }
        spots.append(ProfileSpot(offset: shape.offset(at: shape.count - 1), value: end()))
        return spots
    }

    /// Two to seven places from the beginning to the end.
    private static func places(
        along shape: Shape, _ random: inout SplitMix64
    ) -> [Centimetres] {
        let length = Centimetres(rounding: shape.length) ?? .zero
        let count = Int.random(in: 1...6, using: &random)
        return (0...count).map { Centimetres(length.value * $0 / count) }
    }

    /// The profile as a whole, without its beginning or end, or with a void.
    private static func pieces(
        _ kind: ProfileKind, _ spots: [ProfileSpot], _ random: inout SplitMix64
    ) -> [NewProfile] {
        var pieces = [spots[...]]
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where spots.count > 3: pieces = [spots[..<2], spots[2...]]
        case 1 where spots.count > 2: pieces = [spots.dropFirst()]
        case 2 where spots.count > 2: pieces = [spots.dropLast()]
        default: break
        }
        return pieces.map { NewProfile(kind, provenance: .derived, spots: Array($0)) }
    }

    private static func errors(
        _ kind: ProfileKind, at spots: [ProfileSpot], _ range: ClosedRange<Int32>,
        _ random: inout SplitMix64
    ) -> NewProfile {
        NewProfile(
            kind, provenance: .derived,
            spots: spots.map {
                ProfileSpot(offset: $0.offset, value: .random(in: range, using: &random))
            })
    }
}
