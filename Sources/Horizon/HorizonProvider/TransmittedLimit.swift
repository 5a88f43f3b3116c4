public import ADASISv2
public import Horizon
public import RoadMap

/// The effective speed limit of a SEGMENT on its way to the bus.
public struct TransmittedLimit: Sendable {
    /// The path.
    public let path: PathID
    /// Where it begins, in whole metres from the start of the path, not wrapped; `nil` at the vehicle.
    public let metres: Int?
    /// The limit as it is in the message, in META-DATA's unit.
    public let limit: EffectiveSpeedLimitCode
    /// Its type as it is in the message.
    public let type: EffectiveSpeedLimitTypeCode

    /// A limit of its parts.
    public init(
        path: PathID, metres: Int?, limit: EffectiveSpeedLimitCode,
        type: EffectiveSpeedLimitTypeCode
    ) {
        self.path = path
        self.metres = metres
        self.limit = limit
        self.type = type
    }
}

extension HorizonProvider {
    /// The speed limit in the frame that waits for the bus; `nil` if that is no SEGMENT.
    public var waitingLimit: TransmittedLimit? {
        guard let pending = sender.pending, case .segment(let segment) = pending.message else {
            return nil
        }
        switch pending.content {
        case .metaData, .position: return nil
        case .currentLink:
            guard let path = wire.paths.first else { return nil }
            return TransmittedLimit(
                path: path.id, metres: nil, limit: segment.effectiveSpeedLimit,
                type: segment.effectiveSpeedLimitType)
        case .item(let path, let index):
            return TransmittedLimit(
                path: wire.paths[path].id, metres: wire.paths[path].items[index].metres,
                limit: segment.effectiveSpeedLimit, type: segment.effectiveSpeedLimitType)
        }
    }

    /// The unit of all transmitted speeds.
    public var speedUnit: SpeedUnit { context.country.speedUnit }
}

extension EffectiveSpeedLimitCode {
    /// The code of a limit of the map in a unit.
    public init(_ limit: SpeedLimit?, in unit: SpeedUnit) {
        self = limit == .unlimited ? .unlimited : Self(upTo: limit.flatMap { $0.number(in: unit) })
    }
}
