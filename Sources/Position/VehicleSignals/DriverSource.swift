import CANDatabase
import CANFrames
public import Quantities

/// The signals of the turn indicator and the lane.
public struct DriverSource: Sendable, Hashable {
    /// The turn indicator; `nil` without a signal.
    public var indicator: Indicator?
    /// The number of the lane, `SIGNAL` or `MESSAGE.SIGNAL`; `nil` without a signal.
    public var lane: String?
    /// The side of the road that lanes are counted from, the first one 1.
    public var firstLane = RoadSide.left

    /// The coding of the turn indicator.
    public enum Indicator: Sendable, Hashable {
        /// One signal with a number for each state.
        case named(NamedSource<TurnIndicator>)
        /// Two signals of one message, one for each side, that are not 0 while the indicator is on.
        case sides(left: String, right: String)
    }

    /// No signals.
    public init() {}
}

/// The signals of a turn indicator.
enum IndicatorSignal: Sendable {
    case named(NamedSignal<TurnIndicator>)
    case sides(identifier: CANIdentifier, left: MeasuredSignal, right: MeasuredSignal)

    /// The state by a frame; `nil` where the frame does not have it. It allocates nothing.
    func indicator(in frame: CANFrame) -> TurnIndicator? {
        switch self {
        case .named(let signal): return signal.meaning(in: frame)
        case .sides(let identifier, let left, let right):
            guard frame.identifier == identifier, let leftRaw = left.raw(in: frame),
                let rightRaw = right.raw(in: frame)
            else { return nil }
            return switch (left.isOn(leftRaw), right.isOn(rightRaw)) {
            case (true, true): .both
            case (true, false): .left
            case (false, true): .right
            case (false, false): .off
            case (nil, _), (_, nil): .unknown
            }
        }
    }

    /// Whether the signals can represent a state.
    func canRepresent(_ indicator: TurnIndicator) -> Bool {
        switch self {
        case .named(let signal): signal.raw(of: indicator) != nil
        case .sides: indicator != .unknown
        }
    }

    /// Writes a state into a frame, if the signals are in it and can represent the state.
    func insert(_ indicator: TurnIndicator, into frame: inout CANFrame) {
        switch self {
        case .named(let signal):
            if signal.identifier == frame.identifier { signal.insert(indicator, into: &frame) }
        case .sides(let identifier, let left, let right):
            guard frame.identifier == identifier else { return }
            left.insert(raw: indicator == .left || indicator == .both ? 1 : 0, into: &frame)
            right.insert(raw: indicator == .right || indicator == .both ? 1 : 0, into: &frame)
        }
    }
}

/// The signal of the lane.
struct LaneSignal: Sendable {
    let identifier: CANIdentifier
    let signal: MeasuredSignal
    let firstLane: RoadSide

    /// No road has more lanes.
    private static let mostLanes = 15.0

    /// The lane by a frame; `nil` where it is not in the frame. A number that is no lane, as 0,
    /// means unknown. It allocates nothing.
    func lane(in frame: CANFrame) -> DrivenLane? {
        guard frame.identifier == identifier, signal.raw(in: frame) != nil else { return nil }
        guard let number = signal.value(in: frame), number >= 1, number <= Self.mostLanes,
            number == number.rounded()
        else { return .unknown }
        return firstLane == .left ? .fromLeft(UInt8(number)) : .fromRight(UInt8(number))
    }

    /// Writes a lane that is counted from the same side; 0 for any other.
    func insert(_ lane: DrivenLane, into frame: inout CANFrame) {
        guard frame.identifier == identifier else { return }
        let number: UInt8 =
            switch (lane, firstLane) {
            case (.fromLeft(let number), .left), (.fromRight(let number), .right): number
            default: 0
            }
        signal.insert(Double(number), into: &frame)
    }
}
