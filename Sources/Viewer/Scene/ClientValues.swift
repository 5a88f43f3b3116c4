import ADASISv2
import HorizonReconstructor
import Quantities

/// Adds the values that a client holds of a path.
struct ClientValues {
    /// The unit of the scene, and that of the wire.
    let showsMiles: Bool
    let isMiles: Bool

    /// Adds the values of all attributes that the client has heard of.
    func add(_ path: ReconstructedPath, to picture: inout PathPicture) {
        for segment in path.segments.items {
            let offset = Double(segment.metres)
            add(segment.content, at: offset, to: &picture)
        }
        add(.short(.curvature), .curvature, of: path, to: &picture)
        add(.short(.slopeStep), .slope, of: path, to: &picture)
        add(.short(.slopeLinear), .slope, of: path, to: &picture)
        add(.short(.averageSpeed), .averageSpeed, of: path, to: &picture)
        add(.long(.altitude), .altitude, of: path, to: &picture)
    }

    private func add(_ segment: SegmentMessage, at offset: Double, to picture: inout PathPicture) {
        picture.append(limit(segment.effectiveSpeedLimit), to: .speedLimit, at: offset)
        picture.append(
            number(segment.functionalRoadClass.reading), to: .functionalRoadClass, at: offset)
        let form = segment.formOfWay
        picture.append(
            form == .unknown || form == .notAvailable ? .unknown : .word(form.name), to: .formOfWay,
            at: offset)
        picture.append(number(segment.lanesDrivingDirection.reading), to: .lanes, at: offset)
        picture.append(flag(segment.tunnel), to: .tunnel, at: offset)
        picture.append(flag(segment.bridge), to: .bridge, at: offset)
        picture.append(flag(segment.builtUpArea), to: .builtUpArea, at: offset)
    }

    private func limit(_ code: EffectiveSpeedLimitCode) -> SceneValue {
        switch code.reading {
        case .upTo(let limit): .number(converted(Double(limit)))
        case .above150: .word(">150")
        case .unlimited: .word("unlimited")
        case .unknown, .notAvailable: .unknown
        }
    }

    /// A speed of the wire in the unit of the scene, rounded to 1 where they differ.
    private func converted(_ speed: Double) -> Double {
        if isMiles == showsMiles { return speed }
        return (isMiles ? speed * 1.609344 : speed / 1.609344).rounded()
    }

    private func number(_ reading: Reading<Int>) -> SceneValue {
        reading.value.map { .number(Double($0)) } ?? .unknown
    }

    private func flag(_ code: TriStateCode) -> SceneValue {
        code.reading.value.map { .word($0 ? "yes" : "no") } ?? .unknown
    }

    private func add(
        _ profile: ProfileType, _ attribute: SceneAttribute, of path: ReconstructedPath,
        to picture: inout PathPicture
    ) {
        for spot in path.spots(of: profile) {
            let value = profile.value(of: spot.content.raw).value
            picture.append(
                value.map { .number($0) } ?? .unknown, to: attribute, at: Double(spot.metres))
        }
    }
}
