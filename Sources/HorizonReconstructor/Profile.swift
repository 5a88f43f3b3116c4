public import ADASISv2
import Quantities

/// Which profile, of the short or of the long ones.
public enum ProfileKind: Sendable, Hashable {
    /// One of PROFILE SHORT's.
    case short(ShortProfileType)
    /// One of PROFILE LONG's.
    case long(LongProfileType)

    /// Short ones first, by their codes.
    var order: Int {
        switch self {
        case .short(let type): Int(type.raw)
        case .long(let type): 32 + Int(type.raw)
        }
    }

    /// The profile's name, such as `curvature`.
    public var name: String {
        switch self {
        case .short(let type): type.name
        case .long(let type): type.name
        }
    }

    /// Whether the value runs straight from spot to spot: curvature and linear slope (reference §6,
    /// confidence A), and the road's own line, whose shape points are joined by straight lines.
    public var isLinear: Bool {
        switch self {
        case .short(.curvature), .short(.slopeLinear): true
        case .long(.longitude), .long(.latitude), .long(.altitude): true
        default: false
        }
    }

    /// Whether a spot is a thing at its place, and says nothing of what follows.
    public var isPoint: Bool {
        switch self {
        case .short(.variableSpeedSignPosition), .short(.headingChange), .long(.trafficSign): true
        case .long(.bezierLongitude), .long(.bezierLatitude), .long(.bezierAltitude): true
        default: false
        }
    }

    /// The value of a code in the profile's unit: 1/m, per cent, m/s, degrees, m; the raw number
    /// where the protocol has no unit.
    public func value(of raw: UInt32) -> Reading<Double> {
        switch self {
        case .short(let type):
            let code = ProfileValueCode(raw: UInt16(truncatingIfNeeded: raw))
            return switch type {
            case .curvature: code.curvature.map(\.value)
            case .slopeStep, .slopeLinear: code.slopePercent
            case .averageSpeed: code.averageSpeed.map(\.value)
            default: code == .notAvailable ? .notAvailable : .known(Double(code.raw))
            }
        case .long(let type):
            let code = LongValueCode(raw: raw)
            return switch type {
            case .longitude, .bezierLongitude: code.longitude.map(\.value)
            case .latitude, .bezierLatitude: code.latitude.map(\.value)
            case .altitude, .bezierAltitude: code.altitude.map(\.value)
            default: code == .notAvailable ? .notAvailable : .known(Double(raw))
            }
        }
    }
}

/// The value of a profile at one place.
public struct ProfileSpot: Sendable, Hashable {
    /// The number on the wire.
    public let raw: UInt32
    /// How exact it is; a long profile does not say.
    public let accuracy: AccuracyCode
    /// Whether it is a control point.
    public let isControlPoint: Bool
}

/// The spots of one profile along a path.
public struct ProfileTrack: Sendable {
    /// Which profile.
    public let kind: ProfileKind
    /// The spots.
    public internal(set) var track = Track<ProfileSpot>()

    /// The spots by ascending offset.
    public var spots: [Placed<ProfileSpot>] { track.items }

    /// The spot at a place that another one stands for. Several traffic signs can stand at one place:
    /// their first byte says which one it is. So can several lanes, numbered by the first four bits.
    func index(of spot: ProfileSpot, at metres: Int) -> Int? {
        let here = track.indices(at: metres)
        let shift: UInt32
        switch kind {
        case .long(.trafficSign): shift = 24
        case .long(.extendedLane): shift = 28
        default: return here.first
        }
        return here.first { track.items[$0].content.raw >> shift == spot.raw >> shift }
    }

    /// Forgets what is before a place and does not hold there. Each lane holds up to where something
    /// else is said of it, whatever is said of the others.
    mutating func forget(before metres: Int) {
        guard kind == .long(.extendedLane) else {
            return track.forget(before: metres, keepsInForce: !kind.isPoint)
        }
        var later: UInt16 = 0
        for index in (0..<track.firstIndex { $0 > metres }).reversed() {
            let lane: UInt16 = 1 << UInt16(track.items[index].content.raw >> 28)
            if later & lane != 0, track.items[index].metres < metres {
                track.items.remove(at: index)
            }
            later |= lane
        }
    }
}
